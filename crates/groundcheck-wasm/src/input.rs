//! What JavaScript hands over besides requests, and what is thrown back.

use core::fmt;

use groundcheck::Correction;
use groundcheck_types::{ClaimKind, ClaimValue, Facts, InputError, Locale, PolicyOverrides, Source, Span, Status};
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// What a `Detector` is prepared from: the parts of a request that stay the same from answer to answer.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct DetectorOptions {
    pub(crate) policy: Option<PolicyOverrides>,
    pub(crate) sources: Vec<Source>,
    pub(crate) facts: Facts,
    pub(crate) locale: Option<Locale>,
}

/// An error as it is thrown: a plain object of the contract's fields, which nothing else that is thrown is.
#[expect(clippy::needless_pass_by_value, reason = "taken by `map_err`")]
pub(crate) fn thrown(error: InputError) -> JsValue {
    // Plain data of string keys always converts; an undefined value is read as a failure of groundcheck itself.
    error.serialize(&Serializer::json_compatible()).unwrap_or_default()
}

/// What correcting an answer takes of a report: its claims alone. The types of all the rest would be code to download.
#[derive(Debug)]
pub(crate) struct ReportedClaims(pub(crate) Vec<ReportedClaim>);

/// What correcting takes of a claim.
#[derive(Debug, Deserialize)]
pub(crate) struct ReportedClaim {
    pub(crate) kind: ClaimKind,
    pub(crate) span: Span,
    pub(crate) unit: Option<String>,
    pub(crate) status: Status,
    pub(crate) nearest: Option<ReportedValue>,
}

/// What correcting takes of the nearest value.
#[derive(Debug, Deserialize)]
pub(crate) struct ReportedValue {
    pub(crate) value: ClaimValue,
    pub(crate) text: String,
}

impl ReportedClaims {
    /// What the evidence says instead of the claims that it contradicts.
    pub(crate) fn corrections(&self) -> impl Iterator<Item = Correction<'_>> {
        self.0.iter().filter(|claim| claim.status == Status::Contradicted).filter_map(|claim| {
            let ReportedValue { value, text } = claim.nearest.as_ref()?;
            Some(Correction { span: claim.span, kind: claim.kind, unit: claim.unit.as_deref(), value, text })
        })
    }
}

/// The other fields of a report: a name that is none of them is refused as everywhere.
const REPORT_FIELDS: &[&str] = &[
    "schema_version",
    "id",
    "checks",
    "verdict",
    "verdict_reason",
    "risk",
    "reliability",
    "findings",
    "summary",
    "disposition",
    "action",
    "needs_attention",
    "error",
];

impl<'de> Deserialize<'de> for ReportedClaims {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ReportVisitor;
        impl<'de> Visitor<'de> for ReportVisitor {
            type Value = ReportedClaims;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("struct Report")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<ReportedClaims, M::Error> {
                let mut claims = None;
                while let Some(name) = map.next_key::<String>()? {
                    if name == "claims" {
                        claims = Some(map.next_value()?);
                    } else if REPORT_FIELDS.contains(&name.as_str()) {
                        map.next_value::<IgnoredAny>()?;
                    } else {
                        return Err(de::Error::unknown_field(&name, REPORT_FIELDS));
                    }
                }
                claims.map(ReportedClaims).ok_or_else(|| de::Error::missing_field("claims"))
            }
        }
        deserializer.deserialize_map(ReportVisitor)
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{ErrorCode, read_json};

    use super::*;

    #[test]
    fn detector_options_are_read_strictly() {
        let options: DetectorOptions =
            read_json(br#"{"sources": [{"id": "S0", "text": "NOI: $1"}], "locale": "he"}"#).unwrap();
        assert_eq!((options.sources.len(), options.locale.unwrap().as_str()), (1, "he"));
        for (text, code, field) in [
            ("{}x", ErrorCode::InvalidJson, None),
            ("[", ErrorCode::InvalidJson, None),
            ("7", ErrorCode::InvalidValue, None),
            (r#"{"answer": "x"}"#, ErrorCode::UnknownField, Some("answer")),
            (r#"{"sources": [{"id": "a", "txt": ""}]}"#, ErrorCode::UnknownField, Some("sources[0].txt")),
            (r#"{"policy": {"tolerance": 1}}"#, ErrorCode::UnknownField, Some("policy.tolerance")),
            (r#"{"locale": 3}"#, ErrorCode::InvalidValue, Some("locale")),
        ] {
            let error = read_json::<DetectorOptions>(text.as_bytes()).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (code, field), "{text}");
        }
    }
    #[test]
    fn a_report_is_read_as_far_as_its_corrections() {
        let request = br#"{"answer": "The NOI was $1.5M.", "facts": [{"metric": "noi", "value": 1200000}]}"#;
        let request = groundcheck_types::Request::from_json(request).unwrap();
        let report = groundcheck::analyze(&request).unwrap();
        let read = |json: &str| read_json::<ReportedClaims>(json.as_bytes());
        let claims = read(&report.to_json()).unwrap();
        let corrected = groundcheck::corrected(&request.answer, claims.corrections());
        assert_eq!(corrected, groundcheck::corrected_answer(&request.answer, &report));
        assert_eq!(corrected, "The NOI was $1,200,000.");
        for (json, code, field) in [
            ("7", ErrorCode::InvalidValue, None),
            ("{}", ErrorCode::MissingField, Some("claims")),
            (r#"{"verdct": 1}"#, ErrorCode::UnknownField, Some("verdct")),
            (r#"{"risk": null, "claims": [{"kind": 1}]}"#, ErrorCode::InvalidJson, None),
            (r#"{"claims": [{"kind": "money"}]}"#, ErrorCode::InvalidValue, Some("claims[0].kind")),
            (r#"{"claims": [{"kind": "date"}]}"#, ErrorCode::MissingField, Some("claims[0].span")),
        ] {
            let error = read(json).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (code, field), "{json}");
        }
    }
}
