//! What the sources imply but do not print: changes, sums, differences, shares, ratios and averages of their values.
//!
//! Source: the design's section 3, "Derivations". Chance is the risk: any pair of cells gives some number. So the sentence's words
//! name the operation ([`operation`]), its words and periods the operands ([`operands`]), and only then is the value looked at.
//!
//! ```text
//! revenue of $1,496.5 million in 2019, up 24.4 %   ->   (1,496.5 − 1,202.9) / 1,202.9 = 24.4 %
//! ```

mod candidates;
mod facts;
mod formula;
mod gather;
mod implied;
mod lists;
mod metrics;
mod operands;
mod operation;
mod outcome;
mod outline;
mod pairs;
mod prose;
mod sentence;
mod spans;
mod stated;
mod whole;

use std::rc::Rc;

use groundcheck_types::{ClaimKind, ClaimValue, Evidence, Policy, Status};
use rust_decimal::Decimal;

use self::formula::results;
pub(crate) use self::operands::end;
use self::operands::{Chooser, Chosen};
use self::operation::{Operands, Operation, Reading};
use self::outcome::{Outcome, is_far, signed};
pub(crate) use self::sentence::Spoken;
use self::sentence::{Pieces, Said};
pub(crate) use self::stated::{LISTED_WITHIN, says_more};
use super::Judgement;
use super::context::Context;
use super::prepare::{Mention, Sources};
use super::readings::half;
use super::reasons::Say;
use super::search::Search;
use super::tolerance::Tolerances;
use crate::claims::{Quantity, to_f64};

/// Operands that fit this well, in thousandths of the best, are equally meant.
const SAME_FIT: u32 = 960;
/// Those whose values the answer states itself need fit only this well.
const STATED_FIT: u32 = 500;
/// Operands that fit this well, in thousandths of others that they hold and add to, are meant before those.
const FEWER_FIT: u32 = 900;
/// The same for a list that is summed up: its parts name it, and nothing else does.
const FEWER_SUMMED_FIT: u32 = 700;
/// At most this many choices of operands are compared with each other.
const MOST_COMPARED: usize = 64;
/// At most this many choices of operands are computed.
const MOST_CHOICES: usize = 24;

/// What earlier sentences of an answer leave to later ones.
#[derive(Debug, Clone, Default)]
pub(crate) struct Carried {
    /// The values that the answer says it computed with, each by its first token, and where the sources have them.
    operands: Vec<(u32, Evidence)>,
}

/// The derivations of one answer.
pub(crate) struct Derivations<'r> {
    pub(crate) spoken: Spoken<'r>,
    tolerances: Tolerances,
    policy: &'r Policy,
    say: Say,
    /// What the sentences so far leave to this one.
    carried: Carried,
    /// The last sentence.
    last: Read<'r>,
}

/// A sentence as all its claims need it.
#[derive(Default)]
struct Read<'r> {
    range: core::ops::Range<usize>,
    pieces: Option<Rc<Pieces<'r>>>,
}

impl<'r> Derivations<'r> {
    pub(crate) fn of(spoken: Spoken<'r>, tolerances: Tolerances, policy: &'r Policy, say: Say) -> Self {
        Derivations { spoken, tolerances, policy, say, carried: Carried::default(), last: Read::default() }
    }

    /// The same with what earlier sentences leave to these.
    pub(crate) fn with_carried(mut self, carried: Carried) -> Self {
        self.carried = carried;
        self
    }

    /// What the sentences so far leave to later ones.
    pub(crate) fn into_carried(self) -> Carried {
        self.carried
    }

    /// Judges a claim that its sentence makes the result of an operation; nothing where the sentence names none, or no operands are found.
    pub(crate) fn judge(
        &mut self,
        claim: &Quantity,
        context: &Context<'_>,
        search: &mut Search<'_>,
    ) -> Option<Judgement> {
        if let Some((_, at)) = self.carried.operands.iter().find(|(first, _)| *first == claim.first) {
            return Some(operand(at.clone(), self.policy, self.say));
        }
        // A date is no result.
        if claim.kind == ClaimKind::Date {
            return None;
        }
        search.ask(context);
        let spoken = self.spoken;
        if self.last.range != context.range {
            self.last = Read { range: context.range.clone(), pieces: None };
        }
        let pieces = self.last.pieces.get_or_insert_with(|| Rc::new(Pieces::of(spoken, context.range.clone())));
        let said = Said::of(spoken, Rc::clone(pieces), claim)?;
        let readings = operation::readings(&said, claim);
        let derived = if readings.is_empty() { None } else { self.derive(claim, context, &said, &readings, search) };
        let Some(derived) = derived else { return self.implied(claim, context, &said, &readings, search) };
        self.remember(&said, &derived);
        if derived.status == Status::Supported {
            return Some(derived);
        }
        let implied = self.printed_change(claim, context, &readings, search).or_else(|| {
            let implied = self.implied(claim, context, &said, &readings, search)?;
            (!leaves_out(&implied, &derived, &readings)).then_some(implied)
        });
        Some(implied.unwrap_or(derived))
    }

    /// What follows from the operands.
    fn derive(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        said: &Said<'_>,
        readings: &[Reading],
        search: &mut Search<'_>,
    ) -> Option<Judgement> {
        let claimed = claim.value.number()?;
        let mut choices: Vec<(&Reading, Chosen<'_>)> = Vec::new();
        let mut asked = Vec::new();
        for reading in readings {
            let operation = reading.operation;
            let mut chooser = Chooser { search: &mut *search, context, operation, claim, asked: &mut asked };
            choices.extend(chooser.choose(reading).into_iter().map(|chosen| (reading, chosen)));
        }
        let stated = said.stated();
        let level = said.level().map(|(_, level)| level);
        let of_level =
            |chosen: &Chosen<'_>| level.is_none_or(|level| chosen.cells.first().is_some_and(|cell| gives(cell, level)));
        let named = |chosen: &Chosen<'_>| {
            (!stated.is_empty() || level.is_some())
                && of_level(chosen)
                && stated.iter().all(|q| chosen.cells.iter().any(|cell| gives(cell, q)))
        };
        // The answer's own figures may be found where its grammar is not.
        if let Some(reading) = readings.first()
            && !choices.iter().any(|(_, chosen)| named(chosen))
        {
            let operation = reading.operation;
            let mut chooser = Chooser { search: &mut *search, context, operation, claim, asked: &mut asked };
            choices.extend(chooser.stated(&operation::words(said), &stated).map(|chosen| (reading, chosen)));
        }
        let sources = search.sources();
        choices.retain(|(reading, chosen)| {
            is_told(reading, &chosen.cells, claim, sources)
                && !said.names_others(reading.operation, &chosen.cells, sources)
        });
        drop_shares(&mut choices);
        crate::sort::by_key(&mut choices, |(_, chosen)| core::cmp::Reverse(chosen.fit));
        let best = choices.first().map(|(_, chosen)| chosen.fit)?;
        // Two things of one name stand in every column: the one that the words name counts.
        let numbered = said.numbered().is_some();
        choices.retain(|(reading, chosen)| !(numbered && reading.operation == Operation::Sum) || chosen.fit == best);
        let as_stated = |chosen: &Chosen<'_>| chosen.fit * 1000 >= best * STATED_FIT && named(chosen);
        // The values that the answer says it computed with choose among what its words point at.
        if choices.iter().any(|(_, chosen)| as_stated(chosen)) {
            choices.retain(|(_, chosen)| as_stated(chosen));
            // A level chooses its own cell, and says nothing of the other.
            let best = choices.first().filter(|_| level.is_some()).map_or(0, |(_, chosen)| chosen.fit);
            choices.retain(|(_, chosen)| chosen.fit * 1000 >= best * SAME_FIT);
        } else {
            choices.truncate(MOST_COMPARED);
            drop_fewer(&mut choices);
            let best = choices.first().map(|(_, chosen)| chosen.fit)?;
            choices.retain(|(_, chosen)| chosen.fit * 1000 >= best * SAME_FIT);
        }
        choices.truncate(MOST_CHOICES);
        let mut other: Option<Outcome<'_>> = None;
        for (reading, chosen) in choices {
            let operation = reading.operation;
            for actual in results(operation, &chosen.cells, claim, sources) {
                let stated = signed(operation, claimed, actual);
                let outcome = Outcome { operation, cells: chosen.cells.clone(), stated, actual };
                // Rows that nobody named must give the value as it is told, not one within tolerance.
                let by_chance = matches!(reading.operands, Operands::Column(..)) && !outcome.is_exact(claim);
                if !by_chance && outcome.holds(claim, said.comparator(claim), &self.tolerances) {
                    return Some(outcome.judgement(claim, Status::Supported, sources, self.policy, self.say));
                }
                other = other.or(Some(outcome));
            }
        }
        let other = other.filter(|other| !is_far(claimed, other.actual) && other.may_be_meant())?;
        Some(other.judgement(claim, Status::Contradicted, sources, self.policy, self.say))
    }

    /// Takes note of where the values stand that the answer says it computed with.
    fn remember(&mut self, said: &Said<'_>, derived: &Judgement) {
        // Claims come in order: what lies behind is done with.
        let here = said.first_token();
        self.carried.operands.retain(|(first, _)| *first > here);
        // Whether a level is told of the right thing is its own words' business.
        for quantity in said.stated() {
            let Some(claimed) = quantity.value.number() else { continue };
            let near = |e: &&Evidence| {
                let Some(ClaimValue::Number(value)) = &e.value else { return false };
                [1.0, 1e3, 1e6, 1e9].iter().any(|scale| {
                    (value.0.abs() * scale - to_f64(claimed.abs())).abs() <= to_f64(half(quantity.step)) + 1e-9
                })
            };
            if let Some(at) = derived.evidence.iter().find(near) {
                self.carried.operands.push((quantity.first, at.clone()));
            }
        }
    }
}

/// A value that the answer computed with, where its source has it.
fn operand(at: Evidence, policy: &Policy, say: Say) -> Judgement {
    let reason = say.matches_source(at.source.as_deref().unwrap_or_default(), &at.text, None);
    Judgement {
        status: Status::Supported,
        confidence: policy.document_confidence,
        evidence: vec![at],
        nearest: None,
        derivation: None,
        reasons: vec![reason],
    }
}

/// Whether what a hint bears out leaves out some of the parts that the sentence names: `A and B were C of D` is not said of A alone.
fn leaves_out(implied: &Judgement, derived: &Judgement, readings: &[Reading]) -> bool {
    let is = |operation: Operation| readings.iter().any(|r| r.operation == operation);
    let is_part = |e: &Evidence| derived.evidence.iter().any(|part| e.source == part.source && e.span == part.span);
    let parts = match derived.evidence.split_last() {
        Some((_, parts)) if is(Operation::Share) || is(Operation::Ratio) => parts,
        // A month over a year sums no parts.
        _ if is(Operation::Sum) && implied.evidence.len() > 1 && implied.evidence.iter().all(is_part) => {
            &derived.evidence
        }
        _ => return false,
    };
    if parts.len() < 2 {
        return false;
    }
    let is_in = |part: &&Evidence| implied.evidence.iter().any(|e| e.source == part.source && e.span == part.span);
    derived.derivation.is_some() && parts.iter().any(|part| is_in(&part)) && !parts.iter().all(|part| is_in(&part))
}

/// Drops operands that leave out what others, which fit about as well, have beside them: `A and B` are two things where both are found.
fn drop_fewer(choices: &mut Vec<(&Reading, Chosen<'_>)>) {
    let has = |all: &Chosen<'_>, cell: &Mention| all.cells.iter().any(|m| m.is(cell));
    let same_whole = |a: &Chosen<'_>, b: &Chosen<'_>| a.cells.last().zip(b.cells.last()).is_some_and(|(a, b)| a.is(b));
    let more = |a: &(&Reading, Chosen<'_>), b: &(&Reading, Chosen<'_>)| {
        let things = matches!((&a.0.operands, &b.0.operands), (Operands::Things(_), Operands::Things(_)));
        things
            && b.1.cells.len() > a.1.cells.len()
            && b.1.fit * 1000 >= a.1.fit * if a.0.operation == Operation::Sum { FEWER_SUMMED_FIT } else { FEWER_FIT }
            && a.1.cells.iter().all(|cell| has(&b.1, cell))
            && (a.0.operation == Operation::Sum || same_whole(&a.1, &b.1))
    };
    let fewer: Vec<bool> = choices
        .iter()
        .map(|a| {
            matches!(a.0.operation, Operation::Share | Operation::Ratio | Operation::Sum)
                && choices.iter().any(|b| more(a, b))
        })
        .collect();
    let mut fewer = fewer.into_iter();
    choices.retain(|_| !fewer.next().unwrap_or(false));
}

/// Drops percentages that stand beside amounts in their row: `net sales fell by 4.6 %` is of the sales, not of their share.
fn drop_shares(choices: &mut Vec<(&Reading, Chosen<'_>)>) {
    let is_share = |chosen: &Chosen<'_>| chosen.cells.iter().all(|cell| cell.kind == ClaimKind::Percentage);
    let row = |chosen: &Chosen<'_>| chosen.cells.first().filter(|cell| cell.column.is_some()).map(|cell| cell.place);
    let rows: Vec<u32> = choices.iter().filter(|(_, c)| !is_share(c)).filter_map(|(_, c)| row(c)).collect();
    choices.retain(|(reading, chosen)| {
        let changes = matches!(reading.operation, Operation::PercentChange(_));
        !(changes && is_share(chosen) && row(chosen).is_some_and(|place| rows.contains(&place)))
    });
}

/// Whether anybody tells of this: a part is no more than its whole, and all of it only where that is said.
fn is_told(reading: &Reading, cells: &[&Mention], claim: &Quantity, sources: &Sources) -> bool {
    let share = results(reading.operation, cells, claim, sources).into_iter().next();
    let Some(share) = share.filter(|_| reading.operation == Operation::Share) else { return true };
    let all = share == Decimal::ONE_HUNDRED && claim.value.number() != Some(share);
    let too_much = reading.is_part && share > Decimal::ONE_HUNDRED;
    !(all || too_much)
}

/// Whether the cell has this value, in one of its scales.
fn gives(cell: &Mention, quantity: &Quantity) -> bool {
    let Some(claimed) = quantity.value.number().map(|v| v.abs()) else { return false };
    let near = |v: Decimal| claimed.checked_sub(v.abs()).is_some_and(|gap| gap.abs() <= half(quantity.step));
    cell.value.number().is_some_and(near) || cell.also.iter().copied().any(near)
}
