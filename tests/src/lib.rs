//! What the tests over the whole workspace share.

pub mod fuzz;
pub mod python_types;
pub mod schema;
pub mod train;

use std::path::Path;

/// The folder of the workspace's `Cargo.toml`.
#[must_use]
pub fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}
