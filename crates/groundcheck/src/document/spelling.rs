//! Words by how they are spelled, as hashes: for whole texts that are compared word by word.
//!
//! Not the engine's tokens: those leave out what HTML hides from a reader, and say nothing of letters. Case, accents, vowel points,
//! ligatures and marks that do not show make no other word.

use super::hidden::is_hidden;
use super::lower::letter;
use crate::fnv;

/// A word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Of its letters and digits, as [`spelled`] has them.
    pub(crate) hash: u64,
}

/// The words of a text: letters and digits with points and commas between digits, so that 1.5 is not 15 and not 1 and 5.
pub(crate) fn words(text: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::with_capacity(text.len() / 6 + 1);
    let mut open: Option<Word> = None;
    let mut chars = text.char_indices().peekable();
    let mut after_digit = false;
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        if is_silent(c) {
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
            word.hash = spelled(c).fold(word.hash, |hash, c| fnv::add(hash, u64::from(u32::from(c))));
        }
    }
    found.extend(open);
    found
}

/// A single word's hash, as [`words`] has it.
pub(crate) fn hash(word: &str) -> u64 {
    let spelled = word.chars().filter(|c| !is_silent(*c)).flat_map(spelled);
    spelled.fold(fnv::START, |hash, c| fnv::add(hash, u64::from(u32::from(c))))
}

/// The letters and digits of a text in one piece: `inv2041` of `INV-2041`.
pub(crate) fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric() && !is_silent(*c)).flat_map(spelled).collect()
}

/// A letter in lower case and without its accent; a ligature's letters.
fn spelled(c: char) -> impl Iterator<Item = char> {
    let (first, more) = match letter(c) {
        'à'..='å' => ('a', ""),
        'ç' => ('c', ""),
        'è'..='ë' => ('e', ""),
        'ì'..='ï' => ('i', ""),
        'ñ' => ('n', ""),
        'ò'..='ö' => ('o', ""),
        'ù'..='ü' => ('u', ""),
        'ā'..='ą' | 'ạ'..='ặ' => ('a', ""),
        'ć'..='č' => ('c', ""),
        'ď'..='đ' => ('d', ""),
        'ē'..='ě' | 'ẹ'..='ệ' => ('e', ""),
        'ĝ'..='ģ' => ('g', ""),
        'ĩ'..='ı' | 'ỉ'..='ị' => ('i', ""),
        'ķ' => ('k', ""),
        'ĺ'..='ł' => ('l', ""),
        'ń'..='ň' => ('n', ""),
        'ō'..='ő' | 'ø' | 'ọ'..='ợ' | 'ơ' => ('o', ""),
        'ŕ'..='ř' => ('r', ""),
        'ś'..='š' | 'ș' => ('s', ""),
        'ţ'..='ŧ' | 'ț' => ('t', ""),
        'ũ'..='ų' | 'ụ'..='ự' | 'ư' => ('u', ""),
        'ý' | 'ÿ' | 'ỳ'..='ỹ' => ('y', ""),
        'ź'..='ž' => ('z', ""),
        'ß' => ('s', "s"),
        'æ' => ('a', "e"),
        'œ' => ('o', "e"),
        'ﬁ' => ('f', "i"),
        'ﬂ' => ('f', "l"),
        'ﬀ' => ('f', "f"),
        'ﬃ' => ('f', "fi"),
        'ﬄ' => ('f', "fl"),
        c => (c, ""),
    };
    core::iter::once(first).chain(more.chars())
}

/// Marks that spell nothing: those that do not show, accents on their own, vowel points.
fn is_silent(c: char) -> bool {
    is_hidden(c) || matches!(c, '\u{0300}'..='\u{036f}' | '\u{0591}'..='\u{05bd}' | '\u{05bf}'..='\u{05c7}')
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
            ("אָסוּר", "אסור"),
            ("déjà vu", "de\u{301}ja\u{300} vu"),
            ("ﬁrst oﬃce", "first office"),
            ("Dvořák, Łódź, Nguyễn, Straße", "dvorak lodz nguyen strasse"),
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
