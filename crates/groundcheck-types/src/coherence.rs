use serde::{Deserialize, Serialize};

use crate::{Number, Severity, Span, Utf16Span};

/// What two statements contradict each other in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum ContradictionKind {
    /// Another value of the same thing: `NOI was $1.2M`, `NOI was $1.5M`.
    Number,
    /// Another day or period of the same thing.
    Date,
    /// One says what the other denies.
    Negation,
    /// Another name for the same role: `the CEO is Dana Levi`, `the CEO is Noa Katz`.
    Name,
    /// A term that is used with another meaning than before.
    Definition,
}

impl ContradictionKind {
    /// The kind as it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ContradictionKind::Number => "number",
            ContradictionKind::Date => "date",
            ContradictionKind::Negation => "negation",
            ContradictionKind::Name => "name",
            ContradictionKind::Definition => "definition",
        }
    }
}

/// A statement of the conversation and where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stated {
    /// The turn's place in `history`, counted from 0; null for the answer itself.
    pub turn: Option<u32>,
    /// Where in that text, in UTF-8 bytes: the value or the words that contradict.
    pub span: Span,
    /// The same in UTF-16 code units.
    pub utf16: Utf16Span,
    /// The sentence that it stands in.
    pub text: String,
}

/// Two statements that cannot both be true.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Contradiction {
    /// What they contradict each other in.
    pub kind: ContradictionKind,
    /// What the answer says.
    pub claim: Stated,
    /// What was said before.
    pub contradicts: Stated,
    /// How much it weighs.
    pub severity: Severity,
    /// How sure it is, 0 to 1.
    pub confidence: Number,
    /// What it is, for people, in the answer's language.
    pub description: String,
}

/// Whether an answer is consistent with the conversation and with itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CoherenceCheck {
    /// Whether nothing contradicts anything.
    pub coherent: bool,
    /// What does, in the order of the answer.
    pub contradictions: Vec<Contradiction>,
}
