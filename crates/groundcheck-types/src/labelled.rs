use core::fmt;
use std::collections::HashMap;

use serde::de::value::{MapAccessDeserializer, StringDeserializer};
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};

use crate::{ErrorCode, InputError, Request, Span, Status, read_json};

/// What a person says of one claim of the answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedClaim {
    /// The claim exactly as it stands in the answer: `$1.5M`. Given twice, it labels its first and its second place.
    pub text: String,
    /// What the evidence says of it.
    pub status: Status,
}

/// What a person says of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Expected {
    /// Whether the answer states something that the evidence does not bear out; where absent, the claims say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub has_hallucinations: Option<bool>,
    /// Labels of single claims: all of them, some, or none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<ExpectedClaim>,
}

/// An answer with what it should rest on, as in a [`Request`], and what a person says of it: one line of `groundcheck measure`.
///
/// ```
/// use groundcheck_types::LabelledCase;
///
/// let line = br#"{"answer": "The NOI was $1.5M.", "expected": {"claims": [{"text": "$1.5M", "status": "contradicted"}]}}"#;
/// assert!(LabelledCase::from_json(line).unwrap().has_hallucinations());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(extend("additionalProperties" = false)))]
pub struct LabelledCase {
    /// What is to be checked.
    #[serde(flatten)]
    pub request: Request,
    /// What a person says of it.
    pub expected: Expected,
    /// What the case is about, for a breakdown: `wrong_period`, `hebrew`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Why it is labelled so, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl LabelledCase {
    /// Reads and validates a case from JSON bytes.
    ///
    /// # Errors
    /// What [`Request::from_json`] refuses, and labels that are missing, contradict each other or are not of this answer; the
    /// first of them, naming the field.
    pub fn from_json(bytes: &[u8]) -> Result<LabelledCase, InputError> {
        let case: LabelledCase = read_json(bytes)?;
        case.validate()?;
        Ok(case)
    }

    /// Whether the answer is labelled as holding something that its evidence does not bear out.
    #[must_use]
    pub fn has_hallucinations(&self) -> bool {
        let wrong = |claim: &ExpectedClaim| matches!(claim.status, Status::Contradicted | Status::Unsupported);
        self.expected.has_hallucinations.unwrap_or_else(|| self.expected.claims.iter().any(wrong))
    }

    /// Checks the request and that the labels fit it.
    ///
    /// # Errors
    /// The first thing wrong, naming the field.
    pub fn validate(&self) -> Result<(), InputError> {
        self.request.validate()?;
        let Expected { has_hallucinations, claims } = &self.expected;
        if has_hallucinations.is_none() && claims.is_empty() {
            let message = "is missing, and there are no claims to tell it from";
            return Err(InputError::field(ErrorCode::MissingField, "expected.has_hallucinations", message));
        }
        for (i, (claim, place)) in claims.iter().zip(self.label_spans()).enumerate() {
            if place.is_none() {
                let message = format!("does not appear in the answer: {:?}", claim.text);
                return Err(InputError::field(ErrorCode::InvalidValue, format!("expected.claims[{i}].text"), message));
            }
            let wrong = matches!(claim.status, Status::Contradicted | Status::Unsupported);
            if wrong && *has_hallucinations == Some(false) {
                let message = format!("is false, but expected.claims[{i}] is {}", claim.status.as_str());
                return Err(InputError::field(ErrorCode::InvalidValue, "expected.has_hallucinations", message));
            }
        }
        Ok(())
    }

    /// Where each labelled claim stands in the answer, in the order of the labels; `None` for one that does not.
    #[must_use]
    pub fn label_spans(&self) -> Vec<Option<Span>> {
        let mut seen = HashMap::new();
        let place = |claim| {
            let ExpectedClaim { text, .. }: &ExpectedClaim = claim;
            seen.entry(text.as_str()).or_insert_with(|| label_places(&self.request.answer, text)).next()
        };
        self.expected.claims.iter().map(place).collect()
    }
}

/// The places that labels of a text stand for, the first for the first of them, and so on: wherever it is not part of a longer word
/// or number. `5%` does not stand in `15%`, nor `1` in `1.5`.
pub fn label_places<'a>(answer: &'a str, text: &'a str) -> impl Iterator<Item = Span> + 'a {
    let joined = |a: Option<char>, b: Option<char>| match (a, b) {
        (Some(a), Some(b)) => a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric(),
        _ => false,
    };
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    // A point or a comma between two digits is part of the number.
    let goes_on = move |edge: Option<char>, next: Option<char>, far: Option<char>| {
        joined(edge, next) || (digit(edge) && matches!(next, Some('.' | ',')) && digit(far))
    };
    let free = move |&(start, _): &(usize, &str)| {
        let (mut before, mut after) = (answer[..start].chars().rev(), answer[start + text.len()..].chars());
        let (first, last) = (text.chars().next(), text.chars().next_back());
        !goes_on(first, before.next(), before.next()) && !goes_on(last, after.next(), after.next())
    };
    let found = answer.match_indices(text).filter(move |_| !text.is_empty()).filter(free);
    found.map(|(start, _)| Span::new(start, start + text.len()))
}

/// By hand: serde's `flatten` would accept unknown fields of the request and lose the paths of what is wrong in it.
impl<'de> Deserialize<'de> for LabelledCase {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CaseVisitor;
        impl<'de> Visitor<'de> for CaseVisitor {
            type Value = LabelledCase;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a request with what is expected of it")
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<LabelledCase, M::Error> {
                let mut labels = Labels::default();
                let request =
                    Request::deserialize(MapAccessDeserializer::new(RequestFields { map, labels: &mut labels }))?;
                let expected = labels.expected.ok_or_else(|| de::Error::missing_field("expected"))?;
                Ok(LabelledCase { request, expected, tags: labels.tags.unwrap_or_default(), note: labels.note })
            }
        }
        deserializer.deserialize_map(CaseVisitor)
    }
}

#[derive(Default)]
struct Labels {
    expected: Option<Expected>,
    tags: Option<Vec<String>>,
    note: Option<String>,
}

/// The fields of the request; those of the case are taken out on the way.
struct RequestFields<'a, M> {
    map: M,
    labels: &'a mut Labels,
}

impl<'de, M: MapAccess<'de>> MapAccess<'de> for RequestFields<'_, M> {
    type Error = M::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, M::Error> {
        while let Some(name) = self.map.next_key::<String>()? {
            match name.as_str() {
                "expected" => once(&mut self.labels.expected, &mut self.map, "expected")?,
                "tags" => once(&mut self.labels.tags, &mut self.map, "tags")?,
                "note" => once(&mut self.labels.note, &mut self.map, "note")?,
                _ => {
                    let key: StringDeserializer<M::Error> = name.into_deserializer();
                    return seed.deserialize(key).map(Some);
                }
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, M::Error> {
        self.map.next_value_seed(seed)
    }
}

/// Reads a label; it must not have been there before.
fn once<'de, T: Deserialize<'de>, M: MapAccess<'de>>(
    place: &mut Option<T>,
    map: &mut M,
    name: &'static str,
) -> Result<(), M::Error> {
    if place.is_some() {
        return Err(de::Error::duplicate_field(name));
    }
    *place = Some(map.next_value()?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_case_names_its_field() {
        use ErrorCode as E;
        let good = r#""expected": {"has_hallucinations": true}"#;
        let cases = [
            (r#"{"answer": "x"}"#.to_owned(), E::MissingField, "expected"),
            (r#"{"answer": "x", "expected": {}}"#.to_owned(), E::MissingField, "expected.has_hallucinations"),
            (format!(r#"{{{good}}}"#), E::MissingField, "answer"),
            (format!(r#"{{"answer": "", {good}}}"#), E::EmptyAnswer, "answer"),
            (format!(r#"{{"answer": "x", "sorces": [], {good}}}"#), E::UnknownField, "sorces"),
            (
                format!(r#"{{{good}, "answer": "x", "sources": [{{"id": "a", "txt": ""}}]}}"#),
                E::UnknownField,
                "sources[0].txt",
            ),
            (
                format!(r#"{{{good}, "answer": "x", "facts": [{{"metric": "a"}}]}}"#),
                E::MissingField,
                "facts[0].value",
            ),
            (format!(r#"{{{good}, "answer": "x", "tags": "a"}}"#), E::InvalidValue, "tags"),
            (r#"{"answer": "x", "expected": {"has_halucinations": true}}"#.to_owned(), E::UnknownField, {
                "expected.has_halucinations"
            }),
            (
                r#"{"answer": "5%", "expected": {"claims": [{"text": "5%", "status": "true"}]}}"#.to_owned(),
                E::InvalidValue,
                "expected.claims[0].status",
            ),
            (
                r#"{"answer": "15%", "expected": {"claims": [{"text": "5%", "status": "supported"}]}}"#.to_owned(),
                E::InvalidValue,
                "expected.claims[0].text",
            ),
            (
                r#"{"answer": "5%", "expected": {"has_hallucinations": false, "claims": [{"text": "5%", "status": "unsupported"}]}}"#.to_owned(),
                E::InvalidValue,
                "expected.has_hallucinations",
            ),
        ];
        for (json, code, field) in cases {
            let error = LabelledCase::from_json(json.as_bytes()).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (code, Some(field)), "{json}: {error}");
        }
    }

    #[test]
    fn a_case_is_written_as_it_is_read() {
        let json = r#"{"id":"a","answer":"5% and 5%","facts":[],"expected":{"claims":[{"text":"5%","status":"supported"},{"text":"5%","status":"unverifiable"}]},"tags":["t"],"note":"n"}"#;
        let case = LabelledCase::from_json(json.as_bytes()).unwrap();
        assert!(!case.has_hallucinations());
        assert_eq!(case.label_spans(), [Some(Span { start: 0, end: 2 }), Some(Span { start: 7, end: 9 })]);
        assert_eq!(serde_json::to_string(&case).unwrap(), json);
    }

    #[test]
    fn a_label_is_no_part_of_a_longer_number() {
        for (answer, text, start) in [
            ("1.5 and 5", "5", Some(8)),
            ("1,500 or 1", "1", Some(9)),
            ("at 5.", "5", Some(3)),
            ("5, 6", "5", Some(0)),
            ("ב12 ימים", "12", Some(2)),
            ("12kg", "12", None),
            ("x", "", None),
        ] {
            assert_eq!(label_places(answer, text).next().map(|s| s.start), start, "{answer}");
        }
    }
}
