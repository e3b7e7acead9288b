//! The policy as a form: texts in, overrides out. Ranges, units and help come from the contract.

use groundcheck_types::{
    ErrorCode, InputError, Locale, Number, Policy, PolicyOverrides, Setting, SettingUnit, json_error,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::format::decimals;

/// How answers are checked, as it is kept in the browser and exported.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// What differs from the defaults.
    pub policy: PolicyOverrides,
    /// The language and region of the answer, where chosen.
    #[serde(default)]
    pub locale: Option<Locale>,
}

impl Settings {
    /// Whether every value is in its range.
    pub fn is_in_range(&self) -> bool {
        Policy::default().with(&self.policy).is_ok()
    }
}

/// How far a value may be off and still be supported, as people choose it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tolerance {
    /// The defaults: money within 5 %.
    Usual,
    /// Nothing but rounding.
    Strict,
    /// Anything else.
    Own,
}

impl Tolerance {
    /// The tolerances under these overrides.
    pub fn of(overrides: &PolicyOverrides) -> Tolerance {
        [Tolerance::Usual, Tolerance::Strict]
            .into_iter()
            .find(|preset| preset.set(overrides) == *overrides)
            .unwrap_or(Tolerance::Own)
    }

    /// The overrides with these tolerances; as they are for [`Tolerance::Own`].
    pub fn set(self, overrides: &PolicyOverrides) -> PolicyOverrides {
        let value = match self {
            Tolerance::Usual => None,
            Tolerance::Strict => Some(Number(0.0)),
            Tolerance::Own => return overrides.clone(),
        };
        PolicyOverrides {
            currency_tolerance_ratio: value,
            percentage_tolerance_ratio: value,
            ratio_tolerance_ratio: value,
            number_tolerance_ratio: value,
            ..overrides.clone()
        }
    }
}

/// A setting's value as the form shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// In a text field; percentages in per cent.
    Number(String),
    /// A switch.
    Switch(bool),
}

/// What the form shows for a setting under these overrides.
pub fn shown(overrides: &PolicyOverrides, setting: &Setting) -> Shown {
    let policy = Policy::default().with(overrides).unwrap_or_default();
    let value = serde_json::to_value(policy).unwrap_or_default();
    match &value[setting.field] {
        Value::Bool(on) => Shown::Switch(*on),
        number => {
            let factor = if setting.unit == SettingUnit::Percent { 100.0 } else { 1.0 };
            Shown::Number(decimals(number.as_f64().unwrap_or_default() * factor, 6))
        }
    }
}

/// The overrides with this setting as typed; without it where that is the default.
///
/// # Errors
/// Names the policy's field, and says what it takes.
pub fn change(overrides: &PolicyOverrides, setting: &Setting, text: &str) -> Result<PolicyOverrides, InputError> {
    let mut changed = overrides.clone();
    changed.set(setting.name, text).map_err(|e| InputError { field: Some(setting.field.to_owned()), ..e })?;
    Policy::default().with(&changed)?;
    if shown(&changed, setting) == shown(&PolicyOverrides::default(), setting) {
        changed = without(&changed, setting);
    }
    Ok(changed)
}

/// The overrides with this setting back at its default.
pub fn without(overrides: &PolicyOverrides, setting: &Setting) -> PolicyOverrides {
    let mut value = serde_json::to_value(overrides).unwrap_or_default();
    if let Some(fields) = value.as_object_mut() {
        fields.remove(setting.field);
    }
    serde_json::from_value(value).unwrap_or_default()
}

/// Whether a setting differs from its default.
pub fn is_changed(overrides: &PolicyOverrides, setting: &Setting) -> bool {
    shown(overrides, setting) != shown(&PolicyOverrides::default(), setting)
}

/// The settings as the file that [`import`] reads: policy and locale by the names a request has for them.
pub fn export(settings: &Settings) -> String {
    // Plain data of string keys and finite numbers: this cannot fail.
    serde_json::to_string_pretty(settings).unwrap_or_default() + "\n"
}

/// Reads exported settings, or an object of the policy's overrides alone, as the command line takes it. That says nothing
/// about the locale, so `locale` stays then.
///
/// # Errors
/// Not JSON, no object, an unknown field, a wrong type or a value out of range; names the field.
pub fn import(text: &str, locale: Option<Locale>) -> Result<Settings, InputError> {
    let json: Value =
        serde_json::from_str(text).map_err(|e| InputError::whole(ErrorCode::InvalidJson, e.to_string()))?;
    let Some(fields) = json.as_object() else {
        return Err(InputError::whole(ErrorCode::InvalidValue, "expected an object of settings"));
    };
    let settings = if fields.contains_key("policy") || fields.contains_key("locale") {
        read(text)?
    } else {
        Settings { policy: read(text)?, locale }
    };
    Policy::default().with(&settings.policy)?;
    Ok(settings)
}

/// Reads one shape of the file, whose text is known to be JSON.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, InputError> {
    serde_json::from_str(text).map_err(|e| json_error(text, &e))
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Number, SETTINGS};

    use super::*;

    fn setting(field: &str) -> &'static Setting {
        SETTINGS.iter().find(|s| s.field == field).expect("a setting")
    }

    #[test]
    fn tolerances_are_usual_strict_or_the_readers_own() {
        let own = PolicyOverrides { document_confidence: Some(Number(0.7)), ..PolicyOverrides::default() };
        assert_eq!(Tolerance::of(&own), Tolerance::Usual);
        let strict = Tolerance::Strict.set(&own);
        assert_eq!((Tolerance::of(&strict), strict.document_confidence), (Tolerance::Strict, Some(Number(0.7))));
        assert_eq!(Tolerance::Usual.set(&strict), own);
        let other = PolicyOverrides { currency_tolerance_ratio: Some(Number(0.01)), ..own };
        assert_eq!((Tolerance::of(&other), Tolerance::Own.set(&other)), (Tolerance::Own, other.clone()));
    }

    #[test]
    fn tolerances_are_shown_and_read_in_per_cent() {
        let tolerance = setting("currency_tolerance_ratio");
        let none = PolicyOverrides::default();
        assert_eq!(shown(&none, tolerance), Shown::Number("5".into()));
        let changed = change(&none, tolerance, "2.5").unwrap();
        assert_eq!(changed.currency_tolerance_ratio, Some(Number(0.025)));
        assert_eq!(shown(&changed, tolerance), Shown::Number("2.5".into()));
        assert!(is_changed(&changed, tolerance));
        assert_eq!(without(&changed, tolerance), none);
    }

    #[test]
    fn a_value_back_at_its_default_is_no_override() {
        let switch = setting("verify_dates");
        let off = change(&PolicyOverrides::default(), switch, "false").unwrap();
        assert_eq!(shown(&off, switch), Shown::Switch(false));
        assert_eq!(change(&off, switch, "true").unwrap(), PolicyOverrides::default());
    }

    #[test]
    fn a_wrong_text_names_its_field_and_changes_nothing() {
        for (field, text) in [("currency_tolerance_ratio", "101"), ("target_rate", "lots"), ("fact_confidence", "")] {
            let error = change(&PolicyOverrides::default(), setting(field), text).unwrap_err();
            assert_eq!(error.field.as_deref(), Some(field));
        }
    }

    #[test]
    fn what_is_exported_comes_back() {
        let mut overrides = PolicyOverrides::default();
        for setting in SETTINGS {
            let text = if setting.unit == SettingUnit::Switch { "false" } else { "0.25" };
            overrides = change(&overrides, setting, text).unwrap();
        }
        for locale in [None, Some("he".parse::<Locale>().unwrap())] {
            let settings = Settings { policy: overrides.clone(), locale };
            assert_eq!(import(&export(&settings), Some("fr".parse().unwrap())).unwrap(), settings);
        }
        assert_eq!(import(&export(&Settings::default()), None).unwrap(), Settings::default());
    }

    #[test]
    fn overrides_alone_leave_the_locale_as_it_is() {
        let german = Some("de".parse::<Locale>().unwrap());
        let read = import(r#"{"currency_tolerance_ratio": 0.01}"#, german.clone()).unwrap();
        assert_eq!((read.policy.currency_tolerance_ratio, read.locale), (Some(Number(0.01)), german));
    }

    #[test]
    fn a_bad_file_names_the_field() {
        for (json, code, field) in [
            (r#"{"tolerance": 1}"#, ErrorCode::UnknownField, Some("tolerance")),
            (r#"{"target_rate": "x"}"#, ErrorCode::InvalidValue, Some("target_rate")),
            (r#"{"target_rate": 7}"#, ErrorCode::InvalidValue, Some("policy.target_rate")),
            (r#"{"target_rate": 0.1"#, ErrorCode::InvalidJson, None),
            (r#"{"policy": {"target_rate": "x"}}"#, ErrorCode::InvalidValue, Some("policy.target_rate")),
            (r#"{"policy": {"target_rate": 7}}"#, ErrorCode::InvalidValue, Some("policy.target_rate")),
            (r#"{"policy": {}, "locale": 7}"#, ErrorCode::InvalidValue, Some("locale")),
            (r#"{"policy": {}, "scope": {}}"#, ErrorCode::UnknownField, Some("scope")),
            ("[]", ErrorCode::InvalidValue, None),
            ("", ErrorCode::InvalidJson, None),
        ] {
            let error = import(json, None).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (code, field), "{json}: {error}");
        }
    }
}
