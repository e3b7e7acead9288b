//! The last outcome of each link, by its canonical form, until it is too old.

use super::backend::{reading, writing};
use super::rows::row;
use super::values::{digest, optional_text, text};
use super::{LinkState, Millis, Store, StoreError};

row! {
    /// The outcome of a link's check.
    pub struct UrlCheck {
        /// The link in its canonical form.
        pub url: String,
        /// The outcome.
        pub link_state: LinkState,
        /// The rule that let it be asked, or that refused where it led.
        pub rule: Option<String>,
        /// Why that is the outcome.
        pub reason: String,
        /// The last status code.
        pub status_code: Option<i64>,
        /// Where it led in the end.
        pub final_url: Option<String>,
        /// What it was redirected by, as a JSON list.
        pub redirects: String,
        /// When it was checked.
        pub checked_at: Millis,
        /// From when on it is to be checked again.
        pub expires_at: Millis,
    }
}

const FRESH: &str = "SELECT url, link_state, rule, reason, status_code, final_url, redirects, checked_at, expires_at \
    FROM url_checks WHERE digest = $1 AND expires_at > $2";
/// A check that began earlier and ended later does not overwrite a newer one.
const SAVE: &str = "INSERT INTO url_checks (digest, url, link_state, reason, status_code, final_url, redirects, checked_at, \
    expires_at, rule) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (digest) DO UPDATE SET \
    link_state = excluded.link_state, rule = excluded.rule, reason = excluded.reason, status_code = excluded.status_code, \
    final_url = excluded.final_url, redirects = excluded.redirects, checked_at = excluded.checked_at, \
    expires_at = excluded.expires_at WHERE url_checks.checked_at <= excluded.checked_at";
const FORGET: &str = "DELETE FROM url_checks WHERE expires_at <= $1";

impl Store {
    /// What is known of a link, unless it is too old.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn url_check(&self, canonical_url: &str) -> Result<Option<UrlCheck>, StoreError> {
        let digest = digest(&[canonical_url]);
        let now = self.now();
        Ok(reading!(self, connection => {
            sqlx::query_as(FRESH).bind(digest).bind(now).fetch_optional(connection).await?
        }))
    }

    /// Stores outcomes, in place of older ones of the same links.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn save_url_checks(&self, checks: &[UrlCheck]) -> Result<(), StoreError> {
        // In one order for everybody: two servers that store the same links do not wait for each other.
        let mut checks: Vec<(String, &UrlCheck)> = checks.iter().map(|check| (digest(&[&check.url]), check)).collect();
        checks.sort_by(|a, b| a.0.cmp(&b.0));
        writing!(self, connection => {
            for (digest, check) in &checks {
                sqlx::query(SAVE)
                    .bind(digest)
                    .bind(text("url", &check.url)?)
                    .bind(check.link_state.as_str())
                    .bind(text("reason", &check.reason)?)
                    .bind(check.status_code)
                    .bind(optional_text("final_url", check.final_url.as_deref())?)
                    .bind(text("redirects", &check.redirects)?)
                    .bind(check.checked_at)
                    .bind(check.expires_at)
                    .bind(optional_text("rule", check.rule.as_deref())?)
                    .execute(&mut *connection)
                    .await?;
            }
        });
        Ok(())
    }

    /// Forgets what is too old; says how many links that were.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn forget_old_url_checks(&self) -> Result<u64, StoreError> {
        let now = self.now();
        Ok(writing!(self, connection => sqlx::query(FORGET).bind(now).execute(connection).await?.rows_affected()))
    }
}
