//! Computed values: what two or three operands give by one operation, and what whole lists come to.
//!
//! Every operation is tried on all operands that may go together by kind and unit; the ranking says which of them the sentence means.
//! How many results lie about the claimed value is kept: the more there are, the less one that agrees says.

use groundcheck_types::ClaimKind;

use super::lists;
use super::look_up::LookUp;
use super::operand::Operand;
use super::query::{Agreement, Claimed, Query, Told, Tolerance};
use super::spoken::Spoken;
use super::times::{self, OwnTime};
use crate::lexicon::cues::Cues;
use crate::verify::prepare::Sources;

/// How operands give a result. Their numbers are a feature: a new one goes to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Difference,
    Sum,
    Ratio,
    Share,
    Change,
    Product,
    PercentOf,
    Less,
    More,
    Mean,
    ListSum,
    ListMean,
    ListCount,
    ListSpread,
    Sum3,
    Left3,
    ProductAnd,
    Product3,
    Complement,
    Constant,
    Days,
    Minutes,
    /// One of a list, in per cent of all.
    ListShare,
    /// A part of a list, in per cent of all of it.
    PartShare,
    /// A time of the day so long after another one.
    Later,
    /// And so long before it.
    Earlier,
}

impl Operation {
    /// What says so in a sentence.
    fn cues(self) -> Cues {
        use Operation as O;
        match self {
            O::Difference | O::ListSpread => Cues::DIFFERENCE.and(Cues::CHANGE).and(Cues::LEFT),
            O::Sum | O::ListSum | O::Sum3 => Cues::TOTAL,
            O::Ratio => Cues::EACH.and(Cues::TIMES).and(Cues::MEAN),
            O::Share | O::ListShare | O::PartShare => Cues::SHARE,
            O::Change => Cues::CHANGE.and(Cues::DIFFERENCE),
            O::Product | O::ProductAnd | O::Product3 => Cues::TOTAL.and(Cues::EACH),
            O::PercentOf => Cues::SHARE.and(Cues::OFF),
            O::Less | O::More => Cues::OFF.and(Cues::CHANGE),
            O::Mean | O::ListMean => Cues::MEAN,
            O::ListCount => Cues::COUNT,
            O::Left3 => Cues::LEFT.and(Cues::DIFFERENCE),
            O::Complement => Cues::LEFT.and(Cues::SHARE),
            O::Constant => Cues::EACH.and(Cues::TIMES),
            O::Days | O::Minutes | O::Later | O::Earlier => Cues::TIME,
        }
    }
}

/// A result.
#[derive(Debug, Clone)]
pub(crate) struct Formula {
    pub(crate) operation: Operation,
    /// By their places among the operands; of a list its first ones.
    pub(crate) operands: Vec<u16>,
    /// How many values it is of.
    pub(crate) count: u16,
    /// Which list it is of, and which part of it; 0 for none.
    pub(crate) list: (u8, u8),
    pub(crate) value: f64,
    pub(crate) agreement: Agreement,
    /// How much speaks for its operands and its operation: only sorts.
    pub(crate) weight: i32,
    /// Whether the words around the claim name the operation: 3 beside it, 2 in its sentence, 1 none is named, 0 another one is.
    pub(crate) cue: i16,
    /// What the ranking says, in thousandths of a logit.
    pub(crate) score: i32,
    /// For how many results like it it stands, in thousandths of a logit.
    pub(crate) stands_for: i32,
}

/// What is computed for a claim.
#[derive(Debug, Clone, Default)]
pub(crate) struct Computed {
    pub(crate) operands: Vec<Operand>,
    /// Those that most speaks for, in order; behind them, of the rest, those that agree and some of the others.
    pub(crate) formulas: Vec<Formula>,
    /// How many they are that most speaks for.
    pub(crate) best: usize,
    /// How many results would agree by chance, in thousandths.
    pub(crate) by_chance: i32,
    /// How many results there are.
    pub(crate) results: usize,
    /// What the sentence says of how numbers come about.
    pub(crate) spoken: Spoken,
}

/// So many that most speaks for are ranked.
const MOST_BEST: usize = 24;
/// Of the rest so many that agree.
const MOST_AGREEING: usize = 10;
/// And so many others, which stand for all.
const MOST_SAMPLED: usize = 12;
/// Of so many of those that agree what else their operands give is ranked with them.
const MOST_SIBLINGS: usize = 4;
/// A result this far off, as a share, may still be taken for the claimed value by chance.
const ABOUT: f64 = 0.3;
/// Of the rest every so many-th is looked at.
const SPARSE: usize = 7;
/// What is so small a share of another value adds nothing to it that anybody would tell.
const SLIGHT: f64 = 1e-3;
/// Three values are taken together from among so many printed and so many of the answer's own.
const MOST_OF_THREE: usize = 5;

struct Collector<'a> {
    told: Told,
    cues: Spoken,
    /// So many that most speaks for are kept.
    most: usize,
    /// Those that most speaks for, in order, whatever they come to.
    best: Vec<Formula>,
    /// Those of the rest that agree, what most speaks for first.
    agreeing: Vec<Formula>,
    /// Every so many-th of the rest that do not.
    sample: Vec<Formula>,
    /// How many of the rest do not agree.
    rest: usize,
    about: usize,
    results: usize,
    operands: &'a [Operand],
}

impl<'a> Collector<'a> {
    fn new(told: Told, cues: Spoken, most: usize, operands: &'a [Operand]) -> Self {
        let (best, agreeing, sample) = (Vec::new(), Vec::new(), Vec::new());
        Collector { told, cues, most, best, agreeing, sample, rest: 0, about: 0, results: 0, operands }
    }

    fn add(&mut self, operation: Operation, operands: &[usize], value: f64) {
        self.add_list(operation, operands, value, operands.len(), (0, 0));
    }

    fn is_idle(&self, operation: Operation, operands: &[usize]) -> bool {
        let mut sizes = [0.0; 3];
        for (size, at) in sizes.iter_mut().zip(operands) {
            *size = self.operands.get(*at).map_or(0.0, |operand| operand.value.abs());
        }
        is_idle(operation, sizes.get(..operands.len()).unwrap_or_default())
    }

    fn add_list(&mut self, operation: Operation, operands: &[usize], value: f64, count: usize, list: (u8, u8)) {
        if !value.is_finite() || value == 0.0 || (list == (0, 0) && self.is_idle(operation, operands)) {
            return;
        }
        self.results += 1;
        let agreement = self.told.agrees(value);
        let claimed = self.told.value.abs();
        self.about += usize::from((value.abs() - claimed).abs() <= ABOUT * claimed);
        let weight: i32 = operands.iter().filter_map(|at| self.operands.get(*at)).map(|o| o.weight).sum();
        let cue = self.cues.names(operation.cues());
        let mut weight = weight / i32::try_from(operands.len().max(1)).unwrap_or(1) + i32::from(cue) * 300;
        if let [a, b] = operands
            && let (Some(a), Some(b)) = (self.operands.get(*a), self.operands.get(*b))
        {
            weight += 500 * (i32::from(same_place(a, b)) + i32::from(same_column(a, b)));
        }
        // What is ranked is chosen without the claimed value: what agrees must not be told by having been chosen.
        let fits = self.best.len() < self.most || self.best.last().is_none_or(|last| last.weight < weight);
        if !fits && !agreement.holds() && !self.is_sampled() {
            return;
        }
        let operands = operands.iter().take(6).map(|at| u16::try_from(*at).unwrap_or(u16::MAX)).collect();
        let count = u16::try_from(count).unwrap_or(u16::MAX);
        let formula =
            Formula { operation, operands, count, list, value, agreement, weight, cue, score: 0, stands_for: 0 };
        if !fits {
            self.leave(formula);
            return;
        }
        self.best.insert(self.best.partition_point(|own| own.weight >= weight), formula);
        if self.best.len() > self.most
            && let Some(last) = self.best.pop()
            && (last.agreement.holds() || self.is_sampled())
        {
            self.leave(last);
        }
    }

    /// Counts one more of the rest; whether it is one of those that are looked at.
    fn is_sampled(&mut self) -> bool {
        self.rest += 1;
        self.rest % SPARSE == 1
    }

    /// Takes in one of the rest.
    fn leave(&mut self, formula: Formula) {
        if formula.agreement.holds() {
            let at = self.agreeing.partition_point(|own| own.weight >= formula.weight);
            self.agreeing.insert(at, formula);
            self.agreeing.truncate(MOST_AGREEING);
            return;
        }
        let room = self.sample.len() < MOST_SAMPLED;
        // Later ones take the place of earlier ones in turn.
        let turn = (self.rest / SPARSE) % MOST_SAMPLED;
        match self.sample.get_mut(turn) {
            Some(own) if !room => *own = formula,
            _ => self.sample.push(formula),
        }
    }
}

/// Whether a result only repeats one of its operands, since the others weigh nothing: `142,000 − 112`, `46 × 1`, `27 − 15 − 27`.
fn is_idle(operation: Operation, sizes: &[f64]) -> bool {
    let slight = |a: f64, b: f64| a.min(b) <= SLIGHT * a.max(b);
    let same = |a: f64, b: f64| (a - b).abs() <= SLIGHT * a.max(b);
    match (operation, sizes) {
        (Operation::Difference | Operation::Sum, [a, b]) => slight(*a, *b),
        (Operation::Mean, [a, b]) => same(*a, *b),
        (Operation::Product, [a, b]) => *a == 1.0 || *b == 1.0,
        (Operation::Ratio, [_, b]) => *b == 1.0,
        (Operation::Less | Operation::More, [share, _]) => *share == 0.0,
        (Operation::PercentOf, [share, _]) => *share == 100.0,
        (Operation::Sum3, [a, b, c]) => slight(*a, *b) || slight(*b, *c) || slight(*a, *c),
        (Operation::Left3, [c, a, b]) => {
            slight(*a, *b) || slight(*b, *c) || slight(*a, *c) || same(*a, *c) || same(*b, *c)
        }
        (Operation::ProductAnd, [a, b, c]) => slight(a * b, *c),
        _ => false,
    }
}

pub(crate) fn same_place(a: &Operand, b: &Operand) -> bool {
    a.printed.zip(b.printed).is_some_and(|(a, b)| a.place == b.place)
}

pub(crate) fn same_column(a: &Operand, b: &Operand) -> bool {
    a.printed.zip(b.printed).is_some_and(|(a, b)| a.column.is_some() && a.column == b.column)
}

/// Every result that the claim may be.
pub(crate) fn compute(
    query: &Query<'_, '_>,
    claimed: &Claimed,
    (look_ups, operands, times): (&[LookUp], Vec<Operand>, &[OwnTime]),
    tolerance: Tolerance,
    sources: &Sources,
) -> Computed {
    let kind = query.kind();
    let Some(told) = Told::of(claimed.first(), tolerance).filter(|told| told.value != 0.0) else {
        return Computed { operands, ..Computed::default() };
    };
    let mut operands = operands;
    let single = operands.len();
    let lists = lists::find(query, look_ups, &mut operands, sources);
    let spans = times::find(query, times, &mut operands, sources);
    let mut all = Collector::new(told, query.spoken, MOST_BEST, &operands);
    for a in 0..single {
        one(&mut all, kind, a);
        for b in a + 1..single {
            two(&mut all, kind, query, a, b);
        }
    }
    three(&mut all, kind, single);
    lists.compute(&mut |operation, operands, value, count, list| {
        all.add_list(operation, operands, value, count, list);
    });
    for (operation, operands, value) in spans {
        all.add(operation, &operands, value);
    }
    let width = (told.excused() / (ABOUT * told.value.abs())).min(1.0);
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "at most some thousand results")]
    let by_chance = (all.about as f64 * width * 1000.0) as i32;
    let (mut formulas, results) = (all.best, all.results);
    let sampled = all.sample.len().max(1);
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "at most some thousand results")]
    let stands_for = (libm::log(all.rest.max(sampled) as f64 / sampled as f64) * 1000.0) as i32;
    let best = formulas.len();
    let twins = siblings(&all.agreeing, &formulas, (query, told), &operands);
    formulas.extend(all.agreeing);
    formulas.extend(twins);
    formulas.extend(all.sample.into_iter().map(|formula| Formula { stands_for, ..formula }));
    Computed { operands, formulas, best, by_chance, results, spoken: query.spoken }
}

/// What else the two operands of a formula give that agrees and that little speaks for: the change from the other one, their difference
/// in place of their sum. Else it would stand beside others alone.
fn siblings(
    agreeing: &[Formula],
    best: &[Formula],
    (query, told): (&Query<'_, '_>, Told),
    operands: &[Operand],
) -> Vec<Formula> {
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for formula in agreeing.iter().filter(|formula| formula.list == (0, 0)) {
        if let [a, b] = formula.operands[..] {
            let pair = (usize::from(a.min(b)), usize::from(a.max(b)));
            if pairs.len() < MOST_SIBLINGS && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    let mut all = Collector::new(told, query.spoken, usize::MAX, operands);
    for (a, b) in pairs {
        two(&mut all, query.kind(), query, a, b);
    }
    let known = |own: &Formula| best.iter().any(|o| o.operation == own.operation && o.operands == own.operands);
    all.best.into_iter().filter(|own| !own.agreement.holds() && !known(own)).collect()
}

/// Whether a value of this kind may be added to or taken from others to give the claim.
fn is_like(operand: &Operand, kind: ClaimKind) -> bool {
    let number = |kind: ClaimKind| matches!(kind, ClaimKind::Number | ClaimKind::Ratio);
    operand.kind == kind || operand.is_plain() || (number(operand.kind) && number(kind))
}

/// Whether two values may stand over each other.
fn alike(a: &Operand, b: &Operand) -> bool {
    let units = a.unit.is_none() || b.unit.is_none() || a.unit == b.unit;
    let measures = match (a.measure, b.measure) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    (a.kind == b.kind || a.is_plain() || b.is_plain()) && units && measures
}

fn one(all: &mut Collector<'_>, kind: ClaimKind, at: usize) {
    let Some(a) = all.operands.get(at) else { return };
    let (value, like) = (a.value.abs(), is_like(a, kind));
    if kind == ClaimKind::Percentage && like && value < 100.0 {
        all.add(Operation::Complement, &[at], 100.0 - value);
    }
    if like && at < 4 {
        for factor in [12.0, 7.0, 52.0, 4.0, 2.0, 3.0, 60.0, 24.0] {
            all.add(Operation::Constant, &[at], value * factor);
            all.add(Operation::Constant, &[at], value / factor);
        }
    }
}

fn two(all: &mut Collector<'_>, kind: ClaimKind, query: &Query<'_, '_>, first: usize, second: usize) {
    let operands = all.operands;
    let (Some(a), Some(b)) = (operands.get(first), operands.get(second)) else { return };
    // What the answer repeats of a source is one value.
    if a.printed.zip(b.printed).is_some_and(|(a, b)| a.mention == b.mention) {
        return;
    }
    let (x, y) = (a.value.abs(), b.value.abs());
    let (alike, percents) = (alike(a, b), (a.kind == ClaimKind::Percentage, b.kind == ClaimKind::Percentage));
    let fits = |o: &Operand| {
        is_like(o, kind) && (query.asked.unit.is_none() || o.unit.is_none() || o.unit == query.asked.unit)
    };
    if alike && fits(a) && fits(b) {
        all.add(Operation::Difference, &[first, second], a.value - b.value);
        all.add(Operation::Sum, &[first, second], a.value + b.value);
        all.add(Operation::Mean, &[first, second], (a.value + b.value) / 2.0);
    }
    if alike && kind == ClaimKind::Percentage && percents != (true, true) {
        for (n, d, order) in [(a.value, b.value, [first, second]), (b.value, a.value, [second, first])] {
            if d != 0.0 {
                all.add(Operation::Share, &order, n / d * 100.0);
                all.add(Operation::Change, &order, (n - d) / d.abs() * 100.0);
            }
        }
    }
    let ratio = matches!(kind, ClaimKind::Ratio | ClaimKind::Number) && alike;
    let rate = kind == ClaimKind::Currency && (a.kind == ClaimKind::Currency) != (b.kind == ClaimKind::Currency);
    let countable = |o: &Operand| matches!(o.kind, ClaimKind::Number | ClaimKind::Ratio);
    if ratio || (rate && (countable(a) || countable(b))) || (kind == ClaimKind::Number && countable(a) && countable(b))
    {
        for (n, d, order) in [(x, y, [first, second]), (y, x, [second, first])] {
            let money_over_count = !rate || operands.get(order[0]).is_some_and(|o| o.kind == ClaimKind::Currency);
            if d > 0.0 && money_over_count {
                all.add(Operation::Ratio, &order, n / d);
            }
        }
    }
    let product = match kind {
        ClaimKind::Currency => rate && (countable(a) || countable(b)),
        ClaimKind::Number | ClaimKind::Ratio => countable(a) && countable(b),
        _ => false,
    };
    if product {
        all.add(Operation::Product, &[first, second], x * y);
    }
    for (share, whole, order) in [(a, b, [first, second]), (b, a, [second, first])] {
        if share.kind == ClaimKind::Percentage && whole.kind != ClaimKind::Percentage && fits(whole) {
            let (share, whole) = (share.value.abs() / 100.0, whole.value.abs());
            all.add(Operation::PercentOf, &order, share * whole);
            all.add(Operation::More, &order, (1.0 + share) * whole);
            if share < 1.0 {
                all.add(Operation::Less, &order, (1.0 - share) * whole);
            }
        }
    }
}

/// Sums and rests of three, and a product with one more.
fn three(all: &mut Collector<'_>, kind: ClaimKind, single: usize) {
    let operands = all.operands;
    let printed = (0..single).filter(|at| operands.get(*at).is_some_and(|o| !o.is_own())).take(MOST_OF_THREE);
    let own = (0..single).filter(|at| operands.get(*at).is_some_and(Operand::is_own)).take(MOST_OF_THREE);
    let chosen: Vec<usize> = printed.chain(own).collect();
    let like = |o: &Operand| is_like(o, kind);
    let count = |o: &Operand| matches!(o.kind, ClaimKind::Number | ClaimKind::Ratio);
    for (i, &a) in chosen.iter().enumerate() {
        for (j, &b) in chosen.iter().enumerate().skip(i + 1) {
            let (Some(x), Some(y)) = (operands.get(a), operands.get(b)) else { continue };
            let product = kind != ClaimKind::Percentage
                && (like(x) || like(y))
                && (count(x) || count(y))
                && x.value.abs() > 1.0
                && y.value.abs() > 1.0;
            for (k, &c) in chosen.iter().enumerate() {
                let Some(z) = operands.get(c).filter(|_| k != i && k != j) else { continue };
                if like(x) && like(y) && like(z) && alike(x, y) && alike(y, z) {
                    if k > j {
                        all.add(Operation::Sum3, &[a, b, c], x.value + y.value + z.value);
                    }
                    all.add(Operation::Left3, &[c, a, b], z.value - x.value - y.value);
                }
                if product && like(z) {
                    all.add(Operation::ProductAnd, &[a, b, c], x.value * y.value + z.value);
                    all.add(Operation::ProductAnd, &[a, b, c], x.value * y.value - z.value);
                }
                if product && k > j && (count(z) || like(z)) {
                    all.add(Operation::Product3, &[a, b, c], x.value * y.value * z.value);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_an_operand_is_no_result() {
        use Operation as O;
        for (operation, sizes, expected) in [
            (O::Difference, &[142_000.0, 112.0][..], true),
            (O::Difference, &[10.0, 5.0], false),
            (O::Sum, &[111_940.0, 2.0], true),
            (O::Sum, &[1_204.3, 3.1], false),
            (O::Mean, &[3.5, 3.5], true),
            (O::Mean, &[3.5, 3.6], false),
            (O::Product, &[46.0, 1.0], true),
            (O::Product, &[46.0, 2.0], false),
            (O::Ratio, &[46.0, 1.0], true),
            (O::Ratio, &[1.0, 46.0], false),
            (O::More, &[0.0, 168.0], true),
            (O::More, &[0.1, 168.0], false),
            (O::PercentOf, &[100.0, 168.0], true),
            (O::PercentOf, &[50.0, 168.0], false),
            (O::Sum3, &[15.0, 27.0, 0.0], true),
            (O::Sum3, &[15.0, 27.0, 4.0], false),
            (O::Left3, &[27.0, 15.0, 27.0], true),
            (O::Left3, &[50.0, 15.0, 27.0], false),
            (O::ProductAnd, &[40.0, 30.0, 1.0], true),
            (O::ProductAnd, &[40.0, 30.0, 50.0], false),
            // In per cent of another value it is something new.
            (O::Share, &[44.0, 100.0], false),
        ] {
            assert_eq!(is_idle(operation, sizes), expected, "{operation:?} {sizes:?}");
        }
    }
}
