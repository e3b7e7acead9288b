//! Finding one's way among the claims of a report.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use groundcheck_types::{Claim, Report, Status};

use super::open::{ClaimState, STATES};

/// Which claim is meant, in a way that survives typing elsewhere in the answer: its text, and the how-manieth of that text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimKey {
    text: String,
    nth: usize,
}

impl ClaimKey {
    /// The key of the claim at this place of the report.
    pub fn of(claims: &[Claim], index: usize) -> Option<ClaimKey> {
        let text = claims.get(index)?.text.clone();
        let nth = claims[..index].iter().filter(|c| c.text == text).count();
        Some(ClaimKey { text, nth })
    }

    /// The place of the claim this key means, if it is still there.
    pub fn find(&self, claims: &[Claim]) -> Option<usize> {
        claims.iter().enumerate().filter(|(_, c)| c.text == self.text).nth(self.nth).map(|(i, _)| i)
    }
}

/// The claims as the list shows them: those that need attention first, as the engine orders them, then the rest as they stand.
pub fn list_order(report: &Report) -> Vec<usize> {
    let places: HashMap<&str, usize> = report.claims.iter().enumerate().map(|(i, c)| (c.id.as_str(), i)).collect();
    let mut listed = vec![false; report.claims.len()];
    let mut order = Vec::with_capacity(listed.len());
    let first = report.needs_attention.iter().filter_map(|id| places.get(id.as_str()).copied());
    for i in first.chain(0..report.claims.len()) {
        if !std::mem::replace(&mut listed[i], true) {
            order.push(i);
        }
    }
    order
}

/// The claim the caret stands in or at the edge of, in UTF-16 code units as the editor counts.
pub fn at_caret(claims: &[Claim], caret: u32) -> Option<usize> {
    let within = |c: &Claim| c.utf16.start <= caret && caret < c.utf16.end;
    let touching = |c: &Claim| c.utf16.end == caret;
    // Of two, one in the other, the inner one is meant.
    let innermost = |is: &dyn Fn(&Claim) -> bool| {
        let own = claims.iter().enumerate().filter(|(_, claim)| is(claim));
        own.min_by_key(|(_, claim)| claim.utf16.end - claim.utf16.start).map(|(at, _)| at)
    };
    innermost(&within).or_else(|| innermost(&touching))
}

/// The answer with this text in the claim's place.
pub fn replace(answer: &str, claim: &Claim, text: &str) -> Option<String> {
    claim.span.of(answer)?;
    let (start, end) = (claim.span.start as usize, claim.span.end as usize);
    Some([&answer[..start], text, &answer[end..]].concat())
}

/// What the reader has made of an answer's claims, by their places in the report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marked {
    /// The open claims that were accepted, each with the place of its candidate.
    pub accepted: BTreeMap<usize, usize>,
    /// The claims that are ignored.
    pub ignored: BTreeSet<usize>,
}

impl Marked {
    /// How the page shows the claim at this place.
    pub fn state(&self, index: usize, claim: &Claim) -> ClaimState {
        match ClaimState::of(claim) {
            ClaimState::Open if self.accepted.contains_key(&index) => ClaimState::Accepted,
            _ if self.ignored.contains(&index) => ClaimState::Ignored,
            state => state,
        }
    }
}

/// How many claims are in each state, in the order of [`STATES`].
pub fn counts(claims: &[Claim], marked: &Marked) -> [usize; STATES.len()] {
    let mut counts = [0; STATES.len()];
    for (i, claim) in claims.iter().enumerate() {
        let state = marked.state(i, claim);
        for (count, _) in counts.iter_mut().zip(STATES).filter(|(_, s)| *s == state) {
            *count += 1;
        }
    }
    counts
}

/// The four statuses in the order the page shows them.
pub const STATUSES: [Status; 4] = [Status::Supported, Status::Contradicted, Status::Unsupported, Status::Unverifiable];

/// The mark that stands for a status, so that colour never has to.
pub fn mark(status: Status) -> &'static str {
    match status {
        Status::Supported => "✓",
        Status::Contradicted => "✕",
        Status::Unsupported => "?",
        Status::Unverifiable => "–",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fixture::{claim, open_claim, report};

    #[test]
    fn a_key_survives_typing_before_the_claim() {
        let (old, new) = ("a 5 b 5", "1 then a 5 b 5");
        let five = |answer: &str, from: usize| {
            let mut c = claim(&answer[from..], "5", Status::Supported);
            c.span.start += u32::try_from(from).unwrap();
            c
        };
        let key = ClaimKey::of(&[five(old, 0), five(old, 4)], 1).unwrap();
        let now = [claim(new, "1", Status::Supported), five(new, 0), five(new, 11)];
        assert_eq!(key.find(&now), Some(2));
        assert_eq!(key.find(&now[..2]), None);
    }

    #[test]
    fn the_list_begins_with_what_needs_attention() {
        let answer = "1 2 3";
        let mut report = report(["1", "2", "3"].map(|t| claim(answer, t, Status::Supported)).to_vec());
        report.needs_attention = vec!["c4".into(), "gone".into()];
        assert_eq!(list_order(&report), [2, 0, 1]);
    }

    #[test]
    fn the_caret_finds_its_claim_in_utf16() {
        let answer = "😀 ₪5 6";
        let claims = ["₪5", "6"].map(|t| claim(answer, t, Status::Supported));
        let hits: Vec<_> = (0..8).map(|caret| at_caret(&claims, caret)).collect();
        assert_eq!(hits, [None, None, None, Some(0), Some(0), Some(0), Some(1), Some(1)]);
    }

    #[test]
    fn a_text_takes_the_place_of_its_claim() {
        let answer = "😀 The NOI was $1.5M.";
        assert_eq!(
            replace(answer, &claim(answer, "$1.5M", Status::Contradicted), "$1M").unwrap(),
            "😀 The NOI was $1M."
        );
        // A claim of another answer replaces nothing.
        assert_eq!(replace("short", &claim(answer, "$1.5M", Status::Contradicted), "x"), None);
    }

    #[test]
    fn each_claim_counts_once() {
        let answer = "1 2 3";
        let claims = [
            claim(answer, "1", Status::Unsupported),
            claim(answer, "2", Status::Unsupported),
            claim(answer, "3", Status::Unverifiable),
            open_claim(answer, "3"),
            open_claim(answer, "3"),
        ];
        // What is accepted without being open stays what it is.
        let accepted = BTreeMap::from([(0, 0), (4, 1)]);
        let marked = Marked { accepted, ignored: BTreeSet::from([1, 4]) };
        assert_eq!(counts(&claims, &marked), [0, 0, 0, 1, 1, 1, 1, 1]);
    }
}
