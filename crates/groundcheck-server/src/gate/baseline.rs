//! Problems that are known: only new ones fail.
//!
//! A file of one JSON object a line, sorted, so that two versions of it differ in the lines of what came and went. A problem is known by
//! its fingerprint alone; case, claim and rule are there for people. A problem that is there twice has two lines.

use std::collections::BTreeMap;

use groundcheck_types::{ErrorCode, InputError};
use serde::{Deserialize, Serialize};

use super::suite::Suite;

/// A known problem.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The id of the case; empty where it has none.
    pub case: String,
    /// The claim; null where it was the answer as a whole.
    pub claim: Option<String>,
    /// Why it was a problem.
    pub rule: String,
    /// As [`Problem::fingerprint`](super::Problem::fingerprint).
    pub fingerprint: String,
}

/// All known problems, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Baseline {
    known: Vec<Known>,
}

impl Baseline {
    /// All problems of a run.
    #[must_use]
    pub fn of(suite: &Suite) -> Self {
        let mut known = Vec::new();
        for case in &suite.cases {
            let add = |(claim, rule, fingerprint): (&Option<String>, &String, &String)| Known {
                case: case.id.clone().unwrap_or_default(),
                claim: claim.clone(),
                rule: rule.clone(),
                fingerprint: fingerprint.clone(),
            };
            let listed = case.problems.iter().map(|own| (&own.claim, &own.rule, &own.fingerprint));
            let unlisted = case.unlisted.iter().map(|own| (&own.claim, &own.rule, &own.fingerprint));
            known.extend(listed.chain(unlisted).map(add));
        }
        known.sort_unstable();
        Baseline { known }
    }

    /// Reads what [`Baseline::to_text`] wrote. Blank lines are passed over, the order is of no matter.
    ///
    /// # Errors
    /// A line that is no known problem; `line` names it.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let lines = text.trim_start_matches('\u{feff}').lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let known = lines.map(|(at, line)| {
            serde_json::from_str(line).map_err(|error| {
                let message = format!("is not a line of a baseline: {error}");
                InputError::field(ErrorCode::InvalidJson, "--baseline", message).at_line(at + 1)
            })
        });
        Ok(Baseline { known: known.collect::<Result<_, _>>()? })
    }

    /// A line a problem.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Serialising plain data with string keys cannot fail.
        self.known.iter().map(|known| serde_json::to_string(known).unwrap_or_default() + "\n").collect()
    }

    /// How many problems are known.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether none is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Marks the known problems of a run, each line of the baseline one problem, and gives what is gone.
    pub fn apply(self, suite: &mut Suite) -> Vec<Known> {
        suite.has_baseline = true;
        let mut waiting: BTreeMap<String, Vec<Known>> = BTreeMap::new();
        for known in self.known {
            waiting.entry(known.fingerprint.clone()).or_default().push(known);
        }
        let mut is_known = |fingerprint: &str| waiting.get_mut(fingerprint).and_then(Vec::pop).is_some();
        for case in &mut suite.cases {
            case.problems.iter_mut().for_each(|problem| problem.known = is_known(&problem.fingerprint));
            case.unlisted.iter_mut().for_each(|problem| problem.known = is_known(&problem.fingerprint));
        }
        let mut gone: Vec<Known> = waiting.into_values().flatten().collect();
        gone.sort_unstable();
        gone
    }
}
