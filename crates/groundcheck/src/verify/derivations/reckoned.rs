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
//! Dog: €12 a stay.             Two nights are €178, the dog is €12, so €190 for us both, €95 each.
//!                                                                   ->   €95: unverifiable, one of several steps
//! ```
//!
//! A sentence that reckons in several steps ([`STEP`]) is told by no one passage, however much of it that shares. Where it shows the two
//! amounts that a value was reckoned from right behind it, that can be reckoned again, and what is found stands.

use core::ops::Range;

use groundcheck_types::{ClaimKind, ClaimValue, Status};
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;

use super::Derivations;
use crate::claims::Quantity;
use crate::document::token::{Kind, Token};
use crate::lexicon::Lex;
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
/// How it is told right before or behind a value that it is one of several steps. Of labelled everyday answers' flagged values that no
/// source prints, in sentences of four amounts and more, few such ones are wrong: fewer than among all values.
const STEP: &[&str] = &[
    "so",
    "would",
    "more",
    "less",
    "fewer",
    "each",
    "save",
    "saves",
    "saving",
    "comes",
    "come",
    "came",
    "works",
    "makes",
    "another",
    "left",
    "remains",
    "together",
    "altogether",
    "combined",
    "half",
    "twice",
    "times",
    "average",
    "difference",
    "meaning",
    "therefore",
    "יותר",
    "פחות",
    "כלומר",
    "בסך",
    "סך",
    "הפרש",
    "בהפרש",
    "עוד",
    "יחד",
    "תוספת",
    "שהם",
    "ממוצע",
    "בממוצע",
    "נותר",
    "נותרו",
    "חיסכון",
    "חוסך",
    "אחד",
];
/// At least so many amounts make several steps.
const STEPS: usize = 4;
/// What a value was reckoned from begins at most so many tokens behind it,
const REACH: usize = 12;
/// with a word or a bracket so close before its first amount.
const OPERANDS: usize = 2;
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
        if !is_amount || !flagged || judged.derivation.is_some() {
            return None;
        }
        let alone = || self.is_reckoned(claim, &context.range) && !speaks(judged, context, sources);
        if self.adds_up(claim, &context.range, context.amounts) {
            return None;
        }
        let reckoned =
            (self.is_step(claim, context, judged, sources) && !self.shows_operands(claim, &context.range)) || alone();
        let not_recomputed = || Judgement::bare(Status::Unverifiable, self.say.not_recomputed());
        (reckoned && !by_value::is_printed(claim, sources)).then(not_recomputed)
    }

    /// Whether its sentence reckons in several steps, and the claim is one of them: `Two adults are €24 and three children €21, so €45 in
    /// all`. A passage that shares all words of its clause speaks of it.
    fn is_step(&self, claim: &Quantity, context: &Context<'_>, judged: &Judgement, sources: &Sources) -> bool {
        let (first, last) = (claim.first as usize, claim.last as usize);
        let others = || self.spoken.quantities.iter().filter(|q| q.kind != ClaimKind::Date);
        let before = others().take_while(|q| q.first < claim.first).last().map_or(0, |q| q.last as usize);
        let behind = others().find(|q| q.first > claim.first).map_or(usize::MAX, |q| q.first as usize);
        let says = |from: usize, to: usize| {
            let own = self.spoken.tokens.get(from.max(context.range.start)..to.min(context.range.end));
            own.unwrap_or_default().iter().any(|t| t.is_one_of(self.spoken.text, STEP))
        };
        let all = |m: &Mention| {
            !context.near.is_empty() && by_value::shared_of(&context.near, m, sources) == context.near.len()
        };
        context.amounts >= STEPS
            && (says(before, first) || says(last, behind.min(last + BEHIND)))
            && self.amounts(&context.range) >= STEPS
            && !shown(judged, sources).is_some_and(all)
    }

    /// The amounts of a sentence, a range as one.
    fn amounts(&self, range: &Range<usize>) -> usize {
        let own =
            self.spoken.quantities.iter().filter(|q| q.kind != ClaimKind::Date && range.contains(&(q.first as usize)));
        let mut last: Option<&Quantity> = None;
        let starts = own.filter(|q| {
            let before = last.replace(q);
            let between = before.and_then(|before| self.spoken.tokens.get(before.last as usize..q.first as usize));
            !matches!(between, Some([to]) if to.lex == Lex::To || to.ch == b'-')
        });
        starts.count()
    }

    /// Whether the sentence shows right behind a value what it was reckoned from, which can be reckoned again: `is $975 million ($1,111
    /// million and $839 million)`, `down 58 %, from $6,823 to $7,385`.
    fn shows_operands(&self, claim: &Quantity, range: &Range<usize>) -> bool {
        let (text, tokens) = (self.spoken.text, self.spoken.tokens);
        let behind = || self.spoken.quantities.iter().filter(|q| q.first >= claim.last && q.kind != ClaimKind::Date);
        let Some(first) = behind().next().map(|q| q.first as usize) else { return false };
        let begins = |t: &Token| t.ch == b'(' || t.is_one_of(text, &["from"]);
        let start = (claim.last as usize).max(first.saturating_sub(OPERANDS))..first;
        let ends = |t: &Token| t.kind == Kind::Newline || matches!(t.ch, b')' | b';' | b':');
        let end = tokens.iter().take(range.end).skip(first).position(ends).map_or(range.end, |at| first + at);
        let near = (claim.last as usize..first).len() <= REACH;
        near && tokens.get(start).unwrap_or_default().iter().any(begins)
            && behind().take(3).filter(|q| (q.first as usize) < end).count() == 2
    }

    /// Whether it is a sum, which is reckoned over the sources, or one of which all is told: `80 m² at $46.15 each`.
    fn adds_up(&self, claim: &Quantity, range: &Range<usize>, amounts: usize) -> bool {
        let first = claim.first as usize;
        let is = |at: usize, words: &[&str]| {
            self.spoken.tokens.get(at).is_some_and(|t| t.is_one_of(self.spoken.text, words))
        };
        let adds_up = |at: usize| is(at, &["add", "adds"]) && is(at + 1, &["up"]);
        let before = self.spoken.tokens.get(range.start..first).unwrap_or_default();
        let told = amounts > 2 && before.iter().any(|t| t.is_one_of(self.spoken.text, &["each", "apiece"]));
        told || (range.start.max(first.saturating_sub(BEFORE))..first).any(adds_up)
    }

    fn is_reckoned(&self, claim: &Quantity, range: &Range<usize>) -> bool {
        let (first, last) = (claim.first as usize, claim.last as usize);
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
