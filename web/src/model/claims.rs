//! Finding one's way among the claims of a report.

use groundcheck::corrected_answer;
use groundcheck_types::{Claim, Report, Status};

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
    let place = |id: &String| report.claims.iter().position(|c| c.id == *id);
    let mut order: Vec<usize> = report.needs_attention.iter().filter_map(place).collect();
    let rest = (0..report.claims.len()).filter(|i| !order.contains(i)).collect::<Vec<_>>();
    order.extend(rest);
    order
}

/// The claim the caret stands in or at the edge of, in UTF-16 code units as the editor counts.
pub fn at_caret(claims: &[Claim], caret: u32) -> Option<usize> {
    let within = |c: &Claim| c.utf16.start <= caret && caret < c.utf16.end;
    let touching = |c: &Claim| c.utf16.end == caret;
    claims.iter().position(within).or_else(|| claims.iter().position(touching))
}

/// What the engine would put in place of this claim, or `None` where it knows nothing better.
pub fn replacement(answer: &str, report: &Report, index: usize) -> Option<String> {
    let claim = report.claims.get(index)?;
    let corrected = replace_one(answer, report, index)?;
    let before = claim.span.start as usize;
    let after = answer.len().checked_sub(claim.span.end as usize)?;
    let text = corrected.get(before..corrected.len().checked_sub(after)?)?;
    (text != claim.text).then(|| text.to_owned())
}

/// The answer with this one claim corrected by the engine.
pub fn replace_one(answer: &str, report: &Report, index: usize) -> Option<String> {
    let claim = report.claims.get(index)?.clone();
    claim.span.of(answer)?;
    // The engine decides what to write; a report of one claim makes it write that one only.
    let mut one = report.clone();
    one.claims = vec![claim];
    Some(corrected_answer(answer, &one))
}

/// How many claims have each status, in the order of [`STATUSES`].
pub fn counts(claims: &[Claim]) -> [usize; 4] {
    STATUSES.map(|status| claims.iter().filter(|c| c.status == status).count())
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
    use crate::model::fixture::{claim, report};

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
    fn one_claim_is_replaced_by_what_the_engine_knows_and_only_that_one() {
        let json = r#"{"answer": "😀 The NOI was $1.5M. The DSCR was 9.9x. Rent was $7.",
            "sources": [{"id": "S1", "text": "The NOI was $1,200,000. The DSCR was 1.25x."}]}"#;
        let request = groundcheck_types::Request::from_json(json.as_bytes()).unwrap();
        let report = groundcheck::analyze(&request).unwrap();
        let found = |text: &str| report.claims.iter().position(|c| c.text == text).unwrap();
        assert_eq!(replacement(&request.answer, &report, found("$1.5M")).as_deref(), Some("$1,200,000"));
        let corrected = replace_one(&request.answer, &report, found("$1.5M")).unwrap();
        assert_eq!(corrected, "😀 The NOI was $1,200,000. The DSCR was 9.9x. Rent was $7.");
        assert_eq!(replacement(&request.answer, &report, found("$7")), None);
        // A report of another answer replaces nothing.
        assert_eq!(replacement("short", &report, found("$1.5M")), None);
    }

    #[test]
    fn each_claim_counts_once() {
        let answer = "1 2 3";
        let claims = [
            claim(answer, "1", Status::Unsupported),
            claim(answer, "2", Status::Unsupported),
            claim(answer, "3", Status::Unverifiable),
        ];
        assert_eq!(counts(&claims), [0, 0, 2, 1]);
    }
}
