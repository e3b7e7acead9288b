//! Authorities without a name: `studies show`, `experts agree`, `it is widely known`.
//!
//! Why it matters: what nobody in particular says cannot be looked up. A sentence that names somebody, a year or a citation mark is none:
//! `the 2021 Lancet study shows`.

use std::sync::LazyLock;

use groundcheck_types::WarningPattern;

use super::{Hit, Settled};
use crate::document::token::Kind;
use crate::lexicon::Roles;
use crate::lexicon::phrases::Phrases;

/// Beside a claim that nothing bears out, and otherwise.
const BESIDE_CLAIM: f64 = 0.65;
const ALONE: f64 = 0.50;

/// Runs of words, in lower case.
const PHRASES: &[&[&str]] = &[
    &["studies", "show"],
    &["studies", "have", "shown"],
    &["studies", "suggest"],
    &["studies", "indicate"],
    &["research", "shows"],
    &["research", "suggests"],
    &["research", "indicates"],
    &["research", "has", "shown"],
    &["experts", "agree"],
    &["experts", "say"],
    &["experts", "believe"],
    &["experts", "estimate"],
    &["many", "experts"],
    &["most", "experts"],
    &["according", "to", "experts"],
    &["analysts", "expect"],
    &["analysts", "say"],
    &["analysts", "agree"],
    &["scientists", "say"],
    &["scientists", "agree"],
    &["economists", "agree"],
    &["it", "is", "well", "known"],
    &["it", "is", "widely", "known"],
    &["it", "is", "widely", "accepted"],
    &["it", "is", "widely", "believed"],
    &["it", "is", "generally", "accepted"],
    &["it", "is", "commonly", "known"],
    &["as", "everyone", "knows"],
    &["sources", "say"],
    &["industry", "reports", "suggest"],
    &["industry", "data", "suggests"],
    &["some", "say"],
    &["many", "people", "believe"],
    &["according", "to", "some", "sources"],
    &["according", "to", "various", "sources"],
    &["מחקרים", "מראים"],
    &["מחקרים", "מצביעים"],
    &["מחקרים", "הראו"],
    &["מומחים", "טוענים"],
    &["מומחים", "מסכימים"],
    &["מומחים", "סבורים"],
    &["לדברי", "מומחים"],
    &["לפי", "מומחים"],
    &["אנליסטים", "מעריכים"],
    &["אנליסטים", "סבורים"],
    &["ידוע", "לכל"],
    &["מקובל", "לחשוב"],
    &["רבים", "סבורים"],
    &["גורמים", "בענף"],
    &["לפי", "מקורות", "שונים"],
];

pub(super) fn find(sentence: &Settled<'_>, hits: &mut Vec<Hit>) {
    static FOUND: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(PHRASES));
    let Some(span) = sentence.find(&FOUND) else { return };
    let tokens = sentence.tokens();
    let first_word = tokens.iter().position(|t| t.kind == Kind::Word);
    let named = tokens.iter().enumerate().any(|(at, t)| t.roles.has(Roles::NAME) && Some(at) != first_word);
    let cited = sentence.claims.iter().any(|claim| !claim.citations.is_empty()) || tokens.iter().any(|t| t.ch == b'[');
    let linked = tokens.iter().any(|t| t.lex == crate::lexicon::Lex::Opaque);
    if named || cited || linked {
        return;
    }
    let confidence = if sentence.unfounded().next().is_some() { BESIDE_CLAIM } else { ALONE };
    hits.push(Hit::new(WarningPattern::UnnamedAuthority, span, confidence));
}
