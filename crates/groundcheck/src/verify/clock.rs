//! The times of the day that sources name.

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

/// The times of the day that sources name.
#[derive(Debug, Clone, Default)]
pub(crate) struct Clocks {
    /// In the order of the sources.
    in_order: Vec<Clock>,
}

impl Clocks {
    /// Takes in those of a source.
    pub(crate) fn read(&mut self, text: &str, tokens: &[Token], source: u32) {
        let all = claims::times(text, tokens).filter_map(|(time, span)| Some((minute(time)?, span)));
        self.in_order.extend(all.map(|(minute, span)| Clock { minute, source, span }));
    }

    /// Those of one source.
    pub(crate) fn of_source(&self, source: u32) -> &[Clock] {
        let from = self.in_order.partition_point(|clock| clock.source < source);
        let to = self.in_order.partition_point(|clock| clock.source <= source);
        self.in_order.get(from..to).unwrap_or_default()
    }
}

/// The minute of the day that it names; nothing where it tells seconds.
pub(crate) fn minute(time: Time) -> Option<u16> {
    u16::try_from(time.seconds / 60).ok().filter(|minute| *minute < DAY && !time.to_the_second)
}
