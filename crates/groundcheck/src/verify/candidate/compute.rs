//! Computed values: what two or three operands give by one operation, and what whole lists come to.
//!
//! Every operation is tried on all operands that may go together by kind and unit; the ranking says which of them the sentence means.
//! How many results lie about the claimed value is kept: the more there are, the less one that agrees says.

use groundcheck_types::ClaimKind;

use super::again::{self, Again};
use super::dates::{self, Grain};
use super::equation::MOST_SHOWN;
use super::lists::{self, Lists};
use super::look_up::LookUp;
use super::operand::{Operand, Printed};
use super::operation::{Operation, is_idle};
use super::query::{Agreement, Claimed, Query, Told, Tolerance};
use super::spoken::Spoken;
use super::times::{self, OwnTime};
use crate::claims::to_f64;
use crate::verify::prepare::Sources;
#[cfg(any(test, feature = "training"))]
use crate::verify::score::choice;
use crate::verify::score::choice::{Choice, Reader};
use crate::verify::score::others::Others;

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
    /// What its operands leave out and the claim says: a million, where the table does not say that it is in millions.
    pub(crate) scale: f64,
    pub(crate) agreement: Agreement,
    /// How likely it is meant by what is quickly read, in thousandths of a logit: only sorts.
    pub(crate) choice: i32,
    /// What of it is quickly read.
    #[cfg(any(test, feature = "training"))]
    pub(crate) read: choice::Features,
    /// Whether the words around the claim name the operation: 3 beside it, 2 in its sentence, 1 none is named, 0 another one is.
    pub(crate) cue: i16,
    /// What the ranking says, in thousandths of a logit.
    pub(crate) score: i32,
}

impl Formula {
    /// Those of these operands that it takes, in its order.
    pub(crate) fn among<'a>(&'a self, operands: &'a [Operand]) -> impl Iterator<Item = &'a Operand> + Clone {
        self.operands.iter().filter_map(|at| operands.get(usize::from(*at)))
    }
}

/// What is computed for a claim.
#[derive(Debug, Clone, Default)]
pub(crate) struct Computed {
    /// Whether none was looked for, since the answer has too many numbers: then nothing says that there is none.
    pub(crate) is_left_out: bool,
    pub(crate) operands: Vec<Operand>,
    /// The likeliest, in order, whatever they come to.
    pub(crate) formulas: Vec<Formula>,
    /// How likely the likeliest of the rest that agrees is, by what is quickly read, in thousandths of a logit.
    pub(crate) behind: Option<i32>,
    /// How many results agree.
    pub(crate) agreeing: usize,
    /// How many results would agree by chance, in thousandths.
    pub(crate) by_chance: i32,
    /// How many results there are.
    pub(crate) results: usize,
    /// What the sentence says of how numbers come about.
    pub(crate) spoken: Spoken,
    /// The values that the claim may mean, by size, in order.
    pub(crate) sizes: Vec<f64>,
}

impl Computed {
    /// The middle one of the values that the claim may mean; 0 where there are none.
    pub(crate) fn typical(&self) -> f64 {
        self.sizes.get(self.sizes.len() / 2).copied().unwrap_or_default()
    }
}

/// What a table may leave out that a claim says.
const SCALES: [f64; 3] = [1e3, 1e6, 1e9];

/// So many results are ranked.
const MOST_RANKED: usize = 80;
/// Every so many-th of the results that do not agree is learnt from.
#[cfg(any(test, feature = "training"))]
pub const LEARNT_FROM: usize = 17;
/// Three values are taken together from among so many printed and so many of the answer's own.
const MOST_OF_THREE: usize = 5;

struct Collector<'a> {
    told: Told,
    cues: Spoken,
    reader: Reader<'a>,
    choice: &'a Choice,
    /// The likeliest, in order, whatever they come to.
    best: Vec<Formula>,
    behind: Option<i32>,
    agreeing: usize,
    about: usize,
    results: usize,
    operands: &'a [Operand],
    /// Whether what agrees and some of the rest is kept, to learn from.
    is_learning: bool,
}

impl Collector<'_> {
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

    /// How well a result agrees, and in what scale: `$12 million` is the mean of 11 and 13 where their table does not say that it is in
    /// millions.
    fn agrees(&self, operation: Operation, operands: &[usize], value: f64) -> (Agreement, f64) {
        let agreement = self.told.agrees(value);
        let is_open = |at: &usize| self.operands.get(*at).is_some_and(|operand| operand.unscaled);
        if agreement.holds() || !operation.keeps_scale() {
            return (agreement, 1.0);
        }
        // Operands on a page in millions, in a table that says nothing of its own: they may be meant as printed.
        let mut lent = operands.iter().map(|at| self.operands.get(*at).map_or(1.0, |operand| operand.lent));
        if let Some(first) = lent.next().filter(|first| *first > 1.0)
            && lent.all(|own| own == first)
        {
            let as_printed = self.told.agrees(value / first);
            return if as_printed.holds() { (as_printed, 1.0 / first) } else { (agreement, 1.0) };
        }
        if self.told.step <= 1.0 || !operands.iter().all(is_open) {
            return (agreement, 1.0);
        }
        let fits = |scale: &&f64| {
            let gap = (value.abs() * **scale - self.told.value.abs()).abs();
            self.told.step <= **scale && gap <= self.told.about
        };
        SCALES.iter().find(fits).map_or((agreement, 1.0), |scale| (self.told.agrees(value * scale), *scale))
    }

    fn add_list(&mut self, operation: Operation, operands: &[usize], value: f64, count: usize, list: (u8, u8)) {
        if !value.is_finite() || value == 0.0 || (list == (0, 0) && self.is_idle(operation, operands)) {
            return;
        }
        self.results += 1;
        let (agreement, scale) = self.agrees(operation, operands, value);
        let size = value.abs() * scale;
        self.about += usize::from((size - self.told.value.abs()).abs() <= self.told.about);
        self.agreeing += usize::from(agreement.holds());
        let cue = self.cues.names(operation.cues());
        let read = self.reader.read((operation, cue), (operands, self.operands), (value, count, list));
        let choice = self.choice.score(operation, &read);
        // What is ranked is chosen without the claimed value: what agrees must not be told by having been chosen.
        let fits = self.best.len() < MOST_RANKED || self.best.last().is_none_or(|last| last.choice < choice);
        if !fits && !self.is_learning {
            self.leave(choice, agreement);
            return;
        }
        let operands = operands.iter().take(MOST_SHOWN).map(|at| u16::try_from(*at).unwrap_or(u16::MAX)).collect();
        let count = u16::try_from(count).unwrap_or(u16::MAX);
        let formula = Formula {
            operation,
            operands,
            count,
            list,
            value,
            scale,
            agreement,
            choice,
            #[cfg(any(test, feature = "training"))]
            read,
            cue,
            score: 0,
        };
        #[cfg(any(test, feature = "training"))]
        if self.is_learning {
            if agreement.holds() || self.results.is_multiple_of(LEARNT_FROM) {
                self.best.push(formula);
            }
            return;
        }
        self.best.insert(self.best.partition_point(|own| own.choice >= choice), formula);
        if self.best.len() > MOST_RANKED
            && let Some(last) = self.best.pop()
        {
            self.leave(last.choice, last.agreement);
        }
    }

    /// Leaves one behind.
    fn leave(&mut self, choice: i32, agreement: Agreement) {
        if agreement.holds() {
            self.behind = self.behind.max(Some(choice));
        }
    }
}

pub(crate) fn same_place(a: &Operand, b: &Operand) -> bool {
    a.printed.zip(b.printed).is_some_and(|(a, b)| a.place == b.place)
}

pub(crate) fn same_column(a: &Operand, b: &Operand) -> bool {
    a.printed.zip(b.printed).is_some_and(|(a, b)| a.column.is_some() && a.column == b.column)
}

/// Whether two values stand in one row, in one column, or in rows of one name.
fn in_line(a: &Operand, b: &Operand) -> bool {
    let row = |(a, b): (Printed, Printed)| a.row != 0 && a.row == b.row;
    same_place(a, b) || same_column(a, b) || a.printed.zip(b.printed).is_some_and(row)
}

/// What a claim's results are chosen by.
pub(crate) struct Chosen<'a> {
    pub(crate) others: &'a Others<'a>,
    pub(crate) choice: &'a Choice,
    /// Whether it is learnt from them.
    pub(crate) is_learning: bool,
}

/// The results that the claim may be.
pub(crate) fn compute(
    query: &Query<'_, '_>,
    claimed: &Claimed,
    (look_ups, operands, times): (&[LookUp], Vec<Operand>, &[OwnTime]),
    (tolerance, chosen): (Tolerance, &Chosen<'_>),
    sources: &Sources,
) -> Computed {
    let kind = query.kind();
    let like = look_ups.iter().filter(|l| l.comparable && !l.by_value);
    let mut sizes: Vec<f64> = like.filter_map(|l| Some(to_f64(l.value.number()?).abs())).filter(|v| *v > 0.0).collect();
    // The bits of what is not negative are in the order of its size.
    crate::sort::by_number(&mut sizes, |size| size.to_bits());
    let mut computed = Computed { operands, sizes, spoken: query.spoken, ..Computed::default() };
    let Some(told) = Told::of(claimed.first(), tolerance).filter(|told| told.value != 0.0) else { return computed };
    let single = computed.operands.len();
    let typical = computed.typical();
    let operands = &mut computed.operands;
    let grain = Grain::of(claimed.first().value);
    let dated = grain.map(|grain| dates::find(query, grain, (look_ups, times), operands, sources));
    let lists = match grain {
        Some(_) => Lists::default(),
        None => lists::find(query, (look_ups, chosen.others), operands, sources),
    };
    let again = match grain {
        Some(_) => Vec::new(),
        None => again::find(query, (look_ups, chosen.others), operands, sources),
    };
    let spans = times::find(query, times, operands, sources);
    let reader = Reader::of(query, (look_ups, operands), typical, chosen.others);
    let mut all = Collector {
        told,
        cues: query.spoken,
        reader,
        choice: chosen.choice,
        best: Vec::new(),
        behind: None,
        agreeing: 0,
        about: 0,
        results: 0,
        operands,
        is_learning: chosen.is_learning,
    };
    let single = if dated.is_some() { 0 } else { single };
    for (operation, operands, value) in dated.iter().flatten() {
        all.add(*operation, operands, *value);
    }
    for a in 0..single {
        one(&mut all, kind, a);
        for b in a + 1..single {
            two(&mut all, kind, query, a, b);
        }
    }
    three(&mut all, kind, single);
    two_products(&mut all, kind, single);
    lists.compute(&mut |operation, operands, value, count, list| {
        all.add_list(operation, operands, value, count, list);
    });
    for Again { operation, operands, value } in &again {
        all.add(*operation, operands, *value);
    }
    for (operation, operands, value) in spans {
        all.add(operation, &operands, value);
    }
    let width = (told.excused() / told.about).min(1.0);
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "at most some thousand results")]
    let by_chance = (all.about as f64 * width * 1000.0) as i32;
    let Collector { best, behind, agreeing, results, .. } = all;
    Computed { formulas: best, behind, agreeing, by_chance, results, ..computed }
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
    if (a.far || b.far) && !in_line(a, b) {
        return;
    }
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
    if alike && kind == ClaimKind::Percentage {
        for (part, whole, order) in [(a, b, [first, second]), (b, a, [second, first])] {
            let (n, d) = (part.value, whole.value);
            if d != 0.0 {
                // Nobody tells one percentage as a share of another one, or a rise as a share of what it came to.
                let ended = whole.printed.is_some_and(|own| part.ended == Some(own.mention));
                if percents != (true, true) && !ended {
                    all.add(Operation::Share, &order, n / d * 100.0);
                }
                all.add(Operation::Change, &order, (n - d) / d.abs() * 100.0);
            }
        }
    }
    let ratio = matches!(kind, ClaimKind::Ratio | ClaimKind::Number) && alike;
    let rate = kind == ClaimKind::Currency && (a.kind == ClaimKind::Currency) != (b.kind == ClaimKind::Currency);
    let countable = |o: &Operand| matches!(o.kind, ClaimKind::Number | ClaimKind::Ratio);
    // Money over a number of things is money, and what a table leaves the unit of may be money.
    let money_over_count = |n: &Operand, d: &Operand| (n.kind == ClaimKind::Currency || n.is_plain()) && countable(d);
    for (n, d, order) in [(a, b, [first, second]), (b, a, [second, first])] {
        let is_ratio = match kind {
            ClaimKind::Currency => money_over_count(n, d),
            ClaimKind::Number => ratio || (countable(n) && countable(d)),
            _ => ratio,
        };
        if d.value != 0.0 && is_ratio {
            all.add(Operation::Ratio, &order, (n.value / d.value).abs());
        }
    }
    let product = match kind {
        // Money is multiplied by a number of things; a cover of 1.25x is no such number.
        // A price may be told without its sign: `83 guests at 8.40`.
        ClaimKind::Currency => {
            let numbers = (a.kind == ClaimKind::Number, b.kind == ClaimKind::Number);
            let has_cents = |o: &Operand| o.shown.scale() == 2;
            (rate && (numbers.0 || numbers.1)) || (numbers == (true, true) && has_cents(a) != has_cents(b))
        }
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
                && x.value.abs() != 1.0
                && y.value.abs() != 1.0;
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

/// The four numbers before the claim as two products: `62 dogs at £145 and 19 puppies at £195 gave £12,695`.
fn two_products(all: &mut Collector<'_>, kind: ClaimKind, single: usize) {
    if kind == ClaimKind::Percentage {
        return;
    }
    let operands = all.operands;
    let own = |at: &usize| operands.get(*at)?.own.filter(|own| own.before && own.beside);
    let mut before: Vec<(u32, usize)> = (0..single).filter_map(|at| Some((u32::MAX - own(&at)?.at, at))).collect();
    crate::sort::by_number(&mut before, |(gap, _)| u64::from(*gap));
    let [(_, d), (_, c), (_, b), (_, a)] = before.get(..4).unwrap_or_default() else { return };
    let of = |at: &usize| operands.get(*at);
    let (Some(x), Some(y), Some(z), Some(w)) = (of(a), of(b), of(c), of(d)) else { return };
    let money = |o: &Operand| usize::from(o.kind == ClaimKind::Currency);
    let expected = usize::from(kind == ClaimKind::Currency);
    if money(x) + money(y) == expected && money(z) + money(w) == expected {
        let value = x.value.abs() * y.value.abs() + z.value.abs() * w.value.abs();
        all.add(Operation::TwoProducts, &[*a, *b, *c, *d], value);
    }
}
