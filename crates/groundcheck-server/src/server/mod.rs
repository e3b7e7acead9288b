//! The HTTP server: the contract over `POST /api/analyze`, and the page.
//!
//! For this machine, or, with a token, for those who have one: [`access`] says who may ask. It has no CORS and no cookies. Its error
//! type is [`ApiError`](error::ApiError): an [`InputError`](groundcheck_types::InputError) and the status it travels with.

pub mod access;
mod body;
mod encoding;
pub mod error;
mod events;
mod handlers;
mod headers;
mod listen;
pub mod log;
mod openapi;
pub mod page;
mod presence;
mod query;
mod relay;
mod report_params;
mod review_params;
mod router;
mod state;
mod traced;

pub use crate::measures::Measures;
pub use access::{Access, AccessSettings};
pub use listen::{serve, shutdown_signal};
pub use router::router;
pub use state::{AppState, Limits};
