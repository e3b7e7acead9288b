//! What a pushed token costs, at the beginning and at the end of 100,000 of them.

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use groundcheck::{Detector, Monitor};
use groundcheck_types::{Facts, MonitorRequest, Policy, Role, Source, Turn};

use crate::{RUNS, corpus};

const TOKENS: usize = 100_000;
/// The first thousand and the last have the same text, so that only what stands before them differs.
const MEASURED: usize = 1_000;
/// An answer may have 256 KiB.
const BYTES_PER_THOUSAND: usize = 2_560;

pub fn run() -> Result<(), Box<dyn Error>> {
    let sources: Vec<Source> = (0..10).map(|i| crate::source(i, 5_000)).collect();
    let detector = Arc::new(Detector::new(Policy::default(), &sources, &Facts::default(), None)?);
    let history = vec![Turn { role: Role::Assistant, text: corpus::prose_from(5, 2_000) }];
    let request = MonitorRequest { sources, history, ..MonitorRequest::default() };
    let parts: Vec<String> = (0..TOKENS / MEASURED).map(|part| thousand(part % (TOKENS / MEASURED - 1))).collect();
    let tokens: Vec<&str> = parts.iter().flat_map(|part| pieces(part)).collect();

    let mut best = [Duration::MAX; 3];
    let mut claims = 0;
    for _ in 0..RUNS {
        let mut monitor = Monitor::over(Arc::clone(&detector), request.clone())?;
        claims = 0;
        let mut push = |tokens: &[&str]| -> Result<Duration, Box<dyn Error>> {
            let start = Instant::now();
            for token in tokens {
                claims += monitor.push(token)?.settled.len();
            }
            Ok(start.elapsed())
        };
        let first = push(&tokens[..MEASURED])?;
        let middle = push(&tokens[MEASURED..TOKENS - MEASURED])?;
        let last = push(&tokens[TOKENS - MEASURED..])?;
        for (best, time) in best.iter_mut().zip([first, first + middle + last, last]) {
            *best = (*best).min(time);
        }
    }
    let [first, all, last] = best;
    let joined = crate::fastest(|| {
        let mut text = String::new();
        for token in &tokens {
            black_box(&mut text).push_str(token);
        }
        text
    });
    let each = |time: Duration, tokens: usize| time.as_secs_f64() * 1e6 / tokens as f64;
    println!(
        "a stream of {TOKENS} tokens, {} bytes, {claims} claims settled, ten 5 KB sources, one turn before",
        tokens.iter().map(|t| t.len()).sum::<usize>()
    );
    println!("  each of the first thousand {:>9.3} µs", each(first, MEASURED));
    println!("  each of the last thousand  {:>9.3} µs", each(last, MEASURED));
    println!("  each of all                {:>9.3} µs", each(all, TOKENS));
    println!("  merely concatenated        {:>9.3} µs", each(joined, TOKENS));
    println!("  last : first               {:>9.2}    (1 is constant)", last.as_secs_f64() / first.as_secs_f64());
    Ok(())
}

/// The text of a thousand tokens.
fn thousand(number: usize) -> String {
    let mut text = corpus::prose_from(400 + number as u64, BYTES_PER_THOUSAND - 500);
    // Whole sentences, so that each thousand begins with one.
    text.truncate(text.rfind(". ").map_or(text.len(), |end| end + 2));
    text
}

/// A text in a thousand pieces.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let cut = move |piece: usize| text.floor_char_boundary(text.len() * piece / MEASURED);
    (0..MEASURED).map(move |piece| &text[cut(piece)..cut(piece + 1)])
}
