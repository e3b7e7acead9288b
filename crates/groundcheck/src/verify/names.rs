//! Whom a sentence names: words in capitals that are more than the beginning of a sentence or a label.
//!
//! A claim about somebody whom no source names is about nobody that they speak of, whatever figures they have.

use super::words::{push_stems, sorted};
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles, Stem, is_ordinary};

/// The stems of the names in a run of tokens: words in capitals that carry a subject. Sorted.
pub(crate) fn of(text: &str, tokens: &[Token]) -> Vec<Stem> {
    let mut out = Vec::new();
    let named = tokens.iter().enumerate().filter(|(_, t)| t.roles.has(Roles::NAME));
    // `Kids pay $7`, but `Power Finance earned`.
    let first = |at: usize| {
        let mut before = tokens.get(..at).unwrap_or_default().iter().rev();
        // Behind a heading in the same line, `**The sale:** Against an estimate`, a sentence begins, too.
        let ends = |t: &Token| t.kind == Kind::Newline || matches!(t.ch, b':' | b'.' | b'!' | b'?' | b';' | b'|');
        before.find(|t| !matches!(t.ch, b'*' | b'_' | b'"' | b'(' | b'-')).is_none_or(ends)
    };
    let goes_on = |at: usize| tokens.get(at + 1).is_some_and(|t| t.roles.has(Roles::NAME));
    let begins =
        |at: usize, t: &Token| first(at) && !goes_on(at) && (is_ordinary(t.text(text)) || leads(text, tokens, at));
    for (_, token) in named.filter(|(at, t)| !begins(*at, t) && !heads_label(text, tokens, *at)) {
        push_stems(text, token, &mut out);
    }
    sorted(out)
}

/// Whether a word in capitals only leads a sentence on, as a name hardly does: `Preheat the oven`, `Booking your room`.
fn leads(text: &str, tokens: &[Token], at: usize) -> bool {
    const DETERMINERS: &[&str] =
        &["the", "your", "its", "their", "our", "his", "her", "my", "this", "these", "that", "those", "both", "each"];
    tokens.get(at + 1).is_some_and(|t| t.lex == Lex::Article || t.is_one_of(text, DETERMINERS))
}

/// Whether a word in capitals only begins what a value is called, `Payment term: 45 days`, rather than naming somebody, `Oak Plaza:`.
fn heads_label(text: &str, tokens: &[Token], at: usize) -> bool {
    let opens = |t: &Token| t.kind != Kind::Word && t.kind != Kind::Number;
    if !at.checked_sub(1).and_then(|i| tokens.get(i)).is_none_or(opens) {
        return false;
    }
    let label = tokens.get(at + 1..).unwrap_or_default();
    let goes_on = |t: &&Token| t.kind == Kind::Word || matches!(t.ch, b'-' | b'&' | b'/' | b'*');
    let words = label.iter().take(LONGEST_LABEL).take_while(goes_on).count();
    let ends = label.get(words).is_some_and(|t| matches!(t.ch, b':' | b'|'));
    let small = |t: &Token| t.kind == Kind::Word && t.text(text).starts_with(char::is_lowercase);
    ends && (words == 0 || label.iter().take(words).any(small))
}

/// What a value is called before its colon has at most this many words and marks.
const LONGEST_LABEL: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn what_only_begins_a_sentence_names_nobody() {
        for (text, count) in [
            ("Kids pay $7", 0),
            ("Power Finance earned $7", 2),
            ("The sale: Against an estimate of $5", 0),
            ("**The sale:** Against an estimate of $5", 0),
            ("**Oak Plaza:** 17 rooms", 2),
            ("Payment term: 45 days", 0),
            ("On Wednesdays it opens at Oslo", 1),
            ("Kessler earned $7", 1),
        ] {
            assert_eq!(of(text, &tokens(text)).len(), count, "{text}");
        }
    }
}
