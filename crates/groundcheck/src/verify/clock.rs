//! Times of the day: `09:27`, `6:45 pm`. They are no claims; how long it is from one to another is.

use groundcheck_types::Span;

use crate::document::token::{Kind, Token};

/// Minutes of a day.
pub(crate) const DAY: u16 = 24 * 60;

/// A time of the day in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Clock {
    /// Minutes since midnight.
    pub(crate) minute: u16,
    pub(crate) source: u32,
    pub(crate) span: Span,
}

/// A time of the day as it is told.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Told {
    /// Minutes since midnight.
    pub(crate) minute: u16,
    pub(crate) span: Span,
    /// Whether it says which half of the day it is in.
    pub(crate) half: bool,
}

/// The times of the day that sources name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Clocks {
    /// By time.
    all: Vec<Clock>,
    /// In the order of the sources.
    in_order: Vec<Clock>,
}

impl Clocks {
    /// Takes in those of a source.
    pub(crate) fn read(&mut self, text: &str, tokens: &[Token], source: u32) {
        self.in_order.extend(clocks(text, tokens).map(|Told { minute, span, .. }| Clock { minute, source, span }));
    }

    /// Closes the list.
    pub(crate) fn close(&mut self) {
        self.all.clone_from(&self.in_order);
        crate::sort::by_number(&mut self.all, |clock| u64::from(clock.minute));
    }

    /// Those of one source.
    pub(crate) fn of_source(&self, source: u32) -> &[Clock] {
        let from = self.in_order.partition_point(|clock| clock.source < source);
        let to = self.in_order.partition_point(|clock| clock.source <= source);
        self.in_order.get(from..to).unwrap_or_default()
    }

    /// Where this time is named, in the order of the sources.
    pub(crate) fn at(&self, minute: u16) -> impl Iterator<Item = &Clock> {
        let from = self.all.partition_point(|clock| clock.minute < minute);
        self.all.get(from..).unwrap_or_default().iter().take_while(move |clock| clock.minute == minute)
    }
}

/// The times among some tokens.
pub(crate) fn clocks<'t>(text: &'t str, tokens: &'t [Token]) -> impl Iterator<Item = Told> + 't {
    let colons = tokens.iter().enumerate().filter(|(_, t)| t.ch == b':').map(|(at, _)| at);
    colons.filter_map(move |at| clock(text, tokens, at))
}

/// The time around this colon.
fn clock(text: &str, tokens: &[Token], colon: usize) -> Option<Told> {
    let (hour, minute) = (tokens.get(colon.checked_sub(1)?)?, tokens.get(colon + 1)?);
    let glued = |at: usize| tokens.get(at).zip(tokens.get(at + 1)).is_some_and(|(a, b)| b.is_joined_to(a, text));
    let number = |t: &Token, longest: u32, below: u16| {
        let short = t.kind == Kind::Number && t.end - t.start <= longest;
        t.text(text).parse().ok().filter(|n: &u16| short && *n < below)
    };
    let part = |at: Option<usize>| at.and_then(|i| tokens.get(i)).is_some_and(|t| t.ch == b':');
    // `2:21:37` and `1:1` are no times of the day.
    let longer =
        part(colon.checked_sub(2)) && glued(colon.wrapping_sub(2)) || part(Some(colon + 2)) && glued(colon + 1);
    if !glued(colon - 1) || !glued(colon) || longer || minute.end - minute.start != 2 {
        return None;
    }
    let (hours, minutes) = (number(hour, 2, 24)?, number(minute, 2, 60)?);
    let behind = tokens.get(colon + 2);
    let half = |words: &[&str]| behind.is_some_and(|t| t.is_one_of(text, words));
    let hours = match hours {
        12 if half(&["am", "a"]) => 0,
        1..=11 if half(&["pm", "p"]) => hours + 12,
        hours => hours,
    };
    let told = half(&["am", "pm", "a", "p"]);
    Some(Told { minute: hours * 60 + minutes, span: Span { start: hour.start, end: minute.end }, half: told })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn times_of_the_day() {
        for (text, expected) in [
            ("at 09:27", &[567][..]),
            ("from 6:45 pm to 12:05 am", &[1125, 5]),
            ("9:05–10:40", &[545, 640]),
            ("ran 2:21:37", &[]),
            ("a ratio of 3:1", &[]),
            ("25:10 and 12:75", &[]),
            ("12:30 pm", &[750]),
        ] {
            let found: Vec<u16> = clocks(text, &tokens(text)).map(|told| told.minute).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
