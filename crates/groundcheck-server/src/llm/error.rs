//! Why there is no answer from a model.

use std::fmt;
use std::time::Duration;

use groundcheck_types::{ErrorCode, InputError};

/// Why there is no answer; as text, what the provider does or is. Texts of the provider are short, without the key, and only where they say what is wrong with the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LlmError {
    /// The environment variable that should hold the key is not set. Nobody was asked.
    KeyMissing {
        /// Its name.
        variable: String,
    },
    /// 401, 403: the key is missing, wrong, or not good for this.
    Auth {
        /// Which of the two.
        status: u16,
    },
    /// 429 until patience or tries ran out.
    RateLimited {
        /// How long the provider wants to be left alone, where it says so.
        retry_after: Option<Duration>,
    },
    /// What was paid for is used up: waiting does not help.
    QuotaUsedUp,
    /// Our own rate for this provider, or its wish to be left alone, would make it too late.
    NoTurnInTime {
        /// How long it would have been.
        wait: Duration,
    },
    /// The provider has no such model.
    ModelUnknown {
        /// Which one.
        model: String,
    },
    /// 404 and its kin: nothing answers there. The base URL is wrong.
    NoSuchEndpoint {
        /// The status.
        status: u16,
    },
    /// The address answers with a redirect, which is not followed: it would take the key along.
    Redirected {
        /// The status.
        status: u16,
    },
    /// The provider does not take the request.
    NotTaken {
        /// The status.
        status: u16,
        /// What it says about it.
        message: String,
    },
    /// The provider is out of order, in all tries.
    Unavailable {
        /// Its last status.
        status: u16,
    },
    /// It failed so often lately that it is left alone for a while.
    LeftAlone {
        /// For so long.
        left: Duration,
    },
    /// No connection.
    Connect,
    /// No secure connection: its certificate is not valid.
    Tls,
    /// The connection broke off before the answer was whole.
    BrokenOff,
    /// It said nothing any more in the middle of its answer.
    FellSilent {
        /// For so long.
        after: Duration,
    },
    /// It failed in the middle of its answer, and said so.
    FailedMidway {
        /// What it says about it.
        message: String,
    },
    /// Its time was over.
    TimedOut,
    /// The answer is larger than any that makes sense.
    TooLarge,
    /// What came is no chat completion.
    BadBody {
        /// What is wrong with it.
        what: &'static str,
    },
}

impl LlmError {
    /// The error in a word, for programs and logs.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            LlmError::KeyMissing { .. } => "key_missing",
            LlmError::Auth { .. } => "auth",
            LlmError::RateLimited { .. } => "rate_limited",
            LlmError::QuotaUsedUp => "quota_used_up",
            LlmError::NoTurnInTime { .. } => "no_turn_in_time",
            LlmError::ModelUnknown { .. } => "model_unknown",
            LlmError::NoSuchEndpoint { .. } => "no_such_endpoint",
            LlmError::Redirected { .. } => "redirected",
            LlmError::NotTaken { .. } => "not_taken",
            LlmError::Unavailable { .. } => "unavailable",
            LlmError::LeftAlone { .. } => "left_alone",
            LlmError::Connect => "connect",
            LlmError::Tls => "tls",
            LlmError::BrokenOff => "broken_off",
            LlmError::FellSilent { .. } => "fell_silent",
            LlmError::FailedMidway { .. } => "failed_midway",
            LlmError::TimedOut => "timed_out",
            LlmError::TooLarge => "too_large",
            LlmError::BadBody { .. } => "bad_body",
        }
    }

    /// Whether asking again later can help, with nothing changed here.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        use LlmError as E;
        matches!(
            self,
            E::RateLimited { .. }
                | E::NoTurnInTime { .. }
                | E::Unavailable { .. }
                | E::LeftAlone { .. }
                | E::Connect
                | E::BrokenOff
                | E::FellSilent { .. }
                | E::FailedMidway { .. }
                | E::TimedOut
        )
    }

    /// The same in the contract's words.
    #[must_use]
    pub fn into_input_error(self, provider: &str) -> InputError {
        use LlmError as E;
        let code = match self {
            E::KeyMissing { .. } | E::Auth { .. } => ErrorCode::ProviderRefused,
            E::RateLimited { .. } | E::QuotaUsedUp | E::NoTurnInTime { .. } => ErrorCode::ProviderLimited,
            E::ModelUnknown { .. } => ErrorCode::ModelUnknown,
            E::TimedOut | E::FellSilent { .. } => ErrorCode::TimedOut,
            _ => ErrorCode::ProviderFailed,
        };
        let field = if code == ErrorCode::ModelUnknown { "model" } else { "provider" };
        InputError::field(code, field, format!("{provider} {self}"))
    }
}

impl fmt::Display for LlmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: &Duration| time.as_secs_f64().ceil();
        match self {
            LlmError::KeyMissing { variable } => write!(f, "has no key: set {variable}"),
            LlmError::Auth { status } => write!(f, "does not accept the key (status {status})"),
            LlmError::RateLimited { retry_after: Some(after) } => {
                write!(f, "is receiving too many requests and asks to wait {} s", seconds(after))
            }
            LlmError::RateLimited { retry_after: None } => f.write_str("gets too many requests"),
            LlmError::QuotaUsedUp => f.write_str("says that the quota is used up"),
            LlmError::NoTurnInTime { wait } => {
                write!(f, "could only be asked in {} s, which is too late", seconds(wait))
            }
            LlmError::ModelUnknown { model } => write!(f, "has no model {model:?}"),
            LlmError::NoSuchEndpoint { status } => {
                write!(f, "does not answer chat completions at its base URL (status {status})")
            }
            LlmError::Redirected { status } => {
                write!(f, "redirects (status {status}), which is not followed; correct its base URL")
            }
            LlmError::NotTaken { status, message } if message.is_empty() => {
                write!(f, "does not take the request (status {status})")
            }
            LlmError::NotTaken { status, message } => {
                write!(f, "does not take the request (status {status}): {message}")
            }
            LlmError::Unavailable { status } => write!(f, "is out of order (status {status})"),
            LlmError::LeftAlone { left } => {
                write!(f, "failed too often and is left alone for {} s", seconds(left))
            }
            LlmError::Connect => f.write_str("cannot be reached"),
            LlmError::Tls => f.write_str("cannot be reached: its certificate is not valid"),
            LlmError::BrokenOff => f.write_str("broke off in the middle of its answer"),
            LlmError::FellSilent { after } => {
                write!(f, "said nothing for {} s in the middle of its answer", seconds(after))
            }
            LlmError::FailedMidway { message } if message.is_empty() => {
                f.write_str("failed in the middle of its answer")
            }
            LlmError::FailedMidway { message } => write!(f, "failed in the middle of its answer: {message}"),
            LlmError::TimedOut => f.write_str("did not answer in time"),
            LlmError::TooLarge => f.write_str("sent a response that is too large"),
            LlmError::BadBody { what } => write!(f, "sent something that is not a chat completion: {what}"),
        }
    }
}

impl std::error::Error for LlmError {}
