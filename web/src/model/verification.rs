//! An answer on its way through the verifier: what was planned, what has settled, how it ended. What is not settled is never shown as
//! grounded.

use groundcheck_types::{
    GroundedAnswer, GroundedClaim, GroundingReason, InputError, Number, Probability, ProviderInfo, ProviderList,
    SettledClaim, Source, Span, Status, VerificationPlan, VerifierUsage,
};
use serde::de::DeserializeOwned;

use super::format::{grouped, score};
use super::phase::{ErrorBody, Failure};
use super::sse::Event;

/// What is to be verified.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Subject {
    /// The answer.
    pub answer: String,
    /// What it should rest on.
    pub sources: Vec<Source>,
}

/// A step that the server tells.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// What is about to be asked.
    Plan(Box<VerificationPlan>),
    /// A claim is settled.
    Claim(Box<SettledClaim>),
    /// The whole check.
    Done(Box<GroundedAnswer>),
    /// It did not come to that.
    Failed(InputError),
}

impl Told {
    /// The step that an event tells; `None` for one that this page does not know.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(event: &Event) -> Result<Option<Told>, Failure> {
        fn of<T: DeserializeOwned>(data: &str) -> Result<T, Failure> {
            serde_json::from_str(data).map_err(|_| Failure::Garbled)
        }
        let data = event.data.as_str();
        Ok(Some(match event.name.as_str() {
            "plan" => Told::Plan(of(data)?),
            "claim" => Told::Claim(of(data)?),
            "done" => Told::Done(of(data)?),
            "error" => Told::Failed(of::<ErrorBody>(data)?.error),
            _ => return Ok(None),
        }))
    }
}

/// How verifying ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// With the whole check.
    Done,
    /// The reader has stopped it.
    Stopped,
    /// The server has given up.
    Failed(InputError),
    /// The server refused, or is gone.
    Cut(Failure),
}

/// One answer on its way.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// What is verified.
    pub subject: Subject,
    /// Where the sentences are that are asked about; `None` for all of them.
    pub places: Option<Vec<Span>>,
    /// What was planned, as soon as it is told.
    pub plan: Option<VerificationPlan>,
    /// The claims of the plan, as far as they are settled.
    pub settled: Vec<Option<GroundedClaim>>,
    /// What it has taken so far.
    pub usage: VerifierUsage,
    /// The whole check.
    pub answer: Option<GroundedAnswer>,
    /// How it ended; `None` while it is under way.
    pub ending: Option<Ending>,
}

impl Run {
    /// One that has just begun.
    pub fn new(subject: Subject) -> Run {
        let usage = VerifierUsage::default();
        Run { subject, places: None, plan: None, settled: Vec::new(), usage, answer: None, ending: None }
    }

    /// Takes a step. After the end nothing counts any more.
    pub fn take(&mut self, told: Told) {
        if self.ending.is_some() {
            return;
        }
        match told {
            Told::Plan(plan) => {
                self.settled = vec![None; plan.claims.len()];
                self.plan = Some(*plan);
            }
            Told::Claim(told) => {
                self.usage = told.usage;
                self.settle(told.claim);
            }
            Told::Done(answer) => {
                for claim in &answer.hallucination_check.claims {
                    self.settle(claim.clone());
                }
                if let Some(run) = &answer.verifier {
                    self.usage = run.usage;
                }
                self.answer = Some(*answer);
                self.ending = Some(Ending::Done);
            }
            Told::Failed(error) => self.ending = Some(Ending::Failed(error)),
        }
    }

    fn settle(&mut self, claim: GroundedClaim) {
        let place = self.plan.as_ref().and_then(|plan| plan.claims.iter().position(|planned| planned.id == claim.id));
        if let Some(place) = place.and_then(|place| self.settled.get_mut(place)) {
            *place = Some(claim);
        }
    }

    /// Whether it is still under way.
    pub fn is_running(&self) -> bool {
        self.ending.is_none()
    }

    /// How many claims are settled, and of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.settled.iter().flatten().count(), self.settled.len())
    }

    /// How many of the settled claims are grounded, and how many could not be verified or were not reached.
    pub fn tally(&self) -> Tally {
        let grounded = self.settled.iter().flatten().filter(|claim| claim.grounded).count();
        let failed = |claim: &Option<GroundedClaim>| claim.as_ref().is_none_or(|c| c.reason.is_not_verified());
        Tally { grounded, not_verified: self.settled.iter().filter(|c| failed(c)).count(), all: self.settled.len() }
    }

    /// Whether a claim was left out for the budget.
    pub fn is_over_budget(&self) -> bool {
        self.settled.iter().flatten().any(|claim| claim.reason == GroundingReason::OverBudget)
    }
}

/// Claims counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Those that are grounded.
    pub grounded: usize,
    /// Those of which nothing is known.
    pub not_verified: usize,
    /// All of them.
    pub all: usize,
}

/// What stands beside a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It was not reached yet.
    Waiting,
    /// Asking failed, was stopped, or gave nothing that could be read.
    NotVerified,
    /// What the evidence says.
    Settled(Status),
}

impl Standing {
    /// Of a claim in a run that is over or not.
    pub fn of(claim: Option<&GroundedClaim>, running: bool) -> Standing {
        match claim {
            None if running => Standing::Waiting,
            None => Standing::NotVerified,
            Some(claim) if claim.reason.is_not_verified() => Standing::NotVerified,
            // Grounded is what the method says; a status alone is no pass.
            Some(claim) if claim.status == Status::Supported && !claim.grounded => {
                Standing::Settled(Status::Unsupported)
            }
            Some(claim) => Standing::Settled(claim.status),
        }
    }

    /// As the style sheet calls it.
    pub fn as_str(self) -> &'static str {
        match self {
            Standing::Waiting => "waiting",
            Standing::NotVerified => "not-verified",
            Standing::Settled(status) => status.as_str(),
        }
    }
}

/// A probability as a part of the axis from 0 to 1, in per cent of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Extent {
    /// The lower end.
    pub from: f64,
    /// The upper end; the same for a point.
    pub to: f64,
}

impl Extent {
    /// Of a probability.
    pub fn of(probability: &Probability) -> Extent {
        let place = |number: Number| number.0.clamp(0.0, 1.0) * 100.0;
        Extent { from: place(probability.lower), to: place(probability.upper) }
    }

    /// Whether it is drawn as a dot: no wider than the dot is.
    pub fn is_point(self) -> bool {
        self.to - self.from < 0.5
    }

    /// Its middle.
    pub fn middle(self) -> f64 {
        f64::midpoint(self.from, self.to)
    }
}

/// A probability in figures: `0.93`, `0.80–0.95`.
pub fn figures(probability: &Probability) -> String {
    let (lower, upper) = (score(probability.lower.0), score(probability.upper.0));
    if lower == upper { lower } else { format!("\u{2066}{lower}–{upper}\u{2069}") }
}

/// Information in bits: `2.9`, `2.9–4.1`.
pub fn bits(lower: Number, upper: Number) -> String {
    let figure = |number: Number| format!("{:.1}", number.0);
    let (lower, upper) = (figure(lower), figure(upper));
    if lower == upper { lower } else { format!("\u{2066}{lower}–{upper}\u{2069}") }
}

/// An amount of US dollars that is mostly a small one: `$0.0012`, `$1.20`.
pub fn dollars(amount: f64) -> String {
    let text = if amount == 0.0 {
        "$0".to_owned()
    } else if amount < 0.0001 {
        "< $0.0001".to_owned()
    } else if amount < 1.0 {
        format!("${amount:.4}")
    } else {
        format!("${}", grouped((amount * 100.0).round() / 100.0))
    };
    format!("\u{2066}{text}\u{2069}")
}

/// The provider that is offered first: one that can be asked, with a model at best.
pub fn first_ready(list: &ProviderList) -> Option<&ProviderInfo> {
    let ready = || list.providers.iter().filter(|provider| provider.ready);
    ready().find(|provider| provider.model.is_some()).or_else(|| ready().next())
}

/// A limit as typed: nothing, or a number above none.
///
/// # Errors
/// It is something else.
pub fn limit(text: &str) -> Result<Option<f64>, ()> {
    let text = text.trim().trim_start_matches('$').replace(',', "");
    if text.is_empty() {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= 1e12 => Ok(Some(number)),
        _ => Err(()),
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{GroundingMethod, LogprobSupport, PlannedClaim, ProbabilitySource, Span, Utf16Span};

    use super::*;

    fn planned(id: &str) -> PlannedClaim {
        let (span, utf16) = (Span::new(0, 1), Utf16Span { start: 0, end: 1 });
        PlannedClaim { id: id.into(), text: "x".into(), span, utf16, citing: Vec::new() }
    }

    fn plan(ids: &[&str]) -> Told {
        Told::Plan(Box::new(VerificationPlan {
            provider: "house".into(),
            model: "m".into(),
            logprobs: LogprobSupport::Given,
            method: GroundingMethod::Directional,
            claims: ids.iter().map(|id| planned(id)).collect(),
            unchecked_claims: 0,
            calls: 4,
            known: 0,
            estimated_tokens: 100,
            estimated_cost_usd: None,
            deadline_seconds: Number(60.0),
        }))
    }

    fn claim(id: &str, status: Status, reason: GroundingReason) -> GroundedClaim {
        GroundedClaim {
            text: "x".into(),
            citing: Vec::new(),
            p1: None,
            p0: None,
            confidence: Number(0.0),
            grounded: reason == GroundingReason::Entailed,
            warning: None,
            id: id.into(),
            span: Span::new(0, 1),
            utf16: Utf16Span { start: 0, end: 1 },
            status,
            reason,
            posterior: None,
            prior: None,
            budget: None,
            prior_contaminated: false,
        }
    }

    fn settled(claim: GroundedClaim) -> Told {
        Told::Claim(Box::new(SettledClaim {
            claim,
            settled: 1,
            usage: VerifierUsage { calls: 2, ..Default::default() },
        }))
    }

    #[test]
    fn claims_settle_in_any_order_and_in_their_own_place() {
        let mut run = Run::new(Subject::default());
        run.take(plan(&["s1", "s2", "s3"]));
        run.take(settled(claim("s3", Status::Supported, GroundingReason::Entailed)));
        run.take(settled(claim("s1", Status::Unverifiable, GroundingReason::OverBudget)));
        run.take(settled(claim("s9", Status::Supported, GroundingReason::Entailed)));
        assert_eq!((run.progress(), run.usage.calls, run.is_over_budget()), ((2, 3), 2, true));
        assert_eq!(run.tally(), Tally { grounded: 1, not_verified: 2, all: 3 });
        run.ending = Some(Ending::Stopped);
        run.take(settled(claim("s2", Status::Supported, GroundingReason::Entailed)));
        assert_eq!(run.progress(), (2, 3), "what comes after the end does not count");
    }

    #[test]
    fn what_is_not_verified_never_stands_as_supported() {
        use GroundingReason as R;
        for reason in [R::VerifierFailed, R::OutOfTime, R::OverBudget, R::NoLogprobs] {
            let claim = claim("s1", Status::Supported, reason);
            assert_eq!(Standing::of(Some(&claim), false), Standing::NotVerified, "{reason:?}");
        }
        let claim = claim("s1", Status::Supported, R::EvidenceUnused);
        assert_eq!(Standing::of(Some(&claim), false), Standing::Settled(Status::Unsupported));
        assert_eq!(Standing::of(None, true), Standing::Waiting);
        assert_eq!(Standing::of(None, false), Standing::NotVerified);
    }

    #[test]
    fn events_are_read_and_unknown_ones_passed_over() {
        let event = |name: &str, data: &str| Event { name: name.into(), data: data.into() };
        let error = r#"{"error": {"code": "internal", "field": null, "line": null, "message": "m"}}"#;
        assert!(matches!(Told::read(&event("error", error)), Ok(Some(Told::Failed(_)))));
        assert_eq!(Told::read(&event("news", "x")), Ok(None));
        assert_eq!(Told::read(&event("claim", "{}")), Err(Failure::Garbled));
    }

    #[test]
    fn figures_say_points_and_ranges() {
        let between = |lower, upper| Probability {
            lower: Number(lower),
            upper: Number(upper),
            source: ProbabilitySource::Logprobs,
            yes_votes: None,
            votes: None,
        };
        assert_eq!(figures(&between(0.931, 0.931)), "0.93");
        assert_eq!(figures(&between(0.8, 0.95)), "\u{2066}0.80–0.95\u{2069}");
        assert_eq!(Extent::of(&between(-1.0, 2.0)), Extent { from: 0.0, to: 100.0 });
        assert!(Extent::of(&between(0.5, 0.501)).is_point());
        assert_eq!(bits(Number(2.93), Number(2.94)), "2.9");
        let bare = |amount| dollars(amount).trim_matches(['\u{2066}', '\u{2069}']).to_owned();
        assert_eq!([0.0, 0.00001, 0.00123, 1.2].map(bare), ["$0", "< $0.0001", "$0.0012", "$1.2"]);
    }

    #[test]
    fn a_limit_is_a_number_above_none() {
        assert_eq!(limit(" "), Ok(None));
        assert_eq!(limit("$0.05"), Ok(Some(0.05)));
        assert_eq!(limit("10,000"), Ok(Some(10_000.0)));
        for bad in ["0", "-1", "NaN", "inf", "much"] {
            assert_eq!(limit(bad), Err(()), "{bad}");
        }
    }
}
