//! Reports read one index, and how fast that is.

use groundcheck_server::store::reports::{After, DAYS, Filter, PARTS, RISKY, Statements};
use groundcheck_server::store::{Millis, RiskLevel};
use sqlx::{AssertSqlSafe, Connection, Row};

use super::databases::Database;
use super::{DAY_2024, added, on_both, response, scores};

on_both!(every_report_reads_an_index, parts_days_and_lists_agree);

/// The filters and the index that each must read.
fn filters() -> Vec<(Filter, &'static str)> {
    let provider = Filter { provider: Some("openai".to_owned()), ..Filter::default() };
    vec![
        (Filter { query_id: Some(1), ..Filter::default() }, "scores_by_query"),
        (Filter { query_id: Some(1), from: Some(5), ..provider.clone() }, "scores_by_"),
        (provider.clone(), "scores_by_provider"),
        (Filter { model: Some("gpt-4o".to_owned()), from: Some(5), ..provider }, "scores_by_provider"),
        (Filter { from: Some(DAY_2024), until: Some(DAY_2024 + 9), ..Filter::default() }, "scores_by_time"),
        (Filter::default(), "scores_by_"),
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
            assert!(plan.contains("COVERING INDEX") || plan.contains("Index Only Scan"), "{name} {filter:?}:\n{plan}");
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
        let of = |risk| parts.iter().filter(|p| p.risk_level == risk).map(|p| p.mentions).sum::<i64>();
        assert_eq!((of(RiskLevel::High), of(RiskLevel::Low)), (responses, responses), "{filter:?}");
        assert!(
            parts.iter().all(|part| part.reliability_tenth == if part.risk_level == RiskLevel::High { 3 } else { 9 })
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
