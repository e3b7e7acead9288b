//! Whether a day begins a time or ends it: `from 3 to 28 March`, `opens on 3 March`, `until 28 March`.
//!
//! Source: reading labelled answers. `The term begins on 12 December` shares all its words with `Lectures begin on 8 September and end on
//! 12 December`, and a time's last day told as its first is an error that people act on.

use core::ops::Range;

use super::clause::End;
use super::context::Context;
use super::prepare::{Mention, Sources};
use crate::claims::Quantity;
use crate::document::token::{EM_DASH, EN_DASH, Token};
use crate::lexicon::Lex;

/// What says that a time begins.
const BEGINS: &[&str] = &[
    "begin",
    "begins",
    "began",
    "beginning",
    "start",
    "starts",
    "started",
    "starting",
    "commence",
    "commences",
    "open",
    "opens",
    "opened",
    "opening",
    "נפתח",
    "נפתחת",
    "נפתחה",
    "מתחיל",
    "מתחילה",
    "מתחילים",
    "התחלה",
    "תחילת",
    "פתיחה",
];
/// What says that it ends; what is `closed` on a day may be so on that day alone.
const ENDS: &[&str] = &[
    "end",
    "ends",
    "ended",
    "ending",
    "finish",
    "finishes",
    "finished",
    "conclude",
    "concludes",
    "close",
    "closes",
    "closing",
    "expire",
    "expires",
    "expired",
    "lapse",
    "lapses",
    "נסגר",
    "נסגרת",
    "נסגרה",
    "מסתיים",
    "מסתיימת",
    "מסתיימים",
    "סיום",
];
/// What joins the first day and the last.
const JOINS: &[&str] = &["to", "until", "till", "through", "עד", "ועד", "ל"];
/// What leads to the last day alone.
const LEADS_TO_LAST: &[&str] = &["until", "till", "through", "עד", "ועד"];
/// What leads to the first day alone.
const LEADS_TO_FIRST: &[&str] = &["from", "since"];
/// What heads a column of first days, or of last ones, and is no verb.
const FIRST_HEADINGS: &[&str] = &["from", "first", "since"];
const LAST_HEADINGS: &[&str] = &["to", "until", "till", "last", "עד"];
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

/// A verb stands at most this many tokens from its date.
const WITHIN: usize = 24;

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

/// Whether a claim's clause may say so, in whatever words: `the 7th of June no longer holds`.
pub(super) fn may_be_superseded(text: &str, tokens: &[Token], clause: &Range<usize>, day: &Quantity) -> bool {
    const SAYS: &[&str] = &["not", "longer", "earlier", "original", "instead", "לא", "אלא"];
    let near =
        (day.first as usize).saturating_sub(WITHIN).max(clause.start)..(day.last as usize + WITHIN).min(clause.end);
    let says = |t: &Token| [SAYS, MOVED, ONCE].into_iter().any(|words| t.is_one_of(text, words));
    tokens.get(near).unwrap_or_default().iter().any(says)
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

/// The other end of the time of which one of these dates is an end, and which end it is itself.
pub(super) fn partner<'q>(
    text: &str,
    tokens: &[Token],
    dates: &[&'q Quantity],
    at: usize,
) -> Option<(&'q Quantity, End)> {
    let own = *dates.get(at)?;
    let before = at.checked_sub(1).and_then(|before| dates.get(before)).filter(|day| joined(text, tokens, day, own));
    let behind = || dates.get(at + 1).filter(|day| joined(text, tokens, own, day));
    before.map(|day| (*day, End::To)).or_else(|| behind().map(|day| (*day, End::From)))
}

/// Which end of a time one of these dates of a sentence is, as the words of its clause tell it.
pub(super) fn end_of(
    text: &str,
    tokens: &[Token],
    clause: &Range<usize>,
    dates: &[&Quantity],
    at: usize,
) -> Option<End> {
    let own = dates.get(at)?;
    if (at.saturating_sub(1)..=at).any(|at| is_superseded(text, tokens, dates, at)) {
        return None;
    }
    let is = |i: usize, words: &[&str]| tokens.get(i).is_some_and(|t| t.is_one_of(text, words));
    if let Some((_, end)) = partner(text, tokens, dates, at) {
        return Some(end);
    }
    let first = own.first as usize;
    if first.checked_sub(1).is_some_and(|before| is(before, LEADS_TO_LAST)) {
        return Some(End::To);
    }
    if first.checked_sub(1).is_some_and(|before| is(before, LEADS_TO_FIRST)) {
        return Some(End::From);
    }
    let said = |i: usize| {
        // `ונסגרת`: and closes.
        let with_and = |words: &[&str]| {
            let word = tokens.get(i).and_then(|t| t.text(text).strip_prefix('ו'));
            word.is_some_and(|word| words.contains(&word))
        };
        let begins = (is(i, BEGINS) || with_and(BEGINS)).then_some(End::From);
        begins.or_else(|| (is(i, ENDS) || with_and(ENDS)).then_some(End::To))
    };
    let before = (clause.start..first).rev().take(WITHIN).find_map(said);
    before.or_else(|| (own.last as usize..clause.end).take(WITHIN).find_map(said))
}

/// Which end of a time the dates under a heading are.
pub(super) fn headed(text: &str, tokens: &[Token]) -> Option<End> {
    let says = |words: &[&str]| tokens.iter().any(|t| t.is_one_of(text, words));
    match (says(BEGINS) || says(FIRST_HEADINGS), says(ENDS) || says(LAST_HEADINGS)) {
        (true, false) => Some(End::From),
        (false, true) => Some(End::To),
        _ => None,
    }
}

/// The date beside this one that is the end of the time which the claim is about, where this one is its other end.
pub(super) fn other_end<'s>(context: &Context<'_>, mention: &Mention, sources: &'s Sources) -> Option<&'s Mention> {
    let (claimed, own) = (context.day.limit?, mention.limit?);
    if claimed == own {
        return None;
    }
    let place = sources.places.get(mention.place as usize)?;
    let at = place.mentions.clone().find(|i| sources.mentions[*i as usize].span == mention.span)?;
    beside(at, sources).filter(|beside| beside.limit == Some(claimed))
}

/// The value beside this one, on the side where the other end of its time stands.
pub(super) fn beside(at: u32, sources: &Sources) -> Option<&Mention> {
    let own = sources.mentions.get(at as usize)?;
    let place = sources.places.get(own.place as usize)?;
    let beside = if own.limit? == End::From { at.checked_add(1)? } else { at.checked_sub(1)? };
    place.mentions.contains(&beside).then(|| sources.mentions.get(beside as usize)).flatten()
}
