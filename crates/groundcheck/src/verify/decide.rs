//! Whether a claim is right: a probability, and by two thresholds of the policy its status.
//!
//! Source: the design, "From claim to verdict". What cannot be decided stays open, with the places to look at.

use groundcheck_types::{Candidate, ClaimKind, Evidence, Nearest, Number, Policy, Reason, ReasonCode, Status};
use rust_decimal::Decimal;

use super::Judgement;
use super::candidate::compute::Formula;
use super::candidate::look_up::LookUp;
use super::candidate::operand::From;
use super::candidate::query::Agreement;
use super::documents::{evidence, quote, source_id};
use super::prepare::{Mention, Sources};
use super::reasons::Say;
use super::score::decision::Known;
use super::score::{Forest, shares};
use super::tolerance::difference_percent;
use crate::claims::Value;

/// So many candidates are shown.
const MOST_SHOWN: usize = 3;
/// A formula with a smaller share of all candidates is one of many that give the value by chance: nobody is sent to look at it.
const LEAST_SHARE: f64 = 0.02;
/// A place speaks of the claim where its share of all candidates is at least so much.
const SPEAKS: f64 = 0.5;

/// What was decided.
#[derive(Debug, Clone)]
pub(crate) struct Decided {
    pub(crate) judgement: Judgement,
    /// That the claim is right.
    pub(crate) probability: Number,
    pub(crate) candidates: Vec<Candidate>,
}

/// Whether the rules leave this to the decision: what is switched off, or rests on facts alone, stays as it is.
pub(crate) fn decides(judged: &Judgement) -> bool {
    let by_fact = |reason: &Reason| {
        matches!(
            reason.code,
            ReasonCode::MatchesFact
                | ReasonCode::DiffersFromFact
                | ReasonCode::AmbiguousFacts
                | ReasonCode::NoEvidence
                | ReasonCode::CheckDisabled
                | ReasonCode::OnlyRefers
                | ReasonCode::NotYetJudged
        )
    };
    !judged.reasons.iter().any(by_fact) && !judged.evidence.iter().any(|e| e.fact.is_some())
}

/// Decides a claim; `None` where it is not to be decided here.
pub(crate) fn decide(known: &Known<'_, '_, '_>, forest: Forest<'_>, policy: &Policy, say: Say) -> Option<Decided> {
    if !decides(known.judged) {
        return None;
    }
    // Off by no more than the policy tolerates, at the likeliest place, it is taken for the same.
    let tolerated = tolerated(known);
    let known = &match &tolerated {
        Some(look_ups) => Known { look_ups, ..*known },
        None => Known { ..*known },
    };
    let logit = forest.score(&known.features());
    let probability = 1.0 / (1.0 + libm::exp(-f64::from(logit) / 1000.0));
    let candidates = candidates(known);
    let opposed = opposed(known);
    let within = tolerated.is_some() && probability > policy.flagged_probability.0;
    let judgement = if opposed == Some(true) || within {
        known.judged.clone()
    } else if opposed.is_none() && !of_nobody(known) && probability >= policy.supported_probability.0 {
        supported(known, policy, say).unwrap_or_else(|| open(known, say))
    } else if probability <= policy.flagged_probability.0 {
        flagged(known, policy, say)
    } else {
        open(known, say)
    };
    let probability = Number(libm::round(probability * 1000.0) / 1000.0);
    Some(Decided { judgement, probability, candidates })
}

/// The look-ups with those that are within tolerance as ones that agree, where the rules support the claim by it and the likeliest is one.
///
/// Source: document 2, "Tolerance".
fn tolerated(known: &Known<'_, '_, '_>) -> Option<Vec<LookUp>> {
    let comparable = || known.look_ups.iter().filter(|l| l.comparable && !l.by_value);
    let held = |look_up: &LookUp| look_up.agreement == Agreement::Tolerated;
    if known.judged.status != Status::Supported || known.agreeing().is_some() || !comparable().any(held) {
        return None;
    }
    let all = shares(comparable().map(|l| l.score));
    let speaks: f64 = comparable().zip(&all).filter(|(l, _)| held(l)).map(|(_, share)| share).sum();
    let differs: f64 = comparable().zip(&all).filter(|(l, _)| !held(l)).map(|(_, share)| share).sum();
    (speaks >= differs).then(|| {
        let taken = |l: &LookUp| if held(l) { Agreement::Rounded } else { l.agreement };
        known.look_ups.iter().map(|l| LookUp { agreement: taken(l), ..l.clone() }).collect()
    })
}

/// Whether it is about somebody whom no source names: another city's figure is none of this one's.
fn of_nobody(known: &Known<'_, '_, '_>) -> bool {
    known.about.stranger && known.judged.status != Status::Supported
}

/// Whether the value is right and what is said of it goes the other way, where the rules say so: for sure where the likeliest value is
/// the claimed one. Labels are of numbers, so that the decision knows nothing of it.
fn opposed(known: &Known<'_, '_, '_>) -> Option<bool> {
    let says_so = |reason: &Reason| reason.code == ReasonCode::OppositeDirection;
    if !known.judged.reasons.iter().any(says_so) {
        return None;
    }
    let comparable = || known.look_ups.iter().filter(|l| l.comparable && !l.by_value);
    let all = shares(comparable().map(|l| l.score));
    let held: f64 = comparable().zip(&all).filter(|(l, _)| l.agreement.holds()).map(|(_, share)| share).sum();
    Some(held >= SPEAKS)
}

fn mention<'s>(look_up: &LookUp, sources: &'s Sources) -> Option<&'s Mention> {
    sources.mentions.get(look_up.mention as usize)
}

fn shown(look_up: &LookUp, sources: &Sources) -> Option<Evidence> {
    Some(evidence(sources, mention(look_up, sources)?, look_up.span, look_up.value))
}

/// Right, with what it rests on; nothing where no candidate agrees.
fn supported(known: &Known<'_, '_, '_>, policy: &Policy, say: Say) -> Option<Judgement> {
    if known.judged.status == Status::Supported {
        return Some(known.judged.clone());
    }
    let (look_up, formula) = (known.agreeing(), known.computed_best(true));
    let formula = formula.and_then(|at| known.computed.formulas.get(at));
    match (look_up, formula) {
        (Some(look_up), formula) if formula.is_none_or(|formula| formula.score <= look_up.score) => {
            let at = mention(look_up, known.sources)?;
            let evidence = shown(look_up, known.sources)?;
            let off = known.claimed.first().value.number().zip(look_up.value.number());
            let off = off.and_then(|(claimed, actual)| difference_percent(claimed, actual));
            let reason = say.matches_source(source_id(known.sources, at), &evidence.text, off);
            Some(Judgement::supported(evidence, reason, policy))
        }
        (_, Some(formula)) => {
            // What no source prints supports nothing.
            let evidence = rests_on(formula, known);
            let written = written(formula, known);
            let reason = say.derived(evidence.first()?.source.as_deref()?, &written);
            Some(Judgement::derived(evidence, written, reason, policy))
        }
        _ => None,
    }
}

/// A formula with its result.
fn written(formula: &Formula, known: &Known<'_, '_, '_>) -> String {
    let claim = known.claimed.first();
    let decimals = claim.step.scale().clamp(0, 4).max(if formula.value.abs() < 100.0 { 1 } else { 0 });
    let value = Decimal::try_from(formula.value).unwrap_or_default().round_dp(decimals);
    let value = super::format::number(value, claim.kind, claim.unit);
    format!("{} = {value}", formula.shown(&known.computed.operands))
}

/// The passages that a formula's operands stand in.
fn rests_on(formula: &Formula, known: &Known<'_, '_, '_>) -> Vec<Evidence> {
    let operands = formula.operands.iter().filter_map(|at| known.computed.operands.get(usize::from(*at)));
    let printed = operands.filter_map(|operand| match operand.from {
        From::Printed { look_up, .. } => shown(known.look_ups.get(look_up as usize)?, known.sources),
        From::Timed { source, span } => Some(quote(known.sources.sources.get(source as usize)?, span)),
        // A number of the answer rests on where a source prints it.
        From::Own { .. } => {
            let mut places = known.sources.indices_of_size(operand.shown);
            let like = |at: &Mention| at.kind == operand.kind || operand.kind != ClaimKind::Currency;
            let at = places.find_map(|at| known.sources.mentions.get(at as usize).filter(|m| like(m)))?;
            Some(evidence(known.sources, at, at.span, at.value))
        }
    });
    printed.collect()
}

/// Wrong: what speaks of it and differs, or nothing that does.
fn flagged(known: &Known<'_, '_, '_>, policy: &Policy, say: Say) -> Judgement {
    let judged = known.judged;
    let differing = known.differing();
    let same = |nearest: &Nearest, look_up: &LookUp| nearest.span == Some(look_up.span);
    let known_by_rules = judged.status == Status::Contradicted
        && (judged.derivation.is_some()
            || judged.nearest.is_none()
            || judged.nearest.as_ref().zip(differing).is_some_and(|(nearest, look_up)| same(nearest, look_up)));
    if known_by_rules {
        return judged.clone();
    }
    let comparable = || known.look_ups.iter().filter(|l| l.comparable && !l.by_value);
    let all = shares(comparable().map(|l| l.score));
    let speaks = differing
        .filter(|own| comparable().zip(&all).any(|(look_up, share)| core::ptr::eq(look_up, *own) && *share >= SPEAKS));
    if let Some(look_up) = speaks
        && let (Some(at), Some(evidence)) = (mention(look_up, known.sources), shown(look_up, known.sources))
    {
        let off = known.claimed.first().value.number().zip(look_up.value.number());
        let off = off.and_then(|(claimed, actual)| difference_percent(claimed, actual));
        let source = source_id(known.sources, at);
        let reason = say.differs_from_source(source, &evidence.text, off);
        let nearest = Nearest {
            value: look_up.value.to_claim_value(),
            text: evidence.text.clone(),
            difference_percent: off,
            source: evidence.source.clone(),
            fact: None,
            span: evidence.span,
            utf16: evidence.utf16,
        };
        return Judgement {
            confidence: policy.document_confidence,
            evidence: vec![evidence],
            nearest: Some(nearest),
            ..Judgement::bare(Status::Contradicted, reason)
        };
    }
    if judged.status == Status::Unsupported {
        return judged.clone();
    }
    let mut out = Judgement::bare(Status::Unsupported, say.not_in_evidence());
    if let Some(at) = known.agreeing().and_then(|look_up| mention(look_up, known.sources)) {
        out.reasons.push(say.value_elsewhere(source_id(known.sources, at)));
    }
    out
}

/// Undecided: what the rules leave open stays so by its reason, all else says where to look.
fn open(known: &Known<'_, '_, '_>, say: Say) -> Judgement {
    if known.judged.status == Status::Unverifiable {
        return known.judged.clone();
    }
    let agreeing = known.agreeing().and_then(|look_up| Some((mention(look_up, known.sources)?, look_up)));
    let formula = known.computed_best(true).filter(|at| share_of(known, *at) >= LEAST_SHARE);
    let formula = formula.and_then(|at| known.computed.formulas.get(at));
    let reason = match (agreeing, formula) {
        (Some((at, look_up)), _) => {
            let text = shown(look_up, known.sources).map(|e| e.text).unwrap_or_default();
            say.undecided_printed(source_id(known.sources, at), &text)
        }
        (None, Some(formula)) => say.undecided_computed(&written(formula, known)),
        (None, None) => say.undecided(),
    };
    Judgement::bare(Status::Unverifiable, reason)
}

/// The share of a formula among all candidates.
fn share_of(known: &Known<'_, '_, '_>, formula: usize) -> f64 {
    let printed: Vec<i32> = known.look_ups.iter().filter(|l| l.comparable).map(|l| l.score).collect();
    let scores = printed.iter().copied().chain(known.computed.formulas.iter().map(|f| f.score));
    shares(scores).get(printed.len() + formula).copied().unwrap_or(0.0)
}

/// The likeliest candidates, what agrees among them where something does.
fn candidates(known: &Known<'_, '_, '_>) -> Vec<Candidate> {
    let look_ups: Vec<&LookUp> = known.look_ups.iter().filter(|l| l.comparable).collect();
    let scores: Vec<i32> =
        look_ups.iter().map(|l| l.score).chain(known.computed.formulas.iter().map(|f| f.score)).collect();
    let all = shares(scores.iter().copied());
    let mut order: Vec<usize> = (0..scores.len()).collect();
    crate::sort::by_number(&mut order, |at| u64::from(i32::MAX.abs_diff(scores.get(*at).copied().unwrap_or(i32::MIN))));
    let agrees = |at: usize| match look_ups.get(at) {
        Some(look_up) => look_up.agreement.holds(),
        None => known.computed.formulas.get(at - look_ups.len()).is_some_and(|f| f.agreement.holds()),
    };
    let telling = |at: usize| at < look_ups.len() || all.get(at).is_some_and(|share| *share >= LEAST_SHARE);
    let best = order.iter().copied().find(|at| agrees(*at) && telling(*at));
    let mut chosen: Vec<usize> = Vec::with_capacity(MOST_SHOWN);
    for at in order.iter().copied() {
        // A formula that does not agree says little: any two values give some number.
        let wanted = Some(at) == best || (at < look_ups.len() && !agrees(at));
        let room = MOST_SHOWN - usize::from(best.is_some_and(|best| !chosen.contains(&best) && best != at));
        if wanted && chosen.len() < room {
            chosen.push(at);
        }
    }
    chosen
        .into_iter()
        .filter_map(|at| {
            let share = Number(libm::round(all.get(at)? * 1000.0) / 1000.0);
            match look_ups.get(at) {
                Some(look_up) => Some(Candidate {
                    evidence: shown(look_up, known.sources).into_iter().collect(),
                    formula: None,
                    value: look_up.value.to_claim_value(),
                    share,
                }),
                None => {
                    let formula = known.computed.formulas.get(at - look_ups.len())?;
                    let value = Decimal::try_from(formula.value).ok()?.round_dp(4);
                    Some(Candidate {
                        evidence: rests_on(formula, known),
                        formula: Some(written(formula, known)),
                        value: Value::Number(value).to_claim_value(),
                        share,
                    })
                }
            }
        })
        .collect()
}
