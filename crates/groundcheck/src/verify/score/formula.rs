//! What tells which computed value a claim is about: where its operands stand, how they go together, what the sentence says of it.

use super::choice;
use super::forest::MISSING;
use super::look_up::{self, small};
use super::others::{EQUAL, Others};
use super::over_time::OverTime;
use super::reading;
use super::said::{Names, Said};
use groundcheck_types::ClaimKind;

use crate::claims::Period;
use crate::lexicon::Stem;
use crate::lexicon::leads::Lead;
use crate::lexicon::spans;
use crate::verify::candidate::compute::{Computed, Formula, same_column, same_place};
use crate::verify::candidate::look_up::LookUp;
use crate::verify::candidate::operand::{Certainty, InAnswer, Operand, Own, Sign};
use crate::verify::candidate::operation::Operation;
use crate::verify::candidate::pattern::Pattern;
use crate::verify::candidate::query::{Query, thousandths};
use crate::verify::prepare::Sources;
use crate::verify::search::overlap;

/// The features of operands whose least and most a formula has.
const OF_OPERANDS: [usize; 12] = [
    look_up::NEAR_ALL,
    look_up::NEAR_OWN,
    look_up::FAR_ALL,
    look_up::LABEL_SAID,
    look_up::COLUMN_SAID,
    look_up::FIT_SHARE,
    look_up::IN_PERIOD,
    look_up::NAMES_OTHER,
    look_up::JOINT_PLACE,
    look_up::JOINT_COLUMN,
    look_up::TIME,
    look_up::FIT_RANK,
];

features! {
    FIRST:
    OPERATION, COUNT, OWN, OWN_BESIDE, OWN_BEFORE, SAME_PLACE, SAME_COLUMN, SAME_SOURCE, NEXT_TO, SAME_KIND, PLAIN,
    SAME_MEASURE, OF_MEASURE, OF_NOUN, PERIODS, TWO_TIMES, CUE, DIRECTION, BASE, IN_ORDER, SAME_LABEL, LIST, LIST_PART,
    KIND, BEST_PRINTED, RANK, OWN_PRINTED, OWN_HELD, LEAST_ALONE, MOST_ALONE, LEFT_OUT, SIZE, UNION_NEAR,
    UNION_OWN, UNION_FAR, PARTED, CLAIM_LEAD, FIRST_LEAD, SECOND_LEAD, FIRST_STEP, SECOND_STEP, LINKED, NAMED_ORDER,
    TIMES_ORDER, FIRST_SIDE, SECOND_SIDE, FIRST_NAMED, SECOND_NAMED, FIRST_TIME, SECOND_TIME, FIRST_TOTAL, SECOND_TOTAL,
    FIRST_OWN, SECOND_OWN, FIRST_LABEL, SECOND_LABEL, LARGER, MAGNITUDE, FIRST_SHARED, SECOND_SHARED, LEAST_SHARED,
    RESULT_TOLD, RESULT_PRINTED, CHOICE, LIKE_OPERATION, LIKE_OWN, LIKE_COLUMN, LIKE_SAME, LIKE_HELD, LIKE_LINE,
    SIGN, HEAD_NAMES, BEFORE_NAMES, BEHIND_NAMES, WAY, YEARS, FIRST_USED, SECOND_USED, MOST_USED, RESULTS, UNUSED_LEFT,
    TOLD_VALUES, LEAST_TOLD, FIRST_TOLD, SECOND_TOLD, GAP, LATER_ASKED, EARLIER_ASKED, BETWEEN, AFTER, COMPARED_OVER,
    ROW_STEPS, POINTS, WAY_GAP, READ_FOR, READ_AGAINST, READ, CLAIM_TRAIL,
    NEGATIVE,
}

/// Whether the answer writes its operands one behind the other with its sign between them: 1, −1 with another one, 0 without.
fn sign(formula: &Formula, operands: &[&Operand]) -> i16 {
    use Operation as O;
    let means = |sign: Sign| match sign {
        Sign::Plus => {
            matches!(formula.operation, O::Sum | O::Sum3 | O::ListSum | O::Mean | O::ListMean | O::More | O::ListMore)
        }
        Sign::Minus => {
            matches!(
                formula.operation,
                O::Difference | O::Left3 | O::ListLeft | O::Change | O::Complement | O::Less | O::ListLess
            )
        }
        Sign::Times => matches!(formula.operation, O::Product | O::Product3 | O::PercentOf | O::TwoProducts),
        Sign::Over => matches!(formula.operation, O::Ratio | O::Share | O::Change),
    };
    let mut told: Vec<InAnswer> = operands.iter().filter_map(|o| o.own).collect();
    if told.len() < operands.len() {
        return 0;
    }
    crate::sort::by_number(&mut told, |own| u64::from(own.at));
    let signs = || told.windows(2).map(|pair| pair[1].sign.filter(|_| pair[1].steps - pair[0].steps == 1));
    if signs().any(|sign| sign.is_none()) {
        return 0;
    }
    let is_meant = signs().flatten().all(means);
    match operands.len() {
        0 | 1 => 0,
        _ if is_meant => 1,
        _ => -1,
    }
}

/// Whether it is of as many values as the sentence names years: 1, or as lie between the first and the last of them: 2; −1 where it names
/// fewer than two.
fn years(formula: &Formula, asked: &[Period]) -> i16 {
    let years = || asked.iter().map(|own| own.year());
    let (Some(first), Some(last)) = (years().min(), years().max()) else { return -1 };
    let count = usize::from(formula.count);
    if first == last {
        -1
    } else if count == asked.len() {
        1
    } else {
        2 * i16::from(formula.count == last - first + 1)
    }
}

/// What all formulas of a claim stand beside.
pub(crate) struct Around<'t> {
    /// The score of the look-up that is likeliest.
    best: i32,
    /// What the ranking says of each value by itself, by kind.
    alone: Vec<(ClaimKind, i32)>,
    others: &'t Others<'t>,
    /// The number before the claim that is most like it, and how that came about.
    like: Option<(&'t Own, &'t Pattern)>,
    lead: Lead,
    /// Which of the claim's words each operand has, where it is printed.
    words: Vec<Option<Reached>>,
    said: &'t Said<'t>,
    /// What the sentence names of each operand.
    names: Vec<Names>,
    /// How many numbers of the claim's kind before it no later number is computed from.
    unused: usize,
    /// Over how many months the sentence compares.
    compared_over: i16,
}

/// Which of a claim's words a value has, a bit a word; of more than so many the first.
#[derive(Clone, Copy, Default)]
struct Reached {
    near: u128,
    /// Not only its sentence, but it itself.
    own: u128,
    far: u128,
}

impl<'t> Around<'t> {
    pub(crate) fn of(
        (lead, said, others): (Lead, &'t Said<'t>, &'t Others<'t>),
        look_ups: &[LookUp],
        operands: &[Operand],
        query: &Query<'_, '_>,
        sources: &Sources,
    ) -> Self {
        let like = || look_ups.iter().filter(|l| l.comparable && !l.by_value);
        Around {
            best: like().map(|l| l.score).max().unwrap_or(-12_000),
            unused: others.unused(query).count(),
            compared_over: spans::compared_over(query.context.sentence),
            others,
            like: others.like(query),
            alone: look_ups.iter().filter(|l| !l.by_value).map(|l| (l.kind, l.alone)).collect(),
            lead,
            words: operands.iter().map(|o| Reached::of(o.printed?.mention, query, sources)).collect(),
            names: operands.iter().map(|o| said.names(o, sources)).collect(),
            said,
        }
    }
}

/// How many features there are.
pub(crate) const FEATURES: usize = FIRST + 2 * OF_OPERANDS.len();

/// A formula's features.
pub(crate) type Features = [i16; FEATURES];

/// Where the least and the most of [`look_up::NEAR_OWN`] stand, the second of [`OF_OPERANDS`].
pub(crate) const LEAST_NEAR: usize = FIRST + 2;
pub(crate) const MOST_NEAR: usize = FIRST + 3;

/// The features of a formula.
pub(crate) fn features(
    formula: &Formula,
    rank: usize,
    computed: &Computed,
    (look_ups, query, around): (&[LookUp], &Query<'_, '_>, &Around<'_>),
    sources: &Sources,
) -> Features {
    let operands: Vec<&Operand> = formula.among(&computed.operands).collect();
    let mut f = [MISSING; FEATURES];
    let all = |is: &dyn Fn(&Operand) -> bool| i16::from(operands.iter().all(|o| is(o)));
    let count = |is: &dyn Fn(&Operand) -> bool| small(operands.iter().filter(|o| is(o)).count());
    let first = operands.first().copied();
    let with_first = |is: &dyn Fn(&Operand, &Operand) -> bool| {
        first.map_or(0, |a| i16::from(operands.len() > 1 && operands.iter().skip(1).all(|b| is(a, b))))
    };
    f[OPERATION] = small(formula.operation as u8);
    f[COUNT] = small(formula.count).min(64);
    f[OWN] = count(&Operand::is_own);
    f[OWN_BESIDE] = count(&|o| o.own.is_some_and(|own| own.beside));
    f[OWN_BEFORE] = count(&|o| o.own.is_some_and(|own| own.before));
    f[SAME_PLACE] = with_first(&same_place);
    f[SAME_COLUMN] = with_first(&same_column);
    f[SAME_SOURCE] = with_first(&|a, b| source(a) == source(b) && source(a).is_some());
    f[NEXT_TO] = with_first(&|a, b| match (a.printed, b.printed) {
        (Some(a), Some(b)) => a.mention.abs_diff(b.mention) == 1,
        _ => false,
    });
    f[SAME_KIND] = with_first(&|a, b| a.kind == b.kind);
    f[PLAIN] = count(&Operand::is_plain);
    f[SAME_MEASURE] = with_first(&|a, b| a.measure.is_some() && a.measure == b.measure);
    f[OF_MEASURE] = match query.context.measure {
        None => all(&|o| o.measure.is_none()),
        Some(own) if operands.iter().any(|o| o.measure == Some(own)) => 2,
        Some(own) if operands.iter().any(|o| o.measure.is_some_and(|m| m.is_unlike(own))) => -1,
        Some(_) => 0,
    };
    f[OF_NOUN] = match query.context.noun {
        None => 0,
        Some(noun) => 1 + i16::from(operands.iter().any(|o| o.noun == Some(noun))),
    };
    let times: Vec<Period> = operands.iter().filter_map(|o| o.time).collect();
    // A date's own period is what it says.
    let asked = if query.kind() == ClaimKind::Date { &[][..] } else { &query.context.periods[..] };
    let met = asked.iter().filter(|asked| times.iter().any(|own| overlap(**asked, *own))).count();
    f[YEARS] = years(formula, asked);
    f[PERIODS] = if asked.is_empty() { -1 } else { small(met * 1000 / asked.len()) };
    f[TWO_TIMES] = i16::from(times.windows(2).any(|pair| pair[0] != pair[1]));
    f[CUE] = formula.cue;
    let (spoken, cues) = (computed.spoken, formula.operation.cues());
    f[DIRECTION] = direction(formula, &operands, spoken.up());
    f[WAY] = direction(formula, &operands, spoken.way);
    for (feature, said) in [(HEAD_NAMES, spoken.head), (BEFORE_NAMES, spoken.before), (BEHIND_NAMES, spoken.behind)] {
        f[feature] = if said.is_none() { 1 } else { 2 * i16::from(said.meets(cues)) };
    }
    f[SIGN] = sign(formula, &operands);
    f[BASE] = match (times.as_slice(), formula.operation) {
        ([a, b], Operation::Change | Operation::Ratio | Operation::Share | Operation::Difference) if a != b => {
            if b < a { 1 } else { -1 }
        }
        _ => 0,
    };
    let places = match operands.as_slice() {
        [a, b] => at(a).zip(at(b)),
        _ => None,
    };
    f[IN_ORDER] = places.map_or(0, |(a, b)| if b > a { 1 } else { -1 });
    f[SAME_LABEL] = with_first(&|a, b| match (a.printed, b.printed) {
        (Some(a), Some(b)) => {
            let labels = |at: u32| sources.places.get(at as usize).map(|place| &place.labels);
            labels(a.place) == labels(b.place)
        }
        _ => false,
    });
    (f[LIST], f[LIST_PART]) = (i16::from(formula.list.0), i16::from(formula.list.1));
    f[KIND] = small(query.kind() as u8);
    f[CLAIM_TRAIL] = small(query.trail as u8);
    f[BEST_PRINTED] = small(around.best.clamp(-30_000, 30_000));
    f[RANK] = small(rank);
    f[OWN_PRINTED] = count(&|o| o.is_own() && sources.indices_of_size(o.shown).next().is_some());
    let held = operands.iter().filter(|o| o.is_own()).map(|o| o.held).min();
    f[OWN_HELD] = held.map_or(MISSING, |held| small(held.clamp(-12_000, 12_000)));
    f[CHOICE] = small(formula.choice.clamp(-30_000, 30_000));
    for (number, feature) in OF_OPERANDS.iter().enumerate() {
        let known = operands.iter().filter_map(|o| Some(look_ups.get(o.look_up? as usize)?.features[*feature]));
        for value in known {
            let (least, most) = (FIRST + 2 * number, FIRST + 2 * number + 1);
            f[least] = if f[least] == MISSING { value } else { f[least].min(value) };
            f[most] = f[most].max(value);
        }
    }
    of_words(&mut f, formula, query, around);
    of_place(&mut f, formula, &operands, look_ups, around);
    of_naming(&mut f, formula, &operands, look_ups, (query, around));
    of_others(&mut f, formula, &operands, (query, around));
    of_time(&mut f, &operands, (query, around), sources);
    let typical = computed.typical();
    if typical > 0.0 && formula.value != 0.0 {
        f[SIZE] = thousandths(libm::log10(formula.value.abs() / typical) / 10.0);
    }
    let size = formula.value.abs();
    let from = computed.sizes.partition_point(|own| *own < size * (1.0 - EQUAL));
    f[RESULT_PRINTED] = i16::from(computed.sizes.get(from).is_some_and(|own| *own <= size * (1.0 + EQUAL)));
    (f[READ_FOR], f[READ_AGAINST]) = reading::of(&f);
    f[READ] = f[READ_FOR] - 2 * f[READ_AGAINST];
    f
}

impl Reached {
    fn of(mention: u32, query: &Query<'_, '_>, sources: &Sources) -> Option<Self> {
        let words = look_up::Words::of(mention, sources)?;
        let bits = |all: &[(Stem, u32)], has: &dyn Fn(Stem) -> bool| {
            (0..128)
                .zip(all)
                .filter(|(_, (stem, weight))| *weight > 0 && has(*stem))
                .fold(0, |bits, (at, _)| bits | 1 << at)
        };
        Some(Reached {
            near: bits(&query.near, &|stem| words.anywhere(stem)),
            own: bits(&query.near, &|stem| words.own(stem)),
            far: bits(&query.far, &|stem| words.anywhere(stem)),
        })
    }
}

/// Which of the claim's words its operands have together, and which only one of them has.
fn of_words(f: &mut Features, formula: &Formula, query: &Query<'_, '_>, around: &Around<'_>) {
    let reached = formula.operands.iter().filter_map(|at| *around.words.get(usize::from(*at))?);
    let reached: Vec<Reached> = reached.collect();
    f[LINKED] = small(reached.len());
    if reached.is_empty() {
        return;
    }
    let share = |all: &[(Stem, u32)], of: &dyn Fn(&Reached) -> u128| {
        let bits = reached.iter().fold(0, |bits, own| bits | of(own));
        let weigh = |(at, (_, weight)): (u32, &(Stem, u32))| if bits >> at & 1 == 1 { *weight } else { 0 };
        let own: u32 = (0..128).zip(all).map(weigh).sum();
        let all: u32 = all.iter().map(|(_, weight)| weight).sum();
        (own * 1000).checked_div(all).map_or(-1, small)
    };
    f[UNION_NEAR] = share(&query.near, &|own| own.near);
    f[UNION_OWN] = share(&query.near, &|own| own.own);
    f[UNION_FAR] = share(&query.far, &|own| own.far);
    if let [a, b] = reached.as_slice() {
        let alone = (a.own & !b.own).count_ones().min((b.own & !a.own).count_ones());
        f[PARTED] = small(alone).min(4);
    }
}

/// How likely its operands are by themselves, what as likely is left out, how large it is, and where in the answer they are.
fn of_place(f: &mut Features, formula: &Formula, operands: &[&Operand], look_ups: &[LookUp], around: &Around<'_>) {
    let alone = operands.iter().filter_map(|o| Some(look_ups.get(o.look_up? as usize)?.alone));
    if let (Some(least), Some(most)) = (alone.clone().min(), alone.clone().max()) {
        (f[LEAST_ALONE], f[MOST_ALONE]) = (small(least), small(most));
        let kind = operands.first().map(|o| o.kind);
        let as_likely = around.alone.iter().filter(|(own, score)| Some(*own) == kind && *score >= least).count();
        let chosen = if formula.list == (0, 0) { alone.count() } else { usize::from(formula.count) };
        f[LEFT_OUT] = (small(as_likely) - small(chosen)).clamp(-40, 40);
    }
    f[CLAIM_LEAD] = small(around.lead as u8);
    for (operand, lead, steps) in [(0, FIRST_LEAD, FIRST_STEP), (1, SECOND_LEAD, SECOND_STEP)] {
        if let Some(InAnswer { steps: own, lead: by, beside, .. }) = operands.get(operand).and_then(|o| o.own) {
            f[lead] = small(by as u8);
            f[steps] = own.clamp(-20, 20) + if beside { 0 } else { -100 };
        }
    }
}

/// Where the sentence names the two operands, how well each fits by itself, and which is the larger.
fn of_naming(
    f: &mut Features,
    formula: &Formula,
    operands: &[&Operand],
    look_ups: &[LookUp],
    (query, around): (&Query<'_, '_>, &Around<'_>),
) {
    if formula.value != 0.0 {
        f[MAGNITUDE] = thousandths(libm::log10(formula.value.abs()) / 2.0);
    }
    let ([a, b], [first, second]) = (operands, formula.operands.as_slice()) else { return };
    let names = |at: &u16| around.names.get(usize::from(*at)).copied().unwrap_or_default();
    let naming = around.said.naming(query.asked.span.start as usize, names(first), names(second));
    f[NAMED_ORDER] = naming.order;
    (f[FIRST_SIDE], f[SECOND_SIDE]) = (naming.first.side, naming.second.side);
    (f[FIRST_NAMED], f[SECOND_NAMED]) = (naming.first.lead, naming.second.lead);
    // Of the times that a sentence names a claimed date is one.
    if query.kind() != ClaimKind::Date {
        (f[TIMES_ORDER], f[FIRST_TIME], f[SECOND_TIME]) = (naming.times, naming.first.time, naming.second.time);
    }
    (f[FIRST_TOTAL], f[SECOND_TOTAL]) = (naming.first.total, naming.second.total);
    for (operand, own, label) in [(a, FIRST_OWN, FIRST_LABEL), (b, SECOND_OWN, SECOND_LABEL)] {
        if let Some(look_up) = operand.look_up
            && let Some(look_up) = look_ups.get(look_up as usize)
        {
            (f[own], f[label]) = (look_up.features[look_up::NEAR_OWN], look_up.features[look_up::LABEL_SAID]);
        }
    }
    f[NEGATIVE] = i16::from(a.value < 0.0) + 2 * i16::from(b.value < 0.0);
    let (a, b) = (a.value.abs(), b.value.abs());
    f[LARGER] = i16::from(a > b) - i16::from(b > a);
}

/// How its two operands lie in time, and in their row.
fn of_time(f: &mut Features, operands: &[&Operand], (query, around): (&Query<'_, '_>, &Around<'_>), sources: &Sources) {
    f[COMPARED_OVER] = around.compared_over;
    f[POINTS] = i16::from(query.spoken.points);
    f[WAY_GAP] = query.spoken.way_gap.map_or(MISSING, small);
    let [a, b] = operands else { return };
    if let Some((a, b)) = a.printed.zip(b.printed).filter(|(a, b)| a.place == b.place) {
        f[ROW_STEPS] = small(i64::from(a.mention) - i64::from(b.mention)).clamp(-20, 20);
    }
    let asked = if query.kind() == ClaimKind::Date { &[][..] } else { &query.context.periods[..] };
    if let Some(time) = OverTime::of(a, b, asked, sources) {
        f[GAP] = time.gap;
        (f[LATER_ASKED], f[EARLIER_ASKED]) = (time.later, time.earlier);
        (f[BETWEEN], f[AFTER]) = (time.between, time.after);
    }
}

/// What the answer's other numbers say of it.
fn of_others(
    f: &mut Features,
    formula: &Formula,
    operands: &[&Operand],
    (query, around): (&Query<'_, '_>, &Around<'_>),
) {
    let told = |o: &&&Operand| o.own.is_some_and(|own| !own.beside);
    for (operand, feature) in [(0, FIRST_SHARED), (1, SECOND_SHARED)] {
        if let Some(operand) = operands.get(operand).filter(told) {
            f[feature] = operand.shared.min(8);
        }
    }
    if let Some(least) = operands.iter().filter(told).map(|o| o.shared).min() {
        f[LEAST_SHARED] = least.min(8);
    }
    of_used(f, formula, operands, (query, around));
    let size = formula.value.abs();
    f[RESULT_TOLD] = around.others.tells(size, query.asked.span.start);
    let Some((like, pattern)) = around.like else { return };
    f[LIKE_OPERATION] = i16::from(pattern.operation == formula.operation);
    f[LIKE_HELD] = small(like.held.clamp(-12_000, 12_000));
    f[LIKE_LINE] = i16::from(like.line != around.others.line) + 2 * i16::from(like.ordinal == query.ordinal.0);
    if pattern.operation == formula.operation {
        let from = operands.iter().map(|o| o.from());
        [f[LIKE_OWN], f[LIKE_COLUMN], f[LIKE_SAME]] = choice::likeness(from, &pattern.from).map(i16::from);
    }
}

/// Whether its operands have been computed with before, which results before the claim it leaves out, and which of its operands have a value
/// that the answer tells somewhere: `grew by 93.5 % (from 100.0 to 193.5)` is of these two, whichever cells they are.
fn of_used(f: &mut Features, formula: &Formula, operands: &[&Operand], (query, around): (&Query<'_, '_>, &Around<'_>)) {
    for (operand, feature) in [(0, FIRST_USED), (1, SECOND_USED)] {
        if let Some(own) = operands.get(operand).and_then(|o| o.own) {
            f[feature] = own.used as i16;
        }
    }
    let own = || operands.iter().filter_map(|o| o.own);
    if let Some(most) = own().map(|own| own.used).max() {
        f[MOST_USED] = most as i16;
    }
    f[RESULTS] = small(own().filter(|own| own.result == Certainty::Surely).count());
    let taken = if formula.list == (0, 0) {
        own().filter(|own| own.used < Certainty::Surely).count()
    } else {
        formula.count.into()
    };
    f[UNUSED_LEFT] = (small(around.unused) - small(taken)).clamp(-20, 20);
    let told: Vec<i16> = operands.iter().map(|o| around.others.tells(o.value.abs(), query.asked.span.start)).collect();
    for (told, feature) in told.iter().zip([FIRST_TOLD, SECOND_TOLD]) {
        f[feature] = *told;
    }
    f[TOLD_VALUES] = small(told.iter().filter(|told| **told > 0).count());
    f[LEAST_TOLD] = told.into_iter().min().unwrap_or(MISSING);
}

/// How far the likeliest formula that agrees stands above what does not, printed values among it, in thousandths of a logit; no better
/// than its own operands hold.
pub(crate) fn held(computed: &Computed, look_ups: &[LookUp]) -> i32 {
    let own = computed.formulas.iter().filter(|f| f.agreement.holds()).max_by_key(|f| f.score);
    let Some(own) = own else { return look_up::NOT_HELD };
    let other = computed.formulas.iter().filter(|f| !f.agreement.holds()).map(|f| f.score).max();
    let printed =
        look_ups.iter().filter(|l| l.comparable && !l.by_value && !l.agreement.holds()).map(|l| l.score).max();
    let margin = own.score - other.max(printed).unwrap_or(look_up::NOT_HELD).max(0);
    let operands = own.among(&computed.operands);
    let least = operands.filter(|o| o.is_own() && o.look_up.is_none()).map(|o| o.held).min();
    least.map_or(margin, |least| margin.min(least))
}

fn source(operand: &Operand) -> Option<u32> {
    operand.printed.map(|own| own.source)
}

fn at(operand: &Operand) -> Option<(u32, u32)> {
    operand.printed.map(|own| (own.source, own.at))
}

/// Whether it goes the way that the sentence says: 1, −1 the other way, 0 where one of them does not say.
fn direction(formula: &Formula, operands: &[&Operand], up: Option<bool>) -> i16 {
    let (Some(up), [a, b]) = (up, operands) else { return 0 };
    if !matches!(formula.operation, Operation::Difference | Operation::Change) || a.value == b.value {
        return 0;
    }
    let later = match (a.time, b.time) {
        (Some(a), Some(b)) if a != b => a > b,
        // A change is from the second to the first.
        _ if formula.operation == Operation::Change => true,
        _ => return 0,
    };
    let rises = if later { a.value > b.value } else { b.value > a.value };
    if rises == up { 1 } else { -1 }
}
