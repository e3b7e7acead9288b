//! Words of certainty on a value that nothing bears out: `it is definitely 95 %`.
//!
//! Why it matters: document 4 asks for language that fits the confidence. `Certainly` on a value that the evidence has is fine.

use std::sync::LazyLock;

use groundcheck_types::{Status, WarningPattern};

use super::{Hit, Settled};
use crate::lexicon::phrases::Phrases;

const CONTRADICTED: f64 = 0.80;
const UNFOUNDED: f64 = 0.60;

/// Runs of words, in lower case.
const PHRASES: &[&[&str]] = &[
    &["definitely"],
    &["certainly"],
    &["undoubtedly"],
    &["unquestionably"],
    &["indisputably"],
    &["without", "a", "doubt"],
    &["without", "any", "doubt"],
    &["without", "doubt"],
    &["there", "is", "no", "doubt"],
    &["no", "doubt"],
    &["guaranteed"],
    &["i", "am", "certain"],
    &["i", "am", "sure"],
    &["i'm", "certain"],
    &["i'm", "sure"],
    &["i", "know"],
    &["absolutely"],
    &["beyond", "question"],
    &["בוודאות"],
    &["בהחלט"],
    &["ללא", "ספק"],
    &["אין", "ספק"],
    &["בלי", "ספק"],
    &["אני", "בטוח"],
    &["אני", "בטוחה"],
    &["אני", "יודע"],
    &["מובטח"],
];

pub(super) fn find(sentence: &Settled<'_>, hits: &mut Vec<Hit>) {
    static FOUND: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(PHRASES));
    let Some(span) = sentence.find(&FOUND) else { return };
    let Some(claim) = sentence.unfounded().next() else { return };
    let contradicted = sentence.claims.iter().any(|claim| claim.status == Status::Contradicted);
    let confidence = if contradicted { CONTRADICTED } else { UNFOUNDED };
    let mut hit = Hit::new(WarningPattern::UnfoundedCertainty, span, confidence);
    hit.claim = Some(claim.id.clone());
    hits.push(hit);
}
