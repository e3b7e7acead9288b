//! Words by their outlines, which are their length and their ends: most are told apart by those, so that few are compared.

const OUTLINES: usize = 4096;

/// A word's outline as a number; ASCII letters in lower case.
const fn outline(word: &[u8]) -> usize {
    match word {
        [] => 0,
        [first, .., last] => {
            let (first, last) = (first.to_ascii_lowercase() as usize, last.to_ascii_lowercase() as usize);
            (word.len() * 193 + first * 31 + last * 997) % OUTLINES
        }
        [only] => only.to_ascii_lowercase() as usize % OUTLINES,
    }
}

/// A set of words, as bits of their outlines: a word that has none of them is not in it.
#[derive(Debug, Clone)]
pub(super) struct Outlines([u64; OUTLINES / 64]);

impl Outlines {
    pub(super) const EMPTY: Outlines = Outlines([0; OUTLINES / 64]);

    /// All words of these lists.
    pub(super) const fn of(lists: &[&[&str]]) -> Self {
        let mut all = Outlines::EMPTY;
        let mut list = 0;
        while list < lists.len() {
            let mut at = 0;
            while at < lists[list].len() {
                all.add(lists[list][at]);
                at += 1;
            }
            list += 1;
        }
        all
    }

    pub(super) const fn add(&mut self, word: &str) {
        let outline = outline(word.as_bytes());
        self.0[outline / 64] |= 1 << (outline % 64);
    }

    /// Whether the word, in any case of ASCII letters, may be in the set.
    pub(super) fn may_have(&self, word: &str) -> bool {
        let outline = outline(word.as_bytes());
        self.0[outline / 64] & (1 << (outline % 64)) != 0 && !word.is_empty()
    }
}
