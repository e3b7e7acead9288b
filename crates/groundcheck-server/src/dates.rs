//! Times as the contract writes them: RFC 3339 in UTC, to the second, and days as `YYYY-MM-DD`. The store has milliseconds.

use groundcheck::claims::Period;
use groundcheck_types::{ErrorCode, InputError};

/// Milliseconds since 1970 in UTC.
pub type Millis = i64;

/// Milliseconds in a day.
pub const DAY: Millis = 86_400_000;

/// A time as text: `2024-12-01T10:00:00Z`.
#[must_use]
pub fn to_text(time: Millis) -> String {
    format!("{}Z", seconds(time))
}

/// The same to the millisecond: `2024-12-01T10:00:00.123Z`.
#[must_use]
pub fn to_text_ms(time: Millis) -> String {
    format!("{}.{:03}Z", seconds(time), time.rem_euclid(1_000))
}

fn seconds(time: Millis) -> String {
    let second = time.div_euclid(1_000).rem_euclid(86_400);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{}T{hour:02}:{minute:02}:{second:02}", day_to_text(time.div_euclid(DAY)))
}

/// The days of a filter as times: from the beginning of the first to the end of the last.
///
/// # Errors
/// What is no day, or a last one before the first; names the field, `from` or `to`.
pub fn between(from: Option<&str>, to: Option<&str>) -> Result<(Option<Millis>, Option<Millis>), InputError> {
    let read = |field: &str, text: Option<&str>| {
        let wrong = || InputError::field(ErrorCode::InvalidValue, field, "is not a day such as 2024-12-01");
        text.map(|text| day(text).ok_or_else(wrong)).transpose()
    };
    let (from, to) = (read("from", from)?, read("to", to)?);
    if let (Some(from), Some(to)) = (from, to)
        && to < from
    {
        return Err(InputError::field(ErrorCode::InvalidValue, "to", "is before `from`"));
    }
    Ok((from.map(|day| day.saturating_mul(DAY)), to.map(|day| day.saturating_add(1).saturating_mul(DAY))))
}

/// Days since 1970 as `YYYY-MM-DD`; outside the years 0 to 65535, the plain number.
#[must_use]
pub fn day_to_text(days: i64) -> String {
    Period::of_day_number(days).map_or_else(|| days.to_string(), |day| day.to_string())
}

/// Reads `YYYY-MM-DD` as days since 1970.
#[must_use]
pub fn day(text: &str) -> Option<i64> {
    Period::of_iso(text)?.day_number()
}

/// Reads a day, or a time as RFC 3339 has it; as databases write it too, with a space for the `T` and no zone, which is UTC then.
#[must_use]
pub fn time(text: &str) -> Option<Millis> {
    let Some((date, rest)) = text.split_once(['T', 't', ' ']) else { return Some(day(text)? * DAY) };
    let (clock, offset) = match rest.find(['Z', 'z', '+', '-']) {
        Some(at) => rest.split_at(at),
        None => (rest, "Z"),
    };
    let mut parts = clock.splitn(3, ':');
    let (hour, minute) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let (second, fraction) = match parts.next() {
        Some(seconds) => seconds.split_once('.').map_or((seconds, None), |(whole, part)| (whole, Some(part))),
        None => ("00", None),
    };
    let second = digits(second, 2)?;
    let millis = match fraction {
        Some(part) if !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{part:0<3}").get(..3)?.parse().ok()?
        }
        Some(_) => return None,
        None => 0,
    };
    let offset = offset_minutes(offset)?;
    // A leap second is the second after it, as everywhere.
    let is_clock = hour <= 23 && minute <= 59 && second <= 60;
    is_clock.then_some(())?;
    let time = day(date)? * DAY + ((hour * 60 + minute - offset) * 60 + second) * 1_000 + millis;
    // A zone may lead out of the years that can be written.
    (day("0000-01-01")? * DAY..day("9999-12-31")?.saturating_add(1) * DAY).contains(&time).then_some(time)
}

fn offset_minutes(text: &str) -> Option<i64> {
    if text.eq_ignore_ascii_case("z") {
        return Some(0);
    }
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = match rest.split_once(':') {
        Some(parts) => parts,
        None if rest.len() == 2 => (rest, "00"),
        None => rest.split_at_checked(2)?,
    };
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 60 + minutes))
}

/// So many digits and nothing else, as a number.
fn digits(text: &str, length: usize) -> Option<i64> {
    (text.len() == length && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_and_databases_write_them() {
        for (text, read, written) in [
            ("1970-01-01", 0, "1970-01-01T00:00:00Z"),
            ("2024-12-01T10:00:00Z", 1_733_047_200_000, "2024-12-01T10:00:00Z"),
            ("2024-12-01T10:00:00.1239z", 1_733_047_200_123, "2024-12-01T10:00:00Z"),
            ("2024-12-01 10:00:00", 1_733_047_200_000, "2024-12-01T10:00:00Z"),
            ("2024-12-01T12:00:00+02:00", 1_733_047_200_000, "2024-12-01T10:00:00Z"),
            ("2024-12-01T05:30-0430", 1_733_047_200_000, "2024-12-01T10:00:00Z"),
            ("2024-12-01 12:00:00.5+02", 1_733_047_200_500, "2024-12-01T10:00:00Z"),
            ("2000-02-28T23:59:60Z", 951_782_400_000, "2000-02-29T00:00:00Z"),
            ("2100-02-28T23:59:59Z", 4_107_542_399_000, "2100-02-28T23:59:59Z"),
            ("1969-12-31T23:59:59Z", -1_000, "1969-12-31T23:59:59Z"),
            ("0000-03-01", -62_162_035_200_000, "0000-03-01T00:00:00Z"),
        ] {
            assert_eq!(time(text), Some(read), "{text}");
            assert_eq!(to_text(read), written);
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        for text in [
            "",
            "2024",
            "2024-02-30",
            "2023-02-29",
            "2024-13-01",
            "2024-00-10",
            "2024-1-1",
            "24-01-01",
            "2024-12-01T",
            "2024-12-01T10",
            "2024-12-01T24:00:00Z",
            "2024-12-01T10:60:00Z",
            "2024-12-01T10:00:00.Z",
            "0000-01-01T00:00:00+00:01",
            "9999-12-31T23:59:59-01:00",
            "2024-12-01T10:00:00+",
            "2024-12-01T10:00:00+2",
            "2024-12-01T10:00:00 UTC",
            "yesterday",
            "２０２４-12-01",
        ] {
            assert_eq!(time(text), None, "{text}");
        }
        assert_eq!(day("2024-12-01T10:00:00Z"), None);
    }
}
