//! What could be written in the place of a wrong claim, and the answer that says so: never worse than the one before.
//!
//! A claim is corrected where a fact says what is right, or where one place of the sources does with high probability. The new value is
//! written as the claim was ([`restated`]), and the corrected answer is checked again: a correction that does not come out supported, or
//! that makes another claim worse, is not offered.
//!
//! ```
//! use groundcheck::{Detector, types::{Facts, Policy, Request, Source}};
//!
//! let text = "The NOI for the property was $1,240,000 in Q3 2024.".to_owned();
//! let sources = [Source { id: "S1".to_owned(), text, title: None, url: None, kind: None }];
//! let detector = Detector::new(Policy::default(), &sources, &Facts::default(), None).unwrap();
//! let request = Request { answer: "The NOI was $1.58M for the property.".to_owned(), ..Request::default() };
//! let report = detector.analyze(&request).unwrap();
//! let corrected = detector.corrected(&request, &report).unwrap();
//! assert_eq!(corrected.answer, "The NOI was $1.24M for the property.");
//! assert_eq!(corrected.corrections[0].replacement, "$1.24M");
//! ```

mod moment;
mod number;

use groundcheck_types::{
    Candidate, Claim, ClaimKind, ClaimValue, Corrected, Correction, InputError, Policy, PolicyOverrides, Report,
    Request, Span, Status,
};

use crate::detector::Detector;
use crate::document::token::{Kind, tokens};
use crate::lexicon::{Lex, Roles};
use crate::verify::by_size::are_far;

/// Corrections that spoil one another are left out one by one in so many rounds; then none is offered.
const MOST_ROUNDS: usize = 6;
/// So far beside a claim is looked for what spoils a correction, in bytes.
const BESIDE: usize = 24;

/// The value of the evidence in the form of the claim: `$1.2M` stays in millions, `three` a word, `3 March` a day and its month. `text`
/// is the value as it is printed. `None` where it cannot be written so, or the claim says it already.
///
/// ```
/// use groundcheck::{restated, types::{ClaimKind, ClaimValue, Number}};
///
/// let value = ClaimValue::Number(Number(1_240_000.0));
/// let claimed = ClaimValue::Number(Number(1_500_000.0));
/// assert_eq!(restated("$1.5M", ClaimKind::Currency, &claimed, &value, "1,240"), Some("$1.24M".to_owned()));
/// ```
#[must_use]
pub fn restated(claim: &str, kind: ClaimKind, claimed: &ClaimValue, value: &ClaimValue, text: &str) -> Option<String> {
    let own = match (claimed, value) {
        (ClaimValue::Number(claimed), ClaimValue::Number(value)) => number::restated(claim, kind, *claimed, *value),
        (ClaimValue::Date(claimed), ClaimValue::Date(value)) => moment::restated(claim, claimed, value),
        _ => return None,
    };
    own.or_else(|| printed(claim, kind, value, text)).filter(|new| new != claim)
}

/// What could be written for an open claim if this candidate is what it is about; `None` where that is not as likely as a correction has to
/// be, or the candidate is so much larger or smaller that it is something else.
#[must_use]
pub fn offered(claim: &Claim, candidate: &Candidate, policy: &Policy) -> Option<String> {
    let claimed = claim.value.as_ref()?;
    let is_far = match (claimed, &candidate.value) {
        (ClaimValue::Number(claimed), ClaimValue::Number(actual)) => are_far(claimed.0, actual.0),
        _ => false,
    };
    if is_far || share_of(&candidate.value, claim) < policy.correction_share.0 {
        return None;
    }
    let place = candidate.evidence.first().filter(|_| candidate.formula.is_none());
    let text = place.map(|evidence| evidence.text.as_str()).unwrap_or_default();
    restated(&claim.text, claim.kind, claimed, &candidate.value, text)
}

/// What the candidates with this value have together: a fact and a source that print the same say the same.
fn share_of(value: &ClaimValue, claim: &Claim) -> f64 {
    claim.candidates.iter().filter(|candidate| candidate.value == *value).map(|candidate| candidate.share.0).sum()
}

/// The evidence's own text, where it says the same kind of thing with its unit and the claim is an amount as well.
fn printed(claim: &str, kind: ClaimKind, value: &ClaimValue, text: &str) -> Option<String> {
    let alone = |text: &str| {
        let found = crate::claims::extract(text, None);
        let whole = |span: Span| span.start == 0 && span.end as usize == text.len();
        found.into_iter().next().filter(|q| q.kind == kind && whole(q.span))
    };
    let is_amount = matches!(kind, ClaimKind::Currency | ClaimKind::Percentage) && alone(claim).is_some();
    let same = || alone(text).is_some_and(|q| q.value.to_claim_value() == *value);
    (is_amount && same()).then(|| text.to_owned())
}

/// What could be written for a claim that the evidence contradicts; `None` where that is not clear. What a fact says is.
fn correction(answer: &str, at: usize, claims: &[Claim], policy: &Policy) -> Option<Correction> {
    let claim = claims.get(at)?;
    if claim.status != Status::Contradicted || ends_an_open_range(answer, at, claims) {
        return None;
    }
    let (claimed, nearest) = (claim.value.as_ref()?, claim.nearest.as_ref()?);
    if let Some(probability) = claim.probability
        && (probability.0 > policy.correction_probability.0
            || share_of(&nearest.value, claim) < policy.correction_share.0)
    {
        return None;
    }
    // What a source prints, or what follows from it, may be what the claim is about after all.
    if claim.candidates.iter().any(|candidate| candidate.value == *claimed) {
        return None;
    }
    let replacement = restated(&claim.text, claim.kind, claimed, &nearest.value, &nearest.text)?;
    let spoilt = match claim.kind {
        ClaimKind::Date => names_weekday(answer, claim.span),
        ClaimKind::Number => continues_a_measure(answer, claim.span),
        _ => false,
    };
    if spoilt {
        return None;
    }
    let (id, text) = (claim.id.clone(), claim.text.clone());
    Some(Correction { claim: id, span: claim.span, utf16: claim.utf16, text, replacement })
}

/// Whether a claim is one end of a range whose other end is not borne out: half of it corrected, it may run backwards.
fn ends_an_open_range(answer: &str, at: usize, claims: &[Claim]) -> bool {
    const BETWEEN: [&str; 5] = ["to", "-", "–", "—", "עד"];
    let gap = |before: &Claim, behind: &Claim| {
        let text =
            part(answer, before.span.end as usize..(behind.span.start as usize).min(before.span.end as usize + BESIDE));
        before.span.end <= behind.span.start && BETWEEN.contains(&text.trim())
    };
    let Some(claim) = claims.get(at) else { return false };
    let before = at.checked_sub(1).and_then(|at| claims.get(at)).filter(|other| gap(other, claim));
    let behind = claims.get(at + 1).filter(|other| gap(claim, other));
    [before, behind].into_iter().flatten().any(|other| other.kind == claim.kind && other.status != Status::Supported)
}

/// Whether the day of the week is beside a date, which another date would make wrong.
fn names_weekday(answer: &str, span: Span) -> bool {
    let (start, end) = (span.start as usize, span.end as usize);
    let around = [part(answer, start.saturating_sub(BESIDE)..start), part(answer, end..end + BESIDE)];
    around.into_iter().any(|text| tokens(text).iter().any(|t| t.kind == Kind::Word && matches!(t.lex, Lex::Weekday(_))))
}

/// Whether a number is the second part of a measure: the 45 minutes of `5 h 45 min`.
fn continues_a_measure(answer: &str, span: Span) -> bool {
    let start = span.start as usize;
    let before = tokens(part(answer, start.saturating_sub(BESIDE)..start));
    let [.., number, unit] = before.as_slice() else { return false };
    number.kind == Kind::Number && unit.kind == Kind::Word && unit.roles.has(Roles::MEASURE)
}

/// A part of the answer, without the characters that its ends cut.
fn part(answer: &str, range: core::ops::Range<usize>) -> &str {
    let end = range.end.min(answer.len());
    let is_edge = |at: &usize| answer.is_char_boundary(*at);
    let (from, until) = ((range.start..=end).find(is_edge), (range.start..=end).rev().find(is_edge));
    from.zip(until).and_then(|(from, until)| answer.get(from..until)).unwrap_or_default()
}

/// The answer with these corrections, which are in its order.
#[must_use]
pub fn with_corrections(answer: &str, corrections: &[Correction]) -> String {
    let mut out = String::with_capacity(answer.len());
    let mut at = 0;
    for Correction { span, replacement, .. } in corrections {
        let Some(before) = answer.get(at..span.start as usize) else { continue };
        out.push_str(before);
        out.push_str(replacement);
        at = span.end as usize;
    }
    out.push_str(answer.get(at..).unwrap_or_default());
    out
}

/// How bad a status is.
fn badness(status: Status) -> u8 {
    match status {
        Status::Supported => 0,
        Status::Unverifiable => 1,
        Status::Unsupported | Status::Contradicted => 2,
    }
}

/// Analyses a request under the default policy and its own overrides, and corrects its answer as [`Detector::corrected`] does.
///
/// # Errors
/// As [`crate::analyze`].
pub fn corrected(request: &Request) -> Result<Corrected, InputError> {
    corrected_with(request, &Policy::default()).map(|(_, corrected)| corrected)
}

/// The same under this policy and the request's own overrides, with the report on the answer as it was.
///
/// # Errors
/// As [`crate::analyze`].
pub fn corrected_with(request: &Request, policy: &Policy) -> Result<(Report, Corrected), InputError> {
    let detector = Detector::of(request, policy)?;
    let report = detector.check(request)?;
    let corrected = detector.corrected(request, &report)?;
    Ok((report, corrected))
}

impl Detector {
    /// What could be written in the place of contradicted claims, and the answer with all of it. `report` is this detector's on the
    /// request. Each correction was checked again in the corrected answer: it is supported there, and no other claim is worse than before.
    ///
    /// # Errors
    /// As [`Detector::analyze`].
    pub fn corrected(&self, request: &Request, report: &Report) -> Result<Corrected, InputError> {
        if let Some(narrowed) = self.narrowed(request) {
            return narrowed.corrected(request, report);
        }
        let answer = &request.answer;
        let policy = self.policy().with(request.policy.as_ref().unwrap_or(&PolicyOverrides::default()))?;
        let mut corrections: Vec<_> =
            (0..report.claims.len()).filter_map(|at| correction(answer, at, &report.claims, &policy)).collect();
        for _ in 0..MOST_ROUNDS {
            if corrections.is_empty() {
                break;
            }
            let new = with_corrections(answer, &corrections);
            let again = self.check(&Request { answer: new.clone(), ..request.clone() })?;
            let bad = spoilt(&corrections, &report.claims, &again.claims);
            if bad.is_empty() {
                return Ok(Corrected { answer: new, corrections });
            }
            let mut at = 0;
            corrections.retain(|_| {
                at += 1;
                bad.binary_search(&(at - 1)).is_err()
            });
        }
        Ok(Corrected { answer: answer.clone(), corrections: Vec::new() })
    }
}

/// The corrections that are not supported in the corrected answer, and those nearest to a claim that became worse, by their places.
fn spoilt(corrections: &[Correction], before: &[Claim], after: &[Claim]) -> Vec<usize> {
    // Where each correction is in the corrected answer.
    let mut shift = 0_i64;
    let moved: Vec<(i64, i64)> = corrections
        .iter()
        .map(|c| {
            let (start, new) = (i64::from(c.span.start) + shift, c.replacement.len() as i64);
            shift += new - i64::from(c.span.end - c.span.start);
            (start, start + new)
        })
        .collect();
    let status_at = |start: i64, end: i64| {
        let from = after.partition_point(|c| i64::from(c.span.end) <= start);
        let over = after.get(from..).unwrap_or_default().iter().take_while(|c| i64::from(c.span.start) < end);
        over.map(|c| c.status).max_by_key(|status| badness(*status))
    };
    let mut bad: Vec<usize> = Vec::new();
    bad.extend((0..moved.len()).filter(|i| status_at(moved[*i].0, moved[*i].1) != Some(Status::Supported)));
    let mut next = 0;
    for claim in before {
        while corrections.get(next).is_some_and(|c| c.span.start < claim.span.start) {
            next += 1;
        }
        if corrections.get(next).is_some_and(|c| c.claim == claim.id) {
            continue;
        }
        // Everything behind a correction moved as far as it did.
        let by = next.checked_sub(1).map_or(0, |last| moved[last].1 - i64::from(corrections[last].span.end));
        let (start, end) = (i64::from(claim.span.start) + by, i64::from(claim.span.end) + by);
        if status_at(start, end).is_some_and(|now| badness(now) > badness(claim.status)) {
            let apart = |i: &usize| corrections[*i].span.start.abs_diff(claim.span.start);
            bad.extend((next.saturating_sub(1)..=next).filter(|i| *i < corrections.len()).min_by_key(apart));
        }
    }
    bad.sort_unstable();
    bad.dedup();
    bad
}
