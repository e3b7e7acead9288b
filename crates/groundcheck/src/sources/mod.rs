//! Cited sources (document 1): what a link must look like, and how far a mention with these sources can be relied on.
//!
//! Asking the links is the server's part; what came of it arrives here as a [`UrlState`](groundcheck_types::UrlState).

mod link;
mod reliability;

pub use link::{Link, read_link};
pub use reliability::{CheckedSource, UNKNOWN, overall_quality, reliability};
