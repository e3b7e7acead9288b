//! What goes into columns: texts and labels as they are stored, digests, and the words of columns that know only a few.

use std::borrow::Cow;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use serde::de::value::{Error as NoWord, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer as _};

use super::StoreError;

/// The longest text that is stored: what one response or report may be.
pub(super) const TEXT_MAX_BYTES: usize = 16 * 1024 * 1024;

/// The longest name (of a provider, a model, an entity, a metric, a period), in bytes: three of them fit into an index entry of
/// PostgreSQL, which holds 2,704.
pub(super) const LABEL_MAX_BYTES: usize = 512;

/// Text from outside as it is stored. The only place where that is decided: PostgreSQL has no U+0000, so it becomes U+FFFD in both.
///
/// # Errors
/// Where it is longer than [`TEXT_MAX_BYTES`].
pub(super) fn text<'a>(field: &str, text: &'a str) -> Result<Cow<'a, str>, StoreError> {
    text_within(TEXT_MAX_BYTES, field, text)
}

/// As [`text`], of at most so many bytes.
///
/// # Errors
/// Where it is longer.
pub(super) fn text_within<'a>(most: usize, field: &str, text: &'a str) -> Result<Cow<'a, str>, StoreError> {
    if text.len() > most {
        return Err(StoreError::invalid(field, format!("is longer than {most} bytes")));
    }
    Ok(if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(text) })
}

/// As [`text`], where there may be none.
///
/// # Errors
/// As [`text`].
pub(super) fn optional_text<'a>(field: &str, value: Option<&'a str>) -> Result<Option<Cow<'a, str>>, StoreError> {
    value.map(|value| text(field, value)).transpose()
}

/// A name that stands in an index.
///
/// # Errors
/// Where it is longer than [`LABEL_MAX_BYTES`].
pub(super) fn label<'a>(field: &str, value: &'a str) -> Result<Cow<'a, str>, StoreError> {
    text_within(LABEL_MAX_BYTES, field, value)
}

/// SHA-256 of these parts, each with its length, so that no two lists share one by where they are cut.
pub(crate) fn digest(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A word of the contract as its enum; none where it is not one of its words.
pub(crate) fn read_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    let word: StrDeserializer<'_, NoWord> = word.into_deserializer();
    T::deserialize(word).ok()
}

/// A column that holds words of an enum of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct Word<T>(pub T);

impl<T, DB: sqlx::Database> sqlx::Type<DB> for Word<T>
where
    str: sqlx::Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        <str as sqlx::Type<DB>>::type_info()
    }
    fn compatible(of: &DB::TypeInfo) -> bool {
        <str as sqlx::Type<DB>>::compatible(of)
    }
}

impl<'r, T: DeserializeOwned, DB: sqlx::Database> sqlx::Decode<'r, DB> for Word<T>
where
    &'r str: sqlx::Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
        let word = <&str as sqlx::Decode<DB>>::decode(value)?;
        read_word(word).map(Word).ok_or_else(|| format!("{word:?} is no word of this column").into())
    }
}

/// A column of few words as an enum, on either database.
macro_rules! words {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$word_about:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$word_about])* #[serde(rename = $word)] $variant,)* }

        impl $name {
            /// The word as it is stored and as it stands in JSON.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }

        impl<DB: sqlx::Database> sqlx::Type<DB> for $name
        where
            str: sqlx::Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <str as sqlx::Type<DB>>::type_info()
            }
            fn compatible(of: &DB::TypeInfo) -> bool {
                <str as sqlx::Type<DB>>::compatible(of)
            }
        }

        impl<'r, DB: sqlx::Database> sqlx::Decode<'r, DB> for $name
        where
            &'r str: sqlx::Decode<'r, DB>,
        {
            fn decode(value: DB::ValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                match <&str as sqlx::Decode<DB>>::decode(value)? {
                    $($word => Ok($name::$variant),)*
                    other => Err(format!("{other:?} is no {}", stringify!($name)).into()),
                }
            }
        }
    };
}

pub(super) use words;

words! {
    /// Where a response came from.
    pub enum Origin {
        /// Asked of the provider by `groundcheck collect`.
        Collect = "collect",
        /// Collected elsewhere and read from a file.
        Import = "import",
        /// The example data, which a click removes.
        Example = "example",
    }
}

words! {
    /// The outcome of a link's check.
    pub enum LinkState {
        /// It leads to a page.
        Reachable = "reachable",
        /// There is no such page, or we refuse to look.
        Unreachable = "unreachable",
        /// The site did not say.
        Unknown = "unknown",
    }
}

words! {
    /// The risk of a mention, by its reliability.
    pub enum RiskLevel {
        /// Reliability of at least 0.70.
        Low = "low",
        /// At least 0.40.
        Medium = "medium",
        /// Less.
        High = "high",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_parts_are_cut_shows_in_the_digest() {
        assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
        assert_eq!(digest(&[]), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    #[test]
    fn labels_have_an_end_and_texts_no_zero() {
        assert!(label("model", &"m".repeat(LABEL_MAX_BYTES)).is_ok());
        assert!(label("model", &"m".repeat(LABEL_MAX_BYTES + 1)).is_err());
        assert_eq!(text("answer", "a\0b").unwrap(), "a\u{fffd}b");
    }
}
