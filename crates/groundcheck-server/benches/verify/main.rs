//! How long verifying an answer of ten claims takes, in round trips to its provider: `cargo xtask bench`.
//!
//! The provider is on loopback and takes 50 ms over each question. One claim, whose two questions go out together, takes one round trip;
//! ten claims are measured against that, in the same run: the ratio means the same on every machine.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::routing::post;
use axum::{Json, Router};
use groundcheck_server::llm::{Clients, Provider, Providers, StructuredOutput};
use groundcheck_server::server::{self, Limits};
use groundcheck_server::store::{Location, Store, SystemClock};
use groundcheck_server::verifier::{Job, Verifier};
use groundcheck_types::{GroundedAnswer, InputError, ProviderKind, Source, VerifyOptions};
use serde_json::json;
use tokio::net::TcpListener;

/// What the provider takes over a question.
const ANSWERS_AFTER: Duration = Duration::from_millis(50);
/// How many round trips ten claims may take.
const TARGET: f64 = 4.0;
/// Each measurement is taken this often; the fastest counts.
const RUNS: usize = 5;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("groundcheck-bench-verify-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let measured = measure(&folder.join("verify.db").display().to_string()).await;
    std::fs::remove_dir_all(&folder)?;
    measured
}

async fn measure(database: &str) -> Result<(), Box<dyn Error>> {
    let asked = Arc::new(AtomicUsize::new(0));
    let verifier = Verifier::new(Clients::new(&Providers::from_iter([provider(Arc::clone(&asked)).await?]))?);
    let (mut one, mut ten) = (Duration::MAX, Duration::MAX);
    for _ in 0..RUNS {
        one = one.min(timed(&verifier, 1).await?.1);
        ten = ten.min(timed(&verifier, 10).await?.1);
    }
    let ratio = ten.as_secs_f64() / one.as_secs_f64();
    println!("  one claim, 2 questions   {:>8.1} ms", one.as_secs_f64() * 1e3);
    println!(
        "  ten claims, 20 questions {:>8.1} ms   {ratio:.2} round trips, under {TARGET} are allowed",
        ten.as_secs_f64() * 1e3
    );

    let location: Location = database.parse()?;
    let verifier = verifier.with_store(Store::open(&location, Arc::new(SystemClock)).await?);
    timed(&verifier, 10).await?;
    let before = asked.load(Ordering::Relaxed);
    let (answer, again) = timed(&verifier, 10).await?;
    let calls = asked.load(Ordering::Relaxed) - before;
    println!("  the same answer again    {:>8.1} ms   {calls} questions", again.as_secs_f64() * 1e3);
    if ratio >= TARGET || calls > 0 || !answer.hallucination_check.overall_grounded {
        return Err("verifying takes too long, asks again, or does not ground what it should".into());
    }
    Ok(())
}

/// An answer of so many claims, verified.
async fn timed(verifier: &Verifier, claims: usize) -> Result<(GroundedAnswer, Duration), InputError> {
    let sentence = |place: usize| format!("Building {place} has {} floors", place + 3);
    let source = |place: usize| Source {
        id: format!("S{place}"),
        text: format!("{}.", sentence(place)),
        title: None,
        url: None,
        kind: None,
    };
    let answer: Vec<String> = (0..claims).map(|place| format!("{} [S{place}].", sentence(place))).collect();
    let sources = (0..claims).map(source).collect();
    let start = Instant::now();
    let job = Job { answer: answer.join(" "), sources, options: VerifyOptions::default(), places: None };
    let answer = verifier.start(job)?.finish(|_| ()).await?;
    Ok((answer, start.elapsed()))
}

/// A provider that is sure of what its evidence does not have redacted.
async fn provider(asked: Arc<AtomicUsize>) -> Result<Provider, Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let answer = move |body: String| {
        asked.fetch_add(1, Ordering::Relaxed);
        async move {
            tokio::time::sleep(ANSWERS_AFTER).await;
            // The task itself speaks of it once.
            let p: f64 = if body.matches("[REDACTED]").count() > 1 { 0.02 } else { 0.99 };
            let token = |token: &str, p: f64| json!({ "token": token, "logprob": p.ln() });
            let top = json!([token("YES", p), token("NO", 1.0 - p)]);
            let token = json!({ "token": "YES", "logprob": p.ln(), "top_logprobs": top });
            Json(json!({
                "choices": [{ "message": { "content": "YES" }, "logprobs": { "content": [token] }, "finish_reason": "length" }],
                "usage": { "prompt_tokens": 200, "completion_tokens": 1 },
            }))
        }
    };
    let app = Router::new().route("/v1/chat/completions", post(answer));
    tokio::spawn(server::serve(listener, app, std::future::pending(), Limits::default()));
    Ok(Provider {
        name: "house".to_owned(),
        kind: ProviderKind::OpenAi,
        base_url: format!("http://{address}/v1").parse()?,
        key: None,
        model: Some("m".to_owned()),
        prices: [].into(),
        requests_per_minute: None,
        concurrency: 8,
        timeout: Duration::from_secs(60),
        structured_output: StructuredOutput::Auto,
    })
}
