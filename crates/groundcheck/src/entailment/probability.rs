//! P(YES) from what a provider returns for the first token of its answer, or from sampled answers.
//!
//! Upstream's readers drop `Yes` and `yes`, take the likelier of ` YES` and `YES` instead of their sum, and call a missing list
//! anything from 0 to 1, which then passes. Here all spellings count, and what is missing is missing.
//!
//! Source: document 5, "Verify Posterior / Prior"; the interval where YES is not among the top tokens is the upstream toolkit's.

use groundcheck_types::{Number, Probability, ProbabilitySource};

use crate::document::lower;
use crate::interval::share_interval;

/// How many alternatives of each token to ask for: the most that common providers return.
pub const TOP_LOGPROBS: u32 = 20;

/// Tokens of white space before the answer that are read over; more of them are no answer.
const LEADING_BLANKS: usize = 3;
/// A logarithm this far above 0 is a rounding error of the provider's; a larger one is no probability.
const ROUNDING: f64 = 1e-6;
/// What providers write for "less than can be said"; nothing so unlikely is told apart from 0.
const UNLIKELY: f64 = -9_999.0;
/// The spellings of YES that tokenisers have a token for (with and without a blank; upper, title and lower case): so many times may
/// what is not listed hold one.
const SPELLINGS: f64 = 6.0;

/// A token that could have stood at a place, with the natural logarithm of its probability.
#[derive(Debug, Clone, PartialEq)]
pub struct TopToken {
    /// Its text.
    pub token: String,
    /// ln P.
    pub logprob: f64,
}

/// A token of a model's answer, with its likeliest alternatives as the provider lists them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AnswerToken {
    /// What the model chose.
    pub token: String,
    /// The likeliest tokens at this place; empty where the provider lists none.
    pub top: Vec<TopToken>,
}

impl AnswerToken {
    /// A token with its alternatives: what was chosen is one of them, also where the provider's list leaves it out.
    #[must_use]
    pub fn new(token: String, logprob: Option<f64>, mut top: Vec<TopToken>) -> Self {
        if let Some(logprob) = logprob.filter(|_| top.iter().all(|listed| listed.token != token)) {
            top.push(TopToken { token: token.clone(), logprob });
        }
        AnswerToken { token, top }
    }
}

/// P(YES) of an answer's first token that is not blank, over all spellings of YES. `None` where there are no usable log probabilities:
/// that is never a pass.
///
/// A point where a spelling of YES is listed; else from 0 to what the tokens that are not listed can hold. Where the tokeniser splits
/// YES and the model chose the beginning, the tokens behind it say how much of it is YES.
///
/// ```
/// use groundcheck::entailment::{AnswerToken, TopToken, probability_of_yes};
///
/// let top = [("Yes", 0.6_f64), (" YES", 0.3), ("No", 0.1)]
///     .map(|(token, p)| TopToken { token: token.to_owned(), logprob: p.ln() });
/// let answer = [AnswerToken { token: "Yes".to_owned(), top: top.to_vec() }];
/// let p = probability_of_yes(&answer).unwrap();
/// assert!((p.lower.0 - 0.9).abs() < 1e-9 && p.lower == p.upper);
/// assert_eq!(probability_of_yes(&[]), None);
/// ```
#[must_use]
pub fn probability_of_yes(answer: &[AnswerToken]) -> Option<Probability> {
    let blanks = answer.iter().take_while(|token| is_blank(&token.token)).count();
    if blanks > LEADING_BLANKS {
        return None;
    }
    let (lower, upper) = mass(answer.get(blanks..)?, "yes")?;
    let probability = |p: f64| Number(p.clamp(0.0, 1.0));
    Some(Probability {
        lower: probability(lower),
        upper: probability(upper.max(lower)),
        source: ProbabilitySource::Logprobs,
        yes_votes: None,
        votes: None,
    })
}

/// P(YES) from sampled answers, as the 95 % interval (Wilson's) around their share: five of five are not certainty. `None` without votes.
///
/// ```
/// use groundcheck::entailment::probability_of_votes;
///
/// let p = probability_of_votes(5, 5).unwrap();
/// assert!(p.lower.0 > 0.56 && p.lower.0 < 0.57 && p.upper.0 == 1.0);
/// ```
#[must_use]
pub fn probability_of_votes(yes: u32, votes: u32) -> Option<Probability> {
    if votes == 0 || yes > votes {
        return None;
    }
    let (lower, upper) = share_interval(yes.into(), votes.into());
    Some(Probability {
        lower: Number(lower),
        upper: Number(upper),
        source: ProbabilitySource::SampledVotes,
        yes_votes: Some(yes),
        votes: Some(votes),
    })
}

/// Whether a sampled answer says YES or NO; `None` where it says neither.
#[must_use]
pub fn vote(answer: &str) -> Option<bool> {
    match spelling(answer.split_whitespace().next()?).as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// The probability, from and to, that the text from this place on reads as `word`.
fn mass(answer: &[AnswerToken], word: &str) -> Option<(f64, f64)> {
    let (first, rest) = answer.split_first()?;
    if first.top.is_empty() || first.top.iter().any(|token| token.logprob.is_nan() || token.logprob > ROUNDING) {
        return None;
    }
    // One listed twice is one token.
    let mut listed: Vec<(&str, f64)> = Vec::with_capacity(first.top.len());
    for TopToken { token, logprob } in &first.top {
        match listed.iter_mut().find(|(known, _)| known == token) {
            Some((_, known)) => *known = known.max(*logprob),
            None => listed.push((token, *logprob)),
        }
    }
    let (mut whole, mut begun_lower, mut begun_upper, mut total) = (0.0, 0.0, 0.0, 0.0);
    let (mut least, mut seen) = (0.0_f64, false);
    for (token, logprob) in listed {
        let p = if logprob > UNLIKELY { libm::exp(logprob.min(0.0)) } else { 0.0 };
        total += p;
        if p > 0.0 {
            least = least.min(logprob);
        }
        let spelling = spelling(token);
        if spelling == word {
            seen = true;
            whole += p;
        } else if let Some(end) = word.strip_prefix(spelling.as_str()).filter(|_| !spelling.is_empty()) {
            let chosen = if token == first.token { mass(rest, end) } else { None };
            let (lower, upper) = chosen.unwrap_or((0.0, 1.0));
            seen |= chosen.is_some();
            begun_lower += p * lower;
            begun_upper += p * upper;
        }
    }
    // What is not listed is all together at most the rest, and each token of it at most the least that is listed.
    let unlisted = if seen { 0.0 } else { (1.0 - total).clamp(0.0, SPELLINGS * libm::exp(least)) };
    Some(((whole + begun_lower).min(1.0), (whole + begun_upper + unlisted).min(1.0)))
}

/// Tokenisers write a blank in front of a word as one of these.
const WRITTEN_BLANKS: [char; 3] = ['\u{120}', '\u{2581}', '\u{10a}'];

fn is_blank(token: &str) -> bool {
    token.chars().all(|c| c.is_whitespace() || WRITTEN_BLANKS.contains(&c))
}

/// A token's word, without blanks and punctuation around it and without case.
fn spelling(token: &str) -> String {
    let bare =
        token.trim_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation() || WRITTEN_BLANKS.contains(&c));
    lower(bare).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(chosen: &str, top: &[(&str, f64)]) -> AnswerToken {
        let top = top.iter().map(|(token, p)| TopToken { token: (*token).to_owned(), logprob: libm::log(*p) });
        AnswerToken { token: chosen.to_owned(), top: top.collect() }
    }

    fn ends(answer: &[AnswerToken]) -> Option<(f64, f64)> {
        let nine = |p: Number| (p.0 * 1e9).round() / 1e9;
        probability_of_yes(answer).map(|p| (nine(p.lower), nine(p.upper)))
    }

    #[test]
    fn spellings_of_yes_and_what_is_none() {
        for yes in ["YES", " YES", "Yes", "yes", "yes.", "\"Yes\"", "**YES**", "ĠYes", "▁yes", " yes,", "Yes\n"] {
            assert_eq!(ends(&[token(yes, &[(yes, 0.75), ("NO", 0.25)])]), Some((0.75, 0.75)), "{yes:?}");
            assert_eq!(vote(yes.trim_start_matches(['Ġ', '▁'])), Some(true), "{yes:?}");
        }
        for no in ["yesterday", "NOYES", "yés", "eyes", "כן", "YESS", "ja"] {
            assert_eq!(ends(&[token(no, &[(no, 0.75), ("NO", 0.25)])]), Some((0.0, 0.0)), "{no:?}");
            assert_eq!(vote(no), None, "{no:?}");
        }
        assert_eq!((vote("No, because"), vote(""), vote("UNSURE")), (Some(false), None, None));
    }

    #[test]
    fn a_split_yes_is_what_follows_its_beginning() {
        let split = [token("Y", &[("Y", 0.8), ("NO", 0.2)]), token("ES", &[("ES", 0.75), ("o", 0.25)])];
        assert_eq!(ends(&split), Some((0.6, 0.6)));
        let deep = [
            token("Y", &[("Y", 0.5), ("YES", 0.25), ("NO", 0.25)]),
            token("E", &[("E", 0.5), ("ES", 0.5)]),
            token("S", &[("S", 1.0)]),
        ];
        assert_eq!(ends(&deep), Some((0.75, 0.75)));
        // Nobody saw how it goes on.
        assert_eq!(ends(&split[..1]), Some((0.0, 0.8)));
        assert_eq!(ends(&[token("NO", &[("NO", 0.7), ("ye", 0.3)])]), Some((0.0, 0.3)));
        assert_eq!(ends(&[token("YES", &[("YES", 0.5), ("Y", 0.25), ("NO", 0.25)])]), Some((0.5, 0.75)));
    }

    #[test]
    fn what_is_no_probability_is_missing() {
        let with = |logprob: f64| {
            let mut answer = token("YES", &[("YES", 0.5), ("NO", 0.25)]);
            answer.top.push(TopToken { token: "UN".to_owned(), logprob });
            probability_of_yes(&[answer]).map(|p| (p.lower.0, p.upper.0))
        };
        for bad in [f64::NAN, 0.1, 1e-5, f64::INFINITY, 9_999.0] {
            assert_eq!(with(bad), None, "{bad}");
        }
        for good in [-9_999.0, -1e300, f64::NEG_INFINITY, -0.0, 1e-7] {
            assert_eq!(with(good), Some((0.5, 0.5)), "{good}");
        }
        // The unlikely sentinel of YES itself is a probability of 0, not of nothing.
        let mut answer = token("NO", &[("NO", 1.0)]);
        answer.top.push(TopToken { token: "YES".to_owned(), logprob: -9_999.0 });
        assert_eq!(ends(&[answer]), Some((0.0, 0.0)));
        assert_eq!(probability_of_yes(&[AnswerToken { token: "YES".to_owned(), top: vec![] }]), None);
        assert_eq!(ends(&[token("\n", &[("\n", 1.0)])]), None);
        let blanks = vec![token(" ", &[(" ", 1.0)]); 4];
        assert_eq!(probability_of_yes(&[blanks, vec![token("YES", &[("YES", 1.0)])]].concat()), None);
    }

    #[test]
    fn what_is_not_listed_is_bounded_by_the_rest_and_by_the_least_listed() {
        assert_eq!(ends(&[token("NO", &[("NO", 0.6), ("UN", 0.2)])]), Some((0.0, 0.2)));
        assert_eq!(ends(&[token("NO", &[("NO", 0.6), ("UN", 0.01)])]), Some((0.0, 0.06)));
        assert_eq!(ends(&[token("NO", &[("NO", 1.0)])]), Some((0.0, 0.0)));
        assert_eq!(ends(&[token("NO", &[("NO", 0.5), ("NO", 0.5)])]), Some((0.0, 0.5)));
    }

    #[test]
    fn votes_are_estimates() {
        for (yes, votes, lower, upper) in
            [(5, 5, 0.5655, 1.0), (0, 5, 0.0, 0.4345), (3, 5, 0.2307, 0.8824), (1, 1, 0.2065, 1.0)]
        {
            let p = probability_of_votes(yes, votes).unwrap();
            assert!((p.lower.0 - lower).abs() < 1e-4 && (p.upper.0 - upper).abs() < 1e-4, "{yes} of {votes}: {p:?}");
            assert_eq!((p.yes_votes, p.votes, p.source), (Some(yes), Some(votes), ProbabilitySource::SampledVotes));
        }
        assert_eq!((probability_of_votes(0, 0), probability_of_votes(2, 1)), (None, None));
    }
}
