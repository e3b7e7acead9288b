//! Daily sums over validated records: what document 3's monitoring is made of. A record adds to its day in the transaction that takes
//! it; nothing of what it says is stored.

use groundcheck_types::{AlertCounts, RecordReport, RecordStatus, SeverityCounts};

use super::backend::{reading, writing};
use super::reviews::{Entered, NewReview, entered};
use super::rows::row;
use super::values::label;
use super::{Millis, Store, StoreError};

/// A record that was validated, as far as it is counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Validated<'a> {
    /// Who made it, where the request says so.
    pub provider: Option<&'a str>,
    /// The name of its profile.
    pub profile: &'a str,
    /// What was found.
    pub report: &'a RecordReport,
}

/// Which validations; all by default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SumFilter {
    /// Only this provider's.
    pub provider: Option<String>,
    /// Only records of this profile.
    pub profile: Option<String>,
    /// Only those from this time on, which is the beginning of a day.
    pub from: Option<Millis>,
    /// Only those before this time, likewise.
    pub until: Option<Millis>,
}

row! {
    /// The sums of a provider or a day.
    pub struct RecordSums {
        /// The provider, empty where none was named; or the day, since 1970; empty for the sum of all.
        pub name: String,
        /// Records.
        pub records: i64,
        /// Those with an alert.
        pub with_alerts: i64,
        /// Those rejected.
        pub rejected: i64,
        /// Those that were no record of their profile.
        pub malformed: i64,
        /// Alerts.
        pub alerts: i64,
        /// Alerts by type.
        pub phantom_statement: i64,
        /// Likewise.
        pub fabricated_bank: i64,
        /// Likewise.
        pub invalid_page_range: i64,
        /// Likewise.
        pub impossible_dates: i64,
        /// Likewise.
        pub nonsensical_account: i64,
        /// Likewise.
        pub duplicate_boundaries: i64,
        /// Likewise.
        pub missing_content: i64,
        /// Likewise.
        pub inconsistent_data: i64,
        /// Alerts by severity.
        pub critical: i64,
        /// Likewise.
        pub high: i64,
        /// Likewise.
        pub medium: i64,
        /// Likewise.
        pub low: i64,
    }
}

row! {
    /// What people decided of a provider's or a day's records.
    pub struct RecordsReviewed {
        /// As in [`RecordSums`].
        pub name: String,
        /// Rejected: hallucinations.
        pub confirmed: i64,
        /// Approved: flagged wrongly.
        pub false_positives: i64,
    }
}

/// The day of `$1`, 86,400,000 milliseconds each.
const ADD: &str = "INSERT INTO record_sums (day, provider, profile, records, with_alerts, rejected, malformed, alerts, \
    phantom_statement, fabricated_bank, invalid_page_range, impossible_dates, nonsensical_account, duplicate_boundaries, \
    missing_content, inconsistent_data, critical, high, medium, low) \
    VALUES ($1 / 86400000, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) \
    ON CONFLICT (day, provider, profile) DO UPDATE SET records = record_sums.records + 1, \
    with_alerts = record_sums.with_alerts + excluded.with_alerts, rejected = record_sums.rejected + excluded.rejected, \
    malformed = record_sums.malformed + excluded.malformed, alerts = record_sums.alerts + excluded.alerts, \
    phantom_statement = record_sums.phantom_statement + excluded.phantom_statement, \
    fabricated_bank = record_sums.fabricated_bank + excluded.fabricated_bank, \
    invalid_page_range = record_sums.invalid_page_range + excluded.invalid_page_range, \
    impossible_dates = record_sums.impossible_dates + excluded.impossible_dates, \
    nonsensical_account = record_sums.nonsensical_account + excluded.nonsensical_account, \
    duplicate_boundaries = record_sums.duplicate_boundaries + excluded.duplicate_boundaries, \
    missing_content = record_sums.missing_content + excluded.missing_content, \
    inconsistent_data = record_sums.inconsistent_data + excluded.inconsistent_data, \
    critical = record_sums.critical + excluded.critical, high = record_sums.high + excluded.high, \
    medium = record_sums.medium + excluded.medium, low = record_sums.low + excluded.low";

/// Sums over bigints are decimals in PostgreSQL. `$1` provider, `$2` profile, `$3` from, `$4` until.
macro_rules! sums {
    ($name:literal, $group:literal) => {
        concat!(
            "SELECT ",
            $name,
            " AS name, CAST(COALESCE(SUM(s.records), 0) AS BIGINT) AS records, CAST(COALESCE(SUM(s.with_alerts), 0) AS BIGINT) AS with_alerts, \
             CAST(COALESCE(SUM(s.rejected), 0) AS BIGINT) AS rejected, CAST(COALESCE(SUM(s.malformed), 0) AS BIGINT) AS malformed, \
             CAST(COALESCE(SUM(s.alerts), 0) AS BIGINT) AS alerts, CAST(COALESCE(SUM(s.phantom_statement), 0) AS BIGINT) AS phantom_statement, \
             CAST(COALESCE(SUM(s.fabricated_bank), 0) AS BIGINT) AS fabricated_bank, \
             CAST(COALESCE(SUM(s.invalid_page_range), 0) AS BIGINT) AS invalid_page_range, \
             CAST(COALESCE(SUM(s.impossible_dates), 0) AS BIGINT) AS impossible_dates, \
             CAST(COALESCE(SUM(s.nonsensical_account), 0) AS BIGINT) AS nonsensical_account, \
             CAST(COALESCE(SUM(s.duplicate_boundaries), 0) AS BIGINT) AS duplicate_boundaries, \
             CAST(COALESCE(SUM(s.missing_content), 0) AS BIGINT) AS missing_content, \
             CAST(COALESCE(SUM(s.inconsistent_data), 0) AS BIGINT) AS inconsistent_data, CAST(COALESCE(SUM(s.critical), 0) AS BIGINT) AS critical, \
             CAST(COALESCE(SUM(s.high), 0) AS BIGINT) AS high, CAST(COALESCE(SUM(s.medium), 0) AS BIGINT) AS medium, CAST(COALESCE(SUM(s.low), 0) AS BIGINT) AS low \
             FROM record_sums s WHERE ($1 IS NULL OR s.provider = $1) AND ($2 IS NULL OR s.profile = $2) \
             AND s.day >= $3 / 86400000 AND s.day <= ($4 - 1) / 86400000",
            $group
        )
    };
}
/// The providers with most records; `$5` how many.
const BY_PROVIDER: &str = sums!("s.provider", " GROUP BY s.provider ORDER BY SUM(s.records) DESC, s.provider LIMIT $5");
const BY_DAY: &str = sums!("CAST(s.day AS TEXT)", " GROUP BY s.day ORDER BY s.day");
const TOTAL: &str = sums!("''", "");

/// A record's item is titled with the name of its profile.
macro_rules! reviewed {
    ($name:literal, $group:literal) => {
        concat!(
            "SELECT ",
            $name,
            " AS name, CAST(SUM(CASE WHEN status = 'rejected' THEN 1 ELSE 0 END) AS BIGINT) AS confirmed, \
             CAST(SUM(CASE WHEN status = 'approved' THEN 1 ELSE 0 END) AS BIGINT) AS false_positives FROM reviews \
             WHERE kind = 'record' AND status IN ('approved', 'rejected') AND ($1 IS NULL OR provider = $1) \
             AND ($2 IS NULL OR title = $2) AND created_at >= $3 AND created_at < $4 GROUP BY ",
            $group
        )
    };
}
const REVIEWED_BY_PROVIDER: &str = reviewed!("COALESCE(provider, '')", "provider");
const REVIEWED_BY_DAY: &str = reviewed!("CAST(created_at / 86400000 AS TEXT)", "created_at / 86400000");

/// Binds `$1` to `$4`.
macro_rules! bind_filter {
    ($sql:expr, $filter:expr) => {
        sqlx::query_as($sql)
            .bind($filter.provider.as_deref())
            .bind($filter.profile.as_deref())
            .bind($filter.from.unwrap_or(0))
            .bind($filter.until.unwrap_or(Millis::MAX))
    };
}

impl Store {
    /// Adds a record to the sums of its day and, where it is to be judged, to the queue: both or neither.
    ///
    /// # Errors
    /// A name that is too long, or the database.
    pub async fn add_validated(
        &self,
        validated: Validated<'_>,
        review: Option<&NewReview>,
        actor: &str,
    ) -> Result<Option<Entered>, StoreError> {
        let Validated { provider, profile, report } = validated;
        let (provider, profile) = (label("provider", provider.unwrap_or_default())?, label("profile", profile)?);
        let summary = &report.summary;
        let AlertCounts { phantom_statement, fabricated_bank, invalid_page_range, impossible_dates, .. } =
            summary.by_type;
        let AlertCounts { nonsensical_account, duplicate_boundaries, missing_content, inconsistent_data, .. } =
            summary.by_type;
        let SeverityCounts { critical, high, medium, low } = summary.by_severity;
        let entered: Vec<Entered> = writing!(self, connection => {
            sqlx::query(ADD)
                .bind(self.now())
                .bind(provider.as_ref())
                .bind(profile.as_ref())
                .bind(i64::from(summary.total_alerts > 0))
                .bind(i64::from(summary.rejection_recommended))
                .bind(i64::from(summary.status == RecordStatus::Error))
                .bind(i64::from(summary.total_alerts))
                .bind(i64::from(phantom_statement))
                .bind(i64::from(fabricated_bank))
                .bind(i64::from(invalid_page_range))
                .bind(i64::from(impossible_dates))
                .bind(i64::from(nonsensical_account))
                .bind(i64::from(duplicate_boundaries))
                .bind(i64::from(missing_content))
                .bind(i64::from(inconsistent_data))
                .bind(i64::from(critical))
                .bind(i64::from(high))
                .bind(i64::from(medium))
                .bind(i64::from(low))
                .execute(&mut *connection)
                .await?;
            entered!(self, connection, actor, review.as_slice())
        });
        Ok(entered.first().copied())
    }

    /// The sums by provider, the one with most records first, at most so many.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn record_sums_by_provider(&self, filter: &SumFilter, most: i64) -> Result<Vec<RecordSums>, StoreError> {
        Ok(reading!(self, connection => bind_filter!(BY_PROVIDER, filter).bind(most).fetch_all(connection).await?))
    }

    /// The sums of all.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn record_sums(&self, filter: &SumFilter) -> Result<RecordSums, StoreError> {
        Ok(reading!(self, connection => bind_filter!(TOTAL, filter).fetch_one(connection).await?))
    }

    /// The sums by day, in order.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn record_sums_by_day(&self, filter: &SumFilter) -> Result<Vec<RecordSums>, StoreError> {
        Ok(reading!(self, connection => bind_filter!(BY_DAY, filter).fetch_all(connection).await?))
    }

    /// What people decided, by provider and by day of entering the queue.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn records_reviewed(&self, filter: &SumFilter) -> Result<[Vec<RecordsReviewed>; 2], StoreError> {
        Ok(reading!(self, connection => [
            bind_filter!(REVIEWED_BY_PROVIDER, filter).fetch_all(&mut *connection).await?,
            bind_filter!(REVIEWED_BY_DAY, filter).fetch_all(&mut *connection).await?,
        ]))
    }
}
