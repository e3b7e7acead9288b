//! Information in nats and bits: what evidence had to tell to make a claim likely, and what it told.
//!
//! Sources: document 5, "KL Divergence Calculation" (the formula and its clipping); the upstream toolkit (Strawberry) for what is
//! required and observed. Upstream calls nats bits in places; here the unit is in every name.

use groundcheck_types::{InformationBudget, Number, Probability};

/// Probabilities are kept this far from 0 and 1, so that no logarithm is infinite. Source: document 5.
const CLIP: f64 = 1e-12;

/// KL(Bernoulli(p) ‖ Bernoulli(q)) in nats; 0 for equal ones, at most 27.7.
///
/// ```
/// use groundcheck::entailment::kl_bernoulli_nats;
///
/// assert_eq!(kl_bernoulli_nats(0.5, 0.5), 0.0);
/// assert!((kl_bernoulli_nats(0.9, 0.5) - 0.368_064_207_168_484_3).abs() < 1e-12);
/// ```
#[must_use]
pub fn kl_bernoulli_nats(p: f64, q: f64) -> f64 {
    let (p, q) = (p.clamp(CLIP, 1.0 - CLIP), q.clamp(CLIP, 1.0 - CLIP));
    p * libm::log(p / q) + (1.0 - p) * libm::log((1.0 - p) / (1.0 - q))
}

/// Nats in bits.
#[must_use]
pub fn bits(nats: f64) -> f64 {
    nats / core::f64::consts::LN_2
}

/// The ends of an interval, each once where it is a point.
pub(super) fn ends(probability: &Probability) -> [f64; 2] {
    [probability.lower.0, probability.upper.0]
}

/// What was required and observed, by the upstream toolkit's definition: required is KL(target ‖ prior), observed KL(posterior ‖
/// prior), each at the corners of the intervals.
#[must_use]
pub fn budget(target: f64, prior: &Probability, posterior: &Probability) -> InformationBudget {
    let required = ends(prior).map(|p0| kl_bernoulli_nats(target, p0));
    let observed = ends(prior).map(|p0| ends(posterior).map(|p1| kl_bernoulli_nats(p1, p0)));
    let (required_min, required_max) = range(required);
    let (observed_min, observed_max) = range(observed.into_iter().flatten());
    let (gap_min, gap_max) = (required_min - observed_max, required_max - observed_min);
    InformationBudget {
        required_min_nats: Number(required_min),
        required_max_nats: Number(required_max),
        observed_min_nats: Number(observed_min),
        observed_max_nats: Number(observed_max),
        budget_gap_min_nats: Number(gap_min),
        budget_gap_max_nats: Number(gap_max),
        required_min_bits: Number(bits(required_min)),
        required_max_bits: Number(bits(required_max)),
        observed_min_bits: Number(bits(observed_min)),
        observed_max_bits: Number(bits(observed_max)),
        budget_gap_min_bits: Number(bits(gap_min)),
        budget_gap_max_bits: Number(bits(gap_max)),
    }
}

/// The budget gap in nats where information has a direction: towards YES counts up, away from it down. At most 0 where the evidence
/// told what was required.
///
/// KL alone does not know which way evidence points: a posterior of 0.05 after a prior of 0.9 is as much information as one of 0.999.
pub(super) fn directed_gap_nats(target: f64, p0: f64, p1: f64) -> f64 {
    let towards_yes = |p: f64| kl_bernoulli_nats(p, p0).copysign(p - p0);
    towards_yes(target) - towards_yes(p1)
}

fn range(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn information_towards_yes_grows_with_the_posterior() {
        for p0 in [0.0, 0.05, 0.5, 0.94, 0.95, 0.97, 1.0] {
            let gaps: Vec<f64> = (0..=1_000).map(|p1| directed_gap_nats(0.95, p0, f64::from(p1) / 1_000.0)).collect();
            assert!(gaps.windows(2).all(|pair| pair[1] <= pair[0]), "{p0}");
            assert!(gaps[949] > 0.0 && gaps[950] <= 0.0, "{p0}");
        }
    }

    #[test]
    fn what_is_no_number_stays_none_and_the_rest_is_finite() {
        assert!(kl_bernoulli_nats(f64::NAN, 0.5).is_nan());
        for (p, q) in [(0.0, 1.0), (1.0, 0.0), (-1.0, 2.0), (f64::INFINITY, f64::NEG_INFINITY)] {
            let nats = kl_bernoulli_nats(p, q);
            assert!(nats.is_finite() && nats > 27.0 && bits(nats) > nats, "{p} {q}");
        }
    }
}
