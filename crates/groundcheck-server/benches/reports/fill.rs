//! 100,000 mentions of 20,000 responses, put into the tables by the database itself. The statements run on both.

use std::error::Error;

use sqlx::Connection as _;

macro_rules! numbers {
    ($below:literal) => {
        concat!("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ", $below, ") ")
    };
}

/// The reliability of mention `k` of response `i`, in hundredths.
macro_rules! hundredths {
    () => {
        "((i * 31 + k * 17) % 101)"
    };
}

macro_rules! mentions_of {
    ($select:expr) => {
        concat!(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < 20000), \
             five(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM five WHERE k < 4) ",
            $select,
            " FROM n CROSS JOIN five"
        )
    };
}

/// In the order in which they refer to each other.
const FILL: [&str; 7] = [
    // The text's digest is what a report looks a query up by; the bench names one that it stores itself.
    concat!(
        "INSERT INTO responses (id, query_id, provider, model, raw_response, asked_at, origin, digest, created_at) ",
        numbers!(20000),
        "SELECT i + 1, 1 + i % 40, 'provider ' || CAST(i % 4 AS TEXT), 'model ' || CAST(i % 12 AS TEXT), '', \
         1735689600000 + (i % 90) * CAST(86400000 AS BIGINT) + i, 'import', CAST(i AS TEXT), 0 FROM n"
    ),
    concat!(
        "INSERT INTO mentions (id, response_id, brand_name, rank_position, explanation, confidence) ",
        mentions_of!(
            "SELECT i * 5 + k + 1, i + 1, 'Company ' || CAST((i * 7 + k) % 300 AS TEXT), k + 1, \
             'Leading in its field, as many say who know it.', 0.5"
        )
    ),
    concat!(
        "INSERT INTO sources (mention_id, url, title, is_valid, link_state, reason, status_code, checked_at) ",
        mentions_of!(
            "SELECT i * 5 + k + 1, 'https://company.example/' || CAST(i AS TEXT), 'A page', i IS NOT NULL, 'reachable', 'ok', 200, \
             1735689600000"
        )
    ),
    concat!(
        "INSERT INTO hallucination_scores (mention_id, response_id, query_id, provider, model, asked_at, asked_day, \
         confidence_score, reliability_score, reliability_tenth, risk_level, has_source, source_accessible, bonus, scored_at) \
         SELECT m.id, r.id, r.query_id, r.provider, r.model, r.asked_at, r.asked_at / 86400000, 0.5, s.h / 100.0, \
         CASE WHEN s.h >= 100 THEN 9 ELSE s.h / 10 END, \
         CASE WHEN s.h < 40 THEN 'high' WHEN s.h < 70 THEN 'medium' ELSE 'low' END, m.id IS NOT NULL, 1, 0, 0 \
         FROM (",
        mentions_of!(concat!("SELECT i * 5 + k + 1 AS mention_id, ", hundredths!(), " AS h")),
        ") s JOIN mentions m ON m.id = s.mention_id JOIN responses r ON r.id = m.response_id"
    ),
    "INSERT INTO report_sums (response_id, query_id, provider, model, asked_at, asked_day, mentions, reliability_sum, high, medium, \
     low, tenth_0, tenth_1, tenth_2, tenth_3, tenth_4, tenth_5, tenth_6, tenth_7, tenth_8, tenth_9) \
     SELECT response_id, query_id, provider, model, asked_at, asked_day, COUNT(*), SUM(reliability_score), \
     SUM(CASE WHEN risk_level = 'high' THEN 1 ELSE 0 END), SUM(CASE WHEN risk_level = 'medium' THEN 1 ELSE 0 END), \
     SUM(CASE WHEN risk_level = 'low' THEN 1 ELSE 0 END), \
     SUM(CASE WHEN reliability_tenth = 0 THEN 1 ELSE 0 END), SUM(CASE WHEN reliability_tenth = 1 THEN 1 ELSE 0 END), \
     SUM(CASE WHEN reliability_tenth = 2 THEN 1 ELSE 0 END), SUM(CASE WHEN reliability_tenth = 3 THEN 1 ELSE 0 END), \
     SUM(CASE WHEN reliability_tenth = 4 THEN 1 ELSE 0 END), SUM(CASE WHEN reliability_tenth = 5 THEN 1 ELSE 0 END), \
     SUM(CASE WHEN reliability_tenth = 6 THEN 1 ELSE 0 END), SUM(CASE WHEN reliability_tenth = 7 THEN 1 ELSE 0 END), \
     SUM(CASE WHEN reliability_tenth = 8 THEN 1 ELSE 0 END), SUM(CASE WHEN reliability_tenth = 9 THEN 1 ELSE 0 END) \
     FROM hallucination_scores GROUP BY response_id, query_id, provider, model, asked_at, asked_day",
    concat!(
        "INSERT INTO jobs (kind, subject, payload, state, attempts, created_at, finished_at) ",
        numbers!(20000),
        "SELECT 'score', CAST(i + 1 AS TEXT), '', 'done', 1, 0, 0 FROM n"
    ),
    "UPDATE jobs SET attempts = 1 WHERE id = 1",
];

/// The sums of a report from every score, as they would be without `report_sums`.
const SUMS_OF_SCORES: &str = "SELECT provider, model, risk_level, reliability_tenth, COUNT(*), SUM(reliability_score) \
    FROM hallucination_scores GROUP BY provider, model, risk_level, reliability_tenth";

/// Fills the tables of this database, which are empty.
pub async fn fill(address: &str) -> Result<(), Box<dyn Error>> {
    // Queries are found by their digests, which are the store's own affair.
    let location: groundcheck_server::store::Location = address.parse()?;
    let clock = std::sync::Arc::new(groundcheck_server::store::SystemClock);
    let store = groundcheck_server::store::Store::open(&location, clock).await?;
    for number in 0..40 {
        let response = groundcheck_server::store::responses::NewResponse {
            query: format!("Query {number}"),
            provider: "none".to_owned(),
            model: "none".to_owned(),
            raw_response: String::new(),
            asked_at: Some(0),
            origin: groundcheck_server::store::Origin::Example,
            prompt_tokens: None,
            completion_tokens: None,
            cost_usd: None,
            mentions: Vec::new(),
        };
        store.add_responses(&[response], "bench").await?;
    }
    store.close().await;
    macro_rules! run {
        ($connection:expr) => {{
            let mut connection = $connection;
            // The queries stay, what carried them goes.
            sqlx::query("DELETE FROM responses").execute(&mut connection).await?;
            sqlx::query("DELETE FROM jobs").execute(&mut connection).await?;
            for statement in FILL {
                sqlx::query(statement).execute(&mut connection).await?;
            }
            connection.close().await?;
        }};
    }
    if address.starts_with("postgres") {
        run!(sqlx::PgConnection::connect(address).await?);
    } else {
        run!(sqlx::SqliteConnection::connect(address).await?);
    }
    Ok(())
}

/// How many groups there are.
pub async fn sums_of_scores(address: &str) -> Result<usize, Box<dyn Error>> {
    if address.starts_with("postgres") {
        let mut connection = sqlx::PgConnection::connect(address).await?;
        Ok(sqlx::query(SUMS_OF_SCORES).fetch_all(&mut connection).await?.len())
    } else {
        let mut connection = sqlx::SqliteConnection::connect(address).await?;
        Ok(sqlx::query(SUMS_OF_SCORES).fetch_all(&mut connection).await?.len())
    }
}
