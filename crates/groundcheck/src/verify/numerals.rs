//! The numbers that a text has, as they are written: whether a claim's digits stand anywhere at all, read or not.

use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Stem, exact};

/// The numbers of texts. Sorted once closed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Numerals {
    all: Vec<Stem>,
}

impl Numerals {
    /// Takes in those of a text.
    pub(crate) fn read(&mut self, text: &str, tokens: &[Token]) {
        self.all.extend(tokens.iter().filter_map(|token| numeral(text, token)));
    }

    /// Closes the list.
    pub(crate) fn close(&mut self) {
        crate::sort::by_number(&mut self.all, |stem| u64::from(stem.0));
        self.all.dedup();
    }

    /// Whether it has all the numbers among these tokens, and there is one.
    pub(crate) fn has(&self, text: &str, tokens: &[Token]) -> bool {
        let mut numbers = tokens.iter().filter_map(|token| numeral(text, token)).peekable();
        numbers.peek().is_some() && numbers.all(|own| self.all.binary_search(&own).is_ok())
    }
}

fn numeral(text: &str, token: &Token) -> Option<Stem> {
    let is_word = matches!(token.lex, Lex::Unit(_) | Lex::Teen(_) | Lex::Tens(_) | Lex::Dozen | Lex::Month(_));
    if token.kind == Kind::Word && is_word {
        return Some(exact(&crate::document::lower(token.text(text))));
    }
    if token.kind != Kind::Number {
        return None;
    }
    let written = token.text(text);
    if written.contains([',', '\'']) { Some(exact(&written.replace([',', '\''], ""))) } else { Some(exact(written)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn a_number_is_found_however_its_thousands_are_parted() {
        let source = "Sales were 1,234.5 in March; Three shops closed.";
        let mut numerals = Numerals::default();
        numerals.read(source, &tokens(source));
        numerals.close();
        for (claim, there) in
            [("1234.5", true), ("three", true), ("1,234", false), ("March 7", false), ("sales", false)]
        {
            assert_eq!(numerals.has(claim, &tokens(claim)), there, "{claim}");
        }
    }
}
