//! How long the time is that a value is of: three months, nine, a year.
//!
//! Source: interim reports, where `Three months ended September 30` and `Nine months ended September 30` stand over the same day.

use super::tables::periods::{Part, parts_of_year};
use crate::claims::{Period, Quantity, Value};
use crate::document::token::Token;
use crate::lexicon::{HEBREW, Lex};

/// What says how many months a time has, in lower case.
const LENGTHS: &[(&str, u8)] = &[
    ("three months", 3),
    ("three-month", 3),
    ("3 months", 3),
    ("thirteen weeks", 3),
    ("13 weeks", 3),
    ("quarter", 3),
    ("שלושה חודשים", 3),
    ("רבעון", 3),
    ("six months", 6),
    ("six-month", 6),
    ("6 months", 6),
    ("twenty-six weeks", 6),
    ("26 weeks", 6),
    ("half-year", 6),
    ("שישה חודשים", 6),
    ("nine months", 9),
    ("nine-month", 9),
    ("9 months", 9),
    ("thirty-nine weeks", 9),
    ("39 weeks", 9),
    ("תשעה חודשים", 9),
    ("twelve months", 12),
    ("12 months", 12),
    ("year ended", 12),
    ("years ended", 12),
    ("full year", 12),
];

/// How many months the time has that a text in lower case names; `None` where it names none, or several. `13 months` are no
/// `3 months`, and `headquarters` no quarter.
pub(super) fn months(lower: &str) -> Option<u8> {
    let mut named = None;
    let bytes = lower.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        // Most bytes begin no length, which is quickly seen. Hebrew writes letters onto its words.
        if !matches!(byte, b't' | b'q' | b's' | b'h' | b'n' | b'y' | b'f' | b'0'..=b'9' | HEBREW) {
            continue;
        }
        if byte != HEBREW && at > 0 && bytes[at - 1].is_ascii_alphanumeric() {
            continue;
        }
        let rest = &bytes[at..];
        let is_here = |name: &str| name.as_bytes()[0] == byte && rest.starts_with(name.as_bytes());
        for (_, months) in LENGTHS.iter().filter(|(name, _)| is_here(name)) {
            if *named.get_or_insert(*months) != *months {
                return None;
            }
        }
    }
    named
}

/// The same of a sentence's dates: a quarter has three months, a half year six.
pub(super) fn of_periods(quantities: &[Quantity]) -> Option<u8> {
    let length = |q: &Quantity| match q.value {
        Value::Period(Period::Quarter(..)) => Some(3),
        Value::Period(Period::Half(..)) => Some(6),
        _ => None,
    };
    let mut named = quantities.iter().filter_map(length);
    let first = named.next()?;
    named.all(|months| months == first).then_some(first)
}

/// The only quarter or month that a sentence names, where it leaves its year to the reader: `in the third quarter`, `in May`.
pub(super) fn part(text: &str, tokens: &[Token], quantities: &[Quantity]) -> Option<Part> {
    let year = |q: &Quantity| matches!(q.value, Value::Period(Period::Year(_) | Period::Fiscal(_)) | Value::Number(_));
    if !quantities.iter().all(year) {
        return None;
    }
    quarter(text, tokens).map(Part::Quarter).or_else(|| month(text, tokens).map(Part::Month))
}

/// The month that a word names; `may sell` names none.
pub(super) fn named_month(text: &str, token: &Token) -> Option<u8> {
    match token.lex {
        Lex::Month(month) if !token.text(text).starts_with(char::is_lowercase) => Some(month),
        _ => None,
    }
}

/// The only month in it, be it that of the day `May 4th`.
fn month(text: &str, tokens: &[Token]) -> Option<u8> {
    let mut months = tokens.iter().filter_map(|t| named_month(text, t));
    let first = months.next()?;
    months.all(|month| month == first).then_some(first)
}

fn quarter(text: &str, tokens: &[Token]) -> Option<u8> {
    let named = parts_of_year(text, tokens);
    let Part::Quarter(first) = *named.first()? else { return None };
    // `From the first to the fourth quarter` names two, `for the first time in the third quarter` one.
    let is_time = |at: usize| tokens.get(at + 1).is_some_and(|t| t.is_one_of(text, &["time"]));
    let is_other = |(at, t): (usize, &Token)| matches!(t.lex, Lex::Ordinal(n) if n != first) && !is_time(at);
    let other = tokens.iter().enumerate().any(is_other);
    (!other && named.iter().all(|part| *part == Part::Quarter(first))).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Conventions, extract_tokens};
    use crate::document::token::tokens;

    #[test]
    fn texts_name_one_length_or_none() {
        for (text, expected) in [
            ("three months ended june 30,", Some(3)),
            ("the first nine months of 2023", Some(9)),
            ("third-quarter sales", Some(3)),
            ("years ended june 30,", Some(12)),
            ("three and nine months ended june 30", Some(9)),
            ("three months and nine months ended june 30", None),
            ("june 30, 2023", None),
            ("a loan over 60 months", None),
            ("a loan over 13 months", None),
            ("at its headquarters", None),
            ("ברבעון השני", Some(3)),
            ("over 13 months and in the next 3 months", Some(3)),
        ] {
            assert_eq!(months(text), expected, "{text}");
        }
    }

    #[test]
    fn every_length_is_found() {
        for (name, months) in LENGTHS {
            assert_eq!(super::months(&format!("the {name} then")), Some(*months), "{name}");
        }
    }

    #[test]
    fn quarters_and_months_without_their_year() {
        for (text, expected) in [
            ("Sales were up in the third quarter.", Some(Part::Quarter(3))),
            ("Sales fell in Q2.", Some(Part::Quarter(2))),
            ("Sales fell in February.", Some(Part::Month(2))),
            ("המכירות ירדו בפברואר.", Some(Part::Month(2))),
            ("Sales fell in February 2023.", None),
            ("Sales fell from May to June.", None),
            ("Sales may fall.", None),
            ("Sales fell in Q2 2023.", None),
            ("Sales rose from the first to the fourth quarter.", None),
            ("A quarter of all sales is online.", None),
        ] {
            let tokens = tokens(text);
            let found = extract_tokens(text, &tokens, Conventions::default());
            assert_eq!(part(text, &tokens, &found), expected, "{text}");
        }
    }
}
