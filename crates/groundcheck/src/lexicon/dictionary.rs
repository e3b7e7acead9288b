//! Everyday English words: one in capitals is no name by that alone.
//!
//! A Bloom filter over the base forms of some 28,500 words; one of some 80 other words passes for one of them. Written by
//! `cargo run --release -p groundcheck-tests --bin words FILE` from Debian's `wamerican`. Source: SCOWL, copyright 2000-2011 by
//! Kevin Atkinson, who permits any use provided that this notice appears in all copies.

use crate::fnv;

const BITS: &[u8] = include_bytes!("dictionary.bin");
/// So many bits stand for a word.
const HASHES: u64 = 6;

/// Whether a word in lower case is an everyday one, in any of its forms.
pub(crate) fn is_everyday(word: &str) -> bool {
    has(BITS, word, "") || bases(word).any(|(stem, end)| has(BITS, stem, end))
}

fn has(bits: &[u8], stem: &str, end: &str) -> bool {
    places(stem, end, bits.len()).all(|(byte, bit)| bits.get(byte).is_some_and(|own| own & bit != 0))
}

/// The filter of these words, in so many bytes.
#[cfg(any(test, feature = "training"))]
pub fn filter<'w>(words: impl Iterator<Item = &'w str>, bytes: usize) -> Vec<u8> {
    let mut out = vec![0; bytes];
    for (byte, bit) in words.flat_map(|word| places(word, "", bytes)) {
        if let Some(own) = out.get_mut(byte) {
            *own |= bit;
        }
    }
    out
}

fn places(stem: &str, end: &str, bytes: usize) -> impl Iterator<Item = (usize, u8)> {
    let all = bytes.max(1) as u64 * 8;
    // FNV's bits of short words are alike; the finaliser of SplitMix64 mixes them.
    let hash = stem.bytes().chain(end.bytes()).fold(fnv::START, |hash, byte| fnv::add(hash, u64::from(byte)));
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let step = (hash >> 32) | 1;
    (0..HASHES).map(move |turn| {
        let bit = hash.wrapping_add(turn.wrapping_mul(step)) % all;
        (usize::try_from(bit / 8).unwrap_or(0), 1 << (bit % 8))
    })
}

/// Endings, and what may stand in their place in the base form.
const ENDINGS: &[(&str, &[&str])] = &[
    ("s", &[""]),
    ("es", &[""]),
    ("ies", &["y"]),
    ("d", &[""]),
    ("ed", &[""]),
    ("ied", &["y"]),
    ("ing", &["", "e"]),
    ("ings", &["", "e"]),
    ("ly", &[""]),
    ("er", &["", "e"]),
    ("ers", &["", "e"]),
    ("ness", &[""]),
    ("ment", &[""]),
    ("ments", &[""]),
    ("able", &["", "e"]),
    ("ion", &["", "e"]),
    ("ions", &["", "e"]),
];
/// A base form has at least so many letters.
const SHORTEST: usize = 3;

/// What a word may be a form of, each as its beginning and its end: `leas` and `e` of `leasing`, `plan` of `planning`.
pub fn bases(word: &str) -> impl Iterator<Item = (&str, &'static str)> {
    ENDINGS.iter().filter_map(|(ending, ends)| Some((word.strip_suffix(ending)?, ends))).flat_map(|(stem, ends)| {
        let whole = ends.iter().filter(|_| stem.len() >= SHORTEST).map(move |end| (stem, *end));
        let mut letters = stem.chars().rev();
        let doubled = letters.next().is_some_and(|last| letters.next() == Some(last));
        let short = stem.char_indices().next_back().filter(|(at, _)| doubled && *at >= SHORTEST);
        whole.chain(short.map(|(at, _)| (&stem[..at], "")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_other_words_pass_for_one() {
        let names = "edith marlow halvorsen brimfield kestrelle quillmere okonjo ottilie brandt ashgrove tarnow dvorak priya nazari";
        let passes: Vec<&str> = names.split(' ').filter(|name| is_everyday(name)).collect();
        assert!(passes.is_empty(), "{passes:?}");
    }

    #[test]
    fn everyday_words_are_known_in_all_their_forms() {
        for word in ["lease", "leases", "planning", "attorney", "kidney", "studies", "closed", "tenant", "dashboards"] {
            assert!(is_everyday(word), "{word}");
        }
    }
}
