//! `groundcheck serve`: the page and the API on this machine.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use groundcheck_types::{ErrorCode, InputError, Policy, VerifierPolicy};
use tokio::net::TcpListener;

use super::access::AccessArgs;
use super::collect::ProvidersArgs;
use super::database::DatabaseArgs;
use super::exit::Exit;
use super::urls::LinkArgs;
use super::{PolicyArgs, print, traced};
use crate::analysis::{Settings, Worker};
use crate::config;
use crate::llm::{Clients, Providers};
use crate::server::log::{self, LogFormat};
use crate::server::page::Page;
use crate::server::{self, AccessSettings, AppState, Limits, Measures};
use crate::traces::Process;
use crate::urls::{StoredCache, SystemResolver};

/// Serve the page and the API on this machine.
///
/// Prints the address once it listens. Any address that other machines can reach needs a token: `groundcheck token` makes one.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck serve --open
  groundcheck serve --host 0.0.0.0 --token-file tokens --database postgres://me@db/groundcheck
  OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 groundcheck serve --log-format json

Traces: the server sends OpenTelemetry spans (OTLP over HTTP, protobuf) if
OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT names a collector. They hold
counts, never a text, a link or a key. It reads OTEL_EXPORTER_OTLP_HEADERS, _TIMEOUT and
_COMPRESSION, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER and _ARG,
OTEL_TRACES_EXPORTER and OTEL_SDK_DISABLED. A collector that is away holds up no request.")]
pub struct ServeArgs {
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    host: String,
    /// The port to listen on; 0 takes any free one.
    #[arg(long, default_value_t = 8787)]
    port: u16,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// The longest one analysis may take, in milliseconds.
    #[arg(long, default_value_t = 10_000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_out_ms: u64,
    /// How log lines on stderr are written.
    #[arg(long, value_enum, default_value_t = LogFormat::Text, value_name = "FORMAT")]
    log_format: LogFormat,
    /// Keep the report of every answer that is checked through the API; without it, only what is imported is stored.
    #[arg(long)]
    keep_analyses: bool,
    /// Do not check and score collected responses in the background; `groundcheck analyze` or another server does it.
    #[arg(long)]
    no_analyze: bool,
    #[command(flatten)]
    database: DatabaseArgs,
    #[command(flatten)]
    access: AccessArgs,
    #[command(flatten)]
    links: LinkArgs,
    #[command(flatten)]
    providers: ProvidersArgs,
    #[command(flatten)]
    policy: PolicyArgs,
}

/// How long the last spans may take to their collector.
const FLUSH: Duration = Duration::from_secs(3);

/// How long the worker may take to give back what it has in hand.
const GIVE_BACK: Duration = Duration::from_secs(5);

/// Runs the command: returns after SIGINT or SIGTERM.
pub fn run(args: &ServeArgs) -> Result<Exit, InputError> {
    let policy = args.policy.read()?;
    let verifier_policy = config::verifier_policy()?;
    let access = args.access.settings()?;
    let address = SocketAddr::new(address(&args.host, access.tokens.is_some())?, args.port);
    let providers = args.providers.read()?;
    log::init(args.log_format);
    let tracing = traced::begin(Process::Server);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|e| cannot("start", &e))?;
    let result = runtime.block_on(serve(args, (policy, verifier_policy), &providers, access, address));
    // An analysis that ran out of time may still be running; nobody waits for it.
    runtime.shutdown_background();
    if let Some(Err(why)) = tracing.map(|tracing| tracing.finish(FLUSH)) {
        tracing::warn!("stopped with spans that were not sent: {why}");
    }
    result.map(|()| Exit::Clean)
}

async fn serve(
    args: &ServeArgs,
    (policy, verifier_policy): (Policy, VerifierPolicy),
    providers: &Providers,
    access: AccessSettings,
    address: SocketAddr,
) -> Result<(), InputError> {
    let limits = Limits { analysis: Duration::from_millis(args.time_out_ms), ..Limits::default() };
    let page = Page::embedded();
    if !page.is_built() {
        tracing::warn!("the page is not in this binary; cargo xtask serve builds it");
    }
    let stop = server::shutdown_signal().map_err(|e| cannot("listen to signals", &e))?;
    let listener = TcpListener::bind(address).await.map_err(|e| cannot(&format!("listen on {address}"), &e))?;
    let address = listener.local_addr().map_err(|e| cannot("listen", &e))?;
    let store = args.database.open().await?;
    let url = format!("http://{address}");
    // Who reads the address may have gone away; the server is up all the same.
    let _ = print(&format!("groundcheck is at {url}\n{}\n", kept(args, &policy)?));
    service::ready(&url);
    let stop = async {
        stop.await;
        service::stopping();
    };
    if args.open {
        open(&url);
    }
    let state = AppState::new(policy, page, limits)
        .with_packed_page()
        .with_access(access)
        .with_measures(Measures::install()?)
        .with_store(store.clone(), args.keep_analyses);
    let mut worker = None;
    let cache = Arc::new(StoredCache::new(store.clone()));
    let state = match args.links.remembering(Arc::new(SystemResolver::new()), cache) {
        Ok(checker) => {
            worker = (!args.no_analyze).then(|| {
                let links = Arc::new(checker.clone());
                Worker::new(store.clone(), links, state.policy(), Settings::default(), state.wake())
            });
            state.with_checker(checker)
        }
        // The rest does without.
        Err(error) if error.code == ErrorCode::Internal => {
            tracing::warn!(%error, "links cannot be checked");
            state
        }
        Err(error) => return Err(error),
    };
    let state = match Clients::new(providers) {
        Ok(clients) => state.with_providers(clients, verifier_policy),
        Err(error) => {
            tracing::warn!(%error, "no providers can be asked");
            state
        }
    };
    let (stopping, stopped) = tokio::sync::oneshot::channel::<()>();
    let scoring = worker.map(|worker| {
        tokio::spawn(async move {
            // An error says that the other end is gone, which is the same.
            worker.serve(async { stopped.await.unwrap_or_default() }).await;
        })
    });
    server::serve(listener, server::router(state), stop, limits).await;
    drop(stopping);
    if let Some(scoring) = scoring
        && tokio::time::timeout(GIVE_BACK, scoring).await.is_err()
    {
        tracing::warn!("stopped with responses still in hand; others take them up once their time is over");
    }
    store.close().await;
    Ok(())
}

/// What a service manager wants to know, where one has started this program with `Type=notify`; nobody else hears of it.
mod service {
    /// The server listens, and its database is open and up to date.
    pub(super) fn ready(url: &str) {
        #[cfg(target_os = "linux")]
        say(&[sd_notify::NotifyState::Ready, sd_notify::NotifyState::Status(&format!("at {url}"))]);
        #[cfg(not(target_os = "linux"))]
        let _ = url;
    }

    /// Requests in flight may finish.
    pub(super) fn stopping() {
        #[cfg(target_os = "linux")]
        say(&[sd_notify::NotifyState::Stopping]);
    }

    #[cfg(target_os = "linux")]
    fn say(state: &[sd_notify::NotifyState<'_>]) {
        if let Err(error) = sd_notify::notify(state) {
            tracing::warn!(%error, "the service manager could not be notified");
        }
    }
}

/// What is stored, where, and what turns it off.
fn kept(args: &ServeArgs, policy: &Policy) -> Result<String, InputError> {
    let place = args.database.location()?;
    let answers = if policy.review_queue {
        "flagged answers, for review (HALLUCINATION_REVIEW_QUEUE=false turns this off)"
    } else {
        "no flagged answers"
    };
    let reports = if args.keep_analyses {
        "the report of every check"
    } else {
        "no reports of checks (--keep-analyses turns them on)"
    };
    Ok(format!("It stores in {place}: {answers}, and {reports}."))
}

/// The address, if only this machine can reach it or callers are asked for a token.
fn address(host: &str, has_token: bool) -> Result<IpAddr, InputError> {
    let wrong = |message: &str| InputError::field(ErrorCode::InvalidSetting, "--host", format!("{host:?} {message}"));
    if host.eq_ignore_ascii_case("localhost") {
        return Ok(Ipv4Addr::LOCALHOST.into());
    }
    let address: IpAddr = host.parse().map_err(|_| wrong("is not an address such as 127.0.0.1 or ::1"))?;
    if address.is_loopback() || has_token {
        return Ok(address);
    }
    Err(wrong(
        "can be reached from other machines, which takes a token: --token-file FILE, or GROUNDCHECK_TOKEN; `groundcheck token` makes one",
    ))
}

fn cannot(what: &str, error: &io::Error) -> InputError {
    InputError::whole(ErrorCode::InvalidSetting, format!("cannot {what}: {error}"))
}

/// Opens the browser where there is one; the address is printed in any case.
fn open(url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let opened = Command::new(program).arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(error) = opened {
        tracing::info!(%error, "no browser could be opened");
    }
}
