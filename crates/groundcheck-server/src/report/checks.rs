//! What the kept reports of checks add up to: answers by verdict, claims by status, by provider and day.

use groundcheck_types::{CheckReport, CheckRow, ErrorCode, InputError, Number, ReportFilter, SCHEMA_VERSION};

use super::count;
use crate::dates;
use crate::store::Store;
use crate::store::analyses::{CheckFilter, CheckSums};

/// No more providers and models: their names come from outside.
const MODELS_MAX: i64 = 100;

/// The figures of what this filter leaves; `keeps` is whether the server keeps reports now.
///
/// # Errors
/// A day that is none, a query, which checks do not have, or the database.
pub async fn check_report(store: &Store, filter: &ReportFilter, keeps: bool) -> Result<CheckReport, InputError> {
    if filter.query.is_some() {
        let message = "is not a filter of checks: they have no query";
        return Err(InputError::field(ErrorCode::UnknownField, "query", message));
    }
    let (from, until) = dates::between(filter.from.as_deref(), filter.to.as_deref())?;
    let chosen = CheckFilter { provider: filter.provider.clone(), model: filter.model.clone(), from, until };
    let (total, models, days) = store.check_sums(&chosen, MODELS_MAX).await?;
    let of_day = |sums: &CheckSums| row(sums, Some(dates::day_to_text(sums.name.parse().unwrap_or_default())));
    let of_model = |sums: &CheckSums| row(sums, said(&sums.name));
    Ok(CheckReport {
        schema_version: SCHEMA_VERSION,
        filter: filter.clone(),
        keeps,
        total: row(&total, None),
        models: models.iter().map(of_model).collect(),
        days: days.iter().map(of_day).collect(),
    })
}

fn said(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}

fn row(sums: &CheckSums, name: Option<String>) -> CheckRow {
    let sentences = sums.sentences_checked + sums.sentences_partly + sums.sentences_not_checked;
    let claims = sums.supported + sums.contradicted + sums.unsupported + sums.unverifiable;
    CheckRow {
        name,
        model: said(&sums.model),
        answers: count(sums.answers),
        clean: count(sums.clean),
        flagged: count(sums.flagged),
        unverified: count(sums.answers - sums.clean - sums.flagged),
        supported: count(sums.supported),
        contradicted: count(sums.contradicted),
        unsupported: count(sums.unsupported),
        open: count(sums.open),
        unverifiable: count(sums.unverifiable - sums.open),
        open_share: share(sums.open, claims),
        sentences_checked: count(sums.sentences_checked),
        sentences_partly: count(sums.sentences_partly),
        sentences_not_checked: count(sums.sentences_not_checked),
        checked_share: share(sums.sentences_checked, sentences),
    }
}

/// Four decimals; `None` of nothing.
#[expect(clippy::cast_precision_loss, reason = "counts of claims and sentences are far under 2^53")]
fn share(part: i64, all: i64) -> Option<Number> {
    (all > 0).then(|| Number((part as f64 / all as f64 * 10_000.0).round() / 10_000.0))
}
