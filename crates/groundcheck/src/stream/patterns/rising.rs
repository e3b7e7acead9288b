//! Specificity that rises without evidence: `about half`, then `53 %`, then `53.27 %`, and nothing behind any of it.
//!
//! Why it matters: document 4 names "increasing specificity without supporting evidence" as a sign of made-up text; details are invented
//! to make what came before them plausible. One supported value ends the run.

use groundcheck_types::{Claim, ClaimKind, Status, WarningPattern};

use super::{Hit, Known, Settled};

/// How sure it is where evidence was given and has none of it, and where none was given at all.
const BESIDE_EVIDENCE: f64 = 0.70;
const WITHOUT_EVIDENCE: f64 = 0.60;

/// The values without evidence in a row.
#[derive(Debug, Default)]
pub(super) struct Run {
    values: u32,
    first: u32,
    last: u32,
    /// Whether it was told already.
    told: bool,
}

impl Run {
    pub(super) fn find(&mut self, sentence: &Settled<'_>, known: &Known, hits: &mut Vec<Hit>) {
        let values = || sentence.claims.iter().filter(|claim| claim.value.is_some());
        if values().any(|claim| claim.status == Status::Supported) {
            *self = Run::default();
            return;
        }
        let Some(most) = values().map(specificity).max() else { return };
        let count = u32::try_from(values().count()).unwrap_or(u32::MAX);
        if most < self.last || self.values == 0 {
            *self = Run { values: count, first: most, last: most, told: false };
        } else {
            self.values = self.values.saturating_add(count);
            self.last = most;
        }
        let least = sentence.policy.rising_specificity_values.0;
        if !self.told && f64::from(self.values) >= least && self.last > self.first {
            self.told = true;
            let confidence = if known.has_evidence { BESIDE_EVIDENCE } else { WITHOUT_EVIDENCE };
            let widest = values().max_by_key(|claim| specificity(claim));
            hits.extend(widest.map(|claim| Hit::new(WarningPattern::RisingSpecificity, claim.span, confidence)));
        }
    }
}

/// How finely a value is told: its significant digits, or for a date how short the period is.
fn specificity(claim: &Claim) -> u32 {
    if claim.kind == ClaimKind::Date {
        let text = claim.text.as_str();
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        return if digits > 4 || text.contains(char::is_alphabetic) { 3 } else { 1 };
    }
    let digits: Vec<u8> = claim.text.bytes().filter(u8::is_ascii_digit).collect();
    let significant = match digits.iter().rposition(|digit| *digit != b'0') {
        // `1.50` was told to the cent.
        Some(_) if claim.text.contains('.') => digits.len(),
        Some(last) => last + 1,
        None => 1,
    };
    u32::try_from(significant).unwrap_or(u32::MAX)
}
