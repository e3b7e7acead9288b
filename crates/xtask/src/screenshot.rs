//! `cargo xtask screenshot`: the README's pictures, drawn from the shipped examples so that they show what there is.

use crate::build::{self, Profile, Tools};
use crate::{Outcome, browser, node, process};

/// Knows where the pictures go.
const SCRIPT: &str = "tests/browser/screenshots.mjs";

/// Builds everything and lets the script draw the pictures.
pub fn run() -> Outcome {
    Tools::ensure()?.page(Profile::Release)?;
    let server = build::server(Profile::Dev)?;
    node::packages(node::BROWSER)?;
    let mut node = process::command("node");
    node.arg(SCRIPT).env("UPDATE_SCREENSHOTS", "1").env("GROUNDCHECK_BIN", server).env("CHROMIUM", browser::ensure()?);
    process::run(&mut node)
}
