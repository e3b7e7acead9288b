//! Secrets: in a variable of the environment, or in a file that one names, as containers and service managers hand them over.

use std::ffi::OsString;
use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use groundcheck_types::{ErrorCode, InputError};

/// What is behind a variable's name where a file holds its value: `OPENAI_API_KEY_FILE`.
const SUFFIX: &str = "_FILE";

/// The longest secret in a file, in bytes.
const MAX_BYTES: u64 = 16 * 1024;

/// A secret, and where it is from.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    /// What it is.
    pub value: OsString,
    /// The variable that has it, or that names the file with it.
    pub variable: String,
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secret").field("variable", &self.variable).finish_non_exhaustive()
    }
}

/// The value of a variable, or the content of the file that the variable with `_FILE` behind its name names, without the white space
/// around it. A variable that is empty counts as not set.
///
/// # Errors
/// `invalid_setting` where both are set, the file is no regular one, cannot be read, is longer than 16 KiB, empty or not UTF-8. Never with
/// what is in it.
pub fn secret(name: &str, var: &impl Fn(&str) -> Option<OsString>) -> Result<Option<Secret>, InputError> {
    let in_file = format!("{name}{SUFFIX}");
    let set = |name: &str| var(name).filter(|value| !value.is_empty());
    let wrong = |message: String| InputError::field(ErrorCode::InvalidSetting, &*in_file, message);
    match (set(name), set(&in_file)) {
        (None, None) => Ok(None),
        (Some(value), None) => Ok(Some(Secret { value, variable: name.to_owned() })),
        (Some(_), Some(_)) => Err(wrong(format!("{name} is set too; set only one of them"))),
        (None, Some(path)) => {
            let value = read(Path::new(&path)).map_err(wrong)?.into();
            Ok(Some(Secret { value, variable: in_file }))
        }
    }
}

fn read(path: &Path) -> Result<String, String> {
    let wrong = |what: &str| format!("{} {what}", path.display());
    // Opening a pipe waits for whoever writes to it.
    if std::fs::metadata(path).is_ok_and(|file| !file.is_file()) {
        return Err(wrong("is not a regular file"));
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| wrong(&format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(wrong("is longer than 16 KiB"));
    }
    let text = String::from_utf8(bytes).map_err(|_| wrong("is not UTF-8"))?;
    match text.trim() {
        "" => Err(wrong("is empty")),
        text => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that is gone after the test.
    struct Kept(std::path::PathBuf);

    impl Kept {
        fn new(name: &str, content: &[u8]) -> Self {
            let path = std::env::temp_dir().join(format!("groundcheck-secret-{}-{name}", std::process::id()));
            std::fs::write(&path, content).unwrap();
            Kept(path)
        }
    }

    impl Drop for Kept {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn with(vars: &[(&str, &str)]) -> Result<Option<Secret>, InputError> {
        secret("KEY", &|name| vars.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into()))
    }

    fn from(variable: &str) -> Result<Option<Secret>, InputError> {
        Ok(Some(Secret { value: "sk-canary".into(), variable: variable.to_owned() }))
    }

    #[test]
    fn a_secret_is_a_value_or_the_content_of_a_file() {
        let file = Kept::new("good", b"sk-canary\n");
        let path = file.0.to_str().unwrap();
        assert_eq!(with(&[]), Ok(None));
        assert_eq!(with(&[("KEY", "sk-canary")]), from("KEY"));
        assert_eq!(with(&[("KEY_FILE", path)]), from("KEY_FILE"));
        assert_eq!(with(&[("KEY", ""), ("KEY_FILE", path)]), from("KEY_FILE"), "empty is not set");
        assert_eq!(with(&[("KEY", "sk-canary"), ("KEY_FILE", "")]), from("KEY"));
        assert_eq!(with(&[("KEY", ""), ("KEY_FILE", "")]), Ok(None));
        assert!(!format!("{:?}", from("KEY")).contains("canary"));
        let both = with(&[("KEY", "sk-canary"), ("KEY_FILE", path)]).unwrap_err();
        assert_eq!(both.field.as_deref(), Some("KEY_FILE"));
        assert!(!both.to_string().contains("canary"), "{both}");
    }

    #[test]
    fn a_file_that_holds_no_secret_stops_the_program() {
        for (name, content) in [("empty", &b" \n"[..]), ("bytes", b"sk-canary\xff"), ("long", &[b'a'; 20_000])] {
            let file = Kept::new(name, content);
            let error = with(&[("KEY_FILE", file.0.to_str().unwrap())]).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (ErrorCode::InvalidSetting, Some("KEY_FILE")));
            assert!(!error.to_string().contains("canary"), "{error}");
        }
        let folder = std::env::temp_dir();
        let error = with(&[("KEY_FILE", folder.to_str().unwrap())]).unwrap_err();
        assert!(error.to_string().contains("is not a regular file"), "{error}");
        assert!(with(&[("KEY_FILE", "no/such/file")]).unwrap_err().to_string().contains("no/such/file"));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_waits_for_what_comes_out_of_a_pipe() {
        let file = Kept::new("pipe", b"");
        std::fs::remove_file(&file.0).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&file.0).status().unwrap().success());
        let error = with(&[("KEY_FILE", file.0.to_str().unwrap())]).unwrap_err();
        assert!(error.to_string().contains("is not a regular file"), "{error}");
    }
}
