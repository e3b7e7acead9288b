//! What the sources are about as a whole, by the lines they begin with: `Plant report: Tarvik Works`, `From: sales@acme.example`.
//!
//! Retrieved passages are often of sister entities, two offers, two patients, and their sentences say the same of each. A claim that
//! names one of them is not about the others' sentences.

use core::ops::Range;

use super::words::{self, Stem};
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, stem};

/// A line of more tokens than this is no title.
const LONGEST: usize = 24;
/// At most this many lines of a source are its titles.
pub(crate) const MOST_LINES: usize = 8;
/// Among more sources than this nothing is told by titles.
const MOST_SOURCES: u32 = u64::BITS;

/// Whether a line is short enough for a title, and no sentence.
pub(crate) fn may_be(tokens: &[Token]) -> bool {
    let last = tokens.iter().rev().find(|t| t.kind != Kind::Newline);
    tokens.len() <= LONGEST && last.is_none_or(|t| t.ch != b'.')
}

/// The words of all sources' titles.
#[derive(Debug, Clone, Default)]
pub(crate) struct Titles {
    /// Each with a bit for every source that has it anywhere. Sorted.
    words: Vec<(Stem, u64)>,
    /// A bit for every source that has a title.
    titled: u64,
    /// A bit for every source that is no copy of another.
    distinct: u64,
}

impl Titles {
    /// Adds a source's title.
    pub(crate) fn add(&mut self, source: u32, text: &str, tokens: &[Token]) {
        if source >= MOST_SOURCES {
            return;
        }
        let mut own = words::stems(text, tokens);
        for address in tokens.iter().filter(|t| matches!(t.lex, Lex::Opaque)) {
            let parts = address.text(text).split(|c: char| !c.is_alphanumeric()).filter(|part| part.len() > 3);
            own.extend(parts.map(stem));
        }
        self.titled |= u64::from(!own.is_empty()) << source;
        self.words.extend(own.into_iter().map(|stem| (stem, 1 << source)));
    }

    /// Closes the list; `distinct` are the sources that are no copies of others, and `elsewhere` says which have a word outside their
    /// titles.
    pub(crate) fn close(&mut self, distinct: impl IntoIterator<Item = usize>, elsewhere: impl Fn(Stem) -> u64) {
        for source in distinct {
            match u32::try_from(source) {
                Ok(source) if source < MOST_SOURCES => self.distinct |= 1 << source,
                _ => self.words.clear(),
            }
        }
        crate::sort::by_number(&mut self.words, |(stem, _)| u64::from(stem.0));
        self.words.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 |= next.1;
            }
            same
        });
        for (stem, holders) in &mut self.words {
            *holders |= elsewhere(*stem);
        }
    }

    /// Whether a title has the word.
    pub(crate) fn have(&self, stem: Stem) -> bool {
        self.words.binary_search_by_key(&stem, |(own, _)| *own).is_ok()
    }

    /// A bit for every source whose title says that it is about something else than a claim of these words, those of its own clause
    /// counting most: it has less than half of the title words that another source shares with the claim.
    pub(crate) fn foreign(&self, near: &[Stem], far: &[Stem]) -> u64 {
        let every = self.distinct;
        if every.count_ones() < 2 || self.words.is_empty() {
            return 0;
        }
        let mut shared = [0_u32; MOST_SOURCES as usize];
        let all: Range<u32> = 0..MOST_SOURCES - every.leading_zeros();
        for (stems, weight) in [(near, 4), (far, 1)] {
            for stem in stems {
                let Ok(at) = self.words.binary_search_by_key(stem, |(own, _)| *own) else { continue };
                let holders = self.words.get(at).map_or(every, |(_, holders)| *holders);
                if holders & every == every {
                    continue;
                }
                for (source, sum) in all.clone().zip(&mut shared) {
                    *sum += if holders & (1 << source) == 0 { 0 } else { weight };
                }
            }
        }
        let most = shared.iter().copied().max().unwrap_or(0);
        let less = all.zip(shared).filter(|(_, own)| own * 2 < most);
        less.fold(0, |foreign, (source, _)| foreign | 1 << source) & self.titled
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn sources_about_something_else() {
        let mut titles = Titles::default();
        for (source, title) in
            [(0, "Plant report: Tarvik Works\n"), (1, "Plant report: Packwood Mill\n"), (2, "sales@acme.example")]
        {
            titles.add(source, title, &tokens(title));
        }
        let only_in_text = |stem: Stem| u64::from(words::is_stem_of(stem, "acme")) << 1;
        titles.close(0..3, only_in_text);
        let foreign = |near: &str, far: &str| {
            let stems = |text: &str| words::stems(text, &tokens(text));
            titles.foreign(&stems(near), &stems(far))
        };
        for (near, far, expected) in [
            ("output of Tarvik", "", 0b110),
            ("output", "Packwood Mill", 0b101),
            // Both speak of it.
            ("offer of Acme", "", 0b001),
            ("output", "", 0),
            ("plant report", "", 0b100),
            ("Tarvik and Packwood", "", 0b100),
        ] {
            assert_eq!(foreign(near, far), expected, "{near} {far}");
        }
        assert!(may_be(&tokens("Plant report: Tarvik Works\n")));
        assert!(!may_be(&tokens("It was a good year.")));
    }
}
