//! Decided answers as labelled cases: what people said, in the form that `groundcheck measure` takes.

use std::collections::HashMap;

use groundcheck_types::{
    Claim, ClaimDecision, Expected, ExpectedClaim, LabelledCase, ReviewContent, ReviewItem, ReviewStatus, Span, Status,
    label_places,
};

/// The case of a decided answer; none for what is not decided, or no answer.
///
/// A claim that was decided by itself is labelled so; one that was flagged as its answer was: `supported` where that was approved, as
/// flagged where it was rejected. Others are not labelled, but where their text stands before that of one which is.
#[must_use]
pub fn labelled_case(item: &ReviewItem) -> Option<LabelledCase> {
    let ReviewContent::Answer { request, report, .. } = &item.content else { return None };
    let approved = match item.summary.status {
        ReviewStatus::Approved => true,
        ReviewStatus::Rejected => false,
        ReviewStatus::Pending | ReviewStatus::Reviewed => return None,
    };
    let decided: HashMap<&str, &ClaimDecision> =
        item.decisions.iter().map(|decision| (decision.claim.as_str(), decision)).collect();
    let status_of = |claim: &Claim| match decided.get(claim.id.as_str()) {
        Some(decision) => Some(decision.status),
        None if is_wrong(claim.status) => Some(if approved { Status::Supported } else { claim.status }),
        None => None,
    };
    // An answer that was approved may hold a claim that was decided to be wrong: the narrower word counts.
    let decided_wrong = item.decisions.iter().any(|decision| is_wrong(decision.status));
    let mut tags: Vec<String> = Vec::new();
    let kinds = report.claims.iter().filter(|claim| is_wrong(claim.status)).map(|claim| claim.kind.as_str());
    for tag in kinds.chain(request.provider.as_deref()) {
        if !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    let mut request = (**request).clone();
    // By which whoever measures finds it again.
    request.id.get_or_insert_with(|| format!("review {}", item.summary.id));
    Some(LabelledCase {
        expected: Expected {
            has_hallucinations: Some(!approved || decided_wrong),
            claims: labels(&request.answer, &report.claims, status_of),
        },
        request,
        tags,
        note: item.note.clone(),
    })
}

fn is_wrong(status: Status) -> bool {
    matches!(status, Status::Contradicted | Status::Unsupported)
}

/// The labels, in the order of the answer. A label stands for the next place of its text, so one can only be given where each earlier
/// place is a claim too, which is labelled as the report says then.
fn labels(answer: &str, claims: &[Claim], status_of: impl Fn(&Claim) -> Option<Status>) -> Vec<ExpectedClaim> {
    /// The claims of one text, from its first place on without a gap.
    struct Group<P> {
        places: Option<P>,
        claims: Vec<(Span, Status)>,
        /// How many of them are needed.
        needed: usize,
    }
    let mut groups = HashMap::new();
    for claim in claims {
        let group = groups.entry(claim.text.as_str()).or_insert_with(|| Group {
            places: Some(label_places(answer, &claim.text)),
            claims: Vec::new(),
            needed: 0,
        });
        if group.places.as_mut().and_then(Iterator::next) != Some(claim.span) {
            group.places = None;
            continue;
        }
        let status = status_of(claim);
        group.claims.push((claim.span, status.unwrap_or(claim.status)));
        if status.is_some() {
            group.needed = group.claims.len();
        }
    }
    let labelled = |(text, group): (&str, Group<_>)| {
        let needed = group.claims.into_iter().take(group.needed);
        needed.map(|(span, status)| (span.start, ExpectedClaim { text: text.to_owned(), status })).collect::<Vec<_>>()
    };
    let mut labels: Vec<_> = groups.into_iter().flat_map(labelled).collect();
    labels.sort_by_key(|(start, _)| *start);
    labels.into_iter().map(|(_, label)| label).collect()
}
