//! `cargo xtask train`: learns the ranking and the decision anew, and says how they hold on what was left out.
//!
//! `train [--extra FILE]… [--results FILE] [--kept FOLDER] [--dry]`: rows labelled elsewhere, where the results go, where the ranking's part is
//! kept, so that the decision alone is learnt anew the next time, and whether the forests stay as they are.

use std::path::PathBuf;

fn main() {
    let (mut extra, mut results, mut kept, mut dry) = (Vec::new(), None, None, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match (word.as_str(), words.by_ref()) {
            ("--extra", words) => extra.extend(words.next().map(PathBuf::from)),
            ("--results", words) => results = words.next().map(PathBuf::from),
            ("--kept", words) => kept = words.next().map(PathBuf::from),
            ("--dry", _) => dry = true,
            _ => {
                eprintln!("usage: train [--extra FILE]… [--results FILE] [--kept FOLDER] [--dry]");
                std::process::exit(2);
            }
        }
    }
    groundcheck_tests::train::run(groundcheck_tests::root(), &extra, !dry, results.as_deref(), kept.as_deref());
}
