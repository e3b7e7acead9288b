//! The claimed figure itself, where no passage shares the claim's words: a source has this very value, in words of its own.
//!
//! Source: document 2, "Document Verification": a value that stands somewhere is no evidence. So such a claim is not supported; but an
//! answer may well call `€231.20 in total` what `it ends up costing`, and then nothing speaks against it either. It is unverifiable,
//! with the passage to look at, and the answer is not clean. Only asked where no passage is about the claim's subject, or where the
//! one that was found shares so little with a long sentence that it may well be about something else. A figure of many digits, or one
//! whose unit agrees, is hardly there by chance, and then it does not matter what the source counts with it or which other source
//! knows the claim's words: `412 adults` for `412 participants`.
//!
//! ```text
//! The warranty ends after 24 months.     It is covered for two years.       ->   unverifiable, value_only
//! The warranty ends after 24 months.     You have 24 days to return it.     ->   unsupported: days are no months
//! 412 adults took part.                  In all, 412 participants joined.   ->   unverifiable, value_only
//! Revenue of Oakline: $412 million       Harrow Bank earned $412 million.   ->   unsupported: somebody else's
//! ```

use groundcheck_types::{ClaimKind, Nearest, Number, Status};
use rust_decimal::Decimal;

use super::Judgement;
use super::bands;
use super::context::Context;
use super::documents::{evidence, half, printed, readings, source_id, unit_differs};
use super::elsewhere::{named_instead, opposed};
use super::prepare::{Mention, Sources};
use super::reasons::Say;
use super::search::{Search, comparable, counts_the_same, in_period};
use super::tolerance::difference_percent;
use super::words::Stem;
use crate::claims::{Quantity, Value};
use crate::lexicon::measure::Measure;
use crate::lexicon::{stem, synonyms};

/// At most this many values of the claim's size are looked at.
const MOST_EQUAL: usize = 64;
/// A figure of so many digits is hardly there by chance.
const TELLING: u128 = 100;
/// The same for a figure whose unit agrees.
const TELLING_IN_UNIT: u128 = 10;

/// Where the claim's value alone stands, if it is one that chance would hardly have put there, or beside words of the claim; `None`
/// where it does not.
pub(crate) fn judge(claim: &Quantity, context: &Context<'_>, search: &mut Search<'_>, say: Say) -> Option<Judgement> {
    let sources = search.sources();
    let about_another = search.is_stranger(context);
    let likely = |m: &Mention| {
        let shared = shared_of(&context.near, m, sources) + shared_of(&context.far, m, sources);
        is_telling(claim, context, m) || shared > 0
    };
    // Somebody else's figure is no evidence.
    if may_mean_several(context, sources) || (about_another && !may_be_nobody(context, search)) {
        return None;
    }
    let found = if about_another { None } else { find(claim, context, search, say, &likely) };
    found.or_else(|| find_alone(claim, context, search, say))
}

/// Whether the only name that no source has begins the sentence, as any word in capitals may, and nothing that somebody owns or does
/// follows: `Large boards open at once`, but not `London has` or `Kessler's revenue`.
fn may_be_nobody(context: &Context<'_>, search: &Search<'_>) -> bool {
    const DOES: &[&str] = &[
        "s", "is", "was", "were", "are", "has", "had", "have", "will", "would", "did", "does", "made", "rose", "fell",
    ];
    let mut words = context.sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().map(stem);
    let acts = words.next().is_none_or(|word| DOES.contains(&word) || word.ends_with("ed") || word.ends_with('s'));
    context.names.iter().all(|name| search.is_known(*name) || (Some(*name) == first && !acts))
}

/// [`judge`] where a passage that has another value was found, but shares few of the claim's words with it, or is a sentence that
/// shares only a part of its clause's words and no more than the place of the claimed value does: then neither speaks of it for sure,
/// and the value is not contradicted by what may be about something else.
pub(crate) fn instead_of(
    mention: &Mention,
    claim: &Quantity,
    context: &Context<'_>,
    search: &mut Search<'_>,
    say: Say,
) -> Option<Judgement> {
    // What was asked may be about all of the answer.
    let said = |stem: &Stem| context.question.binary_search(stem).is_err();
    let far: Vec<Stem> = context.far.iter().copied().filter(said).collect();
    let words = context.near.len() + far.len();
    let sources = search.sources();
    // `The Air 13` is no `Air 15`: numbers that tell names apart are words of their clause, too.
    let mut near = search.in_their_words(context);
    near.extend(context.designators.iter().chain(&context.whose));
    let own = shared_of(&near, mention, sources);
    // The step of a scale that was asked for speaks of it.
    let on_scale = context.given.is_some() && bands::is_on_scale(mention, sources);
    if search.is_stranger(context) || may_mean_several(context, sources) || on_scale {
        return None;
    }
    let few = own <= FEW_SHARED && (own + shared_of(&far, mention, sources)) * 1000 < words * LEAST_SHARED;
    let hardly = few && words >= MANY_WORDS;
    let all = |m: &Mention| shared_of(&context.near, m, sources) + shared_of(&context.far, m, sources);
    let least = all(mention);
    // Another place may be about the claim as well as this sentence is.
    let in_part = mention.column.is_none() && own < near.len();
    let as_well = |m: &Mention| in_part && m.place != mention.place && shared_of(&near, m, sources) >= own;
    // What it was before does not stand against what it came to: `went from 12,400 to 37,900`.
    let came_from = context.from.is_some_and(|from| mention.value.number() == Some(from));
    let other = came_from || (own == 0 && !near.is_empty());
    // A row that the clause names whole is closer to it than what says nothing of that name.
    let named = |m: &Mention| {
        let row = &sources.places[m.place as usize];
        let labels = &row.labels;
        row.is_row
            && m.place != mention.place
            && !labels.is_empty()
            && shared_of(labels, mention, sources) < labels.len()
            && labels.iter().all(|label| context.near.binary_search(label).is_ok())
    };
    find(claim, context, search, say, &|m| other || (hardly && all(m) + 1 >= least) || as_well(m) || named(m))
        .or_else(|| if mention.noun.is_some() { None } else { find_recounted(claim, context, search, say) })
}

/// Where a figure of some digits stands that counts something by another name: `310 users` for `310 people`.
fn find_recounted(claim: &Quantity, context: &Context<'_>, search: &Search<'_>, say: Say) -> Option<Judgement> {
    let sources = search.sources();
    let is_it = |m: &Mention| {
        digits_of(claim) >= TELLING_IN_UNIT
            && m.kind == claim.kind
            && context.measure.is_none()
            && m.measure.is_none()
            && !counts_the_same(claim, context, m)
            && in_period(context, m)
            && agrees(claim, context, m, sources)
    };
    let (mention, actual) = standing(claim, context, sources, &is_it)?;
    Some(value_only(claim, mention, actual, sources, say))
}

/// Whether a source prints the claim's value at all, whatever it tells of it.
pub(crate) fn is_printed(claim: &Quantity, sources: &Sources) -> bool {
    let Some(claimed) = claim.value.number() else { return false };
    sources.about_size(claimed, half(claim.step)).take(MOST_EQUAL).any(|m| comparable(claim, m))
}

/// The digits of the claimed figure as one number, without trailing zeros.
fn digits_of(claim: &Quantity) -> u128 {
    claim.value.number().map_or(0, |v| v.normalize().mantissa().unsigned_abs())
}

/// How many of these words stand in a value's place or over it.
pub(super) fn shared_of(words: &[Stem], mention: &Mention, sources: &Sources) -> usize {
    let place = &sources.places[mention.place as usize];
    let heading = mention.column.and_then(|column| sources.columns.get(column as usize));
    let said = |stem: Stem| place.says(stem) || heading.is_some_and(|own| own.labels.binary_search(&stem).is_ok());
    words.iter().filter(|stem| said(**stem) || synonyms(**stem).any(said)).count()
}

/// A passage that shares fewer of the words of a claim and its sentence, in thousandths, is hardly about the claim,
const LEAST_SHARED: usize = 400;
/// where of the claim's own clause it has no more than so many words
const FEW_SHARED: usize = 1;
/// and the sentence has at least so many.
const MANY_WORDS: usize = 6;

/// Where the claim's value stands, if it is `likely` there.
fn find(
    claim: &Quantity,
    context: &Context<'_>,
    search: &mut Search<'_>,
    say: Say,
    likely: &dyn Fn(&Mention) -> bool,
) -> Option<Judgement> {
    search.ask(context);
    let sources = search.sources();
    let is_it = |mention: &Mention| {
        agrees(claim, context, mention, sources)
            && counts_the_same(claim, context, mention)
            && in_period(context, mention)
            && likely(mention)
            && (sources.titles.of_one() || search.knows(sources.places[mention.place as usize].source))
    };
    let (mention, actual) = standing(claim, context, sources, &is_it)?;
    Some(value_only(claim, mention, actual, sources, say))
}

/// Where a telling value stands, whatever is told of it there.
fn find_alone(claim: &Quantity, context: &Context<'_>, search: &Search<'_>, say: Say) -> Option<Judgement> {
    let sources = search.sources();
    let known = context.names.iter().any(|name| search.is_known(*name));
    // Another one's figure, where both are named.
    let of_another = |m: &Mention| {
        let place = &sources.places[m.place as usize];
        let heading = m.column.and_then(|c| sources.columns.get(c as usize)).map_or(&[][..], |column| &column.labels);
        let said = |name: &Stem| place.says(*name) || heading.binary_search(name).is_ok();
        known && (place.is_row || !place.names.is_empty()) && !context.names.iter().any(said)
    };
    let is_it = |m: &Mention| {
        is_telling(claim, context, m) && in_period(context, m) && !of_another(m) && agrees(claim, context, m, sources)
    };
    let (mention, actual) = standing(claim, context, sources, &is_it)?;
    Some(value_only(claim, mention, actual, sources, say))
}

/// Whether a value is in the claim's unit and nothing beside it says otherwise.
pub(super) fn agrees(claim: &Quantity, context: &Context<'_>, mention: &Mention, sources: &Sources) -> bool {
    comparable(claim, mention)
        && !unit_differs(claim, mention, sources)
        && !opposed(context, mention, sources)
        && named_instead(claim, context, mention, sources).is_none()
}

/// The first value of the claim's size that `is_it`, as the claim means it.
fn standing<'s>(
    claim: &Quantity,
    context: &Context<'_>,
    sources: &'s Sources,
    is_it: &dyn Fn(&Mention) -> bool,
) -> Option<(&'s Mention, Decimal)> {
    let claimed = claim.value.number()?;
    let gap = half(claim.step);
    let about = |size: Decimal, gap: Decimal| {
        let equal = sources.about_size(size, gap).take(MOST_EQUAL);
        equal.filter(|mention| is_it(mention)).find_map(|mention| {
            let near = |v: &Decimal| claimed.checked_sub(*v).is_some_and(|off| off.abs() <= half(claim.step));
            Some((mention, readings(sources, mention, claim, context).into_iter().find(near)?))
        })
    };
    // `Two days` are the 48 hours of the source.
    let in_unit = |unit: Measure| about(context.measure?.converted(claimed, unit)?, Decimal::ZERO);
    let units = || context.measure.into_iter().flat_map(Measure::alike).find_map(in_unit);
    about(claimed, gap).or_else(units)
}

fn value_only(claim: &Quantity, mention: &Mention, actual: Decimal, sources: &Sources, say: Say) -> Judgement {
    let at = evidence(sources, mention, mention.span, Value::Number(actual));
    let source = source_id(sources, mention);
    Judgement {
        status: Status::Unverifiable,
        confidence: Number(0.0),
        nearest: Some(Nearest {
            value: Value::Number(actual).to_claim_value(),
            text: printed(sources, mention).to_owned(),
            difference_percent: claim.value.number().and_then(|claimed| difference_percent(claimed, actual)),
            source: Some(source.to_owned()),
            fact: None,
            span: at.span,
            utf16: at.utf16,
        }),
        evidence: Vec::new(),
        derivation: None,
        reasons: vec![say.value_only(source, printed(sources, mention))],
    }
}

/// Whether the sources call several things by words that may stand for each of the claim's own: then its value is that of one of them.
fn may_mean_several(context: &Context<'_>, sources: &Sources) -> bool {
    let known = |stem: &Stem| sources.term(*stem).is_some();
    let several = |stem: &Stem| !known(stem) && synonyms(*stem).filter(known).count() > 1;
    !context.near.is_empty() && context.near.iter().all(several)
}

/// Whether the figure is one that chance would hardly have put there: it has many digits, or some and counts the same thing.
fn is_telling(claim: &Quantity, context: &Context<'_>, mention: &Mention) -> bool {
    let digits = digits_of(claim);
    let same_measure =
        context.measure.is_some_and(|own| mention.measure.is_some_and(|printed| !own.is_unlike(printed)));
    let same_noun = context.noun.is_some() && context.noun == mention.noun;
    let in_unit = matches!(claim.kind, ClaimKind::Currency | ClaimKind::Percentage) && claim.kind == mention.kind;
    digits >= TELLING || same_measure || same_noun || (in_unit && digits >= TELLING_IN_UNIT)
}
