//! Days that leave their year to the reader, `due by 5 March`: whose day they are, and whether a source says so.
//!
//! Source: the design's section 3, "Alignment", for dates. A source may name the day with its year, without it, or in a table.

use groundcheck_types::{ClaimKind, Policy};
use rust_decimal::Decimal;

use super::Judgement;
use super::context::Context;
use super::documents::{SAME_DAY, evidence, other_date, passage, says_any, source_id, speaks_more};
use super::elsewhere::date_named_instead;
use super::kinds::Kinds;
use super::limits;
use super::prepare::{Mention, Place, Sources};
use super::reasons::Say;
use super::search::{Candidate, LEAST_FIT, SAME_FIT, Search, Wanted};
use crate::claims::{MonthDay, Value};

/// Whether a value is this day, or is told of it.
fn is_of(mention: &Mention, day: MonthDay) -> bool {
    mention.value.month_day() == Some(day) || mention.periods.iter().any(|own| own.period.month_day() == Some(day))
}

/// What the sources say of a day; `None` where they say nothing about its subject, and do not name it.
pub(super) fn judge(
    claimed: MonthDay,
    context: &Context<'_>,
    search: &Search<'_>,
    policy: &Policy,
    say: Say,
) -> Option<Judgement> {
    let sources = search.sources();
    let mention_of = |found: Candidate| &sources.mentions[found.mention as usize];
    let best = |kinds: Kinds, passes: &dyn Fn(&Mention) -> bool| {
        search.best(context, Wanted::of(kinds, &|_: &Place, m: &Mention| passes(m)))
    };
    let is_claimed = |own: Value| own.month_day() == Some(claimed);
    let named_instead = |m: &Mention| date_named_instead(&is_claimed, context, m, sources);
    // What was moved away from that day, or is told not to be on it, is so only of what is said to have been.
    let is_it = |m: &Mention| is_of(m, claimed) && (context.day.superseded || !m.stance.former);
    let says_other = |told: &Mention| {
        let other = |m: &Mention| m.place != told.place && !is_of(m, claimed) && says_any(context, m, sources);
        best(Kinds::of(&[ClaimKind::Date]), &other).is_some()
    };
    if let Some(told) = of_same_time(claimed, context, sources)
        && (says_any(context, told, sources) || !says_other(told))
    {
        return Some(supported(told, claimed, sources, policy, say));
    }
    match told_beside(claimed, context, sources) {
        Some(Beside::Same(told)) if is_it(told) && named_instead(told).is_none() => {
            return Some(supported(told, claimed, sources, policy, say));
        }
        Some(Beside::Other(told)) => return Some(other_date(told, sources, policy, say)),
        _ => {}
    }
    let mut own = best(Kinds::ALL, &is_it);
    // Where its sentence tells another day of this, another place may still tell this one.
    if let Some(instead) = own.and_then(|own| named_instead(mention_of(own))) {
        own = best(Kinds::ALL, &|m| is_it(m) && named_instead(m).is_none());
        if own.is_none() {
            return Some(other_date(instead, sources, policy, say));
        }
    }
    // Of a row's days that under the heading which the claim names counts.
    if let Some(own) = own.filter(|own| mention_of(*own).column.is_some())
        && let Some(headed) = best(Kinds::of(&[ClaimKind::Date]), &|m| m.place == mention_of(own).place)
        && own.fit * 1000 < headed.fit * SAME_FIT
    {
        return Some(other_date(mention_of(headed), sources, policy, say));
    }
    // Of a column of days the row's own counts.
    if let Some(column) = own.and_then(|own| mention_of(own).column)
        && let Some(of_row) = best(Kinds::of(&[ClaimKind::Date]), &|m| m.column == Some(column))
        && let Some(own) = own.filter(|own| mention_of(*own).place != mention_of(of_row).place)
        && of_row.fit * SAME_FIT > own.fit * 1000
        && speaks_more(context, mention_of(of_row), mention_of(own), sources)
    {
        return Some(other_date(mention_of(of_row), sources, policy, say));
    }
    let is_other = |m: &Mention| m.value.month_day().is_some_and(|day| day != claimed);
    let other = best(Kinds::of(&[ClaimKind::Date]), &is_other);
    if let Some(own) = own {
        let mention = mention_of(own);
        let told = other.filter(|other| tells_instead(own, *other, context, sources)).map(mention_of);
        return Some(match told {
            Some(told) => other_date(same_end(told, context, sources), sources, policy, say),
            None => supported(mention, claimed, sources, policy, say),
        });
    }
    let strongest = || best(Kinds::ALL, &|_| true).map_or(0, |found| found.fit);
    let tells = |other: &Candidate| {
        other.fit >= LEAST_FIT
            && other.fit * 1000 >= strongest() * SAME_FIT
            && (sources.named_days(claimed).next().is_none() || says_any(context, mention_of(*other), sources))
    };
    match other.filter(tells) {
        Some(other) => Some(other_date(same_end(mention_of(other), context, sources), sources, policy, say)),
        None => named(claimed, context, sources, policy, say),
    }
}

/// Of the days of a sentence that tells both ends of a time, the one that the claim is about: `closes on 28 March`.
fn same_end<'s>(told: &'s Mention, context: &Context<'_>, sources: &'s Sources) -> &'s Mention {
    if told.limit == context.day.limit || context.day.limit.is_none() {
        return told;
    }
    let days = sources.places[told.place as usize].mentions.clone().map(|i| &sources.mentions[i as usize]);
    let mut days = days.filter(|m| m.value.month_day().is_some() && m.limit == context.day.limit);
    days.next().unwrap_or(told)
}

/// What a sentence with the very amount that a day is told with says of the day.
enum Beside<'s> {
    Same(&'s Mention),
    Other(&'s Mention),
}

/// The day that is told with an amount of the claim's sentence: `$400 is due on 5 March`. An amount of few digits stands in many
/// sentences.
fn told_beside<'s>(claimed: MonthDay, context: &Context<'_>, sources: &'s Sources) -> Option<Beside<'s>> {
    let alone = context.day.with.len() == 1;
    let joined = |with: &&(Decimal, bool)| with.1 || alone;
    let mut other: Option<&Mention> = None;
    for (value, joined) in context.day.with.iter().filter(joined) {
        let tells = |m: &&Mention| {
            m.column.is_none() && (m.kind == ClaimKind::Currency || value.normalize().mantissa().unsigned_abs() >= 100)
        };
        for amount in sources.valued(*value, *value).take(MOST_TOLD).filter(tells) {
            let Some(day) = day_of_amount(amount, sources) else { continue };
            if day.value.month_day() == Some(claimed) {
                return Some(Beside::Same(day));
            }
            other = other.or(Some(day).filter(|_| *joined));
        }
    }
    other.map(Beside::Other)
}

/// The day that a sentence tells of an amount: of one amount the nearest; several and their days must take turns, `$100 by 5 March, $200
/// by 5 April`.
fn day_of_amount<'s>(amount: &Mention, sources: &'s Sources) -> Option<&'s Mention> {
    let place = sources.places.get(amount.place as usize)?;
    let told = || place.mentions.clone().map(|i| &sources.mentions[i as usize]);
    let days = || told().filter(|m| m.value.month_day().is_some());
    let amounts = || told().filter(|m| m.value.number().is_some());
    if amounts().nth(1).is_none() {
        return days().min_by_key(|day| day.span.start.abs_diff(amount.span.start));
    }
    let pairs = || amounts().zip(days()).map(|(amount, day)| (amount.span.start, day.span.start));
    let follows = pairs().all(|(amount, day)| amount < day);
    let leads = pairs().all(|(amount, day)| day < amount);
    let apart = pairs().zip(pairs().skip(1)).all(|((a, b), (c, d))| a.max(b) < c.min(d));
    let turns = (follows || leads) && apart && amounts().count() == days().count();
    let at = amounts().position(|own| own.span == amount.span).filter(|_| turns)?;
    days().nth(at)
}

/// The claimed day where a sentence has it as the same end of the claim's very time: that both its days are joined there, too, is hardly
/// a chance.
pub(super) fn of_same_time<'s>(claimed: MonthDay, context: &Context<'_>, sources: &'s Sources) -> Option<&'s Mention> {
    let (partner, end) = context.day.partner?;
    let mut named = sources.named_days(claimed).take(MOST_NAMED).filter_map(|named| named.mention).take(MOST_TOLD);
    named.find_map(|at| {
        let own = sources.mentions.get(at as usize)?;
        let beside = limits::beside(at, sources)?;
        let same = own.limit == Some(end) && beside.value.month_day() == Some(partner) && beside.limit.is_some();
        Some(own).filter(|own| same && own.value.month_day() == Some(claimed))
    })
}

/// At most so many places that have an amount or a day are looked at.
const MOST_TOLD: usize = 16;
/// And of all places that name a day so many.
const MOST_NAMED: usize = 256;

/// Whether another sentence, which speaks much more of the claim's subject, tells another day of it.
fn tells_instead(own: Candidate, other: Candidate, context: &Context<'_>, sources: &Sources) -> bool {
    let mention = |found: Candidate| &sources.mentions[found.mention as usize];
    context.amounts == 0
        && mention(own).place != mention(other).place
        && own.fit * 1000 < other.fit * SAME_DAY
        && speaks_more(context, mention(other), mention(own), sources)
}

fn supported(mention: &Mention, claimed: MonthDay, sources: &Sources, policy: &Policy, say: Say) -> Judgement {
    let dated = mention.periods.iter().find(|own| own.period.month_day() == Some(claimed));
    let (value, span) = match dated {
        // The heading of a piece of a table before has no span here.
        Some(own) if mention.value.month_day().is_none() && own.span.start < own.span.end => {
            (Value::Period(own.period), own.span)
        }
        _ => (mention.value, mention.span),
    };
    let evidence = evidence(sources, mention, span, value);
    let reason = say.matches_source(source_id(sources, mention), &evidence.text, None);
    Judgement::supported(evidence, reason, policy)
}

/// The first heading, label or caption that names this day, or sentence that has any word of the claim's clause: what a sentence tells of a
/// day it tells of its own subject.
fn named(claimed: MonthDay, context: &Context<'_>, sources: &Sources, policy: &Policy, say: Say) -> Option<Judgement> {
    let fits = |at: u32| {
        let mention = &sources.mentions[at as usize];
        let place = &sources.places[mention.place as usize];
        // `and finishes on 12 December` leaves the rest to what stands before.
        let left_out = context.near.len() < 2 && context.far.iter().any(|stem| place.says(*stem));
        (context.day.superseded || !mention.stance.former) && (left_out || says_any(context, mention, sources))
    };
    let named = sources.named_days(claimed).take(MOST_NAMED).find(|named| named.mention.is_none_or(fits))?;
    let source = sources.sources.get(named.source as usize)?;
    let evidence = passage(source, named.span, Value::Day(claimed));
    let reason = say.matches_source(&source.id, &evidence.text, None);
    Some(Judgement::supported(evidence, reason, policy))
}
