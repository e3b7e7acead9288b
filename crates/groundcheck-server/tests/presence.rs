//! Clients that end their side of a connection and wait for the answer, and clients that are gone: over real sockets.

use std::convert::Infallible;
use std::io::{Read as _, Write as _};
use std::net::Shutdown;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::routing::get;
use futures_util::{StreamExt as _, stream};
use groundcheck_server::server::{Limits, serve};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

use crate::support::{Server, request};

/// How long anything may take that does not wait for a clock.
const PATIENCE: Duration = Duration::from_secs(30);

const CONTINUE: &str = "HTTP/1.1 100 Continue\r\n\r\n";

/// What a route went through.
#[derive(Debug, PartialEq, Eq)]
enum Event {
    Begun,
    Done,
    /// It was dropped before it was done.
    Abandoned,
}

/// Says how it ends.
struct Work {
    events: mpsc::UnboundedSender<Event>,
    is_done: bool,
}

impl Work {
    fn begin(events: mpsc::UnboundedSender<Event>) -> Work {
        events.send(Event::Begun).unwrap();
        Work { events, is_done: false }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        // The test may have ended.
        let _ = self.events.send(if self.is_done { Event::Done } else { Event::Abandoned });
    }
}

/// A server of two routes: `/slow` answers when it is released, `/parts` sends a part each time.
struct Slow {
    address: std::net::SocketAddr,
    release: Arc<Notify>,
    events: mpsc::UnboundedReceiver<Event>,
}

impl Slow {
    async fn start() -> Slow {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let release = Arc::new(Notify::new());
        let (sender, events) = mpsc::unbounded_channel();
        let (slow, parts) = ((sender.clone(), Arc::clone(&release)), (sender, Arc::clone(&release)));
        let app = Router::new()
            .route(
                "/slow",
                get(async move || {
                    let (sender, release) = slow.clone();
                    let mut work = Work::begin(sender);
                    release.notified().await;
                    work.is_done = true;
                    "done"
                }),
            )
            .route(
                "/parts",
                get(async move || {
                    let (sender, release) = parts.clone();
                    let work = Arc::new(Work::begin(sender));
                    Body::from_stream(stream::repeat(()).then(move |()| {
                        let (release, work) = (Arc::clone(&release), Arc::clone(&work));
                        async move {
                            release.notified().await;
                            let _work = work;
                            Ok::<_, Infallible>(Bytes::from_static(b"part\n"))
                        }
                    }))
                }),
            );
        tokio::spawn(serve(listener, app, std::future::pending(), Limits::default()));
        Slow { address, release, events }
    }

    /// A client that has asked for something which is being done.
    async fn asked(&mut self, head: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(format!("{head}\r\nhost: localhost\r\n\r\n").as_bytes()).await.unwrap();
        assert_eq!(self.event().await, Event::Begun);
        stream
    }

    async fn event(&mut self) -> Event {
        timeout(PATIENCE, self.events.recv()).await.expect("something happens").expect("the server is there")
    }
}

/// All that is sent until the connection ends.
async fn rest(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.expect("it ends").expect("it ends well");
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn a_client_that_ends_its_side_is_answered() {
    let mut server = Slow::start().await;
    let mut stream = server.asked("GET /slow HTTP/1.1").await;
    stream.shutdown().await.unwrap();
    // It is asked whether it is there, so that what follows is the answer to one whose side has ended.
    let mut question = [0; CONTINUE.len()];
    timeout(PATIENCE, stream.read_exact(&mut question)).await.expect("it is asked").unwrap();
    assert_eq!(question, CONTINUE.as_bytes());
    server.release.notify_one();
    assert_eq!(server.event().await, Event::Done);
    let answer = rest(stream).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\ndone"), "{answer}");
    // One that knows no such question is only answered.
    let mut stream = server.asked("GET /slow HTTP/1.0").await;
    stream.shutdown().await.unwrap();
    server.release.notify_one();
    assert_eq!(server.event().await, Event::Done);
    let answer = rest(stream).await;
    assert!(answer.starts_with("HTTP/1.0 200 OK\r\n") && answer.ends_with("\r\n\r\ndone"), "{answer}");
    // And one whose answer comes in parts gets all of them.
    let mut stream = server.asked("GET /parts HTTP/1.1").await;
    stream.shutdown().await.unwrap();
    for _ in 0..3 {
        server.release.notify_one();
        let mut part = [0; 5];
        while &part != b"part\n" {
            part.rotate_left(1);
            part[4] = timeout(PATIENCE, stream.read_u8()).await.expect("it comes").unwrap();
        }
    }
    drop(stream);
}

#[tokio::test]
async fn work_for_a_client_that_is_gone_stops() {
    let mut server = Slow::start().await;
    // Closed as usual: only asking shows that nobody is there.
    drop(server.asked("GET /slow HTTP/1.1").await);
    assert_eq!(server.event().await, Event::Abandoned);
    // Broken off.
    let stream = server.asked("GET /slow HTTP/1.0").await;
    stream.set_zero_linger().unwrap();
    drop(stream);
    assert_eq!(server.event().await, Event::Abandoned);
    // In the middle of an answer that comes in parts, the next part shows it.
    drop(server.asked("GET /parts HTTP/1.1").await);
    server.release.notify_one();
    assert_eq!(server.event().await, Event::Abandoned);
    // The second request of a connection.
    let mut stream = server.asked("GET /slow HTTP/1.1").await;
    server.release.notify_one();
    assert_eq!(server.event().await, Event::Done);
    let mut answer = [0; 15];
    stream.read_exact(&mut answer).await.unwrap();
    stream.write_all(b"GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    assert_eq!(server.event().await, Event::Begun);
    drop(stream);
    assert_eq!(server.event().await, Event::Abandoned);
}

#[test]
fn the_program_answers_who_ends_its_side() {
    let server = Server::new();
    let body = request("The NOI was $1.5M.").to_string();
    let head = format!(
        "POST /api/analyze HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    for _ in 0..20 {
        let mut stream = server.connect();
        stream.write_all((head.clone() + &body).as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains("HTTP/1.1 200 OK") && answer.contains("\"verdict\":\"flagged\""), "{answer}");
    }
    // One whose request is not whole is told so, or nothing.
    let mut stream = server.connect();
    stream.write_all(head.as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400"), "{answer}");
}
