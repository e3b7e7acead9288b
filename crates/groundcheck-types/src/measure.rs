//! How far a filter's verdicts agree with labels: document 2, "Accuracy Measurement".

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::decisions::{Decisions, Stated};
use crate::{Claim, ClaimKind, InputError, LabelledCase, Number, Report, Span, Status, Verdict};

/// Verdicts on answers beside their labels. Positive is an answer that holds a hallucination.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Confusion {
    /// Hallucinations that were flagged.
    pub true_positives: u32,
    /// Good answers that were flagged.
    pub false_positives: u32,
    /// Hallucinations that were not flagged.
    pub false_negatives: u32,
    /// Good answers that were not flagged.
    pub true_negatives: u32,
}

impl Confusion {
    /// Counts one more answer.
    pub fn add(&mut self, expected: bool, flagged: bool) {
        match (expected, flagged) {
            (true, true) => self.true_positives += 1,
            (false, true) => self.false_positives += 1,
            (true, false) => self.false_negatives += 1,
            (false, false) => self.true_negatives += 1,
        }
    }

    /// All answers.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.true_positives + self.false_positives + self.false_negatives + self.true_negatives
    }

    /// The four shares; each is null where nothing could be divided by.
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        let Confusion { true_positives: tp, false_positives: fp, false_negatives: fn_, true_negatives: tn } = *self;
        Metrics {
            accuracy: share(tp + tn, self.total()),
            precision: share(tp, tp + fp),
            recall: share(tp, tp + fn_),
            // The harmonic mean of precision and recall, also where only one of them is defined.
            f1: share(2 * tp, 2 * tp + fp + fn_),
        }
    }
}

/// Shares of a [`Confusion`], 0 to 1. Null where there is nothing to divide by: never 1 for "no mistakes seen".
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Metrics {
    /// Right verdicts among all.
    pub accuracy: Option<Number>,
    /// Hallucinations among what was flagged.
    pub precision: Option<Number>,
    /// Flagged ones among the hallucinations.
    pub recall: Option<Number>,
    /// The harmonic mean of precision and recall.
    pub f1: Option<Number>,
}

/// A share of a whole; `None` where that is 0.
fn share(part: u32, whole: u32) -> Option<Number> {
    (whole > 0).then(|| Number(f64::from(part) / f64::from(whole)))
}

/// Claims over all answers, and their hallucination rate against its target (document 2, "Accuracy").
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimCounts {
    /// All claims found.
    pub total: u32,
    /// Supported ones.
    pub verified: u32,
    /// Contradicted and unsupported ones.
    pub unverified: u32,
    /// Those that nothing given could decide; no part of the rate.
    pub unverifiable: u32,
    /// `unverified / (verified + unverified)`, 0 to 1; null where no claim was decided.
    pub hallucination_rate: Option<Number>,
    /// The policy's `target_rate`.
    pub target_rate: Number,
    /// Whether the rate is not over its target; null where there is no rate.
    pub meets_target: Option<bool>,
}

/// What became of claims: how many have each status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatusCounts {
    /// The evidence says so.
    pub supported: u32,
    /// The evidence says something else.
    pub contradicted: u32,
    /// None of the evidence says so.
    pub unsupported: u32,
    /// Not decided.
    pub unverifiable: u32,
    /// Labelled, and not found to be a claim at all.
    pub not_found: u32,
}

impl StatusCounts {
    fn add(&mut self, status: Option<Status>) {
        *match status {
            Some(Status::Supported) => &mut self.supported,
            Some(Status::Contradicted) => &mut self.contradicted,
            Some(Status::Unsupported) => &mut self.unsupported,
            Some(Status::Unverifiable) => &mut self.unverifiable,
            None => &mut self.not_found,
        } += 1;
    }

    /// All of them.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.supported + self.contradicted + self.unsupported + self.unverifiable + self.not_found
    }
}

/// Claims of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindRow {
    /// The kind.
    pub kind: ClaimKind,
    /// All claims found of it.
    pub found: StatusCounts,
    /// How many of them have a label.
    pub labelled: u32,
    /// How many of those hold or do not hold as labelled; contradicted and unsupported are one side.
    pub as_labelled: u32,
}

/// Claims that a person gave one status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedRow {
    /// What the person said.
    pub expected: Status,
    /// What was found.
    pub judged: StatusCounts,
}

/// Answers with one tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TagRow {
    /// The tag.
    pub tag: String,
    /// Its answers.
    pub confusion: Confusion,
}

/// In what way a case came out wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Mistake {
    /// A hallucination that was not flagged.
    Missed,
    /// A good answer that was flagged.
    FalseAlarm,
    /// The answer's verdict is right, a labelled claim's status is not.
    WrongClaim,
}

/// One claim of a [`WrongCase`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongClaim {
    /// As it stands in the answer.
    pub text: String,
    /// Its label; null where it has none.
    pub expected: Option<Status>,
    /// What was found; null where it was not found to be a claim.
    pub found: Option<Status>,
    /// Why, in the report's words.
    pub reason: Option<String>,
}

/// A case that did not come out as labelled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongCase {
    /// Its line, counted from 1.
    pub line: u32,
    /// Its id, where it has one.
    pub id: Option<String>,
    /// In what way.
    pub mistake: Mistake,
    /// The claims it turned on.
    pub claims: Vec<WrongClaim>,
}

/// What measuring on labelled cases came to.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measurement {
    /// Whether some lines could not be measured; `not_measured` says which and why.
    pub partial: bool,
    /// All cases that were measured.
    pub total_cases: u32,
    /// Those among them with verdict `unverified`: they count as not flagged, and nobody said that they hold.
    pub unverified_cases: u32,
    /// Verdicts beside labels.
    pub confusion: Confusion,
    /// Its shares.
    pub metrics: Metrics,
    /// Claims and their rate.
    pub claims: ClaimCounts,
    /// How far the statuses of labelled claims can be trusted.
    pub decisions: Decisions,
    /// Claims by kind.
    pub by_kind: Vec<KindRow>,
    /// Labelled claims by their label.
    pub by_expected: Vec<ExpectedRow>,
    /// Answers by tag, in alphabetical order.
    pub by_tag: Vec<TagRow>,
    /// How many cases came out wrong; `wrong` may hold fewer.
    pub wrong_cases: u32,
    /// The cases that came out wrong, in the order of the lines.
    pub wrong: Vec<WrongCase>,
    /// Lines that could not be measured.
    pub not_measured: Vec<InputError>,
}

/// Counts cases one by one, without keeping them.
#[derive(Debug, Default)]
pub struct Measuring {
    target_rate: Number,
    confusion: Confusion,
    unverified_cases: u32,
    claims: StatusCounts,
    kinds: BTreeMap<ClaimKind, KindRow>,
    expected: [StatusCounts; STATUSES.len()],
    stated: Stated,
    tags: BTreeMap<String, Confusion>,
    wrong: Vec<WrongCase>,
    not_measured: Vec<InputError>,
}

/// In the order in which tables show them.
const STATUSES: [Status; 4] = [Status::Supported, Status::Contradicted, Status::Unsupported, Status::Unverifiable];

impl Measuring {
    /// Nothing counted yet; `target_rate` is the policy's.
    #[must_use]
    pub fn new(target_rate: Number) -> Self {
        Measuring { target_rate, ..Measuring::default() }
    }

    /// Counts a line that could not be read or checked.
    pub fn fail(&mut self, error: InputError) {
        self.not_measured.push(error);
    }

    /// Counts a case and the report of its request. A report of a check that failed is no verdict: it counts as not measured.
    pub fn add(&mut self, line: u32, case: &LabelledCase, report: &Report) {
        if let Some(error) = &report.error {
            return self.fail(InputError { line: Some(line), ..error.clone() });
        }
        let (expected, flagged) = (case.has_hallucinations(), report.summary.has_hallucinations);
        self.confusion.add(expected, flagged);
        self.unverified_cases += u32::from(report.verdict == Verdict::Unverified);
        for tag in &case.tags {
            self.tags.entry(tag.clone()).or_default().add(expected, flagged);
        }
        for claim in &report.claims {
            self.claims.add(Some(claim.status));
            self.kind(claim.kind).found.add(Some(claim.status));
        }
        let (labelled, mut wrong) = self.labelled(case, report);
        if flagged && !expected {
            let others = report.claims.iter().filter(|claim| !holds(claim.status) && !labelled.contains(&claim.span));
            wrong.extend(others.map(|claim| wrong_claim(&claim.text, None, Some(claim))));
        }
        let mistake = match (expected, flagged) {
            (true, false) => Mistake::Missed,
            (false, true) => Mistake::FalseAlarm,
            _ if !wrong.is_empty() => Mistake::WrongClaim,
            _ => return,
        };
        self.wrong.push(WrongCase { line, id: case.request.id.clone(), mistake, claims: wrong });
    }

    /// Counts the labelled claims; gives where they were found, and those on the wrong side.
    fn labelled(&mut self, case: &LabelledCase, report: &Report) -> (Vec<Span>, Vec<WrongClaim>) {
        let (mut places, mut wrong) = (Vec::new(), Vec::new());
        for (label, place) in case.expected.claims.iter().zip(case.label_spans()) {
            let Some(place) = place else { continue };
            let there = |claim: &&Claim| claim.span.start < place.end && place.start < claim.span.end;
            // The claim of just this text, else the one in this place that looks worst.
            let exact = report.claims.iter().find(|claim| claim.span == place);
            let found = exact.or_else(|| report.claims.iter().filter(there).max_by_key(|claim| !holds(claim.status)));
            if let Some((_, row)) = STATUSES.iter().zip(&mut self.expected).find(|(s, _)| **s == label.status) {
                row.add(found.map(|claim| claim.status));
            }
            if let Some(probability) = found.and_then(|claim| claim.probability)
                && label.status != Status::Unverifiable
            {
                self.stated.add(probability, label.status == Status::Supported);
            }
            let right = found.is_some_and(|claim| side(claim.status) == side(label.status));
            if let Some(claim) = found {
                places.push(claim.span);
                let row = self.kind(claim.kind);
                row.labelled += 1;
                row.as_labelled += u32::from(right);
            }
            if !right {
                wrong.push(wrong_claim(&label.text, Some(label.status), found));
            }
        }
        (places, wrong)
    }

    fn kind(&mut self, kind: ClaimKind) -> &mut KindRow {
        let empty = || KindRow { kind, found: StatusCounts::default(), labelled: 0, as_labelled: 0 };
        self.kinds.entry(kind).or_insert_with(empty)
    }

    /// What it all came to, with at most this many wrong cases.
    #[must_use]
    pub fn finish(self, wrong_max: usize) -> Measurement {
        let StatusCounts { supported, contradicted, unsupported, unverifiable, .. } = self.claims;
        let unverified = contradicted + unsupported;
        let hallucination_rate = share(unverified, supported + unverified);
        let wrong_cases = u32::try_from(self.wrong.len()).unwrap_or(u32::MAX);
        let mut wrong = self.wrong;
        wrong.truncate(wrong_max);
        Measurement {
            partial: !self.not_measured.is_empty(),
            total_cases: self.confusion.total(),
            unverified_cases: self.unverified_cases,
            confusion: self.confusion,
            metrics: self.confusion.metrics(),
            claims: ClaimCounts {
                total: self.claims.total(),
                verified: supported,
                unverified,
                unverifiable,
                hallucination_rate,
                target_rate: self.target_rate,
                meets_target: hallucination_rate.map(|rate| rate <= self.target_rate),
            },
            decisions: Decisions::of(
                &STATUSES.into_iter().zip(self.expected).collect::<Vec<_>>(),
                self.confusion,
                &self.stated,
            ),
            by_kind: self.kinds.into_values().collect(),
            by_expected: STATUSES
                .into_iter()
                .zip(self.expected)
                .filter(|(_, judged)| judged.total() > 0)
                .map(|(expected, judged)| ExpectedRow { expected, judged })
                .collect(),
            by_tag: self.tags.into_iter().map(|(tag, confusion)| TagRow { tag, confusion }).collect(),
            wrong_cases,
            wrong,
            not_measured: self.not_measured,
        }
    }
}

fn holds(status: Status) -> bool {
    !matches!(status, Status::Contradicted | Status::Unsupported)
}

/// Which statuses agree: whether the evidence is silent or speaks against it, the claim does not hold.
fn side(status: Status) -> Status {
    if status == Status::Unsupported { Status::Contradicted } else { status }
}

fn wrong_claim(text: &str, expected: Option<Status>, found: Option<&Claim>) -> WrongClaim {
    WrongClaim {
        text: text.to_owned(),
        expected,
        found: found.map(|claim| claim.status),
        reason: found.and_then(|claim| claim.reasons.first()).map(|reason| reason.message.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_divided_is_null_and_never_one() {
        let of = |tp, fp, fn_, tn| {
            let m = Confusion { true_positives: tp, false_positives: fp, false_negatives: fn_, true_negatives: tn };
            let Metrics { accuracy, precision, recall, f1 } = m.metrics();
            [accuracy, precision, recall, f1].map(|n| n.map(|n| n.0))
        };
        assert_eq!(of(0, 0, 0, 0), [None; 4]);
        assert_eq!(of(0, 0, 0, 3), [Some(1.0), None, None, None]);
        assert_eq!(of(0, 0, 2, 2), [Some(0.5), None, Some(0.0), Some(0.0)]);
        assert_eq!(of(3, 1, 1, 5), [Some(0.8), Some(0.75), Some(0.75), Some(0.75)]);
    }

    #[test]
    fn nothing_measured_meets_no_target() {
        let claims = Measuring::new(Number(0.05)).finish(0).claims;
        assert_eq!((claims.hallucination_rate, claims.meets_target), (None, None));
    }
}
