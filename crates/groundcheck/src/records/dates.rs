//! The years and days in a date or a period as people write it.
//!
//! Document 3 looks for `\b(1[89]\d{2}|20\d{2})\b`, which neither finds the year 2135 nor sees that no February has 30 days. Here any
//! four digits that stand alone are a year, and what is written as a day is one or is impossible. Where day and month may be either
//! way round (`3/4/2024`) both are meant: a rule breaks only where it breaks for both.

use crate::claims::Period;
use crate::lexicon::{self, Lex};

/// A day or a longer time by the days it may be: the first and the last, counted as [`Period::day_number`] does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Day {
    pub(super) earliest: i64,
    pub(super) latest: i64,
}

/// What a text says of time.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Dates {
    /// Every year, in the order of the text.
    pub(super) years: Vec<u32>,
    /// Every day, month or year, in the order of the text.
    pub(super) days: Vec<Day>,
    /// The first day that no calendar has, as `2023-02-30`.
    pub(super) impossible: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    /// At most four digits, and how many.
    Number(u16, usize),
    /// More digits: no part of a date.
    Long,
    Month(u16),
    /// `st`, `nd`, `rd`, `th`, `of`.
    Filler,
    Word,
    Mark(char),
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let kind = |c: char| if c.is_ascii_digit() { 1 } else { u8::from(c.is_alphabetic()) * 2 };
        let end = match kind(c) {
            0 => c.len_utf8(),
            own => rest.find(|c| kind(c) != own).unwrap_or(rest.len()),
        };
        let (token, behind) = rest.split_at(end);
        rest = behind;
        if c.is_ascii_digit() {
            let number = token.parse().ok().filter(|_| token.len() <= 4);
            tokens.push(number.map_or(Token::Long, |number| Token::Number(number, token.len())));
        } else if c.is_alphabetic() {
            tokens.push(word(token));
        } else if !c.is_whitespace() {
            tokens.push(Token::Mark(c));
        }
    }
    tokens
}

fn word(text: &str) -> Token {
    let month = |word: &str| match lexicon::look_up(word) {
        Lex::Month(month) => Some(u16::from(month)),
        _ => None,
    };
    let unprefixed = || text.strip_prefix(lexicon::is_hebrew_prefix).and_then(month);
    match month(text).or_else(unprefixed) {
        Some(month) => Token::Month(month),
        None if ["st", "nd", "rd", "th", "of"].iter().any(|filler| text.eq_ignore_ascii_case(filler)) => Token::Filler,
        None => Token::Word,
    }
}

/// Reads a text. `last_year` is the latest one that two digits may mean: `1/31/24`.
pub(super) fn read(text: &str, last_year: u32) -> Dates {
    let mut dates = Dates::default();
    // Without what stands between a day and its month.
    let tokens: Vec<Token> = tokens(text).into_iter().filter(|token| *token != Token::Filler).collect();
    let mut rest = tokens.as_slice();
    while !rest.is_empty() {
        let used = dates.take(rest, last_year);
        rest = rest.get(used..).unwrap_or_default();
    }
    dates
}

impl Dates {
    /// Takes what the tokens begin with, and returns how many of them it was.
    fn take(&mut self, tokens: &[Token], last_year: u32) -> usize {
        use Token::{Mark, Month, Number};
        match *tokens {
            // 2024-12-31
            [Number(year, 4), Mark(a @ ('-' | '/' | '.')), Number(month, 1 | 2), Mark(b), Number(day, 1 | 2), ..]
                if a == b =>
            {
                self.day(year, &[(month, day)]);
                5
            }
            // 12/31/2024, 31.12.24
            [
                Number(first, 1 | 2),
                Mark(a @ ('-' | '/' | '.')),
                Number(second, 1 | 2),
                Mark(b),
                Number(year, digits @ (2 | 4)),
                ..,
            ] if a == b => {
                let year = if digits == 4 { year } else { of_two_digits(year, last_year) };
                self.day(year, &[(first, second), (second, first)]);
                5
            }
            // 31 March 2024, 31-Mar-2024
            [Number(day, 1 | 2), Mark('-' | '/' | '.'), Month(month), Mark('-' | '/' | '.'), Number(year, 4), ..] => {
                self.day(year, &[(month, day)]);
                5
            }
            [Number(day, 1 | 2), Month(month), Mark(','), Number(year, 4), ..]
            | [Month(month), Number(day, 1 | 2), Mark(','), Number(year, 4), ..] => {
                self.day(year, &[(month, day)]);
                4
            }
            [Number(day, 1 | 2), Month(month), Number(year, 4), ..]
            | [Month(month), Number(day, 1 | 2), Number(year, 4), ..] => {
                self.day(year, &[(month, day)]);
                3
            }
            // March 2024, 03/2024, 2024-03
            [Month(month), Number(year, 4), ..] | [Number(year, 4), Month(month), ..] => {
                self.month(year, month);
                2
            }
            [Number(month @ 1..=12, 1 | 2), Mark('/' | '-'), Number(year, 4), ..]
            | [Number(year, 4), Mark('/' | '-'), Number(month @ 1..=12, 2), ..] => {
                self.month(year, month);
                3
            }
            // A day without its year: 1 March to 31 March 2024.
            [Number(day, 1 | 2), Month(month), ..] | [Month(month), Number(day, 1 | 2), ..] => {
                // 2000 is a leap year.
                if ordinal(2000, month, day).is_none() && self.impossible.is_none() {
                    self.impossible = Some(format!("{month:02}-{day:02}"));
                }
                2
            }
            [Number(year @ 1000.., 4), ..] => {
                self.time(year, ordinal(year, 1, 1), ordinal(year, 12, 31));
                1
            }
            _ => 1,
        }
    }

    fn month(&mut self, year: u16, month: u16) {
        let last = (28..=31).rev().find_map(|day| ordinal(year, month, day));
        self.time(year, ordinal(year, month, 1), last);
    }

    fn time(&mut self, year: u16, first: Option<i64>, last: Option<i64>) {
        self.years.push(u32::from(year));
        self.days.extend(first.zip(last).map(|(earliest, latest)| Day { earliest, latest }));
    }

    /// A day by its ways to be read, month first.
    fn day(&mut self, year: u16, ways: &[(u16, u16)]) {
        let days: Vec<i64> = ways.iter().filter_map(|(month, day)| ordinal(year, *month, *day)).collect();
        self.time(year, days.iter().min().copied(), days.iter().max().copied());
        if let (true, None, Some((month, day))) = (days.is_empty(), &self.impossible, ways.first()) {
            self.impossible = Some(format!("{year:04}-{month:02}-{day:02}"));
        }
    }
}

/// The latest year up to `last` that ends so.
fn of_two_digits(year: u16, last: u32) -> u16 {
    let last = u16::try_from(last).unwrap_or(u16::MAX);
    let century = last - last % 100;
    if year <= last % 100 { century + year } else { (century + year).saturating_sub(100) }
}

/// The number of a day of the calendar; `None` for one that never was.
fn ordinal(year: u16, month: u16, day: u16) -> Option<i64> {
    Period::day(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?).and_then(Period::day_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them() {
        for (text, years, days, impossible) in [
            ("2024-01-31", &[2024][..], 1, None),
            ("2024-01-31T10:20:30Z", &[2024], 1, None),
            ("1 March 2024 to 31 March 2024", &[2024, 2024], 2, None),
            ("March 1, 2024 – March 31st, 2024", &[2024, 2024], 2, None),
            ("01/02/2024 - 28/02/2024", &[2024, 2024], 2, None),
            ("31.12.23", &[2023], 1, None),
            ("31-Dec-2023", &[2023], 1, None),
            ("Q3 2024", &[2024], 1, None),
            ("FY2024", &[2024], 1, None),
            ("1–31 במרץ 2024", &[2024], 1, None),
            ("03/2024", &[2024], 1, None),
            ("2135", &[2135], 1, None),
            ("0815", &[], 0, None),
            ("unknown", &[], 0, None),
            ("20240131", &[], 0, None),
            ("2023-02-29", &[2023], 0, Some("2023-02-29")),
            ("2024-02-29", &[2024], 1, None),
            ("2024-13-01", &[2024], 0, Some("2024-13-01")),
            ("31 April 2024", &[2024], 0, Some("2024-04-31")),
            ("30 Feb to 31 March 2024", &[2024], 1, Some("02-30")),
            ("31/31/2024", &[2024], 0, Some("2024-31-31")),
        ] {
            let dates = read(text, 2025);
            let found = (dates.years.as_slice(), dates.days.len(), dates.impossible.as_deref());
            assert_eq!(found, (years, days, impossible), "{text}");
        }
    }

    #[test]
    fn either_way_round_is_both() {
        let days = read("3/4/2024", 2025).days;
        let number = |month, day| ordinal(2024, month, day).unwrap();
        assert_eq!(days, [Day { earliest: number(3, 4), latest: number(4, 3) }]);
        assert_eq!((of_two_digits(24, 2025), of_two_digits(35, 2025), of_two_digits(0, 2099)), (2024, 1935, 2000));
    }
}
