//! Days as points over time: thinned where there are more than a reader can tell apart.

use groundcheck::claims::Period;
use groundcheck_types::{DayRow, RiskCounts};

/// More points than this say nothing more.
pub const POINTS_MAX: i64 = 120;

/// Days counted from 1970-01-01, so that distances in time are distances in the picture.
pub type DayNumber = i64;

/// Some days in a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Stretch {
    /// The first day that has mentions.
    pub from: String,
    /// The last.
    pub to: String,
    /// Its place in time.
    pub at: DayNumber,
    /// How many mentions are scored.
    pub mentions: u64,
    /// Their mean reliability.
    pub mean: f64,
    /// How many of each risk.
    pub risk: RiskCounts,
}

impl Stretch {
    /// The share of high risk, 0 to 1.
    pub fn high_share(&self) -> f64 {
        if self.mentions == 0 { 0.0 } else { self.risk.high as f64 / self.mentions as f64 }
    }
}

/// The days as at most [`POINTS_MAX`] stretches of equal length, each weighed by its mentions, and how many days that length is.
pub fn stretches(days: &[DayRow]) -> (Vec<Stretch>, i64) {
    let dated: Vec<(DayNumber, &DayRow)> = days.iter().filter_map(|d| Some((day_number(&d.date)?, d))).collect();
    let (Some((first, _)), Some((last, _))) = (dated.first(), dated.last()) else { return (Vec::new(), 1) };
    let (first, span) = (*first, (last - first + 1).max(1));
    let length = (span + POINTS_MAX - 1) / POINTS_MAX;
    let mut out: Vec<(i64, Stretch)> = Vec::new();
    for (at, day) in dated {
        let slot = (at - first) / length;
        let mean = day.average_reliability.0;
        match out.last_mut() {
            Some((last, stretch)) if *last == slot => {
                let all = stretch.mentions.saturating_add(day.mentions);
                let weighed = stretch.mean * stretch.mentions as f64 + mean * day.mentions as f64;
                stretch.mean = weighed / (all as f64).max(1.0);
                stretch.mentions = all;
                stretch.to.clone_from(&day.date);
                stretch.risk.high += day.risk.high;
                stretch.risk.medium += day.risk.medium;
                stretch.risk.low += day.risk.low;
            }
            _ => {
                let (from, to) = (day.date.clone(), day.date.clone());
                out.push((slot, Stretch { from, to, at, mentions: day.mentions, mean, risk: day.risk }));
            }
        }
    }
    (out.into_iter().map(|(_, stretch)| stretch).collect(), length)
}

/// The number of a day written `YYYY-MM-DD` in the Gregorian calendar.
pub fn day_number(date: &str) -> Option<DayNumber> {
    Period::of_iso(date)?.day_number()
}

/// What a date field holds: a day, nothing, or something half typed that is no day yet and changes nothing.
pub fn typed_day(text: &str) -> Option<Option<String>> {
    if text.is_empty() {
        return Some(None);
    }
    // A year of four digits begins as 0002, 0020, 0202.
    (day_number(text).is_some() && !text.starts_with('0')).then(|| Some(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundcheck_types::Number;

    fn day(date: &str, mentions: u64, mean: f64, high: u64) -> DayRow {
        let risk = RiskCounts { high, medium: 0, low: mentions - high };
        DayRow { date: date.to_owned(), mentions, average_reliability: Number(mean), risk }
    }

    #[test]
    fn days_are_numbered_as_the_calendar_has_them() {
        for (date, number) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2000-03-01", 11_017),
            ("2024-02-29", 19_782),
            ("2026-11-21", 20_778),
        ] {
            assert_eq!(day_number(date), Some(number), "{date}");
        }
        for bad in ["", "2026", "2026-13-01", "2026-1-1", "2026-01-00", "year-01-01", "2026-01-01T00"] {
            assert_eq!(day_number(bad), None, "{bad}");
        }
    }

    #[test]
    fn few_days_are_a_point_each() {
        let (points, length) = stretches(&[day("2026-03-01", 4, 0.5, 2), day("2026-03-11", 1, 1.0, 0)]);
        assert_eq!((points.len(), length), (2, 1));
        assert_eq!(points[1].at - points[0].at, 10);
        assert_eq!(points[0].high_share(), 0.5);
        assert_eq!(stretches(&[]), (Vec::new(), 1));
        assert!(stretches(&[day("today", 1, 1.0, 0)]).0.is_empty());
    }

    #[test]
    fn many_days_are_thinned_and_nothing_is_lost() {
        let date = |i: u64| format!("{}-{:02}-{:02}", 2020 + i / 336, i / 28 % 12 + 1, i % 28 + 1);
        let days: Vec<DayRow> = (0..1_500).map(|i| day(&date(i), i % 7 + 1, (i % 10) as f64 / 10.0, i % 2)).collect();
        let (points, length) = stretches(&days);
        assert!(points.len() as i64 <= POINTS_MAX && points.len() > 80, "{}", points.len());
        assert!(length > 10);
        let sum = |f: fn(&DayRow) -> f64| days.iter().map(f).sum::<f64>();
        assert_eq!(points.iter().map(|p| p.mentions).sum::<u64>() as f64, sum(|d| d.mentions as f64));
        assert_eq!(points.iter().map(|p| p.risk.high).sum::<u64>() as f64, sum(|d| d.risk.high as f64));
        let weighed = points.iter().map(|p| p.mean * p.mentions as f64).sum::<f64>();
        assert!((weighed - sum(|d| d.average_reliability.0 * d.mentions as f64)).abs() < 1e-6);
    }

    #[test]
    fn half_a_date_changes_nothing() {
        assert_eq!(typed_day(""), Some(None));
        assert_eq!(typed_day("2026-11-21"), Some(Some("2026-11-21".to_owned())));
        for half in ["0002-11-21", "0202-11-21", "2026-11"] {
            assert_eq!(typed_day(half), None, "{half}");
        }
    }
}
