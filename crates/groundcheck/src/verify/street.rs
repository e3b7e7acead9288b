//! From claims to verdicts, sentence by sentence: candidates are found and ranked without the claimed values, then each claim is decided.
//!
//! ```text
//! claim ─ split ─> Query, Claimed
//! Query + sources + the answer's own numbers ─> look-ups, formulas ─ ranked ─> shares        blind to the value
//! Claimed + shares ─ decide ─> status, probability, the best candidates
//! ```

use core::ops::Range;

use groundcheck_types::{ClaimKind, Status};

use super::asked::Asked;
use super::before::Before;
use super::beside::Beside;
use super::candidate::again;
use super::candidate::compute::{Chosen, Computed, Formula, compute};
use super::candidate::look_up::{self as printed, LookUp};
use super::candidate::operand::{self, Certainty, Operand, Own, Sign, number_at};
use super::candidate::pattern::Pattern;
use super::candidate::query::{Claimed, Query, Tolerance, split};
use super::candidate::spoken::is_stress;
use super::candidate::times::{OwnTime, When};
use super::candidate::written::{self, Written};
use super::context::Context;
use super::decide::{self, Decided, MOST_SHOWN};
use super::prior::Prior;
use super::reasons::Say;
use super::score::decision::{About, Known};
use super::score::others::Others;
use super::score::rests::no_surer;
use super::score::said::Said;
use super::score::{Model, TRAINED, formula, look_up, shares};
use super::search::Search;
use crate::cancel::Cancel;
use crate::claims::{Quantity, to_f64};
use crate::document::token::Token;
use crate::lexicon::leads::Lead;

/// So many numbers of earlier sentences may be computed with, the last ones.
const MOST_TOLD: usize = 48;
/// And so many of those that the answer opens with.
const MOST_OPENING: usize = 6;
/// And so many days and times of the day.
const MOST_TIMES: usize = 32;
/// So many numbers of an answer are checked; more are a list of values, and each has to cost next to nothing.
pub(crate) const MOST_CLAIMS: usize = 10_000;
/// So many steps go into how the numbers of an answer may be computed, some thousand for each. What has more numbers than that is a list of
/// values, and the last of them are only looked up.
const MOST_STEPS: usize = 3_000_000;
/// What it takes to rank a result, where finding it is one step.
const STEPS_TO_RANK: usize = 30;

/// A claim, and what is known of it.
pub(crate) struct Asking<'c> {
    /// As it is read.
    pub(crate) quantity: Quantity,
    /// As the heading of its table may mean it.
    pub(crate) meant: Option<Quantity>,
    pub(crate) context: Context<'c>,
    pub(crate) prior: Prior,
    pub(crate) in_table: bool,
    pub(crate) beside: Beside,
}

/// What goes on from one sentence of an answer to the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Passed {
    /// The answer's first numbers, where they are none of the last ones.
    opening: Vec<Own>,
    /// The answer's numbers so far, the last ones, with what they are in and what they count.
    told: Vec<Own>,
    /// Its days and times of the day, the last ones.
    times: Vec<OwnTime>,
    /// How many sentences there were.
    lines: u32,
    /// And how many claims.
    pub(crate) claims: usize,
    /// And how many steps went into computing them.
    steps: usize,
    /// Up to which byte marks of stress are counted, and how many there are.
    marks: (u32, u32),
    /// The places that the last sentence's claims point at, with their shares.
    places: Vec<(u32, f64)>,
}

impl Passed {
    /// How many marks of stress stand before a byte of the answer. Asked in order, each byte is looked at once.
    fn marks_before(&mut self, text: &str, at: u32) -> u32 {
        let (from, count) = self.marks;
        let between = text.as_bytes().get(from as usize..at as usize).unwrap_or_default();
        let more = between.iter().filter(|byte| is_stress(**byte)).count();
        self.marks = (at.max(from), count + u32::try_from(more).unwrap_or(u32::MAX));
        self.marks.1
    }

    /// Notes what the number at this place of its sentence is computed from, and how surely.
    fn use_up(&mut self, computed: &Computed, beside: &mut [Own], at: usize) {
        // What stands behind the number may be computed from it: that says nothing of how it came about itself.
        let is_before = |operand: &Operand| operand.look_up.is_some() || operand.own.is_none_or(|own| own.before);
        let is_before = |f: &&Formula| f.agreement.holds() && f.among(&computed.operands).all(is_before);
        let Some(likeliest) = computed.formulas.iter().filter(is_before).max_by_key(|f| (f.score, f.choice)) else {
            return;
        };
        let surely = if likeliest.score >= LIKELY || computed.by_chance <= BY_NO_CHANCE {
            Certainty::Surely
        } else {
            Certainty::Perhaps
        };
        for operand in likeliest.among(&computed.operands).filter_map(|operand| operand.own).filter(|own| own.before) {
            let among = |all: &mut [Own]| {
                let own = all.get_mut(number_at(all, operand.at)?)?;
                own.used = own.used.max(surely);
                Some(())
            };
            let _ = among(beside).or_else(|| among(&mut self.told)).or_else(|| among(&mut self.opening));
        }
        if let Some(own) = beside.get_mut(at) {
            own.result = surely;
        }
    }
}

/// A formula that agrees and has this score says how its number came about, in thousandths of a logit.
const LIKELY: i32 = -1_000;
/// And so does any where so few results agree by chance, in thousandths.
const BY_NO_CHANCE: i32 = 50;

/// The street of one answer.
#[derive(Debug, Default)]
pub(crate) struct Street<'m> {
    pub(crate) model: Option<&'m Model>,
    pub(crate) passed: Passed,
    pub(crate) cancel: Cancel<'m>,
    /// What is kept of every claim, where somebody learns from it.
    #[cfg(any(test, feature = "training"))]
    pub(crate) seen: Option<Vec<super::seen::Seen>>,
    /// Whether it is learnt which results are worth ranking.
    #[cfg(any(test, feature = "training"))]
    pub(crate) chooses: bool,
}

impl Street<'_> {
    /// One that goes on.
    pub(crate) fn going_on(passed: Passed) -> Self {
        Street { passed, ..Street::default() }
    }

    /// Decides the claims of a sentence.
    pub(crate) fn sentence(
        &mut self,
        asking: &[Asking<'_>],
        (text, tokens): (&str, &[Token]),
        search: &mut Search<'_>,
        asked: &Asked,
    ) -> Vec<Option<Decided>> {
        let sources = search.sources();
        let model = self.model.unwrap_or(&TRAINED);
        if !sources.has_evidence() {
            return asking.iter().map(|_| None).collect();
        }
        let tolerance = |query: &Query<'_, '_>| Tolerance {
            ratio: if query.is_identifier() { 0.0 } else { to_f64(asked.tolerances.of_kind(query.kind())) },
            is_raised: asked.tolerances.is_raised(query.kind()),
            days: asked.tolerances.date_days,
            is_exact: query.is_identifier(),
        };
        let written: Vec<(Written, Range<u32>)> =
            asking.iter().map(|own| written::beside(text, &own.quantity)).collect();
        let mut queries: Vec<(Query<'_, '_>, Claimed)> = Vec::with_capacity(asking.len());
        let mut found: Vec<Vec<LookUp>> = Vec::with_capacity(asking.len());
        for (at, own) in asking.iter().enumerate() {
            if self.cancel.is_cancelled() {
                return Vec::new();
            }
            let like = |other: &&Asking<'_>| other.quantity.kind == own.quantity.kind;
            let before = asking.get(..at).unwrap_or_default().iter().filter(like).count();
            let ordinal = (before, asking.iter().filter(like).count());
            let (query, claimed) = split(&own.quantity, own.meant.clone(), &own.context, (ordinal, own.beside), search);
            let mut look_ups = printed::find(&query, &claimed, search);
            look_up::alone(&mut look_ups, &query, sources, search.foreign());
            let scores = model.alone.scores(look_ups.iter().map(|look_up| &look_up.features));
            for (look_up, score) in look_ups.iter_mut().zip(scores) {
                (look_up.alone, look_up.score) = (score, score);
            }
            // Beside signs of calculation the scale is mostly left out.
            let place = own.quantity.span.start;
            let calculates = written.get(at).is_some_and(|(written, _)| *written != Written::None)
                || operand_of(place, &written) != Written::None;
            printed::compare(&mut look_ups, (&query, &claimed), calculates, tolerance(&query), sources);
            queries.push((query, claimed));
            found.push(look_ups);
        }
        let starts: Vec<u32> = asking.iter().map(|own| own.quantity.span.start).collect();
        look_up::joint(&mut found, &starts, sources, &self.passed.places);
        let comparable = found.iter().flatten().filter(|l| l.comparable);
        let scores = model.joint.scores(comparable.map(|look_up| &look_up.features));
        for (look_up, score) in found.iter_mut().flatten().filter(|l| l.comparable).zip(scores) {
            look_up.score = score;
        }
        let times = self.times(asking);
        let Some(context) = asking.first().map(|own| &own.context) else { return Vec::new() };
        let said = Said::of(text, tokens.get(context.range.clone()).unwrap_or_default(), &context.forms, sources);
        let numbers = asking.iter().zip(&found).zip(&queries);
        let mut beside: Vec<Own> =
            numbers.map(|((own, found), (query, _))| self.number(own, found, query, text)).collect();
        let mut end = None;
        for (own, (_, calculation)) in beside.iter_mut().zip(&written) {
            own.calculation.clone_from(calculation);
            let between = end.and_then(|end: u32| text.get(end as usize..own.quantity.span.start as usize));
            own.sign = between.and_then(Sign::only);
            end = Some(own.quantity.span.end);
        }
        let within = |range: &Range<u32>| {
            let at = |place: u32| starts.partition_point(|start| *start < place);
            at(range.start)..at(range.end)
        };
        let mut computed = Vec::with_capacity(asking.len());
        for (at, ((query, claimed), look_ups)) in queries.iter().zip(&found).enumerate() {
            let lead = beside.get(at).map_or(Lead::None, |own| own.lead);
            let others = Others::of(at, &self.passed.told, &beside);
            let chosen = Chosen { others: &others, choice: &model.choice, is_learning: self.is_learning() };
            if self.cancel.is_cancelled() {
                return Vec::new();
            }
            let own = if self.passed.steps < MOST_STEPS {
                self.compute((query, claimed), look_ups, (&beside, &times), (tolerance(query), &chosen), search)
            } else {
                Computed { is_left_out: true, ..Computed::default() }
            };
            self.passed.steps += own.results + STEPS_TO_RANK * own.formulas.len();
            let (own, formulas) = rank(own, look_ups, query, (lead, &said, &others), model, search);
            let follows = match written.get(at) {
                Some((Written::Holds, range)) => least_held(&beside, within(range)),
                _ => None,
            };
            if let Some(number) = beside.get_mut(at) {
                number.held = number.held.max(formula::held(&own, look_ups)).max(follows.unwrap_or(look_up::NOT_HELD));
                let likeliest = own.formulas.iter().filter(|f| f.agreement.holds()).max_by_key(|f| (f.score, f.choice));
                number.pattern = likeliest.map(|formula| Pattern::of(formula, &own.operands));
                number.moved = number.pattern.as_ref().map(|own| again::moved(own, sources)).unwrap_or_default();
            }
            self.passed.use_up(&own, &mut beside, at);
            computed.push((own, formulas));
        }
        let mut known = Vec::with_capacity(asking.len());
        for (at, ((query, claimed), look_ups)) in queries.iter().zip(&found).enumerate() {
            let (Some(own), Some((computed, formulas))) = (asking.get(at), computed.get(at)) else { continue };
            let (became, numbers) = written.get(at).map_or((Written::None, 0..0), |(own, range)| (*own, within(range)));
            let range = own.quantity.first as usize..own.quantity.last as usize;
            let own_tokens = tokens.get(range).unwrap_or_default();
            let about = About {
                digits_printed: sources.numerals.has(text, own_tokens),
                given: asked.given.has(text, own_tokens),
                repeats: self.passed.told.iter().any(|told| told.quantity.value == own.quantity.value),
                in_table: own.in_table,
                stranger: search.is_stranger(&own.context),
                written: became,
                operand_of: operand_of(own.quantity.span.start, &written),
                written_held: least_held(&beside, numbers.clone()),
            };
            let written_from = starts.get(numbers).unwrap_or_default();
            let held = written.get(at).filter(|(became, _)| *became == Written::Holds);
            let calculation = held.and_then(|(_, range)| written::as_printed(text, range));
            let calculation = calculation.zip(own.quantity.span.of(text));
            known.push(Known {
                query,
                claimed,
                look_ups,
                computed,
                formulas,
                prior: &own.prior,
                about,
                written_from,
                calculation,
                sources,
            });
        }
        #[cfg(any(test, feature = "training"))]
        if let Some(seen) = &mut self.seen {
            seen.extend(known.iter().map(|known| super::seen::Seen::of(known, self.chooses)));
        }
        self.weigh(&known, &mut beside, model);
        let mut decided = Vec::with_capacity(known.len());
        for (at, known) in known.iter().enumerate() {
            let own = beside.get(at).and_then(|own| own.probability).filter(|_| known.prior.is_open());
            let Passed { opening, told, .. } = &self.passed;
            let before = Before { opening, told, beside: beside.get(..at).unwrap_or_default() };
            let own = own.map(|own| decide::decide((known, &before), own, &asked.policy, Say(asked.language)));
            let own = own.filter(|own| !known.prior.holds_against(&own.judgement));
            let judgement = own.as_ref().map_or(&known.prior.judgement, |own| &own.judgement);
            if let Some(number) = beside.get_mut(at).filter(|_| judgement.status == Status::Supported) {
                number.rests_on = judgement.evidence.iter().take(MOST_SHOWN).cloned().collect();
            }
            decided.push(own);
        }
        self.passed.times = times;
        let over = self.passed.times.len().saturating_sub(MOST_TIMES);
        self.passed.times.drain(..over);
        self.pass_on(beside, &found, sources);
        decided
    }

    fn is_learning(&self) -> bool {
        #[cfg(any(test, feature = "training"))]
        return self.chooses;
        #[cfg(not(any(test, feature = "training")))]
        false
    }

    /// How likely each claim is right: each by itself, then what is computed from others no surer than they are.
    fn weigh(&self, known: &[Known<'_, '_, '_>], beside: &mut [Own], model: &Model) {
        let decides = |known: &Known<'_, '_, '_>| known.prior.is_open();
        for (number, known) in beside.iter_mut().zip(known) {
            number.probability = if decides(known) {
                Some(decide::probability(known, &model.decision))
            } else {
                known.prior.probability()
            };
        }
        for (at, known) in known.iter().enumerate().filter(|(_, known)| decides(known)) {
            let of = |start: u32| {
                let among = |all: &[Own]| all.get(number_at(all, start)?)?.probability;
                among(beside).or_else(|| among(&self.passed.told)).or_else(|| among(&self.passed.opening))
            };
            let held_back = beside.get(at).and_then(|own| own.probability).map(|own| no_surer(own, &known.ways(), of));
            if let Some(number) = beside.get_mut(at) {
                number.probability = held_back;
            }
        }
    }

    fn compute(
        &self,
        (query, claimed): (&Query<'_, '_>, &Claimed),
        look_ups: &[LookUp],
        (beside, times): (&[Own], &[OwnTime]),
        chosen: (Tolerance, &Chosen<'_>),
        search: &Search<'_>,
    ) -> Computed {
        if query.kind() == ClaimKind::Statement || query.form.other_weekday(claimed.first().value).is_some() {
            return Computed::default();
        }
        let Passed { opening, told, .. } = &self.passed;
        let operands = operand::choose(query, look_ups, (opening, told, beside), search.sources());
        compute(query, claimed, (look_ups, operands, times), chosen, search.sources())
    }

    /// The days and the times of the day of this sentence and of those before it.
    fn times(&self, asking: &[Asking<'_>]) -> Vec<OwnTime> {
        let before = self.passed.times.iter().map(|time| OwnTime { beside: false, ..*time });
        let told = asking.iter().filter_map(|own| {
            let when = When::of(own.quantity.value)?;
            Some(OwnTime { when, at: own.quantity.span.start, beside: true })
        });
        before.chain(told).collect()
    }

    fn pass_on(&mut self, beside: Vec<Own>, found: &[Vec<LookUp>], sources: &super::prepare::Sources) {
        self.passed.places.clear();
        for look_ups in found {
            let own = || look_ups.iter().filter(|l| l.comparable && !l.by_value);
            let shares = shares(own().map(|l| l.score));
            let likely = own().zip(shares).filter(|(_, share)| *share > 0.2);
            let places = likely.filter_map(|(l, share)| Some((sources.mentions.get(l.mention as usize)?.place, share)));
            self.passed.places.extend(places.take(3));
        }
        self.passed.places.truncate(24);
        self.passed.told.extend(beside.into_iter().filter(|own| own.quantity.value.number().is_some()));
        let over = self.passed.told.len().saturating_sub(MOST_TOLD);
        let free = MOST_OPENING.saturating_sub(self.passed.opening.len());
        self.passed.opening.extend(self.passed.told.drain(..over).take(free));
        self.passed.lines += 1;
    }

    /// A claim as others are computed from it.
    fn number(&mut self, own: &Asking<'_>, look_ups: &[LookUp], query: &Query<'_, '_>, text: &str) -> Own {
        let marks = self.passed.marks_before(text, own.quantity.span.start);
        let agrees = look_ups.iter().filter(|l| l.comparable && l.agreement.holds());
        let time = match own.context.periods.as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        Own {
            quantity: own.quantity.clone(),
            size: own.quantity.value.number().map(|value| to_f64(value).abs()),
            measure: own.context.measure,
            noun: own.context.noun,
            printed: agrees.max_by_key(|l| l.score).map(|l| l.mention),
            time,
            lead: Lead::before(text, own.quantity.span.start as usize),
            sign: None,
            calculation: 0..0,
            held: look_up::held(look_ups),
            probability: None,
            line: self.passed.lines,
            plain_at: own.quantity.span.start.saturating_sub(marks),
            ordinal: query.ordinal.0,
            in_table: own.in_table,
            words: query.near.iter().map(|(stem, _)| *stem).collect(),
            factor: printed::likeliest(look_ups).and_then(|l| l.factor),
            pattern: None,
            moved: Vec::new(),
            used: Certainty::Not,
            result: Certainty::Not,
            rests_on: Vec::new(),
        }
    }
}

/// What became of the calculation that a number is an operand of.
fn operand_of(at: u32, written: &[(Written, Range<u32>)]) -> Written {
    written.iter().find(|(_, range)| range.contains(&at)).map_or(Written::None, |(written, _)| *written)
}

/// How well the number of a calculation holds that holds least.
fn least_held(beside: &[Own], numbers: Range<usize>) -> Option<i32> {
    beside.get(numbers).unwrap_or_default().iter().map(|own| own.held).min()
}

fn rank(
    mut computed: Computed,
    look_ups: &[LookUp],
    query: &Query<'_, '_>,
    (lead, said, others): (Lead, &Said<'_>, &Others<'_>),
    model: &Model,
    search: &Search<'_>,
) -> (Computed, Vec<formula::Features>) {
    let around = formula::Around::of((lead, said, others), look_ups, &computed.operands, query, search.sources());
    let ranked = computed.formulas.iter().enumerate();
    let features: Vec<formula::Features> = ranked
        .map(|(rank, f)| formula::features(f, rank, &computed, (look_ups, query, &around), search.sources()))
        .collect();
    for (formula, score) in computed.formulas.iter_mut().zip(model.formulas.scores(features.iter())) {
        formula.score = score;
    }
    (computed, features)
}
