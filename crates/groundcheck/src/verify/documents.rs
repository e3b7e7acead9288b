//! Claims against sources: the claim's own words choose a row or a sentence, a column and a period; the value is judged there.
//!
//! Source: document 2, "Document Verification", and the design's section 3: a value that stands *somewhere* is no evidence.

use groundcheck_types::{ClaimKind, Evidence, Nearest, Policy, Span, Status};
use rust_decimal::Decimal;

use super::Judgement;
use super::bands;
use super::by_value;
use super::comparison;
use super::context::Context;
use super::days;
use super::elsewhere::{beside, date_named_instead, in_row, named_instead, opposed, other_times, told_otherwise};
use super::kinds::Kinds;
use super::prepare::{Dated, Mention, Place, PreparedSource, Sources};
use super::reasons::{Language, Say};
use super::search::{
    Candidate, FAINT_FIT, LEAST_FIT, OTHER_TIME, SAME_FIT, Search, Wanted, comparable, comparable_kinds,
    counts_the_same, fits_unit, in_period,
};
use super::together;
use super::tolerance::{Tolerances, difference_percent};
use super::trend::{self, Trend};
use super::words::Stem;
use super::years::Years;
use crate::claims::{Period, Quantity, Value};
use crate::document::token::Token;
use crate::lexicon::synonyms;

/// What the sources say of a claim; `None` where they say nothing about its subject.
pub(crate) fn judge(
    claim: &Quantity,
    context: &Context<'_>,
    search: &mut Search<'_>,
    tolerances: &Tolerances,
    policy: &Policy,
    language: Language,
) -> Option<Judgement> {
    let say = Say(language);
    match claim.value {
        Value::Period(period) => {
            search.ask(context);
            return comparison::judge(period, context, search, policy, say)
                .or_else(|| judge_date(period, context, search, tolerances, policy, say));
        }
        Value::Day(day) => {
            search.ask(context);
            return days::judge(day, context, search, policy, say);
        }
        Value::Number(_) => {}
        Value::Time(_) => return None,
    }
    let claimed = claim.value.number()?;
    let sources = search.sources();
    let fits = |place: &Place, mention: &Mention| {
        comparable(claim, mention)
            && counts_the_same(claim, context, mention)
            && in_period(context, mention)
            && fits_unit(claim, context, place, mention, sources)
            && bands::allows(context, place, mention, sources)
    };
    let kinds = comparable_kinds(claim.kind);
    search.ask(context);
    let wanted = Wanted::of(kinds, &fits).in_years(Years::asked(&context.periods));
    let mut candidates = search.meant(context, wanted);
    if claim.kind == ClaimKind::Currency {
        // Where a row has money by its sign, its plain numbers are something else.
        let is_money = |c: &Candidate| sources.mentions[c.mention as usize].kind == ClaimKind::Currency;
        let money: Vec<u32> =
            candidates.iter().filter(|c| is_money(c)).map(|c| sources.mentions[c.mention as usize].place).collect();
        candidates.retain(|c| is_money(c) || !money.contains(&sources.mentions[c.mention as usize].place));
    }
    let by_mates = !context.mates.is_empty() && together::choose(claim, context, search, wanted, &mut candidates);
    let all = |fit| {
        if context.is_count && context.noun.is_none() {
            // `The average duration is 25` leaves out what `25 days` counts.
            let fits = |_: &Place, m: &Mention| {
                comparable(claim, m)
                    && (m.noun.is_some() || counts_the_same(claim, context, m))
                    && in_period(context, m)
            };
            search.candidates(fit, context, Wanted { passes: &fits, ..wanted })
        } else if candidates.is_empty() {
            // A place that shares only a name or a word still counts where it has the very value.
            search.candidates_from(FAINT_FIT, context, wanted)
        } else {
            search.candidates(fit, context, wanted)
        }
    };
    let mut nearest: Option<(Decimal, &Mention, Decimal)> = None;
    let mut held: Option<(&Mention, Decimal)> = None;
    let mut other_unit: Option<&Mention> = None;
    let mut opposite: Option<&Mention> = None;
    let mut instead: Option<&Mention> = None;
    for candidate in &candidates {
        let mention = &sources.mentions[candidate.mention as usize];
        for actual in readings(sources, mention, claim, context) {
            let holds = tolerances.holds(claim.kind, claimed, claim.step, actual, claim.comparator);
            let gap = claimed.checked_sub(actual)?.abs();
            if holds && unit_differs(claim, mention, sources) {
                other_unit = Some(mention);
            } else if holds && opposed(context, mention, sources) {
                opposite = Some(mention);
            } else if holds && let Some(named) = named_instead(claim, context, mention, sources) {
                instead = Some(named);
                continue;
            } else if holds && (gap.is_zero() || beside(claim, context, mention, sources, gap).is_none()) {
                held = Some((mention, actual));
                break;
            }
            if nearest.is_none_or(|(least, ..)| gap < least) {
                nearest = Some((gap, mention, actual));
            }
        }
        if held.is_some() {
            break;
        }
    }
    let held = held.or_else(|| {
        if opposite.is_some() || by_mates { None } else { told_otherwise(claim, context, all, &candidates, sources) }
    });
    let difference = |actual| difference_percent(claimed, actual);
    let judgement = |status, mention: &Mention, actual, reason| Judgement {
        status,
        confidence: policy.document_confidence,
        evidence: vec![evidence(sources, mention, mention.span, Value::Number(actual))],
        nearest: Some(nearest_of(sources, mention, claimed, actual)),
        derivation: None,
        reasons: vec![reason],
    };
    if let Some((mention, actual)) = held {
        let up = |way: &Trend| way.from.is_some_and(|from| claimed != from && (claimed > from) != way.up);
        if context.trend.as_ref().is_some_and(up) {
            return Some(Judgement {
                nearest: None,
                ..judgement(Status::Contradicted, mention, actual, say.goes_otherwise())
            });
        }
        let others = || in_row(mention, sources).chain(other_times(mention, sources));
        let later = context.from.and_then(|from| trend::backwards(from, mention, others()));
        let undated = context.trend.filter(|_| context.periods.is_empty() && mention.column.is_some());
        let only_start = || undated.and_then(|way| trend::only_start(way, mention, others()));
        let earlier = || context.trend.and_then(|way| trend::contrary(way, mention, others())).or_else(only_start);
        if let Some((before, now, other)) =
            later.map(|later| (mention, later, later)).or_else(|| earlier().map(|first| (first, mention, first)))
        {
            let reason =
                say.went_otherwise(source_id(sources, mention), printed(sources, before), printed(sources, now));
            let mut contradicted = judgement(Status::Contradicted, mention, actual, reason);
            contradicted.evidence.push(evidence(sources, other, other.span, other.value));
            return Some(Judgement { nearest: None, ..contradicted });
        }
        let reason = say.matches_source(source_id(sources, mention), printed(sources, mention), difference(actual));
        return Some(judgement(Status::Supported, mention, actual, reason));
    }
    if let Some(mention) = other_unit {
        let reason = say.other_unit(printed(sources, mention));
        return Some(judgement(Status::Contradicted, mention, mention.value.number()?, reason));
    }
    if let Some(mention) = opposite {
        let reason = say.says_the_opposite(source_id(sources, mention), printed(sources, mention));
        return Some(Judgement {
            nearest: None,
            ..judgement(Status::Contradicted, mention, mention.value.number()?, reason)
        });
    }
    // Where most of the claim's own words stand nowhere, no source speaks of its subject.
    if search.knows_few(context) {
        return None;
    }
    let named = instead.and_then(|named| Some((named, named.value.number()?)));
    let (mention, actual) = named.or(nearest.map(|(_, mention, actual)| (mention, actual)))?;
    if named.is_none()
        && let Some(value_only) = by_value::instead_of(mention, claim, context, search, say)
    {
        return Some(value_only);
    }
    let reason = say.differs_from_source(source_id(sources, mention), printed(sources, mention), difference(actual));
    let mut contradicted = judgement(Status::Contradicted, mention, actual, reason);
    // Where the claimed figure does stand: most often beside, under another heading.
    if let Some(misplaced) = beside(claim, context, mention, sources, Decimal::MAX) {
        contradicted.evidence.push(evidence(sources, misplaced, misplaced.span, misplaced.value));
        contradicted.reasons.push(match misplaced.periods.first() {
            Some(dated) => say.value_of_period(source_id(sources, misplaced), &dated.period.to_string()),
            None => say.value_elsewhere(source_id(sources, misplaced)),
        });
    }
    Some(contradicted)
}

pub(crate) fn half(step: Decimal) -> Decimal {
    step.checked_div(Decimal::TWO).unwrap_or_default()
}

pub(crate) fn unit_differs(claim: &Quantity, mention: &Mention, sources: &Sources) -> bool {
    let evidence = mention.unit.or(sources.currency.filter(|_| claim.unit.is_some_and(|u| u != "%")));
    matches!((claim.unit, evidence), (Some(a), Some(b)) if a != b && b != "%" && a != "%")
}

/// What the value may mean to a claim of this sign: a bracketed outflow is spoken of without its sign.
pub(super) fn readings(sources: &Sources, mention: &Mention, claim: &Quantity, context: &Context<'_>) -> Vec<Decimal> {
    let (Value::Number(value), Value::Number(claimed)) = (mention.value, claim.value) else { return Vec::new() };
    let outflow = context.outflow || context.both_ways || sources.places[mention.place as usize].outflow;
    // Money in a table that states its scale is never meant as printed.
    let scaled_only = mention.own_scale && claim.kind == ClaimKind::Currency;
    // `Up 6.4 %` is no way to say -6.4 %, nor `a profit of` one to say a loss.
    let profit = context.stance.says_gain() && context.of_profit;
    let risen = ((context.stance.says_up() && context.stance.change) || (profit && !context.both_ways))
        && value.is_sign_negative();
    let unsigned =
        |v: Decimal| if outflow && !risen && v.is_sign_negative() != claimed.is_sign_negative() { -v } else { v };
    // Where no scale is stated, a claim may name one beside the very figure that is printed: `$5.2 million` for `5.2`, while 5,200
    // in a table that does not say thousands is no $5.2 million.
    let named = |also: &Decimal| {
        let scale = also.checked_div(value).unwrap_or_default();
        claim.step > Decimal::ONE && claim.step <= scale
    };
    // In the claim's own unit: 141 minutes are 2.35 hours.
    if let (Some(claimed), Some(printed)) = (context.measure, mention.measure)
        && claimed != printed
    {
        return printed.converted(value, claimed).into_iter().collect();
    }
    let also = mention.also.iter().copied().filter(|v| if mention.scaled { !scaled_only } else { named(v) });
    core::iter::once(value).chain(also).map(unsigned).collect()
}

fn judge_date(
    claimed: Period,
    context: &Context<'_>,
    search: &Search<'_>,
    tolerances: &Tolerances,
    policy: &Policy,
    say: Say,
) -> Option<Judgement> {
    let sources = search.sources();
    let named = |own: &&Dated| super::facts::same_date(claimed, own.period, tolerances.date_days);
    // `Release slate 2025` over `23 May`: a day whose year the sources tell elsewhere.
    let of_year = claimed.month_day().filter(|_| !sources.mentions_of_year(claimed.year()).is_empty());
    let is_day_of_year = |m: &Mention| matches!(m.value, Value::Day(own) if Some(own) == of_year);
    let names_it = |_: &Place, m: &Mention| m.periods.iter().any(|own| named(&own)) || is_day_of_year(m);
    // A day may be near one of another year.
    let years = if claimed.day_number().is_some() { Years::ALL } else { Years::only([claimed]) };
    let find = |passes: &dyn Fn(&Place, &Mention) -> bool| {
        let candidate = search.best(context, Wanted::of(Kinds::ALL, passes).in_years(years))?;
        let mention = &sources.mentions[candidate.mention as usize];
        let own = Dated { period: claimed, span: mention.span, above: false };
        let own = Some(own).filter(|_| is_day_of_year(mention));
        Some((mention, own.or_else(|| mention.periods.iter().find(named).copied())?))
    };
    let mut best = find(&names_it);
    let of_time = claimed.month_day().and_then(|day| days::of_same_time(day, context, sources));
    if let Some(told) = of_time.filter(|m| is_day_of_year(m) || m.periods.iter().any(|own| named(&own)))
        && says_any(context, told, sources)
    {
        let evidence = evidence(sources, told, told.span, told.value);
        let reason = say.matches_source(source_id(sources, told), &evidence.text, None);
        return Some(Judgement::supported(evidence, reason, policy));
    }
    // Where its sentence tells another date of this, another place may still tell this one.
    let is_claimed = |own: Value| match own {
        Value::Day(own) => Some(own) == of_year,
        own => own.period().is_some_and(|own| super::facts::same_date(claimed, own, tolerances.date_days)),
    };
    let named_instead = |m: &Mention| date_named_instead(&is_claimed, context, m, sources);
    if let Some(instead) = best.and_then(|(mention, _)| named_instead(mention)) {
        best = find(&|place, m| names_it(place, m) && named_instead(m).is_none());
        if best.is_none() {
            return Some(other_date(instead, sources, policy, say));
        }
    }
    if let Some(other) = best.and_then(|(mention, _)| another_day(claimed, mention, context, search, tolerances)) {
        return Some(other_date(other, sources, policy, say));
    }
    // `Convertible | 2028`: of a column of dates the row's own counts.
    let of_row = |m: &Mention| m.periods.iter().any(|own| !own.above && matches!(own.period, Period::Day(..)));
    let is_date = |m: &Mention| matches!(m.value, Value::Period(_)) || of_row(m);
    let row = best.filter(|(mention, _)| mention.column.is_some() && is_date(mention));
    if let Some((named, _)) = row {
        let in_column = |_: &Place, m: &Mention| m.column == named.column && is_date(m);
        let fit = |passes: &dyn Fn(&Place, &Mention) -> bool| search.best(context, Wanted::of(Kinds::ALL, passes));
        let own = fit(&in_column).filter(|own| sources.mentions[own.mention as usize].place != named.place);
        let claimed_fit = fit(&|_, m| m.place == named.place).map_or(0, |c| c.fit);
        let own = own.filter(|own| own.fit * SAME_FIT > claimed_fit * 1000);
        let own = own.map(|own| &sources.mentions[own.mention as usize]);
        if let Some(mention) = own.filter(|own| speaks_more(context, own, named, sources)) {
            return Some(other_date(mention, sources, policy, say));
        }
    }
    // The passage that speaks of this most names another date.
    let strongest = || search.best(context, Wanted::of(Kinds::ALL, &|_, _| true)).map_or(0, |c| c.fit);
    let other = || {
        let days = claimed.month_day().is_some();
        let is_period = |_: &Place, m: &Mention| match m.value {
            // A year says nothing against its own quarter or month.
            Value::Period(own) => own == claimed || !claimed.within(own) || matches!(claimed, Period::Day(..)),
            Value::Day(_) => days,
            Value::Number(_) | Value::Time(_) => false,
        };
        let other = search.best(context, Wanted::of(Kinds::of(&[ClaimKind::Date]), &is_period))?;
        let mention = &sources.mentions[other.mention as usize];
        // A cell with another date is of no time that the claim names, which says nothing against it here.
        let same = if mention.column.is_some() { SAME_FIT * OTHER_TIME / 1000 } else { SAME_FIT };
        (other.fit >= LEAST_FIT && other.fit * 1000 >= strongest() * same).then_some(mention)
    };
    let other = if best.is_none() { other() } else { None };
    // A heading's or a remark's date, in a place that shares no more than a word; a day or month only where nothing speaks of this.
    let of_row = other.is_some_and(|mention| mention.column.is_some());
    if best.is_none() && (other.is_none() || (matches!(claimed, Period::Year(_) | Period::Fiscal(_)) && !of_row)) {
        best = named_anywhere(claimed, sources, tolerances);
    }
    if let Some((mention, named)) = best {
        // The heading of a piece of a table before has no span here.
        let span = if named.span.start == named.span.end { mention.span } else { named.span };
        let value = if is_day_of_year(mention) { mention.value } else { Value::Period(named.period) };
        let evidence = evidence(sources, mention, span, value);
        let reason = say.matches_source(source_id(sources, mention), &evidence.text, None);
        return Some(Judgement::supported(evidence, reason, policy));
    }
    other.map(|mention| other_date(mention, sources, policy, say))
}

/// What another passage, which speaks much more of the claim's subject, tells as the day of it.
fn another_day<'s>(
    claimed: Period,
    mention: &Mention,
    context: &Context<'_>,
    search: &Search<'s>,
    tolerances: &Tolerances,
) -> Option<&'s Mention> {
    let one = mention.column.is_none() && context.amounts == 0 && context.periods.len() < 2;
    if !one || !matches!(claimed, Period::Day(..)) {
        return None;
    }
    let sources = search.sources();
    let is_day = |_: &Place, m: &Mention| m.column.is_none() && matches!(m.value, Value::Period(Period::Day(..)));
    let is_it =
        |m: &Mention| m.periods.iter().any(|own| super::facts::same_date(claimed, own.period, tolerances.date_days));
    let days = |passes: &dyn Fn(&Place, &Mention) -> bool| {
        search.best(context, Wanted::of(Kinds::of(&[ClaimKind::Date]), passes))
    };
    let own = days(&|place, m| is_day(place, m) && is_it(m))?;
    let other = days(&is_day).filter(|other| own.fit * 1000 < other.fit * SAME_DAY)?;
    let other = &sources.mentions[other.mention as usize];
    (other.place != mention.place && speaks_more(context, other, mention, sources)).then_some(other)
}

/// Whether the place or the heading of a value has any word of the claim's clause.
pub(super) fn says_any(context: &Context<'_>, mention: &Mention, sources: &Sources) -> bool {
    let place = &sources.places[mention.place as usize];
    let heading = mention.column.and_then(|column| sources.columns.get(column as usize));
    let heads = |stem: &Stem| heading.is_some_and(|heading| heading.labels.binary_search(stem).is_ok());
    let says = |stem: Stem| place.says(stem) || heads(&stem);
    context.near.iter().any(|stem| says(*stem) || synonyms(*stem).any(says))
}

/// Whether the place of the first of these has words of the claim's clause that that of the second lacks, which has none more and no
/// more of its names.
pub(super) fn speaks_more(context: &Context<'_>, one: &Mention, other: &Mention, sources: &Sources) -> bool {
    let place = |m: &Mention| &sources.places[m.place as usize];
    let alone = |own: &Mention, apart: &Mention| {
        context.near.iter().filter(|stem| place(own).says(**stem) && !place(apart).says(**stem)).count()
    };
    let names = |m: &Mention| context.names.iter().any(|name| place(m).says(*name));
    alone(other, one) == 0 && alone(one, other) > 0 && names(one) >= names(other)
}

/// A passage with the claimed day must fit this well, in thousandths of the one that fits best and tells another day.
pub(super) const SAME_DAY: u32 = 750;

/// What the claimed date is contradicted by: the date that this mention has.
pub(super) fn other_date(mention: &Mention, sources: &Sources, policy: &Policy, say: Say) -> Judgement {
    let of_row = mention.periods.iter().find(|own| !own.above && mention.value.number().is_some());
    let (value, span) = of_row.map_or((mention.value, mention.span), |own| (Value::Period(own.period), own.span));
    let shown = text_at(sources, mention, span);
    let evidence = evidence(sources, mention, span, value);
    let nearest = Nearest {
        value: value.to_claim_value(),
        text: shown.to_owned(),
        difference_percent: None,
        source: evidence.source.clone(),
        fact: None,
        span: evidence.span,
        utf16: evidence.utf16,
    };
    Judgement {
        status: Status::Contradicted,
        confidence: policy.document_confidence,
        evidence: vec![evidence],
        nearest: Some(nearest),
        derivation: None,
        reasons: vec![say.differs_from_source(source_id(sources, mention), shown, None)],
    }
}

/// The first place that names this date.
fn named_anywhere<'s>(claimed: Period, sources: &'s Sources, tolerances: &Tolerances) -> Option<(&'s Mention, Dated)> {
    sources.mentions_of_year(claimed.year()).iter().take(MOST_NAMED).find_map(|(_, index)| {
        let mention = &sources.mentions[*index as usize];
        let named = |own: &&Dated| super::facts::same_date(claimed, own.period, tolerances.date_days);
        Some((mention, *mention.periods.iter().find(named)?))
    })
}

/// At most this many places that name a year are looked at for the very period.
const MOST_NAMED: usize = 64;

/// A small number that the answer quotes as part of a name which a source uses.
pub(crate) fn quoted(
    claim: &Quantity,
    (text, tokens): (&str, &[Token]),
    sources: &Sources,
    policy: &Policy,
    language: Language,
) -> Option<Judgement> {
    let (source, span) =
        sources.quotes.of(text, tokens, claim).or_else(|| sources.quotes.in_label(text, tokens, claim))?;
    let source = sources.sources.get(source as usize)?;
    let evidence = passage(source, span, claim.value);
    let reason = Say(language).matches_source(&source.id, &evidence.text, None);
    Some(Judgement::supported(evidence, reason, policy))
}

/// A source that holds the claimed value, about something else.
pub(crate) fn elsewhere<'s>(claim: &Quantity, sources: &'s Sources, tolerances: &Tolerances) -> Option<&'s Mention> {
    let claimed = claim.value.number()?;
    // A bounded look at the values about as large; which of them it is does not matter.
    let width = claimed.abs().checked_div(Decimal::TEN)?;
    let (low, high) = (claimed.checked_sub(width)?, claimed.checked_add(width)?);
    let holds = |m: &&Mention| {
        comparable(claim, m)
            && m.value.number().is_some_and(|v| tolerances.holds(claim.kind, claimed, Decimal::ZERO, v, None))
    };
    sources.valued(low, high).take(64).find(holds)
}

/// The source that a value stands in.
pub(crate) fn source_of<'s>(sources: &'s Sources, mention: &Mention) -> Option<&'s PreparedSource> {
    let place = &sources.places[mention.place as usize];
    sources.sources.get(place.source as usize)
}

pub(crate) fn source_id<'s>(sources: &'s Sources, mention: &Mention) -> &'s str {
    source_of(sources, mention).map_or("", |s| s.id.as_str())
}

/// The mention as its source prints it.
pub(crate) fn printed<'s>(sources: &'s Sources, mention: &Mention) -> &'s str {
    text_at(sources, mention, mention.span)
}

fn text_at<'s>(sources: &'s Sources, mention: &Mention, span: Span) -> &'s str {
    source_of(sources, mention).and_then(|s| span.of(&s.text)).unwrap_or_default()
}

/// The passage of a mention's source at this span, as evidence.
pub(crate) fn evidence(sources: &Sources, mention: &Mention, span: Span, value: Value) -> Evidence {
    let place = &sources.places[mention.place as usize];
    passage(&sources.sources[place.source as usize], span, value)
}

/// The passage of a source at this span, as evidence.
pub(crate) fn passage(source: &PreparedSource, span: Span, value: Value) -> Evidence {
    Evidence { value: Some(value.to_claim_value()), ..quote(source, span) }
}

/// The same of what is no value.
pub(crate) fn quote(source: &PreparedSource, span: Span) -> Evidence {
    Evidence {
        source: Some(source.id.clone()),
        span: Some(span),
        utf16: Some(source.utf16.span(&source.text, span)),
        text: span.of(&source.text).unwrap_or_default().to_owned(),
        ..Evidence::default()
    }
}

fn nearest_of(sources: &Sources, mention: &Mention, claimed: Decimal, actual: Decimal) -> Nearest {
    let place = &sources.places[mention.place as usize];
    let source = &sources.sources[place.source as usize];
    Nearest {
        value: Value::Number(actual).to_claim_value(),
        text: printed(sources, mention).to_owned(),
        difference_percent: difference_percent(claimed, actual),
        source: Some(source.id.clone()),
        fact: None,
        span: Some(mention.span),
        utf16: Some(source.utf16.span(&source.text, mention.span)),
    }
}
