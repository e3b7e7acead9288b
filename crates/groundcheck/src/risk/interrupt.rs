//! High risk: the answer ends before what does not hold, and says so.

use groundcheck_types::{Claim, Edit, EditKind, Severity, Status};

use super::{Known, edit, rephrase, texts};
use crate::document::{sentence, token};

/// What stays, its unfounded sentences rephrased, and what stands in place of the rest.
pub(super) fn edits(known: &Known<'_>) -> Vec<Edit> {
    let cut = cut(known);
    let mut out = super::with_open(known, rephrase::edits(known, 0..cut), cut);
    let kept = known.answer.get(..cut).unwrap_or_default();
    let parted = kept.trim_end();
    let lead = if parted.is_empty() { "" } else { "\n\n" };
    let text = format!("{lead}{}", texts::reformulation(known.claims, known.warnings, known.threshold, known.language));
    out.push(edit(EditKind::Reformulated, parted.len(), known.answer.len(), text));
    out
}

/// Where the first sentence begins that does not hold: a contradicted claim, a grave finding, or a warning above the threshold; without
/// any of them the first claim that nothing bears out.
fn cut(known: &Known<'_>) -> usize {
    let of = |status: Status| {
        let first = known.claims.iter().find(move |claim: &&Claim| claim.status == status);
        first.map(|claim| claim.span.start)
    };
    let warned = known.warnings.iter().filter(|w| w.confidence.0 > known.threshold).map(|w| w.span.start).min();
    let found = known.findings.iter().filter(|f| f.severity >= Severity::High && f.source == "answer");
    let found = found.filter_map(|f| f.span).map(|span| span.start).min();
    let grave = [of(Status::Contradicted), warned, found].into_iter().flatten().min();
    let Some(place) = grave.or_else(|| of(Status::Unsupported)) else { return 0 };
    let tokens = token::tokens(known.answer);
    let begins = sentence::sentences(known.answer, &tokens)
        .into_iter()
        .filter_map(|range| tokens.get(range.start).map(|first| first.start))
        .take_while(|start| *start <= place)
        .last();
    begins.unwrap_or(0) as usize
}
