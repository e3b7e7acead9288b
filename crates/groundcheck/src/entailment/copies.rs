//! Copies of cited text in what is not cited: where one is left, the prior sees the evidence and comes out too high.
//!
//! Compared are runs of three words (shingles), so that time is linear: a passage is a copy where enough of its runs stand in the
//! cited text, or where it holds enough of one cited passage.

use std::collections::HashMap;

use groundcheck_types::VerifierPolicy;

use super::words::run;
use crate::document::spelling::{Word, words};

/// Words of a run; passages of two words are one run themselves.
const RUN: usize = 3;
/// From this share of common runs on a passage is no copy, but may say the same in other words.
const KIN: f64 = 0.2;

/// How much a passage has of the cited text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// It is a copy of it, whole or in part.
    Copy,
    /// It shares some of its words.
    Kin,
    /// Nothing to speak of.
    Other,
}

/// The runs of words of cited passages.
#[derive(Debug, Clone, Default)]
pub(super) struct CitedText {
    /// The passage that a run stands in, the first one of several.
    runs: HashMap<u64, usize>,
    /// How many runs each passage has.
    lengths: Vec<usize>,
}

impl CitedText {
    /// Takes in one more cited passage.
    pub(super) fn add(&mut self, text: &str) {
        let words = words(text);
        let place = self.lengths.len();
        let mut length = 0;
        for hash in runs(&words, RUN) {
            length += 1;
            self.runs.entry(hash).or_insert(place);
        }
        // So that a passage of two words can be found in a longer one.
        for hash in runs(&words, 2) {
            self.runs.entry(hash).or_insert(place);
        }
        self.lengths.push(length);
    }

    /// How much of the cited text a passage has.
    pub(super) fn likeness(&self, text: &str, policy: &VerifierPolicy) -> Likeness {
        let words = words(text);
        let size = words.len().min(RUN);
        if size < 2 {
            return Likeness::Other;
        }
        let (mut all, mut common) = (0_usize, 0_usize);
        let mut by_passage: HashMap<usize, usize> = HashMap::new();
        for hash in runs(&words, size) {
            all += 1;
            if let Some(place) = self.runs.get(&hash) {
                common += 1;
                *by_passage.entry(*place).or_default() += 1;
            }
        }
        let reaches = |part: usize, whole: usize, ratio: f64| part > 0 && count(part) >= ratio * count(whole);
        let copies = policy.copy_overlap_ratio.0;
        let holds_one = by_passage.iter().any(|(place, part)| {
            self.lengths.get(*place).is_some_and(|length| *length > 1 && reaches(*part, *length, copies))
        });
        if holds_one || reaches(common, all, copies) {
            Likeness::Copy
        } else if reaches(common, all, KIN) {
            Likeness::Kin
        } else {
            Likeness::Other
        }
    }
}

fn runs(words: &[Word], size: usize) -> impl Iterator<Item = u64> + '_ {
    words.windows(size).map(run)
}

#[expect(clippy::cast_precision_loss, reason = "no text has so many words that a count is not exact")]
fn count(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_kin_and_others() {
        let mut cited = CitedText::default();
        cited.add("The appraiser set the compensation for the northern plot at 50,000 shekels in March.");
        cited.add("NOI: $1.2M");
        let policy = VerifierPolicy::default();
        for (text, expected) in [
            ("The appraiser set the compensation for the northern plot at 50,000 shekels in March.", Likeness::Copy),
            ("THE APPRAISER set the compensation, for the northern plot, at 50000 shekels", Likeness::Copy),
            (
                "It is said: the appraiser set the compensation for the northern plot at 50,000 shekels, which the owner had long expected to hear from the office of the court",
                Likeness::Copy,
            ),
            ("noi 1.2m", Likeness::Copy),
            ("The appraiser set the rent of the southern plot", Likeness::Kin),
            ("The owner of the northern plot had moved away before.", Likeness::Other),
            ("NOI: $1.3M", Likeness::Other),
            ("", Likeness::Other),
        ] {
            assert_eq!(cited.likeness(text, &policy), expected, "{text}");
        }
        assert_eq!(CitedText::default().likeness("The same words again.", &policy), Likeness::Other);
    }
}
