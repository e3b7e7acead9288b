//! The answer's sentences as claims, each with the sources that it cites.
//!
//! Source: document 5, "Extract Claims & Citations" and "Limits". A mark belongs to the sentence that it stands in; one between two
//! sentences to the one before it (`Claim. [S0] Next.`), unless the line begins with a mark, so that they lead.

use std::collections::{BTreeMap, BTreeSet};

use groundcheck_types::{Finding, Number, Severity, Source, Span, Utf16Span, VerifierPolicy};

use super::citations::{Cited, Mark, marks};
use super::injection::addressed;
use super::mapping::{Known, Mapped};
use super::places::Places;
use super::words::{word_end, word_start};
use crate::document::Utf16Index;
use crate::document::sentence::sentences;
use crate::document::token::{Kind, Token, tokens};

/// A sentence of the answer that is to be verified.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// `s1`, `s2` … in the order of the answer.
    pub id: String,
    /// The sentence without its citation marks, its list mark and its final stop.
    pub text: String,
    /// Where it stands, with the marks inside it, in UTF-8 bytes.
    pub span: Span,
    /// The same in UTF-16 code units.
    pub utf16: Utf16Span,
    /// The places of the sources that it cites, each once, in the order of its marks.
    pub cites: Vec<usize>,
    /// Whether it speaks to the verifier; then it is never supported, and need not be asked about.
    pub addresses_verifier: bool,
}

/// The claims of an answer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Statements {
    /// The first ones, as many as the policy lets verify.
    pub claims: Vec<Statement>,
    /// How many more there are.
    pub unchecked: u32,
    /// Marks that name no source or several, and sentences that speak to the verifier.
    pub findings: Vec<Finding>,
}

/// A sentence's place, before it is known whether it is a claim.
struct Sentence {
    start: usize,
    /// Behind its last sign, but marks.
    end: usize,
    /// The marks that are its own.
    marks: Vec<usize>,
    /// Its own text, from its first word to its stop.
    body: Option<(usize, usize)>,
    /// Whether a colon ends it.
    leads_in: bool,
    asks: bool,
}

/// The claims of an answer over these sources.
#[must_use]
pub fn statements(answer: &str, sources: &[Source], policy: &VerifierPolicy) -> Statements {
    statements_at(answer, sources, policy, None)
}

/// Those of them that lie in these places; all where there are none.
pub(super) fn statements_at(
    answer: &str,
    sources: &[Source],
    policy: &VerifierPolicy,
    places: Option<&Places>,
) -> Statements {
    let known = Known::new(sources);
    let all = tokens(answer);
    // Brackets that a link or a piece of code holds are no marks.
    let mut at = 0;
    let mut marks = marks(answer, &known);
    marks.retain(|mark| {
        while all.get(at).is_some_and(|t| (t.start as usize) < mark.start) {
            at += 1;
        }
        all.get(at).is_some_and(|t| t.start as usize == mark.start && t.ch == b'[')
    });
    // Blanks in place of marks, so that a stop before or behind one ends its sentence, and all places stay what they are.
    let mut unmarked = String::with_capacity(answer.len());
    for mark in &marks {
        unmarked.push_str(answer.get(unmarked.len()..mark.start).unwrap_or_default());
        unmarked.extend(core::iter::repeat_n(' ', mark.end - mark.start));
    }
    unmarked.push_str(answer.get(unmarked.len()..).unwrap_or_default());
    let kept = tokens(&unmarked);
    let mut found: Vec<Sentence> =
        sentences(&unmarked, &kept).into_iter().filter_map(|range| sentence(answer, kept.get(range)?)).collect();
    give_marks(answer, &mut found, &marks);
    let mapped = known.map(&marks);
    let spoken = addressed(answer);
    let mut out = Statements::default();
    findings(answer, sources, &marks, &mapped, &mut out.findings);
    out.findings.extend(spoken.iter().map(|range| verifier_addressed("answer", answer, range)));
    let index = Utf16Index::new(answer);
    let most = count(policy.max_claims);
    let shortest = count(policy.min_claim_chars);
    let mut spoken = spoken.iter().peekable();
    for (place, sentence) in found.iter().enumerate() {
        let Some((start, end)) = sentence.body else { continue };
        let text = without_marks(answer, start, end, sentence.marks.iter().filter_map(|mark| marks.get(*mark)));
        let says = text.chars().any(char::is_alphabetic) && text.chars().nth(shortest.saturating_sub(1)).is_some();
        // What introduces a list or asks something states nothing, unless a figure stands in it.
        let idle = sentence.asks || (sentence.leads_in && !text.contains(|c: char| c.is_ascii_digit()));
        let next = found.get(place + 1).map_or(answer.len(), |next| next.start);
        while spoken.next_if(|range| range.end <= sentence.start).is_some() {}
        let addresses_verifier = spoken.peek().is_some_and(|range| range.start < next);
        if !says || (idle && !addresses_verifier) {
            continue;
        }
        let span = Span::new(start, end);
        if places.is_some_and(|places| !places.meet(span)) {
            continue;
        }
        if out.claims.len() >= most {
            out.unchecked = out.unchecked.saturating_add(1);
            continue;
        }
        let mut cites = Vec::new();
        for cited in sentence.marks.iter().filter_map(|mark| marks.get(*mark)).flat_map(|mark| mark.cited.iter()) {
            if let Some(Mapped::Source(place)) = mapped.get(cited)
                && !cites.contains(place)
            {
                cites.push(*place);
            }
        }
        out.claims.push(Statement {
            id: format!("s{}", out.claims.len() + 1),
            text,
            span,
            utf16: index.span(answer, span),
            cites,
            addresses_verifier,
        });
    }
    out
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "casts saturate, and the policy's range is small"
)]
fn count(number: Number) -> usize {
    number.0 as usize
}

/// A sentence's place and body.
fn sentence(answer: &str, tokens: &[Token]) -> Option<Sentence> {
    let seen: Vec<&Token> = tokens.iter().filter(|t| t.kind != Kind::Newline).collect();
    let (first, last) = (seen.first()?, seen.last()?);
    let end = word_end(answer, last.end as usize);
    let mut own = seen.as_slice();
    // List marks: `-`, `*`, `•`, `1.`, `2)`, `(a)`, `>`, `#`.
    while let [mark, rest @ ..] = own {
        let spaced = rest.first().is_some_and(|next| next.start > mark.end);
        let bullet = mark.kind == Kind::Punct
            && spaced
            && (matches!(mark.ch, b'-' | b'*' | b'+' | b'>' | b'#')
                || matches!(mark.text(answer), "•" | "◦" | "▪" | "‣" | "–" | "—"));
        let heading = mark.ch == b'#';
        let numbered = match rest {
            [close, next, ..] => {
                (mark.kind == Kind::Number || mark.end - mark.start == 1)
                    && mark.kind != Kind::Punct
                    && mark.end - mark.start <= 3
                    && matches!(close.ch, b')' | b'.')
                    && close.start == mark.end
                    && next.start > close.end
            }
            _ => false,
        };
        own = if bullet || heading {
            rest
        } else if numbered {
            rest.get(1..).unwrap_or_default()
        } else {
            break;
        };
    }
    let last_ch = own
        .iter()
        .rev()
        .find(|t| !matches!(t.ch, b'"' | b'\'' | b')' | b']' | b'*' | b'_'))
        .map(|t| (t.ch, t.text(answer)));
    let heading = first.ch == b'#';
    if let [.., before, stop] = own
        && (stop.ch == b'.' || stop.text(answer) == "。")
        && !(before.ch == b'.' && before.end == stop.start)
    {
        own = own.get(..own.len() - 1).unwrap_or_default();
    }
    let place = |(first, last): (&&Token, &&Token)| {
        (word_start(answer, first.start as usize), word_end(answer, last.end as usize))
    };
    let body = own.first().zip(own.last()).map(place);
    Some(Sentence {
        start: word_start(answer, first.start as usize),
        end,
        marks: Vec::new(),
        body,
        leads_in: heading || last_ch.is_some_and(|(ch, _)| ch == b':'),
        asks: last_ch.is_some_and(|(ch, text)| ch == b'?' || matches!(text, "？" | "؟")),
    })
}

/// Gives each mark to its sentence.
fn give_marks(answer: &str, sentences: &mut [Sentence], marks: &[Mark]) {
    let breaks: Vec<usize> = answer.match_indices('\n').map(|(at, _)| at).collect();
    let line = |at: usize| breaks.partition_point(|end| *end < at);
    let one_line = |from: usize, to: usize| line(from) == line(to);
    // The first sentence that does not end before the mark.
    let mut next = 0;
    // Whether words stand before the mark on its line, and whether a mark stood there before any.
    let (mut from, mut after_words, mut leads) = (0, false, false);
    for (place, mark) in marks.iter().enumerate() {
        while sentences.get(next).is_some_and(|s| s.end <= mark.start) {
            next += 1;
        }
        for c in answer.get(from..mark.start).unwrap_or_default().chars() {
            if c == '\n' {
                (after_words, leads) = (false, false);
            }
            after_words |= c.is_alphanumeric();
        }
        from = mark.end;
        leads |= !after_words;
        let inside = sentences.get(next).is_some_and(|s| s.start <= mark.start);
        let before = next.checked_sub(1).filter(|_| !inside);
        let after = Some(next).filter(|at| sentences.get(*at).is_some());
        let near = |at: &usize, sentences: &[Sentence]| {
            sentences.get(*at).is_some_and(|s| {
                if s.end <= mark.start { one_line(s.end, mark.start) } else { one_line(mark.end, s.start) }
            })
        };
        let glued = before.is_some_and(|at| sentences.get(at).is_some_and(|s| s.end == mark.start));
        let owner = match (before.filter(|at| near(at, sentences)), after.filter(|at| near(at, sentences))) {
            _ if inside => Some(next),
            (Some(before), Some(after)) => Some(if leads && !glued { after } else { before }),
            (Some(one), None) | (None, Some(one)) => Some(one),
            // On a line of its own.
            (None, None) => before.or(after),
        };
        if let Some(sentence) = owner.and_then(|at| sentences.get_mut(at)) {
            sentence.marks.push(place);
        }
    }
}

/// The text of a span without the marks in it and the blanks before them.
fn without_marks<'a>(answer: &str, start: usize, end: usize, marks: impl Iterator<Item = &'a Mark>) -> String {
    let mut text = String::with_capacity(end - start);
    let mut from = start;
    for mark in marks.filter(|mark| start <= mark.start && mark.end <= end) {
        text.push_str(answer.get(from..mark.start).unwrap_or_default());
        text.truncate(text.trim_end_matches([' ', '\t']).len());
        from = mark.end;
    }
    text.push_str(answer.get(from..end).unwrap_or_default());
    text.truncate(text.trim_end().len());
    text
}

/// A finding names no more sources than this.
const NAMED: usize = 5;

/// What marks name no source, or several; each thing cited once.
fn findings(
    answer: &str,
    sources: &[Source],
    marks: &[Mark],
    mapped: &BTreeMap<Cited, Mapped>,
    out: &mut Vec<Finding>,
) {
    let mut said = BTreeSet::new();
    for mark in marks {
        let found = mark.cited.iter().filter(|cited| said.insert(*cited)).find_map(|cited| match mapped.get(cited) {
            Some(Mapped::Ambiguous(places)) => {
                let ids: Vec<&str> =
                    places.iter().take(NAMED).filter_map(|place| sources.get(*place)).map(|s| s.id.as_str()).collect();
                Some((
                    "ambiguous_citation",
                    Severity::Low,
                    "This citation can be read as more than one source.",
                    Some(ids.join(" | ")),
                ))
            }
            Some(Mapped::Unknown) | None => {
                Some(("unknown_citation", Severity::Medium, "This citation names a source that was not given.", None))
            }
            Some(Mapped::Source(_)) => None,
        });
        let Some((kind, severity, description, expected_value)) = found else { continue };
        out.push(Finding {
            r#type: kind.to_owned(),
            severity,
            description: description.to_owned(),
            detected_value: answer.get(mark.start..mark.end).unwrap_or_default().to_owned(),
            expected_value,
            confidence: Number(1.0),
            source: "answer".to_owned(),
            span: Some(Span::new(mark.start, mark.end)),
        });
    }
}

/// A finding of [`super::injection`].
pub(super) fn verifier_addressed(source: &str, text: &str, range: &core::ops::Range<usize>) -> Finding {
    Finding {
        r#type: "verifier_addressed".to_owned(),
        severity: Severity::High,
        description: "This addresses the verifier. It is not evidence and supports nothing.".to_owned(),
        detected_value: text.get(range.clone()).unwrap_or_default().to_owned(),
        expected_value: None,
        confidence: Number(0.9),
        source: source.to_owned(),
        span: Some(Span::new(range.start, range.end)),
    }
}
