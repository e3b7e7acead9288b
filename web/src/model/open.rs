//! Claims that the engine leaves open: it neither confirms nor contradicts them, and says where a reader should look.

use groundcheck_types::{Candidate, Claim, ClaimValue, Number, Policy, ReasonCode, Status};

use super::claims::mark;
use super::draft::SourceDraft;
use super::format;

/// How the page shows a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimState {
    /// By its status.
    Status(Status),
    /// As one that is supported within tolerance, but not exactly.
    Near,
    /// As one to check: the engine leaves it open.
    Open,
    /// As one that was open and that the reader accepted.
    Accepted,
    /// As one that the reader ignores.
    Ignored,
}

/// Every state, in the order the page shows them.
pub const STATES: [ClaimState; 8] = [
    ClaimState::Status(Status::Supported),
    ClaimState::Near,
    ClaimState::Status(Status::Contradicted),
    ClaimState::Status(Status::Unsupported),
    ClaimState::Open,
    ClaimState::Accepted,
    ClaimState::Status(Status::Unverifiable),
    ClaimState::Ignored,
];

impl ClaimState {
    /// The state of a claim that the reader has neither accepted nor ignored.
    pub fn of(claim: &Claim) -> ClaimState {
        let is_near = claim.reasons.first().is_some_and(|reason| reason.code == ReasonCode::WithinTolerance);
        match claim.status {
            Status::Supported if is_near => ClaimState::Near,
            _ if claim.is_open() => ClaimState::Open,
            status => ClaimState::Status(status),
        }
    }

    /// The class it is drawn with.
    pub fn as_str(self) -> &'static str {
        match self {
            ClaimState::Status(status) => status.as_str(),
            ClaimState::Near => "near",
            ClaimState::Open => "open",
            ClaimState::Accepted => "accepted",
            ClaimState::Ignored => "ignored",
        }
    }

    /// The mark that stands for it, so that colour never has to.
    pub fn mark(self) -> &'static str {
        match self {
            ClaimState::Status(status) => mark(status),
            ClaimState::Near => "≈",
            ClaimState::Open => "○",
            ClaimState::Accepted => mark(Status::Supported),
            ClaimState::Ignored => "–",
        }
    }
}

/// The candidates that are shown: those of an open claim.
pub fn shown_candidates(claim: &Claim) -> &[Candidate] {
    if claim.is_open() { &claim.candidates } else { &[] }
}

/// How far apart two numbers may be, as a part of the candidate's, and still be one value: a rounded figure is the same figure.
const SAME: f64 = 0.005;

/// Whether the candidate has the claim's own value, so that a reader can accept the claim as it stands.
pub fn is_acceptable(claim: &Claim, candidate: &Candidate) -> bool {
    match (&claim.value, &candidate.value) {
        (Some(ClaimValue::Number(Number(claimed))), ClaimValue::Number(Number(actual))) => {
            (claimed - actual).abs() <= actual.abs() * SAME
        }
        (Some(ClaimValue::Date(claimed)), ClaimValue::Date(actual)) => claimed == actual,
        _ => false,
    }
}

/// Whether two are the same candidate. Their shares may differ: words elsewhere change them.
pub fn is_same(a: &Candidate, b: &Candidate) -> bool {
    a.value == b.value && a.formula == b.formula && a.evidence == b.evidence
}

/// The first candidate of an open claim that can be accepted, by its place in the list.
pub fn first_acceptable(claim: &Claim) -> Option<usize> {
    shown_candidates(claim).iter().position(|candidate| is_acceptable(claim, candidate))
}

/// What the reader can do with a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// Accept the claim: the place has its value.
    Accept,
    /// Put this text in the claim's place.
    Replace(String),
    /// Only look.
    None,
}

/// A place to look at: a candidate as the page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The sources it stands in, by id and title; none where its figures are the answer's own.
    pub sources: Vec<(String, String)>,
    /// As it is printed, or its formula.
    pub text: String,
    /// Whether it is computed.
    pub is_formula: bool,
    /// In base units, where that reads differently: a cell of a table in millions.
    pub value: Option<String>,
    /// Its share among everything that the claim may be about, in per cent.
    pub share: String,
    /// What can be done with it.
    pub offer: Offer,
}

impl Place {
    /// Whether there is a passage to show.
    pub fn has_passage(&self) -> bool {
        !self.sources.is_empty()
    }
}

/// The places to look at, the likeliest first.
pub fn places(claim: &Claim, sources: &[SourceDraft], policy: &Policy) -> Vec<Place> {
    let place = |candidate: &Candidate| {
        let mut named: Vec<(String, String)> = Vec::new();
        for id in candidate.evidence.iter().filter_map(|evidence| evidence.source.as_ref()) {
            if !named.iter().any(|(known, _)| known == id) {
                let title = sources.iter().find(|s| s.id == *id).map(|s| s.title.clone());
                named.push((id.clone(), title.unwrap_or_default()));
            }
        }
        let printed = candidate.evidence.first().map(|evidence| evidence.text.clone());
        let text = candidate.formula.clone().or(printed).unwrap_or_default();
        // A formula says its value itself.
        let value = candidate.formula.is_none().then(|| format::other_value(&candidate.value, &text)).flatten();
        let offer = if is_acceptable(claim, candidate) {
            Offer::Accept
        } else {
            groundcheck::offered(claim, candidate, policy).map_or(Offer::None, Offer::Replace)
        };
        let is_formula = candidate.formula.is_some();
        Place { sources: named, text, is_formula, value, share: format::likely(candidate.share.0), offer }
    };
    shown_candidates(claim).iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Reason, ReasonCode};

    use super::*;
    use crate::model::fixture::{candidate, claim, open_claim};

    #[test]
    fn only_what_the_engine_leaves_to_the_reader_is_open() {
        for (code, state) in [
            (ReasonCode::Undecided, ClaimState::Open),
            (ReasonCode::ValueOnly, ClaimState::Open),
            (ReasonCode::NoEvidence, ClaimState::Status(Status::Unverifiable)),
            (ReasonCode::CheckDisabled, ClaimState::Status(Status::Unverifiable)),
            (ReasonCode::OnlyRefers, ClaimState::Status(Status::Unverifiable)),
            (ReasonCode::NotYetJudged, ClaimState::Status(Status::Unverifiable)),
            (ReasonCode::TooMany, ClaimState::Status(Status::Unverifiable)),
        ] {
            let mut c = claim("$5", "$5", Status::Unverifiable);
            c.reasons = vec![Reason { code, message: "m".into() }];
            assert_eq!(ClaimState::of(&c), state, "{code:?}");
        }
        let mut supported = claim("$5", "$5", Status::Supported);
        supported.reasons = vec![Reason { code: ReasonCode::ValueOnly, message: "m".into() }];
        assert_eq!(ClaimState::of(&supported), ClaimState::Status(Status::Supported));
        supported.candidates = vec![candidate("S1", "$5", 5.0)];
        assert!(shown_candidates(&supported).is_empty());
    }

    #[test]
    fn every_state_has_its_own_class_and_a_mark() {
        for (i, state) in STATES.iter().enumerate() {
            assert!(!state.mark().is_empty());
            assert!(STATES[..i].iter().all(|other| other.as_str() != state.as_str()), "{state:?}");
        }
    }

    #[test]
    fn a_place_with_the_claims_value_can_be_accepted() {
        let acceptable = |claimed: ClaimValue, actual: ClaimValue| {
            let c = Claim { value: Some(claimed), ..claim("$5", "$5", Status::Unverifiable) };
            is_acceptable(&c, &Candidate { value: actual, ..candidate("S1", "x", 0.0) })
        };
        let number = |n| ClaimValue::Number(Number(n));
        let date = |text: &str| ClaimValue::Date(text.into());
        assert!(acceptable(number(1_200_000.0), number(1_204_000.0)));
        assert!(!acceptable(number(1_200_000.0), number(1_210_000.0)));
        assert!(acceptable(number(0.0), number(0.0)) && !acceptable(number(0.001), number(0.0)));
        assert!(!acceptable(number(5.0), number(-5.0)));
        assert!(acceptable(date("2024-Q3"), date("2024-Q3")));
        assert!(!acceptable(date("2024-Q3"), date("2024-Q4")) && !acceptable(date("2024"), number(2024.0)));
        let nothing = Claim { value: None, ..claim("$5", "$5", Status::Unverifiable) };
        assert!(!is_acceptable(&nothing, &candidate("S1", "x", 0.0)));
    }

    #[test]
    fn places_name_their_source_and_what_can_be_done() {
        let mut c = open_claim("$5", "$5");
        c.value = Some(ClaimValue::Number(Number(5.0)));
        let computed =
            Candidate { formula: Some("2 + 3 = 5".into()), evidence: Vec::new(), ..candidate("S1", "", 5.0) };
        c.candidates = vec![candidate("S1", "$7", 7.0), candidate("gone", "1,452.4", 1_452_400_000.0), computed];
        let sources = [SourceDraft { key: 0, id: "S1".into(), title: "Memo".into(), text: "$7".into() }];
        c.candidates[0].share = Number(0.7);
        let policy = Policy::default();
        let shown = places(&c, &sources, &policy);
        assert_eq!(shown[0].sources, [("S1".to_owned(), "Memo".to_owned())]);
        assert_eq!((shown[0].text.as_str(), shown[0].value.as_deref()), ("$7", None));
        assert_eq!(shown[0].offer, Offer::Replace("$7".into()));
        assert_eq!((shown[0].share.as_str(), shown[0].has_passage()), ("70", true));
        // What is likelier something else, or far larger, is only looked at.
        assert_eq!(shown[1].offer, Offer::None);
        c.candidates[0].share = Number(0.65);
        assert_eq!(places(&c, &sources, &policy)[0].offer, Offer::None);
        assert_eq!(shown[1].sources, [("gone".to_owned(), String::new())]);
        assert_eq!(shown[1].value.as_deref(), Some("1,452,400,000"));
        assert_eq!((shown[2].text.as_str(), shown[2].is_formula, shown[2].has_passage()), ("2 + 3 = 5", true, false));
        assert_eq!(shown[2].offer, Offer::Accept);
        assert_eq!(first_acceptable(&c), Some(2));
        c.reasons.clear();
        assert!(places(&c, &sources, &policy).is_empty());
        assert_eq!(first_acceptable(&c), None);
    }
}
