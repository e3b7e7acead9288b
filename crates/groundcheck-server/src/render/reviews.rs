//! The review queue and the audit as text.

use groundcheck_types::{
    AuditEvent, AuditPage, AuditVerification, BulkOutcome, BulkRow, ReviewContent, ReviewItem, ReviewPage,
    ReviewSummary,
};

use super::visible::one_line;
use super::{Style, record_report, report};

/// A page of the queue: a line an item. Ends in a newline.
#[must_use]
pub fn review_page(page: &ReviewPage, style: Style) -> String {
    let totals = page.totals;
    let mut out: String = page.items.iter().map(|item| summary(item, style)).collect();
    out.push_str(&format!(
        "{} pending, {} reviewed, {} approved, {} rejected\n",
        totals.pending, totals.reviewed, totals.approved, totals.rejected
    ));
    if let Some(next) = &page.next {
        out.push_str(&style.dim(&format!("more with --after {next}\n")));
    }
    out
}

/// An item with what there is to be judged. Ends in a newline.
#[must_use]
pub fn review_item(item: &ReviewItem, style: Style) -> String {
    let mut out = summary(&item.summary, style);
    out.push_str(&style.dim(&format!("version {}, entered {}\n\n", item.summary.version, item.summary.created_at)));
    match &item.content {
        ReviewContent::Answer { request, report: found, .. } => out.push_str(&report(request, found, style)),
        ReviewContent::Record { report: found } => out.push_str(&record_report(found, style)),
        ReviewContent::Mention { mention } => {
            out.push_str(&format!("{}\nasked: {}\n", one_line(&mention.brand_name), one_line(&mention.query)));
            out.push_str(&format!("reliability {}\n", mention.reliability.0));
            for source in &mention.sources {
                let state = source.state.map_or("not checked", |state| state.as_str());
                out.push_str(&format!("  {state}  {}\n", one_line(&source.url)));
            }
        }
    }
    for decision in &item.decisions {
        out.push_str(&format!("decided: {} is {}\n", one_line(&decision.claim), decision.status.as_str()));
    }
    for (name, text) in [("note", &item.note), ("corrected value", &item.corrected_value)] {
        if let Some(text) = text {
            out.push_str(&format!("{name}: {}\n", one_line(text)));
        }
    }
    out
}

/// What became of changes: a line each.
#[must_use]
pub fn review_changes(rows: &[BulkRow]) -> String {
    let line = |row: &BulkRow| match (row.outcome, row.version) {
        (BulkOutcome::Changed, Some(version)) => format!("{} changed, now at version {version}\n", row.id),
        (BulkOutcome::Conflict, Some(version)) => {
            format!("{} not changed: someone else changed it first, it is at version {version}\n", row.id)
        }
        _ => format!("{} not changed: there is no such item\n", row.id),
    };
    rows.iter().map(line).collect()
}

/// Rows of the audit, a line each.
#[must_use]
pub fn audit_page(page: &AuditPage, style: Style) -> String {
    let line = |event: &AuditEvent| {
        let AuditEvent { number, happened_at, actor, action, subject, amount, detail, digest: _ } = event;
        let (actor, subject, detail) = (one_line(actor), one_line(subject), one_line(detail));
        format!(
            "{number:>6}  {happened_at}  {actor}  {action} {subject} ({amount}){}\n",
            style.dim(&format!("  {detail}"))
        )
    };
    let mut out: String = page.events.iter().map(line).collect();
    if let Some(next) = page.next {
        out.push_str(&style.dim(&format!("more with --before {next}\n")));
    }
    out
}

/// Whether the audit holds.
#[must_use]
pub fn audit_verification(verification: &AuditVerification) -> String {
    match &verification.error {
        None if verification.rows == 0 => "✓ nothing is in the audit yet\n".to_owned(),
        None => format!("✓ {} rows are intact\n  digest of the last: {}\n", verification.rows, verification.head),
        Some(error) => format!("✕ {}\n  {} earlier rows are intact\n", one_line(&error.to_string()), verification.rows),
    }
}

fn summary(item: &ReviewSummary, style: Style) -> String {
    let of = [item.provider.as_deref(), item.model.as_deref()].into_iter().flatten().map(one_line).collect::<Vec<_>>();
    let assignee = item.assignee.as_deref().map(|name| format!("  @{}", one_line(name))).unwrap_or_default();
    format!(
        "{:>6}  {:<8}  {:<8}  {:<7}  {}{}{assignee}\n",
        item.id,
        item.status.as_str(),
        item.risk.as_str(),
        item.kind.as_str(),
        one_line(&item.title),
        style.dim(&if of.is_empty() { String::new() } else { format!("  {}", of.join(" ")) }),
    )
}
