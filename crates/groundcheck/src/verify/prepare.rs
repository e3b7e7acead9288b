//! Sources, read once: every value with the words that say what it is, and an index from words to places.

use groundcheck_types::{ClaimKind, Source, Span};
use rust_decimal::Decimal;

use super::quotes::Quotes;
use super::stance::Stance;
use super::tables::{TableReader, currency_in};
use super::words::{self, Stem};
use super::{clause, context, scale};
use crate::claims::{self, Conventions, Period, Quantity, Value};
use crate::document::token::{self, Kind, Token};
use crate::document::{Utf16Index, markup, sentence, tables};
use crate::lexicon::Seen;
use crate::lexicon::measure::Measure;
use crate::sort;

/// A source, ready to be compared with.
#[derive(Debug, Clone)]
pub(crate) struct PreparedSource {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) utf16: Utf16Index,
}

/// A table row or a sentence: what its values are about.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place {
    /// The source, by its place in the list.
    pub(crate) source: u32,
    /// Whether it is a row of a table.
    pub(crate) is_row: bool,
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
}

/// A value in a source.
#[derive(Debug, Clone)]
pub(crate) struct Mention {
    /// Where it stands.
    pub(crate) place: u32,
    /// Its column, by its place in [`Sources::columns`]; `None` in a sentence.
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
    /// In a sentence of several amounts, the words of its own clause. Sorted; `None` where the place's words say all.
    pub(crate) near: Option<Vec<Stem>>,
    /// Whether its own table states the scale.
    pub(crate) own_scale: bool,
    /// Whether a table's scale was applied to it.
    pub(crate) scaled: bool,
    /// What its clause says beside the value; nothing in a table.
    pub(crate) stance: Stance,
    /// What a number in a sentence counts: the stores of `214 stores`.
    pub(crate) noun: Option<Stem>,
    /// The unit it is measured in: its own in a sentence, its heading's or label's in a table.
    pub(crate) measure: Option<Measure>,
}

/// A period and where the source names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dated {
    pub(crate) period: Period,
    /// In the source's text, in UTF-8 bytes.
    pub(crate) span: Span,
}

/// All sources of a request.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sources {
    pub(crate) sources: Vec<PreparedSource>,
    pub(crate) places: Vec<Place>,
    pub(crate) columns: Vec<Column>,
    pub(crate) mentions: Vec<Mention>,
    /// Small numbers in the names that the sources use.
    pub(crate) quotes: Quotes,
    /// The only currency that the sources name, for tables that name none.
    pub(crate) currency: Option<&'static str>,
    /// Values, as [`magnitude`] has them, to mentions, sorted by value.
    by_value: Vec<(u64, u32)>,
    /// Years to the mentions that name them, sorted by year.
    by_year: Vec<(u16, u32)>,
    /// Words to places, sorted by word.
    index: Vec<(Stem, u32)>,
    /// Words of headings to columns, sorted by word.
    column_index: Vec<(Stem, u32)>,
    /// Every word, once, sorted.
    terms: Vec<Term>,
    /// Where in `terms` the words with these first bits begin, so that a word is found among few.
    beginnings: Vec<u32>,
    /// How many bits the others of a word are.
    rest: u32,
}

/// A sentence of at most this many words and no values is a title.
const LONGEST_TITLE: usize = 6;

/// A word in more than this share of all places says nothing about which one is meant.
const COMMON_SHARE: usize = 3;

impl Sources {
    pub(crate) fn prepare(sources: &[Source], conventions: Option<Conventions>) -> Self {
        let mut prepared = Sources::default();
        let mut seen = Seen::new(sources.iter().map(|source| source.text.len()).sum());
        let mut caption = Caption::default();
        for (number, source) in sources.iter().enumerate() {
            let conventions = conventions.unwrap_or_else(|| Conventions::of(&source.text, None));
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            let tokens = token::tokens_with(&source.text, &mut seen);
            let mut builder =
                Builder { out: &mut prepared, seen: &mut seen, source: number, text: &source.text, conventions };
            caption = builder.read(&tokens, caption);
            let utf16 = Utf16Index::new(&source.text);
            prepared.sources.push(PreparedSource { id: source.id.clone(), text: source.text.clone(), utf16 });
        }
        prepared.quotes.close();
        prepared.currency = prepared.only_currency();
        prepared.build_index();
        prepared
    }

    fn only_currency(&self) -> Option<&'static str> {
        let mut units = self.mentions.iter().filter(|m| m.kind == ClaimKind::Currency).filter_map(|m| m.unit);
        let first = units.next()?;
        units.all(|unit| unit == first).then_some(first)
    }

    fn build_index(&mut self) {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        for (number, place) in self.places.iter().enumerate() {
            self.index.extend(place.labels.iter().chain(&place.group).map(|stem| (*stem, clip(number))));
        }
        for (number, column) in self.columns.iter().enumerate() {
            self.column_index.extend(column.labels.iter().map(|stem| (*stem, clip(number))));
        }
        for (number, mention) in self.mentions.iter().enumerate() {
            self.by_value.extend(mention.value.number().map(|value| (magnitude(value), clip(number))));
            self.by_year.extend(mention.periods.iter().map(|dated| (dated.period.year(), clip(number))));
        }
        sort::by_number(&mut self.by_value, |(value, _)| *value);
        sort::by_number(&mut self.by_year, |(year, _)| u64::from(*year));
        self.by_year.dedup();
        for index in [&mut self.index, &mut self.column_index] {
            sort::by_number(index, |(stem, _)| u64::from(stem.0));
            index.dedup();
        }
        self.terms = terms(&self.index, &self.column_index, self.places.len());
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
            for (_, place) in &self.index[term.places.start as usize..term.places.end as usize] {
                let place = &mut self.places[*place as usize];
                if place.group.is_empty() || place.labels.binary_search(&term.stem).is_ok() {
                    place.label_weight += term.weight;
                }
            }
        }
    }

    /// What is known of a word; `None` where it stands nowhere.
    pub(crate) fn term(&self, stem: Stem) -> Option<&Term> {
        let first_bits = (stem.0 >> self.rest) as usize;
        let (from, to) = (self.beginnings.get(first_bits)?, self.beginnings.get(first_bits + 1)?);
        let few = &self.terms[*from as usize..*to as usize];
        few.binary_search_by_key(&stem, |term| term.stem).ok().map(|at| &few[at])
    }

    /// The mentions whose value lies in this range, smallest first.
    pub(crate) fn valued(&self, low: Decimal, high: Decimal) -> impl Iterator<Item = &Mention> {
        let (least, most) = (magnitude(low), magnitude(high));
        let start = self.by_value.partition_point(|(value, _)| *value < least);
        self.by_value[start..]
            .iter()
            .take_while(move |(value, _)| *value <= most)
            .map(|(_, i)| &self.mentions[*i as usize])
            .filter(move |m| m.value.number().is_some_and(|value| low <= value && value <= high))
    }

    /// The mentions of a period in this year.
    pub(crate) fn mentions_of_year(&self, year: u16) -> &[(u16, u32)] {
        let start = self.by_year.partition_point(|(y, _)| *y < year);
        let length = self.by_year[start..].partition_point(|(y, _)| *y == year);
        &self.by_year[start..start + length]
    }

    /// The places whose words hold this one.
    pub(crate) fn places_of(&self, term: &Term) -> &[(Stem, u32)] {
        &self.index[term.places.start as usize..term.places.end as usize]
    }

    /// The columns whose heading holds the word.
    pub(crate) fn columns_of(&self, term: &Term) -> &[(Stem, u32)] {
        &self.column_index[term.columns.start as usize..term.columns.end as usize]
    }

    /// Adds a place with its values.
    pub(crate) fn add(&mut self, mut place: Place, mentions: Vec<Mention>) {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (number, start) = (clip(self.places.len()), clip(self.mentions.len()));
        self.mentions.extend(mentions.into_iter().map(|m| Mention { place: number, ..m }));
        place.mentions = start..clip(self.mentions.len());
        self.places.push(place);
    }
}

/// About how large a value is, as a whole number that sorts as the values do.
fn magnitude(value: Decimal) -> u64 {
    const POWERS: [f64; 29] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28,
    ];
    let mantissa = value.mantissa().unsigned_abs();
    #[expect(clippy::cast_precision_loss, reason = "only sorts")]
    let size = u64::try_from(mantissa).map_or(mantissa as f64, |mantissa| mantissa as f64);
    let bits = (size / POWERS.get(value.scale() as usize).unwrap_or(&1.0)).to_bits();
    // Of two floats of one sign, the larger has the larger bits.
    if value.is_sign_negative() { !(bits | 1 << 63) } else { bits | 1 << 63 }
}

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

/// What the words before a table say of its numbers.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Caption {
    pub(crate) scale: Option<Decimal>,
    pub(crate) currency: Option<&'static str>,
    /// Whether they stand in the table's own source.
    pub(crate) own: bool,
}

impl Caption {
    /// This one, and what it leaves open as the earlier one has it.
    fn or(self, earlier: Caption) -> Caption {
        Caption {
            scale: self.scale.or(earlier.scale),
            currency: self.currency.or(earlier.currency),
            own: if self.scale.is_some() { self.own } else { earlier.own },
        }
    }
}

struct Builder<'t> {
    out: &'t mut Sources,
    seen: &'t mut Seen,
    source: u32,
    text: &'t str,
    conventions: Conventions,
}

impl Builder<'_> {
    /// Reads one source; returns what its last words say of a table that follows in the next one.
    fn read(&mut self, tokens: &[Token], earlier: Caption) -> Caption {
        self.out.quotes.read(self.text, tokens, self.source);
        let tables = tables(self.text);
        let mut from = 0;
        let mut caption = earlier;
        for table in &tables {
            let start = tokens.partition_point(|t| t.start < table.span.start);
            let end = tokens.partition_point(|t| t.start < table.span.end);
            caption = self.prose(&tokens[from..start], caption).or(caption);
            let mut reader = TableReader::new(self.text, &tokens[start..end], self.conventions, self.source);
            reader.read(table, caption, self.seen, self.out);
            from = end;
        }
        let last =
            self.prose(&tokens[from..], caption).or(if tables.is_empty() { earlier } else { Caption::default() });
        Caption { own: false, ..last }
    }

    /// Sentences outside tables; returns what the last ones state.
    fn prose(&mut self, tokens: &[Token], earlier: Caption) -> Caption {
        let mut stated = Caption { own: true, ..Caption::default() };
        if tokens.is_empty() {
            return stated;
        }
        let quantities = claims::extract_tokens(self.text, tokens, self.conventions);
        let mut next = 0;
        // A paragraph's title, `EMEA.` or `Other expense:`, says what its sentences are about.
        let mut title: Vec<Stem> = Vec::new();
        // `Harlow Gate, third quarter 2024.` is also when they are about.
        let mut titled: Vec<Dated> = Vec::new();
        for range in sentence::sentences(self.text, tokens) {
            let here = quantities[next..].partition_point(|q| (q.first as usize) < range.end);
            let own = &quantities[next..next + here];
            next += here;
            let sentence = &tokens[range.clone()];
            let (Some(first), Some(last)) = (sentence.first(), sentence.last()) else { continue };
            let body = self.text.get(first.start as usize..last.end as usize).unwrap_or_default();
            stated.scale = scale::stated(self.text, &markup::plain(body), sentence).or(stated.scale);
            if own.iter().all(|q| q.kind == ClaimKind::Date) {
                stated.currency = currency_in(self.text, sentence).or(stated.currency);
            }
            let dated: Vec<Dated> = own.iter().filter_map(dated).collect();
            if dated.len() == own.len() {
                let words = sentence.iter().filter(|t| t.kind == Kind::Word).count();
                let is_title = words <= LONGEST_TITLE;
                title = if is_title { words::stems(self.text, sentence) } else { Vec::new() };
                titled = if is_title { dated } else { Vec::new() };
                if own.is_empty() {
                    continue;
                }
            }
            let mut mentions = self.mentions(tokens, &range, own);
            if let Some(scale) = stated.scale.or(earlier.scale) {
                may_be_scaled(&mut mentions, own, scale);
            }
            for mention in mentions.iter_mut().filter(|m| m.periods.is_empty()) {
                mention.periods.clone_from(&titled);
            }
            let labels = words::stems(self.text, sentence);
            let outflow = words::is_outflow(self.text, sentence);
            let names = words::names(self.text, sentence);
            let place = Place { source: self.source, outflow, labels, names, group: title.clone(), ..Place::default() };
            self.out.add(place, mentions);
        }
        stated
    }

    /// The values of a sentence, each with the words and the periods of its own clause.
    fn mentions(&self, tokens: &[Token], range: &core::ops::Range<usize>, own: &[Quantity]) -> Vec<Mention> {
        let all: Vec<Dated> = own.iter().filter_map(dated).collect();
        let clauses = clause::clauses(self.text, tokens, range, own);
        let body = tokens
            .get(range.start)
            .zip(tokens.get(range.end - 1))
            .and_then(|(a, b)| self.text.get(a.start as usize..b.end as usize));
        let respectively = all.len() > 1 && body.is_some_and(|b| b.contains("respectively") || b.contains("בהתאמה"));
        let asides = clause::asides(tokens, range, own);
        let mut clauses = clauses.into_iter();
        let several = own.len() - all.len() > 1;
        let mut seen: Vec<(ClaimKind, usize)> = Vec::new();
        let mut before: Vec<Stem> = Vec::new();
        let mut mentions: Vec<Mention> = own
            .iter()
            .map(|quantity| {
                let mut mention = mention(quantity, all.clone());
                if quantity.kind == ClaimKind::Date {
                    return mention;
                }
                mention.noun = words::noun_behind(self.text, tokens, quantity.last as usize);
                mention.measure = words::measure_behind(self.text, tokens, quantity.last as usize);
                let clause = clauses.next().unwrap_or_else(|| range.clone());
                mention.stance = context::stance(self.text, tokens, &clause, quantity);
                if several {
                    let mut near = context::outside_claims(self.text, tokens, clause.clone(), own);
                    // `from 1,501 employees to 1,620`: what changed is said once, with the first amount.
                    if near.len() < 2 {
                        near.extend(&before);
                        near.sort_unstable();
                        near.dedup();
                    }
                    before.clone_from(&near);
                    mention.near = Some(near);
                }
                let order = match seen.iter_mut().find(|(kind, _)| *kind == quantity.kind) {
                    Some((_, count)) => {
                        *count += 1;
                        *count
                    }
                    None => {
                        seen.push((quantity.kind, 0));
                        0
                    }
                };
                // `$1.8M, compared with $1.7M in 2023`: the year is only the other one's.
                let compared = [clause.end.saturating_sub(1), clause.end].into_iter().filter_map(|i| tokens.get(i));
                if all.len() == 1 && compared.into_iter().any(|t| clause::compares(self.text, t)) {
                    let head = own.iter().filter(|q| (q.first as usize) < clause.end);
                    mention.periods = head.filter_map(dated).collect();
                }
                let of_kind = own.iter().filter(|q| q.kind == quantity.kind).count();
                if respectively && of_kind.is_multiple_of(all.len()) {
                    mention.periods = vec![all[order % all.len()]];
                } else if all.len() > 1 || !asides.is_empty() {
                    let inside = |q: &&Quantity| clause.contains(&(q.first as usize));
                    let own_dates: Vec<Dated> = own.iter().filter(inside).filter_map(dated).collect();
                    if !own_dates.is_empty() {
                        mention.periods = own_dates;
                    } else if !asides.is_empty() {
                        // `€7 million (2017/18: €16 million)`: the date in brackets is the other amount's.
                        let aside = |first: u32| asides.iter().position(|a| a.contains(&(first as usize)));
                        let here = aside(quantity.first);
                        let beside = |q: &&Quantity| aside(q.first).is_none_or(|at| Some(at) == here);
                        mention.periods = own.iter().filter(beside).filter_map(dated).collect();
                    }
                }
                mention
            })
            .collect();
        // What follows an amount in brackets goes on about the one before it.
        for k in 1..own.len() {
            if clause::is_aside(tokens, &own[k], own.get(k - 1))
                && let Some(words) = mentions[k].near.take()
            {
                mentions[k].near = Some(Vec::new());
                if let Some(near) = &mut mentions[k - 1].near {
                    near.extend(words);
                    near.sort_unstable();
                    near.dedup();
                }
            }
        }
        mentions
    }
}

/// Where all amounts are said to be in thousands, `$88,848` in a sentence may be so, too.
fn may_be_scaled(mentions: &mut [Mention], quantities: &[Quantity], scale: Decimal) {
    for (mention, quantity) in mentions.iter_mut().zip(quantities) {
        let plain = quantity.kind == ClaimKind::Currency && quantity.step == Decimal::ONE;
        let scaled = quantity.value.number().filter(|_| plain).and_then(|n| n.checked_mul(scale));
        mention.also.extend(scaled.and_then(claims::bounded));
        mention.scaled |= !mention.also.is_empty();
        mention.own_scale &= mention.also.is_empty();
    }
}

/// The period of a date, with its place.
pub(crate) fn dated(quantity: &Quantity) -> Option<Dated> {
    match quantity.value {
        Value::Period(period) => Some(Dated { period, span: quantity.span }),
        Value::Number(_) => None,
    }
}

fn mention(quantity: &Quantity, periods: Vec<Dated>) -> Mention {
    Mention {
        place: 0,
        column: None,
        span: quantity.span,
        kind: quantity.kind,
        value: quantity.value,
        also: Vec::new(),
        unit: quantity.unit,
        periods,
        near: None,
        own_scale: true,
        scaled: false,
        stance: Stance::default(),
        noun: None,
        measure: None,
    }
}
