//! How fast extraction and analysis are, natively: `cargo xtask bench [FILE]`.
//!
//! Extraction runs beside one combined regex over the same bytes in the same run, so that the ratio means the same on
//! every machine; times by themselves do not.

mod baseline;
mod corpus;
mod stream;

use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use groundcheck::{Detector, analyze};
use groundcheck_types::{Facts, Policy, Request, Source};

/// Each measurement is the fastest of this many: noise only ever adds.
const RUNS: usize = 7;

fn fastest<T>(mut work: impl FnMut() -> T) -> Duration {
    (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        })
        .min()
        .unwrap_or_default()
}

fn megabytes_per_second(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / 1e6 / time.as_secs_f64()
}

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo bench` adds its own flag.
    let file = env::args().skip(1).find(|arg| arg != "--bench");
    let text = match &file {
        Some(path) => fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?,
        None => corpus::prose(1_000_000),
    };
    println!("text: {}, {} bytes", file.as_deref().unwrap_or("generated"), text.len());
    extraction(&text);
    analysis()?;
    keystroke()?;
    stream::run()?;
    batch()
}

fn extraction(text: &str) {
    let claims = groundcheck::claims::extract(text, None).len();
    let engine = fastest(|| groundcheck::claims::extract(text, None).len());
    let regex = baseline::combined();
    let hits = baseline::matches(&regex, text);
    let combined = fastest(|| baseline::matches(&regex, text));
    let half = &text[..text.floor_char_boundary(text.len() / 2)];
    let of_half = fastest(|| groundcheck::claims::extract(half, None).len());

    let speed = |time| megabytes_per_second(text.len(), time);
    println!("extraction            {:>9.2} MB/s   {claims} claims", speed(engine));
    println!("one combined regex    {:>9.2} MB/s   {hits} matches", speed(combined));
    println!("ratio                 {:>9.2}        (1 is as fast as the regex)", speed(engine) / speed(combined));
    println!("whole text : half     {:>9.2}        (2 is linear)", engine.as_secs_f64() / of_half.as_secs_f64());
}

/// A 2 KB answer against ten 5 KB sources.
fn analysis() -> Result<(), Box<dyn Error>> {
    let sources: Vec<Source> = (0..10)
        .map(|i| Source {
            id: format!("S{i}"),
            text: corpus::prose_from(100 + i, 5_000),
            title: None,
            url: None,
            kind: None,
        })
        .collect();
    let answer = corpus::prose_from(100, 2_000);
    let whole = Request { answer: answer.clone(), sources: sources.clone(), ..Request::default() };
    let alone = Request { answer, ..Request::default() };
    let detector = Detector::new(Policy::default(), &sources, &Facts::default(), None)?;

    // The wasm bench takes the same request, so that the two times can be compared.
    if let Some(path) = env::var_os("GROUNDCHECK_BENCH_REQUEST") {
        fs::write(&path, serde_json::to_vec(&whole)?).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    let claims = detector.analyze(&alone)?.claims.len();
    let prepared = fastest(|| detector.analyze(&alone));
    let unprepared = fastest(|| analyze(&whole));
    println!("2 KB answer, {claims} claims, ten 5 KB sources");
    println!("  sources prepared    {:>9.3} ms", prepared.as_secs_f64() * 1e3);
    println!("  all in one call     {:>9.3} ms", unprepared.as_secs_f64() * 1e3);
    Ok(())
}

/// One character more in an answer of 10,000 words, its 100 sources prepared: what typing costs at worst.
fn keystroke() -> Result<(), Box<dyn Error>> {
    const WORDS: usize = 10_000;
    let sources: Vec<Source> = (0..100).map(|i| source(i, 5_000)).collect();
    let detector = Detector::new(Policy::default(), &sources, &Facts::default(), None)?;
    let long = corpus::prose_from(7, 100_000);
    let end = long.split_inclusive(' ').take(WORDS).map(str::len).sum();
    let (mut typed, mut next) = (long[..end].to_owned(), long[end..].chars());
    let claims = detector.analyze(&Request { answer: typed.clone(), ..Request::default() })?.claims.len();
    let time = fastest(|| {
        typed.extend(next.next());
        detector.analyze(&Request { answer: typed.clone(), ..Request::default() })
    });
    let regex = baseline::combined();
    let combined = fastest(|| baseline::matches(&regex, &typed));
    println!("one keystroke, answer of {WORDS} words, {claims} claims, 100 prepared sources of 5 KB");
    println!("  analysed again      {:>9.3} ms", time.as_secs_f64() * 1e3);
    println!("  one combined regex  {:>9.3} ms", combined.as_secs_f64() * 1e3);
    println!("  ratio               {:>9.1}        (1 is as fast)", time.as_secs_f64() / combined.as_secs_f64());
    Ok(())
}

/// What `groundcheck batch` does to a line, on one core and in memory: read the request, analyse it, write the report.
fn batch() -> Result<(), Box<dyn Error>> {
    const ANSWERS: u64 = 200;
    let lines: Vec<Vec<u8>> = (0..ANSWERS)
        .map(|i| {
            let sources = (0..3).map(|k| source(i + k, 1_500)).collect();
            serde_json::to_vec(&Request { answer: corpus::prose_from(100 + i, 400), sources, ..Request::default() })
        })
        .collect::<Result<_, _>>()?;
    let bytes: usize = lines.iter().map(Vec::len).sum();
    let time = fastest(|| {
        lines
            .iter()
            .map(|line| Request::from_json(line).and_then(|r| analyze(&r)).map_or(0, |r| r.to_json().len()))
            .sum::<usize>()
    });
    let regex = baseline::combined();
    let texts: Vec<&str> = lines.iter().map(|line| std::str::from_utf8(line)).collect::<Result<_, _>>()?;
    let combined = fastest(|| texts.iter().map(|text| baseline::matches(&regex, text)).sum::<usize>());
    println!("batch, one core, {ANSWERS} answers of 400 bytes with three sources of 1.5 KB each");
    println!("  answers             {:>9.0} /s", ANSWERS as f64 / time.as_secs_f64());
    println!("  requests            {:>9.2} MB/s", megabytes_per_second(bytes, time));
    println!("  one combined regex  {:>9.2} MB/s", megabytes_per_second(bytes, combined));
    println!(
        "  ratio               {:>9.3}        (1 is as fast as the regex)",
        combined.as_secs_f64() / time.as_secs_f64()
    );
    Ok(())
}

fn source(number: u64, bytes: usize) -> Source {
    Source {
        id: format!("S{number}"),
        text: corpus::prose_from(100 + number, bytes),
        title: None,
        url: None,
        kind: None,
    }
}
