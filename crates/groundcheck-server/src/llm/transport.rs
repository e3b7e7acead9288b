//! One HTTP exchange with a provider.
//!
//! No proxy of the environment, no redirect, no compression: a key goes to the address that the operator wrote, and nowhere else.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, SystemTime};

use groundcheck_types::{ErrorCode, InputError};
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
const ANSWER_MAX_BYTES: usize = 16 * 1024 * 1024;

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

/// An exchange under way.
pub type Posting<'a> = Pin<Box<dyn Future<Output = Result<Answer, Fault>> + Send + 'a>>;

/// Who makes the exchange: HTTP, or a test.
pub trait Transport: Debug + Send + Sync {
    /// Sends a request and takes the whole answer. Whoever waits sets the time.
    fn post<'a>(&'a self, call: Call<'a>) -> Posting<'a>;
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

    async fn exchange(&self, call: Call<'_>) -> Result<Answer, Fault> {
        let mut request = self
            .0
            .post(call.url.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json")
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
        let status = response.status().as_u16();
        Ok(Answer { status, retry_after, body: body(response).await? })
    }
}

impl Transport for Http {
    fn post<'a>(&'a self, call: Call<'a>) -> Posting<'a> {
        Box::pin(self.exchange(call))
    }
}

/// The whole body, never more of it in memory than an answer may be.
async fn body(mut response: Response) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| fault(&error))? {
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
