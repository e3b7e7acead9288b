//! What people's reviews teach: how often a detector is right, which settings would have judged more as people did, and what comes
//! again so often that it can be muted. Nothing here changes a setting or a report.
//!
//! Source: document 2, "Improving Accuracy" ("Tune tolerance thresholds", "Learn from review queue"), and document 3, "False Positive
//! Rate".

mod decided;
mod effect;
mod patterns;
mod precision;
mod tunable;

use groundcheck_types::{LearningReport, Policy, ReviewItem};

pub use patterns::{Pattern, PatternReader, Patterns, answer_patterns, patterns, record_patterns};

/// What is learnt from these items, latest first, where this policy holds.
///
/// Those that nobody has decided yet count for nothing. How many answers are checked again is bounded; `partial` says where that
/// left some out.
///
/// ```
/// use groundcheck::{learning::learn, types::Policy};
///
/// let report = learn(&[], &Policy::default());
/// assert!(report.items == 0 && report.suggestions.is_empty());
/// ```
#[must_use]
pub fn learn(items: &[ReviewItem], policy: &Policy) -> LearningReport {
    let decided: Vec<_> = items.iter().filter_map(|item| Some((item, decided::of_item(item)?))).collect();
    let mut tally = precision::Tally::default();
    for (item, truth) in &decided {
        tally.add(item, *truth);
    }
    let cases = effect::cases(&decided);
    let changes = tunable::changes(&cases, policy);
    let effect::Measured { suggestions, partial } = effect::measure(&cases, &changes, policy);
    let (counts, precision) = tally.finish();
    LearningReport { items: decided.len() as u64, counts, precision, suggestions, partial }
}
