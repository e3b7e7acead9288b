//! Another name for the same role: `the CEO of Acme is Dana Levi`, `Noa Katz is the CEO of Acme`.

use core::ops::Range;

use groundcheck_types::Severity;

use super::statement::{self, Statement, What};
use super::values::at_most;
use crate::document::token::{Kind, Token};
use crate::lexicon::Roles;
use crate::verify::words::Stem;

/// What one has at a time, in lower case.
const ROLES: &[&str] = &[
    "ceo",
    "cfo",
    "coo",
    "cto",
    "president",
    "chair",
    "chairman",
    "chairwoman",
    "chairperson",
    "director",
    "manager",
    "owner",
    "landlord",
    "tenant",
    "lender",
    "borrower",
    "guarantor",
    "auditor",
    "buyer",
    "seller",
    "purchaser",
    "trustee",
    "founder",
    "author",
    "capital",
    "headquarters",
    "appraiser",
    "architect",
    "contractor",
    "broker",
    "operator",
    "counterparty",
    "issuer",
    "head",
    "leader",
    "principal",
    "maintainer",
    "mayor",
    "minister",
    "supervisor",
    "captain",
    "editor",
    "coach",
    "treasurer",
    "secretary",
    "מנכ\"ל",
    "מנכ\"לית",
    "סמנכ\"ל",
    "יו\"ר",
    "בעלים",
    "הבעלים",
    "שוכר",
    "השוכר",
    "השוכרת",
    "מלווה",
    "המלווה",
    "המנהל",
    "מנהל",
    "מנהלת",
    "השמאי",
    "שמאי",
    "המוכר",
    "הקונה",
    "הרוכש",
    "נשיא",
    "נשיאת",
    "בירת",
];
const COPULAS: &[&str] = &["is", "remains", "הוא", "היא"];
const PAST: &[&str] = &["was"];
/// No name has more words.
const LONGEST_NAME: usize = 4;
const SURE: f64 = 0.80;

/// Who the sentence says has a role: the words of the role and the stems of the name, with its tokens.
pub(super) fn read(text: &str, tokens: &[Token]) -> Option<(Vec<Stem>, Vec<Stem>, Range<usize>)> {
    let is =
        |t: &Token, list: &[&str]| t.kind == Kind::Word && list.iter().any(|w| w.eq_ignore_ascii_case(t.text(text)));
    let copula = tokens.iter().position(|t| is(t, COPULAS) || is(t, PAST))?;
    // Up to the end of the clause.
    let end = tokens
        .iter()
        .skip(copula + 1)
        .position(|t| t.kind == Kind::Newline || matches!(t.ch, b',' | b'.' | b';' | b'(' | b'!'));
    let end = end.map_or(tokens.len(), |length| copula + 1 + length);
    let sides = [(0..copula, copula + 1..end), (copula + 1..end, 0..copula)];
    let past = is(tokens.get(copula)?, PAST);
    sides.into_iter().find_map(|(role, name)| {
        let role = tokens.get(role)?;
        let named = role.iter().any(|t| is(t, ROLES));
        let one_of_many = role.iter().any(|t| t.is_one_of(text, &["a", "an", "one", "former", "acting", "not"]));
        let own = tokens.get(name.clone())?;
        let is_name = |t: &Token| t.roles.has(Roles::NAME) || hebrew(text, t) || t.ch == b'-' || t.ch == b'.';
        let short = (1..=LONGEST_NAME).contains(&own.iter().filter(|t| t.kind == Kind::Word).count());
        if !named || one_of_many || !short || !own.iter().all(is_name) || own.iter().any(|t| is(t, ROLES)) {
            return None;
        }
        let mut topic = statement::stems(text, role);
        // Who was it is another question than who is.
        topic.extend(past.then(|| crate::lexicon::exact("was")));
        let name_stems = statement::stems(text, own);
        (!name_stems.is_empty() && !topic.is_empty()).then_some((topic, name_stems, name))
    })
}

fn hebrew(text: &str, token: &Token) -> bool {
    token.kind == Kind::Word
        && token.text(text).starts_with(crate::lexicon::is_hebrew)
        && !token.roles.has(Roles::DENIAL)
}

/// The gravity and certainty with which one name contradicts another; a part of a name is the same one.
pub(super) fn contradicts(claim: &Statement, before: &Statement) -> Option<(Severity, f64)> {
    let (What::Named(a), What::Named(b)) = (&claim.what, &before.what) else { return None };
    let shares = a.iter().any(|stem| b.contains(stem));
    (!shares).then(|| (at_most(Severity::High, before.at.role), SURE))
}
