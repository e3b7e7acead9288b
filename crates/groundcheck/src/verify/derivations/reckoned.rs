//! Results that an answer reckons and nobody can reckon again: `four nights with your own bedding come to £468.20`.
//!
//! Source: reading labelled answers. What such a result is made of, how many nights and whose discount, is the asker's own or stands in
//! several places, and no formula over aligned values gives it. A passage that shares next to nothing with the sentence then says
//! nothing against it; nor does one that was not found. It is unverifiable, and the answer is not clean. Where a passage does speak of
//! it, where a formula gives something else, or where a source prints the very value about something else, that stands.
//!
//! ```text
//! Double room: €89 a night.    Three nights would come to €287.     ->   unverifiable, not_recomputed
//! Double room: €89 a night.    A double room costs €287.            ->   contradicted, €89
//! ```

use core::ops::Range;

use groundcheck_types::{ClaimKind, ClaimValue, Status};
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;

use super::Derivations;
use crate::claims::Quantity;
use crate::verify::Judgement;
use crate::verify::by_value;
use crate::verify::context::Context;
use crate::verify::documents::source_id;
use crate::verify::measured;
use crate::verify::prepare::{Mention, Sources};

/// How it is told before a value that it was reckoned, in lower case; at most so many tokens before it.
const RECKONS: &[&str] = &[
    "pay",
    "paying",
    "owe",
    "owes",
    "save",
    "saves",
    "saving",
    "would",
    "you'd",
    "they'd",
    "he'd",
    "she'd",
    "we'd",
    "aside",
    "doubles",
    "doubled",
    "comes",
    "come",
    "coming",
    "adds",
    "add",
    "adding",
    "works",
    "makes",
    "making",
    "brings",
    "bring",
    "altogether",
    "together",
    "left",
    "leaves",
    "short",
    "difference",
    "תשלמו",
    "תשלם",
    "תשלמי",
    "ישלם",
    "ישלמו",
    "יעלה",
    "יעלו",
    "תעלה",
    "תחסכו",
    "תחסוך",
    "תחסכי",
    "חוסך",
    "חוסכים",
    "יחסוך",
    "יסתכם",
    "יסתכמו",
    "יוחזרו",
    "חסרו",
    "חסר",
    "נותרו",
    "נותר",
    "כלומר",
    "שהם",
    "יחד",
    "ביחד",
];
const BEFORE: usize = 10;
/// The same behind it: how far one thing lies from another.
const LIES: &[&str] = &[
    "more",
    "less",
    "fewer",
    "cheaper",
    "dearer",
    "longer",
    "shorter",
    "short",
    "higher",
    "lower",
    "ahead",
    "behind",
    "clear",
    "extra",
    "altogether",
    "together",
    "left",
    "heavier",
    "lighter",
    "apart",
    "warmer",
    "cooler",
    "older",
    "younger",
    "faster",
    "slower",
    "larger",
    "smaller",
    "bigger",
    "wider",
    "taller",
    "above",
    "below",
    "יותר",
    "פחות",
    "יחד",
    "ביחד",
];
const BEHIND: usize = 3;
/// What a count is set against stands behind one of these.
const THAN: &[&str] = &["than", "of", "behind", "short", "clear", "ahead", "left", "apart", "מאשר", "מ"];
/// A passage that shares this part of the claim's own words, or more, speaks of it: one in so many.
const SPEAKS: usize = 3;
/// Of values so large at most this many are looked at.
const MOST_EQUAL: usize = 64;

impl Derivations<'_> {
    /// What becomes of a flagged claim that the answer reckons; `None` where something speaks against it.
    pub(crate) fn reckoned(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        judged: &Judgement,
        sources: &Sources,
    ) -> Option<Judgement> {
        let is_amount = matches!(claim.kind, ClaimKind::Currency | ClaimKind::Number | ClaimKind::Percentage);
        let flagged = matches!(judged.status, Status::Contradicted | Status::Unsupported);
        if !is_amount
            || !flagged
            || judged.derivation.is_some()
            || !self.is_reckoned(claim, &context.range, context.amounts)
        {
            return None;
        }
        if speaks(judged, context, sources) {
            return None;
        }
        let printed = by_value::is_printed(claim, sources);
        (!printed).then(|| Judgement::bare(Status::Unverifiable, self.say.not_recomputed()))
    }

    fn is_reckoned(&self, claim: &Quantity, range: &Range<usize>, amounts: usize) -> bool {
        let (first, last) = (claim.first as usize, claim.last as usize);
        let adds_up = |at: usize| {
            let is = |at: usize, words: &[&str]| {
                self.spoken.tokens.get(at).is_some_and(|t| t.is_one_of(self.spoken.text, words))
            };
            is(at, &["add", "adds"]) && is(at + 1, &["up"])
        };
        // What adds up is a sum, which is reckoned over the sources; so is one of which all is told: `80 m² at $46.15 each`.
        let before = self.spoken.tokens.get(range.start..first).unwrap_or_default();
        let told = amounts > 2 && before.iter().any(|t| t.is_one_of(self.spoken.text, &["each", "apiece"]));
        if told || (range.start.max(first.saturating_sub(BEFORE))..first).any(adds_up) {
            return false;
        }
        let says = |tokens: Range<usize>, list: &[&str]| {
            let tokens = self.spoken.tokens.get(range.start.max(tokens.start)..range.end.min(tokens.end));
            tokens.unwrap_or_default().iter().any(|t| t.is_one_of(self.spoken.text, list))
        };
        // `Plans to open 30 more` sets nothing against anything.
        let counts =
            claim.kind == ClaimKind::Number && measured::of(self.spoken.text, self.spoken.tokens, claim).is_none();
        let lies = says(last..last.saturating_add(BEHIND), LIES);
        says(first.saturating_sub(BEFORE)..first, RECKONS) || (lies && (!counts || says(last..range.end, THAN)))
    }
}

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
