//! A report's tables as CSV for spreadsheets.

use futures_util::Stream;
use futures_util::stream::try_unfold;
use groundcheck::csv::spreadsheet_cell as cell;
use groundcheck_types::{DayRow, InputError, MentionRow, ModelRow, ReportFilter};

use super::{PAGE_MAX, mention_page};
use crate::store::{RiskLevel, Store};

/// The tables of a report that can be had as a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Table {
    /// Every mention, the riskiest first.
    Mentions,
    /// A row a provider and model.
    Models,
    /// A row a day.
    Days,
}

/// The first line of [`model`]s.
pub const MODELS: &str = "provider,model,mentions,average_reliability,high,medium,low\r\n";
/// The first line of [`day`]s.
pub const DAYS: &str = "date,mentions,average_reliability,high,medium,low\r\n";
/// The first line of [`mention`]s.
pub const MENTIONS: &str = "brand_name,rank,risk,reliability,has_source,accessible,provider,model,asked_at,query,explanation,\
    sources,mention_id,response_id\r\n";

/// The line of a model.
#[must_use]
pub fn model(row: &ModelRow) -> String {
    let ModelRow { provider, model, mentions, average_reliability, risk } = row;
    let (average, high, medium, low) = (average_reliability.0, risk.high, risk.medium, risk.low);
    format!("{},{},{mentions},{average},{high},{medium},{low}\r\n", cell(provider), cell(model))
}

/// The line of a day.
#[must_use]
pub fn day(row: &DayRow) -> String {
    let DayRow { date, mentions, average_reliability, risk } = row;
    let (average, high, medium, low) = (average_reliability.0, risk.high, risk.medium, risk.low);
    format!("{date},{mentions},{average},{high},{medium},{low}\r\n")
}

/// The line of a mention; its sources are one cell, a line each, with the state before the address.
#[must_use]
pub fn mention(row: &MentionRow) -> String {
    let source = |source: &groundcheck_types::CitedSource| {
        format!("{} {}", source.state.map_or("not checked", |state| state.as_str()), source.url)
    };
    let sources: Vec<String> = row.sources.iter().map(source).collect();
    let cells = [
        cell(&row.brand_name),
        row.rank.to_string(),
        row.risk.as_str().to_owned(),
        row.reliability.0.to_string(),
        if row.has_source { "yes" } else { "no" }.to_owned(),
        row.accessible.map_or("", |state| state.as_str()).to_owned(),
        cell(&row.provider),
        cell(&row.model),
        row.asked_at.clone(),
        cell(&row.query),
        cell(row.explanation.as_deref().unwrap_or_default()),
        cell(&sources.join("\n")),
        row.mention_id.to_string(),
        row.response_id.to_string(),
    ];
    cells.join(",") + "\r\n"
}

/// The table of all mentions in parts, a page of one risk each, the riskiest first.
///
/// # Errors
/// A filter that cannot be read, or the database, in the part where it shows.
pub fn mentions(store: Store, filter: ReportFilter) -> impl Stream<Item = Result<String, InputError>> + Send + use<> {
    let risks = [RiskLevel::High, RiskLevel::Medium, RiskLevel::Low].into_iter();
    let first = (store, filter, risks, None::<(RiskLevel, String)>, Some(MENTIONS));
    try_unfold(first, |(store, filter, mut risks, behind, head)| async move {
        let Some((risk, after)) =
            behind.map(|(risk, after)| (risk, Some(after))).or_else(|| risks.next().map(|risk| (risk, None)))
        else {
            return Ok(None);
        };
        let page = mention_page(&store, &filter, risk, after.as_deref(), PAGE_MAX).await?;
        let part = head.unwrap_or_default().to_owned() + &page.mentions.iter().map(mention).collect::<String>();
        Ok(Some((part, (store, filter, risks, page.next.map(|after| (risk, after)), None))))
    })
}
