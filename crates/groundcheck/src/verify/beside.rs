//! The words next to a value: what is copied from a source mostly keeps them.

use crate::document::token::{Kind, Token};
use crate::lexicon::{Roles, Stem, exact, stem};

/// The three words before a value and the three behind it, those next to it first; of a sentence that ends sooner none.
pub(crate) fn of(
    text: &str,
    tokens: &[Token],
    value: core::ops::Range<usize>,
    sentence: &core::ops::Range<usize>,
) -> Beside {
    let word = |at: usize| {
        let token = tokens.get(at)?;
        let own = token.text(text);
        match token.kind {
            Kind::Word if token.roles.has(Roles::HEBREW) && own.contains('’') => Some(exact(&own.replace('’', "'"))),
            Kind::Word if token.roles.has(Roles::HEBREW) => Some(exact(own)),
            // Whatever apostrophe is written.
            Kind::Word => Some(stem(own.split(['\'', '’']).next().unwrap_or(own))),
            Kind::Number => Some(exact(own)),
            Kind::Punct | Kind::Newline => None,
        }
    };
    // Marks of emphasis and of punctuation are no words.
    const REACH: usize = 12;
    let mut out = Beside::default();
    let before = (sentence.start..value.start.min(sentence.end)).rev().take(REACH).filter_map(word);
    let behind = (value.end..sentence.end).take(REACH).filter_map(word);
    for (own, stem) in out.before.iter_mut().zip(before) {
        *own = stem;
    }
    for (own, stem) in out.behind.iter_mut().zip(behind) {
        *own = stem;
    }
    out
}

/// The words next to a value; [`Stem`] 0 for none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Beside {
    pub(crate) before: [Stem; 3],
    pub(crate) behind: [Stem; 3],
}

impl Beside {
    /// How many of the words stand at the same place beside both, and how many anywhere beside both; the words next to the value first.
    pub(crate) fn shared(&self, other: &Beside) -> [u8; 4] {
        let none = Stem::default();
        let mut out = [0; 4];
        for (own, theirs) in [(&self.before, &other.before), (&self.behind, &other.behind)] {
            let alike = own.iter().zip(theirs).map(|(a, b)| *a != none && a == b);
            for (at, alike) in alike.enumerate() {
                out[0] += u8::from(alike && at == 0);
                out[1] += u8::from(alike);
            }
        }
        let all = |beside: &Beside| beside.before.into_iter().chain(beside.behind).filter(|stem| *stem != none);
        out[2] = u8::try_from(all(self).filter(|stem| all(other).any(|own| own == *stem)).count()).unwrap_or(0);
        out[3] = u8::try_from(all(self).count()).unwrap_or(0);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn the_same_words_at_the_same_places_are_counted() {
        let around = |text: &str| {
            let tokens = tokens(text);
            let at = tokens.iter().position(|t| t.kind == Kind::Number).unwrap();
            of(text, &tokens, at..at + 1, &(0..tokens.len()))
        };
        let source = around("It was **appointed** on 29 April to the board");
        for (text, expected) in
            [("Appointed on 29 April, he left", [2, 3, 3]), ("in April, on 29 days", [1, 1, 2]), ("29", [0, 0, 0])]
        {
            assert_eq!(around(text).shared(&source)[..3], expected, "{text}");
        }
    }
}
