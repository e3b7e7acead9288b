//! A line of aligned text: what parts its pieces, and whether it is a row of values, words or an underline.

use core::ops::Range;

use super::super::{is_closing, is_nil, is_sign, is_value, is_year};
use crate::lexicon;

/// A longer line is a paragraph, in bytes.
const LONGEST_LINE: usize = 400;
/// A line with more values is no row.
pub(super) const MOST_VALUES: usize = 40;
/// A label with more words than this and a full stop is a sentence.
const SENTENCE_WORDS: usize = 8;
/// What a row is of stands in at most so many pieces.
pub(super) const MOST_LABELS: usize = 3;
/// A value that starts before this character has no room for a label before it.
const MARGIN: usize = 12;

/// Text between gaps of two blanks and more, with its place on the line in characters.
#[derive(Debug, Clone)]
pub(in super::super) struct Piece {
    pub(in super::super) bytes: Range<usize>,
    pub(in super::super) place: Range<usize>,
}

/// What a line is.
#[derive(Debug)]
pub(super) enum Line {
    Blank,
    /// Underlines: their places.
    Rule(Vec<Piece>),
    /// A label, if there is one, and values.
    Values(Option<Piece>, Vec<Piece>),
    /// Words only.
    Words(Vec<Piece>),
    /// Nothing of a table.
    Other,
}

pub(super) fn read(text: &str, range: Range<usize>) -> Line {
    let body = text.get(range.clone()).unwrap_or_default();
    if body.trim().is_empty() {
        return Line::Blank;
    }
    if body.len() > LONGEST_LINE {
        return Line::Other;
    }
    let pieces = join_signs(text, pieces(body, range.start));
    let of = |piece: &Piece| text.get(piece.bytes.clone()).unwrap_or_default();
    if pieces.iter().all(|p| of(p).chars().all(|c| matches!(c, '-' | '=' | '_' | '—' | '─'))) {
        return Line::Rule(pieces);
    }
    let figure = |piece: &Piece| is_value(of(piece)) || is_measured(of(piece)) || is_score(of(piece));
    let value = |piece: &&Piece| figure(piece) || is_nil(of(piece)) || of(piece).eq_ignore_ascii_case("none");
    // `28.50   yes`: a word or two behind an amount stand in a column, too.
    let is_note = |piece: &Piece| {
        of(piece).len() <= LONGEST_NOTE && of(piece).split_whitespace().count() <= MOST_NOTE_WORDS && !value(&piece)
    };
    let is_amount = |piece: &Piece| is_value(of(piece)) && of(piece).contains(['.', ',', '$', '€', '£', '₪']);
    let noted = match pieces.as_slice() {
        [first, .., before, last] if pieces.len() > MOST_LABELS => {
            first.place.start < MARGIN && is_amount(before) && is_note(last)
        }
        _ => false,
    };
    let body = pieces.get(..pieces.len() - usize::from(noted)).unwrap_or_default();
    let values = body.iter().rev().take_while(value).count() + usize::from(noted);
    // A measured value alone behind its label is a line of a list: `Storage   256 GB`.
    let values =
        if values < 2 && pieces.last().is_some_and(|p| !is_value(of(p)) && !is_nil(of(p))) { 0 } else { values };
    let at_margin = pieces.first().is_some_and(|p| p.place.start < MARGIN);
    // `1 year   8.4   9.1`, `18–29   44   21`: what the values are of is told by a number, too.
    let is_numbered = values == pieces.len()
        && values > 2
        && at_margin
        && (is_band(of(&pieces[0])) || (is_measured(of(&pieces[0])) && !is_value(of(&pieces[0]))))
        && pieces[1..].iter().all(|p| is_value(of(p)) || is_nil(of(p)));
    let values = values - usize::from(is_numbered);
    let labels = pieces.len() - values;
    let figures = pieces[labels..].iter().filter(|p| figure(p)).count();
    let years = pieces[labels..].iter().filter(|p| is_year(of(p))).count();
    // ` 4   Port Ellis   22   9`, `HX-110   Cordless drill   146   38`
    let many = labels <= 1 || (labels <= MOST_LABELS && (figures > 1 || noted) && at_margin);
    if figures > years && many && values <= MOST_VALUES {
        let label = pieces.get(..labels).and_then(joined);
        return match label {
            Some(label) if is_numbered || of(&label).chars().filter(|c| c.is_alphabetic()).count() >= 2 => {
                Line::Values(Some(label), pieces[labels..].to_vec())
            }
            // A number alone in the middle of its line is a page's.
            None if !at_margin && (values > 1 || of(&pieces[0]).contains([',', '.', '$', '€', '£', '₪'])) => {
                Line::Values(None, pieces)
            }
            None if values > 1 && is_year(of(&pieces[0])) => {
                Line::Values(pieces.first().cloned(), pieces[1..].to_vec())
            }
            // A number before a gap is a list's or a page's: `1.  First`.
            _ => Line::Other,
        };
    }
    // `Cholesterol   228   H   mg/dL   < 200`: a result, its flag, its unit and its limits.
    let is_unit = |p: &Piece| of(p).len() <= LONGEST_UNITS && of(p).split_whitespace().count() <= MOST_NOTE_WORDS;
    let is_bound = |p: &Piece| is_limit(of(p));
    if let [label, result, rest @ ..] = pieces.as_slice()
        && at_margin
        && of(label).chars().filter(|c| c.is_alphabetic()).count() >= 2
        && is_value(of(result))
        && !is_year(of(result))
        && rest.iter().all(|p| value(&p) || is_unit(p) || is_bound(p))
        && rest.iter().any(is_bound)
    {
        return Line::Values(Some(label.clone()), pieces[1..].to_vec());
    }
    let sentence = |p: &Piece| {
        let words = of(p).split_whitespace().count();
        words > SENTENCE_WORDS && of(p).ends_with(['.', '!', '?', ';']) || words > 2 * SENTENCE_WORDS
    };
    let is_mark = |p: &Piece| {
        let mark = of(p).trim_end_matches(['.', ')']);
        of(p).len() > mark.len() && mark.trim_start_matches('(').len() <= 3 || matches!(of(p), "-" | "*" | "•" | "–")
    };
    let listed = pieces.len() > 1
        && at_margin
        && pieces.first().is_some_and(|p| is_mark(p) || of(p).ends_with('.') && of(p).contains(' '));
    // `(b)  Numerical reconciliation` heads rows, as it does without its gap.
    let is_lettered =
        |p: &Piece| is_mark(p) && of(p).starts_with('(') && of(p).ends_with(')') && of(p).contains(char::is_alphabetic);
    match pieces.as_slice() {
        all if all.iter().any(sentence) => Line::Other,
        [mark, _] if listed && is_lettered(mark) => Line::Words(joined(&pieces).into_iter().collect()),
        _ if listed => Line::Other,
        _ => Line::Words(pieces),
    }
}

/// The pieces from the first to the last as one.
pub(super) fn joined(pieces: &[Piece]) -> Option<Piece> {
    let (first, last) = (pieces.first()?, pieces.last()?);
    Some(Piece { bytes: first.bytes.start..last.bytes.end, place: first.place.start..last.place.end })
}

/// Whether this is a score or two counts set against one another: `1,092:921`.
fn is_score(piece: &str) -> bool {
    let count = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit() || b == b',');
    piece.split_once(':').is_some_and(|(own, other)| count(own) && count(other))
}

/// Whether this says between which numbers a group lies: `18–29`, `65+`, `< 30`.
fn is_band(piece: &str) -> bool {
    let digits = |part: &str| {
        part.len() <= 7
            && part.starts_with(|c: char| c.is_ascii_digit())
            && part.bytes().all(|b| b.is_ascii_digit() || b == b',')
    };
    let bound = |part: &str| digits(part.trim_start_matches(['<', '>', '≤', '≥', '=', ' '])) && !digits(part);
    let range = piece.split_once(['–', '-', '—']).is_some_and(|(low, high)| digits(low.trim()) && digits(high.trim()));
    range || bound(piece) || piece.strip_suffix('+').is_some_and(digits)
}

/// Whether this says where a result should lie: `< 200`, `0.4 - 4.0`, `3.5–5.1`.
fn is_limit(piece: &str) -> bool {
    let bound = piece.trim_start_matches(['<', '>', '≤', '≥', '=', ' ']);
    let range = piece.split_once(['-', '–', '—']).map(|(low, high)| (low.trim(), high.trim()));
    (bound.len() < piece.len() && is_value(bound))
        || range.is_some_and(|(low, high)| is_value(low) && is_value(high) && !is_year(low))
}

/// Whether this is a number and what it is measured in: `300 Wh`, `24.6p/kWh`, `12 months`.
fn is_measured(piece: &str) -> bool {
    /// Units are told in at most so many words, each of at most so many bytes.
    const MOST_WORDS: usize = 2;
    const LONGEST_UNIT: usize = 12;
    let number = piece.trim_start_matches(|c: char| lexicon::currency::sign(c).is_some());
    let digits = number.bytes().take_while(|b| b.is_ascii_digit() || matches!(b, b'.' | b',')).count();
    let Some((_, unit)) = number.split_at_checked(digits).filter(|_| digits > 0) else { return false };
    let is_unit = |word: &str| {
        word.len() <= LONGEST_UNIT
            && word.starts_with(|c: char| c.is_alphabetic() || matches!(c, '%' | '°' | '/'))
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '/' | '%' | '°' | '²' | '³' | '"' | '״'))
    };
    let words = || unit.split_whitespace();
    (1..=MOST_WORDS).contains(&words().count()) && words().all(is_unit)
}

/// A note in a column of its own is at most so long, in bytes.
const LONGEST_NOTE: usize = 12;
/// A unit is at most so long: `mL/min/1.73 m2`.
const LONGEST_UNITS: usize = 20;
/// A note has so many words at most.
const MOST_NOTE_WORDS: usize = 2;

/// The runs of a line between gaps; dot leaders are gaps too.
pub(in super::super) fn pieces(line: &str, offset: usize) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut open: Option<Piece> = None;
    let (mut blanks, mut dots) = (0, 0);
    for (place, (at, c)) in line.char_indices().enumerate() {
        if c.is_whitespace() {
            blanks += 1;
            if blanks >= 2 {
                pieces.extend(open.take());
            }
            continue;
        }
        dots = if c == '.' || c == '…' { dots + 1 } else { 0 };
        if dots >= 3 || (dots >= 1 && blanks > 0) {
            // What leads to the value is no part of the label.
            if let Some(mut piece) = open.take() {
                let kept = line.get(piece.bytes.start - offset..piece.bytes.end - offset).unwrap_or_default();
                let kept = kept.trim_end_matches([' ', '.', '…']);
                piece.bytes.end = piece.bytes.start + kept.len();
                pieces.extend(Some(piece).filter(|p| !p.bytes.is_empty()));
            }
            (blanks, dots) = (2, 3);
            continue;
        }
        let end = offset + at + c.len_utf8();
        match &mut open {
            Some(piece) => (piece.bytes.end, piece.place.end) = (end, place + 1),
            None => open = Some(Piece { bytes: offset + at..end, place: place..place + 1 }),
        }
        blanks = 0;
    }
    pieces.extend(open);
    pieces
}

/// Puts a currency's sign to the value behind it, and `%` or a bracket to the value before it.
fn join_signs(text: &str, pieces: Vec<Piece>) -> Vec<Piece> {
    let of = |piece: &Piece| text.get(piece.bytes.clone()).unwrap_or_default();
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let join = out.last().is_some_and(|last| {
            let value = is_value(of(&piece)) || is_nil(of(&piece));
            (is_sign(of(last)) && value) || (is_closing(of(&piece)) && is_value(of(last)))
        });
        match out.last_mut().filter(|_| join) {
            Some(last) => (last.bytes.end, last.place.end) = (piece.bytes.end, piece.place.end),
            // A label may end in the first column's sign, one blank before it: `Revenue $   1,234`.
            None => match out.last_mut().filter(|last| is_value(of(&piece)) && of(last).ends_with(" $")) {
                Some(last) => {
                    let sign = last.bytes.end - 1;
                    let place = last.place.end - 1;
                    last.bytes.end = sign - 1;
                    last.place.end = place - 1;
                    out.push(Piece { bytes: sign..piece.bytes.end, place: place..piece.place.end });
                }
                None => out.push(piece),
            },
        }
    }
    out
}
