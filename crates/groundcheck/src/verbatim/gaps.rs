//! What a question is about and no source mentions: names, years. Source: document 4, "Pre-Generation Knowledge Verification".
//!
//! Whatever an answer says of them cannot rest on the sources. As with the names of an answer, one that may be there is none.

use groundcheck_types::{Gap, Span};

use super::written::{EvidenceText, Known, Said};
use super::{What, name, names};
use crate::claims::{Value, extract_tokens};
use crate::document::Utf16Index;
use crate::document::token::tokens;
use crate::verify::asked::Asked;
use crate::verify::prepare::Sources;

/// So many are named.
const MOST_NAMED: usize = 8;
/// So many names, and so many years, of a question are looked for.
const MOST_SOUGHT: usize = 16;

/// The names and the years of a question that no source has, in its order.
pub(crate) fn gaps(question: &str, sources: &Sources, evidence_text: &EvidenceText, asked: &Asked) -> Vec<Gap> {
    if !sources.has_text || question.is_empty() {
        return Vec::new();
    }
    let all = tokens(question);
    let mut found = Vec::new();
    name::find(question, &all, name::is_english(question, &all, false), &mut found);
    let said = Said::default();
    let known = Known { sources, evidence_text, said: &said, reads_through: true };
    let is_missing = |what: &What, whole: &str| match what {
        What::Name(name) => names::missing(name, whole, known, asked).is_some(),
        _ => false,
    };
    let mut spans: Vec<Span> = Vec::new();
    let mut sought: Vec<&str> = Vec::new();
    for found in &found {
        let whole = found.span.of(question).unwrap_or_default();
        if sought.len() == MOST_SOUGHT || sought.contains(&whole) {
            continue;
        }
        sought.push(whole);
        if is_missing(&found.what, whole) {
            spans.push(found.span);
        }
    }
    // A fact may be of a time that is written in no text.
    let mut years: Vec<u16> = Vec::new();
    let quantities = if !sources.has_facts { extract_tokens(question, &all, asked.conventions) } else { Vec::new() };
    for quantity in quantities {
        let Value::Period(period) = quantity.value else { continue };
        let year = period.year();
        let is_said = quantity.span.of(question).is_some_and(|text| text.contains(&year.to_string()));
        if !is_said || years.contains(&year) || years.len() == MOST_SOUGHT {
            continue;
        }
        years.push(year);
        if !names_year(sources, year) {
            spans.push(quantity.span);
        }
    }
    crate::sort::by_key(&mut spans, |span| span.start);
    let utf16 = Utf16Index::new(question);
    let gap = |span: &Span| {
        Some(Gap { text: span.of(question)?.to_owned(), span: *span, utf16: utf16.span(question, *span) })
    };
    spans.iter().filter_map(gap).take(MOST_NAMED).collect()
}

/// Whether a source has a year, in four digits or in two: `2024`, `FY24`, `2023/24`, `24Q3`.
fn names_year(sources: &Sources, year: u16) -> bool {
    let (whole, short) = (year.to_string(), format!("{:02}", year % 100));
    let joins = |c: char| c.is_alphabetic() || matches!(c, '\'' | '’' | '/' | '-' | '–' | '.');
    let is_short = |text: &str, at: usize| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + short.len()..).and_then(|behind| behind.chars().next());
        let is_number = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        !is_number(before) && !is_number(behind) && (before.is_some_and(joins) || behind.is_some_and(joins))
    };
    let has = |text: &str| text.contains(&whole) || text.match_indices(&short).any(|(at, _)| is_short(text, at));
    let named = |own: &Option<String>| own.as_deref().is_some_and(has);
    !sources.mentions_of_year(year).is_empty()
        || sources.sources.iter().any(|own| has(&own.text) || has(&own.id) || named(&own.title) || named(&own.url))
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Request, Source};

    #[test]
    fn what_no_source_mentions_is_named() {
        let text = "The clinic on Fern Street is open to all. Dr Halvorsen saw 212 patients in FY24, and 198 in 2023.";
        for (question, expected) in [
            ("How many patients did Dr Halvorsen see in 2024?", vec![]),
            ("How many patients did Dr Tarnow see in 2023?", vec!["Dr Tarnow"]),
            (
                "Does Ottilie Kubrow work on Fern Street, and how many patients were there in 2019?",
                vec!["Ottilie Kubrow", "2019"],
            ),
            ("Please tell me how many patients there were. Compare the years, and give me the totals.", vec![]),
            ("What is the NOI of the clinic for the year?", vec![]),
        ] {
            let source = Source { id: "S0".to_owned(), text: text.to_owned(), title: None, url: None, kind: None };
            let request = Request {
                answer: "There were 198.".to_owned(),
                question: Some(question.to_owned()),
                sources: vec![source],
                ..Request::default()
            };
            let coverage = crate::analyze(&request).unwrap().coverage.unwrap();
            let found: Vec<&str> = coverage.not_in_sources.iter().map(|gap| gap.text.as_str()).collect();
            assert_eq!(found, expected, "{question}");
        }
    }
}
