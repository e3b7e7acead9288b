//! A calculation that the answer writes out beside its result: `$2,112 / $14,082 * 100 = 15.0%`, `\frac{689.6}{7,159.5} \times 100 = 9.6\%`,
//! `2.14 (1,057.4 / 494.4)`, `| $655 − $287 | $368 |`.
//!
//! It is read as far as it goes on, and computed again. Whether its operands are right is their own claims' business.

use core::ops::Range;

use super::query::{Told, Tolerance};
use crate::claims::{self, Conventions, Quantity, to_f64};
use crate::lexicon::measure;
use groundcheck_types::ClaimKind;

/// What stands before `=` is read so far back, in bytes.
const REACH: usize = 240;
/// So many words behind a number may say what it is of.
const MOST_WORDS: usize = 3;
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

/// The calculation that is written beside a claim, computed again, and where it stands: before an `=`, in the cell before it, behind it in
/// brackets or after an `=`.
pub(crate) fn beside(text: &str, claim: &Quantity) -> (Written, Range<u32>) {
    let (start, end) = (claim.span.start as usize, claim.span.end as usize);
    let (Some(before), Some(behind)) = (text.get(..start), text.get(end..)) else { return NOTHING };
    let Some(told) = Told::of(claim, Tolerance::default()).filter(|_| claim.kind != ClaimKind::Date) else {
        return NOTHING;
    };
    let found = before_it(before, &told, claim);
    // `Principal due in 2025–2027 = $31.4 + $430.2`, `= $25.35 × 2,418`: an operand of what goes on, unless it is a result as well.
    let goes_on = found.0 == Written::Fails && starts_with_operator(behind);
    if found.0 != Written::None && !goes_on {
        return found;
    }
    let found = behind_it(behind, end, &told, claim);
    // `365 × £11.50 + 595 × £9 = £9,552.50`: the last operand is not what comes out.
    if found.0 == Written::Fails && ends_with_operator(before) { NOTHING } else { found }
}

/// Signs of calculation that are nothing else; a star may stress a word.
const OPERATORS: [char; 7] = ['+', '-', '−', '–', '×', '/', '÷'];

fn ends_with_operator(before: &str) -> bool {
    // A star at the number begins what is stressed.
    let head = before.trim_end_matches(['*', '_']);
    let head = head.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '$' | '€' | '£' | '₪' | '('));
    head.ends_with(OPERATORS) || head.ends_with(['*', '^']) || head.ends_with("\\times")
}

fn starts_with_operator(behind: &str) -> bool {
    let rest = behind.trim_start();
    // A star at the number ends what is stressed.
    rest.starts_with(OPERATORS) || (rest.starts_with('*') && rest.len() < behind.len())
}

const NOTHING: (Written, Range<u32>) = (Written::None, 0..0);

/// So many places of a line may be where a calculation begins.
const MOST_STARTS: usize = 48;

/// A calculation as the answer writes it, without the words before it and the numbers among them.
pub(crate) fn as_printed<'t>(text: &'t str, range: &Range<u32>) -> Option<&'t str> {
    let line = text.get(range.start as usize..range.end as usize)?;
    let begins =
        |(at, c): &(usize, char)| (c.is_ascii_digit() || OPENING.contains(c)) && starts_alone(line.as_bytes(), *at);
    let starts = || line.char_indices().filter(begins).map(|(at, _)| at);
    let calculates = |at: &usize| line.get(*at..).is_some_and(|rest| computed(&plain(rest), 0).is_some());
    let from = starts().take(MOST_STARTS).find(calculates).or_else(|| starts().next())?;
    Some(line.get(from..)?.trim().trim_matches(['*', '_', '`']))
}

/// What a calculation may begin with, beside a digit.
const OPENING: [char; 7] = ['(', '$', '€', '£', '₪', '-', '−'];

fn before_it(before: &str, told: &Told, claim: &Quantity) -> (Written, Range<u32>) {
    let head = before
        .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '\\' | '$' | '(' | '€' | '£' | '₪'));
    let equals = head.strip_suffix(['=', '≈']).or_else(|| head.strip_suffix("\\approx"));
    let (head, ends) = match (equals, head.strip_suffix('|')) {
        (Some(head), _) => (head, ['\n', '=']),
        (None, Some(head)) => (head, ['\n', '|']),
        (None, None) => return NOTHING,
    };
    let from = back(head, REACH);
    let line = head.get(from..).unwrap_or_default();
    let line = line.rsplit(ends).next().unwrap_or(line);
    let place = clip(head.len() - line.len())..clip(head.len());
    let plain = plain(line);
    // The cell before it may say a part of it, a score or a range.
    let other = if equals.is_some() { Written::Fails } else { Written::None };
    let is_scaled = measure::may_scale(line);
    let of = |value: f64| if gives(value, is_scaled, told, claim) { Written::Holds } else { other };
    // Words stand before it: what goes on to the `=` by itself is what is computed, the longest first.
    let starts = plain
        .char_indices()
        .filter(|(at, c)| (c.is_ascii_digit() || matches!(c, '(' | '-' | '.')) && starts_alone(plain.as_bytes(), *at));
    for (at, _) in starts.take(MOST_STARTS) {
        if let Some(value) = computed(&plain, at) {
            return (of(value), place);
        }
    }
    // `4) + 42.7 =` goes on from the result before.
    let goes_on = plain.find(['+', '-', '*', '/']).filter(|at| {
        let marker = plain.get(..*at).unwrap_or_default().trim().trim_end_matches([')', '.']);
        marker.chars().all(|c| c.is_ascii_digit())
    });
    if let Some(at) = goes_on {
        let earlier = head.get(..head.len() - line.len()).unwrap_or_default();
        let earlier = earlier.get(back(earlier, REACH)..).unwrap_or_default();
        let is_digit = |c: char| c.is_ascii_digit() || matches!(c, ',' | '.');
        let last = earlier.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
        let number = earlier.get(..last).unwrap_or_default();
        let number = number.get(number.trim_end_matches(is_digit).len()..).unwrap_or_default();
        let whole = format!("{number} {}", plain.get(at..).unwrap_or_default());
        if let Some(value) = computed(&whole, 0).filter(|value| gives(*value, is_scaled, told, claim)) {
            return (of(value), place);
        }
    }
    NOTHING
}

fn behind_it(behind: &str, end: usize, told: &Told, claim: &Quantity) -> (Written, Range<u32>) {
    let mut to = behind.len().min(REACH);
    while !behind.is_char_boundary(to) {
        to -= 1;
    }
    let line = behind.get(..to).unwrap_or_default().split('\n').next().unwrap_or_default();
    let rest = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '_' | '%'));
    let (inner, says_equal) = match (rest.strip_prefix('='), rest.strip_prefix('(')) {
        (Some(inner), _) => (inner, true),
        (None, Some(inner)) => (inner, false),
        (None, None) => return NOTHING,
    };
    let inner_at = line.len() - inner.len();
    let length = if says_equal {
        inner.find(['=', ';', '|']).unwrap_or(inner.len())
    } else {
        let Some(length) = closing(inner) else { return NOTHING };
        length
    };
    let inner = inner.get(..length).unwrap_or_default();
    let plain = plain(inner.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ',' | '*')));
    let place = clip(end + inner_at)..clip(end + inner_at + length);
    match computed(&plain, 0) {
        Some(value) if gives(value, measure::may_scale(inner), told, claim) => (Written::Holds, place),
        // Brackets may hold a range or a score.
        Some(_) if says_equal => (Written::Fails, place),
        _ => NOTHING,
    }
}

/// Where the bracket closes that is open at the start.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_u32;
    for (at, c) in text.char_indices() {
        depth = match c {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        };
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// So far before the end, or a little less.
fn back(text: &str, reach: usize) -> usize {
    let mut from = text.len().saturating_sub(reach);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    from
}

/// What is written from here to the end comes to, if it is a calculation and nothing else.
fn computed(plain: &str, at: usize) -> Option<f64> {
    let mut reader = Reader { bytes: plain.as_bytes(), at, operations: 0, is_share: false };
    let value = reader.sum(0)?;
    reader.words();
    reader.blanks();
    (reader.at == plain.len() && reader.operations > 0).then_some(value)
}

fn clip(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn starts_alone(bytes: &[u8], at: usize) -> bool {
    at.checked_sub(1).and_then(|i| bytes.get(i)).is_none_or(|b| !b.is_ascii_alphanumeric() && !matches!(b, b'.' | b','))
}

/// Whether a result is the claim: as it is, in per cent, in cents, or in the claim's own scale.
fn gives(value: f64, is_scaled: bool, told: &Told, claim: &Quantity) -> bool {
    let parts = match claim.kind {
        ClaimKind::Percentage => &[1.0, 100.0][..],
        ClaimKind::Currency => &[1.0, 0.01][..],
        _ => &[1.0][..],
    };
    let step = to_f64(claim.step).abs();
    let scales = [1.0, 1e3, 1e5, 1e6, 1e7, 1e9, 1e-3, 1e-6];
    let scales = scales.iter().filter(|scale| **scale == 1.0 || is_scaled || (**scale > 1.0 && step * 1e4 >= **scale));
    // Operands are rounded, too: a result may be off by its last digit.
    let told = Told { rounding: told.rounding.max(step * 1.05), ..*told };
    scales.flat_map(|scale| parts.iter().map(move |part| value * scale * part)).any(|v| told.agrees(v).holds())
}

/// The line with one sign for each operation, without money signs, scale words and what Markdown and LaTeX put around.
fn plain(line: &str) -> String {
    let mut out = line.to_owned();
    for (from, to) in [
        ("{,}", ""),
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
        (" percent", "%"),
        ("$", ""),
        ("€", ""),
        ("£", ""),
        ("₪", ""),
        ("EUR ", ""),
        ("USD ", ""),
        ("GBP ", ""),
        ("CHF ", ""),
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
    /// Whether what was read last is a percentage and nothing else.
    is_share: bool,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// What is counted, and in what: the ` million` of `$5 million / 3`, the ` parts` of `129 parts × 42`, the `m` of `421.2m`.
    fn words(&mut self) {
        let mut at = self.at;
        for _ in 0..MOST_WORDS {
            let from = at + usize::from(self.bytes.get(at) == Some(&b' '));
            let is_letter = |at: usize| self.bytes.get(at).is_some_and(|b| b.is_ascii_alphabetic() || *b >= 0x80);
            let mut to = (from..).find(|at| !is_letter(*at)).unwrap_or(from);
            if to == from {
                break;
            }
            // `60 l/min × 40 min`
            if self.bytes.get(to) == Some(&b'/') && is_letter(to + 1) {
                to = (to + 1..).find(|at| !is_letter(*at)).unwrap_or(to);
            }
            at = to;
        }
        self.at = at;
    }

    /// The next sign of these, read over the words before it.
    fn sign(&mut self, wanted: &[u8]) -> Option<u8> {
        let at = self.at;
        self.words();
        let found = self.next_is(wanted);
        if found.is_none() {
            self.at = at;
        }
        found
    }

    fn next_is(&mut self, wanted: &[u8]) -> Option<u8> {
        self.blanks();
        let found = *self.bytes.get(self.at).filter(|b| wanted.contains(b))?;
        self.at += 1;
        Some(found)
    }

    fn sum(&mut self, depth: u8) -> Option<f64> {
        let mut value = self.product(depth)?;
        while let Some(sign) = self.sign(b"+-") {
            self.operations += 1;
            let other = self.product(depth)?;
            // `€540 + 25%` is a quarter more.
            let other = if self.is_share { value * other } else { other };
            value = if sign == b'+' { value + other } else { value - other };
        }
        self.is_share = false;
        Some(value)
    }

    fn product(&mut self, depth: u8) -> Option<f64> {
        let mut value = self.value(depth)?;
        while let Some(sign) = self.sign(b"*/") {
            self.operations += 1;
            let other = self.value(depth)?;
            value = if sign == b'*' { value * other } else { value / other };
            self.is_share = false;
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
            self.words();
            self.next_is(b")")?;
            value
        } else {
            self.number()?
        };
        self.is_share = self.next_is(b"%").is_some();
        let value = if self.is_share { value / 100.0 } else { value };
        let value = if self.next_is(b"^").is_some() {
            self.operations += 1;
            libm::pow(value, self.value(depth + 1)?)
        } else {
            value
        };
        Some(if negative { -value } else { value })
    }

    fn number(&mut self) -> Option<f64> {
        self.blanks();
        let start = self.at;
        while self.bytes.get(self.at).is_some_and(|b| b.is_ascii_digit() || matches!(b, b',' | b'.')) {
            self.at += 1;
        }
        let own = core::str::from_utf8(self.bytes.get(start..self.at)?).ok()?;
        claims::digits(own.trim_end_matches(['.', ',']), Conventions::default()).map(to_f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::extract;

    #[test]
    fn a_calculation_is_shown_without_what_stands_before_it() {
        for (line, expected) in [
            ("2023: $12,059 - $6,811 ", "$12,059 - $6,811"),
            ("It rose by $279,000, or 9.8%, to $3.1 million: `3,122 - 2,843 ", "3,122 - 2,843"),
            ("**Average: ($7,100 + $7,300) / 2** ", "($7,100 + $7,300) / 2"),
            ("$5 million / 3 ", "$5 million / 3"),
        ] {
            let range = 0..u32::try_from(line.len()).unwrap();
            assert_eq!(as_printed(line, &range), Some(expected), "{line}");
        }
    }

    #[test]
    fn what_is_written_out_is_computed_again() {
        for (text, expected) in [
            ("Operating margin = $2,112 / $14,082 * 100 = 15.0%", Written::Holds),
            ("Operating margin = $2,112 / $14,082 * 100 = 16.0%", Written::Fails),
            ("\\[ \\text{ROA} = \\frac{689.6}{7,159.5} \\times 100 = 9.6\\% \\]", Written::Holds),
            ("Fiscal 2024: 462.8 / 1,999.6 = 23.1%", Written::Holds),
            ("Average: ($7,100 + $7,300) / 2 = $7,200", Written::Holds),
            ("\\frac{1,012.4}{650.4} \\approx 1.56", Written::Holds),
            ("- 3 nights × €89 = €267", Written::Holds),
            ("129 parts × EUR 42 = EUR 5,418", Written::Holds),
            ("- €421.2m / 3,240m = 13.0 cents", Written::Holds),
            ("$900.0 − $145.0 drawn − $12.6 letters of credit = $742.4", Written::Holds),
            ("\\frac{57,080}{311,000} = 18.4\\%", Written::Holds),
            ("\\frac{177{,}200}{41{,}350} = 4.29", Written::Holds),
            ("It has 3 rooms for every 2 guests = 5", Written::None),
            ("- 3 × €89 = €267", Written::Holds),
            ("2 × £12 = £26", Written::Fails),
            ("*2* × *£12* = *£24*", Written::Holds),
            ("2 * 12 = 24", Written::Holds),
            ("3,624.25 + 386.14 = ₹4,010.39 lakhs", Written::Holds),
            ("3,624.25 + 386.14 = ₹4,010.39 crore", Written::Holds),
            ("The net debt was $509 million - $100 million = $409 million", Written::Holds),
            ("It was 5 = 5", Written::None),
            ("In 2024 it was $5", Written::None),
            ("a = (((((((((((1 + 1))))))))))) = 2", Written::None),
            ("Revenue: (732.1 / 500.0)^(1/4) − 1 = 10.0%", Written::Holds),
            ("Revenue: (732.1 / 500.0)^(1/4) − 1 = 12.0%", Written::Fails),
            ("$\\left(\\frac{4,829}{3,214}\\right)^{1/4} - 1 = 10.7\\%$", Written::Holds),
            ("EBIT-Marge: 112,4 / 1.284,6 = 8.7 %", Written::Holds),
            ("RevPAR: $121,545 thousand / 912,500 = $133.20", Written::Holds),
            ("RevPAR: $121,545 thousand / 912,500 = $143.20", Written::Fails),
            ("Unit cost: $7,008 / 57,840 × 100 = 12.12¢", Written::Holds),
            ("Country: 234 × 620 g = 145.08 kg", Written::Holds),
            ("60 l/min × 40 min × 3 runs = 7,200", Written::Holds),
            ("€540 + 25% = €675", Written::Holds),
            ("€540 − 25% = €405", Written::Holds),
            ("€540 + 25% × €100 = €565", Written::Holds),
        ] {
            let claim = extract(text, None).pop().unwrap();
            assert_eq!(beside(text, &claim).0, expected, "{text}");
        }
    }

    #[test]
    fn a_calculation_may_stand_behind_or_go_on() {
        for (text, which, expected) in [
            ("The current ratio was 2.14 (1,057.4 / 494.4), so it slipped", 0, Written::Holds),
            ("The current ratio was 2.24 (1,057.4 / 494.4)", 0, Written::None),
            ("A margin of 15.0% = $2,112 / $14,082.", 0, Written::Holds),
            ("A margin of 16.0% = $2,112 / $14,082.", 0, Written::Fails),
            ("It took five years (2019–2023)", 0, Written::None),
            ("Due in 2025–2027 = $31.4 + $430.2 = $461.6", 2, Written::None),
            ("There were 12 (7/5)", 0, Written::None),
            ("| 2024 | $655 − $287 | $368 million |", 3, Written::Holds),
            ("| 2024 | $655 − $287 | $378 million |", 3, Written::None),
            ("| Blood count | 52 / 60 min | 6,175 |", 2, Written::None),
            ("365 × £11.50 + 595 × £9 = £4,197.50", 3, Written::None),
            ("365 × £11.50 + 595 * **£9** = £4,197.50", 3, Written::None),
            ("Gross **£9** = 365 × £11.50", 0, Written::Fails),
            ("| 2024 | $655 | $368 million |", 2, Written::None),
            ("3) + 51.6 = 243.2\n4) + 42.7 = **$285.9 million**", 3, Written::Holds),
            ("3) + 51.6 = 243.2\n4) + 42.7 = **$295.9 million**", 3, Written::None),
        ] {
            let claims = extract(text, None);
            let told: Vec<_> = claims.iter().filter_map(|claim| claim.span.of(text)).collect();
            assert_eq!(beside(text, &claims[which]).0, expected, "{text}: {which} of {told:?}");
        }
    }
}
