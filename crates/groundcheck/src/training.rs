//! What the ranking and the decision are learnt from: every candidate of every claim with its features.
//! Only for `cargo xtask train` and for tests.

use groundcheck_types::{InputError, Policy, Request};

pub use crate::lexicon::dictionary::{bases, filter};
pub use crate::verify::candidate::compute::LEARNT_FROM;
pub use crate::verify::score::choice::{CODES, Choice, UNIT};
use crate::verify::score::look_up::ALONE;
pub use crate::verify::score::rests::{Way, no_surer};
pub use crate::verify::score::{Forest, Model};
use crate::verify::score::{choice, decision, formula, look_up};
pub use crate::verify::seen::{Candidate, Seen};

/// How many features a printed value, what is quickly read of a computed one, a computed one and a decision have.
pub const WIDTHS: [usize; 4] = [look_up::FEATURES, choice::FEATURES, formula::FEATURES, decision::FEATURES];

/// One number that stands for a text.
#[must_use]
pub fn hash(text: &str) -> u64 {
    crate::fnv::of(text)
}

/// How many features a printed value has by itself.
#[must_use]
pub fn alone() -> usize {
    ALONE
}

/// Every claim of a request that has sources, as the engine sees it under this model; where it is learnt which results are worth ranking
/// (`chooses`), with some of all results and what of them is quickly read.
///
/// # Errors
/// As [`crate::analyze`].
pub fn see(request: &Request, model: &Model, chooses: bool) -> Result<Vec<Seen>, InputError> {
    let detector = crate::Detector::new(Policy::default(), &request.sources, &request.facts, request.locale.as_ref())?;
    detector.see(request, model, chooses)
}
