//! Whether a claim is right: a probability, and by two thresholds of the policy its status.
//!
//! Source: the design, "From claim to verdict". What cannot be decided stays open, with the places to look at.

use std::borrow::Cow;

use groundcheck_types::{Candidate, ClaimKind, Evidence, Nearest, Number, Policy, Status};
use rust_decimal::Decimal;

use super::before::{Before, SAME_FACTOR, borne_out, rests_on, shown};
use super::by_size::are_far;
use super::candidate::compute::Formula;
use super::candidate::dates::Grain;
use super::candidate::equation;
use super::candidate::look_up::LookUp;
use super::candidate::operation::Operation;
use super::candidate::query::Agreement;
use super::evidence::{Origin, as_told, is_fact, origin};
use super::facts::bears_out;
use super::format::grouped;
use super::likeliest::{Either, LEAST_SHARE, all, share_of};
use super::prior::Standing;
use super::reasons::Say;
use super::score::{Forest, decision::Known, decision::Opposed, decision::SPEAKS};
use super::tolerance::{difference_percent, has_digits_swapped};
use super::{Judgement, confidence_in};
use crate::claims::{Quantity, Time, Value, to_f64};

/// So many candidates are shown, and passages of a calculation.
pub(crate) const MOST_SHOWN: usize = 3;
/// Of the results of all operations one agrees by chance, in thousandths.
const ONE_BY_CHANCE: i32 = 1_000;
/// So few agree by chance that one which does says how the value came about, whatever its share.
const HARDLY_BY_CHANCE: i32 = 250;
/// A fact with this share is what a flagged claim is held against.
const FACT: f64 = 0.25;

fn is_far(known: &Known<'_, '_, '_>, look_up: &LookUp) -> bool {
    let sizes = known.claimed.number().zip(look_up.value.number().map(to_f64));
    sizes.is_some_and(|(claimed, actual)| are_far(claimed, actual))
}

/// What was decided.
#[derive(Debug, Clone)]
pub(crate) struct Decided {
    pub(crate) judgement: Judgement,
    /// That the claim is right.
    pub(crate) probability: Number,
    pub(crate) candidates: Vec<Candidate>,
}

/// That a claim is right, by itself.
pub(crate) fn probability(known: &Known<'_, '_, '_>, forest: &Forest) -> f64 {
    let tolerated = tolerated(known);
    let features = match &tolerated {
        Some(look_ups) => Known { look_ups, ..*known }.features(),
        None => known.features(),
    };
    1.0 / (1.0 + libm::exp(-f64::from(forest.score(&features)) / 1000.0))
}

/// Decides a claim that is right with this probability.
pub(crate) fn decide(
    (known, before): (&Known<'_, '_, '_>, &Before<'_>),
    probability: f64,
    policy: &Policy,
    say: Say,
) -> Decided {
    // Off by no more than the policy tolerates, at the likeliest place, it is taken for the same.
    let tolerated = tolerated(known);
    let known = &match &tolerated {
        Some(look_ups) => Known { look_ups, ..*known },
        None => Known { ..*known },
    };
    let all = all(known);
    let candidates = candidates(&all, (known, before));
    let within = tolerated.is_some() && probability > policy.flagged_probability.0;
    let refers = known.prior.standing == Standing::Refers;
    let mut judgement = match known.opposed() {
        Some(Opposed::Surely(at, otherwise)) if !refers => otherwise.judgement(at, known.sources, policy, say),
        None if !refers
            && probability < policy.supported_probability.0
            && let Some(turned) = known.turned().and_then(|formula| turned(formula, (known, before), policy, say)) =>
        {
            turned
        }
        // Labels are of numbers: what is denied is no less likely by the decision.
        None if within || (probability >= policy.supported_probability.0 && known.turned().is_none()) => {
            supported(&all, (known, before), policy, (say, tolerated.is_some()))
                .unwrap_or_else(|| open(&all, known, say))
        }
        // What only refers to something is never flagged.
        _ if probability <= policy.flagged_probability.0
            && !refers
            && !known.computed.is_left_out
            && !before.are_scaled_alike(known) =>
        {
            flagged(&all, (known, before), policy, say)
        }
        _ => open(&all, known, say),
    };
    let claim = known.claimed.first().value;
    if let Some((date, weekday)) = claim.period().zip(known.query.form.other_weekday(claim)) {
        judgement.reasons.push(say.wrong_weekday(date, weekday));
    }
    // The probability is of the value alone. Where the sentence says the opposite of a value that agrees, it is no likelier than its status.
    let most = match judgement.status {
        Status::Supported => 1.0,
        Status::Unverifiable => (policy.supported_probability.0 - LEAST_LESS).max(0.0),
        Status::Contradicted | Status::Unsupported => policy.flagged_probability.0,
    };
    let probability = probability.min(most);
    let probability = Number(libm::round(probability * 1000.0) / 1000.0);
    Decided { judgement, probability, candidates }
}

/// What is kept back is less likely by so much than what is supported.
const LEAST_LESS: f64 = 0.01;

/// The look-ups with those that are within tolerance as ones that agree, where the likeliest is one (document 2, "Tolerance"). A year says
/// nothing of its days.
fn tolerated(known: &Known<'_, '_, '_>) -> Option<Vec<LookUp>> {
    if known.agreeing().is_some() || known.query.kind() == ClaimKind::Date {
        return None;
    }
    let is_slip = |l: &LookUp| has_digits_swapped(known.claimed.first(), l.value);
    let held = |l: &LookUp| l.agreement == Agreement::Tolerated && !is_slip(l);
    let (speak, differ): (Vec<_>, Vec<_>) = known.ranked().into_iter().partition(|(l, _)| held(l));
    (!speak.is_empty() && share_of_all(&speak) >= share_of_all(&differ)).then(|| {
        let taken = |l: &LookUp| if held(l) { Agreement::Rounded } else { l.agreement };
        known.look_ups.iter().map(|l| LookUp { agreement: taken(l), ..l.clone() }).collect()
    })
}

fn share_of_all(ranked: &[(&LookUp, f64)]) -> f64 {
    ranked.iter().map(|(_, share)| share).sum()
}

/// How far off the claim is from a printed number; nothing where it is given in the number's own scale.
fn off(known: &Known<'_, '_, '_>, look_up: &LookUp) -> Option<Number> {
    // The number of another order is not a little off.
    if look_up.as_printed || known.query.is_identifier() {
        return None;
    }
    let (claimed, actual) = (known.claimed.first().value.number()?, look_up.value.number()?);
    // Four weeks are 28 days: what differs is the unit.
    let printed = to_f64(claimed) / to_f64(actual);
    if let Some(factor) = look_up.factor.filter(|factor| (printed.abs() / factor.abs() - 1.0).abs() > SAME_FACTOR) {
        return Some(Number(libm::round((factor.abs() - 1.0).abs() * 1e6) / 1e4));
    }
    // An outflow is printed in brackets, and written without a sign.
    if look_up.agreement.holds() {
        return difference_percent(claimed.abs(), actual.abs());
    }
    difference_percent(claimed, actual)
}

/// A printed value as the one to compare the claim with.
fn nearest(look_up: &LookUp, (evidence, printed): (&Evidence, &str), known: &Known<'_, '_, '_>) -> Nearest {
    Nearest {
        value: look_up.value.to_claim_value(),
        text: printed.to_owned(),
        difference_percent: off(known, look_up),
        source: evidence.source.clone(),
        fact: evidence.fact,
        span: evidence.span,
        utf16: evidence.utf16,
    }
}

/// Right, with what it rests on; nothing where no candidate agrees. `within`: not the same, but within the policy's tolerance.
fn supported(
    all: &[(Either<'_>, f64)],
    (known, before): (&Known<'_, '_, '_>, &Before<'_>),
    policy: &Policy,
    (say, within): (Say, bool),
) -> Option<Judgement> {
    let by_look_up = |look_up: &LookUp| {
        let at = known.mention(look_up)?;
        let evidence = shown(look_up, known)?;
        let (origin, printed) = (origin(known.sources, at), as_told(known.sources, at, look_up, known.claimed.first()));
        // Of two facts that are as likely neither bears it out.
        let ties = || known.differing().is_some_and(|other| other.score >= look_up.score);
        if let (Origin::Fact(fact), Some(actual)) = (origin, look_up.value.number())
            && (ties() || !bears_out(fact, actual, known.claimed.first(), known.query.context, policy))
        {
            return None;
        }
        let reason = say.matches(origin, &printed, off(known, look_up), within);
        let nearest = Some(nearest(look_up, (&evidence, &printed), known));
        Some((look_up.score, Judgement { nearest, ..Judgement::supported(evidence, reason, policy) }))
    };
    let by_formula = |formula: &Formula| {
        // What no source bears out supports nothing: two invented numbers agree with one another, too.
        let unlikely = share_of(formula, all) < LEAST_SHARE && known.computed.by_chance > HARDLY_BY_CHANCE;
        if unlikely {
            return None;
        }
        let formula = &*as_claimed(formula, known);
        let evidence = borne_out(formula, known, before)?;
        let written = written(formula, known);
        let reason = say.calculated(evidence.first()?, &written);
        Some((formula.score, Judgement::derived(evidence, written, reason, policy)))
    };
    let by_calculation = || {
        let (calculation, result) = known.calculation?;
        let calculation = format!("{calculation} = {result}");
        let evidence: Vec<Evidence> =
            known.written_from.iter().flat_map(|at| before.rests_on(*at)).take(MOST_SHOWN).cloned().collect();
        let reason = say.calculated(evidence.first()?, &calculation);
        Some(Judgement::derived(evidence, calculation, reason, policy))
    };
    let look_up = known.agreeing().and_then(by_look_up);
    let formula = known.computed_best(true).and_then(|at| known.computed.formulas.get(at)).and_then(by_formula);
    match (look_up, formula) {
        (Some((score, _)), Some((other, judgement))) if other > score => Some(judgement),
        (Some((_, judgement)), _) => Some(judgement),
        (None, formula) => by_calculation().or(formula.map(|(_, judgement)| judgement)),
    }
}

/// Wrong: what the claim is calculated from went the other way.
fn turned(
    formula: &Formula,
    (known, before): (&Known<'_, '_, '_>, &Before<'_>),
    policy: &Policy,
    say: Say,
) -> Option<Judgement> {
    let evidence = rests_on(formula, known, before);
    let times: Vec<_> = formula.among(&known.computed.operands).map(|operand| operand.time).collect();
    let ([a, b], [first, second]) = (evidence.as_slice(), times.as_slice()) else { return None };
    let (earlier, later) = if first > second { (b, a) } else { (a, b) };
    let reason = say.went_otherwise(say.name_of(earlier), &earlier.text, &later.text);
    Some(Judgement {
        confidence: confidence_in(&evidence, policy),
        evidence: vec![earlier.clone(), later.clone()],
        ..Judgement::bare(Status::Contradicted, reason)
    })
}

/// The formula as the claim tells it: how many fewer there are is `118 − 42 = 76`.
fn as_claimed<'f>(formula: &'f Formula, known: &Known<'_, '_, '_>) -> Cow<'f, Formula> {
    let is_gap = formula.operation == Operation::Difference && formula.value < 0.0;
    let is_positive = known.claimed.first().value.number().is_some_and(|value| value.is_sign_positive());
    if !(is_gap && is_positive) {
        return Cow::Borrowed(formula);
    }
    let operands = formula.operands.iter().rev().copied().collect();
    Cow::Owned(Formula { operands, value: -formula.value, ..formula.clone() })
}

/// A formula with its result.
fn written(formula: &Formula, known: &Known<'_, '_, '_>) -> String {
    let operands = &known.computed.operands;
    let inner = formula.inner(operands);
    let inner = inner.as_ref();
    let (scale, is_kept) = equation::scale_for((formula, inner), operands, known.sources);
    let result = if is_kept {
        let sign = if formula.value < 0.0 { "−" } else { "" };
        format!("{sign}{}", grouped(Decimal::try_from(formula.value.abs()).unwrap_or_default() / scale))
    } else {
        result_shown(formula, known)
    };
    format!("{} = {result}", formula.shown(inner, operands, scale))
}

/// What a formula comes to, as people read it.
fn result_shown(formula: &Formula, known: &Known<'_, '_, '_>) -> String {
    let claim = known.claimed.first();
    match result(formula, claim) {
        Some(Value::Time(time)) => return time.to_string(),
        Some(Value::Period(period)) => return period.to_string(),
        Some(Value::Day(day)) => return day.to_string().trim_start_matches('-').to_owned(),
        Some(Value::Number(_)) | None => {}
    }
    let decimals = claim.step.scale().clamp(0, 4).max(if formula.value.abs() < 100.0 { 1 } else { 0 });
    let value = Decimal::try_from(formula.value * formula.scale).unwrap_or_default().round_dp(decimals);
    super::format::number(value, claim.kind, claim.unit)
}

/// What a formula comes to.
fn result(formula: &Formula, claim: &Quantity) -> Option<Value> {
    if claim.kind == ClaimKind::Time {
        return Time::of_minutes(formula.value).map(Value::Time);
    }
    if let Some(grain) = Grain::of(claim.value) {
        return grain.date(formula.value);
    }
    Some(Value::Number(Decimal::try_from(formula.value * formula.scale).ok()?.round_dp(4)))
}

/// Wrong, since a calculation that the sentence most likely means comes to something else.
fn otherwise_calculated(
    all: &[(Either<'_>, f64)],
    (known, before): (&Known<'_, '_, '_>, &Before<'_>),
    policy: &Policy,
    say: Say,
) -> Option<Judgement> {
    let formula = known.computed.formulas.get(known.computed_best(false)?)?;
    let share = share_of(formula, all);
    let formula = &*as_claimed(formula, known);
    let evidence = rests_on(formula, known, before);
    if share < SPEAKS || evidence.len() < formula.among(&known.computed.operands).count() {
        return None;
    }
    let claim = known.claimed.first();
    let (value, first) = (result(formula, claim)?, evidence.first()?);
    let actual = value.number().zip(claim.value.number());
    let written = written(formula, known);
    let reason = say.calculated_otherwise(first, &written);
    let nearest = Nearest {
        value: value.to_claim_value(),
        text: result_shown(formula, known),
        difference_percent: actual.and_then(|(actual, claimed)| difference_percent(claimed, actual)),
        source: first.source.clone(),
        fact: first.fact,
        span: None,
        utf16: None,
    };
    Some(Judgement {
        confidence: confidence_in(&evidence, policy),
        evidence,
        nearest: Some(nearest),
        derivation: Some(written),
        ..Judgement::bare(Status::Contradicted, reason)
    })
}

/// Wrong: what speaks of it and differs, or nothing that does.
fn flagged(
    all: &[(Either<'_>, f64)],
    (known, before): (&Known<'_, '_, '_>, &Before<'_>),
    policy: &Policy,
    say: Say,
) -> Judgement {
    if let Some(judgement) = otherwise_calculated(all, (known, before), policy, say) {
        return judgement;
    }
    let (differing, ranked) = (known.differing(), known.ranked());
    // A fact is of nothing but its metric, and the same number in another currency is of the same thing.
    let is_fact = |own: &LookUp| known.mention(own).is_some_and(|at| is_fact(known.sources, at));
    let claim = known.claimed.first().value.number();
    let least = |own: &LookUp| if is_fact(own) || own.value.number() == claim { FACT } else { SPEAKS };
    let speaks =
        |own: &&LookUp| ranked.iter().any(|(look_up, share)| core::ptr::eq(*look_up, *own) && *share >= least(own));
    // An amount of money says nothing against a number of tenants, nor a parking space against the rent of a flat.
    let alike = |own: &&LookUp| {
        (own.kind == known.query.kind() || own.kind == ClaimKind::Number)
            && (known.shifted(Some(*own)) == 1 || !is_far(known, own))
    };
    let speaks = differing.filter(speaks).filter(alike);
    if let Some(look_up) = speaks
        && let (Some(at), Some(evidence)) = (known.mention(look_up), shown(look_up, known))
    {
        let printed = as_told(known.sources, at, look_up, known.claimed.first());
        let reason = say.differs(origin(known.sources, at), &printed, off(known, look_up));
        let nearest = Some(nearest(look_up, (&evidence, &printed), known));
        return Judgement {
            confidence: confidence_in(core::slice::from_ref(&evidence), policy),
            evidence: vec![evidence],
            nearest,
            ..Judgement::bare(Status::Contradicted, reason)
        };
    }
    let Some(at) = known.agreeing().and_then(|look_up| known.mention(look_up)) else {
        return Judgement::bare(Status::Unsupported, say.not_in_evidence());
    };
    let mut out = Judgement::bare(Status::Unsupported, say.not_said());
    out.reasons.push(say.value_elsewhere(say.whose(origin(known.sources, at))));
    out
}

/// Whether a formula says how the claim came about: it has some share of all candidates, or the most where any small number comes out
/// of some operation.
fn is_telling(formula: &Formula, share: f64, known: &Known<'_, '_, '_>) -> bool {
    debug_assert!(formula.agreement.holds());
    let by_chance = known.computed.by_chance;
    by_chance <= HARDLY_BY_CHANCE || share >= if by_chance >= ONE_BY_CHANCE { SPEAKS } else { LEAST_SHARE }
}

/// Undecided: what only refers to something says so, all else where to look.
fn open(all: &[(Either<'_>, f64)], known: &Known<'_, '_, '_>, say: Say) -> Judgement {
    if known.prior.standing == Standing::Refers {
        return known.prior.judgement.clone();
    }
    let agreeing = known.agreeing().and_then(|look_up| Some((known.mention(look_up)?, look_up)));
    let formula = all.iter().find_map(|(one, share)| match one {
        Either::Computed(formula) if one.agrees() && is_telling(formula, *share, known) => Some(*formula),
        _ => None,
    });
    let reason = match (agreeing, formula) {
        (Some((at, look_up)), _) => say.undecided_printed(
            say.whose(origin(known.sources, at)),
            &as_told(known.sources, at, look_up, known.claimed.first()),
        ),
        (None, Some(formula)) => say.undecided_computed(&written(&as_claimed(formula, known), known)),
        (None, None) => say.undecided(),
    };
    Judgement::bare(Status::Unverifiable, reason)
}

/// The likeliest candidates, what agrees among them where something does.
fn candidates(all: &[(Either<'_>, f64)], (known, before): (&Known<'_, '_, '_>, &Before<'_>)) -> Vec<Candidate> {
    let is_telling = |one: &Either<'_>, share: f64| match one {
        Either::Printed(_) => true,
        Either::Computed(formula) => is_telling(formula, share, known),
    };
    let best = all.iter().position(|(one, share)| one.agrees() && is_telling(one, *share));
    // A formula that does not agree says little: any two values give some number.
    let other = |one: &Either<'_>| matches!(one, Either::Printed(_)) && !one.agrees();
    let mut chosen: Vec<usize> = (0..all.len()).filter(|at| all.get(*at).is_some_and(|(one, _)| other(one))).collect();
    chosen.truncate(MOST_SHOWN - usize::from(best.is_some()));
    if let Some(best) = best {
        chosen.insert(chosen.partition_point(|at| *at < best), best);
    }
    chosen
        .into_iter()
        .filter_map(|at| all.get(at))
        .filter_map(|(one, share)| candidate(one, *share, (known, before)))
        .collect()
}

/// A candidate as it is shown.
fn candidate(one: &Either<'_>, share: f64, (known, before): (&Known<'_, '_, '_>, &Before<'_>)) -> Option<Candidate> {
    let share = Number(libm::round(share * 1000.0) / 1000.0);
    Some(match one {
        Either::Printed(look_up) => Candidate {
            evidence: shown(look_up, known).into_iter().collect(),
            formula: None,
            value: look_up.value.to_claim_value(),
            share,
        },
        Either::Computed(formula) => {
            let formula = &*as_claimed(formula, known);
            Candidate {
                evidence: rests_on(formula, known, before),
                formula: Some(written(formula, known)),
                value: result(formula, known.claimed.first())?.to_claim_value(),
                share,
            }
        }
    })
}
