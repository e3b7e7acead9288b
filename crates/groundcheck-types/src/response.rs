//! What becomes of an answer by its risk (document 4, "Response Protocol").

use serde::{Deserialize, Serialize};

use crate::{Action, Span};

/// What was done to one place of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum EditKind {
    /// A marker of confidence was put behind a claim.
    Marked,
    /// The source of a claim was put behind it.
    Attributed,
    /// Words of certainty became words of belief, or such were added.
    Rephrased,
    /// A sentence of uncertainty was put in place of the rest.
    Reformulated,
    /// The whole was discarded.
    Discarded,
    /// A sentence that names a contradiction was added.
    Disclaimed,
}

/// One change from an answer to the text that goes out instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edit {
    /// What was done.
    pub kind: EditKind,
    /// What it stands for in the answer, in UTF-8 bytes; empty where something was only added.
    pub span: Span,
    /// What stands there now.
    pub text: String,
}

/// The text that goes out instead of an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SafeResponse {
    /// What was done, by the answer's risk.
    pub action: Action,
    /// The text to show.
    pub text: String,
    /// How it differs from the answer, in the answer's order.
    pub edits: Vec<Edit>,
}
