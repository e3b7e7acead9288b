//! The numbers of an answer before a claim, which it may be computed from: what they rest on, and whether a source bears them out.

use groundcheck_types::{ClaimKind, Evidence};

use super::candidate::compute::Formula;
use super::candidate::look_up::{self, LookUp};
use super::candidate::operand::{Certainty, Operand, Own, number_at};
use super::evidence::{evidence, quote};
use super::prepare::Mention;
use super::score::decision::Known;

/// So many other numbers have to be off by the claim's factor.
const LEAST_SCALED: usize = 2;
/// Two factors that are closer than this share are one.
pub(super) const SAME_FACTOR: f64 = 0.005;

/// The answer's numbers before a claim, decided already.
pub(crate) struct Before<'a> {
    pub(crate) opening: &'a [Own],
    pub(crate) told: &'a [Own],
    pub(crate) beside: &'a [Own],
}

impl Before<'_> {
    /// The number that begins at this byte.
    fn number(&self, at: u32) -> Option<&Own> {
        [self.beside, self.told, self.opening].into_iter().find_map(|all| all.get(number_at(all, at)?))
    }

    /// What it rests on.
    pub(super) fn rests_on(&self, at: u32) -> &[Evidence] {
        self.number(at).map_or(&[], |own| &own.rests_on)
    }

    /// Whether other numbers before the claim are as many times what is printed as the claim is: a recipe for twice as many people is no
    /// mistake. A power of ten is a scale gone wrong.
    pub(super) fn are_scaled_alike(&self, known: &Known<'_, '_, '_>) -> bool {
        let Some(factor) = look_up::likeliest(known.look_ups).and_then(|l| l.factor) else { return false };
        let power = libm::log10(factor.abs());
        let same = |own: &&Own| own.factor.is_some_and(|own| (own - factor).abs() <= SAME_FACTOR * factor.abs());
        (power - libm::round(power)).abs() > SAME_FACTOR
            && self.told.iter().chain(self.beside).filter(same).count() >= LEAST_SCALED
    }
}

/// Where a value is printed.
pub(super) fn shown(look_up: &LookUp, known: &Known<'_, '_, '_>) -> Option<Evidence> {
    Some(evidence(known.sources, known.mention(look_up)?, look_up.span, look_up.value))
}

/// The passage that an operand stands in.
fn passage(operand: &Operand, known: &Known<'_, '_, '_>, before: &Before<'_>) -> Option<Evidence> {
    if let Some(look_up) = operand.look_up {
        return shown(known.look_ups.get(look_up as usize)?, known);
    }
    if let Some((source, span)) = operand.timed {
        return Some(quote(known.sources.sources.get(source as usize)?, span));
    }
    // A number of the answer rests on what it was supported by, or on where a source prints it.
    if let Some(first) = operand.own.and_then(|own| before.rests_on(own.at).first()) {
        return Some(first.clone());
    }
    if operand.kind == ClaimKind::Date {
        return None;
    }
    let mut places = known.sources.indices_of_size(operand.shown);
    let like = |at: &Mention| at.kind == operand.kind || operand.kind != ClaimKind::Currency;
    let at = places.find_map(|at| known.sources.mentions.get(at as usize).filter(|m| like(m)))?;
    Some(evidence(known.sources, at, at.span, at.value))
}

/// The passages that a formula's operands stand in.
pub(super) fn rests_on(formula: &Formula, known: &Known<'_, '_, '_>, before: &Before<'_>) -> Vec<Evidence> {
    formula.among(&known.computed.operands).filter_map(|operand| passage(operand, known, before)).collect()
}

/// The same, where each operand stands in a passage, or is a number of the answer that is printed or comes of numbers before it: the claim is
/// no surer than that one. A number that nothing gives bears none out, however likely it is, and numbers without a passage among them none.
pub(super) fn borne_out(formula: &Formula, known: &Known<'_, '_, '_>, before: &Before<'_>) -> Option<Vec<Evidence>> {
    let given = |own: &Own| own.probability.is_some() && (own.printed.is_some() || own.result > Certainty::Not);
    let weighed = |operand: &Operand| operand.own.and_then(|own| before.number(own.at)).is_some_and(given);
    let mut out = Vec::with_capacity(formula.operands.len());
    for operand in formula.among(&known.computed.operands) {
        match passage(operand, known, before) {
            Some(evidence) => out.push(evidence),
            None if weighed(operand) => {}
            None => return None,
        }
    }
    Some(out).filter(|out| !out.is_empty())
}
