//! Accepting connections, keeping slow ones from holding on to the server, and stopping without cutting off an answer.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use super::Limits;
use super::access::Peer;

/// What a request in flight gets beside the time for its analysis, when the server stops.
const GRACE: Duration = Duration::from_secs(1);

/// Serves until `stop` is ready, then lets the requests in flight finish, for about as long as an analysis may take.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>, limits: Limits) {
    let mut stop = pin!(stop);
    let connections = GracefulShutdown::new();
    let (stopping, stopped) = watch::channel(());
    let slots = Arc::new(Semaphore::new(limits.connections));
    loop {
        let accepted = async {
            let slot = Arc::clone(&slots).acquire_owned().await;
            (listener.accept().await, slot)
        };
        let (accepted, slot) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let asked = Arc::new(AtomicBool::new(false));
                let connection =
                    connections.watch(connection(stream, peer, router.clone(), limits.head, Arc::clone(&asked)));
                let mut stopped = stopped.clone();
                tokio::spawn(async move {
                    let _slot = slot;
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

/// One connection's requests; `asked` is set once the head of one has arrived.
fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    head: Duration,
    asked: Arc<AtomicBool>,
) -> impl GracefulConnection<Error = hyper::Error> {
    // Reports are small and written whole: waiting to fill a packet only delays them.
    let _: io::Result<()> = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        asked.store(true, Ordering::Release);
        request.extensions_mut().insert(Peer(peer));
        router.call(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .serve_connection(TokioIo::new(stream), service)
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
