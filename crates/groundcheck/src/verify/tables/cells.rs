//! The number of a cell, its sign and its unit; what may stand in the cells beside it.

use groundcheck_types::{ClaimKind, Span};
use rust_decimal::Decimal;

use super::super::measured;
use super::super::prepare::Mention;
use super::super::scale;
use super::{Scale, TableReader};
use crate::claims::{self, Period, Quantity, Value};
use crate::document::lower;
use crate::document::token::{self, Kind, Token};
use crate::document::{Table, TableCell};
use crate::lexicon::labels::COUNT_AND_SHARE;
use crate::lexicon::measure::Measure;
use crate::lexicon::{Lex, Seen, currency};
use crate::sort;

/// One number of a cell.
pub(super) struct Cell {
    pub(super) kind: ClaimKind,
    pub(super) number: Decimal,
    pub(super) unit: Option<&'static str>,
    /// What it is measured in, where the cell itself says it: `14 hours`.
    pub(super) measure: Option<Measure>,
    /// The share that stands in brackets behind it, and where.
    pub(super) share: Option<(Decimal, Span)>,
    /// The further values of `20,000 km or 12 months` and `2.3 / 33`.
    pub(super) rest: Vec<Further>,
}

/// A further value of a cell.
pub(super) struct Further {
    pub(super) kind: ClaimKind,
    pub(super) number: Decimal,
    pub(super) span: Span,
    pub(super) measure: Option<Measure>,
}

/// A cell has at most so many further values.
const MOST_FURTHER: usize = 2;

impl Cell {
    /// `107 (38.9)` under `n (%)`, or beside it: what stands in brackets is the share.
    pub(super) fn with_share_as(mut self, text: &str, said: [&str; 2]) -> Self {
        let [_, label] = said;
        let is_said = || {
            !is_of_mean(label) && said.iter().any(|told| COUNT_AND_SHARE.iter().any(|sort| lower(told).contains(sort)))
        };
        let in_brackets = |further: &Further| {
            text.get(..further.span.start as usize).is_some_and(|before| before.trim_end().ends_with('('))
        };
        if let [further] = &self.rest[..]
            && self.share.is_none()
            && self.number.is_integer()
            && in_brackets(further)
            && is_said()
        {
            self.share = Some((further.number, further.span));
            self.rest.clear();
        }
        self
    }
}

impl TableReader<'_> {
    /// The currency that the table's cells carry, if they carry one.
    pub(super) fn currency(&self, table: &Table) -> Option<&'static str> {
        let first_rows = table.rows.iter().take(40).flatten();
        first_rows.filter(|c| self.body(c).contains(['$', '€', '£', '₪', '¥'])).find_map(|c| {
            let tokens = self.tokens_of(c.span);
            let found = claims::extract_tokens(self.text, tokens, self.conventions);
            let alone = || match tokens {
                [sign] if sign.kind == Kind::Punct => sign_of(sign.lex),
                _ => None,
            };
            found.iter().find_map(|q| q.unit.filter(|_| q.kind == ClaimKind::Currency)).or_else(alone)
        })
    }

    /// Whether some rows' labels name their currency, but fewer than half.
    pub(super) fn few_units(&self, rows: &[Vec<TableCell>]) -> bool {
        let labels = || rows.iter().filter_map(|row| row.first());
        let named = labels().filter(|cell| currency_in(self.text, self.tokens_of(cell.span)).is_some()).count();
        named > 0 && named * 2 < labels().count()
    }

    /// The number of a cell: `$ 1,452.4`, `(12.5)`, `12.5 %`, `$(1,234)`, `(1.5)%`, `-66.0 ( 66.0 )`. Where a page parts signs
    /// from numbers, `$` stands in the cell before it and `%` in the one behind.
    pub(super) fn cell(&self, row: &[TableCell], at: usize) -> Option<Cell> {
        let cell = row.get(at)?;
        let tokens = self.tokens_of(cell.span);
        if !tokens.iter().any(|t| t.kind == Kind::Number) {
            return None;
        }
        let found = claims::extract_tokens(self.text, tokens, self.conventions);
        let Some(quantity) = found.iter().find(|q| q.value.number().is_some()).or_else(|| found.first()) else {
            return self.bracketed(tokens);
        };
        let mut number = match quantity.value {
            Value::Number(number) => number,
            // A year in a body cell is still a number to somebody.
            Value::Period(Period::Year(year)) => Decimal::from(year),
            Value::Period(_) | Value::Day(_) | Value::Time(_) => return None,
        };
        let numbers = tokens.iter().filter(|t| t.kind == Kind::Number).count();
        let wordless = !tokens.iter().any(|t| t.kind == Kind::Word);
        let before = at.checked_sub(1).filter(|before| *before > 0).and_then(|before| row.get(before));
        let before = before.map(|cell| self.tokens_of(cell.span)).unwrap_or_default();
        let behind = row.get(at + 1).map(|cell| self.body(cell)).unwrap_or_default();
        let bracket =
            tokens.iter().any(|t| t.ch == b'(') || matches!(before, [.., last] if last.ch == b'(' && before.len() <= 2);
        if bracket && numbers == 1 && wordless && number.is_sign_positive() {
            number = -number;
        }
        let sign = match before {
            [sign] => sign_of(sign.lex),
            [sign, bracket] if bracket.ch == b'(' => sign_of(sign.lex),
            _ => None,
        };
        // `197 (63.1%)`: the share in brackets is another value.
        let share = match &found[..] {
            [first, second] => share_in_brackets(first, second),
            _ => None,
        };
        let percent =
            (share.is_none() && self.body(cell).contains('%')) || matches!(behind.as_ref(), "%" | ")%" | "%)");
        let kind = match quantity.kind {
            _ if percent => ClaimKind::Percentage,
            ClaimKind::Date | ClaimKind::Number if sign.is_some() => ClaimKind::Currency,
            ClaimKind::Date => ClaimKind::Number,
            kind => kind,
        };
        let measure = quantity.measure.or_else(|| measured::behind(self.text, tokens, quantity.last as usize));
        let further = |q: &Quantity| {
            let measure = q.measure.or_else(|| measured::behind(self.text, tokens, q.last as usize));
            let kind = if q.kind == ClaimKind::Number { kind } else { q.kind };
            Some(Further { kind, number: q.value.number()?, span: q.span, measure })
        };
        let more = found.iter().filter(|q| q.first > quantity.first && q.value.number().is_some());
        let all = more.clone().count();
        let rest = if share.is_some() || all > MOST_FURTHER { Vec::new() } else { more.filter_map(further).collect() };
        Some(Cell { kind, number, unit: quantity.unit.or(sign), measure, share, rest })
    }

    /// `(31)`: in running text a list's number, in a cell a loss of 31.
    fn bracketed(&self, tokens: &[Token]) -> Option<Cell> {
        let [open, number, close] = tokens else { return None };
        if open.ch != b'(' || close.ch != b')' || number.kind != Kind::Number {
            return None;
        }
        let read = claims::digits(number.text(self.text), self.conventions)?;
        Some(Cell { kind: ClaimKind::Number, number: -read, unit: None, measure: None, share: None, rest: Vec::new() })
    }
}

fn share_in_brackets(first: &Quantity, second: &Quantity) -> Option<(Decimal, Span)> {
    let share = second.value.number().filter(|_| second.kind == ClaimKind::Percentage)?;
    matches!(first.kind, ClaimKind::Number | ClaimKind::Currency).then_some((share, second.span))
}

/// The currency that a heading, a label or a caption says its values are in: `(£000)`, `A$m`, `thousands of pounds`,
/// `אלפי ש"ח`. `USD-denominated assets` says no such thing, nor does what names two.
pub(crate) fn currency_in(text: &str, tokens: &[Token]) -> Option<&'static str> {
    let is_currency = |t: &Token| matches!(t.lex, Lex::Code(_) | Lex::Currency(_));
    // `(In thousands, except head and per-pound data)` says nothing of pounds.
    let excepted = tokens.iter().position(|t| t.is_one_of(text, &["except"])).unwrap_or(tokens.len());
    let scaled = |end: usize| {
        let (first, last) = (tokens.first()?, tokens.get(..end)?.last()?);
        text.get(first.start as usize..last.end as usize).filter(|body| scale::headed(body).is_some())
    };
    let end = if scaled(excepted).is_some() { excepted } else { tokens.len() };
    let tokens = tokens.get(..end).unwrap_or_default();
    let first = tokens.iter().position(is_currency)?;
    let span = first.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.ch == b'(');
    let alone = || tokens.iter().all(|t| t.kind != Kind::Word || is_currency(t));
    let body = || text.get(tokens.first()?.start as usize..tokens.last()?.end as usize);
    if !(span || alone() || body().is_some_and(|body| scale::headed(body).is_some())) {
        return None;
    }
    let named = |at: usize| {
        let token = tokens.get(at)?;
        let before = at.checked_sub(1).and_then(|i| tokens.get(i)).filter(|t| t.kind == Kind::Word);
        let before = before.filter(|t| t.end == token.start || matches!(t.lex, Lex::Country(_)));
        let Some(before) = before else { return sign_of(token.lex) };
        // `A$` and `Canadian dollars` are what they are beside an amount.
        let name = text.get(before.start as usize..token.end as usize)?;
        let amount = if token.kind == Kind::Punct { format!("{name}1") } else { format!("1 {name}") };
        claims::extract(&amount, None).first().and_then(|q| q.unit)
    };
    let own = named(first)?;
    let others = tokens.iter().enumerate().skip(first + 1).filter(|(_, t)| is_currency(t));
    others.take(4).all(|(at, _)| named(at) == Some(own)).then_some(own)
}

/// The currency of a sign that stands alone.
fn sign_of(lex: Lex) -> Option<&'static str> {
    match lex {
        Lex::Code(place) | Lex::Currency(place) => Some(currency::iso(place)),
        _ => None,
    }
}

/// Whether a row tells means, whatever stands over it: `Age, mean (SD)` under `n (%)`.
pub(super) fn is_of_mean(label: &str) -> bool {
    let label = lower(label);
    ["mean (", "median (", "(sd)", "(se)", "(iqr)", "(range)"].iter().any(|sort| label.contains(sort))
}

/// A row of brackets only: its label means them without their sign.
pub(super) fn all_negative(mentions: &[Mention]) -> bool {
    let mut numbers = mentions.iter().filter_map(|m| m.value.number());
    let negative = numbers.clone().filter(Decimal::is_sign_negative).count();
    negative > 1 && numbers.all(|v| v.is_sign_negative())
}

/// Whether a row's label makes its plain numbers percentages; the rate in `6.25% notes due 2027` is part of a name.
pub(super) fn row_is_percentage(label: &str) -> bool {
    label.match_indices('%').any(|(at, _)| !is_rate(label, at)) || lower(label).contains("percent")
}

/// Whether a row is called by a rate and by nothing else that makes its values percentages.
pub(super) fn is_called_by_rate(label: &str) -> bool {
    label.contains('%') && !row_is_percentage(label)
}

/// Whether the percent sign there stands behind a number.
fn is_rate(label: &str, at: usize) -> bool {
    label.get(..at).is_some_and(|before| before.trim_end().ends_with(|c: char| c.is_ascii_digit()))
}

/// What else a cell may mean: where a table's scale is stated, the number as printed (a count under money's scale), unless its own
/// row or column states it; where none is, also
/// thousands, millions and billions of it, for a claim that names the scale beside the very same figure.
pub(super) fn also(cell: &Cell, scale: Option<Scale>, unscaled: bool) -> Vec<Decimal> {
    match scale {
        Some(scale) if scale.nearby => Vec::new(),
        Some(_) => vec![cell.number],
        None if unscaled => Vec::new(),
        None => [1_000, 1_000_000, 1_000_000_000]
            .iter()
            .filter_map(|s| cell.number.checked_mul(Decimal::from(*s)).and_then(claims::bounded))
            .collect(),
    }
}

/// The tokens of a table's cells and of nothing else: no tags, no line breaks, no digits of two cells in one.
pub(super) fn own_tokens(text: &str, table: &Table, seen: &mut Seen) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut end = 0;
    let mut spans: Vec<Span> = table.rows.iter().flatten().map(|cell| cell.span).collect();
    // The two lines of a record's headings stand in one another.
    sort::by_number(&mut spans, |span| u64::from(span.start) << 32 | u64::from(span.end));
    for span in spans {
        // A cell over several rows stands in each of them.
        if span.start < end || span.start == span.end {
            continue;
        }
        end = span.end;
        let own = token::tokens_with(span.of(text).unwrap_or_default(), seen);
        let own = own.into_iter().filter(|t| t.kind != Kind::Newline);
        tokens.extend(own.map(|t| Token { start: t.start + span.start, end: t.end + span.start, ..t }));
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn rates_in_names_make_no_percentages() {
        for (label, percentage, rate) in [
            ("6.25% notes due 2027", false, true),
            ("1.375 % ( 1.375 % ) notes", false, true),
            ("Gross margin (%)", true, false),
            ("% of revenue", true, false),
            ("Percent of 5% notes", true, false),
            ("Notes due 2027", false, false),
        ] {
            assert_eq!((row_is_percentage(label), is_called_by_rate(label)), (percentage, rate), "{label}");
        }
    }

    #[test]
    fn currencies_that_headings_say_their_values_are_in() {
        for (text, expected) in [
            ("(£000)", Some("GBP")),
            ("2019 A$m", Some("AUD")),
            ("US$000", Some("USD")),
            ("general fund (thousands of pounds)", Some("GBP")),
            ("RMB’Million", Some("CNY")),
            ("אלפי ש\"ח", Some("ILS")),
            ("€", Some("EUR")),
            ("USD denominated", None),
            ("USD denominated RMB’Million", None),
            ("Year ended", None),
        ] {
            assert_eq!(currency_in(text, &tokens(text)), expected, "{text}");
        }
    }
}
