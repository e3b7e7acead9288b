//! Rebuilds the crate when the page does: a release has everything in `dist/` embedded in the binary.

fn main() {
    let dist = "../../dist";
    // Cargo takes a watched path that does not exist as changed, and would build this crate anew each time. The folder is
    // git-ignored and `cargo xtask` fills it; should it not be possible to make it, the only cost is those builds.
    let _ = std::fs::create_dir_all(dist);
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed={}", if is_release { dist } else { "build.rs" });
}
