//! Progress of long work, on stderr: hidden where that is no terminal, or where the caller wants it quiet.

use std::io::{self, IsTerminal};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over so many things; `template` as indicatif reads it.
pub(super) fn counted(quiet: bool, count: u64, template: &str) -> ProgressBar {
    shown(quiet, || ProgressBar::new(count), template)
}

/// What goes on without an end in sight.
pub(super) fn uncounted(quiet: bool, template: &str) -> ProgressBar {
    shown(quiet, ProgressBar::new_spinner, template)
}

/// A bar over the bytes of a file; of a pipe nobody knows how many there are.
pub(super) fn of_file(quiet: bool, file: &Path) -> ProgressBar {
    match std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file) {
        Some(metadata) => counted(quiet, metadata.len(), "{wide_bar} {bytes} of {total_bytes}, {eta} left"),
        None => uncounted(quiet, "{spinner} {msg}"),
    }
}

fn shown(quiet: bool, bar: impl FnOnce() -> ProgressBar, template: &str) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    // The templates are ours, and a wrong one only looks plainer.
    bar().with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_read() {
        for template in ["{wide_bar} {bytes} of {total_bytes}, {eta} left", "{spinner} {msg}"] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
        assert!(counted(true, 3, "{pos}").is_hidden());
    }
}
