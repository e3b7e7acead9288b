//! Answers bit by bit, cut anywhere, and never read on before somebody wants more.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::stream::{self, StreamExt as _};
use groundcheck_types::ProviderKind;
use hyper::body::Bytes;

use super::super::{
    Call, ChatRequest, Client, Fault, Finish, LlmError, Message, Opened, Opening, Posting, Transport, Usage,
};
use super::provider;

/// A server that sends these chunks, and counts those that were taken.
#[derive(Debug)]
struct Chunked {
    chunks: Vec<Bytes>,
    taken: Arc<AtomicUsize>,
}

impl Transport for Chunked {
    fn post<'a>(&'a self, _: Call<'a>) -> Posting<'a> {
        Box::pin(async { Err(Fault::Connect) })
    }

    fn open<'a>(&'a self, _: Call<'a>) -> Opening<'a> {
        let taken = Arc::clone(&self.taken);
        let chunks = stream::iter(self.chunks.clone()).map(move |chunk| {
            taken.fetch_add(1, Ordering::Relaxed);
            Ok(chunk)
        });
        Box::pin(async { Ok(Opened { status: 200, retry_after: None, chunks: chunks.boxed() }) })
    }
}

fn client(chunks: Vec<Bytes>) -> (Client, Arc<AtomicUsize>) {
    let taken = Arc::new(AtomicUsize::new(0));
    let transport = Chunked { chunks, taken: Arc::clone(&taken) };
    (Client::over(provider("http://127.0.0.1:1", ProviderKind::Compatible), Arc::new(transport)), taken)
}

fn request() -> ChatRequest {
    ChatRequest::new("m", vec![Message::user("?")])
}

/// All that was said, and how it ended.
async fn whole(chunks: Vec<Bytes>) -> (String, Result<Finish, LlmError>, Usage) {
    let (client, _) = client(chunks);
    let mut stream = client.stream(&request(), None).await.unwrap();
    let mut said = String::new();
    loop {
        match stream.next().await {
            Ok(Some(text)) => said += &text,
            Ok(None) => return (said, Ok(stream.finish()), stream.usage()),
            Err(error) => return (said, Err(error), stream.usage()),
        }
    }
}

const EVENTS: &str = ": hello\n\ndata: {\"choices\": [{\"delta\": {\"content\": \"₪5 \"}}]}\r\n\r\n\
    data: {\"choices\": [{\"delta\": {\"content\": [{\"type\": \"text\", \"text\": \"😀.\"}]}, \"finish_reason\": null}], \"usage\": null}\n\n\
    data: {\"choices\": [{\"delta\": {}, \"finish_reason\": \"stop\"}]}\n\n\
    data: {\"choices\": [], \"usage\": {\"prompt_tokens\": 7, \"completion_tokens\": 2}}\n\ndata: [DONE]\n\n";
const PLAIN: &str = " {\"choices\": [{\"message\": {\"content\": \"₪5 😀.\"}, \"finish_reason\": \"stop\"}], \
    \"usage\": {\"prompt_tokens\": 7, \"completion_tokens\": 2}}";

#[tokio::test]
async fn cut_at_every_byte_it_says_the_same() {
    let usage = Usage { prompt_tokens: Some(7), completion_tokens: Some(2) };
    for text in [EVENTS, PLAIN] {
        for cut in 0..text.len() {
            let (a, b) = text.as_bytes().split_at(cut);
            let read = whole(vec![Bytes::from_static(a), Bytes::from_static(b)]).await;
            assert_eq!(read, ("₪5 😀.".to_owned(), Ok(Finish::Stop), usage), "cut at {cut}");
        }
    }
}

#[tokio::test]
async fn an_answer_that_ends_anywhere_is_never_taken_for_whole() {
    let whole_from = EVENTS.find("\"finish_reason\": \"stop\"}]}").unwrap() + 26;
    for end in 0..EVENTS.len() {
        let (_, ended, _) = whole(vec![Bytes::from_static(&EVENTS.as_bytes()[..end])]).await;
        let expected = if end < whole_from { Err(LlmError::BrokenOff) } else { Ok(Finish::Stop) };
        assert_eq!(ended, expected, "ends at {end}");
    }
    for end in 2..PLAIN.len() {
        let (said, ended, _) = whole(vec![Bytes::from_static(&PLAIN.as_bytes()[..end])]).await;
        assert!(said.is_empty() && ended.is_err(), "ends at {end}");
    }
}

#[tokio::test]
async fn nothing_is_read_on_before_it_is_wanted() {
    let word = Bytes::from_static(b"data: {\"choices\": [{\"delta\": {\"content\": \"so \"}}]}\n\n");
    let (client, taken) = client(vec![word; 1_000]);
    let mut stream = client.stream(&request(), None).await.unwrap();
    assert_eq!(taken.load(Ordering::Relaxed), 0);
    for wanted in 1..=3 {
        assert_eq!(stream.next().await, Ok(Some("so ".to_owned())));
        assert_eq!(taken.load(Ordering::Relaxed), wanted);
    }
}
