//! Document 1's report from what is stored: sums by model and day, the histogram, the mentions by risk, page by page.
//!
//! - [`source_report`], [`mention_page`], [`choices`] give the contract's types.
//! - [`params`] reads the filter as it stands in an address.
//! - [`csv`] and [`html`] write it for spreadsheets and for reading without groundcheck; for a terminal `render` does.
//!
//! Only counts what is scored, and says beside it how much is not.

pub mod checks;
pub mod csv;
pub mod html;

use groundcheck_types::{
    CitedSource, DayRow, ErrorCode, InputError, MentionPage, MentionRow, ModelName, ModelRow, Number, ReportChoices,
    ReportFilter, Risk, RiskCounts, SourceReport, StoredTotals, UrlReason, UrlState,
};

use crate::dates;
use crate::store::jobs::{JobCounts, JobKind};
use crate::store::reports::{After, Day, Filter, Part, RiskyMention, Totals};
use crate::store::responses::SourceRow;
use crate::store::{RiskLevel, Store, read_word};

/// How many mentions stand on a page where nobody says it, and in a report.
pub const PAGE: usize = 20;
/// How many may.
pub const PAGE_MAX: usize = 1_000;
/// How many queries are offered to choose from.
const QUERIES_MAX: i64 = 1_000;

/// The report on what this filter leaves.
///
/// # Errors
/// A day that is none, or the database.
pub async fn source_report(store: &Store, filter: &ReportFilter) -> Result<SourceReport, InputError> {
    let chosen = chosen(store, filter).await?;
    // What waits before what is scored: a response that is scored meanwhile is in the figures and may be said to wait, never neither.
    let totals = store.totals().await?;
    let jobs = store.job_counts(JobKind::Score).await?;
    // At once: each is a statement of its own, on a connection of its own.
    let (parts, days, high) = futures_util::try_join!(
        store.report_parts(&chosen),
        store.report_days(&chosen),
        page(store, &chosen, RiskLevel::High, None, PAGE),
    )?;
    let mut risk = RiskCounts::default();
    let mut histogram = [0; 10];
    let (mut mentions, mut sum) = (0, 0.0);
    for part in &parts {
        risk.high += count(part.high);
        risk.medium += count(part.medium);
        risk.low += count(part.low);
        mentions += count(part.mentions);
        sum += part.reliability_sum;
        histogram.iter_mut().zip(part.tenths()).for_each(|(bar, of_part)| *bar += count(of_part));
    }
    let mut models: Vec<ModelRow> = parts.into_iter().map(model_row).collect();
    models.sort_by(|a, b| b.average_reliability.0.total_cmp(&a.average_reliability.0));
    Ok(SourceReport {
        schema_version: groundcheck_types::SCHEMA_VERSION,
        filter: filter.clone(),
        stored: stored(totals, jobs),
        mentions,
        average_reliability: (mentions > 0).then(|| average(sum, mentions)),
        risk,
        histogram,
        models,
        days: days.into_iter().map(day_row).collect(),
        high_risk: high,
    })
}

/// The report where there is no database yet.
#[must_use]
pub fn nothing(filter: &ReportFilter) -> SourceReport {
    SourceReport {
        schema_version: groundcheck_types::SCHEMA_VERSION,
        filter: filter.clone(),
        stored: StoredTotals::default(),
        mentions: 0,
        average_reliability: None,
        risk: RiskCounts::default(),
        histogram: [0; 10],
        models: Vec::new(),
        days: Vec::new(),
        high_risk: MentionPage::default(),
    }
}

/// A page of the mentions of this risk, behind `after`.
///
/// # Errors
/// A day or an `after` that is none, or the database.
pub async fn mention_page(
    store: &Store,
    filter: &ReportFilter,
    risk: RiskLevel,
    after: Option<&str>,
    most: usize,
) -> Result<MentionPage, InputError> {
    let chosen = chosen(store, filter).await?;
    let wrong = || InputError::field(ErrorCode::InvalidValue, "after", "is not the `next` of an earlier page");
    let after = after.map(|text| read_after(text).ok_or_else(wrong)).transpose()?;
    Ok(page(store, &chosen, risk, after, most).await?)
}

/// What a filter can name.
///
/// # Errors
/// Where the database cannot be read.
pub async fn choices(store: &Store) -> Result<ReportChoices, InputError> {
    let (queries, models) = futures_util::try_join!(store.newest_queries(QUERIES_MAX), store.models())?;
    let models = models.into_iter().map(|model| ModelName { provider: model.provider, model: model.model });
    Ok(ReportChoices { queries, models: models.collect() })
}

async fn page(
    store: &Store,
    filter: &Filter,
    risk: RiskLevel,
    after: Option<After>,
    most: usize,
) -> Result<MentionPage, crate::store::StoreError> {
    // One more says whether there is a next page.
    let wanted = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
    let mut found = store.report_mentions(filter, risk, after, wanted).await?;
    let more = found.len() > most;
    found.truncate(most);
    let last = found.last().filter(|_| more);
    let next = last.map(|(mention, _)| format!("{}:{}", mention.reliability_score, mention.mention_id));
    let mentions = found.into_iter().map(|(mention, sources)| mention_row(mention, risk, sources));
    Ok(MentionPage { mentions: mentions.collect(), next })
}

/// Reads the `next` of a page.
fn read_after(text: &str) -> Option<After> {
    let (score, id) = text.split_once(':')?;
    let reliability_score: f64 = score.parse().ok()?;
    (0.0..=1.0).contains(&reliability_score).then_some(())?;
    Some(After { reliability_score, mention_id: id.parse().ok()? })
}

/// The filter as the store has it.
async fn chosen(store: &Store, filter: &ReportFilter) -> Result<Filter, InputError> {
    let (from, until) = dates::between(filter.from.as_deref(), filter.to.as_deref())?;
    let query_id = match &filter.query {
        // A query that nobody asked has no answers: no id is 0.
        Some(query) => Some(store.query_id(query).await?.unwrap_or(0)),
        None => None,
    };
    Ok(Filter { query_id, provider: filter.provider.clone(), model: filter.model.clone(), from, until })
}

fn stored(totals: Totals, jobs: JobCounts) -> StoredTotals {
    StoredTotals {
        responses: count(totals.responses),
        mentions: count(totals.mentions),
        scored: count(totals.scored),
        pending: jobs.pending(),
        failed: jobs.failed,
        examples: count(totals.examples),
    }
}

/// A count of the database's, which are never negative.
fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// The mean, without the noise of its last digits.
fn average(sum: f64, mentions: u64) -> Number {
    Number((sum / mentions as f64 * 1e9).round() / 1e9)
}

fn model_row(part: Part) -> ModelRow {
    let mentions = count(part.mentions);
    ModelRow {
        provider: part.provider,
        model: part.model,
        mentions,
        average_reliability: average(part.reliability_sum, mentions),
        risk: RiskCounts { high: count(part.high), medium: count(part.medium), low: count(part.low) },
    }
}

fn day_row(day: Day) -> DayRow {
    let mentions = count(day.mentions);
    DayRow {
        date: dates::day_to_text(day.day),
        mentions,
        average_reliability: average(day.reliability_sum, mentions),
        risk: RiskCounts { high: count(day.high), medium: count(day.medium), low: count(day.low) },
    }
}

pub(crate) fn mention_row(mention: RiskyMention, risk: RiskLevel, sources: Vec<SourceRow>) -> MentionRow {
    let accessible = match mention.source_accessible {
        _ if !mention.has_source => None,
        value if value >= 1.0 => Some(UrlState::Reachable),
        value if value > 0.0 => Some(UrlState::Unknown),
        _ => Some(UrlState::Unreachable),
    };
    MentionRow {
        mention_id: count(mention.mention_id),
        response_id: count(mention.response_id),
        query: mention.query,
        provider: mention.provider,
        model: mention.model,
        asked_at: dates::to_text(mention.asked_at),
        brand_name: mention.brand_name,
        rank: u32::try_from(mention.rank_position).unwrap_or(u32::MAX),
        explanation: mention.explanation,
        reliability: Number(mention.reliability_score),
        risk: match risk {
            RiskLevel::Low => Risk::Low,
            RiskLevel::Medium => Risk::Medium,
            RiskLevel::High => Risk::High,
        },
        has_source: mention.has_source,
        accessible,
        sources: sources.into_iter().map(cited).collect(),
    }
}

fn cited(source: SourceRow) -> CitedSource {
    let reason: Option<UrlReason> = source.reason.as_deref().and_then(read_word);
    CitedSource {
        url: source.url,
        title: source.title,
        is_valid: source.is_valid,
        state: source.link_state.map(UrlState::from),
        reason,
        status_code: source.status_code.and_then(|status| u16::try_from(status).ok()),
        checked_at: source.checked_at.map(dates::to_text),
    }
}

/// Whole per cent for people; what is there is never 0%, and what is not all never 100%.
#[must_use]
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "0%".to_owned();
    }
    let exact = part as f64 / whole as f64 * 100.0;
    match exact.round() {
        0.0 if part > 0 => "<1%".to_owned(),
        100.0 if part < whole => ">99%".to_owned(),
        rounded => format!("{rounded}%"),
    }
}

/// The risks in the order of a report, with how many there are of each.
#[must_use]
pub fn by_risk(risk: RiskCounts) -> [(RiskLevel, &'static str, u64); 3] {
    [
        (RiskLevel::High, "High", risk.high),
        (RiskLevel::Medium, "Medium", risk.medium),
        (RiskLevel::Low, "Low", risk.low),
    ]
}

/// What is not in the figures of a report, in sentences: what waits, what failed, what is made up, and where there is nothing at all.
#[must_use]
pub fn notes(report: &SourceReport) -> Vec<String> {
    let stored = report.stored;
    let responses = |number: u64| format!("{number} {}", if number == 1 { "response" } else { "responses" });
    let mut notes = Vec::new();
    if stored.responses == 0 {
        notes.push(
            "Nothing is stored yet: `groundcheck collect` and `groundcheck import` bring responses in.".to_owned(),
        );
    } else if stored.scored == 0 {
        notes.push("Nothing is scored yet, so the risk is unknown.".to_owned());
    } else if report.mentions == 0 {
        notes.push("No scored mention is left by this filter.".to_owned());
    }
    if stored.pending > 0 {
        notes.push(format!("Not scored yet: {} (`groundcheck analyze`).", responses(stored.pending)));
    }
    if stored.failed > 0 {
        notes.push(format!(
            "Could not be scored: {} (`groundcheck analyze` tries again); not included in these figures.",
            responses(stored.failed)
        ));
    }
    if stored.examples > 0 {
        notes.push(format!("{} of example data, from invented companies, are among them.", responses(stored.examples)));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_never_round_something_to_nothing() {
        for (part, whole, shown) in [
            (2, 15, "13%"),
            (5, 15, "33%"),
            (8, 15, "53%"),
            (0, 15, "0%"),
            (15, 15, "100%"),
            (1, 1_000, "<1%"),
            (999, 1_000, ">99%"),
            (0, 0, "0%"),
        ] {
            assert_eq!(percent(part, whole), shown);
        }
    }

    #[test]
    fn the_place_behind_a_page_is_read_back() {
        let after = read_after("0.35:17").unwrap();
        assert_eq!((after.reliability_score, after.mention_id), (0.35, 17));
        for text in ["", "0.35", "x:1", "0.35:x", "NaN:1", "2:1", "-1:1"] {
            assert!(read_after(text).is_none(), "{text}");
        }
    }
}
