//! What a source says beside a price of each: which thing it is of, and what bounds the sum of many.
//!
//! ```text
//! $9 per day, no more than $63     $2 each, the first bag is free     0.35% of the value, at least €9
//! ```

use groundcheck_types::{ClaimKind, Span};
use rust_decimal::Decimal;

use crate::document::token;
use crate::verify::documents::source_of;
use crate::verify::prepare::{Mention, Sources};

/// What an amount is of each of stands at most this many bytes behind it.
const RATE: usize = 40;
/// At most this many values of a sentence are looked at for a bound.
const MOST_MATES: usize = 64;
/// A bound of what all come to stands at most so many bytes beside what each does.
const BOUND: usize = 100;
/// Words of such a bound, above,
const CAPS: &[&str] = &[
    "max",
    "maximum",
    "most",
    "more",
    "cap",
    "capped",
    "limit",
    "ceiling",
    "exceed",
    "exceeds",
    "exceeding",
    "up",
    "never",
    "היותר",
    "מקסימום",
    "תקרה",
];
/// below,
const LEAST: &[&str] = &["min", "minimum", "least", "less", "לפחות", "מינימום"];
/// and of what costs nothing.
const FREE: &[&str] = &["free", "first", "חינם"];

/// What stands behind a value up to the next mark or amount.
pub(super) fn line_behind<'s>(mention: &Mention, sources: &'s Sources) -> &'s str {
    let rest = text_of(mention, sources).get(mention.span.end as usize..).unwrap_or_default();
    let near = &rest[..rest.floor_char_boundary(RATE)];
    near.split(is_mark).next().unwrap_or(near)
}

/// What stands before a value from the last mark or amount on.
pub(super) fn line_before<'s>(mention: &Mention, sources: &'s Sources) -> &'s str {
    let all = text_of(mention, sources).get(..mention.span.start as usize).unwrap_or_default();
    let near = &all[all.floor_char_boundary(all.len().saturating_sub(RATE))..];
    near.rsplit(is_mark).next().unwrap_or(near)
}

/// What ends the words that a value is told with.
fn is_mark(c: char) -> bool {
    matches!(c, '\n' | '.' | ';' | ',' | '|') || c.is_ascii_digit()
}

/// What stands before and behind a place in its line, at most so many bytes of each.
pub(super) fn line_around(text: &str, span: Span, most: usize) -> [&str; 2] {
    let (start, end) = (span.start as usize, span.end as usize);
    let from = text.floor_char_boundary(start.saturating_sub(most));
    let to = text.floor_char_boundary(end.saturating_add(most).min(text.len()));
    let before = text.get(from..start).unwrap_or_default();
    let behind = text.get(end..to).unwrap_or_default();
    [before.rsplit('\n').next().unwrap_or(before), behind.split('\n').next().unwrap_or(behind)]
}

fn text_of<'s>(mention: &Mention, sources: &'s Sources) -> &'s str {
    source_of(sources, mention).map_or("", |source| &source.text)
}

/// Whether a number of things is told before what they come to: `a card of ten sessions £370`.
pub(super) fn is_of_count(total: &Mention, (count, text): (Decimal, &str), sources: &Sources) -> bool {
    let before = text_of(total, sources).get(..total.span.start as usize).unwrap_or_default();
    let near = &before[before.floor_char_boundary(before.len().saturating_sub(BOUND))..];
    let is_it = |own: &str| own.eq_ignore_ascii_case(text) || own.parse() == Ok(count);
    token::tokens(near).iter().any(|t| is_it(t.text(near)))
}

/// Whether what so many come to may be bounded beside the value: `$9 per day, no more than $63`, `the first bag is free`. Nothing is where
/// the bound is told and the claim within it.
pub(super) fn is_capped(mention: &Mention, claimed: Decimal, sources: &Sources) -> bool {
    let text = text_of(mention, sources);
    let (start, end) = (mention.span.start as usize, mention.span.end as usize);
    let [before, behind] = line_around(text, mention.span, BOUND);
    let says = |words: &[&str]| {
        [before, behind].into_iter().any(|line| token::tokens(line).iter().any(|t| t.is_one_of(line, words)))
    };
    let (capped, least) = (says(CAPS), says(LEAST));
    if says(FREE) {
        return true;
    }
    if !capped && !least {
        return false;
    }
    let line = start - before.len()..end + behind.len();
    let near = (mention.place.saturating_sub(1)..mention.place.saturating_add(2))
        .filter_map(|at| sources.places.get(at as usize));
    let own = near.flat_map(|place| place.mentions.clone().take(MOST_MATES)).map(|i| &sources.mentions[i as usize]);
    let source = |m: &Mention| sources.places[m.place as usize].source;
    let beside = |m: &&Mention| {
        m.kind == ClaimKind::Currency
            && m.span != mention.span
            && line.contains(&(m.span.start as usize))
            && source(m) == source(mention)
    };
    let mut bounds = own.filter(beside).filter_map(|m| m.value.number()).peekable();
    let told = bounds.peek().is_some();
    !told || bounds.any(|bound| (capped && bound < claimed) || (least && bound > claimed))
}
