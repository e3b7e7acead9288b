//! The claimed figure itself, where no passage shares the claim's words: a source has this very value, in words of its own.
//!
//! Source: document 2, "Document Verification": a value that stands somewhere is no evidence. So such a claim is not supported; but an
//! answer may well call `€231.20 in total` what `it ends up costing`, and then nothing speaks against it either. It is unverifiable,
//! with the passage to look at, and the answer is not clean. Only asked where no passage is about the claim's subject, or where the
//! one that was found shares so little with a long sentence that it may well be about something else.
//!
//! ```text
//! The warranty ends after 24 months.     It is covered for two years.       ->   unverifiable, value_only
//! The warranty ends after 24 months.     You have 24 days to return it.     ->   unsupported: days are no months
//! ```

use groundcheck_types::{ClaimKind, Nearest, Number, Status};
use rust_decimal::Decimal;

use super::Judgement;
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
use crate::lexicon::synonyms;

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
    find(claim, context, search, say, &|m| {
        let shared = shared_of(&context.near, m, sources) + shared_of(&context.far, m, sources);
        is_telling(claim, context, m) || shared > 0
    })
}

/// The same where a passage that has another value was found, but shares few of the claim's words with it: then neither speaks of it
/// for sure, and the value is not contradicted by what may be about something else.
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
    let own = shared_of(&context.near, mention, sources);
    let few = own <= FEW_SHARED && (own + shared_of(&far, mention, sources)) * 1000 < words * LEAST_SHARED;
    if !few || words < MANY_WORDS {
        return None;
    }
    let all = |m: &Mention| shared_of(&context.near, m, sources) + shared_of(&context.far, m, sources);
    let least = all(mention);
    find(claim, context, search, say, &|m| all(m) + 1 >= least)
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
    let claimed = claim.value.number()?;
    let sources = search.sources();
    // Somebody else's figure is no evidence, nor is one of several things that the claim's word may mean.
    let several = || !context.near.is_empty() && context.near.iter().all(|stem| may_mean_several(*stem, sources));
    if search.is_stranger(context) || several() {
        return None;
    }
    search.ask(context);
    let is_it = |mention: &&Mention| {
        comparable(claim, mention)
            && counts_the_same(claim, context, mention)
            && in_period(context, mention)
            && likely(mention)
            && !unit_differs(claim, mention, sources)
            && !opposed(context, mention, sources)
            && named_instead(claim, context, mention, sources).is_none()
            && (sources.sources.len() == 1 || search.knows(sources.places[mention.place as usize].source))
    };
    let gap = half(claim.step);
    let about = |size: Decimal, gap: Decimal| {
        let (low, high) = (size.checked_sub(gap)?, size.checked_add(gap)?);
        let equal = sources.sized(low, high).take(MOST_EQUAL);
        equal.filter(is_it).find_map(|mention| {
            let near = |v: &Decimal| claimed.checked_sub(*v).is_some_and(|off| off.abs() <= half(claim.step));
            Some((mention, readings(sources, mention, claim, context).into_iter().find(near)?))
        })
    };
    // `Two days` are the 48 hours of the source.
    let in_unit = |unit: Measure| about(context.measure?.converted(claimed, unit)?, Decimal::ZERO);
    let units = || context.measure.into_iter().flat_map(Measure::alike).find_map(in_unit);
    let (mention, actual) = about(claimed, gap).or_else(units)?;
    let at = evidence(sources, mention, mention.span, Value::Number(actual));
    let source = source_id(sources, mention);
    Some(Judgement {
        status: Status::Unverifiable,
        confidence: Number(0.0),
        nearest: Some(Nearest {
            value: Value::Number(actual).to_claim_value(),
            text: printed(sources, mention).to_owned(),
            difference_percent: difference_percent(claimed, actual),
            source: Some(source.to_owned()),
            fact: None,
            span: at.span,
            utf16: at.utf16,
        }),
        evidence: Vec::new(),
        derivation: None,
        reasons: vec![say.value_only(source, printed(sources, mention))],
    })
}

/// Whether the sources call several things by words that may stand for this one of the claim's.
fn may_mean_several(stem: Stem, sources: &Sources) -> bool {
    sources.term(stem).is_none() && synonyms(stem).filter(|other| sources.term(*other).is_some()).count() > 1
}

/// Whether the figure is one that chance would hardly have put there: it has many digits, or some and counts the same thing.
fn is_telling(claim: &Quantity, context: &Context<'_>, mention: &Mention) -> bool {
    let digits = claim.value.number().map_or(0, |v| v.normalize().mantissa().unsigned_abs());
    let same_measure =
        context.measure.is_some_and(|own| mention.measure.is_some_and(|printed| !own.is_unlike(printed)));
    let same_noun = context.noun.is_some() && context.noun == mention.noun;
    let in_unit = matches!(claim.kind, ClaimKind::Currency | ClaimKind::Percentage) && claim.kind == mention.kind;
    digits >= TELLING || same_measure || same_noun || (in_unit && digits >= TELLING_IN_UNIT)
}
