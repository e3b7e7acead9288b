//! What a claim may be about: printed values and what follows from them, each to be ranked by the claim's words.

pub(crate) mod again;
pub(crate) mod compute;
pub(crate) mod dates;
pub(crate) mod equation;
mod filters;
pub(crate) mod lists;
pub(crate) mod look_up;
pub(crate) mod operand;
pub(crate) mod operation;
pub(crate) mod pattern;
mod products;
pub(crate) mod query;
mod series;
pub(crate) mod spoken;
pub(crate) mod times;
pub(crate) mod written;
