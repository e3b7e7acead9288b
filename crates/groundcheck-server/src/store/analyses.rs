//! Reports on plain answers, for whoever asked the server to keep them.

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
    /// Who answered, where the caller says so.
    pub provider: Option<&'a str>,
    /// Which model.
    pub model: Option<&'a str>,
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

const SAVE: &str = "INSERT INTO analyses (request_digest, report, verdict, risk, reliability, provider, model, analysed_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (request_digest) DO UPDATE SET report = excluded.report, \
    verdict = excluded.verdict, risk = excluded.risk, reliability = excluded.reliability, \
    analysed_at = excluded.analysed_at RETURNING id";
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
                .fetch_one(connection)
                .await?
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
