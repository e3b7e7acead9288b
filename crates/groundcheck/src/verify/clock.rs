//! The times of the day that sources name, by time: how long it is from one to another.

use groundcheck_types::Span;

use crate::claims::{self, Time};
use crate::document::token::Token;

/// Minutes of a day.
#[expect(clippy::cast_possible_truncation, reason = "1,440")]
pub(crate) const DAY: u16 = (claims::DAY / 60) as u16;

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

/// The minute of the day that it names; nothing where it tells seconds.
pub(crate) fn minute(time: Time) -> Option<u16> {
    u16::try_from(time.seconds / 60).ok().filter(|minute| *minute < DAY && !time.to_the_second)
}

/// The times of the day among some tokens.
pub(crate) fn clocks<'t>(text: &'t str, tokens: &'t [Token]) -> impl Iterator<Item = Told> + 't {
    claims::times(text, tokens).filter_map(move |(time, span)| {
        let half = span.of(text).is_some_and(|told| told.ends_with(char::is_alphabetic));
        Some(Told { minute: minute(time)?, span, half })
    })
}
