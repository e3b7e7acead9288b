//! Reports on plain answers, for whoever asked the server to keep them.

use groundcheck_types::{Claim, Coverage, Status};

use super::backend::{reading, writing};
use super::rows::row;
use super::values::{digest, label, text};
use super::{Millis, Store, StoreError};

/// A report to keep. Verdict and risk are the report's own words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewAnalysis<'a> {
    /// The request's bytes; only their digest is kept.
    pub request: &'a [u8],
    /// The policy that held where the request does not say otherwise, as JSON: another policy gives another report.
    pub policy: &'a str,
    /// The report as JSON.
    pub report: &'a str,
    /// Its verdict.
    pub verdict: &'a str,
    /// Its risk.
    pub risk: &'a str,
    /// Its reliability.
    pub reliability: Option<f64>,
    /// How many of its claims have which status.
    pub claims: ClaimCounts,
    /// How many sentences of the answer were checked, where the report says so.
    pub sentences: Option<SentenceCounts>,
    /// Who answered, where the caller says so.
    pub provider: Option<&'a str>,
    /// Which model.
    pub model: Option<&'a str>,
}

/// The claims of a report by status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClaimCounts {
    /// Supported.
    pub supported: i64,
    /// Contradicted.
    pub contradicted: i64,
    /// Unsupported.
    pub unsupported: i64,
    /// Unverifiable.
    pub unverifiable: i64,
    /// Those of the unverifiable ones that the evidence left open.
    pub open: i64,
}

impl ClaimCounts {
    /// Those of these claims.
    #[must_use]
    pub fn of(claims: &[Claim]) -> Self {
        let mut counts = ClaimCounts::default();
        for claim in claims {
            let count = match claim.status {
                Status::Supported => &mut counts.supported,
                Status::Contradicted => &mut counts.contradicted,
                Status::Unsupported => &mut counts.unsupported,
                Status::Unverifiable => &mut counts.unverifiable,
            };
            *count += 1;
            counts.open += i64::from(claim.is_open());
        }
        counts
    }
}

/// The sentences of an answer by how far they were checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SentenceCounts {
    /// Checked.
    pub checked: i64,
    /// Partly.
    pub partly: i64,
    /// Not checked.
    pub not_checked: i64,
}

impl SentenceCounts {
    /// Those of this coverage.
    #[must_use]
    pub fn of(coverage: &Coverage) -> Self {
        let Coverage { checked, partly, not_checked, .. } = *coverage;
        SentenceCounts { checked: checked.into(), partly: partly.into(), not_checked: not_checked.into() }
    }
}

/// Which kept reports; all by default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckFilter {
    /// Only on answers of this provider.
    pub provider: Option<String>,
    /// Only on answers of this model.
    pub model: Option<String>,
    /// Only those from this time on.
    pub from: Option<Millis>,
    /// Only those before this time.
    pub until: Option<Millis>,
}

row! {
    /// The sums over the kept reports of a provider and model, of a day, or over all.
    pub struct CheckSums {
        /// The provider, empty where none was named; or the day, since 1970; empty for the sum of all.
        pub name: String,
        /// The model, likewise.
        pub model: String,
        /// Answers.
        pub answers: i64,
        /// Those that are clean.
        pub clean: i64,
        /// Those that are flagged.
        pub flagged: i64,
        /// Claims by status.
        pub supported: i64,
        /// Likewise.
        pub contradicted: i64,
        /// Likewise.
        pub unsupported: i64,
        /// Likewise.
        pub unverifiable: i64,
        /// Those of the unverifiable ones that the evidence left open.
        pub open: i64,
        /// Sentences by how far they were checked; reports without coverage have none.
        pub sentences_checked: i64,
        /// Likewise.
        pub sentences_partly: i64,
        /// Likewise.
        pub sentences_not_checked: i64,
    }
}

row! {
    /// A report that was kept.
    pub struct Analysis {
        /// Its id.
        pub id: i64,
        /// The report as JSON.
        pub report: String,
        /// Its verdict.
        pub verdict: String,
        /// Its risk.
        pub risk: String,
        /// Its reliability.
        pub reliability: Option<f64>,
        /// Who answered.
        pub provider: Option<String>,
        /// Which model.
        pub model: Option<String>,
        /// When it was checked last.
        pub analysed_at: Millis,
    }
}

const SAVE: &str = "INSERT INTO analyses (request_digest, report, verdict, risk, reliability, provider, model, analysed_at, \
    supported, contradicted, unsupported, unverifiable, open, sentences_checked, sentences_partly, sentences_not_checked) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT (request_digest) DO UPDATE SET \
    report = excluded.report, verdict = excluded.verdict, risk = excluded.risk, reliability = excluded.reliability, \
    analysed_at = excluded.analysed_at, supported = excluded.supported, contradicted = excluded.contradicted, \
    unsupported = excluded.unsupported, unverifiable = excluded.unverifiable, open = excluded.open, \
    sentences_checked = excluded.sentences_checked, sentences_partly = excluded.sentences_partly, \
    sentences_not_checked = excluded.sentences_not_checked RETURNING id";

/// Sums over bigints are decimals in PostgreSQL. `$1` provider, `$2` model, `$3` from, `$4` until.
macro_rules! sums {
    ($name:literal, $model:literal, $group:literal) => {
        concat!(
            "SELECT ",
            $name,
            " AS name, ",
            $model,
            " AS model, COUNT(*) AS answers, \
             CAST(COALESCE(SUM(CASE WHEN verdict = 'clean' THEN 1 ELSE 0 END), 0) AS BIGINT) AS clean, \
             CAST(COALESCE(SUM(CASE WHEN verdict = 'flagged' THEN 1 ELSE 0 END), 0) AS BIGINT) AS flagged, \
             CAST(COALESCE(SUM(supported), 0) AS BIGINT) AS supported, CAST(COALESCE(SUM(contradicted), 0) AS BIGINT) AS contradicted, \
             CAST(COALESCE(SUM(unsupported), 0) AS BIGINT) AS unsupported, \
             CAST(COALESCE(SUM(unverifiable), 0) AS BIGINT) AS unverifiable, CAST(COALESCE(SUM(open), 0) AS BIGINT) AS open, \
             CAST(COALESCE(SUM(sentences_checked), 0) AS BIGINT) AS sentences_checked, \
             CAST(COALESCE(SUM(sentences_partly), 0) AS BIGINT) AS sentences_partly, \
             CAST(COALESCE(SUM(sentences_not_checked), 0) AS BIGINT) AS sentences_not_checked \
             FROM analyses WHERE ($1 IS NULL OR provider = $1) AND ($2 IS NULL OR model = $2) \
             AND analysed_at >= $3 AND analysed_at < $4",
            $group
        )
    };
}
const TOTAL: &str = sums!("''", "''", "");
/// `$5` how many.
const BY_MODEL: &str = sums!(
    "COALESCE(provider, '')",
    "COALESCE(model, '')",
    " GROUP BY provider, model ORDER BY COUNT(*) DESC, provider, model LIMIT $5"
);
const BY_DAY: &str = sums!(
    "CAST(analysed_at / 86400000 AS TEXT)",
    "''",
    " GROUP BY analysed_at / 86400000 ORDER BY analysed_at / 86400000"
);

/// Binds `$1` to `$4`.
macro_rules! bind_filter {
    ($sql:expr, $filter:expr) => {
        sqlx::query_as($sql)
            .bind($filter.provider.as_deref())
            .bind($filter.model.as_deref())
            .bind($filter.from.unwrap_or(0))
            .bind($filter.until.unwrap_or(Millis::MAX))
    };
}
const LAST: &str = "SELECT id, report, verdict, risk, reliability, provider, model, analysed_at FROM analyses \
    WHERE analysed_at >= $1 AND analysed_at < $2 ORDER BY analysed_at DESC, id DESC LIMIT $3";

impl Store {
    /// Keeps a report, in place of an earlier one on the same request; gives its id.
    ///
    /// # Errors
    /// Where the database cannot be written: nobody may be told then that the report is kept.
    pub async fn save_analysis(&self, new: &NewAnalysis<'_>) -> Result<i64, StoreError> {
        // Bytes that are not UTF-8 are no request and have no report.
        let request = std::str::from_utf8(new.request).unwrap_or_default();
        let digest = digest(&[request, new.policy, new.provider.unwrap_or_default(), new.model.unwrap_or_default()]);
        let provider = new.provider.map(|provider| label("provider", provider)).transpose()?;
        let model = new.model.map(|model| label("model", model)).transpose()?;
        let report = text("report", new.report)?;
        let now = self.now();
        Ok(writing!(self, connection => {
            sqlx::query_scalar(SAVE)
                .bind(digest)
                .bind(report.as_ref())
                .bind(new.verdict)
                .bind(new.risk)
                .bind(new.reliability)
                .bind(provider.as_deref())
                .bind(model.as_deref())
                .bind(now)
                .bind(new.claims.supported)
                .bind(new.claims.contradicted)
                .bind(new.claims.unsupported)
                .bind(new.claims.unverifiable)
                .bind(new.claims.open)
                .bind(new.sentences.map(|own| own.checked))
                .bind(new.sentences.map(|own| own.partly))
                .bind(new.sentences.map(|own| own.not_checked))
                .fetch_one(connection)
                .await?
        }))
    }

    /// The sums over the kept reports: of all, by provider and model (the one with most answers first, at most so many), and by day.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn check_sums(
        &self,
        filter: &CheckFilter,
        most: i64,
    ) -> Result<(CheckSums, Vec<CheckSums>, Vec<CheckSums>), StoreError> {
        Ok(reading!(self, connection => {
            let total = bind_filter!(TOTAL, filter).fetch_one(&mut *connection).await?;
            let models = bind_filter!(BY_MODEL, filter).bind(most).fetch_all(&mut *connection).await?;
            (total, models, bind_filter!(BY_DAY, filter).fetch_all(&mut *connection).await?)
        }))
    }

    /// The reports kept from `from` to before `until`, latest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn analyses(&self, from: Millis, until: Millis, most: i64) -> Result<Vec<Analysis>, StoreError> {
        Ok(reading!(self, connection => {
            sqlx::query_as(LAST).bind(from).bind(until).bind(most).fetch_all(connection).await?
        }))
    }
}
