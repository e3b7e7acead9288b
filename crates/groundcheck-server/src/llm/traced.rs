//! A question's span, by the conventions for generative AI. Neither question nor answer is in it, and nothing of it is sent to the
//! provider: no `traceparent` goes out, by which a provider could tell which questions belong together.

use super::{ChatReply, ChatRequest, Client, Finish, LlmError, Usage};
use crate::traces::{Span, SpanKind};

/// A question under way.
#[derive(Debug)]
pub(super) struct Asked {
    span: Span,
    ended: bool,
}

impl Asked {
    pub(super) fn begin(client: &Client, request: &ChatRequest, streams: bool) -> Self {
        let span = Span::part("chat", SpanKind::Client);
        if !span.is_recorded() {
            return Asked { span, ended: true };
        }
        let provider = client.provider();
        span.word("gen_ai.operation.name", "chat");
        span.word("gen_ai.provider.name", provider.kind.as_str());
        span.operators_name("groundcheck.provider", &provider.name);
        if streams {
            span.flag("gen_ai.request.stream", true);
        }
        if let Some(max_tokens) = request.max_tokens {
            span.count("gen_ai.request.max_tokens", max_tokens);
        }
        let model = request.model.as_str();
        if client.knows(model) {
            span.rename(format!("chat {model}"));
            span.operators_name("gen_ai.request.model", model);
        }
        Asked { span, ended: false }
    }

    pub(super) fn replied(mut self, replied: &Result<ChatReply, LlmError>) {
        match replied {
            Ok(reply) => self.answered(&reply.finish, reply.usage, reply.tries),
            Err(error) => self.failed(error),
        }
    }

    pub(super) fn answered(&mut self, finish: &Finish, usage: Usage, tries: u32) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        if let Some(word) = word(finish) {
            self.span.words("gen_ai.response.finish_reasons", &[word]);
        }
        if let Some(tokens) = usage.prompt_tokens {
            self.span.count("gen_ai.usage.input_tokens", tokens);
        }
        if let Some(tokens) = usage.completion_tokens {
            self.span.count("gen_ai.usage.output_tokens", tokens);
        }
        self.span.count("groundcheck.provider.tries", tries);
    }

    pub(super) fn failed(&mut self, error: &LlmError) {
        if !std::mem::replace(&mut self.ended, true) {
            self.span.failed(error.as_str());
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if !self.ended {
            // Whoever asked has no time left, or nobody waits any more.
            self.span.failed("given_up");
        }
    }
}

/// Why it ended, in words of the contract: an endpoint's own are a text from outside.
fn word(finish: &Finish) -> Option<&'static str> {
    match finish {
        Finish::Stop => Some("stop"),
        Finish::Length => Some("length"),
        Finish::ContentFilter => Some("content_filter"),
        Finish::Other(_) => Some("other"),
        Finish::Unknown => None,
    }
}
