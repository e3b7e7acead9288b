//! The queue as the contract has it: pages, items, changes, histories.

use groundcheck::review_draft;
use groundcheck_types::{
    AuditEvent, AuditPage, BulkChange, BulkOutcome, BulkRow, ClaimDecision, ErrorCode, InputError, ReviewChange,
    ReviewChoices, ReviewConflict, ReviewContent, ReviewFilter, ReviewItem, ReviewKind, ReviewPage, ReviewSummary,
};
use serde::de::DeserializeOwned;

use super::enter::AnswerContent;
use crate::dates;
use crate::store::reviews::{After, Changed, Filter, ReviewContentRow, ReviewRow, risk_of, subject};
use crate::store::{Store, StoreError};

/// How many items, or rows of the audit, stand on a page where nobody says it.
pub const PAGE: usize = 20;
/// How many may.
pub const PAGE_MAX: usize = 100;
/// How many names are offered to choose from.
const CHOICES_MAX: i64 = 200;

/// A page of what the filter leaves, behind `after`.
///
/// # Errors
/// A day or an `after` that is none, or the database.
pub async fn page(
    store: &Store,
    filter: &ReviewFilter,
    after: Option<&str>,
    most: usize,
) -> Result<ReviewPage, InputError> {
    let chosen = chosen(filter)?;
    let wrong = || InputError::field(ErrorCode::InvalidValue, "after", "is not the `next` of an earlier page");
    let after = after.map(|text| read_after(text).ok_or_else(wrong)).transpose()?;
    let (rows, totals) =
        futures_util::try_join!(store.reviews(&chosen, after, one_more(most)), store.review_totals(&chosen))?;
    let (rows, next) = cut(rows, most);
    Ok(ReviewPage { items: rows.into_iter().map(summary).collect(), next: next.map(written_after), totals })
}

/// Rows of a page, without what there is to be judged and without totals: what files are made of.
pub(super) async fn rows(
    store: &Store,
    filter: &Filter,
    after: Option<After>,
    most: usize,
) -> Result<(Vec<ReviewRow>, Option<After>), StoreError> {
    Ok(cut(store.reviews(filter, after, one_more(most)).await?, most))
}

/// Everything about an item; none where there is no such item.
///
/// # Errors
/// Where the database cannot be read.
pub async fn item(store: &Store, id: u64) -> Result<Option<ReviewItem>, InputError> {
    let Some(row) = store.review(stored_id(id)).await? else { return Ok(None) };
    Ok(Some(whole(store, row).await?))
}

/// What there is to filter by.
///
/// # Errors
/// Where the database cannot be read.
pub async fn choices(store: &Store) -> Result<ReviewChoices, InputError> {
    let [mut assignees, mut providers, mut models] = store.review_choices(CHOICES_MAX).await?;
    // Each database has an order of its own.
    [&mut assignees, &mut providers, &mut models].into_iter().for_each(|names| names.sort_unstable());
    Ok(ReviewChoices { assignees, providers, models })
}

/// What became of the change of one item.
#[derive(Debug)]
pub enum ChangedItem {
    /// It is done; the item as it is now.
    Changed(Box<ReviewItem>),
    /// Nothing changed: somebody else was first.
    Conflict(Box<ReviewConflict>),
    /// There is no such item.
    Missing,
}

/// Changes an item.
///
/// # Errors
/// A decision on a claim that the item does not have, or the database. Nothing has changed then.
pub async fn change(store: &Store, id: u64, change: ReviewChange, actor: &str) -> Result<ChangedItem, InputError> {
    if let Some(decisions) = change.decisions.as_deref().filter(|decisions| !decisions.is_empty()) {
        match item(store, id).await? {
            Some(item) => check_decisions(&item.content, decisions)?,
            None => return Ok(ChangedItem::Missing),
        }
    }
    let made_on = change.version;
    let changed = store.change_reviews(&[(stored_id(id), change)], actor).await?.pop();
    Ok(match changed.unwrap_or(Changed::Missing) {
        Changed::Missing => ChangedItem::Missing,
        Changed::Changed(row) => ChangedItem::Changed(Box::new(whole(store, *row).await?)),
        Changed::Conflict(row) => {
            let message = format!("is {made_on}, but the item is at {} by now; nothing was changed", row.version);
            let error = InputError::field(ErrorCode::InvalidValue, "version", message);
            ChangedItem::Conflict(Box::new(ReviewConflict { error, item: Box::new(whole(store, *row).await?) }))
        }
    })
}

/// Changes many items, each if nobody changed it since; a row for each of them, in their order.
///
/// # Errors
/// Where the database cannot be written. Nothing has changed then.
pub async fn change_many(store: &Store, bulk: &BulkChange, actor: &str) -> Result<Vec<BulkRow>, InputError> {
    let changes: Vec<_> = bulk.items.iter().map(|item| (stored_id(item.id), bulk.of(item.version))).collect();
    let changed = store.change_reviews(&changes, actor).await?;
    let row = |(item, changed): (&groundcheck_types::BulkTarget, Changed)| match changed {
        Changed::Changed(row) => {
            BulkRow { id: item.id, outcome: BulkOutcome::Changed, version: Some(version(row.version)) }
        }
        Changed::Conflict(row) => {
            BulkRow { id: item.id, outcome: BulkOutcome::Conflict, version: Some(version(row.version)) }
        }
        Changed::Missing => BulkRow { id: item.id, outcome: BulkOutcome::Missing, version: None },
    };
    Ok(bulk.items.iter().zip(changed).map(row).collect())
}

/// Who did what to an item, latest first; none where there is no such item.
///
/// # Errors
/// Where the database cannot be read.
pub async fn history(
    store: &Store,
    id: u64,
    before: Option<u64>,
    most: usize,
) -> Result<Option<AuditPage>, InputError> {
    let id = stored_id(id);
    if store.review(id).await?.is_none() {
        return Ok(None);
    }
    Ok(Some(audit_page(store.audit_of(&subject(id), before, one_more(most)).await?, most)))
}

/// Who did what, latest first.
///
/// # Errors
/// Where the database cannot be read.
pub async fn audit(store: &Store, before: Option<u64>, most: usize) -> Result<AuditPage, InputError> {
    Ok(audit_page(store.audit(before, one_more(most)).await?, most))
}

fn audit_page(mut events: Vec<AuditEvent>, most: usize) -> AuditPage {
    let more = events.len() > most;
    events.truncate(most);
    let next = events.last().filter(|_| more).map(|event| event.number);
    AuditPage { events, next }
}

/// The filter as the store has it.
///
/// # Errors
/// A day that is none.
pub(super) fn chosen(filter: &ReviewFilter) -> Result<Filter, InputError> {
    let ReviewFilter { status, kind, risk, assignee, provider, model, from, to } = filter.clone();
    let (from, until) = dates::between(from.as_deref(), to.as_deref())?;
    Ok(Filter { status, kind, risk, assignee, provider, model, from, until })
}

/// An item with what there is to be judged of it.
pub(super) async fn whole(store: &Store, row: ReviewRow) -> Result<ReviewItem, InputError> {
    let content = store.review_content(row.id).await?.ok_or_else(|| damaged(row.id))?;
    read_item(row, content)
}

/// The same from what is stored.
///
/// # Errors
/// Where that cannot be read.
pub(super) fn read_item(row: ReviewRow, content: ReviewContentRow) -> Result<ReviewItem, InputError> {
    let ReviewContentRow { content, fingerprints } = content;
    let damaged = || damaged(row.id);
    let content = match row.kind.0 {
        ReviewKind::Answer => {
            let AnswerContent { request, report } = read(&content).ok_or_else(damaged)?;
            let draft = review_draft(&request.answer, &report);
            ReviewContent::Answer { draft, request: Box::new(request), report: Box::new(report) }
        }
        ReviewKind::Record => ReviewContent::Record { report: read(&content).ok_or_else(damaged)? },
        ReviewKind::Mention => ReviewContent::Mention { mention: read(&content).ok_or_else(damaged)? },
    };
    Ok(ReviewItem {
        content,
        decisions: read(&row.decisions).ok_or_else(damaged)?,
        fingerprints: read(&fingerprints).ok_or_else(damaged)?,
        note: row.note.clone(),
        corrected_value: row.corrected_value.clone(),
        summary: summary(row),
    })
}

fn damaged(id: i64) -> StoreError {
    StoreError::damaged(format!("the content of {} cannot be read", subject(id)))
}

fn read<T: DeserializeOwned>(json: &str) -> Option<T> {
    serde_json::from_str(json).ok()
}

fn summary(row: ReviewRow) -> ReviewSummary {
    ReviewSummary {
        id: u64::try_from(row.id).unwrap_or(0),
        version: version(row.version),
        kind: row.kind.0,
        status: row.status.0,
        risk: risk_of(row.risk_rank),
        title: row.title,
        flagged: u32::try_from(row.flagged).unwrap_or(u32::MAX),
        provider: row.provider,
        model: row.model,
        assignee: (!row.assignee.is_empty()).then_some(row.assignee),
        created_at: dates::to_text(row.created_at),
        updated_at: dates::to_text(row.updated_at),
    }
}

/// Only claims of an answer's report can be decided one by one.
fn check_decisions(content: &ReviewContent, decisions: &[ClaimDecision]) -> Result<(), InputError> {
    let ReviewContent::Answer { report, .. } = content else {
        let message = "are of claims, and only an answer has claims";
        return Err(InputError::field(ErrorCode::InvalidValue, "decisions", message));
    };
    let ids: std::collections::HashSet<&str> = report.claims.iter().map(|claim| claim.id.as_str()).collect();
    match decisions.iter().position(|decision| !ids.contains(decision.claim.as_str())) {
        None => Ok(()),
        Some(at) => {
            let field = format!("decisions[{at}].claim");
            Err(InputError::field(ErrorCode::InvalidValue, field, "is no claim of this answer's report"))
        }
    }
}

fn version(stored: i64) -> u32 {
    u32::try_from(stored).unwrap_or(u32::MAX)
}

/// No item has an id as large as what does not fit.
fn stored_id(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

/// One more says whether there is a next page.
fn one_more(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1)
}

fn cut(mut rows: Vec<ReviewRow>, most: usize) -> (Vec<ReviewRow>, Option<After>) {
    let more = rows.len() > most;
    rows.truncate(most);
    let last = rows.last().filter(|_| more).map(|row| After { risk_rank: row.risk_rank, id: row.id });
    (rows, last)
}

/// The `next` of a page.
fn written_after(after: After) -> String {
    format!("{}:{}", after.risk_rank, after.id)
}

/// Reads the `next` of a page.
fn read_after(text: &str) -> Option<After> {
    let (risk_rank, id) = text.split_once(':')?;
    let after = After { risk_rank: risk_rank.parse().ok()?, id: id.parse().ok()? };
    ((0..=3).contains(&after.risk_rank) && after.id >= 0).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_behind_a_page_is_read_back() {
        let after = After { risk_rank: 2, id: 17 };
        assert_eq!(read_after(&written_after(after)), Some(after));
        for text in ["", "2", "2:", "x:1", "4:1", "-1:1", "1:-1", "1:99999999999999999999", "1:1:1"] {
            assert_eq!(read_after(text), None, "{text}");
        }
    }
}
