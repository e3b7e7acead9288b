//! Whether a value of the sources may be what a claim tells at all: of its kind, in its unit, counting the same thing.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::MANY_VALUES;
use crate::claims::{Quantity, Value};
use crate::lexicon::Stem;
use crate::lexicon::measure::Measure;
use crate::verify::context::Context;
use crate::verify::prepare::{Mention, Place, Sources};
use crate::verify::words::count_people;

/// Whether the claim may mean this value: a plain number of a table may be money, a percentage or a ratio; so may one that is written as
/// amounts are, above which a heading may say so. What a sentence counts or measures is what it says.
pub(crate) fn comparable(claim: &Quantity, mention: &Mention) -> bool {
    use ClaimKind as K;
    let says = (mention.measure, mention.noun);
    let plain = is_plain(mention.kind, says, (mention.column.is_some(), mention.like_amount));
    match claim.kind {
        K::Currency => mention.kind == K::Currency || plain,
        // In a table in thousands a percentage is told as it is printed.
        K::Percentage => mention.kind == K::Percentage || (plain && (!mention.scaled || !mention.also.is_empty())),
        K::Ratio => matches!(mention.kind, K::Ratio | K::Number),
        K::Number => !matches!(mention.kind, K::Date | K::Percentage | K::Time),
        K::Time => mention.kind == K::Time,
        K::Date | K::Statement | K::Quotation | K::Identifier | K::Link | K::Citation | K::Name => false,
    }
}

/// Whether a printed number says of nothing what it is, so that it may be money, a percentage or anything: it measures nothing, and stands
/// in a table, or counts nothing and is written as amounts are.
pub(crate) fn is_plain(
    kind: ClaimKind,
    (measure, noun): (Option<Measure>, Option<Stem>),
    (is_cell, like_amount): (bool, bool),
) -> bool {
    kind == ClaimKind::Number && measure.is_none() && (is_cell || (like_amount && noun.is_none()))
}

/// Whether both count the same thing, where both say what they count: `214 stores` is not about `31 states`.
pub(crate) fn counts_the_same(claim: &Quantity, context: &Context<'_>, mention: &Mention) -> bool {
    // The 1 of `Scope 1` counts nothing, so it is no count of thousands gone wrong.
    let label = context.is_count && mention.column.is_none() && mention.noun.is_none();
    let size = |value: Value| value.number().unwrap_or_default().abs();
    if label && size(mention.value) < Decimal::ONE_HUNDRED && size(claim.value) >= Decimal::ONE_THOUSAND {
        return false;
    }
    // Nor is what is measured money, either way.
    let money = |kind| kind == ClaimKind::Currency;
    if (context.measure.is_some() && money(mention.kind)) || (money(claim.kind) && mention.measure.is_some()) {
        return false;
    }
    // Nor do hours measure inches; of days they are so many.
    if let (Some(claimed), Some(own)) = (context.measure, mention.measure) {
        return !claimed.is_unlike(own);
    }
    // Nor is what is counted.
    if context.counts_things && money(mention.kind) {
        return false;
    }
    match (context.noun, mention.noun) {
        (Some(claimed), Some(counted)) => {
            // `251,379 primary services units` are `primary service units`.
            let near = mention.near.as_deref().unwrap_or_default();
            let both = || context.near.binary_search(&counted).is_ok() && near.binary_search(&claimed).is_ok();
            // `418 of 460 pass`: what follows a whole is said of its part.
            let of_whole = || context.partner.is_some() && near.binary_search(&claimed).is_ok();
            claimed == counted || count_people(claimed, counted) || of_whole() || both()
        }
        // `30 more` names nothing; its sentence may.
        (None, Some(counted)) if context.is_count => {
            context.near.binary_search(&counted).is_ok() || context.far.binary_search(&counted).is_ok()
        }
        _ => true,
    }
}

/// Whether a value without a unit may be one in the claim's unit: not in a sentence, which has the unit beside its value or says it
/// before, nor in a row that has such a value, nor in a column whose cells say what they are in.
pub(crate) fn fits_unit(
    claim: &Quantity,
    context: &Context<'_>,
    place: &Place,
    mention: &Mention,
    sources: &Sources,
) -> bool {
    if mention.measure.is_some() || mention.kind != ClaimKind::Number {
        return true;
    }
    let column = mention.column.and_then(|c| sources.columns.get(c as usize));
    let others = || place.mentions.clone().take(MANY_VALUES).map(|i| &sources.mentions[i as usize]);
    // Beside `Median price ($000)` what stands under `Homes sold` is no money.
    let is_money = |m: &Mention| m.kind == ClaimKind::Currency || m.unit.is_some_and(|unit| unit != "%");
    let counted = column.is_some_and(|column| column.counted);
    if claim.kind == ClaimKind::Currency && mention.unit.is_none() && counted && others().any(is_money) {
        return false;
    }
    // Under `1.19 kg` and `€899` a bare number is no money.
    if claim.kind == ClaimKind::Currency && column.is_some_and(|column| column.measured && column.priced) {
        return false;
    }
    let Some(claimed) = context.measure else { return true };
    if column.is_some_and(|column| column.measured) {
        return false;
    }
    if mention.column.is_none() {
        return context.noun.is_some_and(|noun| place.says(noun));
    }
    let alike = |m: &Mention| m.measure.is_some_and(|own| !own.is_unlike(claimed));
    !others().any(alike)
}
