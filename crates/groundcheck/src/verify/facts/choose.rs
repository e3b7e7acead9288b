//! Which facts a claim is about: by the metric, the entity and the period that its sentence names.

use core::ops::Range;
use std::collections::BTreeMap;

use groundcheck_types::{ClaimKind, Scope};

use super::super::context::Context;
use super::super::words::{self, Stem};
use super::{PreparedFact, period_of};
use crate::claims::{MonthDay, Period, Quantity, Value};
use crate::document::lower;
use crate::facts::metrics;
use crate::lexicon::labels::{ANNOUNCED, QUALIFIERS};
use crate::sort;

/// Facts chosen by a metric, entity and period that are more than this many leave open which one is meant.
const MOST_MEANT: usize = 32;

/// The facts that lie in a scope, by metric, by entity and by date; built once an answer.
#[derive(Debug, Default)]
pub(crate) struct Scoped {
    /// The facts of each metric.
    metrics: Vec<Vec<u32>>,
    /// First words of the metrics' names to metrics, sorted.
    words: Vec<(Stem, u32)>,
    /// The entities in lower case, each with its facts.
    entities: Vec<(String, Vec<u32>)>,
    /// First words of the entities' names to entities, sorted.
    entity_words: Vec<(Stem, u32)>,
    /// Every date that a fact states or holds for, once, with the first such fact; sorted.
    pub(super) dates: Vec<(Period, u32)>,
    /// The first fact whose value is each day of a year, with or without the year: sorted by day, 366 at most.
    pub(super) days: Vec<(MonthDay, Option<Period>, u32)>,
    /// The same of facts that hold on a day: `NOI, 2024-09-30`.
    pub(super) ends: Vec<(MonthDay, Option<Period>, u32)>,
}

/// The facts of the scope.
pub(crate) fn scoped(facts: &[PreparedFact], scope: Option<&Scope>) -> Scoped {
    let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let mut scoped = Scoped::default();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    let mut known_entities: BTreeMap<String, usize> = BTreeMap::new();
    for (index, fact) in facts.iter().enumerate().filter(|(_, f)| scope.is_none_or(|scope| in_scope(f, scope))) {
        let index = clip(index);
        let date = if let Some(Value::Period(p)) = fact.value { Some(p) } else { fact.period };
        scoped.dates.extend(date.map(|d| (d, index)));
        scoped.days.extend(fact.value.and_then(|value| Some((value.month_day()?, value.period(), index))));
        scoped.ends.extend(fact.period.and_then(|end| Some((end.month_day()?, Some(end), index))));
        let metric = *known.entry(&fact.fact.metric).or_insert_with(|| {
            let number = scoped.metrics.len();
            let firsts = fact.names.iter().filter_map(|name| words_of(name).next());
            scoped.words.extend(firsts.map(|word| (stem_of(word), clip(number))));
            scoped.metrics.push(Vec::new());
            number
        });
        scoped.metrics[metric].push(index);
        if let Some(entity) = fact.fact.entity.as_deref() {
            let entity = lower(entity.trim()).into_owned();
            let at = *known_entities.entry(entity.clone()).or_insert_with(|| {
                let number = scoped.entities.len();
                scoped.entity_words.extend(words_of(&entity).next().map(|word| (stem_of(word), clip(number))));
                scoped.entities.push((entity, Vec::new()));
                number
            });
            scoped.entities[at].1.push(index);
        }
    }
    sort::by_key(&mut scoped.words, |word| *word);
    scoped.words.dedup();
    sort::by_key(&mut scoped.entity_words, |word| *word);
    scoped.entity_words.dedup();
    sort::by_key(&mut scoped.dates, |date| *date);
    scoped.dates.dedup_by_key(|(date, _)| *date);
    for days in [&mut scoped.days, &mut scoped.ends] {
        sort::by_number(days, |(day, ..)| day.number());
        days.dedup_by_key(|(day, ..)| *day);
    }
    scoped
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A word as the names' index holds it: without a plural's ending.
fn stem_of(word: &str) -> Stem {
    words::exact(word.strip_suffix('s').unwrap_or(word))
}

/// What an index of first words has for the words of a sentence.
fn look_up(index: &[(Stem, u32)], sentence: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let mut add = |word: &str| {
        let stem = stem_of(word);
        let start = index.partition_point(|(s, _)| *s < stem);
        found.extend(index[start..].iter().take_while(|(s, _)| *s == stem).map(|(_, at)| *at));
    };
    for word in words_of(sentence) {
        add(word);
        // Hebrew writes articles and prepositions onto the name.
        let mut letters = word.chars();
        if letters.next().is_some_and(crate::lexicon::is_hebrew_prefix) {
            add(letters.as_str());
        }
    }
    sort::by_number(&mut found, |at| u64::from(*at));
    found.dedup();
    found
}

/// Whether a fact lies in the scope; one that names no entity or period lies in every scope.
fn in_scope(fact: &PreparedFact, scope: &Scope) -> bool {
    let same = |a: &str, b: &str| lower(a.trim()) == lower(b.trim());
    let entity = match (&scope.entity, &fact.fact.entity) {
        (Some(wanted), Some(own)) => same(wanted, own),
        _ => true,
    };
    let period = match (&scope.period, &fact.fact.period) {
        (Some(wanted), Some(own)) => {
            same(wanted, own) || matches!((period_of(wanted), fact.period), (Some(w), Some(o)) if o.within(w))
        }
        _ => true,
    };
    entity && period
}

/// Whether a claim of this kind can be about a fact with these units.
fn compatible(claim: &Quantity, fact: &PreparedFact) -> bool {
    match claim.kind {
        // A metric of document 2 that is no percentage by its name is none; one of the user's own may be.
        ClaimKind::Percentage => fact.percent || (fact.unit.is_none() && !metrics::is_listed(&fact.fact.metric)),
        ClaimKind::Currency => !fact.percent && !metrics::is_share(&fact.fact.metric),
        ClaimKind::Ratio => fact.unit.is_none() && !metrics::is_money(&fact.fact.metric),
        // The 3 of `3 properties had NOI of …` is no NOI.
        ClaimKind::Number => !fact.percent && !metrics::is_listed(&fact.fact.metric) && fact.unit.is_none(),
        ClaimKind::Date
        | ClaimKind::Time
        | ClaimKind::Statement
        | ClaimKind::Quotation
        | ClaimKind::Identifier
        | ClaimKind::Link
        | ClaimKind::Citation
        | ClaimKind::Name => false,
    }
}

/// Which facts a claim is about.
pub(super) enum About {
    /// None of them.
    Nothing,
    /// These; they are few.
    These(Vec<u32>),
    /// So many that a match would be chance.
    TooMany,
}
/// The facts whose metric the claim's sentence names nearest to the claim, of the entity and period it names.
pub(super) fn named(claim: &Quantity, context: &Context<'_>, facts: &[PreparedFact], scoped: &Scoped) -> About {
    let length = claim.span.end.saturating_sub(claim.span.start) as usize;
    let claimed = context.claim_at..context.claim_at + length;
    // (distance, shorter name loses) of the best name of each metric.
    let mut hits: Vec<(usize, core::cmp::Reverse<usize>, u32)> = Vec::new();
    for metric in look_up(&scoped.words, context.sentence) {
        let Some(first) = scoped.metrics[metric as usize].first() else { continue };
        let hit = facts[*first as usize]
            .names
            .iter()
            .filter_map(|name| mentioned(context.sentence, name, claimed.clone()).map(|d| (d, name.len())))
            .min_by_key(|(d, n)| (*d, core::cmp::Reverse(*n)));
        hits.extend(hit.map(|(distance, length)| (distance, core::cmp::Reverse(length), metric)));
    }
    let fits =
        |i: &u32| compatible(claim, &facts[*i as usize]) && matches!(facts[*i as usize].value, Some(Value::Number(_)));
    hits.retain(|(.., metric)| scoped.metrics[*metric as usize].iter().any(fits));
    // Of an amount the facts in its own currency speak, where the sentence names any.
    let in_its_unit = |i: &u32| claim.unit.is_some() && facts[*i as usize].unit == claim.unit && fits(i);
    let own = |metric: u32| scoped.metrics[metric as usize].iter().any(in_its_unit);
    if hits.iter().any(|(.., metric)| own(*metric)) {
        hits.retain(|(.., metric)| own(*metric));
    }
    let Some(nearest) = hits.iter().map(|(d, n, _)| (*d, *n)).min() else { return About::Nothing };
    let metrics = || hits.iter().filter(|(d, n, _)| (*d, *n) == nearest).map(|(.., metric)| *metric);
    let entities = scoped.entities_in(context);
    let mut about: Vec<u32> = if entities.is_empty() {
        metrics().flat_map(|metric| scoped.metrics[metric as usize].iter().copied()).filter(fits).collect()
    } else {
        let wanted: Vec<&str> = metrics()
            .filter_map(|m| scoped.metrics[m as usize].first())
            .map(|i| facts[*i as usize].fact.metric.as_str())
            .collect();
        let of_entities = entities.iter().flat_map(|at| scoped.entities[*at as usize].1.iter().copied());
        of_entities.filter(|i| wanted.contains(&facts[*i as usize].fact.metric.as_str()) && fits(i)).collect()
    };
    if !context.periods.is_empty() {
        about.retain(|i| {
            facts[*i as usize].period.is_none_or(|own| context.periods.iter().any(|p| same_extent(own, *p)))
        });
        let exact = |i: u32| facts[i as usize].period.is_some_and(|own| context.periods.contains(&own));
        if about.iter().any(|i| exact(*i)) {
            about.retain(|i| exact(*i));
        }
    }
    // Nobody is named, and the facts are of several: a match would be chance.
    let mut of: Vec<Option<&str>> = about.iter().map(|i| facts[*i as usize].fact.entity.as_deref()).collect();
    sort::by_key(&mut of, |entity| *entity);
    of.dedup();
    match about.len() {
        0 => About::Nothing,
        _ if entities.is_empty() && of.len() > 1 => About::TooMany,
        // The sentence is about somebody the facts do not know.
        _ if entities.is_empty() && of.iter().all(Option::is_some) && context.of_another => About::Nothing,
        1..=MOST_MEANT => About::These(about),
        _ => About::TooMany,
    }
}

impl Scoped {
    /// The entities that the sentence names; a short name inside a longer one that is named too is not meant.
    fn entities_in(&self, context: &Context<'_>) -> Vec<u32> {
        let found = look_up(&self.entity_words, context.sentence);
        let named: Vec<u32> =
            found.into_iter().filter(|at| names_entity(context.sentence, &self.entities[*at as usize].0)).collect();
        let name = |at: u32| self.entities[at as usize].0.as_str();
        let inside =
            |at: u32| named.iter().any(|other| name(*other).len() > name(at).len() && name(*other).contains(name(at)));
        named.iter().copied().filter(|at| !inside(*at)).collect()
    }
}

/// Whether the sentence names the entity; one that is a number only behind a word that says so, never inside an amount.
fn names_entity(sentence: &str, entity: &str) -> bool {
    if !entity.bytes().all(|b| b.is_ascii_digit()) {
        return mentioned(sentence, entity, 0..0).is_some();
    }
    sentence.match_indices(entity).any(|(start, _)| {
        let whole =
            !sentence[start + entity.len()..].starts_with(|c: char| c.is_alphanumeric() || c == ',' || c == '.');
        let before = sentence[..start].trim_end();
        whole && ANNOUNCED.iter().any(|word| before.ends_with(word))
    })
}

/// Whether a fact of this period speaks of the period claimed: the same one, its fiscal year, or a day that closes it. A quarter's
/// figure is not its year's.
fn same_extent(own: Period, claimed: Period) -> bool {
    own == claimed
        || match (own, claimed) {
            (Period::Year(a) | Period::Fiscal(a), Period::Year(b) | Period::Fiscal(b)) => a == b,
            (Period::Day(..), _) => own.within(claimed),
            _ => false,
        }
}

/// How far from the claim the name stands in the sentence, as whole words; what follows the claim counts as farther, but for what it
/// counts: `415 returns`.
fn mentioned(sentence: &str, name: &str, claim: Range<usize>) -> Option<usize> {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let hebrew = name.chars().next().is_some_and(crate::lexicon::is_hebrew);
    sentence
        .match_indices(name)
        .filter(|(start, _)| {
            let qualified = QUALIFIERS.iter().any(|word| sentence[..*start].trim_end().ends_with(word));
            let before = sentence[..*start].chars().next_back();
            let after = sentence[start + name.len()..].chars();
            let mut rest = after.clone();
            // A plural's `s` may follow; a Hebrew letter may be written onto the name.
            let end_free = !letter(rest.next())
                || (sentence[start + name.len()..].starts_with('s') && !letter(after.clone().nth(1)));
            !qualified
                && (!letter(before) || (hebrew && before.is_some_and(crate::lexicon::is_hebrew_prefix)))
                && end_free
        })
        .map(|(start, _)| {
            let end = start + name.len();
            let between = sentence.get(claim.end..start);
            match between {
                Some(between) if between.trim().is_empty() && !claim.is_empty() => 0,
                _ if end <= claim.start => claim.start - end,
                _ => start.saturating_sub(claim.start) * 2 + 8,
            }
        })
        .min()
}
