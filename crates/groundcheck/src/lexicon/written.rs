//! Words for values: the way back from what the lexicon reads.

use super::{Lex, en, he, is_hebrew};

/// The first word of this language that means this and fits.
fn first(hebrew: bool, lex: Lex, fits: impl Fn(&str) -> bool) -> Option<&'static str> {
    let words = if hebrew { he::WORDS } else { en::WORDS };
    words.iter().find(|(word, own)| *own == lex && fits(word)).map(|(word, _)| *word)
}

/// An English number under a hundred, in words.
pub(crate) fn cardinal(number: u8) -> Option<String> {
    let word = |lex: Lex| first(false, lex, |_| true);
    match number {
        0..=9 => word(Lex::Unit(number)).map(str::to_owned),
        10..=19 => word(Lex::Teen(number)).map(str::to_owned),
        20..=99 => {
            let tens = word(Lex::Tens(number / 10 * 10))?;
            Some(if number.is_multiple_of(10) {
                tens.to_owned()
            } else {
                format!("{tens}-{}", word(Lex::Unit(number % 10))?)
            })
        }
        _ => None,
    }
}

/// What follows the digits of a day or a place: `st`, `nd`, `rd`, `th`.
pub(crate) fn ordinal_suffix(number: u64) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

/// The name of a month, written as this one of another month is: short or long, in its language and case.
pub(crate) fn month_name(like: &str, month: u8) -> Option<String> {
    let lex = Lex::Month(month);
    let hebrew = like.starts_with(is_hebrew);
    let long = || first(hebrew, lex, |_| true);
    // `May` is both; `June` and `Sept` have four letters.
    let full =
        (1..=12).filter_map(|own| first(false, Lex::Month(own), |_| true)).any(|own| own.eq_ignore_ascii_case(like));
    let name = if hebrew || full { long() } else { first(false, lex, |word| word.len() == 3) }?;
    let mut letters = like.chars();
    let (first, second) = (letters.next()?, letters.next().unwrap_or('a'));
    Some(match (first.is_ascii_uppercase(), second.is_ascii_uppercase()) {
        (true, true) => name.to_ascii_uppercase(),
        (true, false) => name.split_at_checked(1).map(|(own, rest)| own.to_ascii_uppercase() + rest)?,
        _ => name.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_months_are_named() {
        let words: Vec<_> = [0, 9, 12, 20, 43, 99].into_iter().filter_map(cardinal).collect();
        assert_eq!(words, ["zero", "nine", "twelve", "twenty", "forty-three", "ninety-nine"]);
        assert_eq!(cardinal(100), None);
        let suffixes = [1, 2, 3, 4, 11, 12, 13, 21, 112].map(ordinal_suffix);
        assert_eq!(suffixes, ["st", "nd", "rd", "th", "th", "th", "th", "st", "th"]);
        for (like, month, name) in [
            ("March", 9, "September"),
            ("Mar", 9, "Sep"),
            ("sept", 3, "mar"),
            ("MAR", 9, "SEP"),
            ("May", 9, "September"),
            ("June", 5, "May"),
            ("מרץ", 9, "ספטמבר"),
        ] {
            assert_eq!(month_name(like, month).as_deref(), Some(name), "{like}");
        }
        assert_eq!(month_name("March", 13), None);
    }
}
