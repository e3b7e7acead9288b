//! Messages over two streams, one JSON value a line, in bounded memory.
//!
//! rmcp's own transport drops a line that is too long or that it cannot read without a word, and whoever sent it waits. Here a request
//! always gets an answer, and half of a surrogate pair is read as everywhere else in groundcheck. A field that stands twice is refused:
//! rmcp's messages would keep the last one alone, and nobody would know.

use std::io;
use std::sync::Arc;

use groundcheck_types::{ErrorCode, InputError, REQUEST_MAX_BYTES, read_json};
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorData, ServerJsonRpcMessage, ServerResult};
use rmcp::transport::Transport;
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncWrite, AsyncWriteExt as _, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use super::distinct::{DistinctNames, of_arguments};
use super::outline::Outline;
use super::result;

/// The two ends of a client's connection.
#[derive(Debug)]
pub(super) struct Lines<R, W> {
    read: BufReader<R>,
    /// The line at hand, as far as it has arrived.
    line: Vec<u8>,
    /// What is read of a line that is too long.
    too_long: Option<Outline>,
    write: Arc<Mutex<W>>,
    refusals: JoinSet<io::Result<()>>,
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Lines<R, W> {
    pub(super) fn new(read: R, write: W) -> Self {
        Lines {
            read: BufReader::new(read),
            line: Vec::new(),
            too_long: None,
            write: Arc::new(Mutex::new(write)),
            refusals: JoinSet::new(),
        }
    }

    /// The next line, or why it is refused with what is known of it; `None` at the end. Nothing is lost where this is dropped and called
    /// again: a line stays in hand until it is whole.
    async fn next_line(&mut self) -> io::Result<Option<Result<Vec<u8>, (Outline, InputError)>>> {
        loop {
            let bytes = self.read.fill_buf().await?;
            let is_end = bytes.is_empty();
            let newline = bytes.iter().position(|byte| *byte == b'\n');
            let piece = &bytes[..newline.unwrap_or(bytes.len())];
            match &mut self.too_long {
                Some(outline) => outline.read(piece),
                None if self.line.len() + piece.len() > REQUEST_MAX_BYTES => {
                    let mut outline = Outline::of(&self.line);
                    outline.read(piece);
                    self.too_long = Some(outline);
                    self.line = Vec::new();
                }
                None => self.line.extend_from_slice(piece),
            }
            let used = newline.map_or(bytes.len(), |at| at + 1);
            self.read.consume(used);
            if newline.is_some() || is_end {
                let line = std::mem::take(&mut self.line);
                return Ok(match self.too_long.take() {
                    Some(outline) => Some(Err((outline, InputError::request_too_large()))),
                    // What is not ended by a line feed may be cut off; as JSON, it then says so itself.
                    None if is_end && line.is_empty() => None,
                    None => Some(Ok(line)),
                });
            }
        }
    }

    /// Answers a request that cannot be read; a line that is none is left alone.
    fn refuse(&mut self, outline: Outline, error: &InputError) {
        let Some((id, method)) = outline.request() else {
            tracing::warn!(error = error.code.as_str(), "a line is no request and is left out");
            return;
        };
        tracing::warn!(%id, error = error.code.as_str(), "request refused");
        // The model that called can do something about these.
        let mendable = if error.code == ErrorCode::RequestTooLarge { Some(error.clone()) } else { of_arguments(error) };
        let answer = if let Some(error) = mendable.filter(|_| method == "tools/call") {
            ServerJsonRpcMessage::response(ServerResult::CallToolResult(result::refused(&error)), id)
        } else {
            let error = match error.code {
                ErrorCode::InvalidJson | ErrorCode::InvalidUtf8 => {
                    ErrorData::parse_error(format!("the message {}", error.message), None)
                }
                _ => ErrorData::invalid_request(format!("the message is refused: {error}"), None),
            };
            ServerJsonRpcMessage::error(error, Some(id))
        };
        let sent = self.send(answer);
        while self.refusals.try_join_next().is_some() {}
        self.refusals.spawn(sent);
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(&mut self, message: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let write = Arc::clone(&self.write);
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            let mut write = write.lock().await;
            write.write_all(&line).await?;
            write.flush().await
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let line = match self.next_line().await {
                Ok(line) => line?,
                Err(error) => {
                    tracing::error!(%error, "standard input cannot be read");
                    return None;
                }
            };
            match line {
                Ok(line) if line.trim_ascii().is_empty() => {}
                Ok(line) => match read_json(&line).and_then(|DistinctNames| read_json(&line)) {
                    Ok(message) => return Some(message),
                    Err(error) => self.refuse(Outline::of(&line), &error),
                },
                Err((outline, error)) => self.refuse(outline, &error),
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        while self.refusals.join_next().await.is_some() {}
        self.write.lock().await.shutdown().await
    }
}
