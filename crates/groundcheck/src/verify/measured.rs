//! What an amount is measured in: the unit behind it, or in the heading or label over it.
//!
//! ```text
//! 141 minutes     three quarters of an hour     1,450 sq. ft     Median wait (min)     Depth m
//! ```

use groundcheck_types::ClaimKind;

use crate::claims::Quantity;
use crate::document::token::{EN_DASH, Kind, Token};
use crate::lexicon::measure::{Measure, ONE_TIME, hourly, measure, squared};
use crate::lexicon::{Lex, Roles};

/// What a length in inches is the length of.
const WAYS: &[&str] = &["wide", "high", "deep", "thick", "tall", "long"];
/// What joins the two ends of a range, or two amounts of one unit: `185 versus 150 minutes`.
const RANGE: &[&str] = &["to", "and", "or", "versus", "vs", "against", "עד"];

/// What a heading in metres tells: `Depth m`, `Width (m)`.
const LENGTHS: &[&str] =
    &["depth", "height", "length", "width", "distance", "altitude", "elevation", "diameter", "rainfall"];
/// What makes an area of a length.
const SQUARE: &[&str] = &["sq", "square"];

/// What an amount is measured in, if it is a plain number: `€96 million last year` is money.
pub(crate) fn of(text: &str, tokens: &[Token], quantity: &Quantity) -> Option<Measure> {
    let behind = || behind(text, tokens, quantity.last as usize);
    if quantity.kind == ClaimKind::Number { quantity.measure.or_else(behind) } else { None }
}

/// The unit of measure right behind a number: the minutes of `141 minutes`.
pub(crate) fn behind(text: &str, tokens: &[Token], at: usize) -> Option<Measure> {
    let at = unit_at(text, tokens, at);
    // A Hebrew unit may have letters written onto it, and then is no word of the lexicon.
    let may_be = |t: &Token| t.roles.has(Roles::MEASURE) || t.roles.has(Roles::HEBREW);
    let named = |i: usize| tokens.get(i).filter(|t| t.kind == Kind::Word && may_be(t));
    // `1,450 sq. ft`, `80 square metres`
    if tokens.get(at).is_some_and(|t| t.is_one_of(text, SQUARE)) {
        let dot = usize::from(tokens.get(at + 1).is_some_and(|t| t.ch == b'.'));
        return tokens.get(at + 1 + dot).and_then(|t| squared(t.text(text)));
    }
    if is_squared(text, tokens, at) {
        return tokens.get(at).and_then(|t| squared(t.text(text)));
    }
    // `6 unused days`, `5 business days`
    let told =
        |t: &Token| t.lex == Lex::None && t.roles.has(Roles::SUBJECT) && t.text(text).starts_with(char::is_lowercase);
    let at = if named(at).is_none() && tokens.get(at).is_some_and(told) { at + 1 } else { at };
    // `13.3 in` is a length where nothing follows that it is in, as in `$6 million in long-term debt`.
    let is_length = |i: usize| match tokens.get(i) {
        Some(t) if t.kind == Kind::Word => t.is_one_of(text, WAYS) && tokens.get(i + 1).is_none_or(|t| t.ch != b'-'),
        Some(t) => t.kind != Kind::Number,
        None => true,
    };
    // `100 km/h` is no length, and `5 g/l` no mass.
    let parted = |i: usize| tokens.get(i).is_some_and(|t| t.ch == b'/' && t.is_joined_to(&tokens[i - 1], text));
    if named(at).is_some() && parted(at + 1) {
        let hours = tokens.get(at + 2).is_some_and(|t| t.is_one_of(text, &["h", "hr", "hour"]));
        return named(at).filter(|_| hours).and_then(|t| hourly(t.text(text)));
    }
    // `15 miles an hour`
    let says = |i: usize, words: &[&str]| tokens.get(i).is_some_and(|t| t.is_one_of(text, words));
    if says(at + 1, &["an", "per"])
        && says(at + 2, &["hour"])
        && let Some(speed) = named(at).and_then(|t| hourly(t.text(text)))
    {
        return Some(speed);
    }
    // `20 °C`, `21 degrees Celsius`
    let sign = tokens.get(at).is_some_and(|t| matches!(t.text(text), "°" | "degrees"));
    if let (true, Some(scale)) = (sign, tokens.get(at + 1)) {
        return match scale.text(text) {
            "C" | "Celsius" => measure("celsius"),
            "F" | "Fahrenheit" => measure("fahrenheit"),
            _ => None,
        };
    }
    // `180 m of descent`, `5m` may be millions
    if tokens.get(at).is_some_and(|t| t.text(text) == "m" && at > 0 && !t.is_joined_to(&tokens[at - 1], text)) {
        return measure("metres");
    }
    named(at).filter(|t| !t.is_one_of(text, &["in"]) || is_length(at + 1)).and_then(|t| measure(t.text(text)))
}

/// The unit that a column's name holds: `wait_min`, `delay_hours_mean`, but not `price_eur_per_month`.
fn in_name(name: &str) -> Option<Measure> {
    let rate = name.split('_').any(|part| part.eq_ignore_ascii_case("per"));
    if rate { None } else { name.rsplit('_').find_map(measure) }
}

/// Whether the unit there is written with a small two: `m²`.
fn is_squared(text: &str, tokens: &[Token], at: usize) -> bool {
    tokens.get(at + 1).is_some_and(|t| t.text(text) == "²")
}

/// Where the unit of a number stands that ends before this token, leaving out what may stand between.
fn unit_at(text: &str, tokens: &[Token], at: usize) -> usize {
    let lex = |i: usize| tokens.get(i).map(|t| t.lex);
    let dashed = tokens.get(at).is_some_and(|t| matches!(t.ch, b'-' | EN_DASH));
    let ranges = dashed || tokens.get(at).is_some_and(|t| t.is_one_of(text, RANGE));
    let of_a = lex(at) == Some(Lex::Of) && lex(at + 1) == Some(Lex::Article);
    if of_a || (ranges && tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Number)) {
        // `three quarters of an hour`, `40 to 45 minutes`, `3–5 working days`
        at + 2
    } else {
        // `any 24-hour period`
        at + usize::from(dashed)
    }
}

/// The unit of measure that a heading or label gives its values: in brackets or as its last word, `Median wait (min)`.
pub(crate) fn heading(text: &str, tokens: &[Token]) -> Option<Measure> {
    let last = tokens.iter().rposition(|t| t.kind == Kind::Word)?;
    let opened = tokens[..last].iter().rposition(|t| matches!(t.ch, b'(' | b')')).is_some_and(|i| tokens[i].ch == b'(');
    let ends = opened || tokens[last + 1..].iter().all(|t| t.kind == Kind::Newline);
    let before = last.checked_sub(1).and_then(|i| tokens.get(i));
    let rate = before.is_some_and(|t| t.ch == b'/' || matches!(t.text(text), "per" | "a" | "the" | "by"));
    // `53 weeks` and `Three months` are how long a period is, `2024 GWh` is a year.
    let length = before.is_some_and(|t| {
        (t.kind == Kind::Number && t.end - t.start <= 3) || matches!(t.lex, Lex::Unit(_) | Lex::Teen(_) | Lex::Tens(_))
    });
    let square = is_squared(text, tokens, last)
        || tokens[..last].iter().rev().find(|t| t.ch != b'.').is_some_and(|t| t.is_one_of(text, SQUARE));
    let own = tokens[last].text(text);
    // A lone `m` is mostly millions, and `Money in` in no inches.
    let is_long = || tokens[..last].iter().any(|t| t.is_one_of(text, LENGTHS));
    let deep = || own == "m" && is_long();
    let is_part = own.eq_ignore_ascii_case("in") && !opened && !is_long();
    let named = if square { squared(own) } else { in_name(own) };
    let named = named.or_else(|| if deep() { measure("metres") } else { None });
    // `Fiscal year` says which year, `Term (years)` how many.
    let is_time = !opened && last > 0 && tokens[last].is_one_of(text, ONE_TIME);
    named.filter(|_| ends && !is_part && !is_time && !rate && !length && (opened || last > 0 || tokens.len() == 1))
}
