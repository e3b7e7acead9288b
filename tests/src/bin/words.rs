//! Writes the filter of everyday English words from a list of one word a line.

use std::collections::HashSet;

use groundcheck::training::{bases, filter};

/// Of the filter: nine bits a word.
const BYTES: usize = 32 * 1024;

fn main() {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: words FILE");
        std::process::exit(2);
    };
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let everyday = |word: &&str| word.len() >= 3 && word.bytes().all(|b| b.is_ascii_lowercase());
    let mut words: Vec<&str> = text.lines().map(str::trim).filter(everyday).collect();
    // A base form is shorter than what is made of it.
    words.sort_unstable_by_key(|word| (word.len(), *word));
    let mut own: HashSet<&str> = HashSet::new();
    for word in &words {
        if !bases(word).any(|(stem, end)| own.contains([stem, end].concat().as_str())) {
            own.insert(word);
        }
    }
    let to = groundcheck_tests::root().join("crates/groundcheck/src/lexicon/dictionary.bin");
    std::fs::write(&to, filter(own.iter().copied(), BYTES)).expect("the filter");
    eprintln!("{} of {} words, {BYTES} bytes", own.len(), words.len());
}
