//! The policy that holds where a request does not say otherwise, and where the database is.
//!
//! Precedence, last word first: the request's `policy`, the file of `--policy`, the `HALLUCINATION_*` environment variables of
//! document 2, the defaults. A setting that cannot be used stops the program and names itself: going on with a default would
//! check answers under another policy than the one asked for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use groundcheck_types::{
    ErrorCode, InputError, Policy, PolicyOverrides, VERIFIER_SETTINGS, VerifierPolicy, VerifierPolicyOverrides,
};

use crate::input;
use crate::secrets::{Secret, secret};
use crate::store::Location;

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
    let is_verifiers = |name: &str| VERIFIER_SETTINGS.iter().any(|setting| setting.name == name);
    for (name, value) in settings.into_iter().filter(|(name, _)| !is_verifiers(name)) {
        overrides.set(&name, &text_of(&name, value)?)?;
    }
    Policy::default().with(&overrides)
}

fn text_of(name: &str, value: OsString) -> Result<String, InputError> {
    value.into_string().map_err(|_| InputError::field(ErrorCode::InvalidSetting, name, "its value is not UTF-8"))
}

/// The thresholds of the LLM verifier, from this process's environment.
///
/// # Errors
/// As [`verifier_policy_from`].
pub fn verifier_policy() -> Result<VerifierPolicy, InputError> {
    verifier_policy_from(|name| std::env::var_os(name))
}

/// The verifier's default thresholds with those of its variables that are set over them.
///
/// # Errors
/// `invalid_setting` naming the first wrong variable.
pub fn verifier_policy_from(var: impl Fn(&str) -> Option<OsString>) -> Result<VerifierPolicy, InputError> {
    let mut overrides = VerifierPolicyOverrides::default();
    for setting in VERIFIER_SETTINGS {
        if let Some(value) = var(setting.name) {
            overrides.set(setting.name, &text_of(setting.name, value)?)?;
        }
    }
    VerifierPolicy::default().with(&overrides)
}

/// Where the database is: what `--database` says, else `DATABASE_URL` or the file of `DATABASE_URL_FILE`, else `groundcheck.db` in the data folder, which is
/// `GROUNDCHECK_DATA` or the one that the system has for programs' data.
///
/// # Errors
/// `invalid_setting` naming the option or the variable; never with the text of an address, which can hold a password.
pub fn database(argument: Option<&str>) -> Result<Database, InputError> {
    database_from(argument, |name| std::env::var_os(name).filter(|value| !value.is_empty()))
}

/// The database, and whether somebody named it.
#[derive(Debug, Clone)]
pub struct Database {
    /// Where it is.
    pub location: Location,
    /// Whether an option or a variable says so: what is named must be there for whoever reads, the default need not.
    pub named: bool,
}

fn database_from(argument: Option<&str>, var: impl Fn(&str) -> Option<OsString>) -> Result<Database, InputError> {
    let wrong = |name: &str, message: String| InputError::field(ErrorCode::InvalidSetting, name, message);
    let named = |name: &str, text: &str| {
        let location = text.parse().map_err(|message| wrong(name, message))?;
        Ok(Database { location, named: true })
    };
    if let Some(text) = argument {
        return named("--database", text);
    }
    if let Some(Secret { value, variable }) = secret("DATABASE_URL", &var)? {
        let url = value.to_str().ok_or_else(|| wrong(&variable, "its value is not UTF-8".to_owned()))?;
        return named(&variable, url);
    }
    let below = |name: &str, path: &str| var(name).map(|folder| PathBuf::from(folder).join(path));
    let folder = var("GROUNDCHECK_DATA").map(PathBuf::from).or_else(|| match std::env::consts::OS {
        "windows" => below("LOCALAPPDATA", "groundcheck"),
        "macos" => below("HOME", "Library/Application Support/groundcheck"),
        _ => below("XDG_DATA_HOME", "groundcheck").or_else(|| below("HOME", ".local/share/groundcheck")),
    });
    let folder = folder.ok_or_else(|| wrong("--database", "say where it is; there is no home folder".to_owned()))?;
    Ok(Database { location: Location::File(folder.join("groundcheck.db")), named: false })
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
    fn the_verifier_has_variables_of_its_own() {
        let vars = [("HALLUCINATION_VERIFIER_MAX_CLAIMS", "3")];
        assert_eq!(policy(&vars).unwrap(), Policy::default());
        let read = |value: &'static str| {
            verifier_policy_from(|name| (name == "HALLUCINATION_VERIFIER_MAX_CLAIMS").then(|| value.into()))
        };
        assert_eq!(read("3").unwrap().max_claims, Number(3.0));
        assert_eq!(read("0").unwrap_err().field.as_deref(), Some("HALLUCINATION_VERIFIER_MAX_CLAIMS"));
        assert!(policy(&[("HALLUCINATION_VERIFIER_MAX", "3")]).is_err());
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

    #[test]
    fn the_option_wins_over_the_variable_over_the_data_folder() {
        let vars = |name: &str| match name {
            "DATABASE_URL" => Some("postgres://me:secret@db.example/checks".into()),
            "GROUNDCHECK_DATA" => Some("data".into()),
            _ => None,
        };
        let shown = |database: Result<Database, InputError>| database.map(|d| (d.location.to_string(), d.named));
        assert_eq!(shown(database_from(Some("here.db"), vars)), Ok(("here.db".to_owned(), true)));
        assert_eq!(shown(database_from(None, vars)), Ok(("postgres://db.example:5432/checks".to_owned(), true)));
        let folder = |name: &str| vars(name).filter(|_| name != "DATABASE_URL");
        assert_eq!(shown(database_from(None, folder)), Ok(("data/groundcheck.db".to_owned(), false)));
        assert_eq!(database_from(None, |_| None).unwrap_err().field.as_deref(), Some("--database"));
        let error = database_from(Some("mysql://me:secret@db/checks"), vars).unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
        let file = std::env::temp_dir().join(format!("groundcheck-address-{}", std::process::id()));
        std::fs::write(&file, "mysql://me:secret@db/checks").unwrap();
        let error = database_from(None, |name| (name == "DATABASE_URL_FILE").then(|| file.clone().into()));
        std::fs::remove_file(&file).unwrap();
        let error = error.unwrap_err();
        assert_eq!(error.field.as_deref(), Some("DATABASE_URL_FILE"));
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}
