//! Claims in a text: where a value stands, what kind it is and what it is in base units.
//!
//! One file a kind; [`exclude`] holds what looks like a claim and is none. Source: document 2, "Claim Types", and how people
//! and models really write. The same extraction reads answers and sources, so both mean the same by a number.

mod comparator;
mod currency;
mod date;
mod digits;
mod exclude;
mod measure;
mod number;
mod numeral;
mod percentage;
mod period;
mod range;
mod ratio;
mod reader;
mod spoken;
mod time;
mod unclaimed;

use groundcheck_types::{ClaimKind, ClaimValue, Comparator, Locale, Number, Span};
use rust_decimal::Decimal;

use crate::document::token::{self, Token};
use crate::lexicon::measure::Measure;
use crate::lexicon::{Lex, Seen};

pub(crate) use digits::{bounded, to_f64};
pub(crate) use exclude::citation;
pub use period::{MonthDay, Period};
pub(crate) use reader::{Conventions, Reader, answer_is_hebrew};
pub use time::Time;
pub(crate) use time::{DAY, times};
pub(crate) use unclaimed::unclaimed;

/// A value as the engine computes with it: exact decimals, no binary rounding at a tolerance's edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// In base units.
    Number(Decimal),
    /// A date or period.
    Period(Period),
    /// A day without its year.
    Day(MonthDay),
    /// A time of the day.
    Time(Time),
}

impl Value {
    /// As the contract writes it.
    #[must_use]
    pub fn to_claim_value(self) -> ClaimValue {
        match self {
            Value::Number(number) => ClaimValue::Number(Number(to_f64(number))),
            Value::Period(period) => ClaimValue::Date(period.to_string()),
            Value::Day(day) => ClaimValue::Date(day.to_string()),
            Value::Time(time) => ClaimValue::Date(time.to_string()),
        }
    }

    /// The number, where it is one.
    #[must_use]
    pub fn number(self) -> Option<Decimal> {
        match self {
            Value::Number(number) => Some(number),
            Value::Period(_) | Value::Day(_) | Value::Time(_) => None,
        }
    }

    /// The day of the year, where it is a day.
    #[must_use]
    pub fn month_day(self) -> Option<MonthDay> {
        match self {
            Value::Day(day) => Some(day),
            Value::Period(period) => period.month_day(),
            Value::Number(_) | Value::Time(_) => None,
        }
    }

    /// The time of the day, where it is one.
    #[must_use]
    pub fn time(self) -> Option<Time> {
        match self {
            Value::Time(time) => Some(time),
            Value::Number(_) | Value::Period(_) | Value::Day(_) => None,
        }
    }

    /// The period, where it is one whose year is told.
    #[must_use]
    pub fn period(self) -> Option<Period> {
        match self {
            Value::Period(period) => Some(period),
            Value::Number(_) | Value::Day(_) | Value::Time(_) => None,
        }
    }
}

/// One value found in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// What it states.
    pub kind: ClaimKind,
    /// Where it stands, in UTF-8 bytes.
    pub span: Span,
    /// In base units.
    pub value: Value,
    /// ISO 4217 code, or `%`.
    pub unit: Option<&'static str>,
    /// How it is hedged.
    pub comparator: Option<Comparator>,
    /// What one step in the last stated digit is worth: 100000 for `$1.5M`, 0.01 for `2.50`. Zero for dates.
    pub step: Decimal,
    /// What it is measured in, where its own tokens name it: the minutes of `3 h 40 min`.
    pub(crate) measure: Option<Measure>,
    /// The first token.
    pub(crate) first: u32,
    /// One past the last token.
    pub(crate) last: u32,
}

/// Every claim-like value in a text, in order, never overlapping. Cost is linear in the text.
///
/// ```
/// use groundcheck::claims::extract;
///
/// let found = extract("The NOI was $1.2M in Q3 2024.", None);
/// assert_eq!(found.len(), 2);
/// assert_eq!(found[0].span.of("The NOI was $1.2M in Q3 2024."), Some("$1.2M"));
/// ```
#[must_use]
pub fn extract(text: &str, locale: Option<&Locale>) -> Vec<Quantity> {
    let conventions = Conventions::of(text, locale);
    let tokens = token::tokens_with(text, &mut Seen::without_roles(text.len()));
    let Extraction { mut found, moments, .. } = extract_all(text, &tokens, conventions);
    if !moments.is_empty() {
        found.extend(moments);
        crate::sort::by_key(&mut found, |quantity| quantity.first);
    }
    found
}

/// [`extract`] over tokens that the caller has already, but for days without their year and times of the day.
pub(crate) fn extract_tokens(text: &str, tokens: &[Token], conventions: Conventions) -> Vec<Quantity> {
    extract_all(text, tokens, conventions).found
}

/// [`extract`] over tokens that the caller has already, days without their year and times of the day apart.
pub(crate) fn extract_all(text: &str, tokens: &[Token], conventions: Conventions) -> Extraction {
    let mut extraction = Extraction { found: Vec::with_capacity(tokens.len() / 12), ..Extraction::default() };
    extraction.run(&Reader::new(text, tokens, conventions), tokens.len());
    extraction
}

/// An extraction under way: what was found in the tokens before `at`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extraction {
    /// In order, never overlapping.
    pub(crate) found: Vec<Quantity>,
    /// The days without their year and the times of the day, in order: they say when and, unlike other dates, of no value whose it is.
    pub(crate) moments: Vec<Quantity>,
    at: usize,
    ratios: ratio::Context,
}

impl Extraction {
    /// Goes on from where it stands until this token. What is found there may depend on a few tokens behind it.
    pub(crate) fn run(&mut self, reader: &Reader<'_>, until: usize) {
        let known = self.found.len();
        self.at = extract_run(reader, self.at, until, self);
        range::join(reader, &mut self.found, known);
    }
}

/// Extracts from the tokens from `i` until `until`; returns the token to go on with.
fn extract_run(
    reader: &Reader<'_>,
    mut i: usize,
    until: usize,
    Extraction { found, moments, ratios, .. }: &mut Extraction,
) -> usize {
    let reader = *reader;
    let tokens = reader.tokens;
    while i < until {
        let Some(token) = tokens.get(i) else { break };
        ratios.see(&reader, i);
        let named = matches!(token.lex, Lex::FiscalLetter) && date::date(&reader, i).is_none();
        if (named || !starts_claim(token)) && !currency::is_dollar_prefix(&reader, i) {
            i = exclude::numbered_name(&reader, i).unwrap_or(i + 1);
            continue;
        }
        if (token.kind == token::Kind::Number || time::may_begin(token.lex))
            && let Some((time, end)) = time::read(&reader, i)
        {
            moments.push(reader.quantity(i, end, ClaimKind::Time, Value::Time(time), None, Decimal::ZERO));
            i = end;
            continue;
        }
        if let Some(end) = exclude::skip(&reader, i) {
            i = end.max(i + 1);
            continue;
        }
        // A hyphen before a whole date is no minus sign: `-2020-07-01-`.
        let dashed = reader.is_dash(i).then(|| date::date(&reader, i + 1)).flatten();
        let dashed = dashed.filter(|d| matches!(d.period, Some(Period::Day(..))));
        if let Some(date) = dashed.or_else(|| date::date(&reader, i)) {
            i = date.end.max(i + 1);
            let second = date::behind(&reader, &date);
            for date in core::iter::once(date).chain(second) {
                let claim = |value| reader.quantity(date.first, date.end, ClaimKind::Date, value, None, Decimal::ZERO);
                found.extend(date.period.map(|period| claim(Value::Period(period))));
                moments.extend(date.day.map(|day| claim(Value::Day(day))));
                i = date.end.max(i);
            }
            continue;
        }
        let quantity = currency::prefixed(&reader, i).or_else(|| measure::unnumbered(&reader, i)).or_else(|| {
            let amount = numeral::signed(&reader, i)?;
            currency::suffixed(&reader, &amount)
                .or_else(|| measure::compound(&reader, &amount))
                .or_else(|| percentage::percentage(&reader, &amount))
                .or_else(|| ratio::ratio(&reader, &amount, ratios))
                .or_else(|| number::number(&reader, &amount))
        });
        let quantity = quantity.or_else(|| currency::bare(&reader, i));
        match quantity {
            Some(quantity) => {
                i = (quantity.last as usize).max(i + 1);
                found.push(quantity);
            }
            None => i = number::skip(&reader, i),
        }
    }
    i
}

/// Adds the hours and the days that a document tells by themselves, which may be numbers too: `from six until noon`, `ב-24.5`.
pub(crate) fn add_moments(reader: &Reader<'_>, moments: &mut Vec<Quantity>) {
    let known = moments.len();
    for i in 0..reader.tokens.len() {
        if i > 0
            && let Some((hour, end)) = spoken::bare_hour(reader, i).filter(|_| time::read(reader, i).is_none())
        {
            moments.push(reader.quantity(i, end, ClaimKind::Time, Value::Time(hour), None, Decimal::ZERO));
        }
        if let Some(day) = date::short_day(reader, i) {
            moments.push(reader.quantity(i, i + 1, ClaimKind::Date, Value::Day(day), None, Decimal::ZERO));
        }
    }
    if moments.len() > known {
        crate::sort::by_key(moments, |quantity| quantity.first);
    }
}

/// Those of these days and times that stand in a run of tokens.
pub(crate) fn moments_within(moments: &[Quantity], range: core::ops::Range<usize>) -> &[Quantity] {
    let at = |token: usize| moments.partition_point(|own| (own.first as usize) < token);
    moments.get(at(range.start)..at(range.end)).unwrap_or_default()
}

/// The value of one number token, whatever stands around it.
pub(crate) fn digits(raw: &str, conventions: Conventions) -> Option<Decimal> {
    Some(digits::read(raw, conventions.comma_decimal)?.value)
}

/// The values of a sentence and its days and times, as they follow one another.
pub(crate) fn in_order<'q>(own: &'q [Quantity], moments: &'q [Quantity]) -> impl Iterator<Item = &'q Quantity> {
    let (mut own, mut moments) = (own.iter().peekable(), moments.iter().peekable());
    core::iter::from_fn(move || match (own.peek(), moments.peek()) {
        (Some(value), Some(moment)) if moment.first < value.first => moments.next(),
        (None, _) => moments.next(),
        _ => own.next(),
    })
}

/// The ids in the citation markers of a run of tokens: `[S0]`, `[1, 2]`.
pub(crate) fn citations(reader: &Reader<'_>, range: core::ops::Range<usize>) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    let mut i = range.start;
    while i < range.end {
        let Some(end) = citation(reader, i) else {
            i += 1;
            continue;
        };
        let inside = reader.span(i + 1, end - 1).of(reader.text).unwrap_or_default();
        for id in inside.split([',', ';']).map(|id| id.trim().trim_start_matches('^')) {
            if !id.is_empty() && !ids.iter().any(|known| known == id) {
                ids.push(id.to_owned());
            }
        }
        i = end;
    }
    ids
}

/// Whether a claim, or something that looks like one, can start at this token.
fn starts_claim(token: &Token) -> bool {
    match token.kind {
        token::Kind::Number => true,
        token::Kind::Newline => false,
        token::Kind::Punct => matches!(token.lex, Lex::Code(_)) || matches!(token.ch, b'(' | b'-' | b'[' | b'#' | b'+'),
        token::Kind::Word => !matches!(
            token.lex,
            Lex::None
                | Lex::The
                | Lex::And
                | Lex::To
                | Lex::Of
                | Lex::Between
                | Lex::Point
                | Lex::Over
                | Lex::Percent
                | Lex::Per
                | Lex::Points
                | Lex::Times
                | Lex::RatioWord
        ),
    }
}
