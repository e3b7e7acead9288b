//! Debian's packages, for what the tests need of the system.

use std::time::Instant;

use crate::{Outcome, paths, process};

/// Installs these packages.
///
/// # Errors
/// Where there is no `apt-get`, or it fails; names the packages.
pub fn install(packages: &[&str]) -> Outcome {
    let names = packages.join(" ");
    if paths::on_path("apt-get").is_none() {
        return Err(format!("there is no apt-get to install {names}"));
    }
    println!("installing {names} with apt-get");
    let start = Instant::now();
    apt_get(&["update", "-qq"])
        .and_then(|()| apt_get(&[&["install", "-y", "-qq", "--no-install-recommends"], packages].concat()))
        .map_err(|e| format!("{e} (by hand: apt-get install {names})"))?;
    println!("done in {}", process::time(start.elapsed()));
    Ok(())
}

/// Only root installs packages: this user is root, or `sudo` asks for no password.
fn apt_get(args: &[&str]) -> Outcome {
    let root = process::output(process::command("id").arg("-u")).is_some_and(|id| id.trim() == "0");
    let mut apt = if root {
        process::command("apt-get")
    } else {
        let mut sudo = process::command("sudo");
        sudo.args(["-n", "apt-get"]);
        sudo
    };
    process::run(apt.args(args).env("DEBIAN_FRONTEND", "noninteractive"))
}
