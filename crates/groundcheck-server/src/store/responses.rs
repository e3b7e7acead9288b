//! Collected responses with their mentions and sources: document 1's `queries`, `responses`, `mentions`, `sources`.

use std::collections::HashMap;

use serde::Serialize;

use super::audit::audited;
use super::backend::{reading, writing};
use super::jobs::{ENQUEUE, JobKind};
use super::rows::row;
use super::values::{digest, label, optional_text, text};
use super::{LinkState, Millis, Origin, Store, StoreError};

/// A response to store. Texts are stored as they are; names of provider and model are at most 512 bytes long.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NewResponse {
    /// What was asked.
    pub query: String,
    /// Who answered.
    pub provider: String,
    /// Which of the provider's models.
    pub model: String,
    /// The answer as it came.
    pub raw_response: String,
    /// When it was asked; the time of storing where nobody knows.
    pub asked_at: Option<Millis>,
    /// Where it came from.
    pub origin: Origin,
    /// What went in, in the provider's tokens.
    pub prompt_tokens: Option<i64>,
    /// What came out.
    pub completion_tokens: Option<i64>,
    /// What it cost.
    pub cost_usd: Option<f64>,
    /// What the answer names, by rank.
    pub mentions: Vec<NewMention>,
}

/// A brand that a response names.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NewMention {
    /// Its name.
    pub brand_name: String,
    /// Its place in the answer, from 1.
    pub rank_position: i64,
    /// Why it is named.
    pub explanation: Option<String>,
    /// How sure the model says it is, 0 to 1.
    pub confidence: Option<f64>,
    /// What the model says it knows that from.
    pub sources: Vec<NewSource>,
}

/// A source as the model gives it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NewSource {
    /// Its address, which may be anything.
    pub url: String,
    /// Its title.
    pub title: Option<String>,
    /// What it says.
    pub description: Option<String>,
    /// What checking its link gave, where that was done before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<NewSourceCheck>,
}

/// The outcome of a link's check that comes with its source.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NewSourceCheck {
    /// Whether it is an address at all.
    pub is_valid: bool,
    /// The outcome.
    pub link_state: LinkState,
    /// Why.
    pub reason: String,
    /// The last status code.
    pub status_code: Option<i64>,
    /// When it was checked; the time of storing where nobody knows.
    pub checked_at: Option<Millis>,
}

/// What became of a response that was to be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Added {
    /// It is stored under this id, with a job to score it.
    New(i64),
    /// It was there already.
    Known(i64),
}

row! {
    /// A stored response.
    pub struct Response {
        /// Its id.
        pub id: i64,
        /// The query's id.
        pub query_id: i64,
        /// What was asked.
        pub query: String,
        /// Who answered.
        pub provider: String,
        /// Which model.
        pub model: String,
        /// The answer as it came.
        pub raw_response: String,
        /// When it was asked.
        pub asked_at: Millis,
        /// Where it came from.
        pub origin: Origin,
    }
}

row! {
    /// A stored mention.
    pub struct Mention {
        /// Its id.
        pub id: i64,
        /// The brand.
        pub brand_name: String,
        /// Its place in the answer.
        pub rank_position: i64,
        /// Why it is named.
        pub explanation: Option<String>,
        /// How sure the model says it is.
        pub confidence: Option<f64>,
    }
}

row! {
    /// A stored source and what became of its link; no state means that it was not checked yet.
    pub struct SourceRow {
        /// Its id.
        pub id: i64,
        /// The mention that it is given for.
        pub mention_id: i64,
        /// Its address as given.
        pub url: String,
        /// Its title.
        pub title: Option<String>,
        /// What it says.
        pub description: Option<String>,
        /// Whether it is an address at all.
        pub is_valid: Option<bool>,
        /// The outcome of its check.
        pub link_state: Option<LinkState>,
        /// Why that is the outcome.
        pub reason: Option<String>,
        /// The last status code.
        pub status_code: Option<i64>,
        /// Where it led in the end.
        pub final_url: Option<String>,
        /// When it was checked.
        pub checked_at: Option<Millis>,
    }
}

row! {
    /// A query and how often it was answered.
    pub struct QueryRow {
        /// Its id.
        pub id: i64,
        /// What was asked.
        pub text: String,
        /// How many responses there are.
        pub responses: i64,
    }
}

/// A response with all that belongs to it: what scoring reads.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WholeResponse {
    /// The response.
    pub response: Response,
    /// Its mentions by rank, each with its sources.
    pub mentions: Vec<(Mention, Vec<SourceRow>)>,
}

const ADD_QUERY: &str =
    "INSERT INTO queries (text, digest, created_at) VALUES ($1, $2, $3) ON CONFLICT (digest) DO NOTHING";
const QUERY_ID: &str = "SELECT id FROM queries WHERE digest = $1";
const ADD_RESPONSE: &str = "INSERT INTO responses (query_id, provider, model, raw_response, asked_at, origin, \
    prompt_tokens, completion_tokens, cost_usd, digest, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
    ON CONFLICT (digest) DO NOTHING RETURNING id";
const RESPONSE_ID: &str = "SELECT id FROM responses WHERE digest = $1";
const ADD_MENTION: &str = "INSERT INTO mentions (response_id, brand_name, rank_position, explanation, confidence) \
    VALUES ($1, $2, $3, $4, $5) RETURNING id";
const ADD_SOURCE: &str = "INSERT INTO sources (mention_id, url, title, description, is_valid, link_state, reason, \
    status_code, checked_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const RESPONSE: &str = "SELECT r.id, r.query_id, q.text AS query, r.provider, r.model, r.raw_response, r.asked_at, r.origin \
    FROM responses r JOIN queries q ON q.id = r.query_id WHERE r.id = $1";
const MENTIONS: &str = "SELECT id, brand_name, rank_position, explanation, confidence FROM mentions \
    WHERE response_id = $1 ORDER BY rank_position, id";
const SOURCES: &str = "SELECT s.id, s.mention_id, s.url, s.title, s.description, s.is_valid, s.link_state, s.reason, \
    s.status_code, s.final_url, s.checked_at FROM sources s JOIN mentions m ON m.id = s.mention_id \
    WHERE m.response_id = $1 ORDER BY s.mention_id, s.id";
const QUERIES: &str = "SELECT q.id, q.text, (SELECT COUNT(*) FROM responses r WHERE r.query_id = q.id) AS responses \
    FROM queries q ORDER BY q.id LIMIT $1";
const NEWEST: &str = "SELECT text FROM queries ORDER BY id DESC LIMIT $1";
const FORGET_JOBS: &str = "DELETE FROM jobs WHERE kind = $1 AND subject IN \
    (SELECT CAST(id AS TEXT) FROM responses WHERE origin = $2)";
const REMOVE: &str = "DELETE FROM responses WHERE origin = $1";
const REMOVE_QUERIES: &str =
    "DELETE FROM queries WHERE NOT EXISTS (SELECT 1 FROM responses r WHERE r.query_id = queries.id)";

impl Store {
    /// Stores these responses, all or none of them, each with a job to score it. One that is stored already, to the letter and with
    /// the same time, is left as it is: importing a file twice, or going on with one that was broken off, adds nothing twice.
    ///
    /// # Errors
    /// A name that is too long, a confidence outside 0 to 1, or the database; nothing is stored then.
    pub async fn add_responses(&self, responses: &[NewResponse], actor: &str) -> Result<Vec<Added>, StoreError> {
        responses.iter().try_for_each(check)?;
        let now = self.now();
        let mut added = Vec::with_capacity(responses.len());
        let mut queries: HashMap<&str, i64> = HashMap::new();
        writing!(self, connection => {
            for new in responses {
                let query_id = match queries.get(new.query.as_str()) {
                    Some(id) => *id,
                    None => {
                        // Of what is stored, which is what people have to look for.
                        let query = text("query", &new.query)?;
                        let query_digest = digest(&[&query]);
                        let add = sqlx::query(ADD_QUERY).bind(query.as_ref()).bind(&query_digest).bind(now);
                        add.execute(&mut *connection).await?;
                        let id: i64 = sqlx::query_scalar(QUERY_ID).bind(&query_digest).fetch_one(&mut *connection).await?;
                        queries.insert(&new.query, id);
                        id
                    }
                };
                let own_digest = digest_of(new);
                let id: Option<i64> = sqlx::query_scalar(ADD_RESPONSE)
                    .bind(query_id)
                    .bind(label("provider", &new.provider)?)
                    .bind(label("model", &new.model)?)
                    .bind(text("raw_response", &new.raw_response)?)
                    .bind(new.asked_at.unwrap_or(now))
                    .bind(new.origin.as_str())
                    .bind(new.prompt_tokens)
                    .bind(new.completion_tokens)
                    .bind(new.cost_usd)
                    .bind(&own_digest)
                    .bind(now)
                    .fetch_optional(&mut *connection)
                    .await?;
                let Some(id) = id else {
                    let id = sqlx::query_scalar(RESPONSE_ID).bind(&own_digest).fetch_one(&mut *connection).await?;
                    added.push(Added::Known(id));
                    continue;
                };
                for mention in &new.mentions {
                    let mention_id: i64 = sqlx::query_scalar(ADD_MENTION)
                        .bind(id)
                        .bind(text("brand_name", &mention.brand_name)?)
                        .bind(mention.rank_position)
                        .bind(optional_text("explanation", mention.explanation.as_deref())?)
                        .bind(mention.confidence)
                        .fetch_one(&mut *connection)
                        .await?;
                    for source in &mention.sources {
                        sqlx::query(ADD_SOURCE)
                            .bind(mention_id)
                            .bind(text("url", &source.url)?)
                            .bind(optional_text("title", source.title.as_deref())?)
                            .bind(optional_text("description", source.description.as_deref())?)
                            .bind(source.check.as_ref().map(|check| check.is_valid))
                            .bind(source.check.as_ref().map(|check| check.link_state.as_str()))
                            .bind(source.check.as_ref().map(|check| check.reason.as_str()))
                            .bind(source.check.as_ref().and_then(|check| check.status_code))
                            .bind(source.check.as_ref().map(|check| check.checked_at.unwrap_or(now)))
                            .execute(&mut *connection)
                            .await?;
                    }
                }
                sqlx::query(ENQUEUE)
                    .bind(JobKind::Score.as_str())
                    .bind(id.to_string())
                    .bind("")
                    .bind(now)
                    .execute(&mut *connection)
                    .await?;
                added.push(Added::New(id));
            }
            let new = added.iter().filter(|added| matches!(added, Added::New(_))).count() as i64;
            if new > 0 {
                audited!(self, connection, actor, "add", "responses", new);
            }
        });
        Ok(added)
    }

    /// A response with its mentions and their sources.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn response(&self, id: i64) -> Result<Option<WholeResponse>, StoreError> {
        reading!(self, connection => {
            let response: Option<Response> =
                sqlx::query_as(RESPONSE).bind(id).fetch_optional(&mut *connection).await?;
            let Some(response) = response else { return Ok(None) };
            let mentions: Vec<Mention> = sqlx::query_as(MENTIONS).bind(id).fetch_all(&mut *connection).await?;
            let sources: Vec<SourceRow> = sqlx::query_as(SOURCES).bind(id).fetch_all(&mut *connection).await?;
            let of = |mention: &Mention| sources.iter().filter(|s| s.mention_id == mention.id).cloned().collect();
            let mentions = mentions.into_iter().map(|mention| { let own = of(&mention); (mention, own) }).collect();
            Ok(Some(WholeResponse { response, mentions }))
        })
    }

    /// The queries, oldest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn queries(&self, most: i64) -> Result<Vec<QueryRow>, StoreError> {
        Ok(reading!(self, connection => sqlx::query_as(QUERIES).bind(most).fetch_all(connection).await?))
    }

    /// The id of a query, to the letter.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn query_id(&self, query: &str) -> Result<Option<i64>, StoreError> {
        let query_digest = digest(&[query]);
        Ok(reading!(self, connection => {
            sqlx::query_scalar(QUERY_ID).bind(query_digest).fetch_optional(connection).await?
        }))
    }

    /// What was asked last, the newest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn newest_queries(&self, most: i64) -> Result<Vec<String>, StoreError> {
        Ok(reading!(self, connection => sqlx::query_scalar(NEWEST).bind(most).fetch_all(connection).await?))
    }

    /// Removes all responses of this origin with everything that hangs on them; says how many there were.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn remove_responses(&self, origin: Origin, actor: &str) -> Result<u64, StoreError> {
        Ok(writing!(self, connection => {
            let jobs = sqlx::query(FORGET_JOBS).bind(JobKind::Score.as_str()).bind(origin.as_str());
            jobs.execute(&mut *connection).await?;
            let removed = sqlx::query(REMOVE).bind(origin.as_str()).execute(&mut *connection).await?.rows_affected();
            sqlx::query(REMOVE_QUERIES).execute(&mut *connection).await?;
            if removed > 0 {
                audited!(self, connection, actor, "remove", origin.as_str(), i64::try_from(removed).unwrap_or(i64::MAX));
            }
            removed
        }))
    }
}

/// What a constraint of the tables would refuse without saying which value it was.
fn check(new: &NewResponse) -> Result<(), StoreError> {
    for (at, mention) in new.mentions.iter().enumerate() {
        if mention.confidence.is_some_and(|confidence| !(0.0..=1.0).contains(&confidence)) {
            return Err(StoreError::invalid(&format!("mentions[{at}].confidence"), "must be from 0 to 1".to_owned()));
        }
    }
    Ok(())
}

/// What makes a response the same as another: all that came in.
fn digest_of(new: &NewResponse) -> String {
    // Serialising plain data with string keys cannot fail.
    digest(&[&serde_json::to_string(new).unwrap_or_default()])
}
