//! Asking language models: OpenAI's chat completions, and all that speak them.
//!
//! - [`Providers`]: who can be asked, from the providers' file and the environment; [`Provider`] one of them.
//! - [`Client`]: [`Client::chat`] asks one provider, with patience and manners: tries again, waits where it is asked to, keeps to
//!   the provider's rate, leaves one alone that only fails, and gives up when its time is over.
//! - [`ChatStream`]: [`Client::stream`] gives an answer as it is said.
//! - [`Clients`]: a client of each provider, shared by all who ask, and who is asked where nobody says.
//! - [`ChatRequest`], [`ChatReply`]: what to ask, what came back, with usage, the reason it ended, and logprobs where asked for.
//! - `local`: whether a server on this machine is there, and which models it has.
//! - [`LlmError`]: why there is no answer. [`lenient`]: JSON as models write it.
//!
//! Inside: `wire` writes and reads bodies, `learn` notes what an endpoint does not take and asks without it, `pace` keeps rate,
//! rest and circuit breaker, `transport` makes one HTTP exchange, `sse` reads its events.
//!
//! A key is in the environment only: never in a file, and taken out of everything that a provider sends back. No word of a question
//! or an answer is logged.

mod chat;
mod client;
mod clients;
mod config;
mod cost;
mod error;
mod learn;
pub mod lenient;
mod local;
mod pace;
mod provider;
mod sse;
mod stream;
#[cfg(test)]
mod tests;
mod traced;
mod transport;
mod wire;

pub use chat::{ChatReply, ChatRequest, Finish, Format, Message, NamedSchema, Role, TokenLogprob, TopLogprob, Usage};
pub use client::Client;
pub use clients::Clients;
pub use config::Providers;
pub use cost::Price;
pub use error::LlmError;
pub use provider::{Key, Provider, StructuredOutput};
pub use stream::ChatStream;
pub use transport::{Answer, Call, Chunks, Fault, Opened, Opening, Posting, Transport};
