//! A provider's answer on its way to a client, through the engine's monitor.
//!
//! Source: document 4, "Hallucination Detection Pipeline". What is told: `start`; a `delta` for what is said, each with an `update`
//! where it brought anything; `interruption` where the monitor stops the provider; last `done`, or `error` where there is nothing to
//! judge, or it could not be judged. Who reads slowly slows the provider down, who goes away stops it.

mod prompt;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use groundcheck::{Detector, Monitor, required_knowledge};
use groundcheck_types::{
    ErrorCode, InputError, KnowledgeCheck, KnowledgeRequest, MonitorReport, MonitorRequest, MonitorUpdate,
    Request as Answer, STREAM_SECONDS_DEFAULT, StreamAnswer, StreamDelta, StreamEnding, StreamInterruption,
    StreamRequest, StreamStart, Verdict,
};
use tokio::time::{Instant, timeout};

use super::AppState;
use super::access::Caller;
use super::error::ApiError;
use super::events::{self, COMMENT, Sender};
use super::handlers::analyze::record;
use super::log::milliseconds;
use crate::llm::{ChatRequest, ChatStream, Clients, Finish, LlmError, Usage};
use crate::measures;
use crate::scope;
use crate::traces::{self, Span, SpanKind};

/// The monitor is asked after so many bytes whether to go on, however much comes at once.
const PUSH_BYTES: usize = 1_024;
/// A client that takes nothing for so long has gone away.
const STUCK: Duration = Duration::from_secs(60);

/// An answer that is about to be asked for.
pub(super) struct Relay {
    state: AppState,
    caller: Caller,
    clients: Clients,
    start: StreamStart,
    request: ChatRequest,
    deadline: Duration,
    monitor: Monitor,
    /// What the answer is recorded with, where there is a store.
    recorded: Option<MonitorRequest>,
}

/// What was said, and why there is no more of it.
struct Said {
    monitor: Monitor,
    ending: StreamEnding,
    error: Option<InputError>,
    usage: Usage,
    tries: u32,
    first_delta: Duration,
}

/// Why there is no answer to tell.
enum Unfinished {
    /// Nothing was said.
    NotAnswered(InputError),
    /// Something was said, and could not be checked or recorded.
    NotChecked(InputError),
    /// Nobody listens.
    Abandoned,
}

/// What the monitor took of a piece.
struct Pushed {
    text: String,
    update: MonitorUpdate,
    refused: Option<InputError>,
}

impl Relay {
    /// Prepares evidence and question.
    ///
    /// # Errors
    /// What can be said before anybody is asked.
    pub(super) async fn prepare(
        state: &AppState,
        caller: Caller,
        request: StreamRequest,
        by: Instant,
    ) -> Result<Relay, ApiError> {
        let clients = state.clients.clone().ok_or_else(ApiError::no_streaming)?;
        clients.look_for(request.provider.as_deref(), request.model.as_deref()).await;
        let (client, model) = clients.find_or_first(request.provider.as_deref(), request.model.as_deref())?;
        client.ready()?;
        let provider = client.provider().name.clone();
        let mut scoped = Answer { scope: request.scope.clone(), ..Answer::default() };
        let stored = match &state.store {
            Some(store) => scope::stored_facts(&scoped, store).await?,
            None => Vec::new(),
        };
        let (policy, is_recorded) = (state.policy(), state.store.is_some());
        let prepare = move || {
            let deadline = request.deadline_seconds.map_or(f64::from(STREAM_SECONDS_DEFAULT), |seconds| seconds.0);
            let (instructions, is_shown) = (request.instructions.clone(), request.show_evidence);
            let (question, temperature) = (request.question.clone(), request.temperature.map(|t| t.0));
            let max_tokens = request.max_tokens;
            let mut monitored = request.into_monitor();
            (monitored.provider, monitored.model) = (Some(provider.clone()), Some(model.clone()));
            scoped.facts = std::mem::take(&mut monitored.facts);
            scope::add_facts(&mut scoped, stored)?;
            monitored.facts = scoped.facts;
            let messages = prompt::messages(instructions.as_deref(), is_shown, question, &monitored)?;
            let knowledge = knowledge(&mut monitored)?;
            let (sources, facts) = (&monitored.sources, &monitored.facts);
            let detector = Detector::new((*policy).clone(), sources, facts, monitored.locale.as_ref())?;
            let recorded = is_recorded.then(|| monitored.clone());
            let monitor = Monitor::over(Arc::new(detector), monitored)?;
            let request = ChatRequest { max_tokens, temperature, ..ChatRequest::new(model.clone(), messages) };
            let start = StreamStart { provider, model, knowledge };
            Ok((start, request, Duration::from_secs_f64(deadline), monitor, recorded))
        };
        let (start, request, deadline, monitor, recorded) = state.in_turn(by, prepare).await?;
        Ok(Relay { state: state.clone(), caller, clients, start, request, deadline, monitor, recorded })
    }

    /// Asks, and tells all that comes of it.
    pub(super) async fn run(self, events: Sender) {
        let provider = self.start.provider.clone();
        let ended = tokio::select! {
            biased;
            () = events.closed() => Err(Unfinished::Abandoned),
            never = keep_alive(&events) => match never {},
            ended = self.answer(&events) => ended,
        };
        let last = match ended {
            Ok(answer) => {
                let usage = Usage { prompt_tokens: answer.prompt_tokens, completion_tokens: answer.completion_tokens };
                measures::streamed(&provider, answer.ending.as_str(), usage);
                events::event("done", &answer)
            }
            Err(Unfinished::NotAnswered(error)) => {
                measures::streamed(&provider, "not_answered", Usage::default());
                events::error(&error)
            }
            Err(Unfinished::NotChecked(error)) => {
                measures::streamed(&provider, "not_checked", Usage::default());
                events::error(&error)
            }
            Err(Unfinished::Abandoned) => return measures::streamed(&provider, "abandoned", Usage::default()),
        };
        // An error says that nobody listens any more.
        let _ = tell(&events, last).await;
    }

    async fn answer(self, events: &Sender) -> Result<StreamAnswer, Unfinished> {
        let Relay { state, caller, clients, start, request, deadline, monitor, recorded } = self;
        let asked = Instant::now();
        tell(events, events::event("start", &start)).await?;
        let StreamStart { provider, model, .. } = start;
        let (client, _) = clients.find(&provider, Some(&model))?;
        let by = Some(asked + deadline);
        let stream = client.stream(&request, by).await;
        let mut stream = stream.map_err(|error| Unfinished::NotAnswered(error.into_input_error(&provider)))?;
        let said = listen(&state, &mut stream, monitor, events, (&provider, asked)).await?;
        // Where the answer was interrupted, this is what stops the provider.
        drop(stream);
        let Said { monitor, ending, error, usage, tries, first_delta } = said;
        if ending == StreamEnding::Interrupted {
            tell(events, interruption(&monitor)).await?;
        }
        let finish = move || {
            let (answer, start) = (monitor.text().to_owned(), std::time::Instant::now());
            let span = Span::part("analyze", SpanKind::Internal);
            let report = monitor.finish()?;
            traces::counts(&span, &report.report);
            measures::analysis(&report.report, start.elapsed().as_secs_f64());
            Ok((answer, report))
        };
        let (answer, monitor) = state.in_turn(state.analysis_by(), finish).await.map_err(InputError::from)?;
        let review_id = match recorded {
            Some(monitored) => {
                let request = monitored.with_answer(answer.clone());
                // Serialising plain data with string keys cannot fail.
                let bytes = if state.keep_analyses { serde_json::to_vec(&request) } else { Ok(Vec::new()) };
                let bytes = bytes.unwrap_or_default();
                record(&state, &caller, &bytes, &request, &monitor.report).await?.and_then(|entered| entered.id())
            }
            None => None,
        };
        let (claims, verdict) = (monitor.report.claims.len(), monitor.report.verdict.as_str());
        let ms = milliseconds(asked.into_std());
        tracing::info!(provider, model, ending = ending.as_str(), claims, verdict, ms, "streamed");
        Ok(StreamAnswer {
            partial: ending != StreamEnding::Complete,
            all_clear: ending == StreamEnding::Complete && holds(&monitor),
            provider,
            model,
            answer,
            ending,
            error,
            monitor,
            prompt_tokens: usage.prompt_tokens,
            completion_tokens: usage.completion_tokens,
            tries,
            first_delta_ms: whole_ms(first_delta),
            elapsed_ms: whole_ms(asked.elapsed()),
            review_id: review_id.and_then(|id| u64::try_from(id).ok()),
        })
    }
}

/// What a question needs, and what of it is at hand. The evidence is lent, not copied.
fn knowledge(monitored: &mut MonitorRequest) -> Result<KnowledgeCheck, InputError> {
    let request = KnowledgeRequest {
        question: monitored.question.clone().unwrap_or_default(),
        sources: std::mem::take(&mut monitored.sources),
        facts: std::mem::take(&mut monitored.facts),
        scope: monitored.scope.clone(),
        history: std::mem::take(&mut monitored.history),
        locale: monitored.locale.clone(),
    };
    let knowledge = required_knowledge(&request)?;
    (monitored.sources, monitored.facts, monitored.history) = (request.sources, request.facts, request.history);
    Ok(knowledge)
}

/// Tells what is said, until there is no more or the monitor stops it.
async fn listen(
    state: &AppState,
    stream: &mut ChatStream<'_>,
    mut monitor: Monitor,
    events: &Sender,
    (provider, asked): (&str, Instant),
) -> Result<Said, Unfinished> {
    let mut first_delta = None;
    let failed = |error: LlmError| (StreamEnding::Failed, Some(error.into_input_error(provider)));
    let (ending, error) = loop {
        let said = match stream.next().await {
            Ok(Some(said)) => said,
            Ok(None) => match stream.finish() {
                Finish::Stop | Finish::Unknown => break (StreamEnding::Complete, None),
                Finish::Length => break (StreamEnding::Length, None),
                Finish::ContentFilter => break (StreamEnding::Filtered, None),
                Finish::Other(_) => break failed(LlmError::BadBody { what: "it ends for a reason of its own" }),
            },
            Err(error) => break failed(error),
        };
        let push = move || {
            let pushed = push(&mut monitor, &said);
            Ok((monitor, pushed))
        };
        let pushed;
        (monitor, pushed) = state.in_turn(state.analysis_by(), push).await.map_err(InputError::from)?;
        let Pushed { text, update, refused } = pushed;
        if !text.is_empty() {
            first_delta.get_or_insert_with(|| {
                let first = asked.elapsed();
                measures::first_delta(provider, first.as_secs_f64());
                first
            });
            tell(events, events::event("delta", &StreamDelta { text })).await?;
        }
        if !(update.settled.is_empty() && update.warnings.is_empty()) {
            tell(events, events::event("update", &update)).await?;
        }
        if update.should_interrupt {
            break (StreamEnding::Interrupted, None);
        }
        if let Some(error) = refused {
            break (StreamEnding::Failed, Some(error));
        }
    };
    if monitor.text().trim().is_empty() {
        let empty =
            || InputError::field(ErrorCode::EmptyAnswer, "answer", format!("is empty: {provider} said nothing"));
        return Err(Unfinished::NotAnswered(error.unwrap_or_else(empty)));
    }
    let (usage, tries) = (stream.usage(), stream.tries());
    Ok(Said { monitor, ending, error, usage, tries, first_delta: first_delta.unwrap_or_default() })
}

/// Gives the monitor a piece, as far as it takes it: not beyond an interruption or the longest answer.
fn push(monitor: &mut Monitor, said: &str) -> Pushed {
    let mut pushed = Pushed { text: String::new(), update: MonitorUpdate::default(), refused: None };
    let mut rest = said;
    while !rest.is_empty() && !pushed.update.should_interrupt {
        let (piece, after) = rest.split_at(rest.floor_char_boundary(PUSH_BYTES));
        match monitor.push(piece) {
            Ok(update) => {
                pushed.text.push_str(piece);
                let known = std::mem::replace(&mut pushed.update, update);
                pushed.update.settled.splice(0..0, known.settled);
                pushed.update.warnings.splice(0..0, known.warnings);
            }
            Err(error) => {
                pushed.refused = Some(error);
                break;
            }
        }
        rest = after;
    }
    pushed
}

fn interruption(monitor: &Monitor) -> Bytes {
    let surest = monitor.warnings().iter().max_by(|a, b| a.confidence.0.total_cmp(&b.confidence.0));
    let length = u32::try_from(monitor.text().len()).unwrap_or(u32::MAX);
    let told = surest.map(|warning| StreamInterruption { warning: warning.clone(), length });
    // There is a warning: it is why the answer was interrupted.
    told.map_or(COMMENT, |told| events::event("interruption", &told))
}

/// Whether an answer may stand as it is.
fn holds(monitor: &MonitorReport) -> bool {
    monitor.report.verdict == Verdict::Clean && monitor.response.edits.is_empty() && !monitor.should_interrupt
}

async fn tell(events: &Sender, event: Bytes) -> Result<(), Unfinished> {
    match timeout(STUCK, events.send(Ok(event))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Unfinished::Abandoned),
    }
}

/// Sends something from time to time, for ever; nothing where the client has more to read than it takes.
async fn keep_alive(events: &Sender) -> Infallible {
    let mut alive = events::alive().await;
    loop {
        alive.tick().await;
        let _ = events.try_send(Ok(COMMENT));
    }
}

fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl From<InputError> for Unfinished {
    fn from(error: InputError) -> Self {
        Unfinished::NotChecked(error)
    }
}
