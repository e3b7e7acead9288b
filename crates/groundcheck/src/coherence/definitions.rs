//! A term that gets another meaning on the way: document 4's "moving goalposts".

use core::ops::Range;

use groundcheck_types::Severity;

use super::statement::{self, Statement, What};
use super::values::at_most;
use crate::document::token::{Kind, Token};
use crate::verify::words::Stem;

/// What stands between a term and its meaning, as it stands, in lower case.
const MEANS: &[&[&str]] = &[
    &["means"],
    &["is", "defined", "as"],
    &["are", "defined", "as"],
    &["refers", "to"],
    &["is", "calculated", "as"],
    &["we", "mean"],
    &["i", "mean"],
    &["פירושו"],
    &["פירושה"],
    &["משמעו"],
    &["מוגדר", "כ"],
    &["מוגדר"],
    &["מוגדרת"],
    &["הכוונה", "היא"],
    &["מחושב"],
    &["מחושבת"],
];
/// A longer term is none.
const LONGEST_TERM: usize = 6;
/// Meanings that share less than this, in hundredths of all their words, differ.
const SHARED: usize = 50;
const LEAST_WORDS: usize = 2;
const SURE: f64 = 0.75;

/// The term that a sentence defines, the words of its meaning, and its tokens.
pub(super) fn read(text: &str, tokens: &[Token]) -> Option<(Vec<Stem>, Vec<Stem>, Range<usize>)> {
    let is = |at: usize, own: &str| {
        tokens.get(at).is_some_and(|t| t.kind == Kind::Word && t.text(text).eq_ignore_ascii_case(own))
    };
    let (at, length) = (0..tokens.len()).find_map(|at| {
        let run = MEANS.iter().find(|run| run.iter().enumerate().all(|(k, own)| is(at + k, own)))?;
        Some((at, run.len()))
    })?;
    let term = tokens.get(..at)?;
    let words = term.iter().filter(|t| t.kind == Kind::Word).count();
    let meaning = tokens.get(at + length..)?;
    let (term, meaning_stems) = (statement::stems(text, term), statement::stems(text, meaning));
    let fits = (1..=LONGEST_TERM).contains(&words) && !term.is_empty() && meaning_stems.len() >= LEAST_WORDS;
    // The full stop is no part of it.
    let end = tokens.iter().rposition(|t| matches!(t.kind, Kind::Word | Kind::Number))? + 1;
    fits.then_some((term, meaning_stems, at + length..end))
}

/// The gravity and certainty with which one meaning differs from another; saying it more fully changes nothing.
pub(super) fn contradicts(claim: &Statement, before: &Statement) -> Option<(Severity, f64)> {
    let (What::Definition(a), What::Definition(b)) = (&claim.what, &before.what) else { return None };
    let shared = a.iter().filter(|stem| b.contains(stem)).count();
    let all = a.len() + b.len() - shared;
    let fuller = shared == a.len() || shared == b.len();
    (!fuller && shared * 100 < all * SHARED).then(|| (at_most(Severity::Medium, before.at.role), SURE))
}
