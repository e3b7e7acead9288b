//! What is at hand: sources, facts and the conversation.

use groundcheck_types::{ClaimKind, RequirementKind, Source};

use super::Name;
use super::question::{Need, Needed};
use crate::claims::{self, Period};
use crate::detector::Detector;
use crate::document::{lower, token};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::overlap;
use crate::verify::words::{self, Stem};

/// Sources, or the turns of the conversation. The index has the words beside values; names may stand anywhere else.
pub(super) struct Shelf<'a> {
    pub(super) sources: &'a Sources,
    /// The words of each source, those of its title among them. Sorted.
    pub(super) words: Vec<Vec<Stem>>,
    /// The periods that their titles name.
    pub(super) titled: Vec<Vec<Period>>,
}

impl<'a> Shelf<'a> {
    pub(super) fn of(sources: &'a Sources, texts: &[Source]) -> Self {
        let title = |source: &'_ Source| source.title.clone().unwrap_or_default();
        let words = texts.iter().map(|source| {
            let mut words = words::stems(&source.text, &token::tokens(&source.text));
            let title = title(source);
            words.extend(words::stems(&title, &token::tokens(&title)));
            words::sorted(words)
        });
        let titled = texts.iter().map(|source| periods_in(&title(source)));
        Shelf { sources, words: words.collect(), titled: titled.collect() }
    }

    /// Whether the source, by its place in the list, has the name.
    pub(super) fn names(&self, source: u32, name: &Name) -> bool {
        self.words.get(source as usize).is_some_and(|own| name.stands_where(|stem| own.binary_search(&stem).is_ok()))
    }

    fn id(&self, source: u32) -> Option<&str> {
        self.sources.given().get(source as usize).map(|source| source.id.as_str())
    }

    /// The sources that have it.
    fn find(&self, need: &Need) -> Vec<u32> {
        let all = (0..).take(self.sources.given().len());
        match need {
            Need::Named(names) => all.filter(|at| names.iter().any(|name| self.names(*at, name))).collect(),
            Need::Period(_) | Need::AnyPeriod | Need::Kinds(_) | Need::Counted(_) => {
                let mut found: Vec<u32> = self
                    .sources
                    .mentions
                    .iter()
                    .filter(|mention| self.meets(need, mention))
                    .filter_map(|mention| Some(self.sources.places.get(mention.place as usize)?.source))
                    .collect();
                let titled =
                    |at: &u32| self.titled.get(*at as usize).is_some_and(|own| own.iter().any(|p| need.has(*p)));
                found.extend(all.filter(titled));
                crate::sort::by_number(&mut found, |source| u64::from(*source));
                found.dedup();
                found
            }
        }
    }

    fn meets(&self, need: &Need, mention: &Mention) -> bool {
        match need {
            Need::Named(_) => false,
            Need::Period(_) | Need::AnyPeriod => mention.periods.iter().any(|own| need.has(own.period)),
            Need::Kinds(kinds) => {
                kinds.contains(&mention.kind) || (mention.kind == ClaimKind::Number && mention.column.is_some())
            }
            Need::Counted(noun) => self.counts(mention, noun),
        }
    }

    /// Whether a value is a number of these things.
    pub(super) fn counts(&self, mention: &Mention, noun: &Name) -> bool {
        let Some(place) = self.sources.places.get(mention.place as usize) else { return false };
        let heading = || mention.column.and_then(|column| self.sources.columns.get(column as usize));
        let says = |stem| place.says(stem) || heading().is_some_and(|c| c.labels.binary_search(&stem).is_ok());
        mention.kind == ClaimKind::Number
            && mention.noun.is_none_or(|counted| noun.has(counted))
            && noun.stands_where(says)
    }
}

/// Where something may be found.
pub(super) struct AtHand<'a> {
    pub(super) detector: &'a Detector,
    pub(super) shelves: [Shelf<'a>; 2],
}

impl AtHand<'_> {
    /// The ids of the sources that have it, `facts`, or `history`.
    pub(super) fn find(&self, need: &Need) -> Vec<String> {
        let [sources, said] = &self.shelves;
        let of = |shelf: &Shelf<'_>| named(shelf, &shelf.find(need));
        let facts = self.facts_have(need).then(|| "facts".to_owned());
        of(sources).into_iter().chain(facts).chain(of(said)).collect()
    }

    fn facts_have(&self, need: &Need) -> bool {
        let mut facts = self.detector.facts();
        match need {
            Need::Named(names) => facts.any(|fact| {
                let words = [Some(fact.metric.replace('_', " ")), fact.entity.clone()];
                words.into_iter().flatten().any(|own| names.iter().any(|name| stands_in(name, &own)))
            }),
            Need::Period(_) | Need::AnyPeriod => facts
                .any(|fact| periods_in(fact.period.as_deref().unwrap_or_default()).iter().any(|own| need.has(*own))),
            Need::Kinds(kinds) => facts.next().is_some() && !kinds.contains(&ClaimKind::Date),
            Need::Counted(noun) => facts.any(|fact| stands_in(noun, &fact.metric.replace('_', " "))),
        }
    }

    /// What there is instead of something that is missing.
    pub(super) fn known_for(&self, needed: &Needed) -> Option<String> {
        let shown = |period: Period| period.to_string();
        match &needed.need {
            Need::Period(asked) => nearest(*asked, self.periods()).map(shown),
            Need::AnyPeriod => self.periods().max_by_key(|period| (period.year(), *period)).map(shown),
            Need::Named(_) if needed.kind == RequirementKind::Entity => self.entities(),
            Need::Named(_) | Need::Kinds(_) | Need::Counted(_) => None,
        }
    }

    /// Periods at hand, those of the conversation included.
    fn periods(&self) -> impl Iterator<Item = Period> {
        let of_shelf = |shelf: &'_ Shelf<'_>| -> Vec<Period> {
            let told = shelf.sources.mentions.iter().flat_map(|m| m.periods.iter().map(|d| d.period));
            told.chain(shelf.titled.iter().flatten().copied()).collect()
        };
        let of_facts = self.detector.facts().flat_map(|fact| periods_in(fact.period.as_deref().unwrap_or_default()));
        self.shelves.iter().flat_map(of_shelf).chain(of_facts)
    }

    /// The entities that the facts name, a few.
    fn entities(&self) -> Option<String> {
        let mut names: Vec<String> = Vec::new();
        for entity in self.detector.facts().filter_map(|fact| fact.entity.clone()) {
            if !names.iter().any(|name| lower(name) == lower(&entity)) && names.len() < 3 {
                names.push(entity);
            }
        }
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// The ids of these sources, each once.
pub(super) fn named(shelf: &Shelf<'_>, sources: &[u32]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for id in sources.iter().filter_map(|source| shelf.id(*source)) {
        if !out.iter().any(|known| known == id) {
            out.push(id.to_owned());
        }
    }
    out
}

/// Whether a short text has the name.
pub(super) fn stands_in(name: &Name, text: &str) -> bool {
    let own = words::stems(text, &token::tokens(text));
    name.stands_where(|stem| own.binary_search(&stem).is_ok())
}

/// The periods that a short text names.
pub(super) fn periods_in(text: &str) -> Vec<Period> {
    claims::extract(text, None).into_iter().filter_map(|quantity| quantity.value.period()).collect()
}

/// The period that could stand for this one: by its year the nearest, of two the later. A day (when a loan matures, when a letter was
/// written) stands for no longer period.
pub(super) fn nearest(asked: Period, known: impl Iterator<Item = Period>) -> Option<Period> {
    let is_day = |period: &Period| matches!(period, Period::Day(..));
    let fits = known.filter(|own| is_day(&asked) || !is_day(own));
    fits.min_by_key(|own| (own.year().abs_diff(asked.year()), core::cmp::Reverse((own.year(), *own))))
}

impl Need {
    /// Whether it is met by a period at hand.
    fn has(&self, period: Period) -> bool {
        match self {
            Need::Period(asked) => overlap(period, *asked),
            Need::AnyPeriod => true,
            Need::Named(_) | Need::Kinds(_) | Need::Counted(_) => false,
        }
    }
}
