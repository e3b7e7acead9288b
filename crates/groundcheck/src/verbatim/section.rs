//! Numbers of sections, clauses and articles: `Section 4.2`, `§ 12(b)`.

use groundcheck_types::Span;

use super::is_called;
use crate::document::lower;
use crate::lexicon::verbatim::{SECTIONS, SECTIONS_IN_SHORT};

/// A section's number without what is around it, in lower case: `4.2`, `12(b)`; `None` where it is none.
pub(super) fn key(piece: &str) -> Option<String> {
    let own = piece.trim_start_matches('§').trim_end_matches(['.', ':', ',']);
    let numbers = own.split_once('(').map_or(own, |(numbers, _)| numbers);
    let letter = numbers.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    // `§ 6-114`, but not `sections 4-6` and `4.1-4.2`.
    let dashed = letter.rsplit_once('-').is_none_or(|(_, last)| last.len() >= 3 && !last.contains('.'));
    let parts = dashed
        && letter
            .split(['.', '-'])
            .all(|part| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()));
    let behind = own.get(numbers.len()..).unwrap_or_default();
    let brackets = behind.split('(').skip(1).all(|part| {
        let inside = part.strip_suffix(')');
        inside.is_some_and(|part| (1..=4).contains(&part.chars().count()) && part.chars().all(char::is_alphanumeric))
    });
    let suffix = numbers.get(letter.len()..).unwrap_or_default();
    let short = suffix.len() <= 1 && suffix.bytes().all(|b| matches!(b.to_ascii_lowercase(), b'a'..=b'h'));
    (parts && brackets && short && !letter.is_empty()).then(|| lower(own).into_owned())
}

/// Whether a section's name in short stands right before this byte: `cl. 11`, `s 338(2)`.
pub(super) fn in_short(text: &str, start: usize) -> bool {
    let from = text.floor_char_boundary(start.saturating_sub(LONGEST_SHORT));
    let before = text.get(from..start).unwrap_or_default();
    let word = before.strip_suffix(' ').unwrap_or(before).rsplit([' ', '\n', '(', ',']).next().unwrap_or_default();
    let bracket = text.as_bytes().get(start..).is_some_and(|own| own.iter().take(5).any(|b| *b == b'('));
    SECTIONS_IN_SHORT.iter().any(|own| own.eq_ignore_ascii_case(word)) || (word == "s" && bracket)
}

const LONGEST_SHORT: usize = 8;

/// The section that one is in: the `16` of `16(4)`, the `7` of `7.1`.
pub(super) fn base(key: &str) -> Option<&str> {
    key.rfind(['(', '.']).and_then(|at| key.get(..at))
}

/// Whether a number at this place of a source is a section's: it is called one, or heads its line.
pub(super) fn heads(text: &str, span: Span, before: Option<&str>) -> bool {
    let (start, end) = (span.start as usize, span.end as usize);
    let piece = text.get(start..end).unwrap_or_default();
    if piece.starts_with('§')
        || before.is_some_and(|word| is_called(word, SECTIONS) || word == "§")
        || in_short(text, start)
    {
        return true;
    }
    // `Entry to the hall is free. 5.3 After two warnings …`
    let head = text.get(text.floor_char_boundary(start.saturating_sub(LONGEST_MARKS))..start).unwrap_or_default();
    let begins_sentence = piece.contains('.') && head.trim_end().ends_with(['.', ';', ':', '!', '?']);
    // `Leave policy 4.7`
    let named = piece.contains('.') && head_words(text, start).any(|word| is_called(word, SECTIONS));
    if named {
        return true;
    }
    let line = head.rsplit('\n').next().unwrap_or_default();
    let begins = (line.len() < head.len() || head.len() == start)
        && line.chars().all(|c| c.is_whitespace() || matches!(c, '#' | '*' | '-' | '(' | '|' | '_'));
    let behind = text.get(end..).unwrap_or_default().trim_start_matches(['.', ')', ':', '*', ' ', '\t', '–', '—', '-']);
    let says = behind.starts_with(|c: char| c.is_uppercase() || crate::lexicon::is_hebrew(c));
    (begins && (says || part(behind).is_some())) || (begins_sentence && says)
}

/// The part's mark that a text begins with: the `1` of `(1) A tenant may …`.
fn part(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?;
    let inside = inside.get(..inside.find(')')?)?;
    ((1..=4).contains(&inside.chars().count()) && inside.chars().all(char::is_alphanumeric)).then_some(inside)
}

/// Stands for any section whose parts are numbered in brackets: `(2)`.
pub(super) const ANY_PART: &str = "()";

/// The numbers of sections as a text goes on: parts stand on lines of their own under the section that they belong to.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    /// The section that heads what is read.
    under: Option<String>,
    /// Its part that heads it, where parts have parts: `(2)`, under which `(a)` stands.
    part: Option<String>,
    /// Where the last number ended.
    end: usize,
}

impl Numbering {
    /// Goes on under this section where it heads its line, alone or called one.
    pub(super) fn head(&mut self, text: &str, key: &str, span: Span) {
        let line = text.get(..span.start as usize).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
        // `(2)` is a part.
        if line.contains('(') {
            return;
        }
        let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        if line.len() <= LONGEST_HEAD
            && words.next().is_none_or(|word| is_called(word, SECTIONS))
            && words.next().is_none()
        {
            (self.under, self.part, self.end) = (Some(key.to_owned()), None, span.end as usize);
        }
    }

    /// The sections that a mark in brackets at this place is the number of: `23(2)`.
    pub(super) fn parts(&mut self, text: &str, span: Span) -> Vec<String> {
        let Some(under) = self.under.as_ref().filter(|_| span.end - span.start <= LONGEST_PART) else {
            return Vec::new();
        };
        let (start, end) = (span.start as usize, span.end as usize);
        let before = text.get(..start).and_then(|before| before.strip_suffix('(')).unwrap_or_default();
        let Some(mark) = text.get(before.len()..).filter(|_| start > before.len()).and_then(part) else {
            return Vec::new();
        };
        let line = before.rsplit('\n').next().unwrap_or_default();
        let begins = line.chars().all(|c| c.is_whitespace() || matches!(c, '#' | '*' | '-' | '|'));
        let follows = text.get(self.end..before.len()).is_some_and(|gap| {
            gap.len() <= LONGEST_MARKS
                && gap.chars().all(|c| c.is_whitespace() || matches!(c, '.' | ')' | '*' | '—' | '–'))
        });
        if !begins && !follows {
            return Vec::new();
        }
        let mark = lower(mark).into_owned();
        self.end = end + 1;
        let whole = format!("{under}({mark})");
        if mark.bytes().all(|b| b.is_ascii_digit()) {
            self.part = Some(whole.clone());
            return vec![whole];
        }
        let deeper = self.part.as_ref().map(|part| format!("{part}({mark})"));
        deeper.into_iter().chain([whole]).collect()
    }
}

/// The words close before a number in its line.
fn head_words(text: &str, start: usize) -> impl Iterator<Item = &str> {
    let from = text.floor_char_boundary(start.saturating_sub(LONGEST_HEAD));
    let line = text.get(from..start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    line.split_whitespace().rev().take(3)
}

/// A title before its number is looked at for so many bytes.
const LONGEST_HEAD: usize = 64;

/// A part is called by so many bytes at most: `iv`, `טז`.
const LONGEST_PART: u32 = 8;

/// Before a heading's number stand at most so many marks and blanks.
const LONGEST_MARKS: usize = 24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_belong_to_the_section_over_them() {
        let text = "23. (1) A tenant may apply, see section 9(4).\n(2) The Tribunal may:\n(a) refuse (b) or\n24 Costs (3) are.\n- (1) Paid.\n14. (א) שוכר";
        let mut numbering = Numbering::default();
        let mut found = Vec::new();
        for (piece, span) in super::super::text::pieces(text) {
            if let Some(own) = key(piece).filter(|_| heads(text, span, None)) {
                numbering.head(text, &own, span);
            }
            found.extend(numbering.parts(text, span));
        }
        assert_eq!(found, ["23(1)", "23(2)", "23(2)(a)", "23(a)", "24(1)", "14(א)"]);
    }

    #[test]
    fn a_sections_number_is_told_from_others() {
        for (piece, expected) in [
            ("4.2", Some("4.2")),
            ("§12(b)", Some("12(b)")),
            ("12(B)(iv)", Some("12(b)(iv)")),
            ("7.", Some("7")),
            ("12a", Some("12a")),
            ("5D", Some("5d")),
            ("4(ב)", Some("4(ב)")),
            ("6-114", Some("6-114")),
            ("4-6", None),
            ("12,500", None),
            ("INV-12", None),
            ("12(b", None),
            ("$5", None),
        ] {
            assert_eq!(key(piece).as_deref(), expected, "{piece}");
        }
    }
}
