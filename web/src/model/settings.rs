//! The policy as a form: texts in, overrides out. Ranges, units and help come from the contract.

use groundcheck_types::{ErrorCode, InputError, Policy, PolicyOverrides, Setting, SettingUnit};
use serde_json::Value;

use super::format::decimals;

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

/// The overrides as the file that [`import`] and the command line read.
pub fn export(overrides: &PolicyOverrides) -> String {
    // Plain data of string keys and finite numbers: this cannot fail.
    serde_json::to_string_pretty(overrides).unwrap_or_default() + "\n"
}

/// Reads exported settings.
///
/// # Errors
/// Not JSON, an unknown field, a wrong type or a value out of range; names the field.
pub fn import(text: &str) -> Result<PolicyOverrides, InputError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let overrides: PolicyOverrides = serde_path_to_error::deserialize(&mut json).map_err(|e| {
        if e.inner().is_data() {
            InputError::from_serde(&e.path().to_string(), &e.inner().to_string())
        } else {
            InputError::whole(ErrorCode::InvalidJson, e.inner().to_string())
        }
    })?;
    json.end().map_err(|e| InputError::whole(ErrorCode::InvalidJson, e.to_string()))?;
    Policy::default().with(&overrides)?;
    Ok(overrides)
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Number, SETTINGS};

    use super::*;

    fn setting(field: &str) -> &'static Setting {
        SETTINGS.iter().find(|s| s.field == field).expect("a setting")
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
        assert_eq!(import(&export(&overrides)).unwrap(), overrides);
        assert_eq!(import(&export(&PolicyOverrides::default())).unwrap(), PolicyOverrides::default());
    }

    #[test]
    fn a_bad_file_names_the_field() {
        for (json, code, field) in [
            (r#"{"tolerance": 1}"#, ErrorCode::UnknownField, Some("tolerance")),
            (r#"{"target_rate": "x"}"#, ErrorCode::InvalidValue, Some("target_rate")),
            (r#"{"target_rate": 7}"#, ErrorCode::InvalidValue, Some("policy.target_rate")),
            (r#"{"target_rate": 0.1"#, ErrorCode::InvalidJson, None),
            ("", ErrorCode::InvalidJson, None),
        ] {
            let error = import(json).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (code, field), "{json}: {error}");
        }
    }
}
