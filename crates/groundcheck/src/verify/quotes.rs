//! Small numbers that are part of a name which the sources use: `Scope 1 and 2`, `ratings 1 to 4`, `members aged 65`.

use groundcheck_types::{ClaimKind, Span};

use super::words;
use crate::claims::Quantity;
use crate::document::token::{Kind, Token};

/// Runs of three tokens with a small number in them, as hashes, with where the number stands.
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
        runs(text, tokens, at).find_map(|hash| {
            let at = self.runs.binary_search_by_key(&hash, |(h, ..)| *h).ok()?;
            Some((self.runs[at].1, self.runs[at].2))
        })
    }
}

fn is_small(token: &Token) -> bool {
    token.kind == Kind::Number && token.end - token.start <= MOST_DIGITS
}

/// The hashes of the runs of three tokens around `at` that hold a word which says something.
fn runs<'t>(text: &'t str, tokens: &'t [Token], at: usize) -> impl Iterator<Item = u32> + 't {
    (at.saturating_sub(2)..=at).filter_map(move |start| {
        let run = tokens.get(start..start + 3)?;
        let mut stems = Vec::new();
        run.iter().for_each(|token| words::push_stems(text, token, &mut stems));
        let broken = run.iter().any(|token| token.kind == Kind::Newline);
        (!stems.is_empty() && !broken).then(|| {
            run.iter().fold(7_u32, |hash, token| hash.wrapping_mul(0x0100_0193) ^ words::exact(token.text(text)).0)
        })
    })
}
