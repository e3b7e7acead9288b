//! A word of a text with all that is known of it, and a small memory of words met before.

use super::parts;
use super::roles::Roles;
use super::stem::{Stem, exact, stem};
use super::{Lex, is_gershayim, is_hebrew, is_hebrew_prefix, look_up, look_up_all};

/// What an apostrophe joins to an English word.
pub(crate) const CLITICS: &[&str] = &["s", "t", "ve", "re", "ll", "d", "m"];

/// What is known of one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) lex: Lex,
    pub(crate) roles: Roles,
    pub(crate) stem: Stem,
    /// How many bytes the letters are that Hebrew writes onto it; they are no part of its token.
    pub(crate) prefix: u8,
}

/// Codes that are also taken in lower case; any other (`try`, `all`, `cop`) is an English word then.
const LOWER_CODES: &[&str] =
    &["usd", "eur", "gbp", "jpy", "chf", "cad", "aud", "ils", "inr", "cny", "mxn", "nzd", "hkd", "sgd", "btc"];

impl Word {
    /// What no list has: punctuation, numbers, passages that are no prose.
    pub(crate) const UNKNOWN: Word = Word { lex: Lex::None, roles: Roles::NONE, stem: Stem(0), prefix: 0 };

    /// A word that starts with a letter of any script but Hebrew.
    pub(crate) fn of(word: &str) -> Word {
        let (meaning, roles) = look_up_all(word);
        let lex = lex(word, meaning);
        // `year's` carries no more of a subject than `year`, nor `they've` than `they`.
        let base = match word.rsplit_once('\'') {
            Some((base, joined)) if joined != "t" && CLITICS.contains(&joined) => base,
            _ => word,
        };
        let of_base = if base.len() < word.len() { look_up_all(base).1 } else { roles };
        let (silent, short) = (of_base.has(Roles::STOP), of_base.has(Roles::SHORT));
        let name = lex == Lex::None
            && word.len() > 2
            && word.starts_with(char::is_uppercase)
            && word.contains(char::is_lowercase);
        let silent = silent || base == "_";
        let subject = !silent
            && !short
            && !matches!(lex, Lex::Opaque | Lex::Month(_) | Lex::Weekday(_))
            && !word.as_bytes().contains(&b'_');
        let roles = roles
            .and(parts::roles_of(word))
            .and(Roles::STOP.when(silent))
            .without(Roles::SHORT)
            .and(Roles::SHORT.when(short))
            .and(Roles::SUBJECT.when(subject))
            .and(Roles::NAME.when(name));
        Word { lex, roles, stem: stem(base), prefix: 0 }
    }

    /// A Hebrew word, which may have gershayim inside. One that is known may have up to two letters written onto it.
    fn hebrew(whole: &str, with_roles: bool) -> Word {
        let plain: String;
        let mut known = whole;
        if whole.contains(is_gershayim) {
            plain = whole.chars().filter(|c| is_hebrew(*c)).collect();
            known = &plain;
        }
        let mut lex = look_up(known);
        let mut prefix = 0;
        for _ in 0..2 {
            let mut letters = known.chars();
            let strip = lex == Lex::None && letters.next().is_some_and(is_hebrew_prefix) && letters.as_str().len() >= 4;
            if !strip {
                break;
            }
            known = letters.as_str();
            prefix += 2;
            lex = look_up(known);
        }
        if lex == Lex::None {
            prefix = 0;
        }
        // Gershayim may stand before the known word, `ש"השש`: its place is that of its first letter in the whole.
        if known.len() < whole.len() && prefix > 0 {
            let letters = whole.char_indices().filter(|(_, c)| is_hebrew(*c));
            let first = letters.map(|(at, _)| at).nth(usize::from(prefix) / 2);
            prefix = first.and_then(|at| u8::try_from(at).ok()).unwrap_or(prefix);
        }
        if !with_roles {
            return Word { lex, prefix, ..Word::UNKNOWN };
        }
        let shown = whole.get(usize::from(prefix)..).unwrap_or_default();
        let silent = shown.len() <= 2 || look_up_all(shown).1.has(Roles::STOP);
        let spoken = look_up_all(whole).1;
        let roles =
            spoken.without(Roles::STOP).and(parts::roles_of(whole)).and(Roles::STOP.when(silent)).and(Roles::HEBREW);
        Word { lex, roles, stem: exact(shown), prefix }
    }
}

/// What the word means, given what the lexicon has for it in any case.
fn lex(word: &str, meaning: Lex) -> Lex {
    let code = match meaning {
        Lex::Code(_) => LOWER_CODES.iter().any(|code| code.eq_ignore_ascii_case(word)),
        Lex::ScaledCode(..) => false,
        _ => return meaning,
    };
    if code || word.bytes().all(|b| b.is_ascii_uppercase()) { meaning } else { Lex::None }
}

/// How many words are remembered at most, a power of two.
const REMEMBERED: usize = 1024;
/// A word may stand in so many slots, one behind the other.
const PROBED: usize = 4;
/// Longer words are looked up again each time.
const LONGEST: usize = 16;

/// Words met before. A word that finds the slots taken where it may stand takes the first one over, so that no text can make it slow.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    slots: Vec<([u64; 2], Word)>,
    /// Leaves as many bits of a hash as number the slots.
    shift: u32,
    /// Whether roles and stems are asked for.
    with_roles: bool,
}

impl Default for Words {
    fn default() -> Self {
        Words::new(0)
    }
}

impl Words {
    /// For texts of this many bytes together that are verified.
    pub(crate) fn new(length: usize) -> Self {
        let slots = (length / 16).next_power_of_two().clamp(16, REMEMBERED);
        Words { slots: vec![([0; 2], Word::UNKNOWN); slots], shift: 64 - slots.ilog2(), with_roles: true }
    }

    /// For texts that values are only read from: no roles, no stems.
    pub(crate) fn without_roles(length: usize) -> Self {
        Words { with_roles: false, ..Words::new(length) }
    }

    /// [`Word::of`], as far as is asked for.
    pub(crate) fn look_up(&self, word: &str) -> Word {
        if self.with_roles { Word::of(word) } else { Word { lex: lex(word, look_up(word)), ..Word::UNKNOWN } }
    }

    /// What is known of the word from `start` to `end` in the text.
    #[inline]
    pub(crate) fn of(&mut self, text: &str, start: usize, end: usize) -> Word {
        self.remembered(text, start, end, Self::look_up)
    }

    /// The same of a Hebrew word.
    pub(crate) fn hebrew(&mut self, text: &str, start: usize, end: usize) -> Word {
        self.remembered(text, start, end, |words, word| Word::hebrew(word, words.with_roles))
    }

    #[inline]
    fn remembered(&mut self, text: &str, start: usize, end: usize, look_up: impl Fn(&Self, &str) -> Word) -> Word {
        let word = || text.get(start..end).unwrap_or_default();
        let Some(key) = key(text.as_bytes(), start, end - start) else { return look_up(self, word()) };
        let mixed = (key[0] ^ key[1].rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let first = (mixed >> self.shift) as usize;
        // As many as a power of two.
        let last = self.slots.len() - 1;
        let mut free = first;
        for slot in (first..first + PROBED).map(|slot| slot & last) {
            let (own, known) = self.slots[slot];
            if own == key {
                return known;
            }
            if own == [0; 2] {
                free = slot;
                break;
            }
        }
        let known = look_up(self, word());
        self.slots[free] = (key, known);
        known
    }
}

/// The word's bytes, zeros behind them; a word holds no zero byte.
#[inline]
fn key(bytes: &[u8], start: usize, length: usize) -> Option<[u64; 2]> {
    if length == 0 || length > LONGEST {
        return None;
    }
    let mut copy = [0; LONGEST];
    let window: &[u8; LONGEST] = match bytes.get(start..).and_then(<[u8]>::first_chunk) {
        Some(window) => window,
        // The text ends here.
        None => {
            copy.iter_mut().zip(bytes.get(start..).unwrap_or_default()).for_each(|(to, from)| *to = *from);
            &copy
        }
    };
    let half = |at: usize| window[at..].first_chunk().map_or(0, |half| u64::from_le_bytes(*half));
    // The lowest bytes are the first ones.
    let keep = |length: usize| u64::MAX >> (64 - 8 * length);
    Some(if length <= 8 { [half(0) & keep(length), 0] } else { [half(0), half(8) & keep(length - 8)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembered_words_are_those_looked_up() {
        let text = "The revenue of revenues, The REVENUE: a extraordinarily long one, a\u{e9}b The revenue a";
        let mut words = Words::new(0);
        for _ in 0..2 {
            let mut at = 0;
            for word in text.split_inclusive([' ', ',', ':']) {
                let bare = word.trim_end_matches([' ', ',', ':']);
                if !bare.is_empty() {
                    assert_eq!(words.of(text, at, at + bare.len()), Word::of(bare), "{bare}");
                }
                at += word.len();
            }
        }
    }
}
