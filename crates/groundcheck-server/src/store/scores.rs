//! What scoring found: document 1's `hallucination_scores` and `response_quality`, and the outcome of each source's link.

use super::backend::{reading, writing};
use super::jobs::{FINISH, Lease};
use super::reviews::{NewReview, entered};
use super::rows::row;
use super::values::{optional_text, text};
use super::{LinkState, Millis, RiskLevel, Store, StoreError};

/// Who the audit says it was that a mention entered the review queue by.
const ACTOR: &str = "analysis";

/// The scores of one response's mentions.
#[derive(Debug, Clone, PartialEq)]
pub struct NewScores {
    /// The response.
    pub response_id: i64,
    /// What it is worth as a whole, in a word.
    pub overall_quality: String,
    /// All of its mentions.
    pub mentions: Vec<NewScore>,
    /// Those that somebody should look at.
    pub reviews: Vec<NewReview>,
}

/// The score of a mention.
#[derive(Debug, Clone, PartialEq)]
pub struct NewScore {
    /// The mention.
    pub mention_id: i64,
    /// The confidence that went into the score, 0 to 1.
    pub confidence_score: f64,
    /// The score, 0 to 1.
    pub reliability_score: f64,
    /// Its class.
    pub risk_level: RiskLevel,
    /// Whether the model named a source.
    pub has_source: bool,
    /// 1 where a source is reachable, 0 where none is, 0.5 where nobody can tell.
    pub source_accessible: f64,
    /// What several sources added.
    pub bonus: f64,
    /// What became of its links.
    pub links: Vec<NewLink>,
}

/// The outcome of a source's link.
#[derive(Debug, Clone, PartialEq)]
pub struct NewLink {
    /// The source.
    pub source_id: i64,
    /// Whether it is an address at all.
    pub is_valid: bool,
    /// The outcome.
    pub link_state: LinkState,
    /// Why.
    pub reason: String,
    /// The last status code.
    pub status_code: Option<i64>,
    /// Where it led in the end.
    pub final_url: Option<String>,
    /// When it was checked.
    pub checked_at: Millis,
}

/// What became of scores that were to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// They are stored, and the job is done.
    Saved,
    /// Nothing was stored: the lease had run out and another holds the job, or the response is gone.
    Lost,
}

row! {
    /// The quality of a response: document 1's `response_quality`.
    pub struct ResponseQuality {
        /// How many mentions it has.
        pub total_mentions: i64,
        /// Their mean reliability; none without mentions.
        pub avg_reliability: Option<f64>,
        /// How many of them are of high risk.
        pub high_risk_count: i64,
        /// Of medium risk.
        pub medium_risk_count: i64,
        /// Of low risk.
        pub low_risk_count: i64,
        /// What it is worth as a whole, in a word.
        pub overall_quality: String,
        /// When it was scored.
        pub scored_at: Millis,
    }
}

/// Takes what reports filter by from the response; nothing where the mention is not one of it.
const SAVE: &str = "INSERT INTO hallucination_scores (mention_id, response_id, query_id, provider, model, asked_at, \
    asked_day, confidence_score, reliability_score, reliability_tenth, risk_level, has_source, source_accessible, bonus, scored_at) \
    SELECT m.id, r.id, r.query_id, r.provider, r.model, r.asked_at, r.asked_at / 86400000, $3, $4, $5, $6, $7, $8, $9, $10 \
    FROM mentions m JOIN responses r ON r.id = m.response_id WHERE m.id = $1 AND r.id = $2 \
    ON CONFLICT (mention_id) DO UPDATE SET confidence_score = excluded.confidence_score, \
    reliability_score = excluded.reliability_score, reliability_tenth = excluded.reliability_tenth, \
    risk_level = excluded.risk_level, has_source = excluded.has_source, source_accessible = excluded.source_accessible, \
    bonus = excluded.bonus, scored_at = excluded.scored_at";
const SAVE_LINK: &str = "UPDATE sources SET is_valid = $3, link_state = $4, reason = $5, status_code = $6, final_url = $7, \
    checked_at = $8 WHERE id = $1 AND mention_id = $2";
const SAVE_QUALITY: &str = "INSERT INTO response_quality (response_id, total_mentions, avg_reliability, high_risk_count, \
    medium_risk_count, low_risk_count, overall_quality, scored_at) \
    SELECT id, $2, $3, $4, $5, $6, $7, $8 FROM responses WHERE id = $1 \
    ON CONFLICT (response_id) DO UPDATE SET total_mentions = excluded.total_mentions, \
    avg_reliability = excluded.avg_reliability, high_risk_count = excluded.high_risk_count, \
    medium_risk_count = excluded.medium_risk_count, low_risk_count = excluded.low_risk_count, \
    overall_quality = excluded.overall_quality, scored_at = excluded.scored_at";
/// `$2` mentions, `$3` their sum, `$4` to `$6` by risk, `$7` to `$16` by tenth.
const SAVE_SUMS: &str = "INSERT INTO report_sums (response_id, query_id, provider, model, asked_at, asked_day, mentions, \
    reliability_sum, high, medium, low, tenth_0, tenth_1, tenth_2, tenth_3, tenth_4, tenth_5, tenth_6, tenth_7, tenth_8, tenth_9) \
    SELECT id, query_id, provider, model, asked_at, asked_at / 86400000, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, \
    $15, $16 FROM responses WHERE id = $1 ON CONFLICT (response_id) DO UPDATE SET mentions = excluded.mentions, \
    reliability_sum = excluded.reliability_sum, high = excluded.high, medium = excluded.medium, low = excluded.low, \
    tenth_0 = excluded.tenth_0, tenth_1 = excluded.tenth_1, tenth_2 = excluded.tenth_2, tenth_3 = excluded.tenth_3, \
    tenth_4 = excluded.tenth_4, tenth_5 = excluded.tenth_5, tenth_6 = excluded.tenth_6, tenth_7 = excluded.tenth_7, \
    tenth_8 = excluded.tenth_8, tenth_9 = excluded.tenth_9";
const QUALITY: &str = "SELECT total_mentions, avg_reliability, high_risk_count, medium_risk_count, low_risk_count, \
    overall_quality, scored_at FROM response_quality WHERE response_id = $1";

impl Store {
    /// Stores a response's scores and what became of its links, and finishes the job that the lease is for: all or nothing. Storing
    /// the same again changes nothing but the time.
    ///
    /// # Errors
    /// A score outside 0 to 1, or the database.
    pub async fn save_scores(&self, scores: &NewScores, lease: Option<&Lease>) -> Result<Saved, StoreError> {
        for score in &scores.mentions {
            if !(0.0..=1.0).contains(&score.reliability_score) {
                return Err(StoreError::invalid("reliability_score", "must be from 0 to 1".to_owned()));
            }
        }
        let now = self.now();
        let count = |risk| scores.mentions.iter().filter(|score| score.risk_level == risk).count() as i64;
        let total = scores.mentions.len();
        let sum: f64 = scores.mentions.iter().map(|score| score.reliability_score).sum();
        let average = (total > 0).then(|| sum / total as f64);
        let mut tenths = [0_i64; 10];
        for score in &scores.mentions {
            tenths[tenth(score.reliability_score)] += 1;
        }
        writing!(self, connection => {
            if let Some(lease) = lease {
                // First, so that two holders of one job meet here and not in its results.
                let finish = sqlx::query(FINISH).bind(lease.job_id).bind(lease.attempt).bind(now);
                if finish.execute(&mut *connection).await?.rows_affected() != 1 {
                    return Ok(Saved::Lost);
                }
            }
            let quality = sqlx::query(SAVE_QUALITY)
                .bind(scores.response_id)
                .bind(total as i64)
                .bind(average)
                .bind(count(RiskLevel::High))
                .bind(count(RiskLevel::Medium))
                .bind(count(RiskLevel::Low))
                .bind(text("overall_quality", &scores.overall_quality)?)
                .bind(now);
            if quality.execute(&mut *connection).await?.rows_affected() != 1 {
                return Ok(Saved::Lost);
            }
            let mut sums = sqlx::query(SAVE_SUMS)
                .bind(scores.response_id)
                .bind(total as i64)
                .bind(sum)
                .bind(count(RiskLevel::High))
                .bind(count(RiskLevel::Medium))
                .bind(count(RiskLevel::Low));
            for count in tenths {
                sums = sums.bind(count);
            }
            sums.execute(&mut *connection).await?;
            for score in &scores.mentions {
                let saved = sqlx::query(SAVE)
                    .bind(score.mention_id)
                    .bind(scores.response_id)
                    .bind(score.confidence_score)
                    .bind(score.reliability_score)
                    .bind(tenth(score.reliability_score) as i64)
                    .bind(score.risk_level.as_str())
                    .bind(score.has_source)
                    .bind(score.source_accessible)
                    .bind(score.bonus)
                    .bind(now);
                if saved.execute(&mut *connection).await?.rows_affected() != 1 {
                    let message = format!("{} is no mention of response {}", score.mention_id, scores.response_id);
                    return Err(StoreError::invalid("mention_id", message));
                }
                for link in &score.links {
                    sqlx::query(SAVE_LINK)
                        .bind(link.source_id)
                        .bind(score.mention_id)
                        .bind(link.is_valid)
                        .bind(link.link_state.as_str())
                        .bind(text("reason", &link.reason)?)
                        .bind(link.status_code)
                        .bind(optional_text("final_url", link.final_url.as_deref())?)
                        .bind(link.checked_at)
                        .execute(&mut *connection)
                        .await?;
                }
            }
            entered!(self, connection, ACTOR, &scores.reviews);
        });
        Ok(Saved::Saved)
    }

    /// The quality of a response, once it is scored.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn response_quality(&self, response_id: i64) -> Result<Option<ResponseQuality>, StoreError> {
        Ok(reading!(self, connection => {
            sqlx::query_as(QUALITY).bind(response_id).fetch_optional(connection).await?
        }))
    }
}

/// Which tenth of 0 to 1 a score lies in, the last one with its end: the bars of a histogram. A score that should be 0.3 and comes
/// out of the sum as 0.29999999999999993 belongs to the tenth that it is printed with.
fn tenth(score: f64) -> usize {
    // Casting takes what is below 0 for 0.
    ((score * 10.0 + 1e-9).floor() as usize).min(9)
}

#[cfg(test)]
mod tests {
    use super::tenth;

    #[test]
    fn tenths_hold_their_beginning_and_the_last_its_end() {
        for (score, expected) in [(0.0, 0), (0.0999, 0), (0.1, 1), (0.1 + 0.2, 3), (0.7, 7), (0.95, 9), (1.0, 9)] {
            assert_eq!(tenth(score), expected, "{score}");
        }
    }
}
