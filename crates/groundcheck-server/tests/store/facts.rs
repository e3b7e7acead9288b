//! Stored facts: imported, replaced, chosen by scope.

use groundcheck_server::scope::add_stored_facts;
use groundcheck_types::{Fact, FactValue, Facts, Number, Request, Scope, Status};

use super::databases::Database;
use super::on_both;

on_both!(facts_are_chosen_by_their_entity, a_corrected_table_replaces_the_old_one, a_scope_brings_facts_to_an_answer);

fn fact(entity: Option<&str>, period: Option<&str>, metric: &str, value: f64) -> Fact {
    Fact {
        entity: entity.map(str::to_owned),
        metric: metric.to_owned(),
        period: period.map(str::to_owned),
        value: FactValue::Number(Number(value)),
        unit: None,
    }
}

fn scope(entity: Option<&str>, period: Option<&str>) -> Scope {
    Scope { entity: entity.map(str::to_owned), period: period.map(str::to_owned) }
}

async fn facts_are_chosen_by_their_entity(database: Database) {
    let store = database.open().await;
    let facts = [
        fact(None, None, "tax_rate", 0.2),
        fact(Some("Elm Court"), Some("2024-Q2"), "noi", 1_100_000.5),
        fact(Some("Elm Court"), Some("2024-Q3"), "noi", 1_200_000.0),
        fact(Some("Oak's \"Yard\""), Some("2024-Q3"), "noi", -3.25),
        fact(Some("ELM COURT "), Some("2024-Q3"), "dscr", 1.25),
    ];
    store.import_facts(&facts, "test").await.unwrap();
    assert_eq!(store.facts_in(&scope(Some(" elm court"), None)).await.unwrap().len(), 4);
    let oak = store.facts_in(&scope(Some("Oak's \"Yard\""), Some("2024-Q3"))).await.unwrap();
    assert_eq!(oak, [facts[0].clone(), facts[3].clone()]);
    assert_eq!(store.facts_in(&scope(Some("'; DELETE FROM facts; --"), None)).await.unwrap(), [facts[0].clone()]);
    assert_eq!(store.facts_in(&scope(None, None)).await.unwrap().len(), 5);
    let entities = store.fact_entities().await.unwrap();
    let shown: Vec<(Option<&str>, Vec<&str>, i64)> = entities
        .iter()
        .map(|e| (e.entity.as_deref(), e.periods.iter().map(String::as_str).collect(), e.facts))
        .collect();
    assert_eq!(shown[0], (None, vec![], 1));
    assert_eq!((&shown[1].1, shown[1].2), (&vec!["2024-Q2", "2024-Q3"], 3));
    assert_eq!(shown[2], (Some("Oak's \"Yard\""), vec!["2024-Q3"], 1));
    assert_eq!(store.clear_facts("test").await.unwrap(), 5);
    assert!(store.fact_entities().await.unwrap().is_empty());
}

async fn a_corrected_table_replaces_the_old_one(database: Database) {
    let store = database.open().await;
    let old = [fact(Some("Elm"), Some("2024-Q3"), "net_operating_income", 1.0), fact(Some("Elm"), None, "Other", 5.0)];
    store.import_facts(&old, "test").await.unwrap();
    // The same metric twice, as an income statement has it.
    let new = [
        fact(Some("elm"), Some("2024-q3"), "Net Operating-Income", 2.0),
        fact(Some("Elm"), Some("2024-Q3"), "net_operating_income", 3.0),
    ];
    for _ in 0..2 {
        store.import_facts(&new, "test").await.unwrap();
        let mut stored = store.facts_in(&scope(Some("Elm"), None)).await.unwrap();
        stored.sort_by(|a, b| b.metric.cmp(&a.metric));
        assert_eq!(stored.iter().filter(|fact| fact.period.is_some()).count(), 2, "{stored:?}");
        assert!(stored.contains(&old[1]) && stored.contains(&new[0]) && stored.contains(&new[1]));
    }
}

async fn a_scope_brings_facts_to_an_answer(database: Database) {
    let store = database.open().await;
    let facts =
        [fact(Some("1"), Some("2024-Q3"), "net_operating_income", 1_200_000.0), fact(Some("2"), None, "noi", 9.0)];
    store.import_facts(&facts, "test").await.unwrap();
    let mut request = Request {
        answer: "The NOI was $1.5M.".to_owned(),
        facts: Facts::Csv("metric,value\ndscr,1.25\n".to_owned()),
        scope: Some(scope(Some("1"), Some("2024-Q3"))),
        ..Request::default()
    };
    let mut plain = Request { scope: None, ..request.clone() };
    add_stored_facts(&mut plain, &store).await.unwrap();
    assert_eq!(plain.facts, request.facts);
    add_stored_facts(&mut request, &store).await.unwrap();
    let report = groundcheck::analyze(&request).unwrap();
    assert_eq!(report.claims[0].status, Status::Contradicted);
    // Behind the request's own fact.
    assert_eq!(report.claims[0].evidence[0].fact, Some(1));
}
