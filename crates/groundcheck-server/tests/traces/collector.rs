//! A collector on loopback: takes OTLP over HTTP as the specification has it, and keeps every byte.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Any;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;

/// What it does with what it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// Takes it.
    Takes,
    /// Answers with this status.
    Refuses(u16),
    /// Reads, and never answers.
    Hangs,
}

/// All that was received.
#[derive(Debug, Default)]
struct Kept {
    connections: usize,
    heads: Vec<String>,
    bodies: Vec<Vec<u8>>,
}

/// The collector.
pub struct Collector {
    port: u16,
    kept: Arc<Mutex<Kept>>,
}

/// A span as it arrived.
#[derive(Debug, Clone)]
pub struct Seen {
    pub name: String,
    pub trace: String,
    pub id: String,
    /// Empty for the first one of a trace.
    pub parent: String,
    /// As the protocol numbers them: 1 internal, 2 server, 3 client.
    pub kind: i32,
    pub is_error: bool,
    pub nanos: u64,
    pub attributes: BTreeMap<String, String>,
}

impl Seen {
    /// An attribute; empty where there is none.
    pub fn of(&self, key: &str) -> &str {
        self.attributes.get(key).map_or("", String::as_str)
    }
}

impl Collector {
    pub fn new(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let kept: Arc<Mutex<Kept>> = Arc::default();
        let keeping = Arc::clone(&kept);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                keeping.lock().expect("no panic").connections += 1;
                let keeping = Arc::clone(&keeping);
                thread::spawn(move || while take(&stream, mood, &keeping).is_some() {});
            }
        });
        Collector { port, kept }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// A command that sends its spans here.
    pub fn used_by<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.env("OTEL_EXPORTER_OTLP_ENDPOINT", self.url())
    }

    pub fn connections(&self) -> usize {
        self.kept.lock().expect("no panic").connections
    }

    pub fn heads(&self) -> Vec<String> {
        self.kept.lock().expect("no panic").heads.clone()
    }

    /// All bodies; what is no text in them is replaced.
    pub fn bytes(&self) -> String {
        let kept = self.kept.lock().expect("no panic");
        kept.bodies.iter().map(|body| String::from_utf8_lossy(body).replace('\0', "\n")).collect()
    }

    fn requests(&self) -> Vec<ExportTraceServiceRequest> {
        let kept = self.kept.lock().expect("no panic");
        kept.bodies.iter().map(|body| ExportTraceServiceRequest::decode(&**body).expect("OTLP")).collect()
    }

    /// All spans so far, in the order in which they ended.
    pub fn spans(&self) -> Vec<Seen> {
        let requests = self.requests();
        let spans = requests.iter().flat_map(|request| &request.resource_spans).flat_map(|of| &of.scope_spans);
        spans.flat_map(|of| &of.spans).map(seen).collect()
    }

    /// The only span of this name.
    pub fn span(&self, name: &str) -> Seen {
        let mut spans = self.spans();
        let all: Vec<String> = spans.iter().map(|span| span.name.clone()).collect();
        spans.retain(|span| span.name == name);
        assert_eq!(spans.len(), 1, "{name} of {all:?}");
        spans.remove(0)
    }

    /// Who sent them.
    pub fn resource(&self) -> BTreeMap<String, String> {
        let requests = self.requests();
        let resource = requests[0].resource_spans[0].resource.as_ref().expect("a resource");
        attributes(&resource.attributes)
    }
}

/// Takes one request of a connection; none where it ends.
fn take(stream: &TcpStream, mood: Mood, kept: &Mutex<Kept>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
    let mut body = vec![0; length.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    {
        let mut kept = kept.lock().expect("no panic");
        kept.heads.push(head);
        kept.bodies.push(body);
    }
    let status = match mood {
        Mood::Takes => 200,
        Mood::Refuses(status) => status,
        // Until the other side gives up.
        Mood::Hangs => return reader.read_line(&mut String::new()).ok().filter(|bytes| *bytes > 0).map(drop),
    };
    // An empty body is an answer that says nothing.
    write!(&*stream, "HTTP/1.1 {status} \r\ncontent-type: application/x-protobuf\r\ncontent-length: 0\r\n\r\n").ok()
}

fn seen(span: &Span) -> Seen {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert!(span.events.is_empty() && span.links.is_empty() && span.trace_state.is_empty(), "{span:?}");
    Seen {
        name: span.name.clone(),
        trace: hex(&span.trace_id),
        id: hex(&span.span_id),
        parent: hex(&span.parent_span_id),
        kind: span.kind,
        is_error: span.status.as_ref().is_some_and(|status| status.code == 2),
        nanos: span.end_time_unix_nano - span.start_time_unix_nano,
        attributes: attributes(&span.attributes),
    }
}

fn attributes(given: &[KeyValue]) -> BTreeMap<String, String> {
    given.iter().map(|pair| (pair.key.clone(), text(pair.value.as_ref()))).collect()
}

fn text(value: Option<&AnyValue>) -> String {
    match value.and_then(|value| value.value.as_ref()) {
        Some(Any::StringValue(text)) => text.clone(),
        Some(Any::BoolValue(is)) => is.to_string(),
        Some(Any::IntValue(number)) => number.to_string(),
        Some(Any::ArrayValue(array)) => {
            array.values.iter().map(|value| text(Some(value))).collect::<Vec<_>>().join(",")
        }
        other => panic!("{other:?}"),
    }
}
