//! What is asked of all claims of an answer.

use groundcheck_types::{Locale, Policy};

use super::numerals::Numerals;
use super::reasons::Language;
use super::tolerance::Tolerances;
use super::words::Stem;
use crate::claims::Conventions;

/// What all claims of one answer share.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) policy: Policy,
    pub(crate) tolerances: Tolerances,
    /// The words of the question. Sorted.
    pub(crate) question: Vec<Stem>,
    /// The numbers of the question.
    pub(crate) given: Numerals,
    pub(crate) language: Language,
    pub(crate) conventions: Conventions,
}

impl Asked {
    /// Notes the language that the answer is written in, and with it its conventions.
    pub(crate) fn written(&mut self, hebrew: bool, locale: Option<&Locale>) {
        (self.language, self.conventions) = written(hebrew, locale);
    }
}

/// The language that an answer is written in, and with it its conventions.
pub(crate) fn written(hebrew: bool, locale: Option<&Locale>) -> (Language, Conventions) {
    let language = if hebrew { Language::Hebrew } else { Language::English };
    let conventions = match locale {
        Some(locale) => Conventions::of("", Some(locale)),
        None => Conventions::without_locale(hebrew),
    };
    (language, conventions)
}
