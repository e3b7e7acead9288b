//! How the validation of records has gone: document 3, "Monitoring Metrics", from the daily sums of the store and what people decided.

use groundcheck_types::{
    AlertCounts, InputError, MonitoringFilter, MonitoringRow, Number, RecordMonitoring, ReviewedCounts, SeverityCounts,
};

use crate::dates;
use crate::store::Store;
use crate::store::record_sums::{RecordSums, RecordsReviewed, SumFilter};

/// No more providers: their names come from outside.
const PROVIDERS_MAX: i64 = 100;

/// The figures of what the filter leaves.
///
/// # Errors
/// A day that is none, or the database.
pub async fn record_monitoring(store: &Store, filter: &MonitoringFilter) -> Result<RecordMonitoring, InputError> {
    let MonitoringFilter { provider, profile, from, to } = filter;
    let (from, until) = dates::between(from.as_deref(), to.as_deref())?;
    let filter = SumFilter { provider: provider.clone(), profile: profile.clone(), from, until };
    let (total, providers, days, [by_provider, by_day]) = futures_util::try_join!(
        store.record_sums(&filter),
        store.record_sums_by_provider(&filter, PROVIDERS_MAX),
        store.record_sums_by_day(&filter),
        store.records_reviewed(&filter),
    )?;
    let decided_of = |sums: &RecordSums, reviewed: &[RecordsReviewed]| {
        reviewed.iter().find(|row| row.name == sums.name).map(decided).unwrap_or_default()
    };
    let provider = |sums: &RecordSums| {
        row(sums, Some(sums.name.clone()).filter(|name| !name.is_empty()), decided_of(sums, &by_provider))
    };
    let day = |sums: &RecordSums| {
        row(sums, Some(dates::day_to_text(sums.name.parse().unwrap_or_default())), decided_of(sums, &by_day))
    };
    let all = by_day.iter().map(decided).fold(ReviewedCounts::default(), |all, day| ReviewedCounts {
        confirmed: all.confirmed + day.confirmed,
        false_positives: all.false_positives + day.false_positives,
    });
    Ok(RecordMonitoring {
        total: row(&total, None, all),
        providers: providers.iter().map(provider).collect(),
        days: days.iter().map(day).collect(),
    })
}

fn row(sums: &RecordSums, name: Option<String>, reviewed: ReviewedCounts) -> MonitoringRow {
    let (records, alerts, rejected) = (count(sums.records), count(sums.alerts), count(sums.rejected));
    MonitoringRow {
        name,
        records,
        with_alerts: count(sums.with_alerts),
        rejected,
        malformed: count(sums.malformed),
        alerts,
        alert_rate: rate(alerts, records),
        rejection_rate: rate(rejected, records),
        by_type: AlertCounts {
            phantom_statement: few(sums.phantom_statement),
            fabricated_bank: few(sums.fabricated_bank),
            invalid_page_range: few(sums.invalid_page_range),
            impossible_dates: few(sums.impossible_dates),
            nonsensical_account: few(sums.nonsensical_account),
            duplicate_boundaries: few(sums.duplicate_boundaries),
            missing_content: few(sums.missing_content),
            inconsistent_data: few(sums.inconsistent_data),
        },
        by_severity: SeverityCounts {
            critical: few(sums.critical),
            high: few(sums.high),
            medium: few(sums.medium),
            low: few(sums.low),
        },
        reviewed,
        false_positive_rate: rate(reviewed.false_positives, reviewed.confirmed + reviewed.false_positives),
    }
}

/// Of so many, four decimals; none of nothing.
fn rate(part: u64, whole: u64) -> Option<Number> {
    (whole > 0).then(|| Number((part as f64 / whole as f64 * 1e4).round() / 1e4))
}

fn decided(row: &RecordsReviewed) -> ReviewedCounts {
    ReviewedCounts { confirmed: count(row.confirmed), false_positives: count(row.false_positives) }
}

/// A count of the database's, which are never negative.
fn count(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// The same where the contract has 32 bits.
fn few(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
