//! A metric of somebody in a period: whether one place has all of it, where each of them stands somewhere.
//!
//! The index that judges claims is asked for the values of the metric. Each is left out for being of another period or of somebody
//! else, who is named beside it or in its row; what leaves that open is of whomever its source is about.

use core::cell::Cell;
use core::ops::Range;

use groundcheck_types::{ClaimKind, RequirementKind, Span};

use super::at_hand::{AtHand, Shelf, named, nearest, periods_in, stands_in};
use super::question::{Need, Needed, Question};
use super::{Name, owner};
use crate::claims::Period;
use crate::document::{sentence, token};
use crate::verify::prepare::{Column, Mention, Place};
use crate::verify::search::{finest, overlap};
use crate::verify::words;

/// At most so many combinations of one question are looked up.
const MOST: usize = 8;
/// At most so many sentences are read again for a combination; of more, those that are left speak of nobody else.
const MOST_READ: usize = 512;
/// A sentence is read again this far to both sides of a value, in bytes.
const READ_AROUND: usize = 300;

/// A metric, by any of its names or by what is counted, of somebody, in a period.
pub(super) struct Together<'n> {
    metric: &'n Need,
    entity: Option<&'n Name>,
    period: Option<Period>,
    /// How many sentences may still be read again.
    left: Cell<usize>,
}

/// Every combination that a question asks for, with where it stands and what it is called. One whose parts are not all at hand is
/// missing for that.
pub(super) fn combinations<'n>(
    needs: &'n [(Needed, Vec<String>)],
    question: &Question<'_>,
) -> Vec<(Together<'n>, Span, String)> {
    let of = |kind: RequirementKind| -> Vec<&'n (Needed, Vec<String>)> {
        needs.iter().filter(|(needed, _)| needed.kind == kind).collect()
    };
    let mut metrics = of(RequirementKind::Metric);
    if metrics.is_empty() {
        metrics = of(RequirementKind::Value);
        metrics.retain(|(needed, _)| matches!(needed.need, Need::Counted(_)));
    }
    // A part that is not asked for is one choice more: none.
    let or_none = |parts: Vec<&'n (Needed, Vec<String>)>| -> Vec<Option<&'n (Needed, Vec<String>)>> {
        if parts.is_empty() { vec![None] } else { parts.into_iter().map(Some).collect() }
    };
    let (entities, periods) = (or_none(of(RequirementKind::Entity)), or_none(of(RequirementKind::Period)));
    let mut out = Vec::new();
    for metric in &metrics {
        for entity in &entities {
            for period in &periods {
                let parts: Vec<&(Needed, Vec<String>)> =
                    [Some(*metric), *entity, *period].into_iter().flatten().collect();
                if parts.len() < 2 || parts.iter().any(|(_, found)| found.is_empty()) || out.len() == MOST {
                    continue;
                }
                let asked = Together {
                    metric: &metric.0.need,
                    entity: entity.and_then(|(needed, _)| match &needed.need {
                        Need::Named(names) => names.first(),
                        _ => None,
                    }),
                    period: period.and_then(|(needed, _)| match needed.need {
                        Need::Period(period) => Some(period),
                        _ => None,
                    }),
                    left: Cell::new(MOST_READ),
                };
                let (span, text) = called(&parts, needs, question.text);
                out.push((asked, span, text));
            }
        }
    }
    out
}

/// Where the parts stand, and the question's words from the first to the last; where others stand between, the parts alone.
fn called(parts: &[&(Needed, Vec<String>)], needs: &[(Needed, Vec<String>)], question: &str) -> (Span, String) {
    let mut spans: Vec<Span> = parts.iter().map(|(needed, _)| needed.span).collect();
    crate::sort::by_key(&mut spans, |span| span.start);
    let end = spans.iter().map(|span| span.end).max().unwrap_or(0);
    let whole = Span { start: spans.first().map_or(0, |span| span.start), end };
    let strange = |(needed, _): &&(Needed, Vec<String>)| {
        // `How many tenants does Oak Plaza have` ends with a verb.
        needed.implicit || (whole.overlaps(needed.span) && !spans.contains(&needed.span))
    };
    let words = |span: &Span| span.of(question).unwrap_or_default();
    let text = match needs.iter().find(strange) {
        None => words(&whole).to_owned(),
        Some(_) => spans.iter().map(words).collect::<Vec<&str>>().join(", "),
    };
    (whole, text)
}

impl AtHand<'_> {
    /// The ids of the sources that have all of it in one place, `facts`, or `history`; where there are none the nearest period that
    /// has the rest.
    pub(super) fn together(&self, asked: &Together<'_>) -> (Vec<String>, Option<String>) {
        let [sources, said] = &self.shelves;
        let mut known: Vec<Period> = Vec::new();
        let mut of = |shelf: &Shelf<'_>| {
            let mut found: Vec<u32> = Vec::new();
            let framed = shelf.framed(asked);
            shelf.values(asked, &mut |place, mention| {
                known.extend(mention.periods.iter().map(|own| own.period));
                let fits = |period| match mention.periods.is_empty() {
                    true => framed.binary_search(&place.source).is_ok(),
                    false => finest(mention).any(|own| overlap(own, period)),
                };
                if asked.period.is_none_or(fits) {
                    found.push(place.source);
                }
            });
            crate::sort::by_number(&mut found, |source| u64::from(*source));
            named(shelf, &found)
        };
        let (in_sources, in_history) = (of(sources), of(said));
        let mut in_facts = false;
        for fact in self.detector.facts().filter(|fact| asked.is_metric(&fact.metric.replace('_', " "))) {
            let own = |entity: &String| asked.entity.is_none_or(|name| stands_in(name, entity));
            let periods = periods_in(fact.period.as_deref().unwrap_or_default());
            if fact.entity.as_ref().is_none_or(own) {
                let fits = |asked| periods.is_empty() || periods.iter().any(|own| overlap(*own, asked));
                in_facts |= asked.period.is_none_or(fits);
                known.extend(periods);
            }
        }
        let facts = in_facts.then(|| "facts".to_owned());
        let instead = asked.period.and_then(|period| nearest(period, known.into_iter()));
        (in_sources.into_iter().chain(facts).chain(in_history).collect(), instead.map(|period| period.to_string()))
    }
}

impl Together<'_> {
    fn names(&self) -> &[Name] {
        match self.metric {
            Need::Named(names) => names,
            Need::Counted(noun) => core::slice::from_ref(noun),
            Need::Period(_) | Need::Kinds(_) | Need::AnyPeriod => &[],
        }
    }

    fn is_metric(&self, text: &str) -> bool {
        self.names().iter().any(|name| stands_in(name, text))
    }
}

impl Shelf<'_> {
    /// Hands over every value of the metric that may be of the entity.
    fn values(&self, asked: &Together<'_>, found: &mut dyn FnMut(&Place, &Mention)) {
        // Rows and columns that are called by the entity: beside them another row is somebody else.
        let rows: Vec<u32> = asked.entity.map(|name| self.places_with(name)).unwrap_or_default();
        let rows: Vec<u32> = rows.into_iter().filter(|at| self.place(*at).is_some_and(|own| own.is_row)).collect();
        let columns: Vec<u32> = asked.entity.map(|name| self.columns_with(name)).unwrap_or_default();
        let mut offer = |at: u32, under: Option<u32>| {
            let Some(place) = self.place(at) else { return };
            for mention in place.mentions.clone().filter_map(|i| self.sources.mentions.get(i as usize)) {
                let wanted = match asked.metric {
                    Need::Counted(noun) => self.counts(mention, noun),
                    _ => mention.kind != ClaimKind::Date,
                };
                let here = under.is_none() || mention.column == under;
                if wanted && here && self.is_of_entity(place, mention, asked, &rows, &columns) {
                    found(place, mention);
                }
            }
        };
        // A place is offered once, by whichever names of the metric it says.
        let once = |mut all: Vec<u32>| {
            crate::sort::by_number(&mut all, |at| u64::from(*at));
            all.dedup();
            all
        };
        for place in once(asked.names().iter().flat_map(|name| self.places_with(name)).collect()) {
            offer(place, None);
        }
        for column in once(asked.names().iter().flat_map(|name| self.columns_with(name)).collect()) {
            let rows = self.column(column).map_or(0..0, |own| own.rows.clone());
            rows.for_each(|place| offer(place, Some(column)));
        }
        // `Revenue by area:` stands before a table whose rows are called by the areas alone.
        let Some(entity) = asked.entity else { return };
        let days: Vec<words::Stem> = (1..=31_u8).map(|day| words::exact(&day.to_string())).collect();
        let only = |labels: &[words::Stem]| only(entity, labels, &days);
        for place in rows.iter().filter_map(|at| self.place(*at)).filter(|place| only(&place.labels)) {
            for mention in place.mentions.clone().filter_map(|i| self.sources.mentions.get(i as usize)) {
                let heading = mention.column.and_then(|column| self.column(column));
                if mention.kind != ClaimKind::Date && heading.is_none_or(|own| only(&own.labels)) {
                    found(place, mention);
                }
            }
        }
    }

    fn place(&self, at: u32) -> Option<&Place> {
        self.sources.places.get(at as usize)
    }

    fn column(&self, at: u32) -> Option<&Column> {
        self.sources.columns.get(at as usize)
    }

    /// The places that say all words of the name, in order.
    fn places_with(&self, name: &Name) -> Vec<u32> {
        self.all_words(name, |word| {
            let terms = word.iter().filter_map(|stem| self.sources.term(*stem));
            terms.flat_map(|term| self.sources.places_of(term).iter().copied()).collect()
        })
    }

    /// The columns whose heading has all words of the name, in order.
    fn columns_with(&self, name: &Name) -> Vec<u32> {
        self.all_words(name, |word| {
            let terms = word.iter().filter_map(|stem| self.sources.term(*stem));
            terms.flat_map(|term| self.sources.columns_of(term).iter().copied()).collect()
        })
    }

    fn all_words(&self, name: &Name, having: impl Fn(&[words::Stem]) -> Vec<u32>) -> Vec<u32> {
        let mut held: Option<Vec<u32>> = None;
        for word in &name.0 {
            let mut own = having(word);
            crate::sort::by_number(&mut own, |at| u64::from(*at));
            own.dedup();
            held = Some(match held {
                None => own,
                Some(before) => before.into_iter().filter(|at| own.binary_search(at).is_ok()).collect(),
            });
        }
        held.unwrap_or_default()
    }

    /// The sources that name the period, or whose title does, in order: values there that name none may be of it.
    fn framed(&self, asked: &Together<'_>) -> Vec<u32> {
        let Some(period) = asked.period else { return Vec::new() };
        let is = |own: Period| overlap(own, period);
        let titled = (0..).zip(&self.titled).filter(|(_, own)| own.iter().any(|p| is(*p))).map(|(source, _)| source);
        let named = self.sources.mentions_of_year(period.year()).iter().filter_map(|(_, at)| {
            let mention = self.sources.mentions.get(*at as usize)?;
            let names_it = mention.periods.iter().any(|own| is(own.period)) && !self.speaks_of_another(mention, asked);
            self.place(mention.place).filter(|_| names_it).map(|place| place.source)
        });
        let mut found: Vec<u32> = titled.chain(named).collect();
        crate::sort::by_number(&mut found, |source| u64::from(*source));
        found.dedup();
        found
    }

    fn is_of_entity(
        &self,
        place: &Place,
        mention: &Mention,
        asked: &Together<'_>,
        rows: &[u32],
        columns: &[u32],
    ) -> bool {
        let Some(entity) = asked.entity else { return true };
        let heading = mention.column.and_then(|column| self.column(column));
        let headed = |stem| heading.is_some_and(|own| own.labels.binary_search(&stem).is_ok());
        if !place.is_row {
            return self.names(place.source, entity) && !self.speaks_of_another(mention, asked);
        }
        if entity.stands_where(|stem| place.says(stem) || headed(stem)) {
            return true;
        }
        if !self.names(place.source, entity) {
            return false;
        }
        let table = |range: &Range<u32>, at: u32| range.contains(&at);
        let in_rows = heading.is_some_and(|own| {
            let from = rows.partition_point(|row| *row < own.rows.start);
            rows.get(from).is_some_and(|row| table(&own.rows, *row))
        });
        let in_columns = columns.iter().filter_map(|at| self.column(*at)).any(|own| table(&own.rows, mention.place));
        !in_rows && !in_columns
    }

    /// Whether the sentence of a value says that it is somebody else's: of those who have something there, the last before the value,
    /// and behind the last that was said of the entity.
    fn speaks_of_another(&self, mention: &Mention, asked: &Together<'_>) -> bool {
        let Some(entity) = asked.entity else { return false };
        let Some(place) = self.place(mention.place).filter(|place| !place.is_row) else { return false };
        let Some(source) = self.sources.sources.get(place.source as usize) else { return false };
        let Some(left) = asked.left.get().checked_sub(1) else { return false };
        asked.left.set(left);
        let (start, end) = (mention.span.start as usize, mention.span.end as usize);
        let from = source.text.floor_char_boundary(start.saturating_sub(READ_AROUND));
        let to = source.text.floor_char_boundary((end + READ_AROUND).min(source.text.len()));
        let around = source.text.get(from..to).unwrap_or_default();
        let tokens = token::tokens(around);
        let here = tokens.partition_point(|t| (t.end as usize) + from <= start);
        let mut own = 0..0;
        while own.end <= here && own.end < tokens.len() {
            own = own.end..sentence::end_of(around, &tokens, own.end).max(own.end + 1);
        }
        let name = |range: Range<usize>| Name::spoken(around, tokens.get(range).unwrap_or_default());
        let of_metric = |i: usize| asked.names().iter().any(|metric| name(i..i + 1).shares(metric));
        let named = |range: Range<usize>| range.rev().find(|i| name(*i..*i + 1).shares(entity));
        let others = owner::owners(around, &tokens, own.clone(), &of_metric);
        let another = |range: &&Range<usize>| {
            let other = name((*range).clone());
            !other.is_empty() && !other.is_within(entity) && !entity.is_within(&other)
        };
        match others.iter().filter(another).rfind(|range| range.start < here) {
            Some(last) => {
                let since = named(own.start..here).is_some_and(|at| at >= last.end);
                !since && (named(own.start..last.start).is_some() || named(here..own.end).is_none())
            }
            None => named(own.clone()).is_none() && others.iter().any(|range| another(&range)),
        }
    }
}

/// Words of headings that say of which time or in which unit values are, and not what they are.
const FRAMING: &[&str] =
    &["amount", "ended", "fiscal", "millions", "month", "quarter", "thousands", "total", "year", "סכום", "שנה"];

/// Whether these words say nothing but the name, if anything; beside a month a number is a day.
fn only(name: &Name, labels: &[words::Stem], days: &[words::Stem]) -> bool {
    let framing = |stem| FRAMING.iter().any(|word| words::is_stem_of(stem, word) || words::exact(word) == stem);
    let dated = labels.iter().any(|stem| words::is_month(*stem));
    let told = |stem: words::Stem| words::is_month(stem) || framing(stem) || (dated && days.contains(&stem));
    labels.iter().all(|stem| name.has(*stem) || told(*stem))
}
