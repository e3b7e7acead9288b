//! Whether a record is malformed, said once more and without the engine: from its JSON and its profile alone. It need not see everything
//! that is malformed; what it sees is.

use groundcheck::records::shipped_profile;
use groundcheck_types::{FieldKind, PartsRule, ProfileChoice, RecordProfile, RecordRequest};
use serde_json::Value;

/// Every whole number up to here is exact everywhere.
const WHOLE_MAX: f64 = 9_007_199_254_740_991.0;

/// Whether this record is malformed.
pub(super) fn is_malformed(record: &Value, request: &RecordRequest) -> bool {
    let profile = match &request.profile {
        ProfileChoice::Named(name) => shipped_profile(name),
        ProfileChoice::Own(own) => Some((**own).clone()),
    };
    let Some(profile) = profile else { return false };
    !record.is_object()
        || profile.parts.as_ref().is_some_and(|rule| has_bad_parts(record, rule))
        || has_bad_fields(record, &profile)
}

fn has_bad_parts(record: &Value, rule: &PartsRule) -> bool {
    let is_page = |value: &Value| value.as_f64().is_some_and(|page| page.fract() == 0.0 && page.abs() <= WHOLE_MAX);
    match record.get(&rule.field) {
        None | Some(Value::Null) => rule.required,
        Some(Value::Array(parts)) => {
            let bad = |part: &Value| !is_page(&part[&rule.start]) || !is_page(&part[&rule.end]);
            (rule.required && parts.is_empty()) || parts.iter().any(bad)
        }
        Some(_) => true,
    }
}

fn has_bad_fields(record: &Value, profile: &RecordProfile) -> bool {
    profile.fields.iter().any(|field| {
        let mut values = Vec::new();
        field.places().for_each(|place| collect(record, place, &mut values));
        values.retain(|value| !value.is_null() && value.as_str().is_none_or(|text| !text.trim().is_empty()));
        let of_kind = |value: &&Value| match field.kind {
            FieldKind::Name | FieldKind::Date | FieldKind::Period | FieldKind::Text => value.is_string(),
            FieldKind::Account => value.is_string() || value.is_u64(),
            FieldKind::Amount => value.is_string() || value.is_number(),
            FieldKind::Count => value.is_number(),
        };
        (field.required && values.is_empty()) || !values.iter().all(of_kind)
    })
}

/// The values at a place such as `lines[].amount`.
fn collect<'v>(value: &'v Value, place: &str, values: &mut Vec<&'v Value>) {
    let (segment, rest) = place.split_once('.').map_or((place, None), |(segment, rest)| (segment, Some(rest)));
    let (name, listed) = segment.strip_suffix("[]").map_or((segment, false), |name| (name, true));
    let Some(own) = value.get(name) else { return };
    let items: Vec<&Value> = match own {
        Value::Array(items) if listed => items.iter().collect(),
        // One value may stand where a list of values could, but no object for a list of objects.
        _ if listed && rest.is_some() => return,
        other => vec![other],
    };
    for item in items {
        match rest {
            Some(rest) => collect(item, rest, values),
            None => values.push(item),
        }
    }
}
