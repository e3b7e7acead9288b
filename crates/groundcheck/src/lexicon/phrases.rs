//! Runs of words that a sentence is searched for, many at once.

use core::ops::Range;

use super::stem::{Stem, exact};

/// Runs of words, by their first one.
#[derive(Debug)]
pub(crate) struct Phrases {
    /// Sorted.
    runs: Vec<Vec<Stem>>,
}

impl Phrases {
    /// These runs, in lower case.
    pub(crate) fn of(runs: &[&[&str]]) -> Self {
        let mut runs: Vec<Vec<Stem>> = runs.iter().map(|run| run.iter().map(|word| exact(word)).collect()).collect();
        crate::sort::by_key(&mut runs, Clone::clone);
        Phrases { runs }
    }

    /// The first place where one of the runs stands in these words.
    pub(crate) fn find(&self, words: &[Stem]) -> Option<Range<usize>> {
        (0..words.len()).find_map(|at| {
            let first = words.get(at)?;
            let from = self.runs.partition_point(|run| run.first() < Some(first));
            let same = self.runs.get(from..)?.iter().take_while(|run| run.first() == Some(first));
            let held = |run: &&Vec<Stem>| words.get(at..at + run.len()) == Some(run.as_slice());
            same.filter(held).map(Vec::len).max().map(|length| at..at + length)
        })
    }

    /// Whether one of the runs stands in these words.
    pub(crate) fn is_in(&self, words: &[Stem]) -> bool {
        self.find(words).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::{spoken, tokens};

    #[test]
    fn the_first_and_longest_run_is_found() {
        let phrases = Phrases::of(&[&["no", "doubt"], &["no", "doubt", "that"], &["ללא", "ספק"]]);
        for (text, expected) in [
            ("There is No doubt that", Some(2..5)),
            ("no, doubt", Some(0..2)),
            ("a doubt", None),
            ("זה ללא ספק כך", Some(1..3)),
            ("no", None),
        ] {
            assert_eq!(phrases.find(&spoken(text, &tokens(text))), expected, "{text}");
        }
    }
}
