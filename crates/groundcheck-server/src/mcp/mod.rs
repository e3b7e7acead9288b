//! groundcheck as tools of an agent: a server of the Model Context Protocol over two streams.
//!
//! - [`Tools`]: what the tools need. [`serve`] answers a client until it hangs up.
//!
//! A file a tool: `answer`, `links`, `record`, each with its description, what it takes and what it returns. They take the contract's
//! requests, a little more loosely, as models write them, and own no rules: the engine, the gate for links and their limits are those of
//! HTTP. `transport` reads and writes the lines, `outline` tells which request a line is that cannot be read, `distinct` finds fields that
//! stand twice, `schema` makes the contract's schemas short, `result` is how a tool answers.
//!
//! What is wrong with the arguments is a tool's result with `isError`, which the model reads and can mend. Errors of the protocol are for
//! what is no call of a tool at all. Never writes to standard output beside the protocol, never logs what a client sent.

mod answer;
mod distinct;
mod links;
mod outline;
mod record;
mod result;
mod schema;
mod transport;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use groundcheck_types::{ErrorCode, Fact, InputError, Policy, Request};
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ErrorData, Implementation, JsonObject, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer, ServerInitializeError, serve_server};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::urls::Checker;
use crate::{engine, scope};

/// What a client's model is told of the tools together.
const INSTRUCTIONS: &str = "\
Before you give the user an answer that rests on documents, tables or known figures, call check_answer with your draft, the question and \
the sources word for word. Correct what is contradicted, leave out what is unsupported, and say what could not be checked. A result that \
is not `clean` is no approval, and `clean` covers only what was checked.";

/// How much memory the arguments of the calls in hand may take together, in KiB: as much as over HTTP.
const ROOM_KIB: u32 = 128 * 1024;
/// About what a value takes beside its text, in bytes.
const VALUE_BYTES: usize = 64;

/// Finds the stored facts that a request's scope chooses from.
pub type StoredFacts = Arc<dyn Fn(&Request) -> Result<Vec<Fact>, InputError> + Send + Sync>;

/// What the tools need; cheap to clone.
#[derive(Clone)]
pub struct Tools {
    policy: Arc<Policy>,
    longest: Duration,
    stored: Option<StoredFacts>,
    checker: Option<Checker>,
    /// One permit a kibibyte of arguments in memory.
    room: Arc<Semaphore>,
    /// One permit a check that runs: each keeps a core busy.
    turns: Arc<Semaphore>,
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tools").field("policy", &self.policy).field("checker", &self.checker).finish_non_exhaustive()
    }
}

impl Tools {
    /// Tools under this policy, which give a check so much time.
    #[must_use]
    pub fn new(policy: Policy, longest: Duration) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Tools {
            policy: Arc::new(policy),
            longest,
            stored: None,
            checker: None,
            room: Arc::new(Semaphore::new(ROOM_KIB as usize)),
            turns: Arc::new(Semaphore::new(cores)),
        }
    }

    /// The same with stored facts for requests with a scope.
    #[must_use]
    pub fn with_stored_facts(self, stored: StoredFacts) -> Self {
        Tools { stored: Some(stored), ..self }
    }

    /// The same with the tool that asks links.
    #[must_use]
    pub fn with_checker(self, checker: Checker) -> Self {
        Tools { checker: Some(checker), ..self }
    }

    fn listed(&self) -> Vec<Tool> {
        let local = ToolAnnotations::new().read_only(true).idempotent(true).open_world(false);
        let tool =
            |name: &'static str, title: &str, description: &'static str, input: JsonObject, output: JsonObject| {
                Tool::new(name, description, input).with_title(title).with_raw_output_schema(Arc::new(output))
            };
        let check_answer = tool(
            answer::NAME,
            answer::TITLE,
            answer::DESCRIPTION,
            answer::input(),
            schema::output::<answer::CheckedAnswer>(),
        );
        let check_links = tool(
            links::NAME,
            links::TITLE,
            links::DESCRIPTION,
            links::input(),
            schema::output::<links::CheckedLinks>(),
        );
        let validate_record = tool(
            record::NAME,
            record::TITLE,
            record::DESCRIPTION,
            record::input(),
            schema::output::<groundcheck_types::RecordReport>(),
        );
        let asks = ToolAnnotations::new().read_only(true).idempotent(true).open_world(true);
        let mut tools = vec![check_answer.with_annotations(local.clone())];
        if self.checker.is_some() {
            tools.push(check_links.with_annotations(asks));
        }
        tools.push(validate_record.with_annotations(local));
        tools
    }

    /// Calls a tool; `None` where there is none of this name.
    async fn call(
        &self,
        name: &str,
        arguments: JsonObject,
        is_cancelled: impl Fn() -> bool + Send + 'static,
    ) -> Option<Result<CallToolResult, InputError>> {
        let kib = u32::try_from(arguments.values().map(weight).sum::<usize>() / 1024).unwrap_or(u32::MAX);
        let Ok(room) = Arc::clone(&self.room).try_acquire_many_owned(kib.clamp(1, ROOM_KIB)) else {
            let message = "too many large calls at once; nothing was checked, try again";
            return Some(Err(InputError::whole(ErrorCode::TimedOut, message)));
        };
        Some(match name {
            answer::NAME => {
                let tools = self.clone();
                self.in_turn(room, is_cancelled, move |is_over| tools.check_answer(arguments, is_over)).await
            }
            links::NAME => {
                let checker = self.checker.as_ref()?;
                match links::read(arguments) {
                    Ok(request) => {
                        let (text, checked) = links::check(checker, request, links::LONGEST).await;
                        Ok(result::answered(text, &checked))
                    }
                    Err(error) => Err(error),
                }
            }
            record::NAME => {
                // Once begun, it runs to its end: nothing in it asks whether anybody still waits.
                let validate = |is_over: &dyn Fn() -> bool| {
                    let call = record::Call::read(arguments)?;
                    if is_over() {
                        return Err(too_slow());
                    }
                    let (text, report) = call.validate()?;
                    Ok(result::answered(text, &report))
                };
                self.in_turn(room, is_cancelled, validate).await
            }
            _ => return None,
        })
    }

    fn check_answer(&self, arguments: JsonObject, is_over: &dyn Fn() -> bool) -> Result<CallToolResult, InputError> {
        let mut call = answer::Call::read(arguments)?;
        // Nothing is opened for a request that asks for nothing that is stored.
        if let Some(stored) = self.stored.as_ref().filter(|_| call.request.scope.is_some()) {
            let facts = stored(&call.request)?;
            scope::add_facts(&mut call.request, facts)?;
        }
        let warnings = scope::warning(&call.request)?.into_iter().collect();
        let report = engine::analyze_unless(&call.request, &self.policy, is_over)?.ok_or_else(too_slow)?;
        let (text, checked) = call.result(report, warnings);
        Ok(result::answered(text, &checked))
    }

    /// Runs work that keeps a core busy: in its turn, on a thread of its own, and no longer than a check may take. The work is told when
    /// nobody waits for it any more. The room for its arguments is taken until it ends, also where its result comes too late.
    async fn in_turn(
        &self,
        room: OwnedSemaphorePermit,
        is_cancelled: impl Fn() -> bool + Send + 'static,
        work: impl FnOnce(&dyn Fn() -> bool) -> Result<CallToolResult, InputError> + Send + 'static,
    ) -> Result<CallToolResult, InputError> {
        let by = Instant::now() + self.longest;
        let worked = async {
            // Never closed, so this only waits.
            let turn = Arc::clone(&self.turns).acquire_owned().await;
            let fenced = move || {
                let _held = (turn, room);
                engine::fenced(|| work(&|| is_cancelled() || Instant::now() >= by))
            };
            tokio::task::spawn_blocking(fenced).await
        };
        let worked = tokio::time::timeout_at(by.into(), worked).await.map_err(|_| too_slow())?;
        worked.unwrap_or_else(|_| Err(InputError::whole(ErrorCode::Internal, "the check failed; there is no result")))
    }
}

fn too_slow() -> InputError {
    InputError::whole(ErrorCode::TimedOut, "the check did not finish in time; there is no result")
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("groundcheck", env!("CARGO_PKG_VERSION")).with_title("groundcheck");
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.listed()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.listed().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let start = Instant::now();
        let name = params.name;
        let cancelled = context.ct.clone();
        let is_cancelled = {
            let cancelled = cancelled.clone();
            move || cancelled.is_cancelled()
        };
        let arguments = params.arguments.unwrap_or_default();
        let called = self.call(&name, arguments, is_cancelled);
        // Links are asked no more once nobody wants to know; a check hears of it from `is_cancelled`.
        let called = tokio::select! {
            called = called => called,
            () = cancelled.cancelled() => {
                tracing::info!(ms = milliseconds(start), "call cancelled");
                // Nobody gets to see it.
                return Ok(CallToolResult::error(Vec::new()).into());
            }
        };
        let Some(called) = called else {
            return Err(ErrorData::invalid_params("there is no such tool", None));
        };
        let error = called.as_ref().err().map(|error| error.code.as_str());
        let verdict = called.as_ref().ok().and_then(verdict);
        tracing::info!(tool = %name, ms = milliseconds(start), error, verdict, "call");
        Ok(called.unwrap_or_else(|error| result::refused(&error)).into())
    }
}

/// About how many bytes a value takes in memory.
fn weight(value: &Value) -> usize {
    VALUE_BYTES
        + match value {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(weight).sum(),
            Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + weight(value)).sum(),
            Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        }
}

/// Milliseconds since then, to the microsecond.
fn milliseconds(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1e6).round() / 1e3
}

/// What a check of an answer came to, for the log.
fn verdict(result: &CallToolResult) -> Option<&str> {
    result.structured_content.as_ref().and_then(|content| content.get("verdict")).and_then(Value::as_str)
}

/// Answers a client over these streams until it hangs up.
///
/// # Errors
/// `internal`, where the client did not begin as the protocol has it, or cannot be written to.
pub async fn serve<R, W>(tools: Tools, read: R, write: W) -> Result<(), InputError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    // What was received stays out of the message: it may hold an answer.
    let failed = |message: &str| Err(InputError::whole(ErrorCode::Internal, message));
    match serve_server(tools, transport::Lines::new(read, write)).await {
        Ok(running) => match running.waiting().await {
            Ok(_) => Ok(()),
            Err(_) => failed("the connection broke"),
        },
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(ServerInitializeError::ExpectedInitializeRequest(_)) => {
            failed("the client did not send `initialize` first")
        }
        Err(_) => failed("the client and this server did not agree on a protocol, or the output cannot be written"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn arguments() -> JsonObject {
        let arguments = json!({ "answer": "The NOI was $1.5M.", "sources": ["The NOI was $1,200,000."] });
        serde_json::from_value(arguments).unwrap()
    }

    #[test]
    fn what_the_tools_take_is_what_the_contract_has() {
        let contracts = [
            (answer::input(), schema::input::<Request>(), vec!["detail"]),
            (links::input(), schema::input::<groundcheck_types::UrlCheckRequest>(), vec![]),
            (record::input(), schema::input::<groundcheck_types::RecordRequest>(), vec![]),
        ];
        for (own, contract, more) in contracts {
            let names =
                |schema: &JsonObject| schema["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            let known = names(&contract);
            for name in names(&own) {
                assert!(known.contains(&name) || more.contains(&name.as_str()), "{name} is not of the contract");
            }
            for name in own["required"].as_array().unwrap() {
                assert!(contract["required"].as_array().unwrap().contains(name), "{name}");
            }
        }
    }

    #[test]
    fn what_arguments_weigh_grows_with_their_texts_and_values() {
        for (value, bytes) in [
            (json!(null), 64),
            (json!("four"), 68),
            (json!(["four", 5]), 196),
            (json!({ "ab": "four", "c": {} }), 64 + 2 + 68 + 1 + 64),
        ] {
            assert_eq!(weight(&value), bytes, "{value}");
        }
    }

    #[tokio::test]
    async fn a_cancelled_check_stops_and_gives_its_turn_back() {
        let tools = Tools::new(Policy::default(), Duration::from_secs(3_600));
        for (is_cancelled, verdict) in [(true, None), (false, Some("flagged"))] {
            let called = tools.call(answer::NAME, arguments(), move || is_cancelled).await.unwrap();
            assert_eq!(called.as_ref().ok().and_then(super::verdict), verdict, "{called:?}");
        }
        assert_eq!(tools.turns.available_permits(), std::thread::available_parallelism().map_or(1, usize::from));
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_keeps_its_room_until_it_ends() {
        let tools = Tools::new(Policy::default(), Duration::from_millis(1));
        let room = || Arc::clone(&tools.room).try_acquire_many_owned(ROOM_KIB);
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let work = move |_: &dyn Fn() -> bool| {
            let _ = ended.recv();
            Err(too_slow())
        };
        let called = tools.in_turn(room().unwrap(), || false, work).await;
        assert_eq!(called.unwrap_err().code, ErrorCode::TimedOut);
        assert!(room().is_err(), "the work goes on");
        end.send(()).unwrap();
        // Waits until the work has given all of it back.
        assert!(tools.room.acquire_many(ROOM_KIB).await.is_ok());
    }

    #[tokio::test]
    async fn a_record_is_not_validated_once_nobody_waits_for_it() {
        let record = json!({ "profile": "invoice", "record": {}, "document": "Invoice INV-17 of Acme Ltd." });
        let record: JsonObject = serde_json::from_value(record).unwrap();
        let tools = Tools::new(Policy::default(), Duration::from_secs(3_600));
        for is_cancelled in [true, false] {
            let called = tools.call(record::NAME, record.clone(), move || is_cancelled).await.unwrap();
            assert_eq!(called.is_err(), is_cancelled, "{called:?}");
        }
    }

    #[tokio::test]
    async fn a_check_whose_time_is_over_gets_an_error_though_nobody_cancelled_it() {
        let tools = Tools::new(Policy::default(), Duration::ZERO);
        let called = tools.call(answer::NAME, arguments(), || false).await.unwrap();
        assert_eq!(called.unwrap_err().code, ErrorCode::TimedOut);
    }
}
