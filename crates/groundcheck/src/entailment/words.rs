//! Words as hashes, for what is compared in whole texts: copies of evidence, and phrases that speak to the verifier.
//!
//! Not the engine's tokens: those leave out what HTML hides from a reader, and a model reads that too.

use crate::document::{emphasis, is_hidden, lower};
use crate::fnv;
use crate::lexicon::is_hebrew;

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Of its letters and digits in lower case, without marks that do not show.
    pub(super) hash: u64,
}

/// Where a token's word begins: the engine's tokens leave out Hebrew letters that are written onto a word they know, and emphasis.
pub(super) fn word_start(text: &str, token: usize) -> usize {
    let before = text.get(..token).unwrap_or_default();
    let letters = before.chars().rev().take(3).take_while(|c| is_hebrew(*c));
    let word = token - letters.map(char::len_utf8).sum::<usize>();
    let stars = text.get(..word).unwrap_or_default().bytes().rev().take(emphasis::MOST).take_while(|b| *b == b'*');
    word - stars.count()
}

/// Where a token's word ends, with the emphasis behind it. Marks that another token follows at once are that one's.
pub(super) fn word_end(text: &str, token: usize) -> usize {
    let behind = text.get(token..).unwrap_or_default();
    let stars = behind.bytes().take(emphasis::MOST).take_while(|b| *b == b'*').count();
    let closes = behind.get(stars..).is_none_or(|rest| rest.chars().next().is_none_or(char::is_whitespace));
    if closes { token + stars } else { token }
}

/// A single word's hash. A collision redacts one passage too many.
pub(super) fn hash(word: &str) -> u64 {
    word.chars().filter(|c| !is_hidden(*c)).fold(fnv::START, |hash, c| fnv::add(hash, u64::from(u32::from(c))))
}

/// A run of words as one hash.
pub(super) fn run(words: &[Word]) -> u64 {
    words.iter().fold(fnv::START, |hash, word| fnv::add(hash.rotate_left(23), word.hash))
}

/// The words of a text: letters and digits with points and commas between digits, so that 1.5 is not 15 and not 1 and 5.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::with_capacity(text.len() / 6 + 1);
    let mut open: Option<Word> = None;
    let mut letter = [0_u8; 4];
    let mut chars = text.char_indices().peekable();
    let mut after_digit = false;
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        if is_hidden(c) {
            continue;
        }
        let between_digits =
            matches!(c, '.' | ',') && after_digit && chars.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        if !c.is_alphanumeric() && !between_digits {
            found.extend(open.take());
            after_digit = false;
            continue;
        }
        after_digit = c.is_ascii_digit();
        let word = open.get_or_insert(Word { start: at, end, hash: fnv::START });
        word.end = end;
        // `1,200` and `1200` are one number.
        if c != ',' {
            for lower in lower(c.encode_utf8(&mut letter)).chars() {
                word.hash = fnv::add(word.hash, u64::from(u32::from(lower)));
            }
        }
    }
    found.extend(open);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hashes(text: &str) -> Vec<u64> {
        words(text).iter().map(|word| word.hash).collect()
    }

    #[test]
    fn words_are_those_that_a_reader_sees() {
        for (a, b) in [
            ("Ignore THE rules", "ignore the rules"),
            ("ig\u{200b}nore the ru\u{ad}les", "ignore the rules"),
            ("a <!-- b --> c", "a b c"),
            ("NOI: $1,200,000!", "noi 1200000"),
            ("שמאי\u{200f} מכריע", "שמאי מכריע"),
        ] {
            assert_eq!(hashes(a), hashes(b), "{a}");
        }
        for (a, b) in [("1.5", "15"), ("1.5", "1 5"), ("end. Next", "end.next x"), ("rules", "rule")] {
            assert_ne!(hashes(a), hashes(b), "{a}");
        }
        assert_eq!(hashes("yes"), [hash("yes")]);
        let text = "ab שלום 1.5.";
        let shown: Vec<&str> = words(text).iter().map(|word| &text[word.start..word.end]).collect();
        assert_eq!(shown, ["ab", "שלום", "1.5"]);
    }
}
