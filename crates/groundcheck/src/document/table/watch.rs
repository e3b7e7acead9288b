//! Tables in a text that is still being written: how far the lines behind can no longer turn what was read into one.
//!
//! Only a row under headings takes anything from its table, so a line is free unless a line before it may head it. Where one does,
//! everything is held until the lines have ended that may be its table; then that is read, once. Rows under Markdown's rule need not
//! wait: they keep their headings however the table goes on. An HTML table has ended with its `</table>`.

use std::collections::VecDeque;

use super::aligned::{self, Effect, MOST_BLANK, MOST_LINES_UP};
use super::{Table, csv, html, pipes, tables_within};

/// A bracket that is open over more lines than this is none of a table's.
const LONGEST_OBJECT: usize = 64;

/// What is known of the tables of a text that goes on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watch {
    /// Where the line under way begins.
    line: usize,
    /// Where the last lines begin.
    above: VecDeque<usize>,
    /// From where on lines are held, and where what may be their table begins.
    held: Option<(usize, usize)>,
    /// Where the last table ended, or the last line that certainly stands in none: what is read behind it is read from there.
    ended: usize,
    /// Whether aligned text may go on.
    aligned: bool,
    blank: usize,
    /// How far was looked for the end of the line.
    scanned: usize,
    tags: html::Progress,
    /// From where on an HTML table is held.
    html: Option<usize>,
    piped: pipes::Progress,
    /// Where the piped table begins that has a row which was not certain.
    waiting: Option<usize>,
    /// How many brackets of JSON are open, and for how many lines.
    open: (usize, usize),
}

impl Watch {
    /// Reads on; the text so far ends where a line break, if there is one, is whole. Returns the tables that have ended, and before
    /// them rows of theirs that were certain earlier.
    pub(crate) fn read(&mut self, text: &str) -> Vec<Table> {
        let mut known = Vec::new();
        while let Some(length) = text.get(self.scanned..).and_then(|rest| rest.find('\n')) {
            let (start, end) = (self.line, self.scanned + length + 1);
            self.scanned = end;
            self.html = self.html.or(self.tags.read(text, end));
            let line = text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r']);
            self.above.push_back(start);
            if self.above.len() > MOST_LINES_UP {
                self.above.pop_front();
            }
            let mut row = pipes::separator_of(line).is_some() || csv::is_row(line);
            row |= self.see_braces(line);
            let closes = self.see_aligned(line);
            let tagged = self.tags.tagged_to > start;
            // What stands behind a table's last tag is a line of its own. Where nothing does, that is no blank line: tags of what is no
            // table end no aligned text.
            let rest = text.get(self.tags.tagged_to..end).unwrap_or_default().trim_end_matches(['\n', '\r']);
            if tagged && !rest.trim().is_empty() {
                row = true;
                self.see_aligned(rest);
            }
            row |= !self.tags.has_ended(end);
            self.line = end;
            let first = self.above.front().copied().unwrap_or(start).max(self.ended);
            if row || self.aligned || self.html.is_some() {
                self.held.get_or_insert((end, first));
            }
            let piped = self.piped.line(text, start..start + line.len());
            // Behind a row that has to wait the next ones wait, too: else it would be free with them, and none of its table.
            let waits = self.html.is_some() || tagged || self.waiting == Some(self.piped.start);
            if piped.is_some() && waits {
                self.waiting = Some(self.piped.start);
            }
            let certain = piped.filter(|_| !waits);
            // What another table holds before it is not free with it.
            if let (Some(row), Some((from, _))) = (certain, &mut self.held)
                && *from > self.piped.start
            {
                *from = end;
                known.push(row);
            }
            if let Some((_, first)) = self.held.filter(|_| !row && !self.aligned) {
                let ended = tables_within(text, first..end);
                self.ended = ended.last().map_or(self.ended, |table| table.span.end as usize);
                known.extend(ended);
                (self.held, self.html) = (None, None);
            }
            if closes && !row && !tagged && !line.contains([',', ';', '|', '\t']) {
                self.ended = end;
            }
        }
        self.html = self.html.or(self.tags.read(text, text.len()));
        self.scanned = text.len();
        known
    }

    /// Everything before this byte stands under headings that are known, or under none.
    pub(crate) fn free_to(&self) -> usize {
        let held = self.held.map_or(usize::MAX, |(from, _)| from);
        held.min(self.html.unwrap_or(usize::MAX))
    }

    /// Whether objects stand on this line or go on over it.
    fn see_braces(&mut self, line: &str) -> bool {
        let (open, lines) = self.open;
        if open == 0 && !line.contains(['{', '}']) {
            return false;
        }
        let count = |signs: [char; 2]| line.matches(signs).count();
        let left = (open + count(['{', '['])).saturating_sub(count(['}', ']']));
        self.open = if lines < LONGEST_OBJECT { (left, if left > 0 { lines + 1 } else { 0 }) } else { (0, 0) };
        true
    }

    /// Whether no aligned text goes on over this line.
    fn see_aligned(&mut self, line: &str) -> bool {
        let parted = || ["  ", "...", " .", "…", "\t"].iter().any(|gap| line.contains(gap));
        if !self.aligned && !parted() {
            return false;
        }
        let (before, effect) = (self.aligned, aligned::effect(line));
        match effect {
            Effect::Opens => (self.aligned, self.blank) = (true, 0),
            Effect::Closes => self.aligned = false,
            Effect::Neither => self.blank = 0,
            Effect::Blank => {
                self.blank += 1;
                self.aligned &= self.blank <= MOST_BLANK;
            }
        }
        effect == Effect::Closes || (before && !self.aligned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From where on a text is held, and how many tables or certain rows of one are known.
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
            ("| a | b |\n|---|---|\n| c | 5 |\n\nDone", None, 2),
            ("Item,2019\nRent,100\n", Some("Rent,100\n"), 0),
            ("Item,2019\nRent,100\n\nDone.", None, 1),
            ("- one\n- two\n", None, 0),
            ("  - one\n  - two\n", None, 0),
            ("          2019    2018\nRent       5        6\n", Some("Rent       5        6\n"), 0),
            ("Rent fell.\n<td>5</td> more", Some("<td>5</td> more"), 0),
            ("<table>\nRent fell.\n", None, 0),
            ("<table><tr><td>a<td>5</table>", Some("<tr><td>a<td>5</table>"), 0),
            ("<table><tr><td>a<td>b<tr><td>c<td>5</table>\nDone", None, 1),
            ("<table><tr><td>a<td>b\n<tr><td>c<td>5\n</table>\nDone", None, 1),
            (
                "<table><tr><td>a<td>b<tr><td>c<td>5</table> More\nDone.",
                Some("<tr><td>a<td>b<tr><td>c<td>5</table> More\nDone."),
                0,
            ),
            ("<table><tr><td>a<td>b<tr><td>c<td>5</table> More\nof it.\nDone.", None, 1),
            ("<table><thead>\n<tr><td>a<td>b\n", Some("<thead>\n<tr><td>a<td>b\n"), 0),
            ("| a | b |\n|---|---|\n| c | 5 |\n| d | 6", Some("| d | 6"), 1),
            ("a | b\n---|---\nc | 5\nd | 6\n\n", None, 3),
            ("| a | b |\n| c | 5 |\n| d | 6", Some("| c | 5 |\n| d | 6"), 0),
            ("| a |\n|---|\n| 5 |\n", Some("|---|\n| 5 |\n"), 0),
            ("| a | b |\n|---|---|\n</table> | c |\n| d | 6", Some("|---|---|\n</table> | c |\n| d | 6"), 0),
        ] {
            assert_eq!(watched(text), (held, ended), "{text}");
        }
    }
}
