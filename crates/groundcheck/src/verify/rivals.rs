//! The amount of a sentence that a claim names instead of the one whose value it has: `York has 14 vans` where the Leeds depot has 14.
//!
//! Source: the design's section 3, "Alignment": a value that stands somewhere is no evidence.

use super::context::Context;
use super::parallel::{self, Asked, Label};
use super::prepare::{Mention, Sources};
use super::search::{comparable, counts_the_same, in_period};
use crate::claims::Quantity;

/// At most this many amounts of a sentence are looked at for the one that is named.
const MOST_RIVALS: usize = 32;

/// Whether the claim's words name another amount of the same sentence instead of this one, whatever its own value is: `York has 14 vans` of
/// the 14 of Leeds.
pub(crate) fn names_another(
    asked: &Asked<'_, '_>,
    (claim, context): (&Quantity, &Context<'_>),
    mention: &Mention,
    sources: &Sources,
) -> bool {
    // What a value was before is told of whatever the one after it is of.
    let told_otherwise = mention.ordered || context.stance.former || context.partner.is_some();
    if mention.labels.is_empty() || told_otherwise {
        return false;
    }
    let place = &sources.places[mention.place as usize];
    // `Exports to Japan grew 11% and exports to Korea 3%`: a name is enough.
    let alike = |a: &Mention, b: &Mention| a.stance.former == b.stance.former && a.stance.change == b.stance.change;
    let is_rival = |other: &Mention| {
        other.span != mention.span
            && !other.ordered
            && other.value != mention.value
            && (alike(other, mention) || other.labels.iter().any(Label::is_name))
            && comparable(claim, other)
            && counts_the_same(claim, context, other)
            && in_period(context, other)
            && parallel::names_other(asked, place, mention, other)
    };
    place.mentions.clone().take(MOST_RIVALS).any(|i| is_rival(&sources.mentions[i as usize]))
}
