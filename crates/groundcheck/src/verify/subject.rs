//! What the words around a sentence say of its claims: the sentence it points back to, the lead-in of its list, the headings of its
//! table.
//!
//! Answers are written this way all the time: `NOI rose. It was $1.2M.`, `In Q3 2024:` over a list, a Markdown table.

use core::ops::Range;

use super::context;
use super::derivations::Spoken;
use super::words::{self, Stem};
use crate::claims::{Period, Quantity, Value};
use crate::document::Table;
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles};

/// Words and periods that a claim's own sentence leaves to what stands around it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Subject {
    pub(crate) stems: Vec<Stem>,
    pub(crate) periods: Vec<Period>,
}

/// Words at the beginning of a sentence that point back, in lower case.
const POINTERS: &[&str] = &[
    "it", "its", "this", "that", "these", "those", "they", "their", "both", "הוא", "היא", "הם", "הן", "זה", "זו",
    "אלה", "אלו",
];
/// Words that name no subject of their own: `The underlying figures are …`.
const EMPTY_SUBJECTS: &[&str] =
    &["underlying", "respective", "corresponding", "exact", "actual", "numbers", "inputs", "operands"];
/// A pointer stands among this many first words.
const POINTS_WITHIN: usize = 4;

/// Whether this is the stem of a word that names no subject.
pub(crate) fn is_empty(stem: Stem) -> bool {
    EMPTY_SUBJECTS.iter().any(|word| words::is_stem_of(stem, word))
}

/// A sentence by its tokens and its quantities.
#[derive(Debug, Clone)]
struct Place {
    tokens: Range<usize>,
    quantities: Range<usize>,
}

/// What stands around the sentences of an answer, read in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Surroundings {
    tables: Vec<Table>,
    /// The last sentence with a subject of its own.
    before: Option<Place>,
    /// The last line that ended in a colon, while its list goes on.
    lead: Option<Place>,
}

impl Surroundings {
    /// Takes in tables of the answer, behind those that it has; the rows of one that was not whole give way to it.
    pub(crate) fn add_tables(&mut self, tables: Vec<Table>) {
        for table in tables {
            let before = self.tables.partition_point(|known| known.span.start < table.span.start);
            self.tables.truncate(before);
            self.tables.push(table);
        }
    }

    /// Goes on to the next sentence, of these tokens and quantities; returns what it leaves to the ones before it.
    pub(crate) fn next(
        &mut self,
        spoken: Spoken<'_>,
        tokens: Range<usize>,
        quantities: Range<usize>,
    ) -> Option<Subject> {
        let place = Place { tokens: tokens.clone(), quantities };
        let is_item = is_item(spoken, &tokens);
        if !is_item {
            self.lead = None;
        }
        let subject = match (&self.lead, points_back(spoken, &tokens)) {
            (Some(lead), _) => Some(read(spoken, lead)),
            (None, true) => self.before.as_ref().map(|before| read(spoken, before)),
            (None, false) => {
                self.before = Some(place.clone());
                None
            }
        };
        let ends = tokens.rev().filter_map(|i| spoken.tokens.get(i)).find(|t| t.kind != Kind::Newline);
        if !is_item && ends.is_some_and(|t| t.ch == b':') {
            self.lead = Some(place);
        }
        subject
    }

    /// What the headings over a claim in a table say of it; `None` where it has none.
    pub(crate) fn headings_over(&self, spoken: Spoken<'_>, claim: &Quantity) -> Option<Subject> {
        let at = self.tables.partition_point(|t| t.span.end <= claim.span.start);
        let table = self.tables.get(at).filter(|t| t.span.start <= claim.span.start && t.header_rows > 0)?;
        let begins =
            |row: &Vec<crate::document::TableCell>| row.first().is_some_and(|c| c.span.start <= claim.span.start);
        let row = table.rows.partition_point(begins).checked_sub(1).filter(|row| *row >= table.header_rows)?;
        let column = table.rows[row].partition_point(|c| c.span.start <= claim.span.start).checked_sub(1)?;
        let mut subject = Subject::default();
        for cell in table.rows[..table.header_rows].iter().filter_map(|row| row.get(column)) {
            let start = spoken.tokens.partition_point(|t| t.start < cell.span.start);
            let end = spoken.tokens.partition_point(|t| t.start < cell.span.end);
            let first = spoken.quantities.partition_point(|q| q.span.start < cell.span.start);
            let last = spoken.quantities.partition_point(|q| q.span.start < cell.span.end);
            let own = read(spoken, &Place { tokens: start..end.max(start), quantities: first..last.max(first) });
            subject.stems.extend(own.stems);
            subject.periods.extend(own.periods);
        }
        Some(subject)
    }
}

fn read(spoken: Spoken<'_>, place: &Place) -> Subject {
    let quantities = spoken.quantities.get(place.quantities.clone()).unwrap_or_default();
    let periods = quantities.iter().filter_map(|q| match q.value {
        Value::Period(period) => Some(period),
        Value::Number(_) => None,
    });
    let stems = context::outside_claims(spoken.text, spoken.tokens, place.tokens.clone(), quantities);
    Subject { periods: periods.collect(), stems }
}

/// Whether a sentence begins as an item of a list: `- `, `• `, `2. `.
fn is_item(spoken: Spoken<'_>, range: &Range<usize>) -> bool {
    let mut own = range.clone().filter_map(|i| spoken.tokens.get(i)).skip_while(|t| t.kind == Kind::Newline);
    let Some(first) = own.next() else { return false };
    match first.kind {
        Kind::Punct => matches!(first.text(spoken.text), "-" | "*" | "•" | "–" | "·"),
        Kind::Number => own.next().is_some_and(|t| matches!(t.ch, b'.' | b')') && t.start == first.end),
        _ => false,
    }
}

/// Whether a sentence is about what the one before it is about.
pub(crate) fn points_back(spoken: Spoken<'_>, range: &Range<usize>) -> bool {
    let Some(own) = spoken.tokens.get(range.clone()) else { return false };
    let is = |token: &Token, list: &[&str]| token.is_one_of(spoken.text, list);
    let mut words = own.iter().filter(|t| t.kind == Kind::Word);
    // `It`, `In 2019 it`: not behind a subject of its own.
    let mut first = words.clone().take(POINTS_WITHIN).take_while(|t| is(t, POINTERS) || t.roles.has(Roles::STOP));
    let pointing = first.any(|t| is(t, POINTERS));
    let subject = |t: &Token| t.lex == Lex::None && !t.roles.has(Roles::STOP) && !is(t, EMPTY_SUBJECTS);
    pointing || !words.any(subject)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Conventions, extract_tokens};
    use crate::document::{sentence, tables, token};

    /// The words and periods that the last amount's sentence takes from around it.
    fn around(text: &str) -> Option<(Vec<&'static str>, Vec<String>)> {
        let tokens = token::tokens(text);
        let quantities = extract_tokens(text, &tokens, Conventions::default());
        let spoken = Spoken { text, tokens: &tokens, quantities: &quantities };
        let mut around = Surroundings::default();
        around.add_tables(tables(text));
        let (mut next, mut last) = (0, None);
        for range in sentence::sentences(text, &tokens) {
            let here = quantities[next..].partition_point(|q| (q.first as usize) < range.end);
            last = around.next(spoken, range, next..next + here);
            next += here;
        }
        let subject = around.headings_over(spoken, quantities.last().unwrap()).or(last)?;
        let known = ["revenue", "profit", "oak", "stores"];
        let has = |word: &&&str| subject.stems.iter().any(|stem| words::is_stem_of(*stem, word));
        let stems = known.iter().filter(has).copied().collect();
        Some((stems, subject.periods.iter().map(Period::to_string).collect()))
    }

    #[test]
    fn cases() {
        for (text, expected) in [
            ("Revenue rose in 2024. It was $5M.", Some((vec!["revenue"], vec!["2024"]))),
            ("Revenue rose in 2024. Then it was $5M.", Some((vec!["revenue"], vec!["2024"]))),
            ("Revenue rose in 2024. Profit was $5M.", None),
            ("Revenue rose. They say it. It was $5M.", Some((vec!["revenue"], vec![]))),
            ("Oak in 2024:\n- Revenue: $5M\n- Profit: $2M", Some((vec!["oak"], vec!["2024"]))),
            ("Oak in 2024:\n- Revenue: $5M\n\nProfit was $2M.", None),
            ("| | 2023 | 2024 |\n|---|---|---|\n| Revenue | $4M | $5M |", Some((vec![], vec!["2024"]))),
            ("| Oak | Stores |\n|---|---|\n| Revenue | $5M |", Some((vec!["stores"], vec![]))),
        ] {
            let expected =
                expected.map(|(s, p): (Vec<&str>, Vec<&str>)| (s, p.into_iter().map(str::to_owned).collect()));
            assert_eq!(around(text), expected, "{text}");
        }
    }
}
