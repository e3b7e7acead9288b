//! groundcheck's command line and HTTP server, as a library so that its parts can be tested; the binary is `groundcheck`.
//!
//! - [`config`]: the policy from defaults, environment, file, in that order; the only reader of `HALLUCINATION_*`.
//! - [`input`]: files and arguments into a contract request, with the contract's errors.
//! - [`engine`]: the one call into the engine, fenced against panics.
//! - [`envelope`]: how an error is written for programs.
//! - [`render`]: a report as text for a terminal.
//! - [`batch`]: JSONL in, JSONL out, in order and in bounded memory.
//! - [`gate`]: checked answers as the cases of a gate: limits, a baseline, and the formats of CI systems.
//! - [`import`]: responses collected elsewhere, and the example data; [`analysis`]: their links checked, their mentions scored;
//!   [`report`]: document 1's report on all of them.
//! - [`dates`]: times as text.
//! - [`mcp`]: the tools of an agent.
//! - [`measure`]: labelled cases through the engine, counted.
//! - [`monitoring`]: how the validation of records has gone.
//! - [`csv`]: a text as a cell of a table.
//! - [`fact_table`]: facts as a CSV table.
//! - [`llm`]: language models, asked with patience and manners.
//! - [`collect`]: a provider's ranked mentions, read tolerantly and stored.
//! - [`review`]: the review queue, from what enters it to labelled cases.
//! - [`scope`]: the stored facts that a request asks for.
//! - `secrets`: keys and addresses with passwords, in variables or in files that these name.
//! - [`store`]: what groundcheck remembers, in SQLite or PostgreSQL.
//! - [`server`]: the routes, the embedded page, limits and headers.
//! - `traces`: spans for an OpenTelemetry collector, where the environment names one.
//! - [`urls`]: whether cited links are there, asked safely and politely.
//! - [`verifier`]: language models asked whether an answer's sentences follow from its sources.
//! - [`cli`]: arguments, exit codes.
//!
//! No rule about claims lives here: what a claim is and whether it holds, the engine alone says.

pub mod analysis;
pub mod batch;
mod causes;
pub mod cli;
pub mod collect;
pub mod config;
pub mod dates;
pub mod engine;
pub mod envelope;
pub mod fact_table;
pub mod gate;
pub mod import;
pub mod input;
pub mod llm;
pub mod mcp;
pub mod measure;
mod measures;
pub mod monitoring;
pub mod render;
pub mod report;
pub mod review;
pub mod scope;
mod secrets;
pub mod server;
pub mod store;
mod traces;
pub mod urls;
pub mod verifier;
