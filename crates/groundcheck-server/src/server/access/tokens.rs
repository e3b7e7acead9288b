//! Tokens: 32 random bytes each, of which only the SHA-256 is kept. With so many bits a slow hash would add nothing.

use std::fmt;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use groundcheck_types::{ErrorCode, InputError};
use sha2::{Digest, Sha256};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// What a token begins with, so that a scanner for leaked secrets knows one.
const PREFIX: &str = "gc_";
/// The shortest token that is taken from elsewhere.
const LEAST_CHARS: usize = 32;
/// The longest name of a token.
const NAME_MAX_CHARS: usize = 64;

type Hash = [u8; 32];

/// A token that was just made: shown once and kept nowhere.
pub struct NewToken {
    /// The token.
    pub token: String,
    /// Its line for the file of tokens.
    pub line: String,
}

impl fmt::Debug for NewToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewToken").finish_non_exhaustive()
    }
}

impl NewToken {
    /// A token of this name.
    ///
    /// # Errors
    /// A name that is no word, or a system that gives no random bytes.
    pub fn random(name: &str) -> Result<Self, InputError> {
        check_name(name).map_err(|message| InputError::field(ErrorCode::InvalidValue, "name", message))?;
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)
            .map_err(|e| InputError::whole(ErrorCode::Internal, format!("the system gives no random bytes: {e}")))?;
        let token = format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bytes));
        let hash: String = hash(&token).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(NewToken { token, line: format!("{name} {hash}\n") })
    }
}

/// The tokens that a server takes, by name.
#[derive(Clone)]
pub struct Tokens(Vec<(Arc<str>, Hash)>);

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

impl Tokens {
    /// One token, as it is.
    ///
    /// # Errors
    /// One that is too short to be random.
    pub fn one(name: &str, token: &str) -> Result<Self, InputError> {
        if token.chars().count() < LEAST_CHARS {
            let message = format!("is shorter than {LEAST_CHARS} characters; `groundcheck token` makes one");
            return Err(InputError::field(ErrorCode::InvalidSetting, "GROUNDCHECK_TOKEN", message));
        }
        Ok(Tokens(vec![(name.into(), hash(token))]))
    }

    /// The tokens of a file: a name and a hash a line, empty lines and those that begin with `#` aside.
    ///
    /// # Errors
    /// A line that is neither, by its number; a name that is there twice; no token at all.
    pub fn from_file(text: &str) -> Result<Self, InputError> {
        let mut tokens: Vec<(Arc<str>, Hash)> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |message: &str| {
                let message = format!("line {}: {message}", at + 1);
                InputError::field(ErrorCode::InvalidSetting, "--token-file", message)
            };
            let (name, hash) = line.split_once(' ').ok_or_else(|| wrong("expected a name and a hash"))?;
            check_name(name).map_err(|message| wrong(&message))?;
            let hash = read_hash(hash.trim()).ok_or_else(|| wrong("the hash is not 64 hexadecimal digits"))?;
            if tokens.iter().any(|(other, _)| **other == *name) {
                return Err(wrong("the name is there already"));
            }
            tokens.push((name.into(), hash));
        }
        if tokens.is_empty() {
            let message = "holds no token; `groundcheck token NAME --file FILE` adds one";
            return Err(InputError::field(ErrorCode::InvalidSetting, "--token-file", message));
        }
        Ok(Tokens(tokens))
    }

    /// Both.
    #[must_use]
    pub fn and(mut self, more: Tokens) -> Self {
        self.0.extend(more.0);
        self
    }

    /// Whether there is a token of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(other, _)| **other == *name)
    }

    /// The name of a token, in the same time whichever it is and however much of it is right.
    pub(super) fn name_of(&self, token: &str) -> Option<&Arc<str>> {
        let hash = hash(token);
        let (mut found, mut at) = (Choice::from(0), 0_u32);
        for (index, (_, known)) in self.0.iter().enumerate() {
            let same = hash.ct_eq(known);
            at.conditional_assign(&u32::try_from(index).unwrap_or(u32::MAX), same);
            found |= same;
        }
        bool::from(found).then(|| self.0.get(at as usize).map(|(name, _)| name))?
    }
}

fn hash(token: &str) -> Hash {
    Sha256::digest(token).into()
}

fn read_hash(text: &str) -> Option<Hash> {
    let mut hash = [0; 32];
    let digits = text.as_bytes();
    // The standard library would read `+f`, too.
    if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    for (byte, pair) in hash.iter_mut().zip(digits.chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(hash)
}

fn check_name(name: &str) -> Result<(), String> {
    let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.@".contains(c));
    if name.is_empty() || name.len() > NAME_MAX_CHARS || !is_word {
        return Err(format!("a token's name is 1 to {NAME_MAX_CHARS} letters, digits and -_.@"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_hash_alone() {
        let (night, day) = (NewToken::random("night-batch").unwrap(), NewToken::random("day").unwrap());
        assert_ne!(night.token, day.token);
        assert_eq!(night.token.len(), 46);
        let file = format!("# tokens\n\n{}{}", night.line, day.line);
        assert!(!file.contains(&night.token[3..]));
        let tokens = Tokens::from_file(&file).unwrap();
        assert_eq!(tokens.name_of(&night.token).map(|name| &**name), Some("night-batch"));
        assert_eq!(tokens.name_of(&day.token).map(|name| &**name), Some("day"));
        for wrong in ["", "gc_", &night.token[..45], &format!("{} ", day.token), &day.token.to_uppercase()] {
            assert_eq!(tokens.name_of(wrong), None, "{wrong}");
        }
        assert!(!format!("{tokens:?} {night:?}").contains(&night.token));
    }

    #[test]
    fn a_file_says_where_it_is_wrong() {
        let line = NewToken::random("a").unwrap().line;
        for (file, message) in [
            (String::new(), "holds no token"),
            ("# nothing\n".to_owned(), "holds no token"),
            ("a\n".to_owned(), "line 1: expected a name and a hash"),
            (format!("{line}\nb 12ab\n"), "line 3: the hash is not 64 hexadecimal digits"),
            (format!("b {}\n", "+f".repeat(32)), "line 1: the hash is not 64 hexadecimal digits"),
            (format!("{line}b {}\n", "é".repeat(32)), "line 2: the hash is not 64 hexadecimal digits"),
            (format!("{line}{line}"), "line 2: the name is there already"),
            (format!("ünicode {}", &line[2..]), "line 1: a token's name is"),
        ] {
            let error = Tokens::from_file(&file).unwrap_err();
            assert!(error.message.starts_with(message), "{error}");
        }
        assert!(Tokens::one("env", "short").is_err());
        assert!(Tokens::one("env", &"x".repeat(32)).is_ok());
        for name in ["", "two words", "a\nb", &"n".repeat(65)] {
            assert!(NewToken::random(name).is_err(), "{name:?}");
        }
    }
}
