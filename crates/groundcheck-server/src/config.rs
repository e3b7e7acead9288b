//! The policy that holds where a request does not say otherwise.
//!
//! Precedence, last word first: the request's `policy`, the file of `--policy`, the `HALLUCINATION_*` environment variables of
//! document 2, the defaults. A setting that cannot be used stops the program and names itself: going on with a default would
//! check answers under another policy than the one asked for.

use std::ffi::OsString;
use std::path::Path;

use groundcheck_types::{ErrorCode, InputError, Policy, PolicyOverrides};

use crate::input;

/// Every variable that begins so must be a setting: a misspelt one would otherwise do nothing, silently.
const PREFIX: &str = "HALLUCINATION_";

/// The base policy from this process's environment and, over it, a file of [`PolicyOverrides`] as JSON.
///
/// # Errors
/// `invalid_setting` naming the variable; for the file `unreadable_file`, `invalid_json`, `unknown_field` or `invalid_value`.
pub fn base_policy(file: Option<&Path>) -> Result<Policy, InputError> {
    let mut policy = policy_from(std::env::vars_os())?;
    if let Some(path) = file {
        policy = policy.with(&input::read_policy(path)?)?;
    }
    Ok(policy)
}

/// The default policy with these environment variables over it; others are ignored.
///
/// # Errors
/// `invalid_setting` naming the first wrong variable in alphabetical order.
pub fn policy_from(vars: impl Iterator<Item = (OsString, OsString)>) -> Result<Policy, InputError> {
    let mut settings: Vec<(String, OsString)> = vars
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
        .filter(|(name, _)| name.starts_with(PREFIX))
        .collect();
    settings.sort_unstable();
    let mut overrides = PolicyOverrides::default();
    for (name, value) in settings {
        let text = value
            .into_string()
            .map_err(|_| InputError::field(ErrorCode::InvalidSetting, &name, "its value is not UTF-8"))?;
        overrides.set(&name, &text)?;
    }
    Policy::default().with(&overrides)
}

#[cfg(test)]
mod tests {
    use groundcheck_types::Number;

    use super::*;

    fn policy(vars: &[(&str, &str)]) -> Result<Policy, InputError> {
        policy_from(vars.iter().map(|(name, value)| (name.into(), value.into())))
    }

    #[test]
    fn variables_of_document_2_change_the_policy_and_others_do_not() {
        let read =
            policy(&[("HALLUCINATION_CURRENCY_TOLERANCE", "1"), ("HALLUCINATE", "1"), ("PATH", "/bin")]).unwrap();
        assert_eq!(read, Policy { currency_tolerance_ratio: Number(0.01), ..Policy::default() });
    }

    #[test]
    fn a_misspelt_name_and_a_bad_value_are_named() {
        for (name, value) in [("HALLUCINATION_CURRENCY_TOLERENCE", "5"), ("HALLUCINATION_TARGET_RATE", "2")] {
            let error = policy(&[(name, value)]).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (ErrorCode::InvalidSetting, Some(name)));
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_value_that_is_not_utf_8_is_named() {
        use std::os::unix::ffi::OsStringExt;
        let bad = OsString::from_vec(vec![0xff]);
        let error = policy_from([("HALLUCINATION_AUTO_FLAG".into(), bad)].into_iter()).unwrap_err();
        assert_eq!(error.field.as_deref(), Some("HALLUCINATION_AUTO_FLAG"));
    }
}
