//! Claims that the reader wants no more said of. They are kept in the browser, and known again by their text and the words around it.

use std::collections::BTreeSet;

use groundcheck_types::{Claim, Status};
use serde::{Deserialize, Serialize};

use super::around::around;

/// So many characters on either side of a claim say which one it is.
const AROUND: usize = 24;
/// At most so many are kept; the oldest go first.
const MOST: usize = 500;

/// A claim, wherever it is met again.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Met {
    text: String,
    before: String,
    behind: String,
}

impl Met {
    fn of(answer: &str, claim: &Claim) -> Met {
        let (before, behind) = around(answer, claim.span, AROUND);
        Met { text: claim.text.clone(), before, behind }
    }
}

/// Whether a claim can be ignored: one that is supported needs no attention.
pub fn is_ignorable(claim: &Claim) -> bool {
    claim.status != Status::Supported
}

/// The claims that the reader ignores, in the order in which they came.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ignored(Vec<Met>);

impl Ignored {
    /// Ignores this claim from now on, or no more.
    pub fn toggle(&mut self, answer: &str, claim: &Claim) {
        let met = Met::of(answer, claim);
        if let Some(at) = self.0.iter().position(|known| *known == met) {
            self.0.remove(at);
            return;
        }
        self.0.push(met);
        if self.0.len() > MOST {
            self.0.remove(0);
        }
    }

    /// The claims of this answer that are ignored, by their places in the report.
    pub fn places(&self, answer: &str, claims: &[Claim]) -> BTreeSet<usize> {
        if self.0.is_empty() {
            return BTreeSet::new();
        }
        let known: BTreeSet<&Met> = self.0.iter().collect();
        let is_known = |claim: &Claim| is_ignorable(claim) && known.contains(&Met::of(answer, claim));
        claims.iter().enumerate().filter(|(_, claim)| is_known(claim)).map(|(place, _)| place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::fixture::claim;

    const ANSWER: &str = "Rent is $7 a month. A second flat costs $7 as well.";

    fn at(answer: &str, nth: usize, status: Status) -> Claim {
        let mut own = claim(answer, "$7", status);
        let start = answer.match_indices("$7").nth(nth).unwrap().0;
        own.span = groundcheck_types::Span::new(start, start + 2);
        own
    }

    #[test]
    fn a_claim_is_known_again_by_its_words_and_not_by_its_text_alone() {
        let claims = [at(ANSWER, 0, Status::Contradicted), at(ANSWER, 1, Status::Contradicted)];
        let mut ignored = Ignored::default();
        ignored.toggle(ANSWER, &claims[1]);
        assert_eq!(ignored.places(ANSWER, &claims), BTreeSet::from([1]));
        // In another answer, too, and after a change elsewhere.
        let longer = format!("Hello.\n{ANSWER}");
        let claims = [at(&longer, 0, Status::Unsupported), at(&longer, 1, Status::Unsupported)];
        assert_eq!(ignored.places(&longer, &claims), BTreeSet::from([1]));
        ignored.toggle(&longer, &claims[1]);
        assert!(ignored.places(&longer, &claims).is_empty());
    }

    #[test]
    fn what_is_supported_is_not_ignored_and_the_list_ends_somewhere() {
        let mut ignored = Ignored::default();
        let supported = at(ANSWER, 0, Status::Supported);
        ignored.toggle(ANSWER, &supported);
        assert!(ignored.places(ANSWER, &[supported]).is_empty());
        for n in 0..2 * MOST {
            let answer = format!("Rent is $7 in house {n}.");
            ignored.toggle(&answer, &at(&answer, 0, Status::Contradicted));
        }
        assert_eq!(ignored.0.len(), MOST);
    }
}
