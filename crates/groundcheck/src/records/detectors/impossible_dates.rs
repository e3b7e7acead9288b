//! Dates that cannot be, or cannot be a document's.
//!
//! Source: document 3, "Impossible Dates" and "Temporal Validation": a year more than `max_future_years` after the request's `as_of` is
//! high, one before `min_statement_year` medium. Besides: a day that no calendar has, a period that ends before it begins, one longer
//! than its profile has it, and a field without any date (document 3's placeholder `statement period unknown`).

use groundcheck_types::{FieldKind, RecordRule};

use crate::records::Checked;
use crate::records::alerts::{Alerts, Found, Place, shown_text};
use crate::records::dates::{self, Dates};
use crate::records::reading::Value;

pub(super) fn detect(checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    let last = checked.year.saturating_add(checked.policy.max_future_years);
    for value in &checked.reading.values {
        if matches!(value.field.kind, FieldKind::Date | FieldKind::Period)
            && let Some(text) = value.text()
        {
            judge(value, text, &dates::read(text, last), last, checked, alerts);
        }
    }
}

fn judge(value: &Value<'_>, text: &str, dates: &Dates, last: u32, checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    let place = Place { path: &value.path, part: value.part };
    let first = checked.policy.min_statement_year;
    if let Some(day) = &dates.impossible {
        alerts.add(RecordRule::NoSuchDay, place, || Found {
            description: format!("No calendar has the day {day}"),
            detected: Some(day.clone()),
            ..Found::default()
        });
    } else if dates.years.is_empty() {
        alerts.add(RecordRule::NoDate, place, || Found {
            description: "No year can be read".to_owned(),
            detected: Some(shown_text(text)),
            expected: Some("a date with its year".to_owned()),
            ..Found::default()
        });
    }
    // One wrong year makes one alert, however often the text has it.
    if let Some(year) = dates.years.iter().max().filter(|year| **year > last) {
        alerts.add(RecordRule::FutureYear, place, || Found {
            description: format!("The year {year} is in the future"),
            detected: Some(year.to_string()),
            expected: Some(format!("at most {last}")),
            ..Found::default()
        });
    }
    if let Some(year) = dates.years.iter().min().filter(|year| **year < first) {
        alerts.add(RecordRule::HistoricalYear, place, || Found {
            description: format!("The year {year} is too early for such a document"),
            detected: Some(year.to_string()),
            expected: Some(format!("at least {first}")),
            ..Found::default()
        });
    }
    let (Some(start), Some(end)) = (dates.days.first(), dates.days.last()) else { return };
    if end.latest < start.earliest {
        alerts.add(RecordRule::EndsBeforeStart, place, || Found {
            description: "The period ends before it begins".to_owned(),
            expected: Some("the earlier date first".to_owned()),
            ..Found::default()
        });
    } else if let Some(most) = value.field.max_days
        // The shortest that it may be, both of its ends included.
        && let shortest = (end.earliest - start.latest).max(0) + 1
        && dates.days.len() > 1
        && shortest > i64::from(most)
    {
        alerts.add(RecordRule::LongPeriod, place, || Found {
            description: format!("The period has more than {most} days"),
            detected: Some(format!("{shortest} days")),
            expected: Some(format!("at most {most} days")),
            ..Found::default()
        });
    }
}
