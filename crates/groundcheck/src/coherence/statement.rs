//! A sentence as what it states: a value of something, a day, a name in a role, the meaning of a term, or a plain assertion.

use std::sync::LazyLock;

use groundcheck_types::{Role, Span, Utf16Span};

use crate::claims::{Period, Quantity};
use crate::document::token::Token;
use crate::lexicon::roles::{DENIAL, DOWN, UP};
use crate::lexicon::{Roles, stem};
use crate::verify::stance::Stance;
use crate::verify::words::{self, Stem};

/// Words of a sentence that say nothing of what it is about: how it is told, and general names for the thing meant.
const SILENT: &[&str] = &[
    "noted",
    "mentioned",
    "said",
    "stated",
    "earlier",
    "again",
    "previously",
    "already",
    "actually",
    "indeed",
    "overall",
    "total",
    "totaled",
    "totalled",
    "stood",
    "generated",
    "earned",
    "posted",
    "ended",
    "closed",
    "produced",
    "achieved",
    "hit",
    "equals",
    "equaled",
    "currently",
    "now",
    "roughly",
    "approximately",
    "around",
    "nearly",
    "almost",
    "exactly",
    "precisely",
    "just",
    "remained",
    "remains",
    "property",
    "building",
    "asset",
    "confirm",
    "confirmed",
    "recall",
    "remember",
    "summary",
    "short",
    "period",
    "quarter",
    "month",
    "still",
    "please",
    "note",
    "however",
    "therefore",
    "thus",
    "comes",
    "rounded",
    "about",
    "figure",
    "reading",
    "say",
    "recap",
    "like",
    "mention",
    "well",
    "per",
    "wrong",
    "correction",
    "corrected",
    "correct",
    "mistake",
    "mistaken",
    "error",
    "incorrect",
    "sorry",
    "apologies",
    "apologize",
    "apologise",
    "revised",
    "updated",
    "restated",
    "tell",
    "told",
    "טעיתי",
    "תיקון",
    "טעות",
    "סליחה",
    "הנכס",
    "הבניין",
    "כאמור",
    "שוב",
    "כפי",
    "שצוין",
    "בסך",
    "הכול",
    "הכל",
    "כיום",
    "כעת",
    "עכשיו",
    "בדיוק",
    "בערך",
    "כ",
    "לסיכום",
    "סכום",
    "נתון",
    "הנתון",
    "רבעון",
    "ברבעון",
    "עומד",
    "עומדת",
    "עומדים",
    "הינו",
    "הינה",
];

/// Their stems, with those of words of direction, which are no subject. Sorted.
static SILENT_STEMS: LazyLock<Vec<Stem>> = LazyLock::new(|| {
    let spoken = SILENT.iter().chain(UP).chain(DOWN).copied();
    words::sorted(spoken.flat_map(|word| [stem(word), crate::lexicon::exact(word)]).collect())
});

/// Where something was said.
#[derive(Debug, Clone)]
pub(super) struct At {
    /// The turn; `None` for the answer.
    pub(super) turn: Option<u32>,
    /// Who said it.
    pub(super) role: Role,
    /// The words that count.
    pub(super) span: Span,
    pub(super) utf16: Utf16Span,
    /// The sentence.
    pub(super) text: String,
}

/// What a sentence states.
#[derive(Debug, Clone)]
pub(super) enum What {
    /// A value that is no date.
    Value(Quantity, Stance, Option<Stem>),
    /// The day or period of something that happens once.
    Day(Period),
    /// Something, or where `denied` that it is not so.
    Assertion { denied: bool },
    /// Who has a role: the stems of the name.
    Named(Vec<Stem>),
    /// The meaning of a term: the stems of its words.
    Definition(Vec<Stem>),
}

/// A statement.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    pub(super) at: At,
    pub(super) what: What,
    /// What it is about. Sorted.
    pub(super) topic: Vec<Stem>,
    pub(super) periods: Vec<Period>,
    /// Whether it tells of what was, or of what is; `None` where its verbs do not say.
    pub(super) past: Option<bool>,
    /// Whether it was corrected since.
    pub(super) withdrawn: bool,
}

impl Statement {
    /// Whether the two are about the same thing in the same words.
    pub(super) fn is_about(&self, other: &Statement) -> bool {
        !self.topic.is_empty() && self.topic == other.topic
    }

    /// Whether one tells of what was and the other of what is.
    pub(super) fn is_of_other_tense(&self, other: &Statement) -> bool {
        matches!((self.past, other.past), (Some(a), Some(b)) if a != b)
    }

    /// Whether both are of the same time; `None` where only one names it.
    pub(super) fn is_of_time(&self, other: &Statement) -> Option<bool> {
        match (self.periods.is_empty(), other.periods.is_empty()) {
            (true, true) => Some(true),
            (false, false) => {
                let holds = |a: &[Period], b: &[Period]| a.iter().all(|p| b.contains(p));
                Some(holds(&self.periods, &other.periods) && holds(&other.periods, &self.periods))
            }
            _ => None,
        }
    }
}

/// Stems without those that say nothing of the subject. Sorted.
pub(super) fn topic(stems: Vec<Stem>) -> Vec<Stem> {
    let mut stems = words::sorted(stems);
    stems.retain(|stem| SILENT_STEMS.binary_search(stem).is_err());
    stems
}

/// The stems of a run of tokens.
pub(super) fn stems(text: &str, tokens: &[Token]) -> Vec<Stem> {
    let mut out = Vec::new();
    for token in tokens {
        words::push_stems(text, token, &mut out);
    }
    out
}

/// Verbs that tell of what is, and of what was, in lower case.
const PRESENT: &[&str] = &["is", "are", "has", "have", "now", "currently", "יש", "כיום", "כעת"];
const PAST: &[&str] = &["was", "were", "had", "היה", "הייתה", "היתה", "היו"];

/// Whether a sentence tells of what was, or of what is; `None` where its verbs say neither, or both.
pub(super) fn tells_of_past(text: &str, tokens: &[Token]) -> Option<bool> {
    let any = |words| tokens.iter().any(|t| t.is_one_of(text, words));
    match (any(PRESENT), any(PAST)) {
        (true, false) => Some(false),
        (false, true) => Some(true),
        _ => None,
    }
}

/// Words that deny and stand in no list of roles, in lower case.
const DENIALS: &[&str] = &[
    "no",
    "without",
    "none",
    "don't",
    "doesn't",
    "hasn't",
    "haven't",
    "won't",
    "can't",
    "אין",
    "ללא",
    "בלי",
    "איננו",
    "איננה",
];

/// Whether a sentence denies what it says.
pub(super) fn denies(text: &str, tokens: &[Token]) -> bool {
    tokens.iter().any(|t| t.roles.has(Roles::DENIAL) || t.is_one_of(text, DENIALS))
}

/// Whether a word only denies, so that it is no part of what is denied.
pub(super) fn is_denial(own: Stem) -> bool {
    static STEMS: LazyLock<Vec<Stem>> = LazyLock::new(|| {
        let words = DENIALS.iter().chain(DENIAL).chain(&["יש"]);
        words::sorted(words.flat_map(|word| [stem(word), crate::lexicon::exact(word)]).collect())
    });
    STEMS.binary_search(&own).is_ok()
}
