//! The languages of the page.

use serde::{Deserialize, Serialize};

/// A language of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Hebrew.
    He,
}

impl Language {
    /// The language's tag.
    pub fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::He => "he",
        }
    }

    /// Which way it reads.
    pub fn direction(self) -> &'static str {
        match self {
            Language::En => "ltr",
            Language::He => "rtl",
        }
    }

    /// The other one.
    pub fn other(self) -> Language {
        match self {
            Language::En => Language::He,
            Language::He => Language::En,
        }
    }
}
