//! Collected responses: what goes in comes out, once.

use std::sync::Arc;

use groundcheck_server::store::responses::{Added, NewMention, NewSource};
use groundcheck_server::store::scores::Saved;
use groundcheck_server::store::{LinkState, Origin, Store};
use groundcheck_types::ErrorCode;

use super::databases::Database;
use super::{added, on_both, response, scores};

on_both!(
    a_response_comes_back_as_it_went_in,
    the_same_response_is_stored_once,
    all_of_a_batch_or_nothing,
    hostile_texts_are_only_texts,
    example_data_goes_without_a_trace,
    fifty_writers_at_once,
    migrations_run_once_whoever_comes_first,
);

async fn a_response_comes_back_as_it_went_in(database: Database) {
    let store = database.open().await;
    let new = response(4);
    let id = added(&store, 4).await;
    let whole = store.response(id).await.unwrap().unwrap();
    assert_eq!(
        (&whole.response.query, &whole.response.provider, &whole.response.model),
        (&new.query, &new.provider, &new.model)
    );
    assert_eq!((&whole.response.raw_response, Some(whole.response.asked_at)), (&new.raw_response, new.asked_at));
    assert_eq!(whole.response.origin, Origin::Import);
    assert_eq!(whole.mentions.len(), 2);
    let (mention, sources) = &whole.mentions[0];
    assert_eq!((mention.brand_name.as_str(), mention.rank_position, mention.confidence), ("Brand 4-1", 1, Some(0.85)));
    assert_eq!((sources.len(), sources[0].url.as_str()), (1, "https://example.com/4"));
    assert_eq!((sources[0].is_valid, sources[0].link_state), (None, None));
    assert!(whole.mentions[1].1.is_empty());
    assert_eq!(store.response(id + 1).await.unwrap(), None);

    let found = scores(&store, id).await;
    assert_eq!(store.save_scores(&found, None).await.unwrap(), Saved::Saved);
    let quality = store.response_quality(id).await.unwrap().unwrap();
    assert_eq!((quality.total_mentions, quality.high_risk_count, quality.low_risk_count), (2, 1, 1));
    assert!((quality.avg_reliability.unwrap() - 0.64).abs() < 1e-12);
    let source = &store.response(id).await.unwrap().unwrap().mentions[0].1[0];
    assert_eq!(
        (source.is_valid, source.link_state, source.status_code),
        (Some(true), Some(LinkState::Reachable), Some(200))
    );
    let audit = store.audit(None, 10).await.unwrap();
    assert_eq!((audit.len(), audit[0].action.as_str(), audit[0].actor.as_str()), (1, "add", "test"));
}

async fn the_same_response_is_stored_once(database: Database) {
    let store = database.open().await;
    let id = added(&store, 1).await;
    let again = store.add_responses(&[response(1), response(2), response(2)], "test").await.unwrap();
    let [Added::Known(known), Added::New(new), Added::Known(twice)] = again[..] else { panic!("{again:?}") };
    assert_eq!((known, new), (id, twice));
    let totals = store.totals().await.unwrap();
    assert_eq!((totals.responses, totals.mentions, totals.scored), (2, 4, 0));
    assert_eq!(store.queries(10).await.unwrap().len(), 2);
    // Another answer at another time is another response, also where it says the same.
    let later = groundcheck_server::store::responses::NewResponse { asked_at: Some(1), ..response(1) };
    assert!(matches!(store.add_responses(&[later], "test").await.unwrap()[..], [Added::New(_)]));
}

async fn all_of_a_batch_or_nothing(database: Database) {
    let store = database.open().await;
    let mut wrong = response(2);
    wrong.mentions[1].confidence = Some(1.5);
    let mut long = response(3);
    long.model = "m".repeat(1000);
    for (bad, field) in [(wrong, "mentions[1].confidence"), (long, "model")] {
        let error = store.add_responses(&[response(1), bad], "test").await.unwrap_err();
        let error = groundcheck_types::InputError::from(error);
        assert_eq!((error.code, error.field.as_deref()), (ErrorCode::InvalidValue, Some(field)));
        assert_eq!(store.totals().await.unwrap().responses, 0);
    }
    let id = added(&store, 1).await;
    let other = added(&store, 2).await;
    let mut foreign = scores(&store, id).await;
    foreign.mentions[1].mention_id = scores(&store, other).await.mentions[0].mention_id;
    assert!(store.save_scores(&foreign, None).await.is_err());
    assert_eq!(store.response_quality(id).await.unwrap(), None);
}

/// Texts that would be something else if they ever became SQL, JSON, a pattern or an end of text.
const HOSTILE: &[&str] = &[
    "'; DROP TABLE mentions; --",
    "\"; DELETE FROM responses; --",
    "Robert'); DROP TABLE queries;--",
    "' OR '1'='1",
    "'' '' \\' \\\\",
    "$1 ?1 :name @name %s {0} {{}}",
    "NULL",
    "/* */ -- #",
    "%_[]^*",
    "a\u{0}b",
    "\u{202e}\u{200b}\u{feff}",
    "יזם ₪ 😀 \u{1F468}\u{200D}\u{1F469}",
    "\r\n\t",
    "{\"json\": \"\\u0000\"}",
    "E'\\x41' U&'\\0041' $$x$$",
    "",
];

async fn hostile_texts_are_only_texts(database: Database) {
    let store = database.open().await;
    for text in HOSTILE {
        let text = (*text).to_owned();
        let mut new = response(1);
        let source =
            NewSource { url: text.clone(), title: Some(text.clone()), description: Some(text.clone()), check: None };
        new.mentions = vec![NewMention {
            brand_name: text.clone(),
            rank_position: 1,
            explanation: Some(text.clone()),
            confidence: None,
            sources: vec![source],
        }];
        (new.query, new.provider, new.model, new.raw_response) =
            (text.clone(), text.clone(), text.clone(), text.clone());
        let added = store.add_responses(&[new], &text).await.unwrap();
        let [Added::New(id)] = added[..] else { panic!("{text:?}: {added:?}") };
        let whole = store.response(id).await.unwrap().unwrap();
        let (mention, sources) = &whole.mentions[0];
        let stored = text.replace('\0', "\u{fffd}");
        let read = [
            &whole.response.query,
            &whole.response.provider,
            &whole.response.model,
            &whole.response.raw_response,
            &mention.brand_name,
            mention.explanation.as_ref().unwrap(),
            &sources[0].url,
            sources[0].title.as_ref().unwrap(),
            sources[0].description.as_ref().unwrap(),
        ];
        assert!(read.iter().all(|read| **read == stored), "{text:?}: {read:?}");
        let mut found = scores(&store, id).await;
        found.overall_quality = text.clone();
        for link in found.mentions.iter_mut().flat_map(|score| &mut score.links) {
            (link.reason, link.final_url) = (text.clone(), Some(text.clone()));
        }
        store.save_scores(&found, None).await.unwrap();
        let filter = groundcheck_server::store::reports::Filter {
            provider: Some(stored.clone()),
            model: Some(stored),
            ..Default::default()
        };
        let parts = store.report_parts(&filter).await.unwrap();
        assert_eq!(parts.iter().map(|part| part.mentions).sum::<i64>(), 1, "{text:?}");
    }
    assert_eq!(store.totals().await.unwrap().responses, HOSTILE.len() as i64);
}

async fn example_data_goes_without_a_trace(database: Database) {
    let store = database.open().await;
    let kept = added(&store, 1).await;
    let mut example = response(2);
    example.origin = Origin::Example;
    example.query = "An example".to_owned();
    let examples = store.add_responses(&[example], "test").await.unwrap();
    let [Added::New(id)] = examples[..] else { panic!("{examples:?}") };
    store.save_scores(&scores(&store, id).await, None).await.unwrap();
    assert_eq!(store.totals().await.unwrap().examples, 1);
    assert_eq!(store.remove_responses(Origin::Example, "page").await.unwrap(), 1);
    let totals = store.totals().await.unwrap();
    assert_eq!((totals.responses, totals.mentions, totals.scored, totals.examples), (1, 2, 0, 0));
    assert_eq!(store.queries(10).await.unwrap().len(), 1);
    let jobs = store.take_jobs(groundcheck_server::store::jobs::JobKind::Score, "a", 10, 1000).await.unwrap();
    assert_eq!(jobs.iter().map(|job| job.subject.clone()).collect::<Vec<_>>(), [kept.to_string()]);
    assert_eq!(store.remove_responses(Origin::Example, "page").await.unwrap(), 0);
}

async fn fifty_writers_at_once(database: Database) {
    const WRITERS: usize = 50;
    const EACH: usize = 10;
    // Two stores: on SQLite the second stands for another process.
    let stores: [Arc<Store>; 2] = [Arc::new(database.open().await), Arc::new(database.open().await)];
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let store = Arc::clone(&stores[writer % 2]);
            tokio::spawn(async move {
                for number in 0..EACH {
                    added(&store, writer * EACH + number).await;
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let totals = stores[0].totals().await.unwrap();
    assert_eq!((totals.responses, totals.mentions), ((WRITERS * EACH) as i64, (2 * WRITERS * EACH) as i64));
    assert_eq!(stores[0].queries(10).await.unwrap().iter().map(|query| query.responses).sum::<i64>(), totals.responses);
}

async fn migrations_run_once_whoever_comes_first(database: Database) {
    let location = database.location();
    let open = || {
        let location = location.clone();
        tokio::spawn(async move {
            Store::open(&location, Arc::new(groundcheck_server::store::SystemClock)).await.map(|_| ())
        })
    };
    for opened in [open(), open(), open(), open()] {
        opened.await.unwrap().unwrap();
    }
    assert_eq!(database.open().await.totals().await.unwrap().responses, 0);
}
