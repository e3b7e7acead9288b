//! Small numbers that end a name which the sources use: `Scope 1 and 2`, `Note 4`, `Level 3`.

use groundcheck_types::{ClaimKind, Span};

use super::words;
use crate::claims::Quantity;
use crate::document::token::{Kind, Token};
use crate::lexicon::Lex;

/// Names that end in small numbers, as hashes, with where the number stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Quotes {
    runs: Vec<(u32, u32, Span)>,
}

/// A number of more digits is an amount, quoted or not.
const MOST_DIGITS: u32 = 3;

impl Quotes {
    /// Takes in the runs of a source.
    pub(crate) fn read(&mut self, text: &str, tokens: &[Token], source: u32) {
        for at in (0..tokens.len()).filter(|i| is_small(&tokens[*i])) {
            let span = Span { start: tokens[at].start, end: tokens[at].end };
            self.runs.extend(runs(text, tokens, at).map(|hash| (hash, source, span)));
        }
    }

    /// Makes the runs ready to be looked up.
    pub(crate) fn close(&mut self) {
        self.runs.sort_unstable();
        self.runs.dedup_by_key(|(hash, ..)| *hash);
    }

    /// Where a source has the number with the same words beside it.
    pub(crate) fn of(&self, text: &str, tokens: &[Token], claim: &Quantity) -> Option<(u32, Span)> {
        let at = claim.first as usize;
        if claim.kind != ClaimKind::Number || claim.last != claim.first + 1 || !tokens.get(at).is_some_and(is_small) {
            return None;
        }
        let hash = runs(text, tokens, at)?;
        let at = self.runs.binary_search_by_key(&hash, |(h, ..)| *h).ok()?;
        Some((self.runs[at].1, self.runs[at].2))
    }
}

fn is_small(token: &Token) -> bool {
    token.kind == Kind::Number && token.end - token.start <= MOST_DIGITS
}

/// The hash of the name that the number at `at` ends: a word that says something, the number, or a list of such numbers (`Scope 1
/// and 2`) up to it.
fn runs(text: &str, tokens: &[Token], at: usize) -> Option<u32> {
    let mut start = at;
    // Back over `1 and`, `1,`, `1 to`: at most two numbers before it.
    for _ in 0..2 {
        let joined = start >= 2
            && is_small(&tokens[start - 2])
            && (matches!(tokens[start - 1].lex, Lex::And | Lex::To)
                || matches!(tokens[start - 1].ch, b',' | b'-' | b'/'));
        if !joined {
            break;
        }
        start -= 2;
    }
    let word = start.checked_sub(1).map(|i| &tokens[i]).filter(|t| t.kind == Kind::Word)?;
    let mut stems = Vec::new();
    words::push_stems(text, word, &mut stems);
    let name = !stems.is_empty() && word.text(text).starts_with(|c: char| c.is_uppercase() || !c.is_ascii());
    let run = tokens.get(start - 1..=at)?;
    name.then(|| run.iter().fold(7_u32, |hash, t| hash.wrapping_mul(0x0100_0193) ^ words::exact(t.text(text)).0))
}
