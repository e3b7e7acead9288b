//! Running other programs: what is run is shown, what fails is named, and nothing waits for input.

use std::env;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Outcome, paths};

/// A command that runs in the workspace's root.
///
/// Cargo describes xtask to xtask in `CARGO_PKG_*` and `CARGO_MANIFEST_*`. Build scripts that watch those (ring's does)
/// would run again whenever somebody calls cargo by hand, so they are not passed on.
#[must_use]
pub fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(paths::root()).stdin(Stdio::null());
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") || text == "CARGO_PRIMARY_PACKAGE" {
            command.env_remove(&name);
        }
    }
    command
}

/// The cargo that runs this program, with these arguments.
#[must_use]
pub fn cargo(args: &[&str]) -> Command {
    let mut command = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    command
}

/// A program of Node.js: `npm` is a script on Windows.
#[must_use]
pub fn npm(args: &[&str]) -> Command {
    let mut command = command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(args);
    command
}

/// Puts folders before the PATH of a command.
pub fn prepend_path(command: &mut Command, folders: &[PathBuf]) -> Outcome {
    let rest = env::var_os("PATH").unwrap_or_default();
    let all = env::join_paths(folders.iter().cloned().chain(env::split_paths(&rest)))
        .map_err(|e| format!("a folder cannot stand on the PATH: {e}"))?;
    command.env("PATH", all);
    Ok(())
}

/// Runs a command, shown first, its output going to the terminal.
pub fn run(command: &mut Command) -> Outcome {
    let shown = show(command);
    println!("$ {shown}");
    let status = command.status().map_err(|e| format!("cannot run `{shown}`: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{shown}` failed ({status})")) }
}

/// Runs a command, shown first, passing each line of its standard output on and to `each`. Whether it succeeded.
pub fn run_lines(command: &mut Command, mut each: impl FnMut(&str)) -> Outcome<bool> {
    let shown = show(command);
    println!("$ {shown}");
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|e| format!("cannot run `{shown}`: {e}"))?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line.map_err(|e| format!("cannot read what `{shown}` prints: {e}"))?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            each(&line);
        }
    }
    let status = child.wait().map_err(|e| format!("cannot wait for `{shown}`: {e}"))?;
    Ok(status.success())
}

/// What a command prints where it succeeds, nothing shown.
#[must_use]
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a command succeeds in this time, nothing shown; it is ended where it takes longer.
#[must_use]
pub fn succeeds_within(command: &mut Command, limit: Duration) -> bool {
    let Ok(mut child) = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn() else { return false };
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(100)),
            _ => {
                // It may have ended in between: either way it is gone afterwards.
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// A command as one would type it.
fn show(command: &Command) -> String {
    let mut shown = PathBuf::from(command.get_program())
        .file_stem()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    for arg in command.get_args() {
        let arg = arg.to_string_lossy();
        let arg =
            arg.strip_prefix(&*paths::root().to_string_lossy()).map_or(&*arg, |rest| rest.trim_start_matches('/'));
        let _ = write!(shown, " {arg}");
    }
    shown
}

/// A time for people: `0.4s`, `12s`, `3m 12s`.
#[must_use]
pub fn time(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    match seconds {
        0..=9 => format!("{:.1}s", elapsed.as_secs_f64()),
        10..=59 => format!("{seconds}s"),
        _ => format!("{}m {:02}s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let shown = [40, 9_940, 59_999, 60_000, 192_300].map(|ms| time(Duration::from_millis(ms)));
        assert_eq!(shown, ["0.0s", "9.9s", "59s", "1m 00s", "3m 12s"]);
    }

    #[test]
    fn a_command_is_shown_without_machine_paths() {
        let mut shown = cargo(&["build"]);
        shown.arg(paths::root().join("dist"));
        assert_eq!(show(&shown), "cargo build dist");
    }

    #[test]
    fn a_command_out_of_time_has_not_succeeded() {
        assert!(!succeeds_within(&mut command("no-such-program-at-all"), Duration::from_secs(1)));
        assert!(succeeds_within(&mut cargo(&["--version"]), Duration::from_secs(60)));
        assert!(!succeeds_within(&mut cargo(&["no-such-command"]), Duration::from_secs(60)));
    }
}
