//! The numbers of a source's sections and of their parts: parts stand on lines of their own under the section that they belong to.

use groundcheck_types::Span;

use super::index::At;
use super::is_called;
use super::section::{base, part};
use super::table::Table;
use crate::document::lower;
use crate::lexicon::is_hebrew;
use crate::lexicon::verbatim::{DIVISIONS, SECTIONS};

/// Numbers of sections, and of which a part has a number of its own: the `4` of `4.2`.
#[derive(Debug, Clone, Default)]
pub(super) struct Sections {
    all: Table,
    parted: Table,
}

impl Sections {
    /// Adds a section, and those that it is a part of.
    pub(super) fn add(&mut self, key: &str, at: At) {
        self.all.add(key, at);
        let mut own = key;
        while let Some(above) = base(own) {
            self.all.add(above, at);
            self.parted.add(above, at);
            own = above;
        }
    }

    pub(super) fn close(&mut self) {
        self.all.close();
        self.parted.close();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn get(&self, key: &str) -> Option<At> {
        self.all.get(key)
    }

    /// Whether the parts of a section have numbers of their own.
    pub(super) fn is_parted(&self, key: &str) -> bool {
        self.parted.get(key).is_some()
    }

    pub(super) fn are_parted(&self) -> bool {
        !self.parted.is_empty()
    }
}

/// Where a text is in its sections, as it is read.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// The section that heads what is read.
    under: Option<String>,
    /// Whether its head calls it one: `Article 5`, whose paragraphs have plain numbers.
    called: bool,
    /// The parts that are open, each inside the one before: `(2)`, under which `(a)` stands.
    parts: Vec<(Kind, String)>,
    /// Where the last number ended.
    end: usize,
}

/// How a part is numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Digits,
    Letter,
    Roman,
    Hebrew,
}

/// A part's number.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// In full: `12(3)(b)`.
    pub(super) key: String,
    /// Without the parts between, as somebody may write it: `12(b)`.
    pub(super) short: Option<String>,
}

impl Numbering {
    /// Goes on under this section where it heads its line, alone or called one; gives its own number where it is a paragraph of the one before.
    pub(super) fn head(&mut self, text: &str, key: &str, span: Span) -> Option<String> {
        let line = line_before(text, span.start as usize, LONGEST_HEAD)?;
        // `(2)` is a part.
        if line.contains('(') {
            return None;
        }
        let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let word = words.next();
        if words.next().is_some() || !word.is_none_or(|word| is_called(word, SECTIONS)) {
            return None;
        }
        let own = text.get(span.start as usize..).unwrap_or_default();
        let called = word.is_some() || line.contains('§') || own.starts_with('§');
        let plain = key.bytes().all(|b| b.is_ascii_digit());
        if plain && !called && key.len() > LONGEST_PLAIN {
            return None;
        }
        self.end = span.end as usize;
        if plain
            && !called
            && self.called
            && let Some(under) = &self.under
        {
            let whole = format!("{under}({key})");
            self.parts = vec![(Kind::Digits, whole.clone())];
            return Some(whole);
        }
        (self.under, self.called) = (Some(key.to_owned()), called);
        self.parts.clear();
        None
    }

    /// What the mark in brackets at this place numbers.
    pub(super) fn part(&mut self, text: &str, piece: &str, span: Span) -> Option<Part> {
        let under = self.under.as_ref()?;
        let start = span.start as usize;
        if piece.starts_with(|c: char| c.is_uppercase() || is_hebrew(c)) && is_called(piece, DIVISIONS) {
            let begins = line_before(text, start, LONGEST_MARKS).is_some_and(|line| line.chars().all(is_mark));
            self.under = self.under.take().filter(|_| !begins);
            return None;
        }
        if piece.len() > LONGEST_PART {
            return None;
        }
        let before = text.get(..start)?.strip_suffix('(')?;
        let mark = lower(part(text.get(before.len()..)?)?).into_owned();
        let begins = line_before(text, before.len(), LONGEST_MARKS).is_some_and(|line| line.chars().all(is_mark));
        let follows = text.get(self.end..before.len()).is_some_and(|gap| {
            gap.len() <= LONGEST_MARKS && gap.chars().all(|c| is_mark(c) || matches!(c, '.' | ')' | '—' | '–'))
        });
        if !begins && !follows {
            return None;
        }
        self.end = span.end as usize + 1;
        let kind = self.kind(&mark);
        if let Some(at) = self.parts.iter().position(|(own, _)| *own == kind) {
            self.parts.truncate(at);
        }
        let parent = self.parts.last().map_or(under, |(_, key)| key);
        let key = format!("{parent}({mark})");
        let short = (!self.parts.is_empty()).then(|| format!("{under}({mark})"));
        self.parts.push((kind, key.clone()));
        Some(Part { key, short })
    }

    fn kind(&self, mark: &str) -> Kind {
        let is_open = |kind: Kind| self.parts.iter().any(|(own, _)| *own == kind);
        let after_h = || self.parts.last().is_some_and(|(_, key)| key.ends_with("(h)"));
        if mark.bytes().all(|b| b.is_ascii_digit()) {
            Kind::Digits
        } else if mark.starts_with(is_hebrew) {
            Kind::Hebrew
        } else if ROMANS.contains(&mark) && (is_open(Kind::Roman) || (mark == "i" && !after_h())) {
            Kind::Roman
        } else {
            Kind::Letter
        }
    }
}

/// The line of a text before this byte, if it has at most so many.
fn line_before(text: &str, at: usize, most: usize) -> Option<&str> {
    let from = text.floor_char_boundary(at.saturating_sub(most + 1));
    let window = text.get(from..at)?;
    match window.rsplit_once('\n') {
        Some((_, line)) => Some(line),
        None => (from == 0).then_some(window),
    }
}

/// What may stand before a number that begins its line.
fn is_mark(c: char) -> bool {
    c.is_whitespace() || matches!(c, '#' | '*' | '-' | '|')
}

const ROMANS: &[&str] = &["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
/// A heading before its number is looked at for so many bytes.
const LONGEST_HEAD: usize = 64;
/// Before a number stand at most so many marks and blanks.
const LONGEST_MARKS: usize = 24;
/// A part is called by so many bytes at most: `iv`, `טז`.
const LONGEST_PART: usize = 8;
/// A section that its line does not call one has at most so many digits: `2024` is a year.
const LONGEST_PLAIN: usize = 3;

#[cfg(test)]
mod tests {
    use super::super::section::{heads, key};
    use super::super::text::pieces;
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let mut numbering = Numbering::default();
        let mut found = Vec::new();
        let mut before = None;
        for (piece, span) in pieces(text) {
            if let Some(own) = key(piece).filter(|_| heads(text, span, before)) {
                found.extend(numbering.head(text, &own, span));
            }
            found.extend(numbering.part(text, piece, span).map(|part| part.key));
            before = Some(piece);
        }
        found
    }

    #[test]
    fn parts_belong_to_the_section_over_them() {
        for (text, expected) in [
            (
                "23. (1) A tenant may apply, see section 9(4).\n(2) The Tribunal may:\n(a) refuse (b) or\n24 Costs (3) are.\n- (1) Paid.",
                &["23(1)", "23(2)", "23(2)(a)", "24(1)"][..],
            ),
            ("14. (א) שוכר\n(ב) משכיר", &["14(א)", "14(ב)"]),
            (
                "7 Rent\n(1) Due:\n(a) monthly\n(i) here\n(ii) there\n(b) yearly\n(2) Late",
                &["7(1)", "7(1)(a)", "7(1)(a)(i)", "7(1)(a)(ii)", "7(1)(b)", "7(2)"],
            ),
            (
                "Article 5\nPrinciples\n1. Data shall be:\n(a) fair\n2. The controller pays.",
                &["5(1)", "5(1)(a)", "5(2)"],
            ),
            ("12. Notices\n(1) One\nSchedule\n(3) Boats", &["12(1)"]),
            ("2024 Annual review\n(5) The mayor signs.", &[]),
            ("12 Notices, as (1) said\nand in (2) too", &[]),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
