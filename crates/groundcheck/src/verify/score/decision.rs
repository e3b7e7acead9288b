//! What tells whether a claim is right: how the candidates that agree with it stand beside those that do not, and how
//! likely it is that some agree by chance. Nothing that is learnt before this sees the claimed value.

use groundcheck_types::{ClaimKind, Comparator};

use super::chosen::{OF_AGREEING, OF_FORMULA, OF_OTHER, OF_OTHER_FORMULA};
use super::forest::MISSING;
use super::look_up::small;
use super::{formula, shares};
use crate::claims::{Quantity, Value, to_f64};
use crate::verify::candidate::compute::{Computed, Formula};
use crate::verify::candidate::look_up::LookUp;
use crate::verify::candidate::operation::Operation;
use crate::verify::candidate::query::{Agreement, Claimed, Query, thousandths, unknown};
use crate::verify::candidate::written::Written;
use crate::verify::direction::{self, Otherwise};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::prior::{Prior, Standing};

/// How many features there are.
pub(crate) const FEATURES: usize = 164;

/// A claim's features.
pub(crate) type Features = [i16; FEATURES];

/// All that is known of a claim.
pub(crate) struct Known<'a, 'c, 's> {
    pub(crate) query: &'a Query<'c, 's>,
    pub(crate) claimed: &'a Claimed,
    pub(crate) look_ups: &'a [LookUp],
    pub(crate) computed: &'a Computed,
    pub(crate) formulas: &'a [formula::Features],
    pub(crate) prior: &'a Prior,
    pub(crate) about: About,
    /// The numbers of the calculation that is written out beside it, by their first bytes.
    pub(crate) written_from: &'a [u32],
    /// That calculation and its result as the answer writes them, where it gives the claim.
    pub(crate) calculation: Option<(&'a str, &'a str)>,
    pub(crate) sources: &'a Sources,
}

/// A place speaks of the claim where its share of all candidates is at least so much.
pub(crate) const SPEAKS: f64 = 0.5;

/// A word so close before a claim, in bytes, says of it which way it went.
const WAY_BESIDE: i16 = 12;

/// How what is said of a right value goes the other way.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Opposed<'a> {
    /// The likeliest value is the claimed one, at this place.
    Surely(&'a Mention, Otherwise<'a>),
    /// It is not, or one of the two is denied or another bound, which is read rightly too seldom to flag anything by it.
    Perhaps,
}

impl Opposed<'_> {
    fn is_sure(self) -> bool {
        matches!(self, Opposed::Surely(..))
    }
}

/// What is known of a claim's place in its answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    /// Whether its digits stand anywhere in the sources, as they are written.
    pub(crate) digits_printed: bool,
    /// Whether the question has the number.
    pub(crate) given: bool,
    /// Whether an earlier number of the answer is the same.
    pub(crate) repeats: bool,
    pub(crate) in_table: bool,
    pub(crate) stranger: bool,
    /// What became of the calculation written out before it.
    pub(crate) written: Written,
    /// What became of one that it is an operand of.
    pub(crate) operand_of: Written,
    /// How well the number of the calculation before it holds that holds least.
    pub(crate) written_held: Option<i32>,
}

/// Nothing agrees, or nothing differs.
const NONE: i32 = -12_000;

fn of_score(score: i32) -> i16 {
    small(score.clamp(-12_000, 12_000))
}

/// The best by score of those that pass.
fn best<T>(all: &[T], score: impl Fn(&T) -> i32, passes: impl Fn(&T) -> bool) -> Option<usize> {
    let mut best: Option<(i32, usize)> = None;
    for (at, one) in all.iter().enumerate().filter(|(_, one)| passes(one)) {
        if best.is_none_or(|(own, _)| score(one) > own) {
            best = Some((score(one), at));
        }
    }
    best.map(|(_, at)| at)
}

impl Known<'_, '_, '_> {
    /// The look-up that agrees and is likeliest.
    pub(crate) fn agreeing(&self) -> Option<&LookUp> {
        let at = best(self.look_ups, |l| l.score, |l| l.comparable && l.agreement.holds())?;
        self.look_ups.get(at)
    }

    /// The likeliest that does not.
    pub(crate) fn differing(&self) -> Option<&LookUp> {
        let differs = |l: &LookUp| l.comparable && !l.by_value && l.agreement == Agreement::None;
        self.look_ups.get(best(self.look_ups, |l| l.score, differs)?)
    }

    /// The likeliest formula that agrees, or that does not.
    pub(crate) fn computed_best(&self, agrees: bool) -> Option<usize> {
        best(&self.computed.formulas, |f| f.score, |f| f.agreement.holds() == agrees)
    }

    /// What was found and ranked without the claimed value, each with its share.
    pub(crate) fn ranked(&self) -> Vec<(&LookUp, f64)> {
        let blind = || self.look_ups.iter().filter(|l| l.comparable && !l.by_value);
        blind().zip(shares(blind().map(|l| l.score))).collect()
    }

    /// The features.
    pub(crate) fn features(&self) -> Features {
        let mut f = [MISSING; FEATURES];
        let next = self.of_look_ups(&mut f);
        let next = self.of_formulas(&mut f, next);
        let end = self.of_claim(&mut f, next);
        debug_assert!(end <= FEATURES, "{end}");
        f
    }

    /// Whether it is about somebody whom no source names: 2, 1 where the source that has its value names nobody and may be about anybody.
    fn stranger(&self) -> i16 {
        let of = self.agreeing().and_then(|look_up| self.mention(look_up));
        i16::from(self.about.stranger) * (1 + i16::from(of.is_none_or(|at| self.sources.names_somebody(at))))
    }

    /// How what is said of the likeliest value that agrees goes another way.
    pub(crate) fn opposed(&self) -> Option<Opposed<'_>> {
        let held: Vec<_> = self.ranked().into_iter().filter(|(look_up, _)| look_up.agreement.holds()).collect();
        let (likeliest, _) = held.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let at = self.mention(likeliest)?;
        let context = &self.query.context;
        let Some(otherwise) = direction::otherwise(self.claimed.first(), context, at, self.sources) else {
            // Bounds and ends may be told of one thing from either side.
            return (at.column.is_none() && context.stance.opposes(at.stance)).then_some(Opposed::Perhaps);
        };
        let share: f64 = held.iter().map(|(_, share)| share).sum();
        let is_sure = share >= SPEAKS && at.stance.is_denied() == context.stance.is_denied();
        Some(if is_sure { Opposed::Surely(at, otherwise) } else { Opposed::Perhaps })
    }

    /// The likeliest calculation that gives the claim, where what it gives went the other way than the word right beside the claim says.
    pub(crate) fn turned(&self) -> Option<&Formula> {
        let at = self.computed_best(true)?;
        let (likeliest, features) = (self.computed.formulas.get(at)?, self.formulas.get(at)?);
        // What is printed as it is claimed needs no calculation.
        if self.agreeing().is_some_and(|printed| printed.score >= likeliest.score) {
            return None;
        }
        let is_change = matches!(likeliest.operation, Operation::Change | Operation::Difference);
        let is_turned = features[formula::WAY] == -1 && features[formula::TWO_TIMES] == 1;
        let is_beside = (0..=WAY_BESIDE).contains(&features[formula::WAY_GAP]);
        if !(is_change && is_turned && is_beside) {
            return None;
        }
        let printed = self.look_ups.iter().filter(|l| l.comparable && !l.by_value);
        let printed = printed.map(|l| (l.score, l.agreement.holds()));
        let all: Vec<(i32, bool)> =
            self.computed.formulas.iter().map(|f| (f.score, f.agreement.holds())).chain(printed).collect();
        let shares = shares(all.iter().map(|(score, _)| *score));
        let held: f64 = all.iter().zip(shares).filter(|((_, holds), _)| *holds).map(|(_, share)| share).sum();
        (held >= SPEAKS).then_some(likeliest)
    }

    pub(crate) fn mention(&self, look_up: &LookUp) -> Option<&Mention> {
        self.sources.mentions.get(look_up.mention as usize)
    }

    fn of_look_ups(&self, f: &mut Features) -> usize {
        let like = |l: &&LookUp| l.comparable;
        let blind = |l: &&LookUp| l.comparable && !l.by_value;
        let (agreeing, differing) = (self.agreeing(), self.differing());
        let (own, other) = (agreeing.map_or(NONE, |l| l.score), differing.map_or(NONE, |l| l.score));
        let all = shares(self.look_ups.iter().filter(like).map(|l| l.score));
        let mass = |passes: &dyn Fn(&LookUp) -> bool| {
            let chosen = self.look_ups.iter().filter(like).zip(&all).filter(|(l, _)| passes(l));
            chosen.map(|(_, share)| share).sum::<f64>()
        };
        let (held, differs) = (mass(&|l| l.agreement.holds()), mass(&|l| l.agreement == Agreement::None));
        let before = self.look_ups.iter().filter(blind).filter(|l| !l.agreement.holds() && l.score > own).count();
        let count =
            |level: Agreement| small(self.look_ups.iter().filter(like).filter(|l| l.agreement == level).count());
        let nearest = self.look_ups.iter().filter(blind).map(|l| l.off).min();
        let top =
            best(self.look_ups, |l| l.score, |l| l.comparable && !l.by_value).and_then(|at| self.look_ups.get(at));
        let values = [
            of_score(own),
            of_score(other),
            of_score(own - other),
            thousandths(held),
            thousandths(differs),
            thousandths(1.0 - held.min(1.0) - differs.min(1.0)),
            small(before).min(60),
            count(Agreement::Exact).min(20),
            count(Agreement::Rounded).min(20),
            count(Agreement::Tolerated).min(20),
            agreeing.map_or(-1, |l| l.agreement as i16),
            agreeing.map_or(-1, |l| i16::from(l.by_value) + 2 * i16::from(l.as_printed)),
            differing.map_or(MISSING, |l| l.off),
            nearest.unwrap_or(MISSING),
            top.map_or(MISSING, |l| l.off),
            top.map_or(-1, |l| l.agreement as i16),
            self.shifted(top),
            self.by_chance(),
        ];
        let mut next = put(f, 0, &values);
        for (one, chosen) in [(agreeing, &OF_AGREEING[..]), (differing, &OF_OTHER[..])] {
            let values: Vec<i16> = chosen.iter().map(|at| one.map_or(MISSING, |l| l.features[*at])).collect();
            next = put(f, next, &values);
        }
        next
    }

    /// Whether the likeliest value has the claimed digits and another power of ten.
    pub(crate) fn shifted(&self, top: Option<&LookUp>) -> i16 {
        let actual = top.and_then(|l| l.size).unwrap_or(0.0).abs();
        let claimed = self.claimed.number().unwrap_or(0.0).abs();
        if actual <= 0.0 || claimed <= 0.0 {
            return 0;
        }
        let power = libm::log10(claimed / actual);
        i16::from((power - libm::round(power)).abs() < 1e-6 && libm::round(power) != 0.0)
    }

    /// How many of the values about as large would be taken for the claimed one, in thousandths.
    fn by_chance(&self) -> i16 {
        const ABOUT: f64 = 0.3;
        let Some(claimed) = self.claimed.number().map(f64::abs).filter(|v| *v > 0.0) else { return MISSING };
        let step = to_f64(self.claimed.first().step).abs();
        let near = |l: &&LookUp| l.comparable && l.size.is_some_and(|v| (v.abs() - claimed).abs() <= ABOUT * claimed);
        #[expect(clippy::cast_precision_loss, reason = "at most some hundred")]
        let count = self.look_ups.iter().filter(near).count() as f64;
        thousandths(count * (step / (ABOUT * claimed)).min(1.0))
    }

    fn of_formulas(&self, f: &mut Features, next: usize) -> usize {
        let (own, other) = (self.computed_best(true), self.computed_best(false));
        let score = |at: Option<usize>| at.and_then(|at| self.computed.formulas.get(at)).map_or(NONE, |f| f.score);
        let (own_score, other_score) = (score(own), score(other));
        let look_up = self.differing().map_or(NONE, |l| l.score);
        let second = best(
            &self.computed.formulas,
            |f| f.score,
            |one| {
                one.agreement.holds()
                    && own.and_then(|at| self.computed.formulas.get(at)).is_none_or(|o| !core::ptr::eq(o, one))
            },
        );
        let agreeing = self.computed.formulas.iter().filter(|f| f.agreement.holds());
        let exact = agreeing.clone().filter(|f| f.agreement == Agreement::Exact).count();
        let by_own = |f: &&_| {
            let formula: &Formula = f;
            let own = formula.among(&self.computed.operands);
            own.clone().count() > 0 && own.clone().all(|o| o.is_own())
        };
        let own_best =
            self.computed.formulas.iter().filter(|f| f.agreement.holds()).filter(by_own).map(|f| f.score).max();
        let all = shares(self.computed.formulas.iter().map(|f| f.score).chain([look_up]));
        let held: f64 =
            self.computed.formulas.iter().zip(&all).filter(|(f, _)| f.agreement.holds()).map(|(_, s)| s).sum();
        let values = [
            of_score(own_score),
            of_score(other_score),
            of_score(own_score - other_score.max(look_up)),
            of_score(score(second)),
            small(self.computed.agreeing).min(200),
            small(agreeing.count()),
            small(exact),
            own_best.map_or(MISSING, of_score),
            thousandths(held),
            small(self.computed.by_chance.min(30_000)),
            small(self.computed.results.min(30_000)),
            self.computed.behind.map_or(MISSING, of_score),
            self.read_best(true),
            self.read_best(false),
        ];
        let next = put(f, next, &values);
        let of_best = own.and_then(|at| self.formulas.get(at));
        let values: Vec<i16> = OF_FORMULA.iter().map(|at| of_best.map_or(MISSING, |f| f[*at])).collect();
        let next = put(f, next, &values);
        let of_other = other.and_then(|at| self.formulas.get(at));
        let mut values: Vec<i16> = OF_OTHER_FORMULA.iter().map(|at| of_other.map_or(MISSING, |f| f[*at])).collect();
        values.push(of_score(other_score - self.next_other(other)));
        put(f, next, &values)
    }

    /// The score of the best formula that does not agree and comes to something else than this one.
    fn next_other(&self, best: Option<usize>) -> i32 {
        let Some(value) = best.and_then(|at| self.computed.formulas.get(at)).map(|f| f.value.abs()) else {
            return NONE;
        };
        let differs = |f: &&Formula| !f.agreement.holds() && (f.value.abs() - value).abs() > 1e-3 * value;
        self.computed.formulas.iter().filter(differs).map(|f| f.score).max().unwrap_or(NONE)
    }

    /// The most that a sentence says for any formula that agrees, or that does not.
    fn read_best(&self, agrees: bool) -> i16 {
        let all = self.computed.formulas.iter().zip(self.formulas);
        let alike = all.filter(|(own, _)| own.agreement.holds() == agrees);
        alike.map(|(_, features)| features[formula::READ]).max().unwrap_or(MISSING)
    }

    /// Printed and computed values together: the share of those that agree, how many times the share that would agree by chance that is,
    /// and how far the likeliest that agrees stands above all others, each in thousandths (of a logit).
    fn together(&self) -> [i16; 3] {
        const ABOUT: f64 = 0.3;
        const LEAST: f64 = 1e-4;
        let Some(claimed) = self.claimed.number().map(f64::abs).filter(|v| *v > 0.0) else { return [MISSING; 3] };
        let blind = self.look_ups.iter().filter(|l| l.comparable && !l.by_value);
        let printed = blind.map(|l| (l.score, l.size.unwrap_or(0.0), l.agreement.holds()));
        let computed = self.computed.formulas.iter().map(|f| (f.score, f.value, f.agreement.holds()));
        let all: Vec<(i32, f64, bool)> = printed.chain(computed).collect();
        let shares = shares(all.iter().map(|(score, ..)| *score));
        let mass = |passes: &dyn Fn(&(i32, f64, bool)) -> bool| {
            all.iter().zip(&shares).filter(|(one, _)| passes(one)).map(|(_, share)| share).sum::<f64>()
        };
        let held = mass(&|(_, _, agrees)| *agrees);
        let near = mass(&|(_, value, agrees)| *agrees || (value.abs() - claimed).abs() <= ABOUT * claimed);
        let width = (to_f64(self.claimed.first().step).abs() / (ABOUT * claimed)).min(1.0);
        let lift = libm::log((held + LEAST) / (near * width + LEAST));
        let best = |agrees: bool| all.iter().filter(|one| one.2 == agrees).map(|one| one.0).max().unwrap_or(NONE);
        [thousandths(held), thousandths(lift), of_score(best(true) - best(false).max(0))]
    }

    fn of_claim(&self, f: &mut Features, next: usize) -> usize {
        let (query, claim) = (self.query, self.claimed.first());
        let (unknown_near, near) = unknown(&query.near, self.sources);
        let (unknown_far, far) = unknown(&query.far, self.sources);
        let share = |part: usize, whole: usize| (part * 1000).checked_div(whole).map_or(-1, small);
        let stance = query.context.stance;
        let together = self.together();
        let values = [
            small(claim.kind as u8),
            significant(claim),
            whole_size(claim),
            hedge(claim.comparator),
            i16::from(self.about.digits_printed),
            i16::from(self.about.given),
            i16::from(self.about.repeats),
            i16::from(self.about.in_table),
            self.stranger(),
            self.opposed().map_or(0, |opposed| if opposed.is_sure() { 2 } else { 1 }),
            outcome(self.about.written),
            outcome(self.about.operand_of),
            self.about.written_held.map_or(MISSING, of_score),
            i16::from(!self.computed.spoken.beside.of_kind().is_none()),
            i16::from(!self.computed.spoken.sentence.of_kind().is_none()),
            share(unknown_near, near),
            share(unknown_far, far),
            i16::from(stance.change) + 2 * i16::from(stance.up.is_some()),
            i16::from(query.context.measure.is_some()) + 2 * i16::from(query.context.noun.is_some()),
            self.sources.tabular(),
            together[0],
            together[1],
            together[2],
            i16::from(self.prior.standing == Standing::Refers),
        ];
        put(f, next, &values)
    }
}

fn put(f: &mut Features, at: usize, values: &[i16]) -> usize {
    for (own, value) in f.iter_mut().skip(at).zip(values) {
        *own = *value;
    }
    at + values.len()
}

/// How many digits are told, without zeros at the end; of a date how finely.
fn significant(claim: &Quantity) -> i16 {
    match claim.value {
        Value::Number(value) => {
            let mut digits = value.normalize().mantissa().unsigned_abs();
            while digits > 0 && digits.is_multiple_of(10) {
                digits /= 10;
            }
            small(digits.checked_ilog10().map_or(0, |n| n + 1))
        }
        Value::Day(_) => 20,
        Value::Time(_) => 24,
        Value::Period(period) => 21 + i16::from(period.month().is_some()) + i16::from(period.month_day().is_some()),
    }
}

/// The size of a small whole number; 100 for any other.
fn whole_size(claim: &Quantity) -> i16 {
    let small_number = claim.value.number().filter(|v| v.fract().is_zero()).map(to_f64).filter(|v| v.abs() < 100.0);
    if matches!(claim.kind, ClaimKind::Date | ClaimKind::Time) {
        200
    } else {
        small_number.map_or(100, |v| thousandths(v.abs() / 1000.0))
    }
}

fn outcome(written: Written) -> i16 {
    match written {
        Written::None => 0,
        Written::Holds => 1,
        Written::Fails => -1,
    }
}

fn hedge(comparator: Option<Comparator>) -> i16 {
    comparator.map_or(-1, |own| small(own as u8))
}
