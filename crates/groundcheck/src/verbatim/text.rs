//! A text as it is written: its pieces between blanks, its runs of digits, its scripts.

use groundcheck_types::Span;

use crate::lexicon::is_hebrew;

/// The last digits of a piece, three at least.
pub(super) fn last_digits(piece: &str) -> Option<&str> {
    let end = piece.rfind(|c: char| c.is_ascii_digit())? + 1;
    let head = piece.get(..end)?;
    let start = head
        .rfind(|c: char| !c.is_ascii_digit())
        .map_or(0, |at| at + head[at..].chars().next().map_or(1, char::len_utf8));
    head.get(start..).filter(|digits| digits.len() >= 3)
}

/// What is written in one piece between blanks, without the marks around it.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = (&str, Span)> {
    let mut from = 0;
    core::iter::from_fn(move || {
        loop {
            let rest = text.get(from..)?;
            let start = from + rest.find(|c: char| !is_blank(c))?;
            let rest = &text[start..];
            let end = start + rest.find(is_blank).unwrap_or(rest.len());
            from = end;
            let (start, end) = trimmed(text, start, end);
            if start < end {
                return Some((&text[start..end], Span::new(start, end)));
            }
        }
    })
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '“' | '”' | '|' | '`' | '<' | '>' | '\u{200e}' | '\u{200f}')
}

/// A piece without the marks of its sentence.
fn trimmed(text: &str, start: usize, end: usize) -> (usize, usize) {
    let piece = &text[start..end];
    let head = piece.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '#' | '§' | '+' | '@'));
    let start = end - head.len();
    if head.chars().all(|c| c == '§') {
        return (start, start + head.len());
    }
    let tail = head.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')' && c != '/');
    // The bracket of `12(b)` is its own, that of `(INV-2041)` is not.
    let tail =
        if tail.contains('(') { tail } else { tail.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '/') };
    (start, start + tail.len())
}

/// Digits that blanks and marks part: `+1 (415) 555-0134` is `+14155550134`.
pub(super) fn runs(text: &str) -> Vec<(String, Span)> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let (start, mut end, mut digits, mut parts) = (at, at, String::new(), 1);
        // What was read before a bracket that is not closed yet: `01632 960 561 (8:30–17:30)`.
        let mut before_bracket = None;
        let plus = at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b'+');
        while let Some(byte) = bytes.get(at).filter(|_| digits.len() <= LONGEST_NUMBER) {
            let gap = at - end;
            match byte {
                b'0'..=b'9' => {
                    parts += usize::from(gap > 0);
                    digits.push(char::from(*byte));
                    end = at + 1;
                }
                b'(' if gap < 2 => before_bracket = Some((end, digits.len(), parts)),
                b')' if gap < 2 => before_bracket = None,
                b' ' | b'-' | b'.' if gap < 2 => {}
                _ => break,
            }
            at += 1;
        }
        at = at.max(end);
        if let Some((last, length, before)) = before_bracket {
            digits.truncate(length);
            (end, parts) = (last, before);
        }
        if (parts > 1 || plus || digits.starts_with('0')) && (7..=LONGEST_NUMBER).contains(&digits.len()) {
            let digits = if plus { ["+", &digits].concat() } else { digits };
            out.push((digits, Span::new(start, end)));
        }
    }
    out
}

/// A phone number or account has no more digits.
const LONGEST_NUMBER: usize = 34;

/// How many letters of each script texts have.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scripts {
    hebrew: usize,
    latin: usize,
    other: usize,
}

/// Texts are wholly in a script where so many of a hundred letters are.
const WHOLLY: usize = 90;

impl Scripts {
    pub(super) fn count(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                'a'..='z' | 'A'..='Z' | 'À'..='ɏ' | 'Ḁ'..='ỿ' => self.latin += 1,
                c if is_hebrew(c) => self.hebrew += 1,
                c => self.other += usize::from(!c.is_ascii() && c.is_alphabetic()),
            }
        }
    }

    /// Whether any letter is Hebrew, or any is Latin.
    pub(super) fn have(self, hebrew: bool) -> bool {
        (if hebrew { self.hebrew } else { self.latin }) > 0
    }

    /// Whether nearly all letters are Hebrew, or nearly all are Latin.
    pub(super) fn are_wholly(self, hebrew: bool) -> bool {
        let own = if hebrew { self.hebrew } else { self.latin };
        let all = self.hebrew + self.latin + self.other;
        own > 0 && own.saturating_mul(100) >= all.saturating_mul(WHOLLY)
    }
}
