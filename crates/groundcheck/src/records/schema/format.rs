//! The formats that are checked: JSON Schema leaves that to its readers, and one that is not checked here is refused.

use crate::claims::Period;

/// Longer than any text of a format, in bytes: a fraction of a second may have as many digits as it likes.
const BYTES_MAX: usize = 100;

/// A format of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// `2024-12-01`
    Date,
    /// `2024-12-01T10:00:00Z`, RFC 3339.
    DateTime,
}

impl Format {
    /// The names of all.
    pub(super) const NAMES: &str = "date, date-time";

    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "date" => Some(Format::Date),
            "date-time" => Some(Format::DateTime),
            _ => None,
        }
    }

    /// What a text of this format is, for people.
    pub(super) fn meaning(self) -> &'static str {
        match self {
            Format::Date => "a date such as 2024-12-01",
            Format::DateTime => "a time such as 2024-12-01T10:00:00Z",
        }
    }

    pub(super) fn fits(self, text: &str) -> bool {
        match self {
            _ if text.len() > BYTES_MAX => false,
            Format::Date => Period::of_iso(text).is_some(),
            Format::DateTime => is_date_time(text),
        }
    }
}

fn is_date_time(text: &str) -> bool {
    let (Some(date), Some(rest)) = (text.get(..10), text.get(11..)) else { return false };
    let Some(zone) = rest.find(['Z', 'z', '+', '-']) else { return false };
    let (clock, zone) = rest.split_at(zone);
    let (clock, fraction) = clock.split_once('.').map_or((clock, "0"), |(clock, fraction)| (clock, fraction));
    // A minute may have a leap second.
    let clock = clock.len() == 8
        && [(0, 23), (3, 59), (6, 60)].iter().all(|(at, most)| two_digits(clock, *at).is_some_and(|n| n <= *most))
        && clock.get(2..3) == Some(":")
        && clock.get(5..6) == Some(":");
    let offset = zone.eq_ignore_ascii_case("z")
        || (zone.len() == 6
            && zone.get(3..4) == Some(":")
            && two_digits(zone, 1).is_some_and(|hours| hours <= 23)
            && two_digits(zone, 4).is_some_and(|minutes| minutes <= 59));
    Period::of_iso(date).is_some()
        && matches!(text.get(10..11), Some("T" | "t"))
        && clock
        && !fraction.is_empty()
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
        && offset
}

fn two_digits(text: &str, at: usize) -> Option<u8> {
    text.get(at..at + 2).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times_are_those_of_the_calendar() {
        for (format, text, expected) in [
            (Format::Date, "2024-02-29", true),
            (Format::Date, "2023-02-29", false),
            (Format::Date, "2024-2-9", false),
            (Format::Date, "2024-02-29T", false),
            (Format::Date, "２024-02-29", false),
            (Format::Date, "+024-02-29", false),
            (Format::DateTime, "2024-02-29T10:20:30Z", true),
            (Format::DateTime, "2024-02-29t23:59:60.125-04:00", true),
            (Format::DateTime, "2024-02-29T10:20Z", false),
            (Format::DateTime, "2024-02-29 10:20:30Z", false),
            (Format::DateTime, "2024-02-29T24:20:30Z", false),
            (Format::DateTime, "2024-02-29T10:20:30.Z", false),
            (Format::DateTime, "2024-02-29T10:20:30", false),
            (Format::DateTime, "2024-02-29T10:20:30+1:00", false),
            (Format::DateTime, "2024-02-29T10:20:30Z!", false),
        ] {
            assert_eq!(format.fits(text), expected, "{text}");
        }
    }
}
