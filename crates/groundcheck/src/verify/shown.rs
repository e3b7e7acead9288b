//! The passage that a judgement shows against a claim, and whether it speaks of it.

use groundcheck_types::ClaimValue;
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;

use super::context::Context;
use super::documents::source_id;
use super::prepare::{Mention, Sources};
use super::{Judgement, by_value};

/// At most this many values of one size are looked at.
const MOST_EQUAL: usize = 64;
/// A passage speaks of a claim where it shares one of so many of its clause's words.
const SPEAKS: usize = 3;

/// Whether a judgement shows a passage that speaks of the claim: one that shares a good part of its clause's words.
pub(crate) fn speaks(judged: &Judgement, context: &Context<'_>, sources: &Sources) -> bool {
    let shares =
        |mention: &Mention| by_value::shared_of(&context.near, mention, sources) * SPEAKS >= context.near.len();
    judged.nearest.is_some() && shown(judged, sources).is_none_or(shares)
}

/// The value that a judgement shows as what the sources say.
pub(crate) fn shown<'s>(judged: &Judgement, sources: &'s Sources) -> Option<&'s Mention> {
    let nearest = judged.nearest.as_ref()?;
    let ClaimValue::Number(value) = &nearest.value else { return None };
    let value = Decimal::from_f64(value.0)?;
    let gap = value.abs().checked_div(Decimal::from(1_000_000))?;
    let mut alike = sources.about_size(value, gap).take(MOST_EQUAL);
    alike.find(|m| Some(m.span) == nearest.span && Some(source_id(sources, m)) == nearest.source.as_deref())
}
