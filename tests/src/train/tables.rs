//! The table by which computed values are chosen: for each operation what each thing that is read of a formula is worth.
//!
//! Of the formulas of a claim one is meant; the worths are moved until those that agree have the most of all shares. What an operation has
//! too few rows for stays near what all operations have in common.

use groundcheck::training::{CODES, Choice, UNIT};

/// A claim's formulas: which rows, and how much it counts.
pub struct List {
    pub rows: core::ops::Range<usize>,
    pub weight: f64,
}

/// So often all rows are gone through.
const ROUNDS: i32 = 70;
const RATE: f64 = 0.05;
/// What pulls each worth to nothing.
const PULL: f64 = 5e-5;

/// Learns the table: each row is an operation and what is read, `meant` whether it agrees, `stands_for` for how many like it it stands, in logits.
pub fn learn(rows: &[&[i16]], meant: &[bool], stands_for: &[f64], lists: &[List]) -> Vec<u8> {
    let width = rows.first().map_or(0, |row| row.len() - 1);
    let shared = |feature: usize, code: i16| feature * CODES + usize::try_from(code).expect("a code");
    let own = |row: &[i16], feature: usize| {
        let operation = usize::try_from(row[0]).expect("an operation");
        Choice::place(operation, feature, u8::try_from(row[feature + 1]).expect("a code"))
    };
    let base = width * CODES;
    // First what all operations share, then each one's own.
    let mut worths = Adam::of(base + Choice::WORTHS);
    let places: Vec<[u32; 2]> = rows
        .iter()
        .flat_map(|row| {
            (0..width)
                .map(|at| [shared(at, row[at + 1]), base + own(row, at)].map(|at| u32::try_from(at).expect("few")))
        })
        .collect();
    let places = |row: usize| &places[row * width..(row + 1) * width];
    let all: f64 = lists.iter().map(|list| list.weight).sum();
    for round in 1..=ROUNDS {
        let mut gradient: Vec<f64> = worths.values.iter().map(|worth| worth * PULL).collect();
        for list in lists {
            let score = |row: usize| {
                let worth = |at: &[u32; 2]| worths.values[at[0] as usize] + worths.values[at[1] as usize];
                places(row).iter().map(worth).sum::<f64>() + stands_for[row]
            };
            let scores: Vec<f64> = list.rows.clone().map(score).collect();
            let most = scores.iter().copied().fold(f64::MIN, f64::max);
            let shares: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
            let sum: f64 = shares.iter().sum();
            let wanted: f64 = shares.iter().zip(list.rows.clone()).filter(|(_, row)| meant[*row]).map(|(s, _)| s).sum();
            for (share, row) in shares.iter().zip(list.rows.clone()) {
                let target = if meant[row] { share / wanted } else { 0.0 };
                let error = (share / sum - target) * list.weight / all;
                for at in places(row).iter().flatten() {
                    gradient[*at as usize] += error;
                }
            }
        }
        worths.step(&gradient, round);
    }
    let mut out = vec![0; Choice::WORTHS];
    for (at, byte) in out.iter_mut().enumerate() {
        let shared = (at / CODES % width) * CODES + at % CODES;
        // What no row has says nothing.
        let worth = if worths.is_seen(base + at) { worths.values[shared] + worths.values[base + at] } else { 0.0 };
        #[expect(clippy::cast_possible_truncation, reason = "clamped to what an i8 holds")]
        let steps = (worth * 1000.0 / f64::from(UNIT)).round().clamp(-127.0, 127.0) as i8;
        *byte = steps.to_le_bytes()[0];
    }
    out
}

/// Values that go down their gradient, each at a pace of its own.
struct Adam {
    values: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
}

impl Adam {
    fn of(count: usize) -> Self {
        Adam { values: vec![0.0; count], mean: vec![0.0; count], square: vec![0.0; count] }
    }

    fn is_seen(&self, at: usize) -> bool {
        self.square[at] > 0.0
    }

    fn step(&mut self, gradient: &[f64], round: i32) {
        const MEAN: f64 = 0.9;
        const SQUARE: f64 = 0.99;
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((value, (mean, square)), own) in self.values.iter_mut().zip(moments).zip(gradient) {
            *mean = MEAN * *mean + (1.0 - MEAN) * own;
            *square = SQUARE * *square + (1.0 - SQUARE) * own * own;
            if *square > 0.0 {
                let pace = (*square / (1.0 - SQUARE.powi(round))).sqrt() + 1e-8;
                *value -= RATE * *mean / (1.0 - MEAN.powi(round)) / pace;
            }
        }
    }
}
