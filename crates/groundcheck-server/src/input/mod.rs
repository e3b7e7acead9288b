//! Files and arguments into a contract [`Request`], with the contract's own errors.
//!
//! An error in a *file* (unreadable, not UTF-8, not JSON) names the file; an error in a *value* names the field of the request,
//! exactly as over HTTP.

mod files;
mod pages;
mod sources;

pub use files::{read_bytes, read_facts, read_policy, read_request, read_stdin, read_text};
pub use pages::paged;
pub use sources::{FileSources, ReadSources, read_sources, sources_of};

#[cfg(doc)]
use groundcheck_types::Request;
