//! The numbers of an answer that a claim may be computed from, or that came about as it does.

use groundcheck_types::ClaimKind;

use crate::verify::candidate::operand::{Certainty, Own};
use crate::verify::candidate::pattern::Pattern;
use crate::verify::candidate::query::Query;

/// The answer's other numbers: those of earlier sentences, and those of the claim's own.
pub(crate) struct Others<'t> {
    told: &'t [Own],
    beside: &'t [Own],
    at: usize,
    pub(super) line: u32,
}

/// Two values closer than this share are told alike.
pub(super) const EQUAL: f64 = 5e-4;

impl<'t> Others<'t> {
    /// Those of the claim at this place of its sentence.
    pub(crate) fn of(at: usize, told: &'t [Own], beside: &'t [Own]) -> Self {
        Others { told, beside, at, line: beside.first().map_or(0, |own| own.line) }
    }

    /// The numbers of earlier sentences.
    pub(crate) fn told(&self) -> &'t [Own] {
        self.told
    }

    /// The numbers before the claim, the last ones first.
    pub(crate) fn before(&self) -> impl Iterator<Item = &'t Own> + Clone {
        let beside = self.beside.get(..self.at).unwrap_or_default();
        self.told.iter().chain(beside).rev()
    }

    /// The numbers before the claim that it may be the sum of: of its kind, of what it counts where it says that, and none that a later
    /// number is computed from. The last ones first.
    pub(crate) fn unused(&self, query: &Query<'_, '_>) -> impl Iterator<Item = &'t Own> + Clone {
        let (kind, noun, measure) = (query.kind(), query.context.noun, query.context.measure);
        let is_like = move |own: &&Own| {
            own.quantity.kind == kind
                && own.used < Certainty::Surely
                && (kind != ClaimKind::Number
                    || ((noun.is_none() || own.noun == noun) && (measure.is_none() || own.measure == measure)))
        };
        self.before().filter(is_like)
    }

    /// Whether another number of the answer is so much: 2 in the claim's sentence, 1 before it.
    pub(super) fn tells(&self, size: f64, claim: u32) -> i16 {
        let is_it = |own: &Own| {
            own.quantity.span.start != claim && own.size.is_some_and(|told| (told - size).abs() <= EQUAL * size)
        };
        if self.beside.iter().any(is_it) { 2 } else { i16::from(self.told.iter().any(is_it)) }
    }

    /// The number before it that is most like it: at its place in the last sentence that has one of its kind there, else the last one.
    pub(crate) fn like(&self, query: &Query<'_, '_>) -> Option<(&'t Own, &'t Pattern)> {
        let mut known = self.before().filter_map(|own| Some((own, own.pattern.as_ref()?)));
        let of_kind = |(own, _): &(&Own, &Pattern)| own.quantity.kind == query.kind();
        let parallel = |(own, _): &(&Own, &Pattern)| own.line != self.line && own.ordinal == query.ordinal.0;
        known.clone().find(|own| of_kind(own) && parallel(own)).or_else(|| known.find(of_kind))
    }
}
