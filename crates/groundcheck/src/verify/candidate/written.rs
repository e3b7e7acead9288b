//! A calculation that the answer writes out before its result: `$2,112 / $14,082 * 100 = 15.0%`, `\frac{689.6}{7,159.5} \times 100 = 9.6\%`.
//!
//! It is read backwards from the `=` as far as it goes on, and computed again. Whether its operands are right is their own claims' business.

use core::ops::Range;

use super::query::{Told, Tolerance};
use crate::claims::{Quantity, to_f64};
use groundcheck_types::ClaimKind;

/// What stands before `=` is read so far back, in bytes.
const REACH: usize = 240;
/// Brackets stand in each other so deep at most.
const DEEPEST: u8 = 8;

/// What became of a calculation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// None is written.
    None,
    /// It gives the claim.
    Holds,
    /// It gives something else.
    Fails,
}

/// The calculation written right before the claim, computed again, and where it stands.
pub(crate) fn before(text: &str, claim: &Quantity) -> (Written, Range<u32>) {
    let nothing = (Written::None, 0..0);
    let start = claim.span.start as usize;
    let Some(before) = text.get(..start) else { return nothing };
    let head = before
        .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '\\' | '$' | '(' | '€' | '£' | '₪'));
    let Some(head) = head.strip_suffix(['=', '≈']) else { return nothing };
    let mut from = head.len().saturating_sub(REACH);
    while !head.is_char_boundary(from) {
        from += 1;
    }
    let line = head.get(from..).unwrap_or_default();
    let line = line.rsplit(['\n', '=']).next().unwrap_or(line);
    let place = clip(head.len() - line.len())..clip(head.len());
    let plain = plain(line);
    let Some(told) = Told::of(claim, Tolerance::default()) else { return nothing };
    // Words stand before it: what goes on to the `=` by itself is what is computed, the longest first.
    let starts = plain
        .char_indices()
        .filter(|(at, c)| (c.is_ascii_digit() || matches!(c, '(' | '-' | '.')) && starts_alone(plain.as_bytes(), *at));
    for (at, _) in starts.take(48) {
        let mut reader = Reader { bytes: plain.as_bytes(), at, operations: 0 };
        let Some(value) = reader.sum(0) else { continue };
        reader.blanks();
        if reader.at != plain.len() || reader.operations == 0 {
            continue;
        }
        return (if gives(value, &told, claim) { Written::Holds } else { Written::Fails }, place);
    }
    nothing
}

fn clip(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn starts_alone(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|i| bytes.get(i)).is_none_or(|b| !b.is_ascii_alphanumeric() && !matches!(b, b'.' | b','))
}

/// Whether a result is the claim: as it is, in per cent, or in the claim's own scale.
fn gives(value: f64, told: &Told, claim: &Quantity) -> bool {
    let percent = if claim.kind == ClaimKind::Percentage { &[1.0, 100.0][..] } else { &[1.0][..] };
    let step = to_f64(claim.step).abs();
    let scales = [1.0, 1e3, 1e6, 1e9];
    let scales = scales.iter().filter(|scale| **scale == 1.0 || step * 1e4 >= **scale);
    // Operands are rounded, too: a result may be off by its last digit.
    let told = Told { rounding: told.rounding.max(step * 1.05), ..*told };
    scales.flat_map(|scale| percent.iter().map(move |percent| value * scale * percent)).any(|v| told.agrees(v).holds())
}

/// The line with one sign for each operation, without money signs, scale words and what Markdown and LaTeX put around.
fn plain(line: &str) -> String {
    let mut out = line.to_owned();
    for (from, to) in [
        ("\\times", "*"),
        ("\\div", "/"),
        ("\\cdot", "*"),
        ("\\left", ""),
        ("\\right", ""),
        ("\\,", ""),
        ("\\%", "%"),
        ("\\$", ""),
        ("}{", ")/("),
        ("\\frac{", "(("),
        ("\\dfrac{", "(("),
        ("\\text", ""),
        ("−", "-"),
        ("–", "-"),
        ("×", "*"),
        ("÷", "/"),
        (" x ", " * "),
        ("**", ""),
        (" million", ""),
        (" billion", ""),
        (" thousand", ""),
        (" percent", "%"),
        ("$", ""),
        ("€", ""),
        ("£", ""),
        ("₪", ""),
        ("[", "("),
        ("]", ")"),
        ("{", "("),
        ("}", ")"),
    ] {
        if out.contains(from) {
            out = out.replace(from, to);
        }
    }
    let out = without_stress(&out);
    // `\frac{a}{b}` has opened one bracket more than it closes.
    let (opened, closed) = (out.matches('(').count(), out.matches(')').count());
    out.trim_end().to_owned() + &")".repeat(opened.saturating_sub(closed).min(4))
}

/// Without the stars that stress a word: they stand at it on one side alone, unlike those that multiply.
fn without_stress(line: &str) -> String {
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let mut before = None;
    let mut out = String::with_capacity(line.len());
    for (at, c) in line.char_indices() {
        let behind = line.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
        if c != '*' || blank(before) == blank(behind) {
            out.push(c);
        }
        before = Some(c);
    }
    out
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    operations: u32,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn next_is(&mut self, wanted: &[u8]) -> Option<u8> {
        self.blanks();
        let found = *self.bytes.get(self.at).filter(|b| wanted.contains(b))?;
        self.at += 1;
        Some(found)
    }

    fn sum(&mut self, depth: u8) -> Option<f64> {
        let mut value = self.product(depth)?;
        while let Some(sign) = self.next_is(b"+-") {
            self.operations += 1;
            let other = self.product(depth)?;
            value = if sign == b'+' { value + other } else { value - other };
        }
        Some(value)
    }

    fn product(&mut self, depth: u8) -> Option<f64> {
        let mut value = self.value(depth)?;
        while let Some(sign) = self.next_is(b"*/") {
            self.operations += 1;
            let other = self.value(depth)?;
            value = if sign == b'*' { value * other } else { value / other };
        }
        value.is_finite().then_some(value)
    }

    fn value(&mut self, depth: u8) -> Option<f64> {
        if depth > DEEPEST {
            return None;
        }
        let negative = self.next_is(b"-").is_some();
        let value = if self.next_is(b"(").is_some() {
            let value = self.sum(depth + 1)?;
            self.next_is(b")")?;
            value
        } else {
            self.number()?
        };
        let value = if self.next_is(b"%").is_some() { value / 100.0 } else { value };
        Some(if negative { -value } else { value })
    }

    fn number(&mut self) -> Option<f64> {
        self.blanks();
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(|b| b.is_ascii_digit() || matches!(b, b',' | b'.')) {
            self.at += 1;
        }
        let digits: String =
            self.bytes.get(start..self.at)?.iter().filter(|b| **b != b',').map(|b| char::from(*b)).collect();
        digits.trim_end_matches('.').parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::extract;

    #[test]
    fn what_is_written_out_is_computed_again() {
        for (text, expected) in [
            ("Operating margin = $2,112 / $14,082 * 100 = 15.0%", Written::Holds),
            ("Operating margin = $2,112 / $14,082 * 100 = 16.0%", Written::Fails),
            ("\\[ \\text{ROA} = \\frac{689.6}{7,159.5} \\times 100 = 9.6\\% \\]", Written::Holds),
            ("Fiscal 2024: 462.8 / 1,999.6 = 23.1%", Written::Holds),
            ("Average: ($7,100 + $7,300) / 2 = $7,200", Written::Holds),
            ("- 3 nights × €89 = €267", Written::None),
            ("- 3 × €89 = €267", Written::Holds),
            ("2 × £12 = £26", Written::Fails),
            ("*2* × *£12* = *£24*", Written::Holds),
            ("2 * 12 = 24", Written::Holds),
            ("The net debt was $509 million - $100 million = $409 million", Written::Holds),
            ("It was 5 = 5", Written::None),
            ("In 2024 it was $5", Written::None),
            ("a = (((((((((((1 + 1))))))))))) = 2", Written::None),
        ] {
            let claim = extract(text, None).pop().unwrap();
            assert_eq!(before(text, &claim).0, expected, "{text}");
        }
    }
}
