//! Periods that a table tells in two places: `First quarter` in a row under `Fiscal 2019`, `December 31,` over `2018`.

use super::super::prepare::Dated;
use crate::claims::{self, Conventions, Period, Value};
use crate::document::token::{Kind, Token};
use crate::lexicon::Lex;

/// A part of a year whose year stands elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Half(u8),
    Quarter(u8),
    Month(u8),
    Day(u8, u8),
}

impl Part {
    /// The part of this year; `None` for a day that the year does not have.
    pub(crate) fn of(self, year: u16) -> Option<Period> {
        match self {
            Part::Half(n) => Some(Period::Half(year, n)),
            Part::Quarter(n) => Some(Period::Quarter(year, n)),
            Part::Month(month) => Some(Period::Month(year, month)),
            Part::Day(month, day) => Period::day(year, month, day),
        }
    }
}

/// The parts of a year that a cell names without their year. A month counts alone only: `May` in a sentence may be a verb.
pub(crate) fn parts(text: &str, tokens: &[Token], conventions: Conventions) -> Vec<Part> {
    let named = |t: &Token| !matches!(t.lex, Lex::None) || t.kind == Kind::Number;
    if !tokens.iter().any(named) {
        return Vec::new();
    }
    if let [Token { lex: Lex::Month(month), .. }] | [Token { lex: Lex::Month(month), .. }, Token { ch: b'.', .. }] =
        tokens
    {
        return vec![Part::Month(*month)];
    }
    let days = claims::extract_all(text, tokens, conventions).moments.into_iter().filter_map(|day| match day.value {
        Value::Day(day) => Some(Part::Day(day.month, day.day)),
        _ => None,
    });
    let mut found: Vec<Part> = days.chain(parts_of_year(text, tokens)).collect();
    found.dedup();
    found
}

/// The quarters and halves among them.
pub(crate) fn parts_of_year(text: &str, tokens: &[Token]) -> Vec<Part> {
    let lex = |i: usize| tokens.get(i).map_or(Lex::None, |t| t.lex);
    let small = |i: usize| {
        let token = tokens.get(i).filter(|t| t.kind == Kind::Number)?;
        token.text(text).parse::<u8>().ok()
    };
    let part = |lex: Lex, n: u8| match lex {
        Lex::Quarter | Lex::QuarterLetter if (1..=4).contains(&n) => Some(Part::Quarter(n)),
        Lex::Half | Lex::HalfLetter if (1..=2).contains(&n) => Some(Part::Half(n)),
        _ => None,
    };
    // `2h` are two hours.
    let lex = |i: usize| {
        let is_hours = tokens.get(i).is_some_and(|t| t.lex == Lex::HalfLetter && t.text(text) == "h");
        if is_hours { Lex::None } else { lex(i) }
    };
    let glued = |i: usize| i > 0 && tokens.get(i).is_some_and(|t| t.start == tokens[i - 1].end);
    let mut found = Vec::new();
    for i in 0..tokens.len() {
        let (own, next) = (lex(i), lex(i + 1));
        found.extend(match own {
            // `First quarter`, `first fiscal quarter`, `מחצית ראשונה`
            Lex::Ordinal(n) => part(if next == Lex::Fiscal { lex(i + 2) } else { next }, n),
            Lex::Quarter | Lex::Half => match next {
                Lex::Ordinal(n) | Lex::Unit(n @ 2) if text_is_hebrew(text, tokens, i) => part(own, n),
                _ => small(i + 1).and_then(|n| part(own, n)),
            },
            // `Q1`, `1Q`, `1st quarter`
            Lex::QuarterLetter | Lex::HalfLetter if glued(i + 1) => small(i + 1).and_then(|n| part(own, n)),
            _ => small(i).and_then(|n| match next {
                Lex::QuarterLetter | Lex::HalfLetter if glued(i + 1) => part(next, n),
                Lex::OrdinalSuffix => part(lex(i + 2), n),
                _ => None,
            }),
        });
    }
    found.dedup();
    found
}

fn text_is_hebrew(text: &str, tokens: &[Token], i: usize) -> bool {
    tokens.get(i).is_some_and(|t| !t.text(text).is_ascii())
}

/// The periods of a row's label and of the heading over a value. A day in another year than the heading's is part of the row's
/// name, `Final dividend for the year ended 30 June 2018` under `2019`: only its year counts.
pub(super) fn beside(row: &[Dated], heading: &[Dated]) -> Vec<Dated> {
    let of_heading = |year: u16| heading.is_empty() || heading.iter().any(|own| own.period.year() == year);
    let named = row.iter().map(|own| match own.period.year() {
        year if of_heading(year) => *own,
        year => Dated { period: Period::Year(year), ..*own },
    });
    named.chain(heading.iter().copied()).collect()
}

/// The one part that is named.
pub(super) fn only(parts: &[Part]) -> Option<Part> {
    parts.first().filter(|first| parts.iter().all(|p| p == *first)).copied()
}

/// Puts a part into the years that stand elsewhere.
pub(super) fn complete(periods: &mut [Dated], part: Part) {
    for dated in periods {
        if let Period::Year(year) | Period::Fiscal(year) = dated.period
            && let Some(period) = part.of(year)
        {
            dated.period = period;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn parts_of_a_year_without_it() {
        for (text, expected) in [
            ("First quarter", vec![Part::Quarter(1)]),
            ("Second fiscal quarter", vec![Part::Quarter(2)]),
            ("Q3", vec![Part::Quarter(3)]),
            ("4Q", vec![Part::Quarter(4)]),
            ("3rd Quarter", vec![Part::Quarter(3)]),
            ("Quarter 2", vec![Part::Quarter(2)]),
            ("First half", vec![Part::Half(1)]),
            ("H2", vec![Part::Half(2)]),
            ("רבעון ראשון", vec![Part::Quarter(1)]),
            ("March", vec![Part::Month(3)]),
            ("Years ended December 31,", vec![Part::Day(12, 31)]),
            ("Three months ended", vec![]),
            ("First mortgage", vec![]),
            ("We may sell", vec![]),
            ("Rent", vec![]),
        ] {
            assert_eq!(parts(text, &tokens(text), Conventions::default()), expected, "{text}");
        }
    }
}
