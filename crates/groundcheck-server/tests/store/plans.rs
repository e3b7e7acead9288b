//! Reports read one index, and how fast that is.

use groundcheck_server::store::jobs::JobKind;
use groundcheck_server::store::reports::{After, DAYS, Filter, PARTS, Part, RISKY, Statements};
use groundcheck_server::store::scores::Saved;
use groundcheck_server::store::{Millis, RiskLevel};
use sqlx::{AssertSqlSafe, Connection, Row};

use super::databases::Database;
use super::{DAY_2024, added, on_both, response, scores};

on_both!(every_report_reads_an_index, parts_days_and_lists_agree, the_sums_are_those_of_the_scores);

/// The filters and the index that each must read.
fn filters() -> Vec<(Filter, &'static str)> {
    let provider = Filter { provider: Some("openai".to_owned()), ..Filter::default() };
    vec![
        (Filter { query_id: Some(1), ..Filter::default() }, "sums_by_query"),
        (Filter { query_id: Some(1), from: Some(5), ..provider.clone() }, "sums_by_"),
        (provider.clone(), "sums_by_provider"),
        (Filter { model: Some("gpt-4o".to_owned()), from: Some(5), ..provider }, "sums_by_provider"),
        (Filter { from: Some(DAY_2024), until: Some(DAY_2024 + 9), ..Filter::default() }, "sums_by_time"),
        // All of them: a row a response is the least that there is to read.
        (Filter::default(), "report_sums"),
    ]
}

/// The plan of a statement under a filter, as text.
async fn plan(database: &Database, sql: &'static str, filter: &Filter) -> String {
    macro_rules! explained {
        ($connection:expr, $explain:literal, $column:literal) => {{
            // The statement is a constant of ours; only this test puts a word before it.
            let query = sqlx::query(AssertSqlSafe(format!("{} {sql}", $explain)))
                .bind(filter.query_id)
                .bind(filter.provider.as_deref())
                .bind(filter.model.as_deref())
                .bind(filter.from.unwrap_or(Millis::MIN))
                .bind(filter.until.unwrap_or(Millis::MAX));
            let query = if sql.contains("$9") { query.bind("high").bind(-1.0).bind(0_i64).bind(20_i64) } else { query };
            let rows = query.fetch_all(&mut $connection).await.unwrap();
            rows.iter().map(|row| row.get::<String, _>($column)).collect::<Vec<_>>().join("\n")
        }};
    }
    if database.is_sqlite() {
        let mut connection = sqlx::SqliteConnection::connect(&database.address).await.unwrap();
        explained!(connection, "EXPLAIN QUERY PLAN", "detail")
    } else {
        let mut connection = sqlx::PgConnection::connect(&database.address).await.unwrap();
        // On a table of few pages reading all of it is cheaper than any index.
        for setting in ["SET enable_seqscan = off", "SET enable_bitmapscan = off"] {
            sqlx::query(setting).execute(&mut connection).await.unwrap();
        }
        explained!(connection, "EXPLAIN", "QUERY PLAN")
    }
}

async fn every_report_reads_an_index(database: Database) {
    let store = database.open().await;
    let responses: Vec<_> = (0..300).map(response).collect();
    store.add_responses(&responses, "test").await.unwrap();
    for id in 1..=300 {
        store.save_scores(&scores(&store, id).await, None).await.unwrap();
    }
    for (filter, index) in filters() {
        for (name, statements) in [("parts", &PARTS), ("days", &DAYS)] {
            let statements: &Statements = statements;
            let plan = plan(&database, statements.for_filter(&filter), &filter).await;
            assert!(plan.contains(index), "{name} {filter:?}:\n{plan}");
            assert!(!plan.contains("hallucination_scores"), "{name} {filter:?}:\n{plan}");
        }
        let plan = plan(&database, RISKY, &filter).await;
        assert!(plan.contains("scores_by_risk"), "list {filter:?}:\n{plan}");
        assert!(!plan.contains("SCAN hallucination") && !plan.contains("Seq Scan on hallucination"), "{plan}");
    }
}

async fn parts_days_and_lists_agree(database: Database) {
    let store = database.open().await;
    for number in 0..10 {
        let id = added(&store, number).await;
        store.save_scores(&scores(&store, id).await, None).await.unwrap();
    }
    let queries = store.queries(10).await.unwrap();
    assert_eq!(queries.iter().map(|query| query.responses).collect::<Vec<_>>(), [4, 3, 3]);
    let hour = 3_600_000;
    let named = |name: &str| Some(name.to_owned());
    for (filter, responses) in [
        (Filter::default(), 10),
        (Filter { provider: named("openai"), ..Filter::default() }, 5),
        (Filter { model: named("llama3"), ..Filter::default() }, 5),
        (Filter { provider: named("openai"), model: named("llama3"), ..Filter::default() }, 0),
        (Filter { query_id: Some(queries[0].id), ..Filter::default() }, 4),
        (Filter { query_id: Some(queries[0].id), provider: named("ollama"), ..Filter::default() }, 2),
        (Filter { from: Some(DAY_2024 + 2 * hour), until: Some(DAY_2024 + 5 * hour), ..Filter::default() }, 3),
        (Filter { from: Some(DAY_2024 + 9 * hour), provider: named("ollama"), ..Filter::default() }, 1),
    ] {
        let parts = store.report_parts(&filter).await.unwrap();
        let days = store.report_days(&filter).await.unwrap();
        let high = store.report_mentions(&filter, RiskLevel::High, None, 100).await.unwrap();
        let sum = |field: fn(&Part) -> i64| parts.iter().map(field).sum::<i64>();
        assert_eq!((sum(|p| p.high), sum(|p| p.medium), sum(|p| p.low)), (responses, 0, responses), "{filter:?}");
        let tenths = [sum(|p| p.tenth_3), sum(|p| p.tenth_9), sum(|p| p.tenths().iter().sum())];
        assert_eq!(tenths, [responses, responses, 2 * responses], "{filter:?}");
        assert_eq!(
            days.iter().map(|day| [day.high, day.low]).fold([0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]),
            [responses; 2]
        );
        assert_eq!(days.iter().map(|day| day.mentions).sum::<i64>(), 2 * responses, "{filter:?}");
        let sums = [parts.iter().map(|p| p.reliability_sum).sum::<f64>(), days.iter().map(|d| d.reliability_sum).sum()];
        assert!(sums.iter().all(|sum| (sum - responses as f64 * 1.28).abs() < 1e-9), "{sums:?}");
        assert_eq!(high.len() as i64, responses);
        assert!(high.iter().all(|(mention, sources)| mention.rank_position == 2 && sources.is_empty()));
    }
    // Page by page.
    let (mut after, mut seen) = (None, Vec::new());
    loop {
        let page = store.report_mentions(&Filter::default(), RiskLevel::Low, after, 4).await.unwrap();
        let Some((last, sources)) = page.last() else { break };
        assert_eq!(sources[0].link_state, Some(groundcheck_server::store::LinkState::Reachable));
        after = Some(After { reliability_score: last.reliability_score, mention_id: last.mention_id });
        seen.extend(page.iter().map(|(mention, _)| mention.mention_id));
    }
    assert_eq!(seen.len(), 10);
    assert!(seen.is_sorted());
}

/// What a report would be, added up from every score.
const FROM_SCORES: &str = "SELECT provider, model, COUNT(*) AS mentions, SUM(reliability_score) AS reliability_sum, \
    SUM(CASE WHEN risk_level = 'high' THEN 1 ELSE 0 END) AS high, SUM(CASE WHEN risk_level = 'medium' THEN 1 ELSE 0 END) AS medium, \
    SUM(CASE WHEN risk_level = 'low' THEN 1 ELSE 0 END) AS low, SUM(CASE WHEN reliability_tenth = 4 THEN 1 ELSE 0 END) AS tenth_4, \
    SUM(CASE WHEN reliability_tenth = 9 THEN 1 ELSE 0 END) AS tenth_9 \
    FROM hallucination_scores GROUP BY provider, model ORDER BY provider, model";

async fn the_sums_are_those_of_the_scores(database: Database) {
    let store = database.open().await;
    let mut all = Vec::new();
    for number in 0..40_usize {
        let id = added(&store, number).await;
        let mut found = scores(&store, id).await;
        // Scored twice, the second time otherwise: only that counts.
        store.save_scores(&found, None).await.unwrap();
        for (at, score) in found.mentions.iter_mut().enumerate() {
            score.reliability_score = ((number * 7 + at * 13) % 101) as f64 / 100.0;
            score.risk_level = [RiskLevel::High, RiskLevel::Medium, RiskLevel::Low][(number + at) % 3];
        }
        store.save_scores(&found, None).await.unwrap();
        all.push(id);
    }
    // One that is gone, and one whose lease was lost, leave nothing.
    let subject = all[0].to_string();
    let lost = store.take_job(JobKind::Score, &subject, "a", 1).await.unwrap().unwrap();
    database.clock.forward(10);
    assert!(store.take_job(JobKind::Score, &subject, "b", 1000).await.unwrap().is_some());
    let stale = scores(&store, all[0]).await;
    assert_eq!(store.save_scores(&stale, Some(&lost.lease)).await.unwrap(), Saved::Lost);

    macro_rules! from_scores {
        ($connection:expr) => {{
            let rows = sqlx::query(FROM_SCORES).fetch_all(&mut $connection).await.unwrap();
            rows.iter()
                .map(|row| {
                    let count = |name: &str| row.get::<i64, _>(name);
                    let names = ["mentions", "high", "medium", "low", "tenth_4", "tenth_9"];
                    (row.get::<String, _>("provider"), row.get::<f64, _>("reliability_sum"), names.map(count))
                })
                .collect::<Vec<_>>()
        }};
    }
    let expected = if database.is_sqlite() {
        from_scores!(sqlx::SqliteConnection::connect(&database.address).await.unwrap())
    } else {
        from_scores!(sqlx::PgConnection::connect(&database.address).await.unwrap())
    };
    let parts = store.report_parts(&Filter::default()).await.unwrap();
    assert_eq!(parts.len(), expected.len());
    for (part, (provider, sum, counts)) in parts.iter().zip(expected) {
        assert_eq!(part.provider, provider);
        assert!((part.reliability_sum - sum).abs() < 1e-9, "{provider}");
        let own = [part.mentions, part.high, part.medium, part.low, part.tenth_4, part.tenth_9];
        assert_eq!(own, counts, "{provider}");
        assert_eq!(part.tenths().iter().sum::<i64>(), part.mentions);
    }
    assert_eq!(store.totals().await.unwrap().scored, 80);
}
