//! `cargo xtask serve`: from a fresh clone to the page in the browser.

use crate::build::{self, Profile, Tools};
use crate::{Outcome, process};

/// What `serve` takes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The port on 127.0.0.1; the server's own default where none is given.
    pub port: Option<u16>,
    /// Quick builds that run slowly.
    pub dev: bool,
}

/// Builds the page and the server and becomes the server, which prints its address.
pub fn run(options: &Options) -> Outcome {
    let profile = if options.dev { Profile::Dev } else { Profile::Quick };
    Tools::ensure()?.page(profile)?;
    let mut server = process::command(build::server(profile)?);
    server.arg("serve");
    if let Some(port) = options.port {
        server.args(["--port", &port.to_string()]);
    }
    become_it(&mut server)
}

/// The server takes this process over, so that Ctrl-C or a signal reaches it alone and the shell waits for it.
#[cfg(unix)]
fn become_it(server: &mut std::process::Command) -> Outcome {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start the server: {}", server.exec()))
}

#[cfg(not(unix))]
fn become_it(server: &mut std::process::Command) -> Outcome {
    process::run(server)
}
