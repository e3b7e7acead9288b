//! Which days of a sentence are one time, and which count no more: `from 3 to 28 March`, `moved from 5 March to 19 March`.
//!
//! Source: reading labelled answers.

use core::ops::Range;

use crate::claims::Quantity;
use crate::document::token::{EM_DASH, EN_DASH, Token};
use crate::lexicon::Lex;

/// What joins the first day and the last.
const JOINS: &[&str] = &["to", "until", "till", "through", "עד", "ועד", "ל"];
/// What says that the first of two days counts no more.
const MOVED: &[&str] = &[
    "moved",
    "postponed",
    "rescheduled",
    "changed",
    "shifted",
    "delayed",
    "pushed",
    "brought",
    "נדחה",
    "נדחתה",
    "נדחו",
    "הועבר",
    "הועברה",
    "הוזז",
    "הוזזה",
];
/// What says so of a day alone.
const ONCE: &[&str] = &["originally", "initially", "previously", "formerly", "במקור"];
/// What may stand between `not` and its day.
const PREPOSITIONS: &[&str] = &["on", "by", "until", "for", "from"];

/// Whether two dates that follow one another are the first and the last day of one time.
fn joined(text: &str, tokens: &[Token], a: &Quantity, b: &Quantity) -> bool {
    let (joint, next) = (a.last as usize, b.first as usize);
    let is_dash = |t: &Token| matches!(t.ch, b'-' | EN_DASH | EM_DASH);
    let between = (a.first as usize).checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.lex == Lex::Between);
    match tokens.get(joint..next) {
        Some([only]) => is_dash(only) || only.is_one_of(text, JOINS) || (between && only.lex == Lex::And),
        // `מ-3 במרץ ל-28 במרץ`
        Some([only, dash]) if dash.ch == b'-' => only.is_one_of(text, JOINS),
        // `Monday, 2 March, to Friday, 13 March`
        Some([comma, only]) => comma.ch == b',' && only.is_one_of(text, JOINS),
        _ => false,
    }
}

/// Whether something was moved away from one of these dates of a sentence, or is told not to be on it: `moved from 5 March to 19 March`,
/// `on 14 June, not on 7 June`.
pub(super) fn is_superseded(text: &str, tokens: &[Token], dates: &[&Quantity], at: usize) -> bool {
    let Some(own) = dates.get(at) else { return false };
    let first = own.first as usize;
    let before = |back: usize| first.checked_sub(back).and_then(|i| tokens.get(i));
    let is = |back: usize, words: &[&str]| before(back).is_some_and(|t| t.is_one_of(text, words));
    let denied = is(1, &["not"]) || (is(1, PREPOSITIONS) && is(2, &["not"]));
    let within = |words: &[&str]| (1..=MOVED_WITHIN).any(|back| is(back, words));
    let leads = dates.get(at + 1).is_some_and(|next| joined(text, tokens, own, next));
    denied || within(ONCE) || (leads && within(MOVED))
}

/// The verb that moves a day stands at most this many tokens before it.
const MOVED_WITHIN: usize = 6;

/// The clauses of days, of which the first and the last one of a time share theirs.
pub(super) fn share_clauses(text: &str, tokens: &[Token], dates: &[&Quantity], clauses: &mut [Range<usize>]) {
    for at in 1..dates.len().min(clauses.len()) {
        if joined(text, tokens, dates[at - 1], dates[at]) {
            let both = clauses[at - 1].start..clauses[at].end;
            (clauses[at - 1], clauses[at]) = (both.clone(), both);
        }
    }
}
