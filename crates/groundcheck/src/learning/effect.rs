//! What a change would have done to the decided answers, found by checking them again.
//!
//! A change is worth suggesting where it rights more decided claims than it wrongs:
//! `removed + found > missed + added` (the fields of [`SuggestionEffect`]). For a wider tolerance, which finds and adds nothing, that is
//! more false positives removed than hallucinations missed. Both sides weigh the same, and both stand in the suggestion.

use groundcheck_types::{
    Claim, Facts, Policy, Report, Request, ReviewContent, ReviewItem, Suggestion, SuggestionEffect,
};

use super::decided::{self, Truth, is_flagged};
use super::tunable::Change;
use crate::Detector;

/// How much text is read again at most: sources once a case, an answer once under each policy.
const WORK_MAX_BYTES: usize = 32 * 1024 * 1024;
/// About what a fact takes.
const FACT_BYTES: usize = 64;

/// An answer of which something was decided.
pub(super) struct Case<'i> {
    request: &'i Request,
    /// The decided claims as its report had them.
    pub(super) decided: Vec<(&'i Claim, Truth)>,
}

impl Case<'_> {
    fn work(&self, changes: usize) -> usize {
        let facts = match &self.request.facts {
            Facts::Rows(rows) => rows.len().saturating_mul(FACT_BYTES),
            Facts::Csv(text) => text.len(),
        };
        let sources: usize = self.request.sources.iter().map(|source| source.text.len()).sum();
        sources.saturating_add(facts).saturating_add(self.request.answer.len().saturating_mul(changes + 1))
    }
}

/// The answers among the decided items.
pub(super) fn cases<'i>(items: &[(&'i ReviewItem, Truth)]) -> Vec<Case<'i>> {
    let case = |(item, whole): &(&'i ReviewItem, Truth)| {
        let ReviewContent::Answer { request, report, .. } = &item.content else { return None };
        let decided = |claim: &'i Claim| Some((claim, decided::of_claim(item, *whole, claim)?));
        let decided: Vec<_> = report.claims.iter().filter_map(decided).collect();
        (!decided.is_empty()).then_some(Case { request, decided })
    };
    items.iter().filter_map(case).collect()
}

/// What [`measure`] found.
pub(super) struct Measured {
    /// The best change of each setting that is worth one, the best first.
    pub(super) suggestions: Vec<Suggestion>,
    /// Whether some answers were left out.
    pub(super) partial: bool,
}

/// Checks the cases again under the policy and each of its changes.
pub(super) fn measure(cases: &[Case<'_>], changes: &[Change], policy: &Policy) -> Measured {
    let mut effects = vec![SuggestionEffect::default(); changes.len()];
    let mut work = WORK_MAX_BYTES;
    let mut partial = false;
    for case in cases.iter().filter(|_| !changes.is_empty()) {
        let Some(left) = work.checked_sub(case.work(changes.len())) else {
            partial = true;
            break;
        };
        work = left;
        again(case, changes, policy, &mut effects);
    }
    Measured { suggestions: best(changes, &effects), partial }
}

/// Checks one case again. One that cannot be read any more counts for nothing.
fn again(case: &Case<'_>, changes: &[Change], policy: &Policy, effects: &mut [SuggestionEffect]) {
    let Ok(detector) = Detector::of(case.request, policy) else { return };
    let Ok(before) = detector.check_under(policy, case.request) else { return };
    // What an answer claims does not depend on the policy, but the report may be from before the engine read it as it does today.
    let decided: Vec<(usize, Truth)> =
        case.decided.iter().filter_map(|(claim, truth)| Some((place(&before, claim)?, *truth))).collect();
    for (change, effect) in changes.iter().zip(effects) {
        let Ok(after) = detector.check_under(&change.policy, case.request) else { continue };
        for &(at, truth) in &decided {
            let flagged = |report: &Report| report.claims.get(at).is_some_and(|claim| is_flagged(claim.status));
            effect.reviewed += 1;
            match (truth, flagged(&before), flagged(&after)) {
                (Truth::Right, true, false) => effect.false_positives_removed += 1,
                (Truth::Right, false, true) => effect.false_positives_added += 1,
                (Truth::Wrong, true, false) => effect.hallucinations_missed += 1,
                (Truth::Wrong, false, true) => effect.hallucinations_found += 1,
                (_, true, true) | (_, false, false) => {}
            }
        }
    }
}

/// Where the same claim stands among those of another report on the same answer.
fn place(report: &Report, claim: &Claim) -> Option<usize> {
    let at = report.claims.partition_point(|own| own.span.start < claim.span.start);
    report.claims.get(at).is_some_and(|own| own.span == claim.span && own.kind == claim.kind).then_some(at)
}

/// How many more decided claims a change rights than it wrongs; `None` where it is not more.
fn gain(effect: &SuggestionEffect) -> Option<u64> {
    let righted = effect.false_positives_removed + effect.hallucinations_found;
    let wronged = effect.hallucinations_missed + effect.false_positives_added;
    righted.checked_sub(wronged).filter(|gain| *gain > 0)
}

/// The best change of each setting: what gains most, of these what misses fewest hallucinations, of these what changes least.
fn best(changes: &[Change], effects: &[SuggestionEffect]) -> Vec<Suggestion> {
    let mut found: Vec<(u64, &Change, &SuggestionEffect)> = Vec::new();
    for (change, effect) in changes.iter().zip(effects) {
        let Some(gain) = gain(effect) else { continue };
        let step = |change: &Change| (change.suggested.0 - change.current.0).abs();
        match found.iter_mut().find(|(_, known, _)| known.setting.field == change.setting.field) {
            Some(known) => {
                let missed = known.2.hallucinations_missed;
                let better = gain > known.0
                    || (gain == known.0
                        && (effect.hallucinations_missed < missed
                            || (effect.hallucinations_missed == missed && step(change) < step(known.1))));
                if better {
                    *known = (gain, change, effect);
                }
            }
            None => found.push((gain, change, effect)),
        }
    }
    found.sort_by_key(|(gain, ..)| core::cmp::Reverse(*gain));
    let suggestion = |(_, change, effect): (u64, &Change, &SuggestionEffect)| Suggestion {
        setting: change.setting.field.to_owned(),
        environment: change.environment(),
        current: change.current,
        suggested: change.suggested,
        effect: *effect,
    };
    found.into_iter().map(suggestion).collect()
}
