//! How far a mention can be relied on.
//!
//! Source: document 1, "Reliability scoring formula" and "Risk classification":
//!
//! ```text
//! score = 0.30 × has_source + 0.30 × accessible + 0.40 × confidence + bonus     low ≥ 0.70 > medium ≥ 0.40 > high
//! ```
//!
//! What the document leaves open, as the design settles it: `accessible` is 1 where any source is reachable, 0 where all are
//! unreachable (and where there is none), 0.5 otherwise, because a site that refuses robots says nothing about the mention. The
//! bonus is 0.05 for each further accessible source on another host, at most 0.10. The sum can pass 1 and is clamped. A model that
//! gave no confidence counts as 0.5, for the same reason. Weights and thresholds are fields of [`Policy`].

use std::collections::BTreeSet;

use groundcheck_types::{Number, Policy, Reliability, Risk, UrlState};

use super::read_link;

/// What stands for a value that could not be found out, of 0 to 1.
pub const UNKNOWN: f64 = 0.5;

/// A source of a mention, and what checking its link gave.
#[derive(Debug, Clone, Copy)]
pub struct CheckedSource<'a> {
    /// Its URL; where its redirects ended, if that is known.
    pub url: &'a str,
    /// Whether it is there. One that nobody checked is [`UrlState::Unknown`].
    pub state: UrlState,
}

/// The reliability of a mention with this confidence of the model (0 to 1) and these sources.
///
/// ```
/// use groundcheck::sources::{CheckedSource, reliability};
/// use groundcheck::types::{Number, Policy, Risk, UrlState};
///
/// let source = CheckedSource { url: "https://reports.example/q3", state: UrlState::Reachable };
/// let found = reliability(Some(0.85), &[source], &Policy::default());
/// assert_eq!((found.score, found.risk), (Number(0.94), Risk::Low));
/// ```
#[must_use]
pub fn reliability(confidence: Option<f64>, sources: &[CheckedSource], policy: &Policy) -> Reliability {
    let confidence = confidence.filter(|confidence| !confidence.is_nan()).unwrap_or(UNKNOWN).clamp(0.0, 1.0);
    let accessible = accessible(sources);
    let accessible_value = match accessible {
        Some(UrlState::Reachable) => 1.0,
        Some(UrlState::Unknown) => UNKNOWN,
        Some(UrlState::Unreachable) | None => 0.0,
    };
    let has_source = !sources.is_empty();
    let bonus = bonus(sources, policy);
    let sum = policy.has_source_weight.0 * f64::from(u8::from(has_source))
        + policy.accessible_weight.0 * accessible_value
        + policy.confidence_weight.0 * confidence
        + bonus;
    let score = rounded(sum.clamp(0.0, 1.0));
    let risk = if score < policy.high_risk_below_reliability.0 {
        Risk::High
    } else if score < policy.medium_risk_below_reliability.0 {
        Risk::Medium
    } else {
        Risk::Low
    };
    Reliability { score: Number(score), risk, has_source, accessible, bonus: Number(rounded(bonus)) }
}

/// What a response is worth as a whole, in a word: `high` where its mentions' mean reliability is what makes a mention's risk low,
/// `low` where it is what makes it high, else `medium`; `none` where it mentions nothing.
///
/// Source: document 1, `response_quality.overall_quality`, which names the column and leaves its words open.
#[must_use]
pub fn overall_quality(average: Option<f64>, policy: &Policy) -> &'static str {
    match average.map(rounded) {
        None => "none",
        Some(average) if average < policy.high_risk_below_reliability.0 => "low",
        Some(average) if average < policy.medium_risk_below_reliability.0 => "medium",
        Some(_) => "high",
    }
}

fn accessible(sources: &[CheckedSource]) -> Option<UrlState> {
    let is = |state: UrlState| move |source: &CheckedSource| source.state == state;
    match sources {
        [] => None,
        _ if sources.iter().any(is(UrlState::Reachable)) => Some(UrlState::Reachable),
        _ if sources.iter().all(is(UrlState::Unreachable)) => Some(UrlState::Unreachable),
        _ => Some(UrlState::Unknown),
    }
}

fn bonus(sources: &[CheckedSource], policy: &Policy) -> f64 {
    let reachable = sources.iter().filter(|source| source.state == UrlState::Reachable);
    let sites: BTreeSet<String> =
        reachable.filter_map(|source| read_link(source.url).ok()).map(|link| link.site()).collect();
    let further = u32::try_from(sites.len().saturating_sub(1)).unwrap_or(u32::MAX);
    (policy.multi_source_bonus.0 * f64::from(further)).min(policy.multi_source_bonus_max.0)
}

/// To nine digits after the point: 0.3 + 0.3 + 0.4 × 0.25 is a 0.7 that must not lie under the threshold for its last bit.
fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundcheck_types::UrlState::{Reachable, Unknown, Unreachable};

    /// Sources on hosts a, b, c … in this order.
    fn score(confidence: Option<f64>, states: &[UrlState]) -> Reliability {
        let urls: Vec<String> = ('a'..='z').map(|host| format!("https://{host}.example/")).collect();
        let sources: Vec<CheckedSource> =
            states.iter().zip(&urls).map(|(state, url)| CheckedSource { url, state: *state }).collect();
        reliability(confidence, &sources, &Policy::default())
    }

    #[test]
    fn the_formula_by_cases() {
        for (confidence, states, expected, risk) in [
            // Document 1, "High risk mentions": CompetitorX, 0.35, no source.
            (Some(0.875), &[][..], 0.35, Risk::High),
            // Document 1, "Structured response": CompanyX with one source and a confidence of 0.85.
            (Some(0.85), &[Reachable][..], 0.94, Risk::Low),
            (Some(0.85), &[Unreachable], 0.64, Risk::Medium),
            (Some(0.85), &[Unknown], 0.79, Risk::Low),
            // The thresholds are the lower end of their class: low ≥ 0.70, medium ≥ 0.40.
            (Some(0.25), &[Reachable], 0.70, Risk::Low),
            (Some(0.249), &[Reachable], 0.6996, Risk::Medium),
            (Some(1.0), &[Unreachable], 0.70, Risk::Low),
            (Some(0.625), &[Unknown], 0.70, Risk::Low),
            (Some(1.0), &[], 0.40, Risk::Medium),
            (Some(0.999), &[], 0.3996, Risk::High),
            (Some(0.25), &[Unreachable], 0.40, Risk::Medium),
            (Some(0.0), &[], 0.0, Risk::High),
            (Some(0.0), &[Reachable], 0.60, Risk::Medium),
            // Any reachable source is one; all must be gone for none.
            (Some(0.5), &[Unreachable, Reachable], 0.80, Risk::Low),
            (Some(0.5), &[Unreachable, Unknown], 0.65, Risk::Medium),
            (Some(0.5), &[Unreachable, Unreachable], 0.50, Risk::Medium),
            // The bonus: 0.05 each, 0.10 at most, of reachable sources only, and clamped with the rest.
            (Some(0.5), &[Reachable, Reachable], 0.85, Risk::Low),
            (Some(0.5), &[Reachable, Unknown, Unreachable], 0.80, Risk::Low),
            (Some(0.5), &[Reachable, Reachable, Reachable], 0.90, Risk::Low),
            (Some(0.5), &[Reachable; 9], 0.90, Risk::Low),
            (Some(1.0), &[Reachable; 3], 1.0, Risk::Low),
            // What no model would say.
            (None, &[], 0.20, Risk::High),
            (Some(f64::NAN), &[], 0.20, Risk::High),
            (Some(7.0), &[], 0.40, Risk::Medium),
            (Some(f64::NEG_INFINITY), &[Reachable], 0.60, Risk::Medium),
        ] {
            let found = score(confidence, states);
            assert_eq!((found.score, found.risk), (Number(expected), risk), "{confidence:?} {states:?}");
        }
    }

    #[test]
    fn a_source_on_the_same_host_is_no_further_one() {
        let pages = ["https://a.example/1", "https://www.a.example/2", "http://A.example:8080/3", "not a url"];
        let sources = pages.map(|url| CheckedSource { url, state: Reachable });
        let found = reliability(Some(0.5), &sources, &Policy::default());
        assert_eq!((found.score, found.bonus), (Number(0.8), Number(0.0)));
    }

    #[test]
    fn it_says_what_it_rests_on() {
        let found = score(Some(0.5), &[Unknown, Unreachable]);
        assert_eq!((found.has_source, found.accessible, found.bonus), (true, Some(Unknown), Number(0.0)));
        let found = score(Some(0.5), &[]);
        assert_eq!((found.has_source, found.accessible), (false, None));
    }

    #[test]
    fn a_response_is_worth_what_its_mentions_are() {
        let policy = Policy::default();
        for (average, word) in
            [(None, "none"), (Some(0.1), "low"), (Some(0.4), "medium"), (Some(0.1 + 0.6), "high"), (Some(1.0), "high")]
        {
            assert_eq!(overall_quality(average, &policy), word, "{average:?}");
        }
    }

    #[test]
    fn weights_and_thresholds_are_the_policys() {
        let policy = Policy {
            has_source_weight: Number(0.1),
            accessible_weight: Number(0.2),
            confidence_weight: Number(0.3),
            multi_source_bonus: Number(0.02),
            multi_source_bonus_max: Number(0.03),
            high_risk_below_reliability: Number(0.2),
            medium_risk_below_reliability: Number(0.63),
            ..Policy::default()
        };
        let sources = ["https://a.example", "https://b.example", "https://c.example"]
            .map(|url| CheckedSource { url, state: Reachable });
        let found = reliability(Some(1.0), &sources, &policy);
        assert_eq!((found.score, found.risk), (Number(0.63), Risk::Low));
        let found = reliability(Some(1.0), &sources[..1], &policy);
        assert_eq!((found.score, found.risk), (Number(0.6), Risk::Medium));
    }
}
