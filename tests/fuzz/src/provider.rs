//! What a provider sends: a stream cut anywhere, and a whole answer.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use groundcheck_server::llm::{
    Call, ChatRequest, Client, Message, Opened, Opening, Posting, Provider, StructuredOutput, Transport,
};
use groundcheck_types::ProviderKind;
use hyper::body::Bytes;
use tokio::runtime::{Builder, Runtime};
use url::Url;

/// A server that sends these chunks, whatever it is asked.
#[derive(Debug)]
struct Chunked(Vec<Bytes>);

impl Transport for Chunked {
    fn post<'a>(&'a self, _: Call<'a>) -> Posting<'a> {
        let body = self.0.concat();
        Box::pin(async { Ok(groundcheck_server::llm::Answer { status: 200, retry_after: None, body }) })
    }

    fn open<'a>(&'a self, _: Call<'a>) -> Opening<'a> {
        let chunks = stream::iter(self.0.clone()).map(Ok).boxed();
        Box::pin(async { Ok(Opened { status: 200, retry_after: None, chunks }) })
    }
}

static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime"));

/// The bytes as what comes back, cut at each `0xff`.
pub fn provider(bytes: &[u8]) {
    let chunks: Vec<Bytes> = bytes.split(|byte| *byte == 0xff).map(Bytes::copy_from_slice).collect();
    let provider = Provider {
        name: "fuzz".to_owned(),
        kind: ProviderKind::Compatible,
        base_url: Url::parse("http://127.0.0.1:1").expect("a URL"),
        key: None,
        model: Some("m".to_owned()),
        prices: [].into(),
        requests_per_minute: None,
        concurrency: 1,
        timeout: Duration::from_secs(1),
        structured_output: StructuredOutput::Auto,
    };
    let client = Client::over(provider, Arc::new(Chunked(chunks)));
    let request = ChatRequest::new("m", vec![Message::user("?")]);
    RUNTIME.block_on(async {
        if let Ok(mut stream) = client.stream(&request, None).await {
            while let Ok(Some(_)) = stream.next().await {}
        }
        let _ = client.chat(&request, None).await;
    });
}
