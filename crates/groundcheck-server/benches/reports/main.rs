//! How long the server takes over a report on 100,000 mentions, on SQLite and on PostgreSQL: `cargo xtask bench`.
//!
//! Beside it, in the same run, the sums of a report taken from every score instead of `report_sums`: the ratio of the two means the
//! same on every machine, times by themselves do not.

mod fill;
#[expect(dead_code, reason = "only the soak test restarts it")]
#[path = "../../tests/store/postgres.rs"]
mod postgres;

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use groundcheck_server::report::{choices, mention_page, source_report};
use groundcheck_server::store::{Location, RiskLevel, Store, SystemClock};
use groundcheck_types::ReportFilter;

/// Each measurement is taken this often.
const RUNS: usize = 15;
/// What the first view may take, on the server's side.
const TARGET: Duration = Duration::from_millis(300);

/// The fastest and the slowest of some runs.
async fn measure<T>(mut work: impl AsyncFnMut() -> Result<T, Box<dyn Error>>) -> Result<[Duration; 2], Box<dyn Error>> {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let start = Instant::now();
        black_box(work().await?);
        times.push(start.elapsed());
    }
    times.sort();
    Ok([times[0], times[RUNS - 1]])
}

fn print(name: &str, [fastest, slowest]: [Duration; 2]) {
    println!("  {name:<34} {:>8.1} ms   slowest {:>8.1} ms", fastest.as_secs_f64() * 1e3, slowest.as_secs_f64() * 1e3);
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("groundcheck-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("reports.db").display().to_string();
    let measured = async {
        on("SQLite", &file).await?;
        on("PostgreSQL", &postgres::database("reports")).await
    };
    let measured = measured.await;
    std::fs::remove_dir_all(&folder)?;
    measured
}

async fn on(name: &str, address: &str) -> Result<(), Box<dyn Error>> {
    let location: Location = address.parse()?;
    let store = Store::open(&location, Arc::new(SystemClock)).await?;
    fill::fill(address).await?;
    println!("{name}, {} mentions of {} responses", store.totals().await?.mentions, store.totals().await?.responses);
    let mut slowest = Duration::ZERO;
    let some = |text: &str| Some(text.to_owned());
    for (name, filter) in [
        ("report, all", ReportFilter::default()),
        ("report, one query", ReportFilter { query: some("Query 7"), ..ReportFilter::default() }),
        ("report, one provider", ReportFilter { provider: some("provider 1"), ..ReportFilter::default() }),
        ("report, one model", ReportFilter { model: some("model 5"), ..ReportFilter::default() }),
        (
            "report, a week",
            ReportFilter { from: some("2025-02-01"), to: some("2025-02-07"), ..ReportFilter::default() },
        ),
    ] {
        let times = measure(async || Ok(serde_json::to_vec(&source_report(&store, &filter).await?)?)).await?;
        slowest = slowest.max(times[1]);
        print(name, times);
    }
    let all = ReportFilter::default();
    let middle = mention_page(&store, &all, RiskLevel::Low, None, 1_000).await?.next;
    for (name, risk, after) in
        [("mentions, first page", RiskLevel::High, None), ("mentions, a later page", RiskLevel::Low, middle)]
    {
        let page = async || Ok(serde_json::to_vec(&mention_page(&store, &all, risk, after.as_deref(), 20).await?)?);
        let times = measure(page).await?;
        slowest = slowest.max(times[1]);
        print(name, times);
    }
    let times = measure(async || Ok(serde_json::to_vec(&choices(&store).await?)?)).await?;
    slowest = slowest.max(times[1]);
    print("choices", times);

    let sums = measure(async || Ok(store.report_parts(&Default::default()).await?)).await?;
    let from_scores = measure(async || fill::sums_of_scores(address).await).await?;
    print("its sums, a row a response", sums);
    print("the same from every score", from_scores);
    println!("  ratio {:>38.3}      (1 is as fast)", sums[0].as_secs_f64() / from_scores[0].as_secs_f64());
    store.close().await;
    if slowest > TARGET {
        return Err(format!("{name}: a route took {slowest:?}; {TARGET:?} are allowed").into());
    }
    Ok(())
}
