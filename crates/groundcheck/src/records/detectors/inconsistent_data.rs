//! Fields of one record that contradict each other or their profile.
//!
//! Source: document 3, "Inconsistent Data" (a credit union with a Visa account, a checking account with the features of a credit card)
//! and "Suspicious patterns". All rules are the profile's: words that do not go together (low), dates in order and sums (high), and of a
//! single field its range, its allowed texts, its form and suspicious texts (medium). Fields are compared within one part, or outside
//! of all parts.

use std::collections::BTreeMap;

use groundcheck_types::{ConsistencyRule, FieldKind, RecordRule};

use crate::document::lower;
use crate::records::Checked;
use crate::records::alerts::{Alerts, Found, Place, shown_number, shown_text};
use crate::records::dates;
use crate::records::patterns::{Forms, Pattern, is_of_shape, words};
use crate::records::printed;
use crate::records::reading::{Reading, Value};

/// The words of a value's text; none for numbers and dates.
type Words = Vec<String>;

pub(super) fn detect(checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    let reading = checked.reading;
    let read = |value: &Value<'_>| match value.field.kind {
        FieldKind::Text | FieldKind::Name => value.text().map(words).unwrap_or_default(),
        _ => Words::new(),
    };
    let words: Vec<Words> = reading.values.iter().map(read).collect();
    let forms = Forms::of(checked.profile);
    for (value, words) in reading.values.iter().zip(&words) {
        alone(value, words, &forms, alerts);
    }
    for rule in &checked.profile.rules {
        match rule {
            ConsistencyRule::Excludes { field, words: own, other, other_words } => {
                let patterns = |words: &[String]| words.iter().map(|words| Pattern::of(words)).collect::<Vec<_>>();
                excludes((field, &patterns(own)), (other, &patterns(other_words)), reading, &words, alerts);
            }
            ConsistencyRule::Sum { total, of, tolerance } => sum(total, of, tolerance.0, checked.reading, alerts),
            ConsistencyRule::Order { first, last } => order(first, last, checked, alerts),
        }
    }
    printed::amounts_missing(checked, alerts);
}

/// What the profile says of a field by itself.
fn alone(value: &Value<'_>, words: &Words, forms: &Forms<'_>, alerts: &mut Alerts<'_>) {
    let place = Place { path: &value.path, part: value.part };
    let field = value.field;
    if let Some(number) = value.number() {
        let (least, most) = (field.min.map(|min| min.0), field.max.map(|max| max.0));
        if least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most) {
            alerts.add(RecordRule::OutOfRange, place, || {
                let bounds = [("at least", least), ("at most", most)];
                let bounds = bounds.iter().filter_map(|(word, bound)| Some(format!("{word} {}", bound.as_ref()?)));
                Found {
                    description: "The value is out of the range of its field".to_owned(),
                    detected: Some(shown_number(number)),
                    expected: Some(bounds.collect::<Vec<_>>().join(" and ")),
                    ..Found::default()
                }
            });
        }
    }
    let Some(text) = value.text() else { return };
    let own = text.trim();
    if !field.allowed.is_empty() && !field.allowed.iter().any(|allowed| lower(allowed) == lower(own)) {
        alerts.add(RecordRule::NotAllowed, place, || Found {
            description: "The field may not have this value".to_owned(),
            detected: Some(shown_text(own)),
            expected: Some(field.allowed.join(", ")),
            ..Found::default()
        });
    }
    if let Some(shape) = field.shape.as_ref().filter(|shape| !is_of_shape(own, shape)) {
        alerts.add(RecordRule::OtherShape, place, || Found {
            description: "The value is not of its field's form".to_owned(),
            detected: Some(shown_text(own)),
            expected: Some(shape.clone()),
            ..Found::default()
        });
    }
    // Names, account numbers and dates have detectors of their own.
    if field.kind == FieldKind::Text
        && let Some(meaning) = forms.meaning_of(words)
    {
        alerts.add(RecordRule::SuspiciousText, place, || Found {
            description: format!("The text is {meaning}"),
            detected: Some(shown_text(own)),
            ..Found::default()
        });
    }
}

/// Two values that do not go together; the first such pair of each part.
fn excludes(
    (field, patterns): (&str, &[Pattern]),
    (other, other_patterns): (&str, &[Pattern]),
    reading: &Reading<'_>,
    words: &[Words],
    alerts: &mut Alerts<'_>,
) {
    let with = |name: &str, patterns: &[Pattern]| {
        let mut first: BTreeMap<Option<usize>, &Value<'_>> = BTreeMap::new();
        for (value, words) in reading.values.iter().zip(words).filter(|(value, _)| value.field.name == name) {
            if patterns.iter().any(|pattern| pattern.is_in(words)) {
                first.entry(value.part).or_insert(value);
            }
        }
        first
    };
    let others = with(other, other_patterns);
    for (part, one) in with(field, patterns) {
        let Some(two) = others.get(&part) else { continue };
        alerts.add(RecordRule::FieldsDisagree, Place { path: &two.path, part }, || Found {
            description: format!("{other} does not go with {field}"),
            detected: two.text().map(shown_text),
            expected: one.text().map(|text| format!("what goes with {}", shown_text(text))),
            ..Found::default()
        });
    }
}

/// An amount that is not the sum of others.
fn sum(total: &str, of: &[String], tolerance: f64, reading: &Reading<'_>, alerts: &mut Alerts<'_>) {
    let terms: Vec<_> = of
        .iter()
        .map(|term| {
            let (name, minus, optional) = ConsistencyRule::term(term);
            (by_part(reading, name, Value::number), minus, optional)
        })
        .collect();
    for (part, totals) in by_part(reading, total, Value::number) {
        let mut sum = Some(0.0);
        for (values, minus, optional) in &terms {
            let values = values.get(&part).map(|values| values.iter().map(|(_, number)| number).sum::<f64>());
            let value = values.or(optional.then_some(0.0));
            sum = sum.zip(value).map(|(sum, value)| if *minus { sum - value } else { sum + value });
        }
        let Some(sum) = sum else { continue };
        for (value, number) in totals {
            // What adding binary fractions is off by is no difference.
            let slack = tolerance + 1e-9 * number.abs().max(sum.abs()).max(1.0);
            if (number - sum).abs() > slack {
                alerts.add(RecordRule::SumDiffers, Place { path: &value.path, part }, || Found {
                    description: format!("{total} is not {}", of.join(" + ").replace("+ -", "- ").replace('?', "")),
                    detected: Some(shown_number(number)),
                    expected: Some(shown_number(sum)),
                    ..Found::default()
                });
            }
        }
    }
}

/// A date after one that it cannot be after.
fn order(first: &str, last: &str, checked: &Checked<'_>, alerts: &mut Alerts<'_>) {
    let year = checked.year.saturating_add(checked.policy.max_future_years);
    let day = |value: &Value<'_>| value.text().and_then(|text| dates::read(text, year).days.first().copied());
    let starts = by_part(checked.reading, first, day);
    for (part, ends) in by_part(checked.reading, last, day) {
        let Some((_, start)) = starts.get(&part).and_then(|starts| starts.first()) else { continue };
        for (value, end) in ends.into_iter().filter(|(_, end)| end.latest < start.earliest) {
            alerts.add(RecordRule::EndsBeforeStart, Place { path: &value.path, part }, || Found {
                description: format!("{last} is {} days before {first}", start.earliest - end.latest),
                expected: Some(format!("{last} not before {first}")),
                ..Found::default()
            });
        }
    }
}

/// What is read of the values of a field, by the part that they stand in.
fn by_part<'v, 'r, T>(
    reading: &'v Reading<'r>,
    name: &str,
    read: impl Fn(&'v Value<'r>) -> Option<T>,
) -> BTreeMap<Option<usize>, Vec<(&'v Value<'r>, T)>> {
    let mut parts: BTreeMap<Option<usize>, Vec<(&Value<'_>, T)>> = BTreeMap::new();
    for value in reading.values.iter().filter(|value| value.field.name == name) {
        if let Some(read) = read(value) {
            parts.entry(value.part).or_default().push((value, read));
        }
    }
    parts
}
