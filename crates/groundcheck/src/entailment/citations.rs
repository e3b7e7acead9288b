//! Citation marks in an answer: `[S0]`, `[1]`, `[doc-3]`, `[1, 2]`, `[1-3]`, `[^4]`.
//!
//! What is one: brackets that hold nothing but ids of sources, or numbers with a word of citing in front. `[sic]`, `[2024]` and
//! `[Q3]` are none.

use std::collections::HashMap;
use std::rc::Rc;

use super::mapping::Known;
use crate::lexicon::verbatim::CITING;
use crate::verbatim::numbered;

/// Brackets hold no more than this, in bytes: an id in full may.
const LONGEST: usize = 200;
/// A range names no more sources than this.
const RANGE_MAX: u32 = 50;

/// What one mark names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Cited {
    /// The source at this place, by its id in full.
    Source(usize),
    /// A number, with the word in front of it in lower case; empty for a bare one.
    Number(String, u32),
}

/// Brackets that cite, with what they name.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) cited: Rc<[Cited]>,
}

/// All citation marks of a text, in order.
pub(super) fn marks(text: &str, known: &Known<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    // An answer cites the same again and again.
    let mut read: HashMap<&str, Option<Rc<[Cited]>>> = HashMap::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find('[')).map(|at| from + at) {
        from = start + 1;
        let rest = text.get(from..).unwrap_or_default();
        let Some(length) = rest.bytes().take(LONGEST).position(|b| matches!(b, b']' | b'[' | b'\n')) else { continue };
        let Some(inside) = rest.get(..length).filter(|_| rest.as_bytes().get(length) == Some(&b']')) else { continue };
        let mut end = from + length + 1;
        let Some(cited) = read.entry(inside).or_insert_with(|| cited(inside, known).map(Rc::from)).clone() else {
            continue;
        };
        // A mark that is a link: `[1](https://…)`.
        if let Some(link) = text.get(end..).filter(|rest| rest.starts_with("(http"))
            && let Some(close) = link.bytes().take(2_048).position(|b| matches!(b, b')' | b'\n' | b' '))
            && link.as_bytes().get(close) == Some(&b')')
        {
            end += close + 1;
        }
        marks.push(Mark { start, end, cited });
        from = end;
    }
    marks
}

fn cited(inside: &str, known: &Known<'_>) -> Option<Vec<Cited>> {
    if let Some(place) = known.by_id(inside.trim()) {
        return Some(vec![Cited::Source(place)]);
    }
    let mut all = Vec::new();
    // More than these is no citation of anything.
    const MOST: usize = 64;
    for item in inside.split([',', ';', '،', '&']).flat_map(|part| part.split(" and ")) {
        let item = item.trim().trim_start_matches(['^', '#', '@']).trim();
        if let Some(place) = known.by_id(item) {
            all.push(Cited::Source(place));
        } else if let Some((word, number)) = numbered(item).filter(|(word, _)| is_citing(word, known)) {
            all.push(Cited::Number(word, number));
        } else {
            let (word, first, last) = range(item)?;
            if !is_citing(&word, known) {
                return None;
            }
            all.extend((first..=last).map(|number| known.by_number(&word, number)));
        }
        if all.len() > MOST {
            return None;
        }
    }
    Some(all)
}

/// `1-3`, `S1–S3`, `doc-1..3`: rising, and not too long.
fn range(item: &str) -> Option<(String, u32, u32)> {
    let (first, last) = item.rsplit_once(['-', '–', '—', '\u{2011}', '\u{2212}']).or_else(|| item.rsplit_once(".."))?;
    let (word, first) = numbered(first.trim())?;
    let (again, last) = numbered(last.trim())?;
    let rises = first < last && last - first < RANGE_MAX;
    (rises && (again.is_empty() || again == word)).then_some((word, first, last))
}

fn is_citing(word: &str, known: &Known<'_>) -> bool {
    word.is_empty() || CITING.contains(&word) || known.has_word(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundcheck_types::Source;

    fn found(text: &str, ids: &[&str]) -> Vec<(String, usize)> {
        let sources: Vec<Source> = ids
            .iter()
            .map(|id| Source { id: (*id).to_owned(), text: String::new(), title: None, url: None, kind: None })
            .collect();
        let known = Known::new(&sources);
        marks(text, &known).iter().map(|mark| (text[mark.start..mark.end].to_owned(), mark.cited.len())).collect()
    }

    #[test]
    fn marks_and_what_is_none() {
        for (text, count) in [
            ("[S0]", 1),
            ("[1]", 1),
            ("[doc-3]", 1),
            ("[^4]", 1),
            ("[1, 2; S3]", 3),
            ("[1-3]", 3),
            ("[S1–S3]", 3),
            ("[doc-1-3]", 3),
            ("[Source 2]", 1),
            ("[1 and 2]", 2),
            ("[מקור 1]", 1),
            ("[1](https://reports.example/q3)", 1),
            ("[report A/7: annex]", 1),
        ] {
            assert_eq!(found(&format!("x {text} y"), &["S0", "report A/7: annex"]), [(text.to_owned(), count)]);
        }
        for text in [
            "[sic]",
            "[2024]",
            "[Q3]",
            "[x](https://a.example)",
            "[]",
            "[3-1]",
            "[1-200]",
            "[S0",
            "[a 1]",
            "[1.5 million]",
            "[-1]",
        ] {
            assert_eq!(found(&format!("x {text} y"), &["S0"]), [], "{text}");
        }
        // A number's word may be that of the ids.
        assert_eq!(found("[Q3]", &["Q1"]).len(), 1);
        assert_eq!(found(&"[".repeat(100_000), &["S0"]), []);
    }
}
