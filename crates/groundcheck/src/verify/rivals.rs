//! The amount of a sentence that a claim names instead of the one whose value it has: `York has 14 vans` where the Leeds depot has 14.
//!
//! Source: the design's section 3, "Alignment": a value that stands somewhere is no evidence.

use super::context::Context;
use super::parallel::{self, Asked, Label};
use super::prepare::{Mention, Sources};
use super::readings::readings;
use super::search::{comparable, counts_the_same, in_period};
use crate::claims::{Quantity, Value};

/// At most this many amounts of a sentence are looked at for the one that is named.
const MOST_RIVALS: usize = 32;

/// The amount of the same sentence that the claim's words name instead of this one: `York has 14 vans` where the Leeds depot has 14.
pub(crate) fn named_instead<'s>(
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
            && parallel::names_other(&asked, place, mention, other)
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
