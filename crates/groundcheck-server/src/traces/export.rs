//! The way out: a bounded queue, a thread that empties it, and the collector.
//!
//! The queue takes 2,048 spans (`OTEL_BSP_MAX_QUEUE_SIZE`) and drops what is too much: neither a slow collector nor one that is away
//! holds anybody up. As with everything this program sends, no proxy of the environment and no redirect: what goes out goes to the
//! address that the operator wrote.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry::{InstrumentationScope, Key, KeyValue};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{RetryPolicy, SpanExporter, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use reqwest::redirect;
use tokio::runtime::{self, Runtime};
use tokio::time::timeout;

use super::TRACER;
use super::settings::{Wanted, wanted};
use crate::causes::causes;

/// Who makes the spans where `OTEL_SERVICE_NAME` does not say.
const SERVICE: &str = "groundcheck";
/// The largest answer of a collector that is read: it says how many spans it did not take.
const ANSWER_MAX_BYTES: usize = 64 * 1024;

/// What makes spans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Process {
    /// A server: a collector that is away is asked again, and the log says so once.
    Server,
    /// A command: it tries once and ends.
    Command,
}

/// Spans are made, until [`Tracing::finish`].
#[derive(Debug)]
pub struct Tracing {
    provider: SdkTracerProvider,
    fault: Arc<Mutex<Option<Fault>>>,
}

impl Process {
    /// Makes spans from now on, where the environment asks for it.
    ///
    /// # Errors
    /// Why there are none though it does, for people: a trace is no reason not to do the work.
    pub fn begin(self) -> Result<Option<Tracing>, String> {
        let timeout = match wanted(|name| std::env::var(name).ok()) {
            Wanted::No => return Ok(None),
            Wanted::Unusable(why) => return Err(why.to_owned()),
            Wanted::Yes { timeout } => timeout,
        };
        let fault = Arc::default();
        let collector = Collector::new(self, timeout, Arc::clone(&fault))?;
        let retries = if self == Process::Server { RetryPolicy::default() } else { RetryPolicy::disabled() };
        let exporter = SpanExporter::builder().with_http().with_http_client(collector).with_retry_policy(retries);
        // What is wrong is not repeated: an address can hold a password, and headers are keys.
        let exporter = exporter.build().map_err(|_| {
            "the collector's address or compression cannot be used; see the variables OTEL_EXPORTER_OTLP_…".to_owned()
        })?;
        let provider = SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource()).build();
        let scope = InstrumentationScope::builder(SERVICE).with_version(env!("CARGO_PKG_VERSION")).build();
        // There is one already only where a process begins twice, whose spans then go the first way.
        let _ = TRACER.set(provider.tracer_with_scope(scope));
        Ok(Some(Tracing { provider, fault }))
    }
}

impl Tracing {
    /// Sends what is left, for at most so long.
    ///
    /// # Errors
    /// Why not all of it has arrived, for people.
    pub fn finish(self, limit: Duration) -> Result<(), String> {
        let sent = self.provider.shutdown_with_timeout(limit);
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (sent, fault) {
            (Ok(()), None) => Ok(()),
            (_, Some(fault)) => Err(fault.to_string()),
            (Err(_), None) => Err(Fault::TimedOut.to_string()),
        }
    }
}

/// Who this is: the environment's name and attributes, and the version.
fn resource() -> Resource {
    let version = [KeyValue::new("service.version", env!("CARGO_PKG_VERSION"))];
    let resource = Resource::builder().build();
    let is_named = resource
        .get(&Key::from_static_str("service.name"))
        .is_some_and(|name| !name.as_str().starts_with("unknown_service"));
    let builder = Resource::builder_empty().with_attributes(version);
    let builder = if is_named { builder } else { builder.with_service_name(SERVICE) };
    // The environment's own words come last and hold.
    let given = resource.iter().filter(|(key, _)| is_named || key.as_str() != "service.name");
    builder.with_attributes(given.map(|(key, value)| KeyValue::new(key.clone(), value.clone()))).build()
}

/// Why spans did not arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Connect,
    Tls,
    TimedOut,
    Broken,
    TooLarge,
    Status(u16),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Connect => f.write_str("the collector cannot be reached"),
            Fault::Tls => f.write_str("the collector's certificate is not trusted"),
            Fault::TimedOut => f.write_str("the collector did not answer in time"),
            Fault::Broken => f.write_str("the connection to the collector broke off"),
            Fault::TooLarge => f.write_str("the collector's answer is too long"),
            Fault::Status(status @ (401 | 403)) => {
                write!(f, "the collector answered {status}; see OTEL_EXPORTER_OTLP_HEADERS")
            }
            Fault::Status(status) => write!(f, "the collector answered {status}"),
        }
    }
}

impl std::error::Error for Fault {}

/// The collector, asked from the queue's own thread with a runtime of its own: no work of the server's shares it.
#[derive(Debug)]
struct Collector {
    /// None only while it is dropped.
    runtime: Option<Runtime>,
    client: reqwest::Client,
    timeout: Duration,
    process: Process,
    fault: Arc<Mutex<Option<Fault>>>,
}

impl Collector {
    fn new(process: Process, timeout: Duration, fault: Arc<Mutex<Option<Fault>>>) -> Result<Self, String> {
        // An error says that there is one already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .user_agent(concat!("groundcheck/", env!("CARGO_PKG_VERSION")))
            .no_proxy()
            .redirect(redirect::Policy::none())
            .build()
            .map_err(|_| "the system has no certificates to trust".to_owned())?;
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("no thread to send from: {error}"))?;
        Ok(Collector { runtime: Some(runtime), client, timeout, process, fault })
    }

    async fn post(&self, request: Request<Bytes>) -> Result<Response<Bytes>, Fault> {
        let request = request.try_into().map_err(|_| Fault::Connect)?;
        let mut answer = self.client.execute(request).await.map_err(|error| fault(&error))?;
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|error| fault(&error))? {
            if body.len() + chunk.len() > ANSWER_MAX_BYTES {
                return Err(Fault::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        let mut response = Response::new(Bytes::from(body));
        *response.status_mut() = answer.status();
        std::mem::swap(response.headers_mut(), answer.headers_mut());
        Ok(response)
    }

    /// Keeps how it went, and says in the server's log where that changes.
    fn went(&self, now: Option<Fault>) {
        let before = std::mem::replace(&mut *self.fault.lock().unwrap_or_else(PoisonError::into_inner), now);
        match (before, now) {
            _ if self.process == Process::Command => {}
            (None, Some(fault)) => {
                tracing::warn!(%fault, "no traces; spans are dropped until the collector takes them")
            }
            (Some(_), None) => tracing::info!("traces arrive again"),
            _ => {}
        }
    }
}

impl Drop for Collector {
    fn drop(&mut self) {
        // Nobody waits for the system's look-up of a name, which nothing can break off.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[async_trait]
impl HttpClient for Collector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        // The queue's thread has nothing else to do and no runtime.
        let answer = async { timeout(self.timeout, self.post(request)).await.unwrap_or(Err(Fault::TimedOut)) };
        let answer = self.runtime.as_ref().map_or(Err(Fault::Broken), |runtime| runtime.block_on(answer));
        self.went(match &answer {
            Ok(response) if response.status().is_success() => None,
            Ok(response) => Some(Fault::Status(response.status().as_u16())),
            Err(fault) => Some(*fault),
        });
        answer.map_err(HttpError::from)
    }
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn nobody_waits_for_a_name_server_at_the_end() {
        let (held, waits) = mpsc::channel::<()>();
        let (begins, begun) = mpsc::channel();
        let collector = Collector::new(Process::Command, Duration::from_secs(1), Arc::default()).unwrap();
        let looks_up = collector.runtime.as_ref().unwrap().spawn_blocking(move || {
            begins.send(()).unwrap();
            waits.recv()
        });
        begun.recv().unwrap();
        drop(collector);
        assert!(!looks_up.is_finished(), "it goes on for as long as this test");
        drop(held);
    }
}
