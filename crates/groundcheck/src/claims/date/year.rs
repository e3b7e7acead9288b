//! A year alone, and what only looks like one: a count, a decade, a part of a code.

use super::super::period::Period;
use super::super::reader::Reader;
use super::numeric::separator;
use super::{Found, found};
use crate::lexicon::Lex;

/// Whether the text alone is a year that people write about.
pub(crate) fn is_year(raw: &str) -> bool {
    raw.len() == 4 && raw.parse().is_ok_and(plausible_year)
}

pub(super) fn plausible_year(year: u16) -> bool {
    (1900..=2100).contains(&year)
}

/// A year alone: four digits from 1900 to 2100 that count nothing.
pub(super) fn bare_year(reader: &Reader<'_>, i: usize, year: u16) -> Option<Found> {
    if !plausible_year(year) {
        return None;
    }
    let after = i + 1;
    // `2015-32` is no month, and `2015` of it no year; `2015-2018` is a range.
    let two = |k: usize| reader.is_number(k) && reader.word(k).len() < 4;
    let part = (separator(reader, after).is_some() && reader.glued(after) && reader.glued(after + 1) && two(after + 1))
        || (i >= 2 && reader.ch(i - 1) == b'-' && two(i - 2));
    if part {
        return None;
    }
    let counted = match reader.lex(after) {
        Lex::Percent
        | Lex::Currency(_)
        | Lex::SubUnit(_)
        | Lex::Scale(_)
        | Lex::Hundred
        | Lex::Times
        | Lex::BasisPoints
        | Lex::Basis => true,
        Lex::Code(_) => reader.ch(after) == 0 || !reader.glued(after + 1),
        Lex::Country(_) => matches!(reader.lex(after + 1), Lex::Currency(_)),
        Lex::Suffix(_) => reader.glued(after),
        _ => false,
    };
    let arithmetic = matches!(reader.ch(after), b'^' | b'%')
        || (reader.ch(after) == b':' && reader.glued(after + 1) && reader.is_number(after + 1));
    if counted
        || arithmetic
        || (reader.glued(after) && reader.is_word(after) && !reader.word(after).eq_ignore_ascii_case("s"))
    {
        return None;
    }
    // `1970's`, `1970s`: a decade is no year.
    let decade =
        reader.word(after).eq_ignore_ascii_case("s") || (reader.ch(after) == b'\'' && reader.word(after + 1) == "s");
    if decade {
        return found(i, after + 1, None);
    }
    if counts_a_noun(reader, i) {
        return None;
    }
    found(i, after, Some(Period::Year(year)))
}

/// `2000 employees`, `2,000` aside: a plural noun right behind makes it a count, unless a word of time stands before.
fn counts_a_noun(reader: &Reader<'_>, i: usize) -> bool {
    let before = i.checked_sub(1).map_or("", |k| reader.word(k)).to_ascii_lowercase();
    const OF_TIME: &[&str] = &[
        "in", "of", "since", "during", "year", "by", "from", "to", "until", "through", "for", "and", "or", "fiscal",
        "calendar", "between", "the", "versus", "vs", "than", "ended", "ending",
    ];
    if OF_TIME.contains(&before.as_str()) {
        return false;
    }
    let noun = reader.word(i + 1);
    const NO_NOUN: &[&str] = &[
        "was", "is", "has", "versus", "vs", "as", "this", "its", "various", "results", "figures", "levels", "sales",
        "earnings", "revenues", "years", "plus", "minus", "across", "less", "towards", "does", "thus",
    ];
    reader.is_word(i + 1)
        && !reader.glued(i + 1)
        && noun.len() > 3
        && noun.ends_with('s')
        && !noun.ends_with("ss")
        && noun.bytes().all(|b| b.is_ascii_lowercase())
        && !NO_NOUN.contains(&noun)
}
