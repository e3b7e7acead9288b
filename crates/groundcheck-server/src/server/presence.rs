//! Whether the client of a request is still there.
//!
//! A client may end its own side of the connection and wait for the answer, and one that has closed the connection looks the same until
//! something is sent to it: then its machine resets the connection. So whoever has ended its side is sent `100 Continue` now and then, which
//! clients of HTTP/1.1 skip, and the work stops once the connection is reset.

use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::Response;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use futures_util::{Stream, StreamExt as _, stream};
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, Interest, Join, ReadBuf, join};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::sleep;

use super::events::{COMMENT, EVENT_STREAM};

/// How long after its side has ended a client is asked whether it is there, and how long after that again. Some clients take no more than
/// five such answers.
const ASKED_AFTER: [Duration; 3] = [Duration::from_millis(250), Duration::from_secs(4), Duration::from_secs(20)];

/// How often it is looked whether a client's side has ended behind bytes that nobody has read yet.
const LOOK: Duration = Duration::from_millis(250);

/// An answer before the answer, which says nothing.
const ARE_YOU_THERE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// A connection as it is read and written, and what watches it.
pub(super) fn watched(stream: TcpStream) -> (Join<Reader, Writer>, Presence) {
    let (read, write) = stream.into_split();
    let presence = Presence { socket: Arc::new(read), is_writing: Arc::default() };
    let reader = Reader(Arc::clone(&presence.socket));
    (join(reader, Writer { write, is_writing: Arc::clone(&presence.is_writing) }), presence)
}

/// Watches a connection.
#[derive(Debug, Clone)]
pub(super) struct Presence {
    socket: Arc<OwnedReadHalf>,
    /// Whether part of an answer has still to be sent, so that nothing may come in between.
    is_writing: Arc<AtomicBool>,
}

impl Presence {
    /// Ready once the client of a request is gone, whose answer has not begun. It `is_asked` where it understands the question.
    pub(super) async fn gone(&self, is_asked: bool) {
        let mut questions = pin!(self.clone().questions());
        loop {
            tokio::select! {
                Some(()) = questions.next(), if is_asked => if !self.is_writing.load(Ordering::Acquire) {
                    // Where it cannot be sent, the reset shows soon.
                    let _ = self.stream().try_write(ARE_YOU_THERE);
                },
                () = self.reset() => return,
            }
        }
    }

    /// When to ask a client whose side has ended whether it is there.
    fn questions(self) -> impl Stream<Item = ()> + Send {
        let ended = stream::once(async move { self.ended().await.is_ok() });
        ended.flat_map(|ended| stream::iter(ASKED_AFTER.into_iter().filter(move |_| ended)).then(sleep)).fuse()
    }

    /// Ready once the client's side has ended.
    async fn ended(&self) -> io::Result<()> {
        while self.stream().peek(&mut [0]).await? > 0 {
            sleep(LOOK).await;
        }
        Ok(())
    }

    /// Ready once the connection is reset.
    async fn reset(&self) {
        // An error says that the runtime ends, which is the same.
        let _ = self.stream().ready(Interest::ERROR).await;
    }

    fn stream(&self) -> &TcpStream {
        (*self.socket).as_ref()
    }

    /// An answer that breaks off once the connection is reset, where it is made as it is sent: whoever makes it learns that nobody reads it.
    /// Among events, comments ask a client whose side has ended whether it is there.
    pub(super) fn watch(self, answer: Response<Body>) -> Response<Body> {
        if answer.body().size_hint().exact().is_some() {
            return answer;
        }
        let header = |name| answer.headers().get(name);
        let is_asked =
            header(CONTENT_TYPE).is_some_and(|value| value == EVENT_STREAM) && header(CONTENT_ENCODING).is_none();
        let questions = self.clone().questions().filter(move |()| std::future::ready(is_asked));
        let questions = Box::pin(questions);
        let gone = Box::pin(async move { self.reset().await });
        answer.map(|body| Body::new(Watched { body, questions, gone }))
    }
}

/// A body with its watch.
struct Watched {
    body: Body,
    questions: Pin<Box<dyn Stream<Item = ()> + Send>>,
    gone: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.gone.as_mut().poll(context).is_ready() {
            let error = io::Error::from(io::ErrorKind::ConnectionReset);
            return Poll::Ready(Some(Err(axum::Error::new(error))));
        }
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            return Poll::Ready(frame);
        }
        match ready!(self.questions.as_mut().poll_next(context)) {
            Some(()) => Poll::Ready(Some(Ok(Frame::data(COMMENT)))),
            // The body wakes whoever waits for it.
            None => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// What arrives.
#[derive(Debug)]
pub(super) struct Reader(Arc<OwnedReadHalf>);

impl AsyncRead for Reader {
    fn poll_read(self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let stream: &TcpStream = (*self.0).as_ref();
        loop {
            ready!(stream.poll_read_ready(context))?;
            match stream.try_read(into.initialize_unfilled()) {
                Ok(count) => {
                    into.advance(count);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

/// What is sent.
#[derive(Debug)]
pub(super) struct Writer {
    write: OwnedWriteHalf,
    is_writing: Arc<AtomicBool>,
}

impl AsyncWrite for Writer {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.is_writing.store(true, Ordering::Release);
        Pin::new(&mut self.write).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.is_writing.store(true, Ordering::Release);
        Pin::new(&mut self.write).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.write.is_write_vectored()
    }

    /// Asked for once all of an answer is written.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.write).poll_flush(context))?;
        self.is_writing.store(false, Ordering::Release);
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.write).poll_shutdown(context)
    }
}
