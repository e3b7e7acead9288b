//! The browser of the tests: found, or installed from Debian's packages where that is possible.

use std::path::PathBuf;

use crate::{Outcome, apt, paths};

const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
/// A browser alone draws no Hebrew on a bare machine: the fonts belong to it.
const PACKAGES: &[&str] = &["chromium", "fonts-dejavu-core"];

/// Makes sure of Chromium and gives its program.
///
/// # Errors
/// What to install. The browser tests fail then: they are never left out in silence.
pub fn ensure() -> Outcome<PathBuf> {
    if let Some(browser) = find()? {
        return Ok(browser);
    }
    let advice = "the browser tests need Chromium or Chrome: install it, or set CHROME to its program";
    apt::install(PACKAGES).map_err(|e| format!("{e}; {advice}"))?;
    find()?.ok_or_else(|| format!("Chromium was installed and is not on the PATH; {advice}"))
}

fn find() -> Outcome<Option<PathBuf>> {
    for variable in ["CHROME", "CHROMIUM"] {
        if let Some(path) = paths::set(variable) {
            let found = path.is_file().then_some(path.clone());
            return found.map(Some).ok_or_else(|| format!("{variable} names {}, no such file", path.display()));
        }
    }
    let named = BROWSERS.iter().find_map(|name| paths::on_path(name).map(|folder| paths::program(&folder, name)));
    Ok(named.or_else(|| Some(PathBuf::from(MAC)).filter(|path| path.is_file())))
}
