//! What language models answered to single questions about claims, by the digest of the question.

use super::backend::{reading, writing};
use super::rows::row;
use super::values::{digest, label, words};
use super::{Millis, Store, StoreError};

words! {
    /// Where a probability comes from.
    pub enum MeasuredBy {
        /// From the first answer token's log probabilities.
        Logprobs = "logprobs",
        /// Counted over sampled answers.
        SampledVotes = "sampled_votes",
    }
}

row! {
    /// P(YES) to a question, as it was measured.
    pub struct Verification {
        /// The provider's name.
        pub provider: String,
        /// Which of its models.
        pub model: String,
        /// Where the probability comes from.
        pub probability_source: MeasuredBy,
        /// Its lower end.
        pub probability_lower: f64,
        /// Its upper end.
        pub probability_upper: f64,
        /// How many sampled answers said YES; none for log probabilities.
        pub yes_votes: Option<i64>,
        /// How many there were.
        pub votes: Option<i64>,
        /// When it was measured.
        pub created_at: Millis,
    }
}

const KNOWN: &str = "SELECT provider, model, probability_source, probability_lower, probability_upper, yes_votes, votes, created_at \
    FROM verifications WHERE digest = $1";
const SAVE: &str = "INSERT INTO verifications (digest, provider, model, probability_source, probability_lower, probability_upper, \
    yes_votes, votes, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (digest) DO UPDATE SET \
    provider = excluded.provider, probability_source = excluded.probability_source, \
    probability_lower = excluded.probability_lower, probability_upper = excluded.probability_upper, \
    yes_votes = excluded.yes_votes, votes = excluded.votes, created_at = excluded.created_at \
    WHERE verifications.created_at <= excluded.created_at";

/// A question to a model: everything that its answer depends on. Only its digest is stored.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct QuestionDigest(String);

impl QuestionDigest {
    /// The digest of these parts.
    #[must_use]
    pub fn of(parts: &[&str]) -> Self {
        QuestionDigest(digest(parts))
    }
}

impl Store {
    /// What was answered to this question.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn verification(&self, question: &QuestionDigest) -> Result<Option<Verification>, StoreError> {
        Ok(reading!(self, connection => {
            sqlx::query_as(KNOWN).bind(&question.0).fetch_optional(connection).await?
        }))
    }

    /// Stores what was answered, in place of an older answer to the same question.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn save_verification(
        &self,
        question: &QuestionDigest,
        verification: &Verification,
    ) -> Result<(), StoreError> {
        let Verification { provider, model, probability_source, .. } = verification;
        writing!(self, connection => {
            sqlx::query(SAVE)
                .bind(&question.0)
                .bind(label("provider", provider)?)
                .bind(label("model", model)?)
                .bind(probability_source.as_str())
                .bind(verification.probability_lower)
                .bind(verification.probability_upper)
                .bind(verification.yes_votes)
                .bind(verification.votes)
                .bind(verification.created_at)
                .execute(connection)
                .await?;
        });
        Ok(())
    }
}
