//! Values told in one breath: a claim's value stands where the other value of its phrase does.
//!
//! Two amounts with no joint between them say one thing: of `25 days after five years and 28 days after ten` the 25 goes with the
//! five. So `after 5 years: 28 days` is not borne out by that sentence, though its words fit, and `after 5 years: 25 days` is.
//!
//! Source: the design's section 3, "Alignment": a claim's own words choose the place, and here the numbers among them.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::clause::{CONTRASTS, has_and};
use super::context::Context;
use super::documents::readings;
use super::measured;
use super::prepare::{Mention, Sources};
use super::search::{Candidate, FAINT_FIT, Search, Wanted};
use super::words::Stem;
use crate::claims::{Quantity, Value};
use crate::document::token::{Kind, Token};
use crate::lexicon::Lex;
use crate::lexicon::measure::Measure;
use crate::lexicon::synonyms;

/// An amount that is told together with a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mate {
    kind: ClaimKind,
    value: Decimal,
    measure: Option<Measure>,
}

/// An amount of a sentence and the phrase that it stands in, by number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Told {
    /// Its first token.
    first: u32,
    run: u16,
    mate: Mate,
}

/// At most this many other values of a row or sentence are looked at.
const MOST_BESIDE: usize = 32;
/// At most this many amounts on either side are told with one.
const MOST_MATES: usize = 4;

/// The amounts of a sentence that no joint parts from each other have one number.
pub(crate) fn runs<'q>(
    text: &'q str,
    tokens: &'q [Token],
    quantities: &'q [Quantity],
) -> impl Iterator<Item = (&'q Quantity, u16)> {
    let mut last: Option<&Quantity> = None;
    let mut run = 0_u16;
    quantities.iter().filter(|q| q.kind != ClaimKind::Date).map(move |quantity| {
        if last.is_some_and(|last| are_parted(text, tokens, last, quantity)) {
            run = run.saturating_add(1);
        }
        last = Some(quantity);
        (quantity, run)
    })
}

/// Whether a joint stands between two amounts.
fn are_parted(text: &str, tokens: &[Token], one: &Quantity, other: &Quantity) -> bool {
    let between = tokens.get(one.last as usize..other.first as usize).unwrap_or_default();
    // `between 7 and 12`
    if let [and] = between
        && and.lex == Lex::And
    {
        return one.kind != other.kind;
    }
    between.iter().any(|t| {
        t.kind == Kind::Newline
            || matches!(t.ch, b';' | b',' | b'(' | b')' | b'|')
            || t.lex == Lex::And
            || t.is_one_of(text, CONTRASTS)
            || has_and(text, t)
    })
}

/// What each amount of a sentence is told with.
pub(crate) fn told(text: &str, tokens: &[Token], quantities: &[Quantity]) -> Vec<Told> {
    let of = |(quantity, run): (&Quantity, u16)| {
        let measure = measured::of(text, tokens, quantity);
        let mate = Mate { kind: quantity.kind, value: quantity.value.number()?, measure };
        Some(Told { first: quantity.first, run, mate })
    };
    runs(text, tokens, quantities).filter_map(of).collect()
}

/// Those that are told together with the amount that begins with this token, the nearest. `partner` is the other end of a range that
/// it is one of: both ends of another thing's range stand together, too.
pub(crate) fn mates(all: &[Told], first: u32, partner: Option<Decimal>) -> Vec<Mate> {
    let at = all.partition_point(|told| told.first < first);
    let Some(own) = all.get(at).filter(|told| told.first == first) else { return Vec::new() };
    let near = at.saturating_sub(MOST_MATES)..(at + 1 + MOST_MATES).min(all.len());
    let others = all[near].iter().filter(|told| told.run == own.run && told.first != first).map(|told| told.mate);
    others.filter(|mate| Some(mate.value) != partner).collect()
}

/// How many of these a value of a source is told together with.
fn shared(mates: &[Mate], mention: &Mention, sources: &Sources) -> usize {
    let place = &sources.places[mention.place as usize];
    let beside = || place.mentions.clone().take(MOST_BESIDE).map(|i| &sources.mentions[i as usize]);
    let together = |m: &&Mention| m.span != mention.span && (m.column.is_some() || m.run == mention.run);
    let is_it = |mate: &&Mate| {
        beside().filter(together).any(|m| {
            let alike = mate.measure.is_none() || m.measure.is_none() || mate.measure == m.measure;
            m.kind == mate.kind && alike && m.value.number() == Some(mate.value)
        })
    };
    mates.iter().filter(is_it).count()
}

/// Leaves of what is meant, where that is one sentence or one row, the values that are told there with what the claim is told with.
/// Says whether there are any. Another sentence may tell as much of somebody else.
pub(crate) fn choose(
    claim: &Quantity,
    context: &Context<'_>,
    search: &Search<'_>,
    wanted: Wanted<'_>,
    meant: &mut Vec<Candidate>,
) -> bool {
    let sources = search.sources();
    let mention = |c: &Candidate| &sources.mentions[c.mention as usize];
    let Some(here) = meant.first().map(|c| mention(c).place) else { return false };
    if meant.iter().any(|c| mention(c).place != here) {
        return false;
    }
    let is_it =
        |c: &Candidate| readings(sources, mention(c), claim, context).iter().any(|v| Value::Number(*v) == claim.value);
    // Where the claim's clause has a word of none of a row's columns, the very value may stand under any of them.
    let heads = |m: &Mention| {
        let labels = m.column.and_then(|column| sources.columns.get(column as usize)).map(|own| &own.labels[..]);
        let says = |stem: Stem| labels.is_some_and(|labels| labels.binary_search(&stem).is_ok());
        context.near.iter().filter(|stem| says(**stem) || synonyms(**stem).any(says)).count()
    };
    let place = &sources.places[here as usize];
    let row = || place.mentions.clone().take(MOST_BESIDE).map(|i| &sources.mentions[i as usize]);
    let may = |c: &Candidate| {
        let own = mention(c);
        let is_meant = own.column.is_none() || meant.iter().any(|meant| meant.mention == c.mention);
        is_meant || (is_it(c) && row().all(|other| heads(other) <= heads(own)))
    };
    let (first, end) = (place.mentions.start, place.mentions.end.min(place.mentions.start + MANY_HERE));
    let all = search.candidates_from(FAINT_FIT, context, wanted).into_iter();
    let all = all.filter(|c| (first..end).contains(&c.mention));
    let found = all.map(|c| (shared(&context.mates, mention(&c), sources), c));
    let found: Vec<(usize, Candidate)> = found.filter(|(with, c)| *with > 0 && may(c)).collect();
    let Some(most) = found.iter().map(|(with, _)| *with).max() else { return false };
    *meant = found.into_iter().filter(|(with, _)| *with == most).map(|(_, c)| c).collect();
    true
}

/// At most this many values of a sentence or row are looked at.
const MANY_HERE: u32 = 64;
