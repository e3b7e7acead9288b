//! Numbers that belong to a name which the sources use: `Scope 1 and 2`, `Note 4`, `14 nanometers and under` as a row's label, and
//! amounts that head a column.

use groundcheck_types::{ClaimKind, Span};

use super::bands::{OR_LESS, OR_MORE};
use super::words;
use crate::claims::Quantity;
use crate::document::token::{Kind, Token};
use crate::lexicon::Lex;
use crate::sort;

/// Names that end in small numbers, as hashes, with where the number stands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Quotes {
    runs: Vec<(u32, u32, Span)>,
    /// Numbers in labels and headings, each with the word before or behind it.
    labels: Vec<(u32, u32, Span)>,
}

/// What leads up to a number that a column or a row is called by.
const LED: &[&str] = &["for", "the", "under", "of", "over", "aged", "ages", "בני", "גיל", "מעל"];

/// What parts the hashes of a number with the word before it, with the one behind it, and on its own.
const BEFORE: u32 = 0x51;
const BEHIND: u32 = 0x52;
const ALONE: u32 = 0x53;

/// A number of more digits is an amount, quoted or not.
const MOST_DIGITS: u32 = 3;

impl Quotes {
    /// Takes in the runs of a source.
    pub(crate) fn read(&mut self, text: &str, tokens: &[Token], source: u32) {
        for at in (0..tokens.len()).filter(|i| is_small(text, &tokens[*i])) {
            let span = Span { start: tokens[at].start, end: tokens[at].end };
            self.runs.extend(runs(text, tokens, at).map(|hash| (hash, source, span)));
        }
    }

    /// Takes in the numbers of a label or a heading; `heads` says that it heads a column.
    pub(crate) fn read_label(&mut self, text: &str, tokens: &[Token], source: u32, heads: bool) {
        for at in (0..tokens.len()).filter(|i| is_number(&tokens[*i])) {
            let span = Span { start: tokens[at].start, end: tokens[at].end };
            let hashes = beside(text, tokens, at);
            // `60+`, `18–29`: a row or column that is called by numbers and nothing else; `2023/24` is a time.
            let numbers = |t: &Token| matches!(t.kind, Kind::Number | Kind::Punct);
            let small = |t: &Token| t.kind != Kind::Number || is_small(text, t);
            let banded = tokens.len() > 1 && tokens.iter().all(numbers) && (!heads || tokens.iter().all(small));
            let long = heads && hashes == [None, None] && tokens[at].end - tokens[at].start > 2;
            let alone = (long || banded).then(|| mixed(ALONE, text, &tokens[at], None));
            self.labels.extend(hashes.into_iter().chain([alone]).flatten().map(|hash| (hash, source, span)));
        }
    }

    /// Takes in the number that a row is called by, under its heading: the `Sprint 15` of a row `15` under `Sprint`.
    pub(crate) fn read_numbered(&mut self, text: &str, heading: &[Token], label: &[Token], source: u32) {
        let ([number], Some(word)) = (label, heading.iter().rfind(|t| t.kind == Kind::Word)) else { return };
        if is_small(text, number) {
            let span = Span { start: number.start, end: number.end };
            self.labels.push((mixed(BEFORE, text, number, Some(word)), source, span));
        }
    }

    /// Where a label or a heading holds the claim's number with the same word beside it, or a heading is the number itself and the
    /// answer says it as one: `for $ 28.1, goodwill was`, `in the 1 to 4 column`.
    pub(crate) fn in_label(&self, text: &str, tokens: &[Token], claim: &Quantity) -> Option<(u32, Span)> {
        let (first, last) = (claim.first as usize, claim.last as usize);
        if claim.kind == ClaimKind::Date {
            return None;
        }
        let at = (first..last).find(|i| tokens.get(*i).is_some_and(is_number))?;
        let lead = first.checked_sub(1).and_then(|i| tokens.get(i)).or_else(|| tokens.get(first))?;
        let bracketed = tokens.get(first).is_some_and(|t| t.ch == b'(');
        // `aged 30 to 44`, `65 and over: 55%`
        let told = |at: usize| tokens.get(at).is_some_and(|t| t.is_one_of(text, LED));
        let number = |at: usize| tokens.get(at).is_some_and(is_number);
        let ends =
            lead.lex == Lex::To && first.checked_sub(2).is_some_and(number) && first.checked_sub(3).is_some_and(told);
        let open = |at: usize| tokens.get(at).is_some_and(|t| t.is_one_of(text, OR_MORE) || t.is_one_of(text, OR_LESS));
        let joined = tokens.get(last).is_some_and(|t| matches!(t.lex, Lex::And) || t.is_one_of(text, &["or"]));
        let bound = last + usize::from(joined);
        let counts = tokens.get(bound + 1).is_some_and(|t| t.kind == Kind::Word);
        let opens = claim.kind == ClaimKind::Number && open(bound) && !counts;
        let as_heading = bracketed || ends || opens || lead.ch == b'(' || lead.is_one_of(text, LED);
        let alone = as_heading.then(|| mixed(ALONE, text, &tokens[at], None));
        let known = |hash: u32| {
            let at = self.labels.binary_search_by_key(&hash, |(h, ..)| *h).ok()?;
            Some((self.labels[at].1, self.labels[at].2))
        };
        beside(text, tokens, at).into_iter().chain([alone]).flatten().find_map(known)
    }

    /// Makes the runs ready to be looked up.
    pub(crate) fn close(&mut self) {
        for list in [&mut self.runs, &mut self.labels] {
            // Stable: the first place in the sources comes first.
            sort::by_number(list, |(hash, ..)| u64::from(*hash));
            list.dedup_by_key(|(hash, ..)| *hash);
        }
    }

    /// Where a source has the number with the same words beside it.
    pub(crate) fn of(&self, text: &str, tokens: &[Token], claim: &Quantity) -> Option<(u32, Span)> {
        let at = claim.first as usize;
        if claim.kind != ClaimKind::Number
            || claim.last != claim.first + 1
            || !tokens.get(at).is_some_and(|t| is_small(text, t))
        {
            return None;
        }
        let hash = runs(text, tokens, at)?;
        let at = self.runs.binary_search_by_key(&hash, |(h, ..)| *h).ok()?;
        Some((self.runs[at].1, self.runs[at].2))
    }
}

fn is_number(token: &Token) -> bool {
    token.kind == Kind::Number || matches!(token.lex, Lex::Unit(_) | Lex::Teen(_) | Lex::Tens(_))
}

/// The number at `at` with the word or number before it and with the one behind it; only marks may stand between.
fn beside(text: &str, tokens: &[Token], at: usize) -> [Option<u32>; 2] {
    let counts = |t: &&Token| matches!(t.kind, Kind::Word | Kind::Number);
    // Two blanks part the cells of aligned text: the 12 of ` 12    Pell Foods` counts none of them.
    let together = |from: u32, to: u32| !text.get(from as usize..to as usize).is_some_and(|gap| gap.contains("  "));
    let nearby = |t: &&Token| {
        (t.end.abs_diff(tokens[at].start) < 6 || t.start.abs_diff(tokens[at].end) < 6)
            && together(t.end.min(tokens[at].end), t.start.max(tokens[at].start))
    };
    let before = tokens[..at].iter().rev().take(3).find(counts).filter(nearby);
    let behind = tokens[at + 1..].iter().take(3).find(counts).filter(nearby);
    [
        before.map(|t| mixed(BEFORE, text, &tokens[at], Some(t))),
        behind.map(|t| mixed(BEHIND, text, &tokens[at], Some(t))),
    ]
}

fn mixed(side: u32, text: &str, number: &Token, word: Option<&Token>) -> u32 {
    let mix = |hash: u32, token: &Token| hash.wrapping_mul(0x0100_0193) ^ words::exact(token.text(text)).0;
    word.into_iter().fold(mix(side, number), mix)
}

fn is_small(text: &str, token: &Token) -> bool {
    // The `Two` of `Session Two`.
    let in_words = || {
        matches!(token.lex, Lex::Unit(_) | Lex::Teen(_))
            && token.text(text).starts_with(|c: char| c.is_ascii_uppercase())
    };
    (token.kind == Kind::Number && token.end - token.start <= MOST_DIGITS) || in_words()
}

/// The hash of the name that the number at `at` ends: a word that says something, the number, or a list of such numbers (`Scope 1
/// and 2`) up to it.
fn runs(text: &str, tokens: &[Token], at: usize) -> Option<u32> {
    let mut start = at;
    // Back over `1 and`, `1,`, `1 to`: at most two numbers before it.
    for _ in 0..2 {
        let joined = start >= 2
            && is_small(text, &tokens[start - 2])
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
