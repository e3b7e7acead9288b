//! A run as people and CI systems read it, one format a file.

mod github;
mod json;
mod junit;
mod markdown;
mod sarif;
mod text;

use std::path::{Component, Path};

use clap::ValueEnum;

use super::limits::Outcome;
use super::suite::Suite;

/// How a run is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// JUnit XML: a case is a test.
    Junit,
    /// SARIF 2.1.0: a problem is a result, at the line of its case.
    Sarif,
    /// GitHub's workflow commands: a new problem is an annotation.
    Github,
    /// For a summary or a comment.
    Markdown,
}

impl Format {
    /// The run in this format; what is said of the gate as a whole only where there was one. Ends in a newline unless it is empty.
    #[must_use]
    pub fn write(self, suite: &Suite, outcome: Option<&Outcome>) -> String {
        match self {
            Format::Text => text::write(suite, outcome),
            Format::Json => json::write(suite, outcome),
            Format::Junit => junit::write(suite),
            Format::Sarif => sarif::write(suite),
            Format::Github => github::write(suite),
            Format::Markdown => markdown::write(suite, outcome),
        }
    }
}

/// The file as CI systems want it, with `/` between its parts: theirs are relative to the folder that they run in.
fn slashed(file: &Path) -> String {
    let parts = file.components().enumerate().filter_map(|(at, part)| match part {
        Component::CurDir => None,
        // Behind a drive there is a slash anyway.
        Component::RootDir => (at == 0).then(String::new),
        part => Some(part.as_os_str().to_string_lossy().into_owned()),
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Lines and columns of places in a text, both counted from 1; columns in UTF-16 units, as editors and SARIF count them.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// Line and column of a byte; of the last place before it where it is not on a character's boundary.
    fn place(&self, byte: u32) -> (usize, usize) {
        let byte = self.text.floor_char_boundary(byte as usize);
        let line = self.starts.partition_point(|start| *start <= byte);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or_default();
        let before = self.text.get(start..byte).unwrap_or_default();
        (line.max(1), before.encode_utf16().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_lines_and_utf16_columns() {
        let lines = Lines::new("a\n👍 $5\r\n\nend");
        for (byte, place) in
            [(0, (1, 1)), (1, (1, 2)), (2, (2, 1)), (3, (2, 1)), (7, (2, 4)), (11, (3, 1)), (12, (4, 1)), (99, (4, 4))]
        {
            assert_eq!(lines.place(byte), place, "{byte}");
        }
        assert_eq!(Lines::new("").place(5), (1, 1));
    }

    #[test]
    fn files_are_written_with_slashes() {
        for (file, expected) in [("./a/b.jsonl", "a/b.jsonl"), ("../a", "../a"), ("/a/b", "/a/b")] {
            assert_eq!(slashed(Path::new(file)), expected);
        }
    }
}
