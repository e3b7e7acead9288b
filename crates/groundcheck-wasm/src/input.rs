//! What JavaScript hands over besides requests, and what is thrown back.

use groundcheck_types::{Facts, InputError, Locale, PolicyOverrides, Source};
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
}
