//! Checks texts of shapes that are made up, each as an answer, as a source and as both, in three lengths, and counts the steps. A shape that
//! takes much more than twice as many steps once it is twice as long is a find. `cargo xtask growth` builds and starts it.

mod shape;
mod steps;

use std::process::ExitCode;
use std::time::Instant;

use fastrand::Rng;
use groundcheck::analyze;
use groundcheck_types::{Request, Source};

use shape::Shape;

/// Shapes that took more once.
const KNOWN: &[&str] =
    &["1/", "1\n", "- 1\n", "(1)", "$1,", "1;", "1 ", "1,", "[1", "№\n", "- №\n", "| № ", "- $№\n", "№% ", "№, ", "№;"];

/// How long the shortest text is, in KiB. The others are twice and four times as long.
const SHORTEST: u64 = 64;
/// So much more may twice the text take, in thousandths.
const MOST: u64 = 2_200;
/// What so few steps take is over before anybody notices.
const FEW: u64 = 2_000_000;

/// Where the shape is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Answer,
    Source,
    Both,
}

impl Place {
    fn request(self, text: String) -> Request {
        let source = |text| vec![Source { id: "S0".into(), text, title: None, url: None, kind: None }];
        match self {
            Place::Answer => {
                let short = "The NOI for the property was $1,200,000 in Q3 2024, 12.5% more than the 1,066,667 of Q2.";
                Request { answer: text, sources: source(short.to_owned()), ..Request::default() }
            }
            Place::Source => {
                let short = "The NOI for the property was $1,200,000 in Q3 2024, 12.5% more than the 1,066,667 of Q2.";
                Request { answer: short.to_owned(), sources: source(text), ..Request::default() }
            }
            Place::Both => Request { answer: text.clone(), sources: source(text), ..Request::default() },
        }
    }
}

/// A shape's steps for each length.
fn measure(shape: &Shape, place: Place, lengths: [usize; 3]) -> [u64; 3] {
    lengths.map(|bytes| {
        let request = place.request(shape.repeated(bytes));
        steps::counted(|| analyze(&request).map(|report| report.claims.len())).0
    })
}

/// The larger of two ratios, in thousandths.
fn growth(steps: [u64; 3]) -> u64 {
    let ratio = |less: u64, more: u64| if more < FEW { 0 } else { more * 1_000 / less.max(1) };
    ratio(steps[0], steps[1]).max(ratio(steps[1], steps[2]))
}

/// What takes four times as many steps for twice the text, so that it shows that such are found.
fn control(text: &str) -> usize {
    let is_like = |byte: &u8| text.bytes().filter(|other| std::hint::black_box(other) == byte).count();
    text.as_bytes().iter().map(is_like).sum()
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn main() -> ExitCode {
    let (seed, count) = (number("GROUNDCHECK_GROWTH_SEED", 1), number("GROUNDCHECK_GROWTH_SHAPES", 20));
    let shortest = usize::try_from(number("GROUNDCHECK_GROWTH_KIB", SHORTEST)).unwrap_or(usize::MAX) * 1024;
    let lengths = [shortest, 2 * shortest, 4 * shortest];
    let mut dice = Rng::with_seed(seed);
    let made_up = (0..count).map(|_| Shape::made_up(&mut dice));
    let square = [4_000, 8_000, 16_000].map(|bytes| steps::counted(|| control(&Shape::of("1 ").repeated(bytes))).0);
    if growth(square) < 3_500 {
        println!("steps are not counted as they should be: {square:?} for what grows by the square");
        return ExitCode::FAILURE;
    }
    let (mut finds, mut most, mut runs, mut densest) = (0_u32, 0, 0_u32, (0, String::new()));
    let start = Instant::now();
    // Those that are asked for, to look into a find, or the known ones and those that are made up.
    let asked: Vec<Shape> = std::env::args().skip(1).map(|text| Shape::of(&text)).collect();
    let all = KNOWN.iter().map(|text| Shape::of(text)).chain(made_up);
    let shapes: Vec<Shape> = if asked.is_empty() { all.collect() } else { asked.clone() };
    for shape in shapes {
        for place in [Place::Answer, Place::Source, Place::Both] {
            let steps = measure(&shape, place, lengths);
            let growth = growth(steps);
            (most, runs) = (most.max(growth), runs + 1);
            let dense = steps[2] / lengths[2] as u64;
            if dense > densest.0 {
                densest = (dense, format!("{shape} as {place:?}"));
            }
            let is_find = growth > MOST;
            finds += u32::from(is_find);
            if is_find || !asked.is_empty() {
                println!(
                    "{shape} as {place:?}: {steps:?} steps in {lengths:?} bytes, {} a doubling",
                    growth as f64 / 1e3
                );
            }
        }
    }
    let seconds = start.elapsed().as_secs();
    println!("the most steps a byte: {}, {}", densest.0, densest.1);
    println!("seed {seed}: {runs} texts, at most {} a doubling, {finds} finds, {seconds} s", most as f64 / 1e3);
    if finds == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
