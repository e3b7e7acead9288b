//! The `groundcheck` binary; see the library for everything it does.

use std::process::ExitCode;

fn main() -> ExitCode {
    groundcheck_server::engine::silence_panics();
    groundcheck_server::cli::run()
}
