//! A line of text out of a PDF: words, values behind a label or by themselves, dates, a sign.

use core::ops::Range;

use super::super::{is_closing, is_nil, is_sign, is_value, is_year, noted_year};
use crate::lexicon::{self, Lex, labels};

/// A longer line is a paragraph's, in bytes.
const LONGEST_LINE: usize = 200;
/// A label of more words is a sentence.
const MOST_WORDS: usize = 12;
/// A number has so many groups of three digits at most, behind its first.
const MOST_GROUPS: usize = 3;
/// A line that ends in a full stop is a sentence from so many words on.
const SENTENCE_WORDS: usize = 5;

/// What a line is.
#[derive(Debug)]
pub(super) enum Line {
    Blank,
    /// A label, if there is one, and values.
    Row(Option<Range<usize>>, Vec<Range<usize>>),
    /// Nothing but dates.
    Dates(Vec<Range<usize>>),
    /// Nothing but a currency's sign, a bracket or `%`.
    Mark(Range<usize>),
    /// Words of a label, a heading or a title.
    Words(Range<usize>),
    /// Nothing of a table.
    Other,
}

pub(super) fn read(text: &str, range: Range<usize>) -> Line {
    let words = words(text, range);
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return Line::Blank };
    let whole = first.start..last.end;
    let of = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
    if whole.len() > LONGEST_LINE {
        return Line::Other;
    }
    if words.len() == 1 && (is_sign(of(&whole)) || is_closing(of(&whole))) {
        return Line::Mark(whole);
    }
    if is_grouped(text, &words) {
        return Line::Row(None, vec![whole]);
    }
    if let Some(dates) = dates(text, &words) {
        return Line::Dates(dates);
    }
    let mut values: Vec<Range<usize>> = Vec::new();
    let mut at = words.len();
    // From the end on: a bracket or `%` closes the value before it, a currency's sign opens the one behind it.
    let mut closing: Option<usize> = None;
    while let Some(word) = at.checked_sub(1).and_then(|at| words.get(at)) {
        let own = of(word);
        if is_closing(own) && closing.is_none() && at > 1 {
            closing = Some(word.end);
        } else if !own.ends_with(['.', ',', ';', ':']) && is_value(own) && own.bytes().any(|b| b.is_ascii_digit())
            || is_nil(own)
        {
            values.push(word.start..closing.take().unwrap_or(word.end));
        } else if is_sign(own) && closing.is_none() && !values.is_empty() {
            if let Some(last) = values.last_mut() {
                last.start = word.start;
            }
        } else {
            break;
        }
        at -= 1;
    }
    values.reverse();
    // `Year ended December 31` has no value.
    let ends_in_day = |word: &Range<usize>| matches!(lexicon::look_up(of(word)), Lex::Month(_));
    if values.len() == 1 && at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(ends_in_day) {
        values.clear();
        at = words.len();
    }
    let label = words.get(..at).unwrap_or_default();
    let end = label.last().map(|word| word.end);
    let label = label.first().zip(end).map(|(first, end)| first.start..end);
    let count = at;
    let is_sentence = |range: &Range<usize>| {
        let body = of(range);
        count > MOST_WORDS || (count >= SENTENCE_WORDS && body.ends_with(['.', '!', '?', ';'])) || body.contains(". ")
    };
    let lettered = |range: &Range<usize>| of(range).chars().filter(|c| c.is_alphabetic()).count() >= 2;
    match label {
        // Text of a list or a record is no row: `Price: $5`.
        Some(label) if is_sentence(&label) || of(&label).starts_with(['-', '*', '•', '|', '#', '<', '{']) => {
            Line::Other
        }
        Some(label) if values.is_empty() => Line::Words(label),
        Some(label) if of(&label).ends_with(':') && values.len() == 1 => Line::Other,
        Some(label) if lettered(&label) => Line::Row(Some(label), values),
        Some(_) => Line::Other,
        None => Line::Row(None, values),
    }
}

/// Whether the words are one number in groups of three digits: `438 216`, `(1 331 740)`.
fn is_grouped(text: &str, words: &[Range<usize>]) -> bool {
    let digits = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let mut own = words.iter().map(|word| text.get(word.clone()).unwrap_or_default());
    let Some(first) = own.next().map(|first| first.trim_start_matches(['(', '-', '−'])) else { return false };
    let rest: Vec<&str> = own.map(|word| word.trim_end_matches(')')).collect();
    let is_first = (1..=3).contains(&first.len()) && digits(first) && !first.starts_with('0');
    is_first && (1..=MOST_GROUPS).contains(&rest.len()) && rest.iter().all(|word| word.len() == 3 && digits(word))
}

/// The words of a line.
pub(super) fn words(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let body = text.get(range.clone()).unwrap_or_default();
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut open = None;
    for (at, c) in body.char_indices() {
        match (c.is_whitespace(), open) {
            (true, Some(start)) => {
                out.push(range.start + start..range.start + at);
                open = None;
            }
            (false, None) => open = Some(at),
            _ => {}
        }
    }
    out.extend(open.map(|start| range.start + start..range.end));
    out
}

/// The dates of a line that holds nothing else, `2024 2023`, `Dec. 31, 2024`, `31 March 2024 31 March 2023`, `FY 2024 FY 2025`: each ends
/// in its year. Before several may stand what a column of notes is called: `Note H1 2025 H1 2024`.
fn dates(text: &str, words: &[Range<usize>]) -> Option<Vec<Range<usize>>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    let mut corner = false;
    for (at, word) in words.iter().enumerate() {
        let own = text.get(word.clone()).unwrap_or_default();
        if at == 0 && labels::NOTES.iter().any(|word| word.eq_ignore_ascii_case(own)) {
            corner = true;
            continue;
        }
        // `2023 (restated)`
        let remark = own.trim_start_matches('(').trim_end_matches(')');
        if let Some(last) = out.last_mut().filter(|_| start.is_none())
            && labels::REMARKS.iter().any(|word| word.eq_ignore_ascii_case(remark))
        {
            last.end = word.end;
            continue;
        }
        let from = *start.get_or_insert(word.start);
        if is_year(own) || noted_year(own).is_some() {
            out.push(from..word.end);
            start = None;
            continue;
        }
        if !is_of_day(own) && !is_of_year(own) {
            return None;
        }
    }
    (start.is_none() && out.len() > usize::from(corner)).then_some(out)
}

/// Whether a word says of which sort a year is, or which part of it: `FY`, `H1`, `Q3`.
fn is_of_year(word: &str) -> bool {
    let part = matches!(word.as_bytes(), [b'H' | b'Q', b'1'..=b'4'] | [b'1'..=b'4', b'H' | b'Q']);
    part || matches!(lexicon::look_up(word), Lex::Fiscal | Lex::Year)
}

/// Whether these words are the day and month of a date whose year stands on the next line: `December 31,`.
pub(super) fn is_day_alone(text: &str, range: &Range<usize>) -> bool {
    words(text, range.clone()).iter().all(|word| is_of_day(text.get(word.clone()).unwrap_or_default()))
}

/// Whether a word is a month, or a day's number.
fn is_of_day(word: &str) -> bool {
    let bare = word.trim_end_matches([',', '.']);
    let day = bare.len() <= 2 && !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit());
    day || matches!(lexicon::look_up(bare), Lex::Month(_))
}
