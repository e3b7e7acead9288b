//! The HTTP server: the contract over `POST /api/analyze`, and the page.
//!
//! For this machine only: it answers to loopback names, has no CORS, no cookies and no login. Its error type is
//! [`ApiError`](error::ApiError): an [`InputError`](groundcheck_types::InputError) and the status it travels with.

mod body;
pub mod error;
mod guard;
mod handlers;
mod headers;
mod listen;
pub mod log;
mod openapi;
pub mod page;
mod router;
mod state;

pub use listen::{serve, shutdown_signal};
pub use router::router;
pub use state::{AppState, Limits};
