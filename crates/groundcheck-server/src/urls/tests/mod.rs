//! Link checks over real sockets: a listener on loopback stands for the whole internet.
//!
//! A resolver with fixed answers gives names public addresses, and [`Limits::dial`], which only exists in tests, lets what was
//! checked lead to the listener. Nothing else is different: what the gate refuses would reach the listener if it were dialled.

mod faults;
mod many;
mod outcomes;
mod peace;
mod ssrf;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::{Checker, FixedResolver, Limits, MemoryCache, Settings};

/// A public address, as far as anybody here is concerned.
const PUBLIC: &str = "93.184.216.34";

/// What the listener does with a request.
#[derive(Debug, Clone)]
enum Does {
    /// Answers with this, and closes.
    Says(String),
    /// Answers with this, and never closes.
    SaysAndStays(String),
    /// One byte of this in so many milliseconds.
    Drips(String, u64),
    /// Answers with this, and then sends these bytes without end.
    Floods(String, Vec<u8>),
    /// Closes without a word.
    Closes,
}

impl Does {
    fn status(status: &str) -> Self {
        Does::Says(format!("HTTP/1.1 {status} \r\ncontent-length: 0\r\n\r\n"))
    }

    fn sends_on(status: u16, location: &str) -> Self {
        Does::Says(format!("HTTP/1.1 {status} \r\ncontent-length: 0\r\nlocation: {location}\r\n\r\n"))
    }
}

/// A request as it came in.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Asked {
    method: String,
    path: String,
    head: String,
    /// The listener's own.
    port: u16,
}

impl Asked {
    fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .find_map(|line| line.split_once(": ").filter(|(n, _)| n.eq_ignore_ascii_case(name)))
            .map(|(_, v)| v)
    }
}

/// The listener: counts connections, keeps requests, answers by a function of the request and of how many came before it.
#[derive(Debug)]
struct Site {
    address: SocketAddr,
    connections: Arc<Mutex<usize>>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Site {
    async fn new(does: impl Fn(&Asked, usize) -> Does + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let site = Site { address: listener.local_addr().unwrap(), connections: Arc::default(), asked: Arc::default() };
        let (connections, asked, does) = (Arc::clone(&site.connections), Arc::clone(&site.asked), Arc::new(does));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                *connections.lock().unwrap() += 1;
                tokio::spawn(serve(stream, Arc::clone(&asked), Arc::clone(&does)));
            }
        });
        site
    }

    fn connections(&self) -> usize {
        *self.connections.lock().unwrap()
    }

    fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// `METHOD path` of each request.
    fn requests(&self) -> Vec<String> {
        self.asked().iter().map(|asked| format!("{} {}", asked.method, asked.path)).collect()
    }

    /// A checker whose names lead here, with limits short enough for a test.
    fn checker(&self, names: FixedResolver) -> Checker {
        self.checker_with(names, Settings::default(), |_| {})
    }

    fn checker_with(&self, names: FixedResolver, settings: Settings, change: impl FnOnce(&mut Limits)) -> Checker {
        let mut limits = Limits { host_interval: Duration::ZERO, dial: Some(self.address), ..settings.limits };
        change(&mut limits);
        Checker::new(Settings { limits, ..settings }, Arc::new(names), Arc::new(MemoryCache::default())).unwrap()
    }
}

async fn serve(
    mut stream: TcpStream,
    asked: Arc<Mutex<Vec<Asked>>>,
    does: Arc<impl Fn(&Asked, usize) -> Does>,
) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
    }
    let head = String::from_utf8(head).unwrap();
    let mut words = head.split(' ').map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let request = Asked { method, path, head, port: stream.local_addr()?.port() };
    let before = {
        let mut asked = asked.lock().unwrap();
        asked.push(request.clone());
        asked.len() - 1
    };
    match does(&request, before) {
        Does::Says(text) => stream.write_all(text.as_bytes()).await,
        Does::SaysAndStays(text) => {
            stream.write_all(text.as_bytes()).await?;
            std::future::pending().await
        }
        Does::Drips(text, milliseconds) => {
            for byte in text.bytes() {
                stream.write_u8(byte).await?;
                stream.flush().await?;
                tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            }
            Ok(())
        }
        Does::Floods(text, bytes) => {
            stream.write_all(text.as_bytes()).await?;
            loop {
                stream.write_all(&bytes).await?;
            }
        }
        Does::Closes => Ok(()),
    }
}

/// Names and their successive answers: `a.example=1.1.1.1,::1 a.example=2.2.2.2 gone.example=`.
fn names(text: &str) -> FixedResolver {
    let mut names = FixedResolver::default();
    for answer in text.split_whitespace() {
        let (host, addresses) = answer.split_once('=').unwrap();
        let addresses = addresses.split(',').filter(|address| !address.is_empty());
        names.add(host, addresses.map(|address| address.parse().unwrap()).collect());
    }
    names
}

/// These names, each at one public address.
fn public(hosts: &[&str]) -> FixedResolver {
    names(&hosts.iter().map(|host| format!("{host}={PUBLIC} ")).collect::<String>())
}
