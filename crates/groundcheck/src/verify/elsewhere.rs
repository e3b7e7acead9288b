//! The claimed value to the digit, where the place that fits best has another one: in another clause of its sentence, in another
//! sentence, in another column or at another time.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::context::Context;
use super::documents::{half, readings, unit_differs};
use super::limits;
use super::parallel::{self, Asked, Label};
use super::prepare::{Mention, Sources};
use super::search::{Candidate, comparable, counts_the_same, in_period};
use super::words::Stem;
use crate::claims::{Quantity, Value};

/// Whether a place that has the value says the opposite of it: another direction, a loss for a gain, a denial; in a row, a loss of
/// what its label calls a profit.
pub(super) fn opposed(context: &Context<'_>, mention: &Mention, sources: &Sources) -> bool {
    if mention.column.is_none() {
        return context.stance.opposes(mention.stance);
    }
    let place = &sources.places[mention.place as usize];
    place.gain && context.stance.says_loss() && mention.value.number().is_some_and(|v| v.is_sign_positive())
}

/// The amount of the same sentence that the claim's words name instead of this one: `York has 14 vans` where the Leeds depot has 14.
pub(super) fn named_instead<'s>(
    claim: &Quantity,
    context: &Context<'_>,
    mention: &Mention,
    sources: &'s Sources,
) -> Option<&'s Mention> {
    // What a value was before is told of whatever the one after it is of.
    let told_otherwise = mention.ordered || context.stance.former || context.partner.is_some();
    if mention.labels.is_empty() || told_otherwise {
        return None;
    }
    let place = &sources.places[mention.place as usize];
    let asked = Asked::of(context, sources);
    // `Exports to Japan grew 11% and exports to Korea 3%`: a name is enough.
    let alike = |a: &Mention, b: &Mention| a.stance.former == b.stance.former && a.stance.change == b.stance.change;
    let is_rival = |other: &&Mention| {
        other.span != mention.span
            && !other.ordered
            && (alike(other, mention) || other.labels.iter().any(Label::is_name))
            && comparable(claim, other)
            && counts_the_same(claim, context, other)
            && in_period(context, other)
            && parallel::names_other(&asked, place, mention, other, true)
            && readings(sources, other, claim, context).iter().all(|v| Value::Number(*v) != claim.value)
    };
    place
        .mentions
        .clone()
        .take(MOST_RIVALS)
        .map(|i| &sources.mentions[i as usize])
        .filter(is_rival)
        .min_by_key(|other| parallel::unsaid(&asked, other))
}

/// The date of the same sentence that the claim's words name instead of this one: `listed in 1998` where it was founded then and
/// listed in 2007.
pub(super) fn date_named_instead<'s>(
    is_claimed: &dyn Fn(Value) -> bool,
    context: &Context<'_>,
    mention: &Mention,
    sources: &'s Sources,
) -> Option<&'s Mention> {
    if let Some(other) = limits::other_end(context, mention, sources).filter(|other| !is_claimed(other.value)) {
        return Some(other);
    }
    // Beside an amount a longer time says when that was.
    let is_day = mention.value.month_day().is_some();
    let place = sources.places.get(mention.place as usize).filter(|_| context.amounts == 0 || is_day)?;
    let dates = || {
        let mentions = place.mentions.clone().take(MOST_RIVALS).map(|i| &sources.mentions[i as usize]);
        mentions.filter(|m| m.kind == ClaimKind::Date && !m.labels.is_empty())
    };
    let own = dates().find(|m| is_claimed(m.value))?;
    let asked = Asked::of(context, sources);
    let rivals =
        dates().filter(|other| !is_claimed(other.value) && parallel::names_other(&asked, place, own, other, true));
    rivals.min_by_key(|other| parallel::unsaid(&asked, other))
}

/// At most this many of those that fit best are looked at for one that is told apart from the claimed value.
const MOST_MEANT: usize = 4;
/// At most this many amounts of a sentence are looked at for the one that is named.
const MOST_RIVALS: usize = 32;

/// The claimed value to the digit, where the place that fits best does not have it: another clause of a sentence, a sentence where
/// rows fit best, a row where sentences do. Digits that agree in a place that shares most of the claim's words are no chance.
pub(super) fn told_otherwise<'s>(
    claim: &Quantity,
    context: &Context<'_>,
    all: impl FnOnce(u32) -> Vec<Candidate>,
    meant: &[Candidate],
    sources: &'s Sources,
) -> Option<(&'s Mention, Decimal)> {
    let Value::Number(claimed) = claim.value else { return None };
    let digits = claimed.normalize().mantissa().unsigned_abs();
    let needed = if digits >= 100 {
        TOLD_OTHERWISE_FIT
    } else if digits >= 10 || context.partner.is_some() {
        FEW_DIGITS_FIT
    } else {
        u32::MAX
    };
    let best = meant.iter().map(|c| c.fit).max().unwrap_or(0);
    let is_row = |c: &Candidate| sources.mentions[c.mention as usize].column.is_some();
    let rows_fit = meant.iter().any(is_row);
    let best_places: Vec<u32> = meant.iter().map(|c| sources.mentions[c.mention as usize].place).collect();
    // `$3,950 for Mr. Perry and $4,436 for Mr. Post`: the clause that names whom the claim is about.
    let named = |m: &Mention| {
        let near = m.near.as_deref().unwrap_or_default();
        context.names.iter().any(|name| near.binary_search(name).is_ok())
    };
    // The weight of the claim's own words that stand next to a value.
    let said = |m: &Mention| -> u32 {
        let column = || m.column.and_then(|c| sources.columns.get(c as usize)).map(|column| &column.labels[..]);
        let near = m.near.as_deref().or_else(column).unwrap_or_default();
        let shared = context.near.iter().filter(|stem| near.binary_search(stem).is_ok());
        shared.filter_map(|stem| sources.term(*stem)).map(|term| term.weight).sum()
    };
    // The weight of the claim's words that its place's paragraph or group of rows is titled with.
    let titled = |c: &Candidate| -> u32 {
        let group = &sources.places[sources.mentions[c.mention as usize].place as usize].group;
        let shared = group
            .iter()
            .filter(|stem| context.near.binary_search(stem).is_ok() || context.far.binary_search(stem).is_ok());
        shared.filter_map(|stem| sources.term(*stem)).map(|term| term.weight).sum()
    };
    let best_titled = meant.iter().max_by_key(|c| c.fit).map_or(0, titled);
    let best_said = meant.iter().map(|c| said(&sources.mentions[c.mention as usize])).max().unwrap_or(0);
    // Both ends of a range, next to one another.
    let paired = |c: &Candidate| {
        let place = &sources.places[sources.mentions[c.mention as usize].place as usize];
        context.partner.is_some_and(|(other, before)| {
            let next = if before { c.mention.checked_sub(1) } else { c.mention.checked_add(1) };
            let next = next.filter(|next| place.mentions.contains(next)).and_then(|i| sources.mentions.get(i as usize));
            next.is_some_and(|next| next.value.number() == Some(other))
        })
    };
    let asked = Asked::of(context, sources);
    // How many of the numbers that the claim tells things apart by its cell is called by: `Air 15`, not `Air 13`.
    let numbered = |c: &Candidate| {
        let mention = &sources.mentions[c.mention as usize];
        let place = &sources.places[mention.place as usize];
        let column = mention.column.and_then(|c| sources.columns.get(c as usize));
        let called =
            |stem: &&Stem| place.says(**stem) || column.is_some_and(|own| own.labels.binary_search(*stem).is_ok());
        context.designators.iter().chain(&context.whose).filter(called).count()
    };
    let most_numbered = meant.iter().map(numbered).max().unwrap_or(0);
    let may = |c: &Candidate| {
        let mention = &sources.mentions[c.mention as usize];
        if is_row(c) && numbered(c) < most_numbered {
            return false;
        }
        // `Voters over 60`, of whom the sentence tells another value: the bound is the same.
        let bound = mention.bound.is_some() && mention.bound == claim.comparator;
        if bound || paired(c) {
            return true;
        }
        let place = &sources.places[mention.place as usize];
        let names_this = |best: &Candidate| {
            let best = &sources.mentions[best.mention as usize];
            parallel::names_other(&asked, place, best, mention, false)
        };
        let here = meant.iter().filter(|best| sources.mentions[best.mention as usize].place == mention.place);
        if !mention.labels.is_empty() && here.take(MOST_MEANT).any(names_this) {
            return true;
        }
        // `DSCR: 1.67x` of another borrower is another thing.
        if digits < 10 || titled(c) < best_titled {
            return false;
        }
        let beside = best_places.contains(&mention.place);
        if beside && (mention.ordered || (mention.stance.former && !context.stance.former)) {
            return false;
        }
        let needed = if beside && (named(mention) || context.stance.former) {
            needed.min(NAMED_FIT)
        } else if beside && said(mention) < best_said {
            needed.max(BESIDE_FIT)
        } else {
            needed
        };
        // A row is chosen by its label alone: where rows fit, another row is another thing.
        let another_row = is_row(c) && rows_fit && !(beside && mention.periods.is_empty());
        // `(35,881 versus 36,770)`: a clause of nothing but its value does not say which of the sentence's things it is.
        let unlabelled = context.near.is_empty() && digits >= 100;
        !another_row && (unlabelled || c.fit.saturating_mul(1000) >= best.saturating_mul(needed))
    };
    // Others would be left out here in any case.
    let fit = if context.near.is_empty() { 0 } else { best * needed.min(NAMED_FIT) / 1000 };
    all(fit).iter().find_map(|c| {
        let mention = &sources.mentions[c.mention as usize];
        let exact = |v: &Decimal| (claimed - *v).abs() <= half(claim.step).min(claimed.abs() / Decimal::ONE_HUNDRED);
        let actual = readings(sources, mention, claim, context).into_iter().find(exact)?;
        if !may(c) {
            return None;
        }
        let another = mention.column.is_none() && context.stance.change && !mention.stance.change;
        let is_it = !another && !opposed(context, mention, sources) && !unit_differs(claim, mention, sources);
        (is_it && named_instead(claim, context, mention, sources).is_none()).then_some((mention, actual))
    })
}

/// How well, in thousandths of the best fit, another place must fit for its exact value to count.
const TOLD_OTHERWISE_FIT: u32 = 750;
/// The same for another clause of the best one's sentence, or another column of its row, that shares less of what the claim says
/// next to its value.
const BESIDE_FIT: u32 = 870;
/// The same for a clause that names whom the claim is about, and for what a value was before: its clause says only that.
const NAMED_FIT: u32 = 550;
/// The same for a value of two digits, which is more often there by chance.
const FEW_DIGITS_FIT: u32 = 800;

/// Another value in the same row or sentence that is the claimed one, and closer to it than this one, which is so far off: then it is
/// that one, of another column or period, and being near to this one is chance.
pub(super) fn beside<'s>(
    claim: &Quantity,
    context: &Context<'_>,
    mention: &Mention,
    sources: &'s Sources,
    off: Decimal,
) -> Option<&'s Mention> {
    let Value::Number(claimed) = claim.value else { return None };
    let half = half(claim.step);
    // What rounds to the claim is it, too, unless the other is it to the digit.
    let is_closer = |other: Decimal| if off <= half { other.is_zero() } else { other <= half };
    let is_it = |other: &&Mention| {
        other.span != mention.span
            && comparable(claim, other)
            && readings(sources, other, claim, context).into_iter().any(|v| is_closer((claimed - v).abs()))
    };
    let place = &sources.places[mention.place as usize];
    let here = place.mentions.clone().map(|i| &sources.mentions[i as usize]).find(is_it);
    here.or_else(|| in_column(mention, sources).find(is_it))
}

/// The values of a cell's row.
pub(super) fn in_row<'s>(mention: &Mention, sources: &'s Sources) -> impl Iterator<Item = &'s Mention> {
    let place = sources.places.get(mention.place as usize).filter(|_| mention.column.is_some());
    let mentions = place.map(|place| place.mentions.clone()).unwrap_or_default();
    mentions.filter_map(|i| sources.mentions.get(i as usize))
}

/// The values under a cell's heading.
fn in_column<'s>(mention: &Mention, sources: &'s Sources) -> impl Iterator<Item = &'s Mention> {
    let (column, source) = (mention.column, sources.places[mention.place as usize].source);
    let rows = column.and_then(|c| sources.columns.get(c as usize)).map(|column| column.rows.clone());
    rows.unwrap_or_default()
        .take(MOST_TIMES)
        .filter_map(|place| sources.places.get(place as usize))
        .filter(move |place| place.source == source)
        .flat_map(|place| place.mentions.clone())
        .filter_map(|i| sources.mentions.get(i as usize))
        .filter(move |m| m.column == column)
}

/// The values under a cell's heading at other times, where every row is another time: `2022 | 42,955` over `2023 | 43,618`.
pub(super) fn other_times<'s>(mention: &Mention, sources: &'s Sources) -> impl Iterator<Item = &'s Mention> {
    let dated = |m: &Mention| m.periods.iter().find(|own| !own.above).map(|own| own.period);
    let own = dated(mention);
    let cells = own.map(|_| in_column(mention, sources)).into_iter().flatten();
    cells.filter(move |m| dated(m).is_some_and(|period| Some(period) != own))
}

/// At most this many rows of a column are looked at for other times.
const MOST_TIMES: usize = 64;
