//! Sums over all scored mentions: what document 1's report is made of. They add up `report_sums`, a row a response, which is stored
//! together with the scores; lists read an index of `hallucination_scores`. A test asserts that the databases plan it so, another
//! that the sums are those of the scores.

use super::backend::reading;
use super::responses::SourceRow;
use super::rows::row;
use super::{Millis, RiskLevel, Store, StoreError};

/// Which mentions a report is about; all by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Only answers to this query, by its id.
    pub query_id: Option<i64>,
    /// Only this provider's.
    pub provider: Option<String>,
    /// Only this model's.
    pub model: Option<String>,
    /// Only those asked at this time or later.
    pub from: Option<Millis>,
    /// Only those asked before this time.
    pub until: Option<Millis>,
}

row! {
    /// The mentions of one provider's model. All counts, means and histograms of a report are sums over these.
    pub struct Part {
        /// Who answered.
        pub provider: String,
        /// Which model.
        pub model: String,
        /// How many mentions.
        pub mentions: i64,
        /// The sum of their reliability.
        pub reliability_sum: f64,
        /// How many of high risk.
        pub high: i64,
        /// Of medium risk.
        pub medium: i64,
        /// Of low risk.
        pub low: i64,
        /// How many with a reliability from 0 to under 0.1.
        pub tenth_0: i64,
        /// From 0.1 to under 0.2.
        pub tenth_1: i64,
        /// From 0.2 to under 0.3.
        pub tenth_2: i64,
        /// From 0.3 to under 0.4.
        pub tenth_3: i64,
        /// From 0.4 to under 0.5.
        pub tenth_4: i64,
        /// From 0.5 to under 0.6.
        pub tenth_5: i64,
        /// From 0.6 to under 0.7.
        pub tenth_6: i64,
        /// From 0.7 to under 0.8.
        pub tenth_7: i64,
        /// From 0.8 to under 0.9.
        pub tenth_8: i64,
        /// From 0.9 to 1.
        pub tenth_9: i64,
    }
}

impl Part {
    /// How many mentions lie in each tenth of the reliability's range.
    #[must_use]
    pub fn tenths(&self) -> [i64; 10] {
        [
            self.tenth_0,
            self.tenth_1,
            self.tenth_2,
            self.tenth_3,
            self.tenth_4,
            self.tenth_5,
            self.tenth_6,
            self.tenth_7,
            self.tenth_8,
            self.tenth_9,
        ]
    }
}

row! {
    /// The mentions of one day (UTC).
    pub struct Day {
        /// Days since 1970.
        pub day: i64,
        /// How many mentions.
        pub mentions: i64,
        /// The sum of their reliability.
        pub reliability_sum: f64,
        /// How many of high risk.
        pub high: i64,
        /// Of medium risk.
        pub medium: i64,
        /// Of low risk.
        pub low: i64,
    }
}

row! {
    /// A provider's model that has answered.
    pub struct Model {
        /// Who answers.
        pub provider: String,
        /// Which model.
        pub model: String,
    }
}

row! {
    /// A mention in a list of the least reliable.
    pub struct RiskyMention {
        /// Its id.
        pub mention_id: i64,
        /// The response it stands in.
        pub response_id: i64,
        /// What was asked.
        pub query: String,
        /// Who answered.
        pub provider: String,
        /// Which model.
        pub model: String,
        /// When it was asked.
        pub asked_at: Millis,
        /// The brand.
        pub brand_name: String,
        /// Its place in the answer.
        pub rank_position: i64,
        /// Why it is named.
        pub explanation: Option<String>,
        /// How reliable it is.
        pub reliability_score: f64,
        /// Whether the model named a source.
        pub has_source: bool,
        /// 1, 0.5 or 0.
        pub source_accessible: f64,
    }
}

/// Where the next page of a list begins: behind this mention.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct After {
    /// Its reliability.
    pub reliability_score: f64,
    /// Its id.
    pub mention_id: i64,
}

row! {
    /// How much is stored.
    pub struct Totals {
        /// Responses.
        pub responses: i64,
        /// Their mentions.
        pub mentions: i64,
        /// Those that are scored.
        pub scored: i64,
        /// Responses of the example data.
        pub examples: i64,
    }
}

/// `$1` query, `$2` provider, `$3` model, `$4` from, `$5` until, then what leads to an index. 86,400,000 milliseconds a day.
macro_rules! filtered {
    ($lead:literal) => {
        concat!(
            " WHERE ($1 IS NULL OR query_id = $1) AND ($2 IS NULL OR provider = $2) AND ($3 IS NULL OR model = $3) \
             AND asked_at >= $4 AND asked_at < $5",
            $lead
        )
    };
}

/// The four ways to ask, one for each index that can lead: a condition that may be absent leads no planner to an index. Public for
/// the test that has the databases explain them.
#[derive(Debug)]
pub struct Statements {
    all: &'static str,
    by_query: &'static str,
    by_provider: &'static str,
    by_time: &'static str,
}

macro_rules! statements {
    ($select:expr, $group:literal) => {
        Statements {
            all: concat!($select, filtered!(""), $group),
            by_query: concat!($select, filtered!(" AND query_id = $1"), $group),
            by_provider: concat!($select, filtered!(" AND provider = $2"), $group),
            by_time: concat!(
                $select,
                filtered!(" AND asked_day >= $4 / 86400000 AND asked_day <= $5 / 86400000"),
                $group
            ),
        }
    };
}

/// Sums over bigints are decimals in PostgreSQL.
macro_rules! sums {
    ($columns:literal, $more:literal) => {
        concat!(
            "SELECT ",
            $columns,
            ", CAST(SUM(report_sums.mentions) AS BIGINT) AS mentions, SUM(report_sums.reliability_sum) AS reliability_sum, \
             CAST(SUM(report_sums.high) AS BIGINT) AS high, CAST(SUM(report_sums.medium) AS BIGINT) AS medium, CAST(SUM(report_sums.low) AS BIGINT) AS low",
            $more,
            " FROM report_sums"
        )
    };
}

/// [`Store::report_parts`].
pub const PARTS: Statements = statements!(
    sums!(
        "provider, model",
        ", CAST(SUM(tenth_0) AS BIGINT) AS tenth_0, CAST(SUM(tenth_1) AS BIGINT) AS tenth_1, \
         CAST(SUM(tenth_2) AS BIGINT) AS tenth_2, CAST(SUM(tenth_3) AS BIGINT) AS tenth_3, \
         CAST(SUM(tenth_4) AS BIGINT) AS tenth_4, CAST(SUM(tenth_5) AS BIGINT) AS tenth_5, \
         CAST(SUM(tenth_6) AS BIGINT) AS tenth_6, CAST(SUM(tenth_7) AS BIGINT) AS tenth_7, \
         CAST(SUM(tenth_8) AS BIGINT) AS tenth_8, CAST(SUM(tenth_9) AS BIGINT) AS tenth_9"
    ),
    " GROUP BY provider, model HAVING SUM(report_sums.mentions) > 0 ORDER BY provider, model"
);
/// [`Store::report_days`].
pub const DAYS: Statements = statements!(
    sums!("asked_day AS day", ""),
    " GROUP BY asked_day HAVING SUM(report_sums.mentions) > 0 ORDER BY asked_day"
);

/// The least reliable first. `$6` risk, `$7` and `$8` behind which one, `$9` how many.
macro_rules! risky {
    () => {
        "SELECT mention_id, reliability_score, has_source, source_accessible, response_id FROM hallucination_scores \
         WHERE risk_level = $6 AND (reliability_score, mention_id) > ($7, $8) AND ($1 IS NULL OR query_id = $1) \
         AND ($2 IS NULL OR provider = $2) AND ($3 IS NULL OR model = $3) AND asked_at >= $4 AND asked_at < $5 \
         ORDER BY reliability_score, mention_id LIMIT $9"
    };
}
/// [`Store::report_mentions`].
pub const RISKY: &str = concat!(
    "SELECT s.mention_id, s.response_id, q.text AS query, r.provider, r.model, r.asked_at, m.brand_name, m.rank_position, \
     m.explanation, s.reliability_score, s.has_source, s.source_accessible FROM (",
    risky!(),
    ") s JOIN mentions m ON m.id = s.mention_id JOIN responses r ON r.id = s.response_id JOIN queries q ON q.id = r.query_id \
     ORDER BY s.reliability_score, s.mention_id"
);
const RISKY_SOURCES: &str = concat!(
    "SELECT c.id, c.mention_id, c.url, c.title, c.description, c.is_valid, c.link_state, c.reason, c.status_code, c.final_url, \
     c.checked_at FROM (",
    risky!(),
    ") s JOIN sources c ON c.mention_id = s.mention_id ORDER BY c.mention_id, c.id"
);
const MODELS: &str = "SELECT DISTINCT provider, model FROM report_sums ORDER BY provider, model";
const TOTALS: &str = "SELECT (SELECT COUNT(*) FROM responses) AS responses, (SELECT COUNT(*) FROM mentions) AS mentions, \
    (SELECT CAST(COALESCE(SUM(mentions), 0) AS BIGINT) FROM report_sums) AS scored, \
    (SELECT COUNT(*) FROM responses WHERE origin = 'example') AS examples";

impl Statements {
    /// The one for this filter.
    #[must_use]
    pub fn for_filter(&self, filter: &Filter) -> &'static str {
        match filter {
            Filter { query_id: Some(_), .. } => self.by_query,
            Filter { provider: Some(_), .. } => self.by_provider,
            Filter { from: None, until: None, .. } => self.all,
            _ => self.by_time,
        }
    }
}

/// Binds `$1` to `$5`.
macro_rules! bind_filter {
    ($query:expr, $filter:expr) => {
        $query
            .bind($filter.query_id)
            .bind($filter.provider.as_deref())
            .bind($filter.model.as_deref())
            .bind($filter.from.unwrap_or(Millis::MIN))
            .bind($filter.until.unwrap_or(Millis::MAX))
    };
}

impl Store {
    /// The scored mentions in parts.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn report_parts(&self, filter: &Filter) -> Result<Vec<Part>, StoreError> {
        let sql = PARTS.for_filter(filter);
        Ok(reading!(self, connection => bind_filter!(sqlx::query_as(sql), filter).fetch_all(connection).await?))
    }

    /// The scored mentions by day.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn report_days(&self, filter: &Filter) -> Result<Vec<Day>, StoreError> {
        let sql = DAYS.for_filter(filter);
        Ok(reading!(self, connection => bind_filter!(sqlx::query_as(sql), filter).fetch_all(connection).await?))
    }

    /// Mentions of this risk, the least reliable first, each with its sources; behind `after` for the next page.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn report_mentions(
        &self,
        filter: &Filter,
        risk: RiskLevel,
        after: Option<After>,
        most: i64,
    ) -> Result<Vec<(RiskyMention, Vec<SourceRow>)>, StoreError> {
        let after = after.unwrap_or(After { reliability_score: -1.0, mention_id: 0 });
        macro_rules! ask {
            ($sql:expr) => {
                bind_filter!(sqlx::query_as($sql), filter)
                    .bind(risk.as_str())
                    .bind(after.reliability_score)
                    .bind(after.mention_id)
                    .bind(most)
            };
        }
        let (mentions, sources): (Vec<RiskyMention>, Vec<SourceRow>) = reading!(self, connection => (
            ask!(RISKY).fetch_all(&mut *connection).await?,
            ask!(RISKY_SOURCES).fetch_all(&mut *connection).await?,
        ));
        let of = |id| {
            let start = sources.partition_point(|source| source.mention_id < id);
            sources[start..].iter().take_while(|source| source.mention_id == id).cloned().collect()
        };
        Ok(mentions
            .into_iter()
            .map(|mention| {
                let own = of(mention.mention_id);
                (mention, own)
            })
            .collect())
    }

    /// The models whose answers are stored, by name.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn models(&self) -> Result<Vec<Model>, StoreError> {
        Ok(reading!(self, connection => sqlx::query_as(MODELS).fetch_all(connection).await?))
    }

    /// How much is stored, whatever the filter.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn totals(&self) -> Result<Totals, StoreError> {
        Ok(reading!(self, connection => sqlx::query_as(TOTALS).fetch_one(connection).await?))
    }
}
