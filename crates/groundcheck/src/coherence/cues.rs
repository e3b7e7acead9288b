//! Words that say how a sentence is meant: as a correction, a supposition, somebody else's words, or not for sure.
//!
//! All lists are in lower case, English first.

use std::sync::LazyLock;

use crate::document::token::Token;
use crate::document::token::spoken;
use crate::lexicon::Stem;
use crate::lexicon::phrases::Phrases;

/// Behind these what was said before no longer holds. Runs of words, as they stand.
const CORRECTIONS: &[&[&str]] = &[
    &["correction"],
    &["i", "was", "wrong"],
    &["i", "made", "a", "mistake"],
    &["i", "made", "an", "error"],
    &["i", "misspoke"],
    &["i", "misstated"],
    &["i", "meant"],
    &["my", "mistake"],
    &["my", "apologies"],
    &["i", "apologize"],
    &["i", "apologise"],
    &["to", "correct"],
    &["let", "me", "correct"],
    &["i", "need", "to", "correct"],
    &["should", "have", "said"],
    &["was", "incorrect"],
    &["were", "incorrect"],
    &["was", "mistaken"],
    &["was", "restated"],
    &["restated"],
    &["has", "been", "revised"],
    &["was", "revised"],
    &["revised"],
    &["updated"],
    &["no", "longer"],
    &["instead", "of"],
    &["sorry"],
    &["תיקון"],
    &["טעיתי"],
    &["טעות"],
    &["התכוונתי"],
    &["לתקן"],
    &["אני", "מתקן"],
    &["אני", "מתקנת"],
    &["סליחה"],
    &["עודכן"],
    &["עודכנה"],
    &["הנתון", "המעודכן"],
    &["במקום"],
];

/// A sentence with one of these claims nothing: it supposes, asks for, reports another's words or gives an example.
const NOT_CLAIMED: &[&[&str]] = &[
    &["if"],
    &["suppose"],
    &["supposing"],
    &["assume"],
    &["assuming"],
    &["assumes"],
    &["would"],
    &["hypothetically"],
    &["hypothetical"],
    &["scenario"],
    &["imagine"],
    &["for", "example"],
    &["for", "instance"],
    &["e.g"],
    &["you", "said"],
    &["you", "mentioned"],
    &["you", "wrote"],
    &["you", "stated"],
    &["you", "asked"],
    &["he", "said"],
    &["she", "said"],
    &["they", "said"],
    &["claims", "that"],
    &["claimed", "that"],
    &["claimed"],
    &["allegedly"],
    &["rumor"],
    &["rumour"],
    &["quote"],
    &["whether"],
    &["אם"],
    &["נניח"],
    &["בהנחה"],
    &["למשל"],
    &["לדוגמה"],
    &["לדוגמא"],
    &["אמרת"],
    &["ציינת"],
    &["כתבת"],
    &["שאלת"],
    &["לטענת"],
    &["לכאורה"],
    &["אילו"],
    &["תרחיש"],
];

/// What is said with one of these is no denial of its opposite.
const NOT_SURE: &[&[&str]] = &[
    &["may"],
    &["might"],
    &["could"],
    &["some"],
    &["sometimes"],
    &["partly"],
    &["partially"],
    &["not", "only"],
    &["not", "all"],
    &["not", "every"],
    &["not", "always"],
    &["not", "yet"],
    &["until"],
    &["unless"],
    &["except"],
    &["usually"],
    &["often"],
    &["perhaps"],
    &["probably"],
    &["אולי"],
    &["לעיתים"],
    &["חלק"],
    &["ייתכן"],
    &["יתכן"],
    &["לא", "רק"],
    &["עדיין"],
    &["אלא"],
];

/// The words of a sentence, and how it is meant.
pub(super) struct Cues {
    words: Vec<Stem>,
    asks: bool,
}

impl Cues {
    pub(super) fn of(text: &str, tokens: &[Token]) -> Self {
        Cues { words: spoken(text, tokens), asks: tokens.iter().rev().take(3).any(|t| t.ch == b'?') }
    }

    /// Whether it takes back what was said before.
    pub(super) fn corrects(&self) -> bool {
        static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(CORRECTIONS));
        PHRASES.is_in(&self.words)
    }

    /// Whether it claims what it says.
    pub(super) fn claims(&self) -> bool {
        static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(NOT_CLAIMED));
        !self.asks && !PHRASES.is_in(&self.words)
    }

    /// Whether it leaves open whether it is so.
    pub(super) fn is_unsure(&self) -> bool {
        static PHRASES: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(NOT_SURE));
        PHRASES.is_in(&self.words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn how_a_sentence_is_meant() {
        for (text, corrects_it, claims_it) in [
            ("I was wrong, the NOI is $1.4M.", true, true),
            ("Correction: it is 94%.", true, true),
            ("טעיתי, התפוסה היא 94%.", true, true),
            ("The correct NOI is $1.4M.", false, true),
            ("Was it $1.4M?", false, false),
            ("If the NOI were $1.4M, the cap rate is 6%.", false, false),
            ("You said the NOI was $1.4M.", false, false),
            ("נניח שהתפוסה היא 94%.", false, false),
            ("The NOI was $1.4M.", false, true),
        ] {
            let cues = Cues::of(text, &tokens(text));
            assert_eq!((cues.corrects(), cues.claims()), (corrects_it, claims_it), "{text}");
        }
    }
}
