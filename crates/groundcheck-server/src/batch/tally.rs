//! What a run came to: counts, and the hallucination rate against its target (document 2, "Accuracy").

use std::collections::BTreeMap;
use std::fmt::Write;

use groundcheck_types::{ErrorCode, Policy, ReasonCode, Report, Status, Verdict};

/// Counts over all reports that were written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// All lines that were not blank.
    pub answers: u64,
    /// Reports with verdict `clean`.
    pub clean: u64,
    /// Reports with verdict `flagged`.
    pub flagged: u64,
    /// Reports with verdict `unverified`.
    pub unverified: u64,
    /// Lines that could not be checked.
    pub errors: u64,
    /// All claims found.
    pub claims: u64,
    /// Supported claims.
    pub verified_claims: u64,
    /// Contradicted and unsupported claims.
    pub unverified_claims: u64,
    /// Why claims are not supported, and how many each.
    pub causes: BTreeMap<ReasonCode, u64>,
    /// Why lines could not be checked, and how many each.
    pub failures: BTreeMap<ErrorCode, u64>,
}

/// At most so many causes are named.
const MOST_CAUSES: usize = 6;

impl Tally {
    /// Counts one more report.
    pub fn add(&mut self, report: &Report) {
        self.answers += 1;
        match report.verdict {
            Verdict::Clean => self.clean += 1,
            Verdict::Flagged => self.flagged += 1,
            Verdict::Unverified => self.unverified += 1,
            Verdict::Error => self.errors += 1,
        }
        self.claims += u64::from(report.summary.total_claims);
        self.verified_claims += u64::from(report.summary.verified_claims);
        self.unverified_claims += u64::from(report.summary.unverified_claims);
        for claim in report.claims.iter().filter(|claim| claim.status != Status::Supported) {
            if let Some(reason) = claim.reasons.first() {
                *self.causes.entry(reason.code).or_default() += 1;
            }
        }
        if let Some(error) = &report.error {
            *self.failures.entry(error.code).or_default() += 1;
        }
    }

    /// Contradicted and unsupported claims among those that were checked, 0 to 1; `None` where none was.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "counts of claims are far under 2^53")]
    pub fn hallucination_rate(&self) -> Option<f64> {
        let checked = self.verified_claims + self.unverified_claims;
        (checked > 0).then(|| self.unverified_claims as f64 / checked as f64)
    }

    /// The counts as a few lines for a person.
    #[must_use]
    pub fn summary(&self, policy: &Policy) -> String {
        let Tally { answers, clean, flagged, unverified, errors, claims, .. } = self;
        let mut out = format!(
            "answers {answers}: {clean} clean, {flagged} flagged, {unverified} unverified, {errors} not checked\n\
             claims {claims}: {} supported, {} contradicted or unsupported\n",
            self.verified_claims, self.unverified_claims,
        );
        let target = policy.target_rate.0;
        // Writing to a String cannot fail.
        let _ = match self.hallucination_rate() {
            Some(rate) => {
                let met = if rate <= target { "within" } else { "over" };
                writeln!(out, "hallucination rate {:.2} %, {met} the target of {} %", rate * 100.0, target * 100.0)
            }
            None => writeln!(out, "hallucination rate not known: no claim could be checked"),
        };
        for (what, counted) in [
            ("not supported", listed(&self.causes, |code| cause(*code))),
            ("not checked", listed(&self.failures, |code| code.as_str().replace('_', " "))),
        ] {
            if let Some(counted) = counted {
                let _ = writeln!(out, "{what}: {counted}");
            }
        }
        out
    }
}

/// `12 differ from a source, 3 not in the evidence`: the most frequent first.
fn listed<K: Ord>(counts: &BTreeMap<K, u64>, name: impl Fn(&K) -> String) -> Option<String> {
    let mut all: Vec<(&K, &u64)> = counts.iter().collect();
    all.sort_by_key(|(_, count)| core::cmp::Reverse(**count));
    let mut parts: Vec<String> =
        all.iter().take(MOST_CAUSES).map(|(key, count)| format!("{count} {}", name(key))).collect();
    let rest: u64 = all.iter().skip(MOST_CAUSES).map(|(_, count)| **count).sum();
    if rest > 0 {
        parts.push(format!("{rest} for other reasons"));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Why claims are not supported, in words that follow a count.
fn cause(code: ReasonCode) -> String {
    match code {
        ReasonCode::Undecided => "left open, with places to check",
        ReasonCode::DiffersFromFact => "different from a fact",
        ReasonCode::DiffersFromSource => "different from a source",
        ReasonCode::OppositeDirection => "in the opposite direction",
        ReasonCode::WrongWeekday => "dated on the wrong weekday",
        ReasonCode::ValueElsewhere => "given by a source for something else",
        ReasonCode::OtherUnit => "in another currency or unit",
        ReasonCode::AmbiguousFacts => "matched by too many facts",
        ReasonCode::NotInEvidence => "not found in the evidence",
        ReasonCode::NoEvidence => "without any evidence given",
        ReasonCode::CheckDisabled => "of a kind that is switched off",
        ReasonCode::TooMany => "beyond the first ten thousand",
        ReasonCode::OnlyRefers => "that only refer to something",
        other => return other.as_str().replace('_', " "),
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_checked_claim_is_no_rate_and_never_a_met_target() {
        let tally = Tally { answers: 2, unverified: 2, claims: 3, ..Tally::default() };
        assert_eq!(tally.hallucination_rate(), None);
        let summary = tally.summary(&Policy::default());
        assert!(summary.contains("not known") && !summary.contains("target"), "{summary}");
    }

    #[test]
    fn causes_are_summed_up_the_most_frequent_first() {
        let causes = BTreeMap::from([(ReasonCode::NotInEvidence, 2), (ReasonCode::DiffersFromSource, 5)]);
        let tally = Tally { causes, failures: BTreeMap::from([(ErrorCode::EmptyAnswer, 1)]), ..Tally::default() };
        let summary = tally.summary(&Policy::default());
        let expected =
            "not supported: 5 different from a source, 2 not found in the evidence\nnot checked: 1 empty answer\n";
        assert!(summary.ends_with(expected), "{summary}");
    }

    #[test]
    fn the_rate_is_over_checked_claims_against_the_target() {
        let tally = Tally { claims: 25, verified_claims: 18, unverified_claims: 2, ..Tally::default() };
        assert!(tally.summary(&Policy::default()).contains("hallucination rate 10.00 %, over the target of 5 %"));
        let tally = Tally { unverified_claims: 0, ..tally };
        assert!(tally.summary(&Policy::default()).contains("0.00 %, within the target of 5 %"));
    }
}
