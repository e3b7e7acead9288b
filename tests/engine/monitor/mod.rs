//! Document 4: an answer checked while it is being written, what comes before it and what becomes of it.

mod coherence;
mod document_4;
mod knowledge;
mod labelled;
mod patterns;
mod properties;
mod same;
