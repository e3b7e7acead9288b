//! Low risk: behind every claim how far it can be relied on, and what it rests on.

use core::ops::Range;

use groundcheck_types::{Claim, Edit, EditKind, Status};

use super::reliance;
use super::{Known, edit, texts};

/// From this confidence on it is high, from the other on medium.
const HIGH: f64 = 0.80;
const MEDIUM: f64 = 0.55;

/// How far a claim can be relied on, as people are told it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    High,
    Medium,
    Low,
}

/// The markers of the claims in this part of the answer.
pub(super) fn edits(known: &Known<'_>, within: Range<usize>) -> Vec<Edit> {
    markers(known, within, |_| true)
}

/// The markers of those claims that are left open: whatever else is done with an answer, nobody is to take them for confirmed.
pub(super) fn of_open(known: &Known<'_>, within: Range<usize>) -> Vec<Edit> {
    markers(known, within, Claim::is_open)
}

fn markers(known: &Known<'_>, within: Range<usize>, wanted: fn(&Claim) -> bool) -> Vec<Edit> {
    let inside = |claim: &&Claim| within.contains(&(claim.span.start as usize)) && wanted(claim);
    let mut out = Vec::new();
    for claim in known.claims.iter().filter(inside) {
        let end = claim.span.end as usize;
        let marker = texts::marker(claim, level(known, claim), known.language);
        let kind = if claim.status == Status::Supported { EditKind::Attributed } else { EditKind::Marked };
        out.push(edit(kind, end, end, format!(" {marker}")));
    }
    out
}

fn level(known: &Known<'_>, claim: &Claim) -> Level {
    let kind_of = |id: &str| known.sources.iter().find(|source| source.id == id).and_then(|source| source.kind);
    match reliance::confidence(claim, kind_of) {
        confidence if confidence >= HIGH => Level::High,
        confidence if confidence >= MEDIUM => Level::Medium,
        _ => Level::Low,
    }
}
