//! Rebuilds the crate when the page does: everything in `dist/` is embedded in the binary.

fn main() {
    let dist = "../../dist";
    // Cargo takes a watched path that does not exist as changed, and would build this crate anew each time. The folder is
    // git-ignored and Trunk fills it; should it not be possible to make it, the only cost is those builds.
    let _ = std::fs::create_dir_all(dist);
    println!("cargo::rerun-if-changed={dist}");
}
