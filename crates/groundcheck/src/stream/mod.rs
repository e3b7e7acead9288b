//! An answer checked while it is being written: document 4's real-time monitor.
//!
//! - [`Monitor`]: tokens in, settled claims and warnings out; at the end the report that analysing the whole answer gives.
//! - [`Finder`]: its claims alone, for who has the evidence elsewhere.
//! - [`required_knowledge`]: before, what a question needs and what of it is at hand.
//! - [`attributions`]: what each claim rests on, and how far that carries.
//!
//! A claim is settled when nothing that may follow can change anything of it: its sentence has ended for certain, the next one has
//! begun, no table, code or markup is open that could swallow it, and the language of the answer is told.

pub(crate) mod attribution;
mod finder;
mod growing;
mod knowledge;
mod monitor;
pub(crate) mod patterns;
mod reading;
mod texts;

pub use attribution::attributions;
pub use finder::Finder;
pub use knowledge::required_knowledge;
pub use monitor::Monitor;
