//! What tells which of some thousand computed values are worth ranking: little, and quickly read. Learnt from labelled answers, and blind to
//! the claimed value.
//!
//! Each thing that is read of a formula is a small number; a table says for each operation what it is worth, and the worths add up.
//!
//! Source: the design, "From claim to verdict", ranking.

use super::others::Others;
use crate::verify::candidate::compute::{same_column, same_place};
use crate::verify::candidate::look_up::LookUp;
use crate::verify::candidate::operand::{Certainty, Operand};
use crate::verify::candidate::operation::{OPERATIONS, Operation};
use crate::verify::candidate::pattern::{Origin, Pattern};
use crate::verify::candidate::query::Query;

features! {
    FEATURES:
    KIND, CUE, COUNT, OWN, BESIDE, BEFORE, GROUPED, PLAIN, LIST, LEAST_WEIGHT, MOST_WEIGHT, LEAST_ALONE, MOST_ALONE,
    FIRST_LEAD, SECOND_LEAD, STEPS, LARGER, MAGNITUDE, SIZE, LIKE, LIKE_CELLS, SHARED,
    USED, CLAIM_LEAD, CLAIM_TRAIL,
}

/// What is read of a formula.
pub(crate) type Features = [u8; FEATURES];

/// Each is smaller than this.
pub const CODES: usize = 64;
/// A worth of one is so many thousandths of a logit.
pub const UNIT: i32 = 25;
/// What cannot be said of a formula.
const NONE: u8 = 31;

/// What each thing that is read is worth, for each operation.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    worths: Vec<i8>,
}

impl Choice {
    /// How many worths there are.
    pub const WORTHS: usize = OPERATIONS * FEATURES * CODES;

    /// The table that these bytes hold; broken, it says nothing.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let worths = bytes.iter().map(|byte| i8::from_le_bytes([*byte]));
        Choice { worths: if bytes.len() == Self::WORTHS { worths.collect() } else { Vec::new() } }
    }

    /// Where the worth stands of what was read of a formula of this operation.
    #[must_use]
    pub fn place(operation: usize, feature: usize, code: u8) -> usize {
        (operation * FEATURES + feature) * CODES + usize::from(code)
    }

    /// How likely a formula is meant, in thousandths of a logit: only sorts.
    pub(crate) fn score(&self, operation: Operation, read: &Features) -> i32 {
        let first = Self::place(operation as usize, 0, 0);
        let Some(own) = self.worths.get(first..first + FEATURES * CODES) else { return 0 };
        let worth = |(feature, code): (&[i8], &u8)| i32::from(feature.get(usize::from(*code)).copied().unwrap_or(0));
        own.chunks_exact(CODES).zip(read).map(worth).sum::<i32>() * UNIT
    }
}

/// What one formula of a claim shares with all others.
pub(crate) struct Reader<'a> {
    kind: u8,
    /// What leads to the claim, and what follows it.
    around: [u8; 2],
    /// What is read of each operand by itself.
    operands: Vec<Read>,
    from: Vec<Origin>,
    /// The middle one of the values that the claim may mean, by size; 0 where there are none.
    typical: f64,
    like: Option<&'a Pattern>,
}

/// What is read of an operand.
#[derive(Clone, Copy)]
struct Read {
    weight: u8,
    alone: u8,
    lead: u8,
    step: u8,
    shared: u8,
    is_own: bool,
    is_beside: bool,
    is_before: bool,
    is_plain: bool,
    is_used: bool,
    is_result: bool,
}

impl Read {
    fn of(operand: &Operand, look_ups: &[LookUp]) -> Self {
        let alone = operand.look_up.and_then(|at| look_ups.get(at as usize)).map(|look_up| look_up.alone);
        let own = operand.own;
        Read {
            weight: code((operand.weight + 500) / 200, 30),
            alone: alone.map_or(NONE, |alone| code((alone + 6_000) / 400, 30)),
            lead: own.map_or(NONE, |own| own.lead as u8),
            step: own.map_or(0, |own| step(own.beside, own.steps)),
            shared: own.filter(|own| !own.beside).map_or(NONE, |_| code(i32::from(operand.shared), 8)),
            is_own: own.is_some(),
            is_beside: own.is_some_and(|own| own.beside),
            is_before: own.is_some_and(|own| own.before),
            is_plain: operand.is_plain(),
            is_used: own.is_some_and(|own| own.used == Certainty::Surely),
            is_result: own.is_some_and(|own| own.result == Certainty::Surely),
        }
    }
}

fn code(value: i32, most: u8) -> u8 {
    u8::try_from(value.clamp(0, i32::from(most))).unwrap_or(most)
}

/// Where in the answer an operand is: 0 for one of the sources.
fn step(beside: bool, steps: i16) -> u8 {
    match (beside, steps) {
        (true, -1) => 1,
        (true, -2) => 2,
        (true, i16::MIN..=-3) => 3,
        (true, _) => 4,
        (false, -4..=-1) => 5,
        (false, -10..=-5) => 6,
        (false, _) => 7,
    }
}

/// The power of two below a size.
fn power(size: f64) -> i32 {
    let bits = (size.abs().to_bits() >> 52) & 0x7ff;
    i32::try_from(bits).unwrap_or(0) - 1_023
}

/// How well a formula of an earlier number and this one go together: how many operands are as many numbers away, of the same column, the
/// same value.
pub(crate) fn likeness(own: impl Iterator<Item = Origin>, like: &[Origin]) -> [u8; 3] {
    let mut counts = [0; 3];
    for (own, like) in own.zip(like) {
        counts[0] += u8::from(own.own.is_some() && own.own == like.own);
        counts[1] += u8::from(own.column.is_some() && own.column == like.column);
        counts[2] += u8::from(own.mention.is_some() && own.mention == like.mention);
    }
    counts
}

impl<'a> Reader<'a> {
    /// For the formulas of this claim.
    pub(crate) fn of(
        query: &Query<'_, '_>,
        (look_ups, operands): (&[LookUp], &[Operand]),
        typical: f64,
        others: &Others<'a>,
    ) -> Self {
        Reader {
            kind: query.kind() as u8,
            around: [query.lead as u8, query.trail as u8],
            operands: operands.iter().map(|operand| Read::of(operand, look_ups)).collect(),
            from: operands.iter().map(Operand::from).collect(),
            typical,
            like: others.like(query).map(|(_, pattern)| pattern),
        }
    }

    /// What is read of a formula of these operands.
    pub(crate) fn read(
        &self,
        (operation, cue): (Operation, i16),
        (at, operands): (&[usize], &[Operand]),
        (value, count, list): (f64, usize, (u8, u8)),
    ) -> Features {
        let mut f = [0; FEATURES];
        f[KIND] = self.kind;
        [f[CLAIM_LEAD], f[CLAIM_TRAIL]] = self.around;
        f[CUE] = code(i32::from(cue), 3);
        f[COUNT] = u8::try_from(count).unwrap_or(u8::MAX).min(24);
        f[LIST] = if list.0 == 0 { 0 } else { (8 * list.0 + list.1).min(63) };
        (f[LEAST_WEIGHT], f[LEAST_ALONE], f[SHARED]) = (NONE, NONE, NONE);
        (f[MOST_ALONE], f[FIRST_LEAD], f[SECOND_LEAD]) = (NONE, NONE, NONE);
        for (place, read) in at.iter().filter_map(|at| self.operands.get(*at)).enumerate() {
            f[OWN] += u8::from(read.is_own);
            f[BESIDE] += u8::from(read.is_beside);
            f[BEFORE] += u8::from(read.is_before);
            f[PLAIN] += u8::from(read.is_plain);
            f[USED] += u8::from(read.is_used) + 8 * u8::from(read.is_result);
            f[LEAST_WEIGHT] = f[LEAST_WEIGHT].min(read.weight);
            f[MOST_WEIGHT] = f[MOST_WEIGHT].max(read.weight);
            f[SHARED] = f[SHARED].min(read.shared);
            if read.alone != NONE {
                f[LEAST_ALONE] = f[LEAST_ALONE].min(read.alone);
                f[MOST_ALONE] = if f[MOST_ALONE] == NONE { read.alone } else { f[MOST_ALONE].max(read.alone) };
            }
            match place {
                0 => (f[FIRST_LEAD], f[STEPS]) = (read.lead, read.step),
                1 => (f[SECOND_LEAD], f[STEPS]) = (read.lead, f[STEPS] + 8 * read.step),
                _ => {}
            }
        }
        if let [first, rest @ ..] = at
            && let Some(first) = operands.get(*first)
            && !rest.is_empty()
        {
            let all = |is: &dyn Fn(&Operand) -> bool| rest.iter().filter_map(|at| operands.get(*at)).all(is);
            let next =
                |o: &Operand| first.printed.zip(o.printed).is_some_and(|(a, b)| a.mention.abs_diff(b.mention) == 1);
            f[GROUPED] = u8::from(all(&|o| same_place(first, o)))
                + 2 * u8::from(all(&|o| same_column(first, o)))
                + 4 * u8::from(all(&|o| o.kind == first.kind))
                + 8 * u8::from(all(&next))
                + 16;
            if let [second] = rest
                && let Some(second) = operands.get(*second)
            {
                let negative = u8::from(first.value < 0.0) + 2 * u8::from(second.value < 0.0);
                let (a, b) = (first.value.abs(), second.value.abs());
                f[LARGER] = 1 + u8::from(a > b) + 2 * u8::from(b > a) + 4 * negative;
            }
        }
        f[MAGNITUDE] = code((power(value) + 12) / 2, 30);
        f[SIZE] = if self.typical > 0.0 { code(power(value / self.typical) + 15, 30) } else { NONE };
        if let Some(like) = self.like {
            f[LIKE] = 1;
            if like.operation == operation {
                let [own, column, same] = likeness(at.iter().filter_map(|at| self.from.get(*at).copied()), &like.from);
                f[LIKE] = 2 + own.min(4);
                f[LIKE_CELLS] = 1 + column.min(3) + 4 * same.min(3);
            }
        }
        f
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worths_of_its_operation_add_up() {
        let mut bytes = vec![0; Choice::WORTHS];
        bytes[Choice::place(Operation::Sum as usize, KIND, 3)] = 2;
        bytes[Choice::place(Operation::Sum as usize, SHARED, NONE)] = 0xff;
        bytes[Choice::place(Operation::Ratio as usize, KIND, 3)] = 9;
        let mut read = [0; FEATURES];
        (read[KIND], read[SHARED]) = (3, NONE);
        assert_eq!(Choice::read(&bytes).score(Operation::Sum, &read), UNIT);
        assert_eq!(Choice::read(&bytes[1..]).score(Operation::Sum, &read), 0);
    }

    #[test]
    fn sizes_are_powers_of_two() {
        for (size, expected) in [(1.0, 0), (1.9, 0), (-2.0, 1), (0.3, -2), (1e9, 29)] {
            assert_eq!(power(size), expected, "{size}");
        }
    }
}
