//! Tables in a text that is still being written: how far the lines behind can no longer turn what was read into one.
//!
//! Only a row under headings takes anything from its table, so a line is free unless a line before it may head it. Where one does,
//! everything is held until the lines have ended that may be its table; then that is read, once.

use std::collections::VecDeque;

use super::aligned::{self, Effect, MOST_BLANK, MOST_HEADINGS};
use super::{Table, csv, pipes, tables_within};

/// Tags of tables. Their end is only known at the end of the text.
const HTML: &[&str] = &["caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr"];
/// Headings, and the blank lines among them, reach no farther up than this many lines.
const MOST_LINES_UP: usize = 2 * MOST_HEADINGS;

/// What is known of the tables of a text that goes on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watch {
    /// Where the line under way begins.
    line: usize,
    /// Where the last lines begin.
    above: VecDeque<usize>,
    /// From where on lines are held, and where what may be their table begins.
    held: Option<(usize, usize)>,
    /// Where the last table ended.
    ended: usize,
    /// Whether aligned text may go on.
    aligned: bool,
    blank: usize,
    /// How far was looked for the end of the line.
    scanned: usize,
    /// How far was looked for HTML, and where that begins.
    looked: usize,
    html: Option<usize>,
}

impl Watch {
    /// Reads on; the text so far ends where a line break, if there is one, is whole. Returns the tables that have ended.
    pub(crate) fn read(&mut self, text: &str) -> Vec<Table> {
        let mut ended = Vec::new();
        self.look_for_html(text);
        while let Some(length) = text.get(self.scanned..).and_then(|rest| rest.find('\n')) {
            let (start, end) = (self.line, self.scanned + length + 1);
            self.scanned = end;
            let line = text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r']);
            self.above.push_back(start);
            if self.above.len() > MOST_LINES_UP {
                self.above.pop_front();
            }
            let row = pipes::separator_of(line).is_some() || csv::is_row(line);
            self.see_aligned(line);
            self.line = end;
            match self.held {
                None if row || self.aligned => {
                    self.held = Some((end, self.above.front().copied().unwrap_or(start).max(self.ended)));
                }
                Some((_, first)) if !row && !self.aligned => {
                    ended.extend(tables_within(text, first..end));
                    self.ended = ended.last().map_or(self.ended, |table| table.span.end as usize);
                    self.held = None;
                }
                _ => {}
            }
        }
        self.scanned = text.len();
        ended
    }

    /// Everything before this byte stands under headings that are known, or under none.
    pub(crate) fn free_to(&self) -> usize {
        let held = self.held.map_or(usize::MAX, |(from, _)| from);
        held.min(self.html.unwrap_or(usize::MAX))
    }

    fn see_aligned(&mut self, line: &str) {
        let parted = || ["  ", "...", " .", "…", "\t"].iter().any(|gap| line.contains(gap));
        if !self.aligned && !parted() {
            return;
        }
        match aligned::effect(line) {
            Effect::Opens => (self.aligned, self.blank) = (true, 0),
            Effect::Closes => self.aligned = false,
            Effect::Neither => self.blank = 0,
            Effect::Blank => {
                self.blank += 1;
                self.aligned &= self.blank <= MOST_BLANK;
            }
        }
    }

    fn look_for_html(&mut self, text: &str) {
        if self.html.is_some() {
            return;
        }
        let new = text.get(self.looked..).unwrap_or_default();
        let is_table = |at: &usize| {
            let rest = new.get(at + 1..).unwrap_or_default().trim_start_matches('/');
            let name = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
            HTML.iter().any(|own| own.eq_ignore_ascii_case(name))
        };
        let found = new.match_indices('<').map(|(at, _)| at).find(is_table);
        self.html = found.map(|at| self.looked + at);
        self.looked = text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far a text is free, and how many tables have ended in it.
    fn watched(text: &str) -> (Option<&str>, usize) {
        let mut watch = Watch::default();
        let ended = watch.read(text).len();
        (text.get(watch.free_to()..), ended)
    }

    #[test]
    fn only_what_may_stand_under_headings_is_held() {
        for (text, held, ended) in [
            ("Prose. More.\nAnd more.\n", None, 0),
            ("| a | b |\n| c", Some("| c"), 0),
            ("| a | b |\n|---|---|\n| c | 5 |\n\nDone", None, 1),
            ("Item,2019\nRent,100\n", Some("Rent,100\n"), 0),
            ("Item,2019\nRent,100\n\nDone.", None, 1),
            ("- one\n- two\n", None, 0),
            ("  - one\n  - two\n", None, 0),
            ("          2019    2018\nRent       5        6\n", Some("Rent       5        6\n"), 0),
            ("Rent fell.\n<td>5</td> more", Some("<td>5</td> more"), 0),
        ] {
            assert_eq!(watched(text), (held, ended), "{text}");
        }
    }
}
