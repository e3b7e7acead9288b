//! How far an answer that is written live has come.

use groundcheck_types::InputError;

use super::phase::Failure;
use super::verification::Ending;

/// Who writes the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    /// The script.
    Script,
    /// A provider of the server's.
    Provider,
}

/// Why an answer is only a part.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// The reader has stopped it.
    Stopped,
    /// The model had no more room.
    Length,
    /// The provider held the rest back.
    Filtered,
    /// The provider failed.
    Failed(Option<InputError>),
    /// The server is gone, or cannot be understood.
    Cut(Failure),
}

/// Where writing stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
    /// Nothing is written yet.
    Ready,
    /// A provider is asked, and has said nothing yet.
    Asking,
    /// It goes on by itself.
    Writing,
    /// It waits for the reader.
    Paused,
    /// The monitor has interrupted it.
    Interrupted,
    /// It is written to its end.
    Finished,
    /// It ended before its time.
    Partial(Part),
    /// The provider said nothing.
    Unanswered(Ending),
    /// The monitor could not go on.
    Failed(InputError),
}

impl Stage {
    /// As the style sheet calls it.
    pub fn as_str(&self) -> &'static str {
        match self {
            Stage::Ready => "ready",
            Stage::Asking => "asking",
            Stage::Writing => "writing",
            Stage::Paused => "paused",
            Stage::Interrupted => "interrupted",
            Stage::Finished => "finished",
            Stage::Partial(_) => "partial",
            Stage::Unanswered(_) => "unanswered",
            Stage::Failed(_) => "failed",
        }
    }

    /// Whether more of a script can come.
    pub fn is_open(&self) -> bool {
        matches!(self, Stage::Ready | Stage::Writing | Stage::Paused)
    }

    /// Whether it has come to an end.
    pub fn is_over(&self) -> bool {
        !self.is_open() && *self != Stage::Asking
    }
}
