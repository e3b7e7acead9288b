//! Sources, read once: every value with the words that say what it is, and an index from words to places.

use std::collections::BTreeSet;

use groundcheck_types::{ClaimKind, Comparator, Source, Span};
use rust_decimal::Decimal;

use super::bands::Band;
use super::beside::Beside;
use super::by_size::magnitude;
use super::caption::Caption;
use super::clock::Clocks;
use super::facts::{FACTS, FactTable};
use super::given::PreparedSource;
use super::glossary::Glossary;
use super::numerals::Numerals;
use super::parallel::Label;
use super::passages::Builder;
use super::roots::Roots;
use super::stance::Stance;
use super::titles::Titles;
use super::words::Stem;
use crate::cancel::Cancel;
use crate::claims::{Conventions, Period, Quantity, Value, to_f64};
use crate::document::token;
use crate::lexicon::Seen;
use crate::lexicon::measure::Measure;
use crate::sort;

/// A table row or a sentence: what its values are about.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    /// The source, by its place in the list.
    pub(crate) source: u32,
    /// Whether it is a row of a table.
    pub(crate) is_row: bool,
    /// Whether it is what a cell of a table says beside the table's values.
    pub(crate) is_cell: bool,
    /// Its own words: a row's label, a sentence. Sorted.
    pub(crate) labels: Vec<Stem>,
    /// Words that stand over it: a group of rows' heading. Sorted.
    pub(crate) group: Vec<Stem>,
    /// The names in a sentence: `Hamburg`, `Oak Plaza`. Sorted.
    pub(crate) names: Vec<Stem>,
    /// The weight of `labels` together.
    pub(crate) label_weight: u32,
    /// Whether its words say which way money goes: `loss`, `paid`, `(used in)`, so that a bracketed value is named without its sign.
    pub(crate) outflow: bool,
    /// Whether a row's label calls its values profits and not losses.
    pub(crate) gain: bool,
    /// Its values, as a range of [`Sources::mentions`].
    pub(crate) mentions: core::ops::Range<u32>,
}

impl Place {
    /// Whether its words hold this one.
    pub(crate) fn says(&self, stem: Stem) -> bool {
        self.labels.binary_search(&stem).is_ok() || self.group.binary_search(&stem).is_ok()
    }
}

/// A word of the sources.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    stem: Stem,
    /// How much it tells: more the rarer it is. Whole bits, so that every platform agrees.
    pub(crate) weight: u32,
    places: core::ops::Range<u32>,
    columns: core::ops::Range<u32>,
}

/// The heading of a column.
#[derive(Debug, Clone, Default)]
pub(crate) struct Column {
    /// Its words. Sorted.
    pub(crate) labels: Vec<Stem>,
    /// The places (rows) under it.
    pub(crate) rows: core::ops::Range<u32>,
    /// Whether cells under it say what they are measured in: `14 hours` over `1.19 kg`. Then one that says nothing is a count.
    pub(crate) measured: bool,
    /// Whether cells under it name their currency.
    pub(crate) priced: bool,
    /// Whether it says that what stands under it was counted: `Homes sold`.
    pub(crate) counted: bool,
}

/// A value in a source.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    /// Where it stands.
    pub(crate) place: u32,
    /// Its column, by its place in [`Sources::columns`]; `None` in a sentence, and for what a cell says beside its table's values.
    pub(crate) column: Option<u32>,
    /// Where in the source's text, in UTF-8 bytes.
    pub(crate) span: Span,
    pub(crate) kind: ClaimKind,
    /// In base units, the table's scale applied; for a date the period.
    pub(crate) value: Value,
    /// Other things it may mean: as printed where the scale stands far off, in thousands where none is stated.
    pub(crate) also: Vec<Decimal>,
    pub(crate) unit: Option<&'static str>,
    /// The periods that its column, its row or its clause names.
    pub(crate) periods: Vec<Dated>,
    /// The part of a year that it is of, in the year 0, where a table names it and nothing its year: `Q1`.
    pub(crate) part: Option<Period>,
    /// In a sentence of several amounts, the words of its own clause. Sorted; `None` where the place's words say all.
    pub(crate) near: Option<Vec<Stem>>,
    /// In a sentence of several amounts, what tells it apart from the others.
    pub(crate) labels: Vec<Label>,
    /// The words next to it in a sentence.
    pub(crate) beside: Beside,
    /// The bound that it is in its sentence: the `more_than` of `voters over 60`.
    pub(crate) bound: Option<Comparator>,
    /// Whether a list tells in order what it is of: `motor and home were $3m and $4m, respectively`.
    pub(crate) ordered: bool,
    /// Whether its own table states the scale.
    pub(crate) own_scale: bool,
    /// Whether a table's scale was applied to it.
    pub(crate) scaled: bool,
    /// What its clause says beside the value; nothing in a table.
    pub(crate) stance: Stance,
    /// Whether it is written as amounts are, with decimals or in groups of digits: `28.50`, `4,410`. `Room 12` and `invoice 4410` are not.
    pub(crate) like_amount: bool,
    /// What a number in a sentence counts: the stores of `214 stores`.
    pub(crate) noun: Option<Stem>,
    /// How long the time is that it is of, where its column's heading says it: 9 under `Nine months ended`.
    pub(crate) months: Option<u8>,
    /// The unit it is measured in: its own in a sentence, its heading's or label's in a table.
    pub(crate) measure: Option<Measure>,
    /// What it is to the other cells of its row: 2 their product, 1 their sum, −1 a factor of one of them, else 0.
    pub(crate) role: i8,
}

impl Mention {
    /// Whether its table does not say what scale it is in.
    pub(crate) fn is_unscaled(&self) -> bool {
        !self.scaled && !self.also.is_empty()
    }

    /// What it is of what is printed, where only another table says so; 1 elsewhere. A count on a page in millions may be just a count.
    pub(crate) fn lent(&self) -> f64 {
        let printed = self.also.first().filter(|_| self.scaled && !self.own_scale);
        let times = printed.zip(self.value.number()).map(|(printed, value)| to_f64(value) / to_f64(*printed));
        times.filter(|times| *times > 1.0).unwrap_or(1.0)
    }

    /// A value of which no more is known.
    pub(crate) fn new(kind: ClaimKind, value: Value, span: Span) -> Self {
        Mention {
            place: 0,
            column: None,
            span,
            kind,
            value,
            also: Vec::new(),
            unit: None,
            periods: Vec::new(),
            part: None,
            near: None,
            labels: Vec::new(),
            beside: Beside::default(),
            bound: None,
            ordered: false,
            like_amount: false,
            own_scale: true,
            scaled: false,
            stance: Stance::default(),
            noun: None,
            months: None,
            measure: None,
            role: 0,
        }
    }
}

/// A period and where the source names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dated {
    pub(crate) period: Period,
    /// In the source's text, in UTF-8 bytes.
    pub(crate) span: Span,
    /// Whether it stands over a table's column: then it is the time of its values, whatever dates their rows are called by.
    pub(crate) above: bool,
}

/// All sources of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sources {
    pub(crate) sources: Vec<PreparedSource>,
    /// Whether any of them has text: a blank one proves nothing.
    pub(crate) has_text: bool,
    /// Whether the last of them is the list of facts.
    pub(crate) has_facts: bool,
    pub(crate) places: Vec<Place>,
    pub(crate) columns: Vec<Column>,
    /// The steps of scales that rows are called by.
    pub(crate) bands: Vec<Band>,
    pub(crate) mentions: Vec<Mention>,
    /// All numbers as they are written.
    pub(crate) numerals: Numerals,
    /// Their words by what they begin with.
    pub(crate) roots: Roots,
    /// How many of the mentions are cells of tables.
    in_tables: usize,
    /// The times of the day that they name.
    pub(crate) clocks: Clocks,
    /// What abbreviations of their rows' labels stand for.
    pub(crate) glossary: Glossary,
    /// What each is about as a whole.
    pub(crate) titles: Titles,
    /// Those whose sentences name somebody, in order.
    naming: Vec<u32>,
    /// The only currency that the sources name, for tables that name none.
    pub(crate) currency: Option<&'static str>,
    /// Values, as [`magnitude`] has them, to mentions, sorted by value.
    pub(super) by_value: Vec<(u64, u32)>,
    /// Times of the day, in seconds of half a day, to the mentions that tell them, sorted by time.
    by_time: Vec<(u32, u32)>,
    /// Years to the mentions that name them, sorted by year.
    by_year: Vec<(u16, u32)>,
    /// The places of every word, by [`Term::places`].
    term_places: Vec<u32>,
    /// The columns of every word, by [`Term::columns`].
    term_columns: Vec<u32>,
    /// Every word, once, sorted.
    terms: Vec<Term>,
    /// Where in `terms` the words with these first bits begin, so that a word is found among few.
    beginnings: Vec<u32>,
    /// How many bits the others of a word are.
    rest: u32,
    /// The words met in them: most of an answer's words are theirs.
    pub(crate) seen: Seen,
}

/// In bytes.
const SHORTEST_COPY: usize = 160;
/// A word in more than this share of all places says nothing about which one is meant.
const COMMON_SHARE: usize = 3;

impl Sources {
    /// Reads sources, and behind them the list of facts.
    pub(crate) fn prepare(
        given: &[Source],
        facts: FactTable,
        conventions: Option<Conventions>,
        cancel: Cancel<'_>,
    ) -> Self {
        let mut prepared = Sources { has_facts: !facts.facts.is_empty(), ..Sources::default() };
        let list = Source { id: FACTS.to_owned(), text: facts.text.clone(), title: None, url: None, kind: None };
        let sources: Vec<&Source> = given.iter().chain(prepared.has_facts.then_some(&list)).collect();
        let mut seen = Seen::new(sources.iter().map(|source| source.text.len()).sum());
        let (mut caption, mut known, mut distinct) = (Caption::default(), BTreeSet::new(), Vec::new());
        for (number, source) in sources.iter().enumerate() {
            if cancel.is_cancelled() {
                break;
            }
            prepared.has_text |= number < given.len() && !source.text.trim_start().is_empty();
            prepared.sources.push(PreparedSource::of(source));
            // A passage given twice would stand beside itself; a short text may be said of several things, under carried headings.
            let same = source.text.len() >= SHORTEST_COPY || caption.headings.is_empty();
            if !known.insert((source.text.trim(), source.title.as_deref())) && same {
                continue;
            }
            let is_listed = number == given.len();
            if is_listed {
                caption = Caption::default();
            }
            // Headings go on into the next piece of a document, never into another one.
            let before = distinct.last().and_then(|before: &usize| sources.get(*before));
            if before.is_some_and(|before| before.title != source.title) {
                caption.headings.clear();
            }
            // The list of facts has no title, and is written one way whatever the request's locale.
            distinct.extend((!is_listed).then_some(number));
            let own = conventions.unwrap_or_else(|| Conventions::of(&source.text, None));
            let conventions = if is_listed { Conventions::default() } else { own };
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            let tokens = token::tokens_with(&source.text, &mut seen);
            prepared.numerals.read(&source.text, &tokens);
            prepared.roots.read(&source.text, &tokens);
            let mut builder = Builder {
                out: &mut prepared,
                seen: &mut seen,
                source: number,
                text: &source.text,
                conventions,
                cancel,
            };
            if let Some(title) = &source.title {
                builder.out.titles.add(number, title, &token::tokens(title));
            }
            caption = builder.read(&tokens, caption);
        }
        if let Some(own) = prepared.sources.get_mut(given.len()) {
            own.table = Some(facts);
        }
        prepared.seen = seen;
        prepared.numerals.close();
        prepared.roots.close();
        prepared.currency = prepared.only_currency();
        prepared.glossary.close();
        prepared.build_index();
        let mut titles = core::mem::take(&mut prepared.titles);
        titles.close(distinct, |stem| prepared.holders(stem));
        prepared.titles = titles;
        prepared
    }

    fn only_currency(&self) -> Option<&'static str> {
        let mut units = self.mentions.iter().filter(|m| m.kind == ClaimKind::Currency).filter_map(|m| m.unit);
        let first = units.next()?;
        units.all(|unit| unit == first).then_some(first)
    }

    fn build_index(&mut self) {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (mut index, mut column_index) = (Vec::new(), Vec::new());
        for (number, place) in self.places.iter().enumerate() {
            index.extend(place.labels.iter().chain(&place.group).map(|stem| (*stem, clip(number))));
        }
        for (number, column) in self.columns.iter().enumerate() {
            column_index.extend(column.labels.iter().map(|stem| (*stem, clip(number))));
        }
        self.in_tables = self.mentions.iter().filter(|m| m.column.is_some()).count();
        for (number, mention) in self.mentions.iter().enumerate() {
            self.by_value.extend(mention.value.number().map(|value| (magnitude(value), clip(number))));
            self.by_year.extend(mention.periods.iter().map(|dated| (dated.period.year(), clip(number))));
        }
        for (number, mention) in self.mentions.iter().enumerate() {
            self.by_time.extend(mention.value.time().map(|time| (time.of_half(), clip(number))));
        }
        sort::by_number(&mut self.by_time, |(time, _)| u64::from(*time));
        sort::by_number(&mut self.by_value, |(value, _)| *value);
        sort::by_number(&mut self.by_year, |(year, _)| u64::from(*year));
        self.by_year.dedup();
        for index in [&mut index, &mut column_index] {
            sort::by_number(index, |(stem, _)| u64::from(stem.0));
            index.dedup();
        }
        self.terms = terms(&index, &column_index, self.places.len());
        let numbers = |index: Vec<(Stem, u32)>| index.into_iter().map(|(_, number)| number).collect();
        (self.term_places, self.term_columns) = (numbers(index), numbers(column_index));
        self.rest = u32::BITS - self.terms.len().max(2).ilog2().min(16);
        let beginnings = 0..(1_u64 << (u32::BITS - self.rest)) + 1;
        let mut at = 0;
        self.beginnings = beginnings
            .map(|first_bits| {
                at += self.terms[at..].iter().take_while(|t| u64::from(t.stem.0) < first_bits << self.rest).count();
                clip(at)
            })
            .collect();
        for term in &self.terms {
            for place in &self.term_places[term.places.start as usize..term.places.end as usize] {
                let place = &mut self.places[*place as usize];
                if place.group.is_empty() || place.labels.binary_search(&term.stem).is_ok() {
                    place.label_weight += term.weight;
                }
            }
        }
    }

    /// How much of what the sources tell stands in tables, in tenths.
    pub(crate) fn tabular(&self) -> i16 {
        let cells = self.in_tables * 10 / self.mentions.len().max(1);
        i16::try_from(cells).unwrap_or(i16::MAX)
    }

    /// What is known of a word; `None` where it stands nowhere.
    pub(crate) fn term(&self, stem: Stem) -> Option<&Term> {
        self.number_of(stem).map(|number| self.numbered(number))
    }

    /// The number of a word; `None` where it stands nowhere.
    pub(crate) fn number_of(&self, stem: Stem) -> Option<u32> {
        let first_bits = (stem.0 >> self.rest) as usize;
        let (from, to) = (*self.beginnings.get(first_bits)?, *self.beginnings.get(first_bits + 1)?);
        let few = &self.terms[from as usize..to as usize];
        few.binary_search_by_key(&stem, |term| term.stem).ok().and_then(|at| u32::try_from(at).ok()).map(|at| from + at)
    }

    /// What is known of the word with this number.
    pub(crate) fn numbered(&self, number: u32) -> &Term {
        &self.terms[number as usize]
    }

    /// A bit for each of the first sources whose rows, sentences or headings hold the word.
    fn holders(&self, stem: Stem) -> u64 {
        let Some(term) = self.term(stem) else { return 0 };
        let rows = |column: &u32| self.columns.get(*column as usize).map(|column| column.rows.start);
        let places = self.places_of(term).iter().copied().chain(self.columns_of(term).iter().filter_map(rows));
        let sources = places.filter_map(|place| self.places.get(place as usize)).map(|place| place.source);
        sources.fold(0, |bits, source| bits | 1_u64.checked_shl(source).unwrap_or(0))
    }

    /// The mentions of a period in this year.
    pub(crate) fn mentions_of_year(&self, year: u16) -> &[(u16, u32)] {
        let start = self.by_year.partition_point(|(y, _)| *y < year);
        let length = self.by_year[start..].partition_point(|(y, _)| *y == year);
        &self.by_year[start..start + length]
    }

    /// The mentions of a time of the day, or of the same one in the other half of the day.
    pub(crate) fn mentions_of_time(&self, of_half: u32) -> &[(u32, u32)] {
        let start = self.by_time.partition_point(|(time, _)| *time < of_half);
        let length = self.by_time[start..].partition_point(|(time, _)| *time == of_half);
        &self.by_time[start..start + length]
    }

    /// The last year that any of them names, 0 where none does.
    pub(crate) fn latest_year(&self) -> u16 {
        self.by_year.last().map_or(0, |(year, _)| *year)
    }

    /// The places whose words hold this one.
    pub(crate) fn places_of(&self, term: &Term) -> &[u32] {
        &self.term_places[term.places.start as usize..term.places.end as usize]
    }

    /// The columns whose heading holds the word.
    pub(crate) fn columns_of(&self, term: &Term) -> &[u32] {
        &self.term_columns[term.columns.start as usize..term.columns.end as usize]
    }

    /// Notes that a source's sentence has these names.
    pub(crate) fn note_names(&mut self, source: u32, names: &[Stem]) {
        if !names.is_empty() && self.naming.last() != Some(&source) {
            self.naming.push(source);
        }
    }

    /// Whether any sentence of the source that this value stands in names somebody.
    pub(crate) fn names_somebody(&self, mention: &Mention) -> bool {
        let place = self.places.get(mention.place as usize);
        place.is_some_and(|place| self.naming.binary_search(&place.source).is_ok())
    }

    /// Adds a place with its values; as several places, where they are too many to be looked through for a claim.
    pub(crate) fn add(&mut self, place: Place, mentions: Vec<Mention>) {
        if mentions.len() <= MOST_IN_PLACE {
            return self.add_one(place, mentions);
        }
        let mut mentions = mentions.into_iter().peekable();
        while mentions.peek().is_some() {
            self.add_one(place.clone(), mentions.by_ref().take(MOST_IN_PLACE).collect());
        }
    }

    fn add_one(&mut self, mut place: Place, mut mentions: Vec<Mention>) {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (number, start) = (clip(self.places.len()), clip(self.mentions.len()));
        for mention in &mut mentions {
            mention.place = number;
        }
        self.mentions.append(&mut mentions);
        place.mentions = start..clip(self.mentions.len());
        self.places.push(place);
    }
}

/// A row or a sentence of more values than this is no one's: what a claim costs must not grow with it.
const MOST_IN_PLACE: usize = 256;

/// Every word of both indexes with what it tells.
fn terms(index: &[(Stem, u32)], columns: &[(Stem, u32)], places: usize) -> Vec<Term> {
    let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let (mut at, mut column_at) = (0, 0);
    let mut terms = Vec::new();
    while let Some(stem) = [index.get(at), columns.get(column_at)].into_iter().flatten().map(|(stem, _)| *stem).min() {
        let length = index[at..].iter().take_while(|(s, _)| *s == stem).count();
        let column_length = columns[column_at..].iter().take_while(|(s, _)| *s == stem).count();
        let held = length.max(column_length);
        let weight = if places > 24 && held * COMMON_SHARE > places { 1 } else { 2 + (places / held).max(1).ilog2() };
        terms.push(Term {
            stem,
            weight,
            places: clip(at)..clip(at + length),
            columns: clip(column_at)..clip(column_at + column_length),
        });
        (at, column_at) = (at + length, column_at + column_length);
    }
    terms
}

/// The period of a date, with its place.
pub(crate) fn dated(quantity: &Quantity) -> Option<Dated> {
    quantity.value.period().map(|period| Dated { period, span: quantity.span, above: false })
}
