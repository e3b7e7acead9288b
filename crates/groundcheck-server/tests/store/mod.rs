//! The store, every test on both databases.

mod audit;
mod backup;
pub mod databases;
mod facts;
pub mod faults;
#[cfg(target_os = "linux")]
mod full;
mod jobs;
mod kept;
mod kills;
mod learning;
mod plans;
pub mod postgres;
mod responses;
mod reviews;
mod verifications;
mod workers;

use groundcheck_server::store::jobs::JobKind;
use groundcheck_server::store::responses::{Added, NewMention, NewResponse, NewSource};
use groundcheck_server::store::scores::{NewLink, NewScore, NewScores};
use groundcheck_server::store::{LinkState, Millis, Origin, RiskLevel, Store};

/// Each test is `async fn(Database)`, run on a database of its own of either kind.
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod on_sqlite {
            $(#[test] fn $test() { crate::store::databases::run(crate::store::databases::sqlite(), super::$test); })*
        }
        mod on_postgres {
            $(#[test] fn $test() { crate::store::databases::run(crate::store::databases::postgres(), super::$test); })*
        }
    };
}

use on_both;

/// A day in 2024, in milliseconds.
const DAY_2024: Millis = 1_717_200_000_000;

/// Whether more is killed and repeated: `cargo xtask test --thorough`.
fn is_thorough() -> bool {
    std::env::var_os("GROUNDCHECK_THOROUGH").is_some()
}

/// A response with two mentions; the first has a source, the second none.
fn response(number: usize) -> NewResponse {
    let mention = |rank: i64, sources| NewMention {
        brand_name: format!("Brand {number}-{rank}"),
        rank_position: rank,
        explanation: Some("Leading in its field.".to_owned()),
        confidence: Some(0.85),
        sources,
    };
    let source = NewSource {
        url: format!("https://example.com/{number}"),
        title: Some("A page".to_owned()),
        description: None,
        check: None,
    };
    NewResponse {
        query: format!("Best AI companies {}", number % 3),
        provider: if number.is_multiple_of(2) { "openai" } else { "ollama" }.to_owned(),
        model: if number.is_multiple_of(2) { "gpt-4o" } else { "llama3" }.to_owned(),
        raw_response: format!("{{\"number\": {number}}}"),
        asked_at: Some(DAY_2024 + number as Millis * 3_600_000),
        origin: Origin::Import,
        prompt_tokens: Some(100),
        completion_tokens: None,
        cost_usd: Some(0.002),
        mentions: vec![mention(1, vec![source]), mention(2, Vec::new())],
    }
}

/// The states that there are jobs of a kind in, by name.
async fn states(store: &Store, kind: JobKind) -> Vec<(String, i64)> {
    let counts = store.job_counts(kind).await.unwrap().by_state();
    let mut states: Vec<(String, i64)> = counts
        .iter()
        .filter(|(_, jobs)| *jobs > 0)
        .map(|(state, jobs)| (state.as_str().to_owned(), *jobs as i64))
        .collect();
    states.sort();
    states
}

/// Stores a response and gives its id.
async fn added(store: &Store, number: usize) -> i64 {
    match store.add_responses(&[response(number)], "test").await.unwrap()[..] {
        [Added::New(id)] => id,
        ref other => panic!("{other:?}"),
    }
}

/// Scores for a stored response: 0.94 for what has a source, 0.34 for what has none.
async fn scores(store: &Store, response_id: i64) -> NewScores {
    let whole = store.response(response_id).await.unwrap().unwrap();
    let score = |(mention, sources): &(_, Vec<_>)| {
        let mention: &groundcheck_server::store::responses::Mention = mention;
        let has_source = !sources.is_empty();
        let link = |source: &groundcheck_server::store::responses::SourceRow| NewLink {
            source_id: source.id,
            is_valid: true,
            link_state: LinkState::Reachable,
            reason: "ok".to_owned(),
            status_code: Some(200),
            final_url: Some(source.url.clone()),
            checked_at: DAY_2024,
        };
        NewScore {
            mention_id: mention.id,
            confidence_score: mention.confidence.unwrap_or_default(),
            reliability_score: if has_source { 0.94 } else { 0.34 },
            risk_level: if has_source { RiskLevel::Low } else { RiskLevel::High },
            has_source,
            source_accessible: if has_source { 1.0 } else { 0.0 },
            bonus: 0.0,
            links: sources.iter().map(link).collect(),
        }
    };
    NewScores {
        response_id,
        overall_quality: "medium".to_owned(),
        mentions: whole.mentions.iter().map(score).collect(),
        reviews: Vec::new(),
    }
}
