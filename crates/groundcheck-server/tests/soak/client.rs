//! A client that takes whatever happens: no connection, half an answer, none.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long it waits for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// An answer that came whole.
pub struct Got {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Got {
    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        let is_it = |line: &&str| line.split_once(':').is_some_and(|(own, _)| own.eq_ignore_ascii_case(name));
        self.head.lines().find(is_it).and_then(|line| line.split_once(':')).map(|(_, value)| value.trim())
    }
}

/// Asks, and gives the answer if it came whole: with all that its head announced, or all chunks.
pub fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> Option<Got> {
    let mut stream = connect(address)?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.lines().next()?.split(' ').nth(1)?.parse().ok()?;
    let got = Got { status, head: head.to_owned(), body: body.to_owned() };
    let whole = match got.header("content-length") {
        Some(length) => length.parse() == Ok(got.body.len()),
        None => got.body.ends_with("0\r\n\r\n"),
    };
    whole.then_some(got)
}

/// A connection that gives up after a while.
pub fn connect(address: SocketAddr) -> Option<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, PATIENCE).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.set_write_timeout(Some(PATIENCE)).ok()?;
    Some(stream)
}
