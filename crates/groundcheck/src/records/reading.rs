//! A record's fields and parts by its profile, and what of them is missing or malformed.
//!
//! Nothing that is malformed is repaired or passed over (document 3, "Fail-Safe Design"): a reader behind this filter may repair it
//! in another way. No error says what stood there, because it may be an account number; it says where, and what should.

use std::collections::BTreeSet;

use groundcheck_types::{
    ClaimKind, ErrorCode, FieldKind, InputError, PartsRule, RecordField, RecordProfile, RecordValue, masked,
};

use super::errors::Errors;
use super::schema::Schema;
use crate::claims;

/// Objects in objects deeper than this are no record.
const DEPTH_MAX: usize = 64;

/// The longest name, account number, date, period or amount, in characters.
const SHORT_TEXT_MAX_CHARS: usize = 500;

/// The largest whole number that a page, a count or an amount may be: every one up to here is exact in all readers.
const INTEGER_MAX: i128 = 9_007_199_254_740_991;

/// A field's value, read as what its kind says.
#[derive(Debug, Clone)]
pub(super) enum Content<'r> {
    /// Of a name, a date, a period or a text.
    Text(&'r str),
    /// Of an account number: its text, or its digits.
    Account(String),
    /// Of an amount or a count.
    Number(f64),
}

/// A value of a field, and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Value<'r> {
    pub(super) field: &'r RecordField,
    pub(super) path: String,
    /// The place of its part in the list of parts.
    pub(super) part: Option<usize>,
    pub(super) content: Content<'r>,
}

impl<'r> Value<'r> {
    /// The text of a name, a date, a period or a text.
    pub(super) fn text(&self) -> Option<&'r str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The amount or count.
    pub(super) fn number(&self) -> Option<f64> {
        match &self.content {
            Content::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// The pages of a part as the record has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// Its place in the list.
    pub(super) at: usize,
    pub(super) start: i128,
    pub(super) end: i128,
}

/// A record, read.
#[derive(Debug)]
pub(super) struct Reading<'r> {
    /// The values of the profile's fields, in its order.
    pub(super) values: Vec<Value<'r>>,
    /// Whether the record has a list of parts.
    pub(super) has_parts: bool,
    /// How many parts it lists, also malformed ones.
    pub(super) part_count: usize,
    /// The parts whose pages can be read, in their order.
    pub(super) parts: Vec<Part>,
    /// What is missing or malformed.
    pub(super) errors: Vec<InputError>,
}

impl<'r> Reading<'r> {
    /// Reads a record by its profile, and beside it by a schema.
    ///
    /// # Errors
    /// The schema takes too many steps to check.
    pub(super) fn of(
        record: &'r RecordValue,
        profile: &'r RecordProfile,
        schema: Option<&Schema<'_>>,
    ) -> Result<Self, InputError> {
        let mut errors = Errors::default();
        let mut reading =
            Reading { values: Vec::new(), has_parts: false, part_count: 0, parts: Vec::new(), errors: Vec::new() };
        if !matches!(record, RecordValue::Object(_)) {
            errors.malformed("", format!("must be an object, not {}", record.kind()));
        } else if surveyed(record, "", 0, &mut errors) {
            if let Some(rule) = &profile.parts {
                reading.read_parts(record, rule, &mut errors);
            }
            for field in &profile.fields {
                reading.read_field(record, field, profile, &mut errors);
            }
            if let Some(schema) = schema {
                schema.check(record, &mut errors)?;
            }
        }
        reading.errors = errors.into_list();
        Ok(reading)
    }

    /// The values of a kind.
    pub(super) fn of_kind(&self, kind: FieldKind) -> impl Iterator<Item = &Value<'r>> {
        self.values.iter().filter(move |value| value.field.kind == kind)
    }

    fn read_parts(&mut self, record: &RecordValue, rule: &PartsRule, errors: &mut Errors) {
        let list = match record.get(&rule.field) {
            Some(RecordValue::List(list)) => list,
            None | Some(RecordValue::Null) => {
                if rule.required {
                    errors.add(ErrorCode::MissingField, &rule.field, "is missing");
                }
                return;
            }
            Some(other) => return errors.malformed(&rule.field, format!("must be a list, not {}", other.kind())),
        };
        if list.is_empty() && rule.required {
            errors.malformed(&rule.field, "is empty");
        }
        self.has_parts = true;
        self.part_count = list.len();
        for (at, part) in list.iter().enumerate() {
            if !matches!(part, RecordValue::Object(_)) {
                errors.malformed(&format!("{}[{at}]", rule.field), format!("must be an object, not {}", part.kind()));
                continue;
            }
            let mut page = |name: &str| {
                let path = || format!("{}[{at}].{name}", rule.field);
                match part.get(name) {
                    None | Some(RecordValue::Null) => errors.add(ErrorCode::MissingField, &path(), "is missing"),
                    Some(value) => match whole(value) {
                        Some(page) => return Some(page),
                        None => errors.malformed(&path(), "must be a whole number"),
                    },
                }
                None
            };
            if let (Some(start), Some(end)) = (page(&rule.start), page(&rule.end)) {
                self.parts.push(Part { at, start, end });
            }
        }
    }

    fn read_field(
        &mut self,
        record: &'r RecordValue,
        field: &'r RecordField,
        profile: &RecordProfile,
        errors: &mut Errors,
    ) {
        let before = self.values.len();
        let mut malformed = false;
        for place in field.places() {
            let mut walk = Walk { field, in_parts: in_parts(place, profile), reading: self, errors, malformed: false };
            walk.on(record, place, &mut String::new(), None);
            malformed |= walk.malformed;
        }
        if field.required && self.values.len() == before && !malformed {
            errors.add(ErrorCode::MissingField, field.places().next().unwrap_or(&field.name), "is missing");
        }
    }
}

/// Whether the first list of this path is that of the parts.
fn in_parts(place: &str, profile: &RecordProfile) -> bool {
    let list = profile.parts.as_ref().map(|parts| parts.field.as_str());
    place.split_once("[]").is_some_and(|(first, _)| Some(first) == list)
}

/// One place of one field, on its way into the record.
struct Walk<'w, 'r> {
    field: &'r RecordField,
    in_parts: bool,
    reading: &'w mut Reading<'r>,
    errors: &'w mut Errors,
    malformed: bool,
}

impl<'r> Walk<'_, 'r> {
    /// Reads what stands at the rest of a path, below `value`, which stands at `path`.
    fn on(&mut self, value: &'r RecordValue, rest: &str, path: &mut String, part: Option<usize>) {
        let (segment, rest) = rest.split_once('.').unwrap_or((rest, ""));
        let (name, listed) = segment.strip_suffix("[]").map_or((segment, false), |name| (name, true));
        if !matches!(value, RecordValue::Object(_)) {
            if !matches!(value, RecordValue::Null) {
                self.wrong(path, format!("must be an object, not {}", value.kind()));
            }
            return;
        }
        let Some(value) = value.get(name) else { return };
        let length = path.len();
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(name);
        match value {
            RecordValue::List(items) if listed => {
                let own = path.len();
                for (at, item) in items.iter().enumerate() {
                    path.push_str(&format!("[{at}]"));
                    let part = part.or(self.in_parts.then_some(at));
                    if rest.is_empty() {
                        self.read(item, path, part)
                    } else {
                        self.on(item, rest, path, part)
                    }
                    path.truncate(own);
                }
            }
            // One value where a list of values could be.
            _ if listed && rest.is_empty() => self.read(value, path, part),
            RecordValue::Null => {}
            _ if listed => self.wrong(path, format!("must be a list, not {}", value.kind())),
            _ if rest.is_empty() => self.read(value, path, part),
            _ => self.on(value, rest, path, part),
        }
        path.truncate(length);
    }

    fn wrong(&mut self, path: &str, message: String) {
        self.malformed = true;
        self.errors.malformed(path, message);
    }

    fn read(&mut self, value: &'r RecordValue, path: &str, part: Option<usize>) {
        if value.is_empty() {
            return;
        }
        match content(value, self.field.kind) {
            Ok(content) => {
                self.reading.values.push(Value { field: self.field, path: path.to_owned(), part, content });
            }
            Err(message) => self.wrong(path, message),
        }
    }
}

/// A value as what its kind says, or what it must be.
fn content(value: &RecordValue, kind: FieldKind) -> Result<Content<'_>, String> {
    let must_be = |what: &str| Err(format!("must be {what}, not {}", value.kind()));
    let short = |text: &str| text.chars().nth(SHORT_TEXT_MAX_CHARS).is_none();
    let long = || Err(format!("is longer than {SHORT_TEXT_MAX_CHARS} characters"));
    match (kind, value) {
        (FieldKind::Text, RecordValue::Text(text)) => Ok(Content::Text(text)),
        (_, RecordValue::Text(text)) if !short(text) => long(),
        (FieldKind::Name | FieldKind::Date | FieldKind::Period, RecordValue::Text(text)) => Ok(Content::Text(text)),
        (FieldKind::Account, RecordValue::Text(text)) => Ok(Content::Account(text.trim().to_owned())),
        (FieldKind::Account, RecordValue::Integer(n)) if *n >= 0 => Ok(Content::Account(n.to_string())),
        (FieldKind::Account, RecordValue::Integer(_) | RecordValue::Number(_)) => {
            Err("must be a text or a whole number: its digits are not certain".to_owned())
        }
        (FieldKind::Account, _) => must_be("a text"),
        (FieldKind::Amount, RecordValue::Text(text)) => match amount(text) {
            Some(amount) => Ok(Content::Number(amount)),
            None => Err("must be an amount".to_owned()),
        },
        (FieldKind::Amount, RecordValue::Number(n)) if n.is_finite() => Ok(Content::Number(*n)),
        (FieldKind::Amount | FieldKind::Count, RecordValue::Integer(_) | RecordValue::Number(_)) =>
        {
            #[expect(clippy::cast_precision_loss, reason = "within what is exact, as `whole` checks")]
            whole(value).map(|n| Content::Number(n as f64)).ok_or_else(|| "must be a whole number".to_owned())
        }
        (FieldKind::Amount, _) => must_be("an amount"),
        (FieldKind::Count, _) => must_be("a whole number"),
        (FieldKind::Name | FieldKind::Date | FieldKind::Period | FieldKind::Text, _) => must_be("a text"),
    }
}

/// A whole number, also one that is written with a decimal point.
fn whole(value: &RecordValue) -> Option<i128> {
    match value {
        RecordValue::Integer(n) => (-INTEGER_MAX..=INTEGER_MAX).contains(n).then_some(*n),
        #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "whole and within the range")]
        RecordValue::Number(n) => (n.fract() == 0.0 && n.abs() <= INTEGER_MAX as f64).then_some(*n as i128),
        _ => None,
    }
}

/// The one amount of a text: `$1,200.00`, `(35.10)`, `1.200,00 €`.
fn amount(text: &str) -> Option<f64> {
    let quantities = claims::extract(text, None);
    let [quantity] = quantities.as_slice() else { return None };
    let is_amount = matches!(quantity.kind, ClaimKind::Currency | ClaimKind::Number | ClaimKind::Percentage);
    // Words beside the amount may say more than it: `1,200.00 less fees`.
    let start = quantity.span.start as usize;
    let around = [text.get(..start), text.get(quantity.span.end as usize..)];
    let words = around.iter().flatten().any(|rest| rest.contains(char::is_alphanumeric));
    quantity.value.number().filter(|_| is_amount && !words).map(claims::to_f64)
}

/// Finds names that stand twice in one object. Whether no object is so deep that walking it again could overflow.
fn surveyed(value: &RecordValue, path: &str, depth: usize, errors: &mut Errors) -> bool {
    if depth > DEPTH_MAX {
        errors.malformed(path, format!("is nested deeper than {DEPTH_MAX}"));
        return false;
    }
    let holds_more = |value: &RecordValue| matches!(value, RecordValue::Object(_) | RecordValue::List(_));
    let mut shallow = true;
    match value {
        RecordValue::Object(fields) => {
            let mut seen = BTreeSet::new();
            for (name, value) in fields {
                let own = || if path.is_empty() { masked(name) } else { format!("{path}.{}", masked(name)) };
                if !seen.insert(name) {
                    errors.malformed(&own(), "appears twice");
                }
                if holds_more(value) {
                    shallow &= surveyed(value, &own(), depth + 1, errors);
                }
            }
        }
        RecordValue::List(items) => {
            for (at, item) in items.iter().enumerate().filter(|(_, item)| holds_more(item)) {
                shallow &= surveyed(item, &format!("{path}[{at}]"), depth + 1, errors);
            }
        }
        _ => {}
    }
    shallow
}
