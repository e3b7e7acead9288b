//! Publications and cases that no source names: `(Smith, 2019)`, `Jones et al.`, `doi:10.1000/x`, `Miller v. Byte Works`.
//!
//! Why it matters: invented references are what made-up text is best known for. Only what has the shape of a reference is looked at,
//! and it is known where its name stands in any source, the question or the conversation.

use groundcheck_types::{Span, WarningPattern};

use super::{Hit, Known, Settled};
use crate::document::token::{Kind, Token};
use crate::lexicon::{Roles, Stem};

const BESIDE_SOURCES: f64 = 0.75;
const WITHOUT_SOURCES: f64 = 0.60;
/// Identifiers of publications that a number follows, in lower case.
const IDENTIFIERS: &[&str] = &["doi", "arxiv", "isbn", "issn", "pmid"];

pub(super) fn find(sentence: &Settled<'_>, known: &Known, hits: &mut Vec<Hit>) {
    // A case's `v.` ends a sentence.
    let tokens = sentence.spoken.tokens;
    let text = sentence.text();
    let is_known = |stem: Stem| known.words.contains(&stem) || sentence.detector.sources().term(stem).is_some();
    let confidence = if known.has_evidence { BESIDE_SOURCES } else { WITHOUT_SOURCES };
    let mut end = 0;
    for at in sentence.range.clone() {
        let Some((first, last)) = reference(text, tokens, at).filter(|_| at >= end) else { continue };
        end = last + 1;
        let Some(run) = tokens.get(first..=last) else { continue };
        let mut names = run.iter().filter(|t| t.roles.has(Roles::NAME)).peekable();
        // An identifier has no name: it is known where its own words stand.
        let unknown = match names.peek() {
            Some(_) => names.any(|t| !is_known(t.stem)),
            None => !holds(sentence, known, run),
        };
        if let (true, Some(head), Some(tail)) = (unknown, run.first(), run.last()) {
            let span = Span { start: head.start, end: tail.end };
            hits.push(Hit::new(WarningPattern::UnknownPublication, span, confidence));
        }
    }
}

/// Whether an identifier is a publication's: `doi:10.1000/182`.
pub(super) fn is_of_publication(text: &str) -> bool {
    let written = |own: &&str| text.get(..own.len()).is_some_and(|start| start.eq_ignore_ascii_case(own));
    text.starts_with("10.") && text.contains('/') || IDENTIFIERS.iter().any(written)
}

/// Whether a source, the question or the conversation has the identifier.
fn holds(sentence: &Settled<'_>, known: &Known, run: &[Token]) -> bool {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return true };
    let written = Span { start: first.start, end: last.end }.of(sentence.text()).unwrap_or_default();
    identifiers(written).iter().all(|number| known.identifiers.contains(number))
}

/// The numbers of publications in a text: `10.1000/182` of `doi:10.1000/182`.
pub(super) fn identifiers(text: &str) -> Vec<String> {
    /// No identifier is longer, in bytes.
    const LONGEST: usize = 64;
    let written = ["doi", "DOI", "arxiv", "arXiv", "isbn", "ISBN", "issn", "ISSN", "pmid", "PMID"];
    let starts = written.iter().flat_map(|word| text.match_indices(word).map(|(at, word)| at + word.len()));
    let number = |from: usize| {
        let rest = text.get(from..text.floor_char_boundary(from + LONGEST))?;
        let rest = rest.trim_start_matches(|c: char| c.is_alphabetic() || matches!(c, ':' | ' ' | '.' | '/' | '-'));
        let number = rest.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ')' | ']' | '"')).next()?;
        let number = number.trim_end_matches('.');
        number.contains(|c: char| c.is_ascii_digit()).then(|| number.to_ascii_lowercase())
    };
    starts.filter_map(number).collect()
}

/// The tokens of a reference that has its mark here.
fn reference(text: &str, tokens: &[Token], at: usize) -> Option<(usize, usize)> {
    let token = tokens.get(at)?;
    let name = |i: usize| tokens.get(i).is_some_and(|t| t.roles.has(Roles::NAME));
    let is = |i: usize, own: &str| tokens.get(i).is_some_and(|t| t.text(text).eq_ignore_ascii_case(own));
    let year = |i: usize| tokens.get(i).is_some_and(|t| t.kind == Kind::Number && t.end - t.start == 4);
    let before = |k: usize| at.checked_sub(k);
    // `Jones et al.`
    if is(at, "et") && is(at + 1, "al") && before(1).is_some_and(name) {
        return Some((at - 1, at + 1));
    }
    // `(Smith, 2019)`, `(Smith & Wesson, 2019)`
    if token.ch == b'(' && name(at + 1) {
        let close = (at + 2..at + 9).find(|i| tokens.get(*i).is_some_and(|t| t.ch == b')'))?;
        let comma = close.checked_sub(2).is_some_and(|i| tokens.get(i).is_some_and(|t| t.ch == b','));
        return (comma && close.checked_sub(1).is_some_and(year)).then_some((at, close));
    }
    // `Miller v. Byte Works`
    if is(at, "v") && tokens.get(at + 1).is_some_and(|t| t.ch == b'.') && before(1).is_some_and(name) && name(at + 2) {
        let last = at + 2 + usize::from(name(at + 3));
        return Some((at - 1, last));
    }
    let listed = token.kind == Kind::Word && IDENTIFIERS.iter().any(|own| token.text(text).eq_ignore_ascii_case(own));
    if listed {
        let from = at + 1 + usize::from(tokens.get(at + 1).is_some_and(|t| t.ch == b':'));
        let number = tokens.get(from).filter(|t| t.kind == Kind::Number)?;
        let glued = tokens
            .get(from..)?
            .windows(2)
            .take_while(|pair| pair[0].end == pair[1].start && pair[1].kind != Kind::Newline)
            .count();
        let mut last = from + glued;
        // The sentence's own full stop is no part of it.
        while last > from && tokens.get(last).is_some_and(|t| t.kind == Kind::Punct) {
            last -= 1;
        }
        return (number.end > number.start).then_some((at, last));
    }
    None
}
