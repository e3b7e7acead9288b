//! A question to a model and its answer, whoever is asked.

use serde_json::Value;

/// What to ask. What an endpoint does not take is left out, and [`ChatReply`] says so.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// Which of the provider's models.
    pub model: String,
    /// The conversation.
    pub messages: Vec<Message>,
    /// The JSON that the answer is to be, where it is to be any.
    pub schema: Option<NamedSchema>,
    /// How long the answer may get, in tokens, thoughts included.
    pub max_tokens: Option<u32>,
    /// 0 always says the most likely; the endpoint's own where nothing is said.
    pub temperature: Option<f64>,
    /// For endpoints that repeat themselves when asked to.
    pub seed: Option<i64>,
    /// The log probability of each token of the answer, and of so many others in its place.
    pub top_logprobs: Option<u8>,
}

impl ChatRequest {
    /// A question without any wishes.
    #[must_use]
    pub fn new(model: impl Into<String>, messages: Vec<Message>) -> Self {
        ChatRequest {
            model: model.into(),
            messages,
            schema: None,
            max_tokens: None,
            temperature: None,
            seed: None,
            top_logprobs: None,
        }
    }
}

/// A turn of the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What they say.
    pub content: String,
}

impl Message {
    /// What the model is told about its task.
    #[must_use]
    pub fn system(content: impl Into<String>) -> Self {
        Message { role: Role::System, content: content.into() }
    }

    /// What it is asked.
    #[must_use]
    pub fn user(content: impl Into<String>) -> Self {
        Message { role: Role::User, content: content.into() }
    }
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Whoever wrote the program.
    System,
    /// Whoever asks.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// As it stands in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }
}

/// A JSON Schema with the name that endpoints want it to have.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedSchema {
    /// Letters, digits and `_`.
    pub name: String,
    /// The schema. OpenAI wants every property required, and none besides.
    pub schema: Value,
}

/// How an endpoint is told what JSON to answer, the strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// `response_format` of type `json_schema`.
    JsonSchema,
    /// vLLM's own `guided_json`, from before it took `response_format`.
    GuidedJson,
    /// llama.cpp's `json_object` with a schema beside it.
    JsonObjectWithSchema,
    /// `response_format` of type `json_object`: some JSON.
    JsonObject,
    /// Only in words.
    Plain,
}

/// What came back.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatReply {
    /// What the model says; without what an endpoint gives as its thoughts apart.
    pub content: String,
    /// Why the model declines, where the endpoint says that it does.
    pub refusal: Option<String>,
    /// Why the answer ends where it does.
    pub finish: Finish,
    /// Tokens in and out, as far as the endpoint says.
    pub usage: Usage,
    /// The answer's tokens; empty where the endpoint gave none, whether it was asked or not.
    pub logprobs: Vec<TokenLogprob>,
    /// The model as the endpoint calls it.
    pub model: Option<String>,
    /// How the answer's form was asked for in the end.
    pub format: Format,
    /// How often the endpoint was asked because it failed or was busy; 1 where it answered at once.
    pub tries: u32,
}

/// Why an answer ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finish {
    /// It is whole.
    Stop,
    /// It is cut off: no more tokens were allowed, or there was no more room.
    Length,
    /// The endpoint held it back.
    ContentFilter,
    /// Something else, in the endpoint's words.
    Other(String),
    /// The endpoint does not say.
    Unknown,
}

/// Tokens as the endpoint counts them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// What went in.
    pub prompt_tokens: Option<u64>,
    /// What came out, thoughts included.
    pub completion_tokens: Option<u64>,
}

/// A token of the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct TokenLogprob {
    /// Its text.
    pub token: String,
    /// The natural logarithm of its probability, as the endpoint gives it: anything, and NaN where it gives no number.
    pub logprob: f64,
    /// What could have stood in its place.
    pub top: Vec<TopLogprob>,
}

/// A token that could have stood in another's place.
#[derive(Debug, Clone, PartialEq)]
pub struct TopLogprob {
    /// Its text.
    pub token: String,
    /// As [`TokenLogprob::logprob`].
    pub logprob: f64,
}
