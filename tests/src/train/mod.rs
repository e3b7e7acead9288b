//! Learns how candidates are ranked and claims decided, and says how well it holds on what it has not seen.
//!
//! Five stages, each with every fold left out in turn: printed values alone, printed values beside the sentence's other claims, the table
//! that chooses among computed values, the forest that ranks what it chose, the decision. A stage sees of every claim only scores by models that have not seen its fold.

mod cases;
mod copies;
mod learn;
mod listwise;
mod measure;
mod stages;
mod tables;
mod trees;

use std::fs;
use std::path::{Path, PathBuf};

use cases::{Case, Sort};
use groundcheck::training::{Seen, hash};

/// Published sets and files are left out whole; there are so many folds.
pub const FOLDS: usize = 7;

/// Learns from the project's cases and from the rows of these files, writes the forests and, where it is asked for, the page of results.
/// What the ranking learns is kept in a folder, where one is given, and read from it the next time.
///
/// # Panics
/// Where a file cannot be read or written.
pub fn run(root: &Path, extra: &[PathBuf], weights: bool, results: Option<&Path>, kept: Option<&Path>) {
    let mut cases = cases::gold(&root.join("tests/gold"));
    cases.extend(cases::tables(&root.join("tests/data")));
    for path in extra {
        cases.extend(cases::extra(path));
    }
    let made = copies::copies(&cases);
    eprintln!("{} copies that are wrong in one way", made.len());
    cases.extend(made);
    let folds = folds(&cases);
    eprintln!("{} answers, {} labelled numbers", cases.len(), cases.iter().map(|c| c.labels.len()).sum::<usize>());
    let learnt = learn::learn(&cases, &folds, kept);
    if weights {
        let folder = root.join("crates/groundcheck/src/verify/score/weights");
        for (name, bytes) in learnt.all.named() {
            fs::write(folder.join(name), bytes).expect("weights");
            eprintln!("{name}: {} bytes", bytes.len());
        }
    }
    let page = measure::page(&cases, &learnt);
    match results {
        Some(path) => fs::write(path, page).expect("results"),
        None => print!("{page}"),
    }
}

/// Each case's fold: a set or a file is in one, rows over one document are in one.
fn folds(cases: &[Case]) -> Vec<usize> {
    let mut sets: Vec<(Sort, &str)> = cases.iter().map(|c| (c.sort, c.set.as_str())).collect();
    sets.sort_unstable();
    sets.dedup();
    let mut place = Vec::new();
    let mut before = None;
    let mut number = 0;
    for (sort, set) in sets {
        number = if before == Some(sort) { number + 1 } else { 0 };
        before = Some(sort);
        place.push(((sort, set), number % FOLDS));
    }
    let of_set = |case: &Case| {
        place.iter().find(|((sort, set), _)| *sort == case.sort && *set == case.set).map_or(0, |(_, fold)| *fold)
    };
    let of_document = |case: &Case| usize::try_from(hash(&case.document) % FOLDS as u64).unwrap_or(0);
    cases.iter().map(|case| if case.sort == Sort::Finance { of_document(case) } else { of_set(case) }).collect()
}

/// A labelled claim: its case, what the engine sees of it, whether it is right.
pub struct Labelled {
    /// By its place among the cases.
    pub case: usize,
    /// As the engine sees it.
    pub seen: Seen,
    /// As it is labelled.
    pub right: bool,
}
