//! The years and days in a date or a period as people write it.
//!
//! Document 3 looks for `\b(1[89]\d{2}|20\d{2})\b`, which neither finds the year 2135 nor sees that no February has 30 days. Here any
//! four digits that stand alone are a year, and what is written as a day is one or is impossible. Where day and month may be either
//! way round (`3/4/2024`) both are meant: a rule breaks only where it breaks for both.

use crate::lexicon::{self, Lex};

/// A day or a longer time by the days it may be: the first and the last, counted from an arbitrary one.
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
    Number(u32, usize),
    /// More digits: no part of a date.
    Long,
    Month(u32),
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
        Lex::Month(month) => Some(u32::from(month)),
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
                if !exists(2000, month, day) && self.impossible.is_none() {
                    self.impossible = Some(format!("{month:02}-{day:02}"));
                }
                2
            }
            [Number(year @ 1000.., 4), ..] => {
                self.years.push(year);
                self.days.push(Day { earliest: ordinal(year, 1, 1), latest: ordinal(year, 12, 31) });
                1
            }
            _ => 1,
        }
    }

    fn month(&mut self, year: u32, month: u32) {
        self.years.push(year);
        self.days.push(Day { earliest: ordinal(year, month, 1), latest: ordinal(year, month, days_in(year, month)) });
    }

    /// A day by its ways to be read, month first.
    fn day(&mut self, year: u32, ways: &[(u32, u32)]) {
        self.years.push(year);
        let days = ways.iter().filter(|(month, day)| exists(year, *month, *day));
        let days: Vec<i64> = days.map(|(month, day)| ordinal(year, *month, *day)).collect();
        match (days.iter().min(), days.iter().max()) {
            (Some(earliest), Some(latest)) => self.days.push(Day { earliest: *earliest, latest: *latest }),
            _ => {
                if let (None, Some((month, day))) = (&self.impossible, ways.first()) {
                    self.impossible = Some(format!("{year:04}-{month:02}-{day:02}"));
                }
            }
        }
    }
}

/// The latest year up to `last` that ends so.
fn of_two_digits(year: u32, last: u32) -> u32 {
    let century = last - last % 100;
    if century + year <= last { century + year } else { (century + year).saturating_sub(100) }
}

fn days_in(year: u32, month: u32) -> u32 {
    let leap = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

fn exists(year: u32, month: u32, day: u32) -> bool {
    (1..=days_in(year, month)).contains(&day)
}

/// The number of a day in the Gregorian calendar. Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
fn ordinal(year: u32, month: u32, day: u32) -> i64 {
    let year = i64::from(year) - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((i64::from(month) + 9) % 12) + 2) / 5 + i64::from(day) - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year
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
        assert_eq!(days, [Day { earliest: ordinal(2024, 3, 4), latest: ordinal(2024, 4, 3) }]);
        assert_eq!(ordinal(2024, 3, 1) - ordinal(2024, 2, 28), 2);
        assert_eq!(ordinal(2024, 1, 1) - ordinal(2023, 1, 1), 365);
        assert_eq!((of_two_digits(24, 2025), of_two_digits(35, 2025), of_two_digits(0, 2099)), (2024, 1935, 2000));
    }
}
