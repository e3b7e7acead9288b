//! Times of the day, `9:05 am`, `14:30`, `3 pm`, `noon`, and how long something took to the second, `2:07:46`.

use core::fmt;

use groundcheck_types::Span;

use super::reader::{Conventions, Reader};
use super::spoken;
use crate::document::token::Token;
use crate::lexicon::Lex;

/// Seconds of a day.
pub(crate) const DAY: u32 = 24 * 60 * 60;
/// Seconds of half a day.
const HALF: u32 = DAY / 2;

/// A time of the day, in seconds since midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Seconds since midnight.
    pub seconds: u32,
    /// Whether it says which half of the day it is in: `7:30 pm`, `19:30`, `07:30`.
    pub is_sure: bool,
    /// Whether it tells seconds.
    pub(crate) to_the_second: bool,
}

impl Time {
    /// The time so many minutes after midnight.
    pub(crate) fn of_minutes(minutes: f64) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between none and a day's")]
        let minutes = (0.0..f64::from(DAY / 60)).contains(&minutes).then(|| libm::round(minutes) as u32)?;
        Some(Time { seconds: minutes * 60, is_sure: true, to_the_second: false })
    }

    /// Whether both may be one: `7:30` is 19:30 where nothing says which half of the day it means.
    #[must_use]
    pub fn may_be(self, other: Time) -> bool {
        if self.is_sure && other.is_sure { self.seconds == other.seconds } else { self.of_half() == other.of_half() }
    }

    /// Seconds since midnight or noon: what an index of times is by.
    pub(crate) fn of_half(self) -> u32 {
        self.seconds % HALF
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.seconds / 3600, self.seconds / 60 % 60)?;
        if self.to_the_second { write!(f, ":{:02}", self.seconds % 60) } else { Ok(()) }
    }
}

/// The times among some tokens, each with where it stands.
pub(crate) fn times<'t>(text: &'t str, tokens: &'t [Token]) -> impl Iterator<Item = (Time, Span)> + 't {
    let reader = Reader::new(text, tokens, Conventions::default());
    let mut next = 0;
    (0..tokens.len()).filter_map(move |at| {
        let may_be = at >= next && (reader.is_number(at) || may_begin(reader.lex(at)));
        let (time, end) =
            if may_be { read(&reader, at).or_else(|| spoken::bare_hour(&reader, at))? } else { return None };
        next = end;
        Some((time, reader.span(at, end)))
    })
}

/// Whether a word may begin a time: `noon`, `half past six`, `seven o'clock`.
pub(super) fn may_begin(lex: Lex) -> bool {
    matches!(lex, Lex::Hour(_) | Lex::Half | Lex::Quarter | Lex::Article | Lex::Unit(_) | Lex::Teen(_) | Lex::Tens(_))
}

/// The time that begins at this token, and one past its last token. `1.05:1` and `3:1` are ratios.
pub(crate) fn read(reader: &Reader<'_>, i: usize) -> Option<(Time, usize)> {
    // `2:07:46` from its second number
    if i > 0 && reader.glued(i) && reader.ch(i - 1) == b':' {
        return None;
    }
    if let Lex::Hour(hour) = reader.lex(i) {
        // `a midday-meal`
        let is_part = reader.ch(i + 1) == b'-' && reader.glued(i + 1);
        return (!is_part).then(|| (time(u32::from(hour), 0, None, Some(hour == 12), true), i + 1));
    }
    if let Some(spoken) = spoken::read(reader, i) {
        return Some(spoken);
    }
    let two_digits = |word: &str| word.parse::<u32>().ok().filter(|n| word.len() == 2 && *n < 60);
    let word = reader.word(i);
    let hour = |word: &str| word.parse::<u32>().ok().filter(|h| *h < 25 && word.len() <= 2);
    // `7.30pm`
    if let Some((hours, minutes)) = word.split_once('.') {
        let (afternoon, end) = half_of_day(reader, i + 1)?;
        let (hours, minutes) = (hour(hours).filter(|h| *h < 13)?, two_digits(minutes)?);
        return Some((time(hours, minutes, None, Some(afternoon), false), end));
    }
    let hours = hour(word)?;
    if reader.ch(i + 1) == b':' && reader.glued(i + 1) && reader.glued(i + 2) {
        let minutes = two_digits(reader.word(i + 2))?;
        let goes_on = reader.ch(i + 3) == b':' && reader.glued(i + 3) && reader.glued(i + 4);
        let seconds = goes_on.then(|| two_digits(reader.word(i + 4))).flatten();
        let end = if seconds.is_some() { i + 5 } else { i + 3 };
        // `12:34:56:78` is an address.
        if reader.ch(end) == b':' && reader.glued(end) && reader.is_number(end + 1) && reader.glued(end + 1) {
            return None;
        }
        let half = half_of_day(reader, end);
        let (half, end) = half.map_or((None, end), |(afternoon, end)| (Some(afternoon), end));
        return Some((time(hours, minutes, seconds, half, word.starts_with('0')), end));
    }
    let (afternoon, end) = half_of_day(reader, i + 1).filter(|_| (1..13).contains(&hours))?;
    Some((time(hours, 0, None, Some(afternoon), false), end))
}

pub(super) fn time(hours: u32, minutes: u32, seconds: Option<u32>, afternoon: Option<bool>, padded: bool) -> Time {
    let hours = match (hours, afternoon) {
        (12, Some(false)) => 0,
        (1..=11, Some(true)) => hours + 12,
        (hours, _) => hours,
    };
    Time {
        seconds: hours * 3600 + minutes * 60 + seconds.unwrap_or(0),
        is_sure: afternoon.is_some() || hours == 0 || hours > 12 || padded || seconds.is_some(),
        to_the_second: seconds.is_some(),
    }
}

/// Whether `am` or `pm` is here: whether it is `pm`, and one past it.
#[inline(never)]
pub(super) fn half_of_day(reader: &Reader<'_>, at: usize) -> Option<(bool, usize)> {
    let word = reader.word(at);
    let is = |word: &str, own: &str| word.eq_ignore_ascii_case(own);
    if is(word, "am") || is(word, "pm") {
        return (!reader.glued(at + 1) || reader.ends(at + 1) || reader.is_dash(at + 1))
            .then(|| (is(word, "pm"), at + 1));
    }
    // `12 noon`
    if let (Lex::Hour(hour), true) = (reader.lex(at), at > 0 && reader.word(at - 1) == "12") {
        return Some((hour == 12, at + 1));
    }
    if let Some(half) = spoken::half(reader, at) {
        return Some(half);
    }
    let dotted = (is(word, "a") || is(word, "p"))
        && reader.ch(at + 1) == b'.'
        && reader.glued(at + 2)
        && is(reader.word(at + 2), "m");
    dotted.then(|| (is(word, "p"), at + 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Conventions;
    use crate::document::token::tokens;

    #[test]
    fn one_time_may_be_told_in_two_ways() {
        let of = |text: &str| read(&Reader::new(text, &tokens(text), Conventions::default()), 0).unwrap().0;
        for (one, other, same) in [
            ("7:30 pm", "19:30", true),
            ("7:30", "19:30", true),
            ("07:30", "19:30", false),
            ("7:30 am", "7:30", true),
            ("7:30 am", "7:30 pm", false),
            ("12 pm", "12:00", true),
            ("12 noon", "12:00", true),
            ("noon", "12 pm", true),
            ("midnight", "00:00", true),
            ("midnight", "noon", false),
            ("12:15 am", "0:15", true),
            ("2:07:46", "2:07:46", true),
            ("2:07:46", "2:07", false),
        ] {
            assert_eq!(of(one).may_be(of(other)), same, "{one} and {other}");
        }
    }
}
