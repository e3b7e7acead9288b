//! What an endpoint does not take with a model, learnt from its refusals: the question is asked again without it, and later
//! questions leave it out from the start. Of log probabilities also what good answers show: some servers leave them out silently.

use groundcheck_types::LogprobSupport;

use super::wire::Complaint;
use super::{ChatReply, ChatRequest, Format, Provider};

/// What is known of an endpoint with one model. Nothing at first: everything is tried.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Learnt {
    /// How many of the provider's formats it does not take.
    formats: usize,
    /// Newer OpenAI models call it `max_completion_tokens`.
    pub(super) max_completion_tokens: bool,
    pub(super) no_max_tokens: bool,
    pub(super) no_temperature: bool,
    pub(super) no_seed: bool,
    pub(super) no_stream_options: bool,
    pub(super) logprobs: LogprobSupport,
}

/// Statuses of a request that is not taken as it is. Some forbid what they do not have (403), some fail over it (500, 501).
const STATUSES: &[u16] = &[400, 403, 422, 500, 501];

impl Learnt {
    /// With what a good answer shows of log probabilities. Once they were given, an answer without them is that answer's own fault.
    pub(super) fn with_answer(self, request: &ChatRequest, reply: &ChatReply) -> Learnt {
        let wished = request.top_logprobs.is_some() && self.logprobs != LogprobSupport::Refused;
        let logprobs = match self.logprobs {
            _ if wished && !reply.logprobs.is_empty() => LogprobSupport::Given,
            LogprobSupport::Unknown if wished && !reply.content.is_empty() => LogprobSupport::Dropped,
            known => known,
        };
        Learnt { logprobs, ..self }
    }

    /// How to ask for the form of this answer.
    pub(super) fn format(&self, provider: &Provider, request: &ChatRequest) -> Format {
        let formats = provider.formats();
        match request.schema {
            None => Format::Plain,
            Some(_) => formats.get(self.formats).or(formats.last()).copied().unwrap_or(Format::Plain),
        }
    }

    /// What to leave out next time, where the complaint is about something that can be left out.
    pub(super) fn from(
        self,
        complaint: &Complaint,
        status: u16,
        provider: &Provider,
        request: &ChatRequest,
    ) -> Option<Learnt> {
        if !STATUSES.contains(&status) {
            return None;
        }
        let says = |words: &[&str]| words.iter().any(|word| complaint.text.contains(word));
        if request.max_tokens.is_some() && !self.max_completion_tokens && says(&["max_completion_tokens"]) {
            return Some(Learnt { max_completion_tokens: true, ..self });
        }
        let has_more_formats = request.schema.is_some() && self.formats + 1 < provider.formats().len();
        if has_more_formats && says(FORMAT_WORDS) {
            return Some(Learnt { formats: self.formats + 1, ..self });
        }
        if request.top_logprobs.is_some() && self.logprobs != LogprobSupport::Refused && says(&["logprobs"]) {
            return Some(Learnt { logprobs: LogprobSupport::Refused, ..self });
        }
        if request.temperature.is_some() && !self.no_temperature && says(&["temperature"]) {
            return Some(Learnt { no_temperature: true, ..self });
        }
        if request.seed.is_some() && !self.no_seed && says(&["seed"]) {
            return Some(Learnt { no_seed: true, ..self });
        }
        // Only streaming sends them, and so only then they are complained about.
        if !self.no_stream_options && says(&["stream_options", "include_usage"]) {
            return Some(Learnt { no_stream_options: true, ..self });
        }
        if request.max_tokens.is_some()
            && !self.no_max_tokens
            && says(&["'max_tokens'", "max_tokens: extra", "\"max_tokens\""])
        {
            return Some(Learnt { no_max_tokens: true, ..self });
        }
        None
    }
}

/// What complaints about the form of an answer are made of.
const FORMAT_WORDS: &[&str] = &[
    "response_format",
    "response format",
    "json_schema",
    "json schema",
    "json_object",
    "json mode",
    "guided_json",
    "guided decoding",
    "guided_decoding",
    "structured output",
    "structured_output",
    "grammar",
];
