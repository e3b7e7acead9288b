//! The queue while somebody works through it: what a change does before the server has said so, and how it is taken back.

use groundcheck_types::{ClaimDecision, ReviewChange, ReviewItem, ReviewStatus, ReviewSummary, Status, StatusTotals};

/// The item as it will be once the server has taken this change. The version stays: only the server counts it.
pub fn applied(item: &ReviewItem, change: &ReviewChange) -> ReviewItem {
    let mut item = item.clone();
    let ReviewChange { version: _, status, assignee, note, corrected_value, decisions } = change.clone();
    let text = |text: String| Some(text).filter(|t| !t.is_empty());
    if let Some(status) = status {
        item.summary.status = status;
    }
    if let Some(assignee) = assignee {
        item.summary.assignee = text(assignee);
    }
    if let Some(note) = note {
        item.note = text(note);
    }
    if let Some(value) = corrected_value {
        item.corrected_value = text(value);
    }
    if let Some(decisions) = decisions {
        item.decisions = decisions;
    }
    item
}

/// The change that takes this one back: the same fields, as they are now.
pub fn inverse(item: &ReviewItem, change: &ReviewChange) -> ReviewChange {
    let was = |text: &Option<String>| text.clone().unwrap_or_default();
    ReviewChange {
        version: 0,
        status: change.status.map(|_| item.summary.status),
        assignee: change.assignee.as_ref().map(|_| was(&item.summary.assignee)),
        note: change.note.as_ref().map(|_| was(&item.note)),
        corrected_value: change.corrected_value.as_ref().map(|_| was(&item.corrected_value)),
        decisions: change.decisions.as_ref().map(|_| item.decisions.clone()),
    }
}

/// The decisions with this one on a claim; the same again takes it away.
pub fn with_decision(decisions: &[ClaimDecision], claim: &str, status: Status) -> Vec<ClaimDecision> {
    let before = decisions.iter().find(|d| d.claim == claim);
    let mut after: Vec<ClaimDecision> = decisions.iter().filter(|d| d.claim != claim).cloned().collect();
    if before.is_none_or(|d| d.status != status) {
        let (corrected_value, note) = before.map_or((None, None), |d| (d.corrected_value.clone(), d.note.clone()));
        after.push(ClaimDecision { claim: claim.to_owned(), status, corrected_value, note });
    }
    after
}

/// The item before or after the open one; the first where none is open.
pub fn neighbour(rows: &[ReviewSummary], open: Option<u64>, step: isize) -> Option<u64> {
    let place = open.and_then(|id| rows.iter().position(|row| row.id == id));
    let place = match place {
        Some(place) => place.checked_add_signed(step)?,
        None => 0,
    };
    rows.get(place).map(|row| row.id)
}

/// The next item behind the open one that awaits review, or the first that does.
pub fn next_pending(rows: &[ReviewSummary], open: u64) -> Option<u64> {
    let place = rows.iter().position(|row| row.id == open).map_or(0, |place| place + 1);
    let pending = |row: &&ReviewSummary| row.status == ReviewStatus::Pending && row.id != open;
    let (before, after) = rows.split_at(place);
    after.iter().chain(before).find(pending).map(|row| row.id)
}

/// The totals after an item went from one status to another.
pub fn moved(totals: StatusTotals, from: ReviewStatus, to: ReviewStatus) -> StatusTotals {
    let mut totals = totals;
    let place = |totals: &mut StatusTotals, status, change: fn(u64) -> u64| {
        let count = match status {
            ReviewStatus::Pending => &mut totals.pending,
            ReviewStatus::Reviewed => &mut totals.reviewed,
            ReviewStatus::Approved => &mut totals.approved,
            ReviewStatus::Rejected => &mut totals.rejected,
        };
        *count = change(*count);
    };
    place(&mut totals, from, |n| n.saturating_sub(1));
    place(&mut totals, to, |n| n.saturating_add(1));
    totals
}

/// How many items have this status, or all of them.
pub fn total(totals: StatusTotals, status: Option<ReviewStatus>) -> u64 {
    let StatusTotals { pending, reviewed, approved, rejected } = totals;
    match status {
        Some(ReviewStatus::Pending) => pending,
        Some(ReviewStatus::Reviewed) => reviewed,
        Some(ReviewStatus::Approved) => approved,
        Some(ReviewStatus::Rejected) => rejected,
        None => pending + reviewed + approved + rejected,
    }
}

/// A status's sign, so that colour never has to stand for it.
pub fn status_sign(status: ReviewStatus) -> &'static str {
    match status {
        ReviewStatus::Pending => "○",
        ReviewStatus::Reviewed => "◐",
        ReviewStatus::Approved => "✓",
        ReviewStatus::Rejected => "✕",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fixture::review_item;

    #[test]
    fn a_change_and_its_inverse_leave_the_item_as_it_was() {
        let mut item = review_item(7, ReviewStatus::Pending);
        item.note = Some("as it was".to_owned());
        let change = ReviewChange {
            version: 3,
            status: Some(ReviewStatus::Approved),
            assignee: Some("dana".to_owned()),
            note: Some(String::new()),
            decisions: Some(with_decision(&[], "c1", Status::Supported)),
            corrected_value: None,
        };
        let changed = applied(&item, &change);
        assert_eq!((changed.summary.status, changed.note.as_deref()), (ReviewStatus::Approved, None));
        assert_eq!(changed.summary.version, item.summary.version);
        let back = inverse(&item, &change);
        assert_eq!((back.assignee.as_deref(), back.corrected_value.as_ref()), (Some(""), None));
        assert_eq!(applied(&changed, &back), item);
    }

    #[test]
    fn a_decision_is_taken_back_by_itself_and_keeps_its_note() {
        let mut decisions = with_decision(&[], "c1", Status::Supported);
        decisions[0].note = Some("why".to_owned());
        let other = with_decision(&decisions, "c1", Status::Contradicted);
        assert_eq!((other.len(), other[0].note.as_deref()), (1, Some("why")));
        assert!(with_decision(&other, "c1", Status::Contradicted).is_empty());
        assert_eq!(with_decision(&other, "c2", Status::Supported).len(), 2);
    }

    #[test]
    fn the_next_item_is_the_next_that_awaits_review() {
        use ReviewStatus::{Approved, Pending, Rejected};
        let rows: Vec<ReviewSummary> =
            [(1, Pending), (2, Rejected), (3, Pending), (4, Approved)].map(|(id, s)| review_item(id, s).summary).into();
        assert_eq!(neighbour(&rows, None, 1), Some(1));
        assert_eq!(neighbour(&rows, Some(1), 1), Some(2));
        assert_eq!((neighbour(&rows, Some(1), -1), neighbour(&rows, Some(4), 1)), (None, None));
        assert_eq!(next_pending(&rows, 1), Some(3));
        assert_eq!(next_pending(&rows, 3), Some(1), "from the end back to the beginning");
        assert_eq!(next_pending(&rows[1..2], 2), None);
    }

    #[test]
    fn totals_follow_a_decision() {
        let totals = StatusTotals { pending: 2, rejected: 1, ..StatusTotals::default() };
        let after = moved(totals, ReviewStatus::Pending, ReviewStatus::Approved);
        assert_eq!(after, StatusTotals { pending: 1, approved: 1, rejected: 1, ..StatusTotals::default() });
        assert_eq!(total(after, None), 3);
        assert_eq!(total(after, Some(ReviewStatus::Approved)), 1);
    }
}
