//! Times of the day as they are spoken: `half past six`, `seven o'clock`, `six in the morning`, `בשש ורבע בערב`.

use super::reader::Reader;
use super::time::{Time, half_of_day, time};
use crate::lexicon::Lex;

/// What stands before a time of the day.
const WHEN: &[&str] = &["at", "from", "until", "till", "by", "before", "after", "since"];
/// What a document goes on with behind an hour by itself.
const GOES_ON: &[&str] = &["until", "till", "when", "sharp", "each", "every", "daily"];
/// What stands before the minutes of `ten to eight`, which without it may be two ends of a range.
const BEFORE_MINUTES: &[&str] = &[
    "at", "until", "till", "by", "before", "after", "about", "around", "nearly", "almost", "just", "is", "was", "it's",
    "it’s",
];

/// The time that begins at this token, and one past its last token.
#[inline(never)]
pub(super) fn read(reader: &Reader<'_>, i: usize) -> Option<(Time, usize)> {
    let (hours, minutes, end) = match minutes_of_hour(reader, i) {
        Some(told) => told,
        None => (hour(reader, i)?, 0, i + 1),
    };
    let clock = clock(reader, end);
    let half = half_of_day(reader, clock);
    let in_hebrew = minutes > 0 && end == i + 2 && reader.has_vav(i + 1);
    let told = match half {
        Some(_) => true,
        // `בשש ורבע`
        None if in_hebrew => reader.follows_letter(i, 'ב') && reader.ends(clock),
        None => minutes > 0 || clock > end,
    };
    let (afternoon, end) = half.map_or((None, clock), |(afternoon, end)| (Some(afternoon), end));
    told.then(|| (time(hours, minutes, None, afternoon, false), end))
}

/// `half past six`, `a quarter to nine`, `ten past four`, `twenty to six in the morning`, `שש ורבע`: hours, minutes and one past the end.
fn minutes_of_hour(reader: &Reader<'_>, i: usize) -> Option<(u32, u32, usize)> {
    // `שש וחצי`
    if let (Some(hours), true) = (hour(reader, i), reader.has_vav(i + 1)) {
        return match reader.lex(i + 1) {
            Lex::Half => Some((hours, 30, i + 2)),
            Lex::Quarter => Some((hours, 15, i + 2)),
            _ => None,
        };
    }
    let article = reader.lex(i) == Lex::Article;
    let at = i + usize::from(article);
    let minutes = match reader.lex(at) {
        Lex::Half if !article => 30,
        Lex::Quarter => 15,
        _ if !article => number(reader, at).filter(|minutes| *minutes < 60)?,
        _ => return None,
    };
    let behind = at + 1 + usize::from(is(reader, at + 1, "minutes"));
    let hours = hour(reader, behind + 1)?;
    if is(reader, behind, "past") {
        return Some((hours, minutes, behind + 2));
    }
    let before = i.checked_sub(1).map_or("", |i| reader.word(i));
    let clearly = match reader.lex(at) {
        // `in the last quarter to nine branches`
        Lex::Quarter => i == 0 || !(matches!(reader.lex(i - 1), Lex::The | Lex::Ordinal(_)) || before == "last"),
        Lex::Unit(_) | Lex::Teen(_) | Lex::Tens(_) => {
            let alone = (i == 0 || reader.ends(i - 1)) && reader.ch(behind + 2) == b'.';
            let spoken = alone || BEFORE_MINUTES.iter().any(|own| own.eq_ignore_ascii_case(before));
            minutes.is_multiple_of(5) && minutes > hours && (spoken || half_of_day(reader, behind + 2).is_some())
        }
        _ => false,
    };
    let to = is(reader, behind, "to") && clearly && minutes > 0;
    to.then(|| (if hours == 1 { 12 } else { hours - 1 }, 60 - minutes, behind + 2))
}

/// Past `o'clock`, in one token or three, if it is here.
fn clock(reader: &Reader<'_>, i: usize) -> usize {
    if is(reader, i, "o'clock") || is(reader, i, "o’clock") {
        i + 1
    } else if is(reader, i, "o") && is(reader, i + 2, "clock") && reader.glued(i + 2) {
        i + 3
    } else {
        i
    }
}

/// Which half of the day is told in words here: whether it is the second one, and one past it. `בלילה` is of both.
pub(super) fn half(reader: &Reader<'_>, i: usize) -> Option<(bool, usize)> {
    let in_the = is(reader, i, "in") && is(reader, i + 1, "the");
    match (reader.word(i), reader.word(i + 1)) {
        _ if in_the => match reader.word(i + 2) {
            "morning" => Some((false, i + 3)),
            "afternoon" | "evening" => Some((true, i + 3)),
            _ => None,
        },
        ("בבוקר", _) => Some((false, i + 1)),
        ("בערב" | "בצהריים" | "אחה\"צ" | "אחה״צ", _) => Some((true, i + 1)),
        ("לפנות", "בוקר") => Some((false, i + 2)),
        ("אחר" | "אחרי", "הצהריים") => Some((true, i + 2)),
        _ => None,
    }
}

/// `from six until noon`, `until four, when`: an hour by itself, where a document says when something is.
pub(super) fn bare_hour(reader: &Reader<'_>, i: usize) -> Option<(Time, usize)> {
    let hour = hour(reader, i)?;
    let before = i.checked_sub(1).map_or("", |i| reader.word(i));
    let alone = reader.ends(i + 1) && !(reader.ch(i + 1) == b'.' && reader.is_number(i + 2))
        || GOES_ON.contains(&reader.word(i + 1))
        || matches!(reader.lex(i + 1), Lex::And | Lex::To) && WHEN.contains(&reader.word(i + 2));
    let is_when = WHEN.iter().any(|when| when.eq_ignore_ascii_case(before));
    (is_when && alone).then(|| (time(hour, 0, None, None, false), i + 1))
}

/// The number that one token tells.
fn number(reader: &Reader<'_>, i: usize) -> Option<u32> {
    match reader.lex(i) {
        Lex::Unit(n) | Lex::Teen(n) | Lex::Tens(n) => Some(u32::from(n)),
        _ if reader.is_number(i) => reader.word(i).parse::<u32>().ok(),
        _ => None,
    }
}

fn hour(reader: &Reader<'_>, i: usize) -> Option<u32> {
    number(reader, i).filter(|hour| (1..13).contains(hour))
}

fn is(reader: &Reader<'_>, i: usize, word: &str) -> bool {
    reader.word(i).eq_ignore_ascii_case(word)
}
