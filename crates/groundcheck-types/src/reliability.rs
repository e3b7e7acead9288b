use serde::{Deserialize, Serialize};

use crate::{Number, Risk, UrlState};

/// How far a mention can be relied on, with the terms it comes from (document 1).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reliability {
    /// 0 to 1.
    pub score: Number,
    /// What follows from the score: low, medium or high.
    pub risk: Risk,
    /// Whether the mention names any source.
    pub has_source: bool,
    /// `reachable` where any source is, `unreachable` where none is there, `unknown` otherwise; null without a source.
    pub accessible: Option<UrlState>,
    /// What further accessible sources on other hosts added.
    pub bonus: Number,
}
