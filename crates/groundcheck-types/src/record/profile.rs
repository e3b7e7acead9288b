use core::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::limits::{PROFILE_ENTRIES_MAX, PROFILE_TEXT_MAX_CHARS};
use crate::{ErrorCode, InputError, Number};

/// What a field holds, and so which detector reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FieldKind {
    /// The name of a bank or another company: in the document, or on a list.
    Name,
    /// An account number: a text, or a whole number. Never shown but for its last four digits.
    Account,
    /// One date.
    Date,
    /// A period with a year, as people write it: `1 March 2024 to 31 March 2024`.
    Period,
    /// An amount: a number, or a text that is one (`$1,200.00`).
    Amount,
    /// A whole number.
    Count,
    /// Any text.
    Text,
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordField {
    /// Its name, by which rules and messages call it.
    pub name: String,
    /// Where it may stand: paths such as `metadata.bank_name`, with `[]` behind a list for each of its items (`lines[].amount`). Its
    /// name, where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<String>,
    /// What it holds.
    pub kind: FieldKind,
    /// Whether a record without it is malformed.
    #[serde(default)]
    pub required: bool,
    /// The least that an amount or a count may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Number>,
    /// The most that an amount or a count may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Number>,
    /// The most days that a period usually has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_days: Option<u32>,
    /// The only texts that it may have, in any case; empty for any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// The form of its text: `A` a letter, `9` a digit, `*` whatever follows, any other character itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Account numbers that are placeholders, besides runs of one digit and of counted digits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placeholders: Vec<String>,
}

impl RecordField {
    /// The paths where it may stand.
    pub fn places(&self) -> impl Iterator<Item = &str> {
        let own = self.at.is_empty().then_some(self.name.as_str());
        self.at.iter().map(String::as_str).chain(own)
    }
}

/// Where a record says which pages its parts have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartsRule {
    /// The field with the list of parts: `boundaries`.
    pub field: String,
    /// What one of them is called: `statement`.
    pub called: String,
    /// The field of a part with its first page, counted from 1.
    pub start: String,
    /// The field of a part with its last page.
    pub end: String,
    /// Whether a record without the list is malformed.
    #[serde(default)]
    pub required: bool,
}

/// A rule about several fields of one record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ConsistencyRule {
    /// Where one field has one of these words, the other must have none of those.
    Excludes {
        /// The first field.
        field: String,
        /// Its words: any of them, as whole words in any case.
        words: Vec<String>,
        /// The other field.
        other: String,
        /// What must not stand there.
        other_words: Vec<String>,
    },
    /// An amount is the sum of others.
    Sum {
        /// The field with the sum.
        total: String,
        /// The fields that are added; one with a `-` before it is subtracted, one that stands in a list is added up over its items. One
        /// with a `?` behind it counts as nothing where it is not there; without another one nothing is judged.
        of: Vec<String>,
        /// How far off the sum may be, in the amount's own unit.
        #[serde(default)]
        tolerance: Number,
    },
    /// One date is not after the other.
    Order {
        /// The earlier date's field.
        first: String,
        /// The later date's field.
        last: String,
    },
}

impl ConsistencyRule {
    /// A term of a sum: its field, whether it is subtracted, and whether it may be missing.
    #[must_use]
    pub fn term(text: &str) -> (&str, bool, bool) {
        let (text, minus) = text.strip_prefix('-').map_or((text, false), |rest| (rest, true));
        let (text, optional) = text.strip_suffix('?').map_or((text, false), |rest| (rest, true));
        (text, minus, optional)
    }
}

/// A form of text that models make up (document 3, "Pattern Matching").
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuspiciousPattern {
    /// Words with blanks between, in any case: `<word>` is any word of letters, `<number>` one of digits, `<stars>` a run of `*`, `x`,
    /// `#` or `•`, anything else itself.
    pub pattern: String,
    /// What is wrong with it, for people.
    pub meaning: String,
}

/// What a record of one kind holds, and what must be true of it. All of it is data: a new kind of record needs no code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordProfile {
    /// Its name.
    pub name: String,
    /// Its parts, where a record divides a document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parts: Option<PartsRule>,
    /// Its fields. Fields of a record that are none of these are not read.
    pub fields: Vec<RecordField>,
    /// Rules about several fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<ConsistencyRule>,
    /// Forms of text that are suspicious in every field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<SuspiciousPattern>,
    /// The lists of institutions that are known: `AU`, `US`, `UK` and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<String>,
    /// Further names that are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

impl RecordProfile {
    /// The field of this name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&RecordField> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Checks what the types alone do not: sizes, names that stand twice, rules about fields that are not there.
    ///
    /// # Errors
    /// `too_many` or `invalid_value`, naming the field.
    pub fn validate(&self) -> Result<(), InputError> {
        let wrong = |field: String, message: String| {
            Err(InputError::field(ErrorCode::InvalidValue, format!("profile.{field}"), message))
        };
        for (field, count) in [
            ("fields", self.fields.len()),
            ("rules", self.rules.len()),
            ("patterns", self.patterns.len()),
            ("regions", self.regions.len()),
        ] {
            if count > PROFILE_ENTRIES_MAX {
                let message = format!("holds {count}, {PROFILE_ENTRIES_MAX} are allowed");
                return Err(InputError::field(ErrorCode::TooMany, format!("profile.{field}"), message));
            }
        }
        let long = |text: &str| text.trim().is_empty() || text.chars().nth(PROFILE_TEXT_MAX_CHARS).is_some();
        let sizes = format!("must be from 1 to {PROFILE_TEXT_MAX_CHARS} characters long");
        if long(&self.name) {
            return wrong("name".to_owned(), sizes);
        }
        if let Some(parts) = &self.parts {
            for (name, text) in
                [("field", &parts.field), ("called", &parts.called), ("start", &parts.start), ("end", &parts.end)]
            {
                if long(text) {
                    return wrong(format!("parts.{name}"), sizes);
                }
            }
        }
        for (at, field) in self.fields.iter().enumerate() {
            if long(&field.name) || field.name.starts_with('-') || field.name.ends_with('?') {
                return wrong(format!("fields[{at}].name"), format!("{sizes}, without - before or ? behind it"));
            }
            if self.fields.iter().take(at).any(|other| other.name == field.name) {
                return wrong(format!("fields[{at}].name"), "is the name of another field too".to_owned());
            }
            let lists = [("at", &field.at), ("allowed", &field.allowed), ("placeholders", &field.placeholders)];
            for (name, list) in lists {
                if list.len() > PROFILE_ENTRIES_MAX || list.iter().any(|text| long(text)) {
                    let message = format!("holds at most {PROFILE_ENTRIES_MAX} texts, and each {sizes}");
                    return wrong(format!("fields[{at}].{name}"), message);
                }
            }
            if field.shape.as_ref().is_some_and(|shape| long(shape)) {
                return wrong(format!("fields[{at}].shape"), sizes);
            }
        }
        if self.fields.iter().map(|field| field.at.len()).sum::<usize>() > 2 * PROFILE_ENTRIES_MAX {
            return wrong("fields".to_owned(), format!("have more than {} places", 2 * PROFILE_ENTRIES_MAX));
        }
        for (at, pattern) in self.patterns.iter().enumerate() {
            if long(&pattern.pattern) || long(&pattern.meaning) {
                return wrong(format!("patterns[{at}]"), sizes);
            }
        }
        for (at, rule) in self.rules.iter().enumerate() {
            if let Some(message) = self.broken(rule) {
                return wrong(format!("rules[{at}]"), message);
            }
        }
        Ok(())
    }

    /// What is wrong with a rule.
    fn broken(&self, rule: &ConsistencyRule) -> Option<String> {
        let of_kind = |name: &str, kinds: &[FieldKind]| match self.field(name) {
            None => Some("names a field that the profile does not have".to_owned()),
            Some(field) if kinds.is_empty() || kinds.contains(&field.kind) => None,
            Some(_) => Some("names a field of a kind that it cannot compare".to_owned()),
        };
        match rule {
            ConsistencyRule::Excludes { field, words, other, other_words } => {
                let count = words.len().max(other_words.len());
                let words = (count > PROFILE_ENTRIES_MAX).then(|| format!("has more than {PROFILE_ENTRIES_MAX} words"));
                let read = [FieldKind::Name, FieldKind::Text];
                of_kind(field, &read).or_else(|| of_kind(other, &read)).or(words)
            }
            ConsistencyRule::Sum { total, of, tolerance } => {
                let amounts = [FieldKind::Amount, FieldKind::Count];
                let terms = of.iter().find_map(|term| of_kind(ConsistencyRule::term(term).0, &amounts));
                let none = || (of.is_empty() || of.len() > PROFILE_ENTRIES_MAX).then(|| "must add fields".to_owned());
                let tolerance = || (tolerance.0.is_nan() || tolerance.0 < 0.0).then(|| "has no tolerance".to_owned());
                of_kind(total, &amounts).or(terms).or_else(none).or_else(tolerance)
            }
            ConsistencyRule::Order { first, last } => {
                let dates = [FieldKind::Date];
                of_kind(first, &dates).or_else(|| of_kind(last, &dates))
            }
        }
    }
}

/// The profile of a request: the name of a shipped one, or one of its own.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ProfileChoice {
    /// A shipped one: `bank_statement`, `bank_statement_boundaries`, `invoice`.
    Named(String),
    /// One of the caller's own.
    Own(Box<RecordProfile>),
}

impl<'de> Deserialize<'de> for ProfileChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ChoiceVisitor;
        impl<'de> Visitor<'de> for ChoiceVisitor {
            type Value = ProfileChoice;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a profile's name, or a profile")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<ProfileChoice, E> {
                Ok(ProfileChoice::Named(name.to_owned()))
            }
            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<ProfileChoice, M::Error> {
                RecordProfile::deserialize(MapAccessDeserializer::new(map)).map(|own| ProfileChoice::Own(Box::new(own)))
            }
        }
        deserializer.deserialize_any(ChoiceVisitor)
    }
}
