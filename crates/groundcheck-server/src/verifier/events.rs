//! What is told while an answer is verified.

use groundcheck_types::{ErrorCode, GroundedAnswer, InputError, SettledClaim, VerificationPlan};
use tokio::sync::mpsc;

/// A step on the way.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// First: what is about to be asked.
    Plan(Box<VerificationPlan>),
    /// A claim is settled; once for each.
    Claim(Box<SettledClaim>),
    /// Last: the whole check.
    Done(Box<GroundedAnswer>),
    /// Last, in place of it: the answer was not verified.
    Failed(InputError),
}

/// The events of one answer. Dropped, they stop what is under way.
#[derive(Debug)]
pub struct Events(mpsc::Receiver<Event>);

impl Events {
    pub(super) fn new(events: mpsc::Receiver<Event>) -> Self {
        Events(events)
    }

    /// The next one; `None` after the last.
    pub async fn next(&mut self) -> Option<Event> {
        self.0.recv().await
    }

    /// The whole check, with each event shown on its way.
    ///
    /// # Errors
    /// Why the answer was not verified.
    pub async fn finish(mut self, mut shown: impl FnMut(&Event)) -> Result<GroundedAnswer, InputError> {
        while let Some(event) = self.next().await {
            shown(&event);
            match event {
                Event::Plan(_) | Event::Claim(_) => {}
                Event::Done(answer) => return Ok(*answer),
                Event::Failed(error) => return Err(error),
            }
        }
        // The server stops, or the work on it panicked.
        Err(InputError::whole(ErrorCode::Internal, "the verification broke off; there is no result"))
    }
}
