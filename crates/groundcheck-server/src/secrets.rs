//! Secrets: in a variable of the environment, or in a file that one names, as containers and service managers hand them over.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use groundcheck_types::{ErrorCode, InputError};

/// What is behind a variable's name where a file holds its value: `OPENAI_API_KEY_FILE`.
const SUFFIX: &str = "_FILE";

/// The longest secret in a file, in bytes.
const MAX_BYTES: u64 = 16 * 1024;

/// The value of a variable, or the content of the file that the variable with `_FILE` behind its name names, without the white space
/// around it.
///
/// # Errors
/// `invalid_setting` where both are set, the file cannot be read, is longer than 16 KiB, empty or not UTF-8. Never with what is in it.
pub fn secret(name: &str, var: &impl Fn(&str) -> Option<OsString>) -> Result<Option<OsString>, InputError> {
    let in_file = format!("{name}{SUFFIX}");
    let wrong = |message: String| InputError::field(ErrorCode::InvalidSetting, &*in_file, message);
    match (var(name), var(&in_file)) {
        (value, None) => Ok(value),
        (Some(_), Some(_)) => Err(wrong(format!("{name} is set too; set only one of them"))),
        (None, Some(path)) => read(Path::new(&path)).map(|text| Some(text.into())).map_err(wrong),
    }
}

fn read(path: &Path) -> Result<String, String> {
    let wrong = |what: &str| format!("{} {what}", path.display());
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

    fn with(vars: &[(&str, &str)]) -> Result<Option<OsString>, InputError> {
        secret("KEY", &|name| vars.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into()))
    }

    #[test]
    fn a_secret_is_a_value_or_the_content_of_a_file() {
        let file = Kept::new("good", b"sk-canary\n");
        let path = file.0.to_str().unwrap();
        assert_eq!(with(&[]), Ok(None));
        assert_eq!(with(&[("KEY", "sk-canary")]), Ok(Some("sk-canary".into())));
        assert_eq!(with(&[("KEY_FILE", path)]), Ok(Some("sk-canary".into())));
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
        assert!(with(&[("KEY_FILE", "no/such/file")]).unwrap_err().to_string().contains("no/such/file"));
    }
}
