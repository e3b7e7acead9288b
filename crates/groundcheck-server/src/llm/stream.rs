//! An answer as it is said: chat completions with `stream: true`.
//!
//! [`Client::stream`] tries as [`Client::chat`] does until an answer begins; after that nobody is asked again, since what was said was
//! said. An answer is whole where the endpoint says so, by a reason why it ended or by `[DONE]`; whatever ends without is an error,
//! after all that was said before it.

use std::fmt;
use std::time::Duration;

use futures_util::StreamExt as _;
use hyper::body::Bytes;
use secrecy::{ExposeSecret, SecretString};
use tokio::time::{Instant, timeout_at};

use super::client::{KEY, Trying, without};
use super::sse::{Lines, TooLong};
use super::traced::Asked;
use super::transport::{ANSWER_MAX_BYTES, Chunks, Opened};
use super::wire::{self, Piece};
use super::{ChatRequest, Client, Finish, Format, LlmError, Usage};

/// The longest silence inside of an answer; a provider's own time-out where that is shorter. Comments of the endpoint are no silence.
const SILENCE: Duration = Duration::from_secs(30);
/// How long the tokens are waited for after the last word.
const AFTERWORD: Duration = Duration::from_secs(2);

/// An answer on its way. Dropped, it closes the connection, so that the endpoint writes no more.
pub struct ChatStream<'c> {
    client: &'c Client,
    trying: Trying<'c>,
    key: Option<&'c SecretString>,
    /// None once there is nothing more to come.
    chunks: Option<Chunks>,
    body: Body,
    /// How many bytes came.
    taken: usize,
    by: Option<Instant>,
    hidden: Hidden,
    /// What is wrong, once all that was said before it is told.
    failed: Option<LlmError>,
    finish: Option<Finish>,
    usage: Usage,
    /// Its span.
    asked: Option<Asked>,
}

/// What the endpoint sends, which its first character shows: some send the whole though they were asked to stream.
#[derive(Debug)]
enum Body {
    Unknown,
    Events(Lines),
    Whole(Vec<u8>),
}

impl fmt::Debug for ChatStream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatStream").field("finish", &self.finish).field("usage", &self.usage).finish_non_exhaustive()
    }
}

impl Client {
    /// Asks for an answer bit by bit. All waiting ends at `by`, where there is one; that an answer begins is waited for as
    /// [`Client::chat`] waits for a whole one.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn stream(&self, request: &ChatRequest, by: Option<Instant>) -> Result<ChatStream<'_>, LlmError> {
        let mut asked = Asked::begin(self, request, true);
        match self.begun(request, by).await {
            Ok(stream) => Ok(ChatStream { asked: Some(asked), ..stream }),
            Err(error) => {
                asked.failed(&error);
                Err(error)
            }
        }
    }

    async fn begun(&self, request: &ChatRequest, by: Option<Instant>) -> Result<ChatStream<'_>, LlmError> {
        let (key, mut trying) = self.trying(&request.model, by).await?;
        let opened = loop {
            match self.open(request, key, &trying).await {
                Ok(opened) => break opened,
                Err(next) => trying.again(next).await?,
            }
        };
        trying.taken();
        let Opened { chunks, .. } = opened;
        Ok(ChatStream {
            client: self,
            trying,
            key,
            chunks: Some(chunks),
            body: Body::Unknown,
            taken: 0,
            by,
            hidden: Hidden::default(),
            failed: None,
            finish: None,
            usage: Usage::default(),
            asked: None,
        })
    }
}

impl ChatStream<'_> {
    /// What is said next, never empty; `None` once the answer is whole.
    ///
    /// # Errors
    /// Why there is no more of it; what was said until then was told before.
    pub async fn next(&mut self) -> Result<Option<String>, LlmError> {
        let mut said = String::new();
        while said.is_empty() && self.failed.is_none() && self.chunks.is_some() {
            let (text, failed) = match self.chunk().await {
                Ok(Some(chunk)) => self.read(&chunk),
                Ok(None) => self.last(),
                Err(error) => (String::new(), Some(error)),
            };
            self.failed = failed;
            said = self.hidden.more(self.key, &text);
            if self.chunks.is_none() || self.failed.is_some() {
                self.chunks = None;
                said.push_str(&self.hidden.rest());
            }
        }
        if !said.is_empty() {
            self.client.pace.works();
            return Ok(Some(said));
        }
        let finish = self.finish();
        match self.failed.take() {
            Some(error) => {
                self.asked.iter_mut().for_each(|asked| asked.failed(&error));
                tracing::debug!(provider = self.client.provider().name, error = error.as_str(), "an answer broke off");
                Err(error)
            }
            None => {
                let (usage, tries) = (self.usage, self.trying.tries);
                self.asked.iter_mut().for_each(|asked| asked.answered(&finish, usage, tries));
                Ok(None)
            }
        }
    }

    /// Why the answer ended, once it has.
    #[must_use]
    pub fn finish(&self) -> Finish {
        self.finish.clone().unwrap_or(Finish::Unknown)
    }

    /// Its tokens, as far as the endpoint says; it does so at the end.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// How often the endpoint was asked until it answered.
    #[must_use]
    pub fn tries(&self) -> u32 {
        self.trying.tries
    }

    /// The next bytes; `None` at their end.
    async fn chunk(&mut self) -> Result<Option<Bytes>, LlmError> {
        let Some(chunks) = &mut self.chunks else { return Ok(None) };
        let silence = self.client.provider().timeout.min(SILENCE);
        let over = Instant::now() + if self.finish.is_some() { AFTERWORD } else { silence };
        let until = self.by.map_or(over, |by| by.min(over));
        let Ok(next) = timeout_at(until, chunks.next()).await else {
            if self.finish.is_some() {
                return Ok(None);
            }
            if until < over {
                return Err(LlmError::TimedOut);
            }
            self.client.pace.failed();
            return Err(LlmError::FellSilent { after: silence });
        };
        match next.transpose() {
            Ok(chunk) => {
                self.taken += chunk.as_ref().map_or(0, |chunk| chunk.len());
                if self.taken > ANSWER_MAX_BYTES { Err(LlmError::TooLarge) } else { Ok(chunk) }
            }
            // All of it was said.
            Err(_) if self.finish.is_some() => Ok(None),
            Err(_) => {
                self.client.pace.failed();
                Err(LlmError::BrokenOff)
            }
        }
    }

    /// What these bytes say, and what is wrong behind it.
    fn read(&mut self, chunk: &[u8]) -> (String, Option<LlmError>) {
        if let Body::Unknown = self.body {
            let shown = chunk.strip_prefix("\u{feff}".as_bytes()).unwrap_or(chunk).trim_ascii_start();
            match shown.first() {
                None => return (String::new(), None),
                Some(b'{' | b'[') => self.body = Body::Whole(Vec::new()),
                Some(_) => self.body = Body::Events(Lines::default()),
            }
        }
        match &mut self.body {
            Body::Events(lines) => match lines.push(chunk) {
                Ok(found) => self.events(found),
                Err(TooLong) => (String::new(), Some(LlmError::TooLarge)),
            },
            Body::Unknown => (String::new(), None),
            Body::Whole(bytes) => {
                bytes.extend_from_slice(chunk);
                (String::new(), None)
            }
        }
    }

    /// What the bytes said that nothing follows.
    fn last(&mut self) -> (String, Option<LlmError>) {
        self.chunks = None;
        let (said, failed) = match &mut self.body {
            Body::Unknown => (String::new(), None),
            Body::Events(lines) => {
                // A line that is cut off says nothing: that the answer is, is said below.
                let rest = lines.last().filter(|data| wire::piece(data).is_ok());
                self.events(rest.into_iter().collect())
            }
            Body::Whole(bytes) => match wire::reply(&without(self.key, std::mem::take(bytes)), Format::Plain) {
                Ok(reply) => {
                    (self.finish, self.usage) = (Some(reply.finish), reply.usage);
                    (if reply.content.is_empty() { reply.refusal.unwrap_or_default() } else { reply.content }, None)
                }
                Err(error) => (String::new(), Some(error)),
            },
        };
        if failed.is_none() && self.finish.is_none() {
            self.client.pace.failed();
            return (said, Some(LlmError::BrokenOff));
        }
        (said, failed)
    }

    fn events(&mut self, found: Vec<Vec<u8>>) -> (String, Option<LlmError>) {
        let mut said = String::new();
        for data in found {
            if data == b"[DONE]" {
                self.finish.get_or_insert(Finish::Unknown);
                self.chunks = None;
                break;
            }
            match wire::piece(&without(self.key, data)) {
                Ok(Piece { text, finish, usage }) => {
                    said.push_str(&text);
                    self.finish = finish.or(self.finish.take());
                    self.usage = usage.unwrap_or(self.usage);
                }
                Err(error) => return (said, Some(error)),
            }
        }
        (said, None)
    }
}

/// Takes the key out of what is said, also where it comes in parts: what could be its beginning waits for what follows.
#[derive(Debug, Default)]
struct Hidden {
    held: String,
}

impl Hidden {
    fn more(&mut self, key: Option<&SecretString>, text: &str) -> String {
        let Some(key) = key.map(ExposeSecret::expose_secret).filter(|key| !key.is_empty()) else {
            return text.to_owned();
        };
        self.held.push_str(text);
        let mut clean = self.held.replace(key, KEY);
        let begins = |length: &usize| key.get(..*length).is_some_and(|begin| clean.ends_with(begin));
        let held = (1..key.len()).rev().find(begins).unwrap_or_default();
        self.held = clean.split_off(clean.len() - held);
        clean
    }

    fn rest(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    #[test]
    fn the_key_is_taken_out_however_it_is_cut() {
        let key = SecretString::from("sk-11".to_owned());
        for (text, clean) in [
            ("a sk-11 b", "a [key] b"),
            ("sk-1sk-11", "sk-1[key]"),
            ("no key: sk-", "no key: sk-"),
            ("ssk-11s", "s[key]s"),
            ("₪sk-11😀", "₪[key]😀"),
        ] {
            for cut in (0..=text.len()).filter(|cut| text.is_char_boundary(*cut)) {
                let mut hidden = Hidden::default();
                let mut said = hidden.more(Some(&key), &text[..cut]);
                said += &hidden.more(Some(&key), &text[cut..]);
                said += &hidden.rest();
                assert_eq!(said, clean, "{text:?} cut at {cut}");
            }
        }
        assert_eq!(Hidden::default().more(None, "sk-1"), "sk-1");
    }
}
