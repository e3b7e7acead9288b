//! What a printed value may mean to a claim: with or without its sign, in its table's scale, in the claim's unit.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::context::Context;
use super::prepare::{Mention, Sources};
use crate::claims::{Quantity, Value};

pub(crate) fn unit_differs(claim: &Quantity, mention: &Mention, sources: &Sources) -> bool {
    let evidence = mention.unit.or(sources.currency.filter(|_| claim.unit.is_some_and(|u| u != "%")));
    matches!((claim.unit, evidence), (Some(a), Some(b)) if a != b && b != "%" && a != "%")
}

/// What the value may mean to a claim of this sign: a bracketed outflow is spoken of without its sign.
pub(crate) fn readings(sources: &Sources, mention: &Mention, claim: &Quantity, context: &Context<'_>) -> Vec<Decimal> {
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
