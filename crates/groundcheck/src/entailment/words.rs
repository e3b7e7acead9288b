//! Where the words of tokens begin and end in what a model reads, and runs of words as one hash.

use crate::document::emphasis;
use crate::document::spelling::Word;
use crate::fnv;
use crate::lexicon::is_hebrew;

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

/// A run of words as one hash.
pub(super) fn run(words: &[Word]) -> u64 {
    words.iter().fold(fnv::START, |hash, word| fnv::add(hash.rotate_left(23), word.hash))
}
