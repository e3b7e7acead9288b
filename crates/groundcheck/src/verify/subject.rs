//! What the words around a sentence say of its claims: the sentence it points back to, the headings over it, the lead-in of its list,
//! the item that its own stands under, the headings of its table.
//!
//! Answers are written this way all the time: `NOI rose. It was $1.2M.`, `### Q3 2024` over a list, a Markdown table.

use core::ops::Range;
use std::sync::LazyLock;

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::context::{self, Context};
use super::forms::Forms;
use super::scale;
use super::spoken::Spoken;
use super::tables::currency_in;
use super::words::{self, Stem};
use crate::claims::{self, Period, Quantity, Value};
use crate::document::token::{Kind, Token};
use crate::document::{Table, TableCell};
use crate::lexicon::{Lex, Roles};

/// Words and periods that a claim's own sentence leaves to what stands around it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Subject {
    pub(crate) stems: Vec<Stem>,
    pub(crate) periods: Vec<Period>,
    /// Other forms of its words.
    pub(crate) forms: Forms,
}

/// Words at the beginning of a sentence that point back, in lower case.
const POINTERS: &[&str] = &[
    "it", "its", "this", "that", "these", "those", "they", "their", "both", "he", "his", "she", "her", "הוא", "היא",
    "הם", "הן", "זה", "זו", "אלה", "אלו",
];
/// The same for where something is; not as its first word.
const PLACE: &[&str] = &["there", "שם"];
/// Words that name no subject of their own: `The underlying figures are …`.
const EMPTY_SUBJECTS: &[&str] =
    &["underlying", "respective", "corresponding", "exact", "actual", "numbers", "inputs", "operands"];
/// Words that rank a time among others, and with them those of times: `Q3 was the strongest quarter, at $3.7m`.
const RANKS: &[&str] = &["strongest", "weakest", "best", "worst", "busiest", "quietest", "highest", "lowest"];
const TIMES: &[&str] = &["quarter", "month", "year", "week", "quarters", "months", "years", "weeks"];
/// A pointer stands among this many first words.
const POINTS_WITHIN: usize = 4;

/// Drops the stems of words that name no subject.
pub(crate) fn drop_empty(stems: &mut Vec<Stem>) {
    let is = |stem: &Stem, list: &[&str]| list.iter().any(|word| words::is_stem_of(*stem, word));
    let ranks = stems.iter().any(|stem| is(stem, RANKS));
    stems.retain(|stem| !is(stem, EMPTY_SUBJECTS) && !(ranks && (is(stem, RANKS) || is(stem, TIMES))));
}

/// Whether this names a quarter where these name another: `It fell to $3.2m in Q4. Q3 was the strongest, at $3.7m.`
pub(crate) fn is_other_quarter(stem: Stem, own: &[Stem]) -> bool {
    static QUARTERS: LazyLock<[Stem; 4]> = LazyLock::new(|| ["Q1", "Q2", "Q3", "Q4"].map(words::exact));
    let is_quarter = |stem: &Stem| QUARTERS.contains(stem);
    is_quarter(&stem) && own.iter().any(|other| is_quarter(other) && *other != stem)
}

/// A sentence by its tokens and its quantities.
#[derive(Debug, Clone)]
struct Place {
    tokens: Range<usize>,
    quantities: Range<usize>,
}

/// A line that speaks for the lines below it.
#[derive(Debug, Clone)]
struct Over {
    level: u32,
    place: Place,
    /// Whether a line of its list has followed.
    used: bool,
}

/// An introduction before the first heading: it speaks for all that follows.
const PREAMBLE: u32 = 0;
/// A line in bold and nothing else, below the six levels of `#`.
const BOLD: u32 = 7;
/// A line that leads up to a list or a table, until both are over.
const LEAD: u32 = 8;
/// An item of a list; further ones by how far they are indented.
const ITEM: u32 = 9;
/// A line without amounts of at most this many words, with no mark at its end, is a heading.
const LONGEST_HEADING: usize = 6;

/// What stands around the sentences of an answer, read in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Surroundings {
    tables: Vec<Table>,
    /// The last sentence with a subject of its own.
    before: Option<Place>,
    /// The headings, lead-ins and items that the next line may stand under, the outermost first.
    over: Vec<Over>,
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

    /// One past the headings, in bytes, that cells between these bytes may stand under.
    pub(crate) fn headings_to(&self, between: Range<u32>) -> u32 {
        let from = self.tables.partition_point(|t| t.span.end <= between.start);
        let here = self.tables.iter().skip(from).take_while(|t| t.span.start < between.end);
        let headings = here.flat_map(|table| table.rows.iter().take(table.header_rows)).flatten();
        headings.map(|cell| cell.span.end).max().unwrap_or(0)
    }

    /// Goes on to the next sentence, of these tokens and quantities; returns what it leaves to the ones before it.
    pub(crate) fn next(
        &mut self,
        spoken: Spoken<'_>,
        tokens: Range<usize>,
        quantities: Range<usize>,
    ) -> Option<Subject> {
        let place = Place { tokens, quantities };
        let line = Line::of(spoken, &place);
        let within = match line {
            Line::Heading(level) => level,
            Line::Item(indent) => ITEM.saturating_add(indent),
            Line::GoesOn => u32::MAX,
            Line::Lead | Line::Plain => LEAD,
        };
        if let (Line::Heading(_), [lead]) = (line, &mut self.over[..])
            && lead.level == LEAD
            && !lead.used
        {
            lead.level = PREAMBLE;
        }
        self.over.truncate(self.over.partition_point(|over| over.level < within));
        let listed = self.over.last().is_some_and(|over| over.level >= LEAD);
        let back = (!listed && points_back(spoken, &place.tokens)).then_some(self.before.as_ref()).flatten();
        let around: Vec<&Place> = self.over.iter().map(|over| &over.place).chain(back).collect();
        let subject = (!around.is_empty()).then(|| read_all(spoken, &around));
        if let Line::Item(_) = line {
            self.over.iter_mut().for_each(|over| over.used = true);
        }
        if !listed && back.is_none() {
            self.before = Some(place.clone());
        }
        if !matches!(line, Line::Plain | Line::GoesOn) {
            self.over.push(Over { level: within, place, used: false });
        }
        subject
    }

    /// What stands over and beside a claim in a cell of a table; `None` where it is in no cell or in a heading.
    pub(crate) fn cell_of(&self, spoken: Spoken<'_>, claim: &Quantity) -> Option<CellWords> {
        let at = self.tables.partition_point(|t| t.span.end <= claim.span.start);
        let table = self.tables.get(at).filter(|t| t.span.start <= claim.span.start && t.header_rows > 0)?;
        let begins = |row: &Vec<TableCell>| row.first().is_some_and(|c| c.span.start <= claim.span.start);
        let row = table.rows.partition_point(begins).checked_sub(1).filter(|row| *row >= table.header_rows)?;
        let cells = table.rows.get(row)?;
        // In the first cell stands what the row is: a claim there is told by its own words.
        let column = cells.partition_point(|c| c.span.start <= claim.span.start).checked_sub(1).filter(|at| *at > 0)?;
        let place = |cell: &TableCell| {
            let start = spoken.tokens.partition_point(|t| t.start < cell.span.start);
            let end = spoken.tokens.partition_point(|t| t.start < cell.span.end).clamp(start, start + MOST_CELL);
            let first = spoken.quantities.partition_point(|q| (q.first as usize) < start);
            let last = spoken.quantities.partition_point(|q| (q.first as usize) < end);
            Place { tokens: start..end, quantities: first..last.max(first) }
        };
        let mut out = CellWords::default();
        let headings = table.rows.get(..table.header_rows)?.iter().filter_map(|row| row.get(column));
        for cell in headings {
            out.add(spoken, &place(cell));
        }
        // The cells that say what the row is: those before it without an amount.
        let dated = !out.subject.periods.is_empty();
        for cell in cells.iter().take(column.min(MOST_LABELS)) {
            let place = place(cell);
            let own = spoken.quantities.get(place.quantities.clone()).unwrap_or_default();
            if own.iter().all(|q| q.kind == ClaimKind::Date) {
                let periods = out.subject.periods.len();
                out.add(spoken, &place);
                if dated {
                    out.subject.periods.truncate(periods);
                }
            }
        }
        words::sort(&mut out.subject.stems);
        Some(out)
    }
}

/// What the headings over a cell of the answer's table and the label of its row say of its value.
#[derive(Debug, Clone, Default)]
pub(crate) struct CellWords {
    pub(crate) subject: Subject,
    scale: Option<Decimal>,
    currency: Option<&'static str>,
    percent: bool,
}

impl CellWords {
    fn add(&mut self, spoken: Spoken<'_>, place: &Place) {
        let own = read(spoken, place);
        self.subject.stems.extend(own.stems);
        self.subject.periods.extend(own.periods);
        let tokens = spoken.tokens.get(place.tokens.clone()).unwrap_or_default();
        let body = match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => spoken.text.get(first.start as usize..last.end as usize),
            _ => None,
        };
        self.scale = body.and_then(scale::headed).or(self.scale);
        self.currency = currency_in(spoken.text, tokens).or(self.currency);
        self.percent |= body.is_some_and(|body| body.contains('%'));
    }

    /// What a claim in the cell speaks of: this, and what stands around its table.
    pub(crate) fn context<'s>(
        &self,
        context: &Context<'s>,
        question: &[Stem],
        around: Option<&Subject>,
    ) -> Context<'s> {
        let near = self.subject.stems.clone();
        let stems = around.map(|around| &around.stems[..]).unwrap_or_default();
        let far = question.iter().chain(stems).copied().filter(|stem| near.binary_search(stem).is_err()).collect();
        let periods = if self.subject.periods.is_empty() {
            around.map(|around| around.periods.clone()).unwrap_or_default()
        } else {
            self.subject.periods.clone()
        };
        context.about(near, words::sorted(far), periods)
    }

    /// The value with the unit that stands over or beside its cell: the €14.8 million of a 14.8 under `Capex (€M)`.
    pub(crate) fn meant(&self, claim: &Quantity) -> Option<Quantity> {
        let number = claim.value.number()?;
        match claim.kind {
            ClaimKind::Number if self.percent => {
                Some(Quantity { kind: ClaimKind::Percentage, unit: Some("%"), ..claim.clone() })
            }
            ClaimKind::Number | ClaimKind::Currency if self.scale.is_some() || self.currency.is_some() => {
                let scale = self.scale.unwrap_or(Decimal::ONE);
                let value = number.checked_mul(scale).and_then(claims::bounded)?;
                let step = claim.step.checked_mul(scale).and_then(claims::bounded)?;
                let unit = claim.unit.or(self.currency);
                let kind = if unit.is_some() { ClaimKind::Currency } else { claim.kind };
                Some(Quantity { kind, value: Value::Number(value), step, unit, ..claim.clone() })
            }
            _ => None,
        }
    }
}

/// How a sentence stands among the lines of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// `### Oak Plaza`, or a line in bold, by its level.
    Heading(u32),
    /// `- `, `• `, `2. ` or a table's row, by its indentation.
    Item(u32),
    /// A line that ends in a colon, or a few words that do not end at all.
    Lead,
    /// It begins in the line in which the sentence before it ended.
    GoesOn,
    Plain,
}

impl Line {
    fn of(spoken: Spoken<'_>, place: &Place) -> Self {
        let Spoken { text, tokens, .. } = spoken;
        let range = place.tokens.clone();
        let begins = range.start.checked_sub(1).and_then(|i| tokens.get(i)).is_none_or(|t| t.kind == Kind::Newline);
        let is_break = |t: &&Token| t.kind == Kind::Newline;
        let own = tokens.get(range).unwrap_or_default();
        if !begins && !own.first().as_ref().is_some_and(is_break) {
            return Line::GoesOn;
        }
        let own = own.get(own.iter().take_while(is_break).count()..).unwrap_or_default();
        let own = own.get(..own.len() - own.iter().rev().take_while(is_break).count()).unwrap_or_default();
        let (Some(first), Some(last)) = (own.first(), own.last()) else { return Line::Plain };
        let glued = |i: usize| own.get(i).zip(own.get(i + 1)).is_some_and(|(a, b)| a.end == b.start);
        let amounts = spoken.quantities.get(place.quantities.clone()).unwrap_or_default();
        let no_amount = amounts.iter().all(|q| q.kind == ClaimKind::Date);
        if first.ch == b'#' && !glued(own.iter().take_while(|t| t.ch == b'#').count().saturating_sub(1)) {
            let level = own.iter().take_while(|t| t.ch == b'#').count().min(BOLD as usize - 1);
            return Line::Heading(u32::try_from(level).unwrap_or(1));
        }
        if no_amount && is_all_bold(text, first.start as usize..last.end as usize) {
            return Line::Heading(BOLD);
        }
        let marked = match first.kind {
            Kind::Punct => first.ch == b'|' || matches!(first.text(text), "-" | "*" | "•" | "–" | "·"),
            Kind::Number => own.get(1).is_some_and(|t| matches!(t.ch, b'.' | b')') && t.start == first.end),
            _ => false,
        };
        if marked {
            let before = text.get(..first.start as usize).unwrap_or_default().bytes().rev();
            let indent =
                before.take(DEEPEST).take_while(|b| matches!(b, b' ' | b'\t')).map(|b| if b == b' ' { 1 } else { 4 });
            return Line::Item(indent.sum());
        }
        let short = || own.iter().filter(|t| t.kind == Kind::Word).count() <= LONGEST_HEADING;
        let open = || matches!(last.kind, Kind::Word | Kind::Number) && no_amount && short();
        if last.ch == b':' || open() { Line::Lead } else { Line::Plain }
    }
}

/// Of a cell that says what others are, at most so many tokens are read.
const MOST_CELL: usize = 64;

/// What a row is stands in one of its first cells.
const MOST_LABELS: usize = 4;

/// Blanks before an item beyond this many do not count.
const DEEPEST: usize = 40;

/// Whether what stands there is one run in bold, `**Oak Plaza**`, `**Oak Plaza:**` or `**Oak Plaza**:`.
fn is_all_bold(text: &str, place: Range<usize>) -> bool {
    let (before, from) = text.split_at_checked(place.start).unwrap_or_default();
    let Some((own, behind)) = from.split_at_checked(place.len()) else { return false };
    let inside = own.strip_suffix("**:").or_else(|| behind.starts_with("**").then_some(own));
    before.ends_with("**") && inside.is_some_and(|inside| !inside.contains("**"))
}

/// What these say, each further one closer to the claim: its periods count before those of the earlier ones.
fn read_all(spoken: Spoken<'_>, places: &[&Place]) -> Subject {
    let mut all = Subject::default();
    for place in places {
        let own = read(spoken, place);
        all.stems.extend(own.stems);
        all.forms = all.forms.and(&own.forms);
        if !own.periods.is_empty() {
            all.periods = own.periods;
        }
    }
    all
}

fn read(spoken: Spoken<'_>, place: &Place) -> Subject {
    let quantities = spoken.quantities.get(place.quantities.clone()).unwrap_or_default();
    let periods = quantities.iter().filter_map(|q| q.value.period());
    let mut stems = context::outside_claims(spoken.text, spoken.tokens, place.tokens.clone(), quantities);
    // `The Home 9 came first. Its dustbin …`
    let designators = words::designators(spoken.text, spoken.tokens, place.tokens.clone());
    stems.extend(designators.into_iter().map(|(_, stem)| stem));
    let forms = Forms::read(spoken.text, spoken.tokens.get(place.tokens.clone()).unwrap_or_default());
    Subject { periods: periods.collect(), stems, forms }
}

/// Whether a sentence is about what the one before it is about.
pub(crate) fn points_back(spoken: Spoken<'_>, range: &Range<usize>) -> bool {
    let Some(own) = spoken.tokens.get(range.clone()) else { return false };
    let is = |token: &Token, list: &[&str]| token.is_one_of(spoken.text, list);
    let mut words = own.iter().filter(|t| t.kind == Kind::Word);
    // `It`, `In 2019 it`: not behind a subject of its own.
    let points = |t: &Token| t.begins_as_one_of(spoken.text, POINTERS);
    let mut first = words.clone().take(POINTS_WITHIN).take_while(|t| points(t) || t.roles.has(Roles::STOP));
    // `Revenue there was $5m`, but not `There was revenue of $5m`.
    let of_place = || words.clone().take(POINTS_WITHIN).skip(1).any(|t| is(t, PLACE));
    let pointing = first.any(points) || of_place();
    let ranks = own.iter().any(|t| is(t, RANKS));
    let ranked = |t: &Token| ranks && (is(t, RANKS) || is(t, TIMES));
    let subject = |t: &Token| t.lex == Lex::None && !t.roles.has(Roles::STOP) && !is(t, EMPTY_SUBJECTS) && !ranked(t);
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
        let spoken = Spoken { text, tokens: &tokens, quantities: &quantities, moments: &[] };
        let mut around = Surroundings::default();
        around.add_tables(tables(text));
        let (mut next, mut last) = (0, None);
        for range in sentence::sentences(text, &tokens) {
            let here = quantities[next..].partition_point(|q| (q.first as usize) < range.end);
            last = around.next(spoken, range, next..next + here);
            next += here;
        }
        let cell = around.cell_of(spoken, quantities.last().unwrap()).map(|cell| cell.subject);
        let subject = cell.or(last)?;
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
            ("| | 2023 | 2024 |\n|---|---|---|\n| Revenue | $4M | $5M |", Some((vec!["revenue"], vec!["2024"]))),
            ("| Oak | Stores |\n|---|---|\n| Revenue | $5M |", Some((vec!["revenue", "stores"], vec![]))),
            ("| | 2023 | 2024 |\n|---|---|---|\n| Q3 2025 | $4M | $5M |", Some((vec![], vec!["2024"]))),
            ("### Oak\n- Revenue in 2024: $5M", Some((vec!["oak"], vec![]))),
            ("### Oak\n- Profit: $2M\n\n### 2024\n- Revenue: $5M", Some((vec![], vec!["2024"]))),
            ("## Oak\n### Stores in 2024\nRevenue was $5M.", Some((vec!["oak", "stores"], vec!["2024"]))),
            ("In 2024:\n\n**Oak**\n- Profit: $2M\n\n**Stores:**\n- Revenue: $5M", Some((vec!["stores"], vec!["2024"]))),
            ("1. **Oak**\n   - Revenue: $5M", Some((vec!["oak"], vec![]))),
            ("1. **Oak**\n   - Profit: $2M\n2. Revenue: $5M", None),
            ("Oak, 2024\n- Profit: $2M. It rose.\n- Revenue: $5M", Some((vec!["oak"], vec!["2024"]))),
            ("In 2024:\n- **Oak** sold.\n\n## Stores\n- Revenue: $5M", Some((vec!["stores"], vec![]))),
        ] {
            let expected =
                expected.map(|(s, p): (Vec<&str>, Vec<&str>)| (s, p.into_iter().map(str::to_owned).collect()));
            assert_eq!(around(text), expected, "{text}");
        }
    }
}
