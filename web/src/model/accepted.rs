//! What the reader accepted on this page: open claims whose value a place bears out after all.

use std::collections::BTreeMap;

use groundcheck_types::{Candidate, Claim};

use super::claims::ClaimKey;
use super::open::{is_acceptable, is_same, shown_candidates};

/// One claim that was accepted, and by which candidate.
#[derive(Debug, Clone, PartialEq)]
struct Accepted {
    key: ClaimKey,
    /// How many claims of the answer have the claim's text. Where that changes nobody knows which of them was meant.
    alike: usize,
    /// What it was accepted by.
    candidate: Candidate,
}

impl Accepted {
    /// The places of claim and candidate, if both are still there.
    fn find(&self, claims: &[Claim]) -> Option<(usize, usize)> {
        let index = self.key.find(claims)?;
        let claim = claims.get(index).filter(|claim| alike(claims, claim) == self.alike)?;
        let same = |candidate: &Candidate| is_acceptable(claim, candidate) && is_same(candidate, &self.candidate);
        Some((index, shown_candidates(claim).iter().position(same)?))
    }
}

/// The claims that the reader accepted. They are told by their text, and so survive typing elsewhere.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Acceptances(Vec<Accepted>);

impl Acceptances {
    /// Accepts the claim at this place by its candidate at that place; `false` where that candidate has another value.
    pub fn accept(&mut self, claims: &[Claim], index: usize, candidate: usize) -> bool {
        let Some((key, claim)) = ClaimKey::of(claims, index).zip(claims.get(index)) else { return false };
        let found = shown_candidates(claim).get(candidate).filter(|found| is_acceptable(claim, found));
        let Some(found) = found else { return false };
        self.0.retain(|accepted| accepted.key != key);
        self.0.push(Accepted { key, alike: alike(claims, claim), candidate: found.clone() });
        true
    }

    /// Takes the acceptance of the claim at this place back.
    pub fn take_back(&mut self, claims: &[Claim], index: usize) {
        let key = ClaimKey::of(claims, index);
        self.0.retain(|accepted| Some(&accepted.key) != key.as_ref());
    }

    /// The accepted claims by their places in the report, each with the place of its candidate.
    pub fn places(&self, claims: &[Claim]) -> BTreeMap<usize, usize> {
        self.0.iter().filter_map(|accepted| accepted.find(claims)).collect()
    }

    /// Whether one of them is about a claim, or rests on a place, that is no longer there.
    pub fn are_outdated(&self, claims: &[Claim]) -> bool {
        self.0.iter().any(|accepted| accepted.find(claims).is_none())
    }

    /// Forgets those for good.
    pub fn forget_outdated(&mut self, claims: &[Claim]) {
        self.0.retain(|accepted| accepted.find(claims).is_some());
    }

    /// Whether nothing is accepted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn alike(claims: &[Claim], claim: &Claim) -> usize {
    claims.iter().filter(|other| other.text == claim.text).count()
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{ClaimValue, Number, Status};

    use super::*;
    use crate::model::fixture::{candidate, claim, open_claim};

    fn open(answer: &str, text: &str, value: f64) -> Claim {
        let candidates = vec![candidate("S1", "$9", 9.0), candidate("S1", text, value)];
        Claim { value: Some(ClaimValue::Number(Number(value))), candidates, ..open_claim(answer, text) }
    }

    fn accepted(claims: &[Claim], index: usize, candidate: usize) -> Acceptances {
        let mut all = Acceptances::default();
        assert!(all.accept(claims, index, candidate));
        all
    }

    #[test]
    fn an_acceptance_survives_typing_elsewhere() {
        let all = accepted(&[open("Rent $5.", "$5", 5.0)], 0, 1);
        let answer = "Fees 7, rent $5.";
        let mut now = [claim(answer, "7", Status::Supported), open(answer, "$5", 5.0)];
        now[1].candidates[1].share = Number(0.9);
        assert_eq!(all.places(&now), BTreeMap::from([(1, 1)]));
        assert!(!all.are_outdated(&now));
    }

    #[test]
    fn it_is_forgotten_when_the_claim_or_its_place_is_another() {
        let before = [open("Rent $5.", "$5", 5.0)];
        let another_text = [open("Rent $6.", "$6", 6.0)];
        let mut another_place = before.clone();
        another_place[0].candidates[1].evidence[0].source = Some("S2".into());
        let mut decided = before.clone();
        decided[0].status = Status::Supported;
        let twice = [before[0].clone(), before[0].clone()];
        for now in [&another_text[..], &another_place, &decided, &twice, &[]] {
            let mut all = accepted(&before, 0, 1);
            assert!(all.places(now).is_empty() && all.are_outdated(now));
            all.forget_outdated(now);
            assert!(all.is_empty() && all.places(&before).is_empty());
        }
    }

    #[test]
    fn a_place_with_another_value_accepts_nothing() {
        let claims = [open("Rent $5.", "$5", 5.0), claim("Rent $5.", "Rent", Status::Unverifiable)];
        let mut all = Acceptances::default();
        for (index, candidate) in [(0, 0), (0, 2), (1, 0), (2, 0)] {
            assert!(!all.accept(&claims, index, candidate), "{index} {candidate}");
        }
        assert!(all.is_empty());
    }

    #[test]
    fn one_claim_is_accepted_once_and_can_be_taken_back() {
        let mut claims = [open("Rent $5.", "$5", 5.0)];
        claims[0].candidates[0] = candidate("S2", "$5.00", 5.0);
        let mut all = accepted(&claims, 0, 1);
        assert!(all.accept(&claims, 0, 0));
        assert_eq!(all.places(&claims), BTreeMap::from([(0, 0)]));
        all.take_back(&claims, 0);
        assert!(all.is_empty());
    }
}
