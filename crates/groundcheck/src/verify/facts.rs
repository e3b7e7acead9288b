//! Claims against known facts, chosen by entity, period and metric.
//!
//! Source: document 2, "Database Verification". A value that matches a fact about another metric is no support.

use std::collections::BTreeMap;

use groundcheck_types::{ClaimKind, Evidence, Fact, FactValue, Nearest, Policy, Scope, Status};
use rust_decimal::Decimal;

use super::context::Context;
use super::reasons::{Language, Say};
use super::tolerance::{Tolerances, difference_percent};
use super::words::{self, Stem};
use super::{Judgement, format};
use crate::claims::{self, Period, Quantity, Value};
use crate::facts::metrics;

/// A fact, read once.
#[derive(Debug, Clone)]
pub(crate) struct PreparedFact {
    fact: Fact,
    /// Every name of its metric, lower case, longest first.
    names: Vec<String>,
    value: Option<Value>,
    unit: Option<&'static str>,
    period: Option<Period>,
    percent: bool,
}

/// Facts chosen by a metric, entity and period that are more than this many leave open which one is meant.
const MOST_MEANT: usize = 32;
/// Facts of one metric past this many are not looked through for every claim; a scope chooses among them.
const MOST_READ: usize = 4_096;

/// The value of a fact, and its unit where the text says it.
pub(crate) fn value_of(value: &FactValue) -> Option<(Value, Option<&'static str>)> {
    match value {
        FactValue::Number(n) => {
            n.0.to_string().parse().ok().and_then(claims::bounded).map(|d| (Value::Number(d), None))
        }
        FactValue::Text(text) => {
            // A fact's text is its value and nothing else.
            let found = claims::extract(text.trim(), None);
            let [only] = found.as_slice() else { return None };
            (only.span.start == 0 && only.span.end as usize == text.trim().len()).then_some((only.value, only.unit))
        }
    }
}

pub(crate) fn prepare(facts: Vec<Fact>) -> Vec<PreparedFact> {
    facts
        .into_iter()
        .map(|fact| {
            let mut names = metrics::names(&fact.metric);
            names.sort_by_key(|name| core::cmp::Reverse(name.len()));
            let read = value_of(&fact.value);
            let unit = fact.unit.as_deref().and_then(known_unit).or(read.and_then(|(_, unit)| unit));
            let percent = unit == Some("%") || (unit.is_none() && metrics::is_percentage(&fact.metric));
            let period = fact.period.as_deref().and_then(period_of);
            PreparedFact { names, value: read.map(|(value, _)| value), unit, period, percent, fact }
        })
        .collect()
}

fn known_unit(unit: &str) -> Option<&'static str> {
    match unit.trim() {
        "%" | "percent" => Some("%"),
        code => crate::lexicon::currency::CURRENCIES.iter().map(|c| c.iso).find(|iso| iso.eq_ignore_ascii_case(code)),
    }
}

/// The period a text names, if it names exactly one.
pub(crate) fn period_of(text: &str) -> Option<Period> {
    let found = claims::extract(text, None);
    match found.as_slice() {
        [only] => match only.value {
            Value::Period(period) => Some(period),
            Value::Number(_) => None,
        },
        _ => None,
    }
}

/// Whether a fact lies in the scope; one that names no entity or period lies in every scope.
fn in_scope(fact: &PreparedFact, scope: &Scope) -> bool {
    let same = |a: &str, b: &str| a.trim().to_lowercase() == b.trim().to_lowercase();
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

/// The facts that lie in a scope, by metric and by date; built once an answer.
#[derive(Debug, Default)]
pub(crate) struct Scoped {
    /// The facts of each metric.
    metrics: Vec<Vec<u32>>,
    /// First words of the metrics' names to metrics, sorted.
    words: Vec<(Stem, u32)>,
    /// Every date that a fact states or holds for, once, with the first such fact; sorted.
    dates: Vec<(Period, u32)>,
}

/// The facts of the scope.
pub(crate) fn scoped(facts: &[PreparedFact], scope: Option<&Scope>) -> Scoped {
    let mut scoped = Scoped::default();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, fact) in facts.iter().enumerate().filter(|(_, f)| scope.is_none_or(|scope| in_scope(f, scope))) {
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        let date = if let Some(Value::Period(p)) = fact.value { Some(p) } else { fact.period };
        scoped.dates.extend(date.map(|d| (d, index)));
        let metric = *known.entry(&fact.fact.metric).or_insert_with(|| {
            let number = scoped.metrics.len();
            let firsts = fact.names.iter().filter_map(|name| words_of(name).next());
            scoped.words.extend(firsts.map(|word| (stem_of(word), u32::try_from(number).unwrap_or(u32::MAX))));
            scoped.metrics.push(Vec::new());
            number
        });
        scoped.metrics[metric].push(index);
    }
    scoped.words.sort_unstable();
    scoped.words.dedup();
    scoped.dates.sort_unstable();
    scoped.dates.dedup_by_key(|(date, _)| *date);
    scoped
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A word as the names' index holds it: without a plural's ending.
fn stem_of(word: &str) -> Stem {
    words::exact(word.strip_suffix('s').unwrap_or(word))
}

impl Scoped {
    /// The metrics whose name may begin with a word of the sentence.
    fn metrics_in(&self, sentence: &str) -> Vec<u32> {
        let mut found = Vec::new();
        let mut look_up = |word: &str| {
            let stem = stem_of(word);
            let start = self.words.partition_point(|(s, _)| *s < stem);
            found.extend(self.words[start..].iter().take_while(|(s, _)| *s == stem).map(|(_, metric)| *metric));
        };
        for word in words_of(sentence) {
            look_up(word);
            // Hebrew writes articles and prepositions onto the name.
            let mut letters = word.chars();
            if letters.next().is_some_and(crate::lexicon::is_hebrew_prefix) {
                look_up(letters.as_str());
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// What the facts say of a claim; `None` where they say nothing about its subject.
pub(crate) fn judge(
    claim: &Quantity,
    context: &Context<'_>,
    facts: &[PreparedFact],
    scoped: &Scoped,
    tolerances: &Tolerances,
    policy: &Policy,
    language: Language,
) -> Option<Judgement> {
    let say = Say(language);
    if let Value::Period(period) = claim.value {
        return judge_date(period, facts, scoped, tolerances, policy, say);
    }
    let claimed = claim.value.number()?;
    let about = match named(claim, context, facts, scoped) {
        About::Nothing => return None,
        About::These(about) => about,
        About::TooMany => return Some(Judgement::bare(Status::Unsupported, say.ambiguous_facts())),
    };
    let mut best: Option<(Decimal, u32, Decimal)> = None;
    for &index in &about {
        let fact = &facts[index as usize];
        let Some(Value::Number(actual)) = fact.value else { continue };
        for actual in readings(fact, claim.kind, actual) {
            let other_currency = claim.kind == ClaimKind::Currency && fact.unit.is_some_and(|u| Some(u) != claim.unit);
            if !other_currency && tolerances.holds(claim.kind, claimed, claim.step, actual, claim.comparator) {
                let reason = say.matches_fact(
                    &fact.fact,
                    &format::number(actual, claim.kind, claim.unit),
                    difference_percent(claimed, actual),
                );
                return Some(Judgement {
                    status: Status::Supported,
                    confidence: policy.fact_confidence,
                    evidence: vec![evidence(index, fact, actual, claim)],
                    nearest: Some(nearest(index, claimed, actual, claim)),
                    derivation: None,
                    reasons: vec![reason],
                });
            }
            let gap = (claimed - actual).abs();
            if best.is_none_or(|(least, ..)| gap < least) {
                best = Some((gap, index, actual));
            }
        }
    }
    let (_, index, actual) = best?;
    let fact = &facts[index as usize];
    let shown = format::number(actual, claim.kind, fact.unit.or(claim.unit));
    Some(Judgement {
        status: Status::Contradicted,
        confidence: policy.fact_confidence,
        evidence: vec![evidence(index, fact, actual, claim)],
        nearest: Some(nearest(index, claimed, actual, claim)),
        derivation: None,
        reasons: vec![say.differs_from_fact(&fact.fact, &shown, difference_percent(claimed, actual))],
    })
}

/// A percentage may be kept as a share of one: 0.85 for 85 %.
fn readings(fact: &PreparedFact, kind: ClaimKind, actual: Decimal) -> Vec<Decimal> {
    let share =
        kind == ClaimKind::Percentage && fact.unit.is_none() && actual.abs() <= Decimal::ONE && !actual.is_zero();
    if share { vec![actual * Decimal::ONE_HUNDRED, actual] } else { vec![actual] }
}

/// Whether a claim of this kind can be about a fact with these units.
fn compatible(claim: &Quantity, fact: &PreparedFact) -> bool {
    match claim.kind {
        // A metric of document 2 that is no percentage by its name is none; one of the user's own may be.
        ClaimKind::Percentage => fact.percent || (fact.unit.is_none() && !metrics::is_listed(&fact.fact.metric)),
        ClaimKind::Currency => !fact.percent && !metrics::is_share(&fact.fact.metric),
        ClaimKind::Ratio => fact.unit.is_none() && !metrics::is_money(&fact.fact.metric),
        ClaimKind::Number => true,
        ClaimKind::Date | ClaimKind::Statement => false,
    }
}

/// Which facts a claim is about.
enum About {
    /// None of them.
    Nothing,
    /// These; they are few.
    These(Vec<u32>),
    /// So many that a match would be chance.
    TooMany,
}

/// The facts whose metric the claim's sentence names nearest to the claim, of the entity and period it names.
fn named(claim: &Quantity, context: &Context<'_>, facts: &[PreparedFact], scoped: &Scoped) -> About {
    // (distance, shorter name loses) of the best name of each metric.
    let mut hits: Vec<(usize, core::cmp::Reverse<usize>, u32)> = Vec::new();
    for metric in scoped.metrics_in(context.sentence) {
        let members = &scoped.metrics[metric as usize];
        let fits = |i: &&u32| {
            let fact = &facts[**i as usize];
            compatible(claim, fact) && matches!(fact.value, Some(Value::Number(_)))
        };
        let Some(first) = members.iter().find(fits) else { continue };
        let hit = facts[*first as usize]
            .names
            .iter()
            .filter_map(|name| mentioned(context.sentence, name, context.claim_at).map(|d| (d, name.len())))
            .min_by_key(|(d, n)| (*d, core::cmp::Reverse(*n)));
        hits.extend(hit.map(|(distance, length)| (distance, core::cmp::Reverse(length), metric)));
    }
    let Some(nearest) = hits.iter().map(|(d, n, _)| (*d, *n)).min() else { return About::Nothing };
    let metrics = hits.iter().filter(|(d, n, _)| (*d, *n) == nearest).map(|(.., metric)| *metric);
    let mut about: Vec<u32> = metrics.flat_map(|metric| scoped.metrics[metric as usize].iter().copied()).collect();
    if about.len() > MOST_READ {
        return About::TooMany;
    }
    about.retain(|i| {
        compatible(claim, &facts[*i as usize]) && matches!(facts[*i as usize].value, Some(Value::Number(_)))
    });
    // Where the sentence names one of the entities or periods, only its facts are meant.
    let entity = |i: u32| {
        facts[i as usize]
            .fact
            .entity
            .as_deref()
            .is_some_and(|e| mentioned(context.sentence, &e.to_lowercase(), 0).is_some())
    };
    if about.iter().any(|i| entity(*i)) {
        about.retain(|i| entity(*i));
    }
    if !context.periods.is_empty() {
        about.retain(|i| facts[*i as usize].period.is_none_or(|own| context.periods.iter().any(|p| own.within(*p))));
        let exact = |i: u32| facts[i as usize].period.is_some_and(|own| context.periods.contains(&own));
        if about.iter().any(|i| exact(*i)) {
            about.retain(|i| exact(*i));
        }
    }
    match about.len() {
        0 => About::Nothing,
        1..=MOST_MEANT => About::These(about),
        _ => About::TooMany,
    }
}

/// How far from `at` the name stands in the sentence, as whole words; what follows the claim counts as farther.
fn mentioned(sentence: &str, name: &str, at: usize) -> Option<usize> {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let hebrew = name.chars().next().is_some_and(crate::lexicon::is_hebrew);
    sentence
        .match_indices(name)
        .filter(|(start, _)| {
            let before = sentence[..*start].chars().next_back();
            let after = sentence[start + name.len()..].chars();
            let mut rest = after.clone();
            // A plural's `s` may follow; a Hebrew letter may be written onto the name.
            let end_free = !letter(rest.next())
                || (sentence[start + name.len()..].starts_with('s') && !letter(after.clone().nth(1)));
            (!letter(before) || (hebrew && before.is_some_and(crate::lexicon::is_hebrew_prefix))) && end_free
        })
        .map(|(start, _)| {
            let end = start + name.len();
            if end <= at { at - end } else { (start.saturating_sub(at)) * 2 + 8 }
        })
        .min()
}

fn judge_date(
    claimed: Period,
    facts: &[PreparedFact],
    scoped: &Scoped,
    tolerances: &Tolerances,
    policy: &Policy,
    say: Say,
) -> Option<Judgement> {
    let mut other: Option<(u32, Period)> = None;
    for &(actual, index) in scoped.dates.iter().take(MOST_READ) {
        if same_date(claimed, actual, tolerances.date_days) {
            let fact = &facts[index as usize];
            return Some(Judgement {
                status: Status::Supported,
                confidence: policy.fact_confidence,
                evidence: vec![date_evidence(index, fact, actual)],
                nearest: None,
                derivation: None,
                reasons: vec![say.matches_fact(&fact.fact, &actual.to_string(), None)],
            });
        }
        if core::mem::discriminant(&actual) == core::mem::discriminant(&claimed)
            && other.is_none_or(|(_, o)| distance(claimed, actual) < distance(claimed, o))
        {
            other = Some((index, actual));
        }
    }
    let (index, actual) = other?;
    let fact = &facts[index as usize];
    Some(Judgement {
        status: Status::Contradicted,
        confidence: policy.fact_confidence,
        evidence: vec![date_evidence(index, fact, actual)],
        nearest: Some(Nearest {
            value: Value::Period(actual).to_claim_value(),
            text: actual.to_string(),
            difference_percent: None,
            source: None,
            fact: Some(index),
            span: None,
            utf16: None,
        }),
        derivation: None,
        reasons: vec![say.differs_from_fact(&fact.fact, &actual.to_string(), None)],
    })
}

/// Whether the evidence's date bears the claim out: the same, one inside it (a quarter of the claimed year), or within the
/// policy's days.
pub(crate) fn same_date(claimed: Period, actual: Period, days: i64) -> bool {
    actual.within(claimed)
        || matches!((claimed.day_number(), actual.day_number()), (Some(a), Some(b)) if (a - b).abs() <= days)
}

/// How far two periods are apart, roughly, in months.
pub(crate) fn distance(a: Period, b: Period) -> u32 {
    let months =
        |p: Period| u32::from(p.year()) * 12 + u32::from(p.month().or(p.quarter().map(|q| q * 3)).unwrap_or(6));
    months(a).abs_diff(months(b))
}

fn evidence(index: u32, fact: &PreparedFact, actual: Decimal, claim: &Quantity) -> Evidence {
    let shown = format::number(actual, claim.kind, fact.unit.or(claim.unit));
    Evidence {
        fact: Some(index),
        value: Some(Value::Number(actual).to_claim_value()),
        text: describe(&fact.fact, &shown),
        ..Evidence::default()
    }
}

fn date_evidence(index: u32, fact: &PreparedFact, actual: Period) -> Evidence {
    Evidence {
        fact: Some(index),
        value: Some(Value::Period(actual).to_claim_value()),
        text: describe(&fact.fact, &actual.to_string()),
        ..Evidence::default()
    }
}

fn nearest(index: u32, claimed: Decimal, actual: Decimal, claim: &Quantity) -> Nearest {
    Nearest {
        value: Value::Number(actual).to_claim_value(),
        text: format::number(actual, claim.kind, claim.unit),
        difference_percent: difference_percent(claimed, actual),
        source: None,
        fact: Some(index),
        span: None,
        utf16: None,
    }
}

/// A fact as people read it: `net_operating_income, Elm Court, 2024-Q3: $1,200,000`.
fn describe(fact: &Fact, value: &str) -> String {
    let parts = [Some(fact.metric.as_str()), fact.entity.as_deref(), fact.period.as_deref()];
    let subject: Vec<&str> = parts.into_iter().flatten().collect();
    format!("{}: {value}", subject.join(", "))
}
