//! How often what was flagged is wrong indeed: by claim kind, detector, provider and month.

use std::collections::{BTreeMap, BTreeSet};

use groundcheck_types::{Number, PrecisionGroup, PrecisionRow, ReviewContent, ReviewItem, ReviewedCounts, Severity};

use super::decided::{self, Truth, is_flagged};
use crate::interval::share_interval;

/// No more rows of one group: names of providers come from outside.
const ROWS_MAX: usize = 100;

/// Counts by group and name.
#[derive(Default)]
pub(super) struct Tally {
    total: ReviewedCounts,
    groups: BTreeMap<(PrecisionGroup, String), ReviewedCounts>,
}

impl Tally {
    /// Counts everything that was flagged in an item.
    pub(super) fn add(&mut self, item: &ReviewItem, whole: Truth) {
        match &item.content {
            ReviewContent::Answer { report, .. } => {
                for claim in report.claims.iter().filter(|claim| is_flagged(claim.status)) {
                    let Some(truth) = decided::of_claim(item, whole, claim) else { continue };
                    let reason = claim.reasons.first().map_or("", |reason| reason.code.as_str());
                    self.count(PrecisionGroup::ClaimKind, claim.kind.as_str(), truth);
                    self.one(item, reason, truth);
                }
                for finding in report.findings.iter().filter(|finding| finding.severity >= Severity::Medium) {
                    self.one(item, &finding.r#type, whole);
                }
            }
            ReviewContent::Record { report } => {
                // A rule that hits every line of a long list was right or wrong once.
                let mut seen = BTreeSet::new();
                for alert in report.alerts.iter().filter(|alert| seen.insert(&alert.fingerprint)) {
                    self.one(item, alert.rule.as_str(), whole);
                }
            }
            ReviewContent::Mention { .. } => self.one(item, item.summary.kind.as_str(), whole),
        }
    }

    fn one(&mut self, item: &ReviewItem, detector: &str, truth: Truth) {
        add(&mut self.total, truth);
        self.count(PrecisionGroup::Detector, detector, truth);
        if let Some(provider) = &item.summary.provider {
            self.count(PrecisionGroup::Provider, provider, truth);
        }
        self.count(PrecisionGroup::Month, item.summary.created_at.get(..7).unwrap_or_default(), truth);
    }

    fn count(&mut self, group: PrecisionGroup, name: &str, truth: Truth) {
        add(self.groups.entry((group, name.to_owned())).or_default(), truth);
    }

    /// The sum, and the rows by group, the most decided first; of as many by name.
    pub(super) fn finish(self) -> (ReviewedCounts, Vec<PrecisionRow>) {
        let mut groups: Vec<_> = self.groups.into_iter().collect();
        groups.sort_by_key(|((group, _), counts)| (*group, core::cmp::Reverse(decided_of(*counts))));
        let mut rows: Vec<PrecisionRow> = Vec::new();
        let mut own = 0;
        for ((group, name), counts) in groups {
            own = if rows.last().is_some_and(|last| last.group == group) { own + 1 } else { 1 };
            if own <= ROWS_MAX {
                rows.push(row(group, name, counts));
            }
        }
        (self.total, rows)
    }
}

fn add(counts: &mut ReviewedCounts, truth: Truth) {
    match truth {
        Truth::Right => counts.false_positives += 1,
        Truth::Wrong => counts.confirmed += 1,
    }
}

fn decided_of(counts: ReviewedCounts) -> u64 {
    counts.confirmed + counts.false_positives
}

fn row(group: PrecisionGroup, name: String, counts: ReviewedCounts) -> PrecisionRow {
    let (low, high) = share_interval(counts.confirmed, decided_of(counts));
    let four = |share: f64| Number((share * 10_000.0).round() / 10_000.0);
    PrecisionRow {
        group,
        name,
        counts,
        precision: four(counts.precision().unwrap_or_default()),
        low: four(low),
        high: four(high),
    }
}
