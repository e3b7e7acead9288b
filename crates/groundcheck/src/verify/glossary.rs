//! What abbreviations stand for that no source has: the letters of an answer's `NIM` begin the words of one row's label, `Net interest
//! margin`. Where two of the labels that are kept begin alike it stands for neither.
//!
//! Source: the design's section 3, "Alignment": synonyms and abbreviations.

use super::words::{self, Stem};
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles, stem};
use crate::sort;

/// An abbreviation has so many letters.
const LETTERS: core::ops::RangeInclusive<usize> = 3..=6;
/// At most so many labels are kept.
const MOST: usize = 4_096;
/// What everybody knows as something else, in capitals.
const OTHERS: &[&str] = &[
    "CEO", "CFO", "COO", "CTO", "CIO", "CMO", "EVP", "SVP", "FDA", "SEC", "EPA", "FAA", "FCC", "IRS", "FBI", "CIA",
    "USA", "USD", "EUR", "GBP", "ILS", "EST", "PST", "GMT", "UTC", "PDF", "FAQ", "NEW", "TOP", "ALL", "AND", "THE",
    "NOT", "FOR", "NHS", "IMF", "ECB", "BBC", "NYSE", "NATO", "ISO", "API", "URL", "USB", "GPS",
];

/// The labels of all sources' rows, by what their words begin with.
#[derive(Debug, Clone, Default)]
pub(crate) struct Glossary {
    /// Each with its words, sorted; the list is sorted once closed.
    labels: Vec<(Stem, Vec<Stem>)>,
}

impl Glossary {
    /// Notes a row's label; what stands in brackets behind it, a unit most often, is none of its words.
    pub(crate) fn label(&mut self, text: &str, tokens: &[Token]) {
        let bracket = tokens.iter().position(|t| t.ch == b'(').unwrap_or(tokens.len());
        let tokens = &tokens[..bracket];
        let words = || tokens.iter().filter(|t| t.kind == Kind::Word);
        let only_words = tokens.iter().all(|t| t.kind == Kind::Word || t.ch == b'-');
        if self.labels.len() >= MOST || !only_words || !LETTERS.contains(&words().count()) {
            return;
        }
        let long = words::sorted(words::stems(text, tokens));
        let initials = |silent: bool| {
            let said = words().filter(|t| silent || !is_silent(t));
            said.filter_map(|t| t.text(text).chars().next()).collect::<String>()
        };
        for short in [initials(true), initials(false)] {
            if LETTERS.contains(&short.len()) && short.bytes().all(|b| b.is_ascii_alphabetic()) {
                self.labels.push((stem(&short), long.clone()));
            }
        }
    }

    /// Sorts them.
    pub(crate) fn close(&mut self) {
        sort::by_key(&mut self.labels, |(short, _)| *short);
        self.labels.dedup();
    }

    /// The words of the only label that begins with these letters; none where there are several.
    pub(crate) fn long_form(&self, short: Stem) -> &[Stem] {
        let from = self.labels.partition_point(|(own, _)| *own < short);
        let mut same = self.labels.iter().skip(from).take_while(|(own, _)| *own == short);
        match (same.next(), same.next()) {
            (Some((_, long)), None) => long,
            _ => &[],
        }
    }
}

/// The abbreviations among these tokens that may be those of a label.
pub(super) fn shorts(text: &str, tokens: &[Token]) -> Vec<Stem> {
    let may_be = |token: &&Token| {
        let word = token.text(text);
        token.kind == Kind::Word
            && LETTERS.contains(&word.len())
            && word.bytes().all(|b| b.is_ascii_uppercase())
            && !OTHERS.contains(&word)
    };
    tokens.iter().filter(may_be).map(|token| stem(token.text(text))).take(MOST_SHORTS).collect()
}

/// Of a sentence at most so many are looked up.
const MOST_SHORTS: usize = 64;

/// A word that an abbreviation may leave out: `cost of capital`.
fn is_silent(token: &Token) -> bool {
    matches!(token.lex, Lex::Of | Lex::The | Lex::And | Lex::To | Lex::Article) || token.roles.has(Roles::STOP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn labels_that_begin_alike_are_told_by_no_letters() {
        let mut glossary = Glossary::default();
        for label in [
            "Net interest margin (%)",
            "Return on invested capital",
            "Cost of sales",
            "Core other sums",
            "Net income (loss)",
            "Cost each order",
        ] {
            glossary.label(label, &tokens(label));
        }
        glossary.close();
        let long = |short: &str| glossary.long_form(stem(short)).to_vec();
        let stems = |label: &str| words::sorted(words::stems(label, &tokens(label)));
        assert_eq!(long("NIM"), stems("net interest margin"));
        assert_eq!(long("ROIC"), stems("return on invested capital"));
        assert!(long("COS").is_empty(), "two labels begin so");
        assert!(long("NI").is_empty() && long("XYZ").is_empty());
        let shorts = |text: &str| shorts(text, &tokens(text));
        assert_eq!(shorts("NIM rose, the CEO said. It was OK."), [stem("NIM")]);
    }
}
