//! How far two texts are the same: words in their order, characters of codes.

use core::ops::Range;

use super::index::Word;

/// The longest common run of both, gaps allowed: which words of the passage and of the other it spans, and how many it has.
pub(super) fn common(passage: &[Word], run: &[u32]) -> (Range<usize>, Range<usize>, usize) {
    let width = run.len() + 1;
    let mut table = vec![0_u16; (passage.len() + 1) * width];
    for (i, word) in passage.iter().enumerate() {
        for (j, hash) in run.iter().enumerate() {
            let longest = if word.hash == *hash {
                table[i * width + j] + 1
            } else {
                table[i * width + j + 1].max(table[(i + 1) * width + j])
            };
            table[(i + 1) * width + j + 1] = longest;
        }
    }
    let (mut i, mut j) = (passage.len(), run.len());
    let (mut first, mut last) = ((0, 0), None);
    while i > 0 && j > 0 {
        // Of words that stand twice, those nearest to the next ones are meant.
        if passage[i - 1].hash == run[j - 1] {
            (i, j) = (i - 1, j - 1);
            first = (i, j);
            last = last.or(Some((i + 1, j + 1)));
        } else if table[(i - 1) * width + j] == table[i * width + j] {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    let last = last.unwrap_or(first);
    (first.0..last.0, first.1..last.1, usize::from(table[passage.len() * width + run.len()]))
}

/// In how many places two codes of one length differ; two neighbours that changed places are one.
pub(super) fn differ(own: &str, other: &str) -> usize {
    let (own, other) = (own.as_bytes(), other.as_bytes());
    let mut count = 0;
    let mut at = 0;
    while at < own.len().min(other.len()) {
        if own[at] != other[at] {
            let swapped =
                own.get(at + 1).is_some_and(|next| Some(next) == other.get(at) && other.get(at + 1) == own.get(at));
            at += usize::from(swapped);
            count += 1;
        }
        at += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_that_changed_places_are_one_difference() {
        for (own, other, count) in [("inv2041", "inv2041", 0), ("inv2041", "inv2014", 1), ("inv2041", "inv2942", 2)] {
            assert_eq!(differ(own, other), count, "{own} {other}");
        }
    }
}
