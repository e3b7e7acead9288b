//! One HTTP exchange with a provider.
//!
//! No proxy of the environment, no redirect, no compression: a key goes to the address that the operator wrote, and nowhere else.

use std::fmt::{self, Debug};
use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, SystemTime};

use futures_util::stream::{self, Stream, StreamExt as _};
use groundcheck_types::{ErrorCode, InputError};
use hyper::body::Bytes;
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use reqwest::{Response, redirect};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::causes::causes;
use crate::urls::retry_after;

/// Who asks.
const USER_AGENT: &str = concat!("groundcheck/", env!("CARGO_PKG_VERSION"));
/// The longest that making a connection may take.
const CONNECT: Duration = Duration::from_secs(10);
/// The largest answer: more than any model writes in one go, logprobs included.
pub(super) const ANSWER_MAX_BYTES: usize = 16 * 1024 * 1024;

/// A request to send.
#[derive(Debug)]
pub struct Call<'a> {
    /// Where to.
    pub url: &'a Url,
    /// What shows who asks.
    pub key: Option<&'a SecretString>,
    /// JSON.
    pub body: Vec<u8>,
}

/// What came back, whatever it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// `Retry-After`, if there is one that can be read.
    pub retry_after: Option<Duration>,
    /// The body.
    pub body: Vec<u8>,
}

/// Why nothing came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// No connection.
    Connect,
    /// A certificate that does not hold.
    Tls,
    /// The connection broke off, or what came is no HTTP.
    Broken,
    /// More than an answer may be.
    TooLarge,
}

/// An answer up to where its body begins.
pub struct Opened {
    /// The status.
    pub status: u16,
    /// As [`Answer::retry_after`].
    pub retry_after: Option<Duration>,
    /// The body, as it comes in.
    pub chunks: Chunks,
}

impl Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opened").field("status", &self.status).finish_non_exhaustive()
    }
}

/// A body as it comes in. Nothing is read on before it is asked for, and dropping it closes the connection.
pub type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, Fault>> + Send>>;

/// An exchange whose answer is about to begin.
pub type Opening<'a> = Pin<Box<dyn Future<Output = Result<Opened, Fault>> + Send + 'a>>;

/// An exchange under way.
pub type Posting<'a> = Pin<Box<dyn Future<Output = Result<Answer, Fault>> + Send + 'a>>;

/// Who makes the exchange: HTTP, or a test.
pub trait Transport: Debug + Send + Sync {
    /// Sends a request and takes the whole answer. Whoever waits sets the time.
    fn post<'a>(&'a self, call: Call<'a>) -> Posting<'a>;

    /// Asks for what is at this address, without a key.
    fn get<'a>(&'a self, _url: &'a Url) -> Posting<'a> {
        Box::pin(async { Err(Fault::Connect) })
    }

    /// Sends a request and takes the answer as it comes in; all at once, where it comes so.
    fn open<'a>(&'a self, call: Call<'a>) -> Opening<'a> {
        Box::pin(async {
            let Answer { status, retry_after, body } = self.post(call).await?;
            Ok(Opened { status, retry_after, chunks: stream::iter([Ok(body.into())]).boxed() })
        })
    }
}

/// Over HTTP.
#[derive(Debug)]
pub(super) struct Http(reqwest::Client);

impl Http {
    pub(super) fn new() -> Result<Self, InputError> {
        // An error says that there is one already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .user_agent(USER_AGENT)
            .no_proxy()
            .redirect(redirect::Policy::none())
            .referer(false)
            .connect_timeout(CONNECT)
            .build()
            .map_err(|_| InputError::whole(ErrorCode::Internal, "no TLS: the system has no certificates to trust"))?;
        Ok(Http(client))
    }

    async fn exchange(&self, call: Call<'_>, accept: &'static str) -> Result<Opened, Fault> {
        let mut request = self
            .0
            .post(call.url.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, accept)
            .header(ACCEPT_ENCODING, "identity")
            .body(call.body);
        if let Some(key) = call.key {
            // Keys were looked over when they were read: this cannot fail.
            let bearer = HeaderValue::try_from(format!("Bearer {}", key.expose_secret()));
            let mut bearer = bearer.map_err(|_| Fault::Broken)?;
            bearer.set_sensitive(true);
            request = request.header(AUTHORIZATION, bearer);
        }
        let response = request.send().await.map_err(|error| fault(&error))?;
        let asked = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
        let retry_after = asked.and_then(|text| retry_after(text, SystemTime::now()));
        Ok(Opened { status: response.status().as_u16(), retry_after, chunks: chunks(response) })
    }
}

impl Transport for Http {
    fn post<'a>(&'a self, call: Call<'a>) -> Posting<'a> {
        Box::pin(async {
            let Opened { status, retry_after, chunks } = self.exchange(call, "application/json").await?;
            Ok(Answer { status, retry_after, body: whole(chunks).await? })
        })
    }

    fn get<'a>(&'a self, url: &'a Url) -> Posting<'a> {
        Box::pin(async {
            let request =
                self.0.get(url.clone()).header(ACCEPT, "application/json").header(ACCEPT_ENCODING, "identity");
            let response = request.send().await.map_err(|error| fault(&error))?;
            let status = response.status().as_u16();
            Ok(Answer { status, retry_after: None, body: whole(chunks(response)).await? })
        })
    }

    fn open<'a>(&'a self, call: Call<'a>) -> Opening<'a> {
        Box::pin(self.exchange(call, "text/event-stream, application/json"))
    }
}

fn chunks(response: Response) -> Chunks {
    let next = async |mut response: Response| match response.chunk().await {
        Ok(chunk) => Some((Ok(chunk?), response)),
        Err(error) => Some((Err(fault(&error)), response)),
    };
    stream::unfold(response, next).boxed()
}

/// The whole body, never more of it in memory than an answer may be.
pub(super) async fn whole(mut chunks: Chunks) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        if bytes.len() + chunk.len() > ANSWER_MAX_BYTES {
            return Err(Fault::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// What went wrong, read off the chain of causes.
fn fault(error: &reqwest::Error) -> Fault {
    if causes(error).any(|cause| cause.is::<rustls::Error>()) {
        Fault::Tls
    } else if error.is_connect() {
        Fault::Connect
    } else {
        Fault::Broken
    }
}
