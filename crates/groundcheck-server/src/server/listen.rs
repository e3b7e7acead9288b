//! Accepting connections, keeping slow ones from holding on to the server, and stopping without cutting off an answer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper::{Request, Version};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_io_timeout::TimeoutStream;

use super::Limits;
use super::access::Peer;
use super::error::ApiError;
use super::handlers::health;
use super::presence::watched;

/// What a request in flight gets beside the time for its analysis, when the server stops.
const GRACE: Duration = Duration::from_secs(1);

/// The longest that the head of a request may take where all places are taken.
const HURRIED: Duration = Duration::from_secs(2);

/// Serves until `stop` is ready, then lets the requests in flight finish, for about as long as an analysis may take.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>, limits: Limits) {
    let mut stop = pin!(stop);
    let connections = GracefulShutdown::new();
    let (stopping, stopped) = watch::channel(());
    let places = Places::new(limits);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(place) = places.take(peer.ip()) else { continue };
                let asked = Arc::new(AtomicBool::new(false));
                let terms = Terms::of(&place, limits);
                let connection = connections.watch(connection(stream, peer, router.clone(), terms, Arc::clone(&asked)));
                let mut stopped = stopped.clone();
                tokio::spawn(async move {
                    let _place = place;
                    let unused = async {
                        // An error says that the server has ended, which is the same.
                        let _ = stopped.changed().await;
                        if asked.load(Ordering::Acquire) {
                            std::future::pending::<()>().await;
                        }
                    };
                    tokio::select! {
                        // A client that breaks its connection off is its own affair.
                        _ = connection => {}
                        // One that has not asked for anything yet has nothing to wait for.
                        () = unused => {}
                    }
                });
            }
            Err(error) => refused(&error).await,
        }
    }
    drop(listener);
    stopping.send_replace(());
    tracing::info!("stopping: requests in flight may finish");
    if tokio::time::timeout(limits.analysis + GRACE, connections.shutdown()).await.is_err() {
        tracing::warn!("stopped with requests still in flight");
    }
}

/// The places of all connections, and how many each address has.
struct Places {
    all: Arc<Semaphore>,
    spare: Arc<Semaphore>,
    most: usize,
    by_peer: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Places {
    fn new(limits: Limits) -> Self {
        Places {
            all: Arc::new(Semaphore::new(limits.connections)),
            spare: Arc::new(Semaphore::new(limits.spare_connections)),
            most: limits.connections_per_peer,
            by_peer: Arc::default(),
        }
    }

    /// A place, or a spare one where the address or the server has none left; nothing where those are taken too.
    fn take(&self, peer: IpAddr) -> Option<Place> {
        let of_peer = {
            let mut by_peer = self.by_peer.lock().unwrap_or_else(PoisonError::into_inner);
            let count = by_peer.entry(peer).or_default();
            (*count < self.most).then(|| {
                *count += 1;
                OfPeer { peer, by_peer: Arc::clone(&self.by_peer) }
            })
        };
        let own = of_peer.and_then(|of_peer| Some((Arc::clone(&self.all).try_acquire_owned().ok()?, of_peer)));
        match own {
            Some((slot, of_peer)) => Some(Place { is_spare: false, _slot: slot, _of_peer: Some(of_peer) }),
            None => {
                let slot = Arc::clone(&self.spare).try_acquire_owned().ok()?;
                Some(Place { is_spare: true, _slot: slot, _of_peer: None })
            }
        }
    }
}

/// A connection's place, free again when it is dropped.
struct Place {
    is_spare: bool,
    _slot: OwnedSemaphorePermit,
    _of_peer: Option<OfPeer>,
}

struct OfPeer {
    peer: IpAddr,
    by_peer: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for OfPeer {
    fn drop(&mut self) {
        let mut by_peer = self.by_peer.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = by_peer.entry(self.peer) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// What a connection may ask for, and how long it may keep the server waiting.
struct Terms {
    head: Duration,
    write: Duration,
    /// Whether it gets one request, and only for the server's health.
    is_spare: bool,
}

impl Terms {
    fn of(place: &Place, limits: Limits) -> Self {
        let head = if place.is_spare { HURRIED.min(limits.head) } else { limits.head };
        Terms { head, write: limits.write, is_spare: place.is_spare }
    }
}

/// One connection's requests; `asked` is set once the head of one has arrived.
fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    terms: Terms,
    asked: Arc<AtomicBool>,
) -> impl GracefulConnection<Error = hyper::Error> {
    // Reports are small and written whole: waiting to fill a packet only delays them.
    let _: io::Result<()> = stream.set_nodelay(true);
    let (stream, presence) = watched(stream);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(terms.write));
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        asked.store(true, Ordering::Release);
        request.extensions_mut().insert(Peer(peer));
        let is_answered = !terms.is_spare || health::PATHS.contains(&request.uri().path());
        let is_asked = request.version() == Version::HTTP_11;
        let answer = is_answered.then(|| router.call(request));
        let presence = presence.clone();
        async move {
            let Some(answer) = answer else { return Ok(ApiError::busy().into_response()) };
            tokio::select! {
                biased;
                Ok(answer) = answer => Ok(presence.watch(answer)),
                // Nobody waits for what it asked for any more.
                () = presence.gone(is_asked) => Err(io::Error::from(io::ErrorKind::ConnectionReset)),
            }
        }
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .half_close(true)
        .header_read_timeout(terms.head)
        .keep_alive(!terms.is_spare)
        .serve_connection(TokioIo::new(Box::pin(stream)), service)
}

/// A connection that could not be accepted. Out of files: wait until some are closed instead of spinning.
async fn refused(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionReset) {
        tracing::error!(%error, "a connection could not be accepted");
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}

/// Ready at the first SIGINT or SIGTERM.
///
/// # Errors
/// Where the process may not listen to signals.
pub fn shutdown_signal() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    #[cfg(unix)]
    let mut interrupt = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}
