//! Traces for an OpenTelemetry collector, where the environment names one ([`settings`]); else nothing at all.
//!
//! A span says what was done, how long it took, and how many there were of what. It never holds a text from outside, and the types see
//! to it: [`Span`] takes counts, words of this program (`&'static str`) and, in one place, names that the operator wrote. The spans are
//! made through OpenTelemetry's own interface, not through `tracing`: nothing that another crate writes there can get out.
//!
//! - [`export`]: the collector, the bounded queue before it, and what is said where it is away;
//! - [`analysis`]: what a report comes to, as counts;
//! - [`settings`]: the variables of the environment.
//!
//! Nothing here waits for a collector but [`Tracing::finish`], which has a limit.

mod analysis;
mod caller;
mod export;
mod settings;

use std::borrow::Cow;
use std::future::Future;
use std::ops::Deref;
use std::sync::OnceLock;

use opentelemetry::trace::{FutureExt as _, SpanBuilder, SpanContext, Status, TraceContextExt as _, Tracer as _};
use opentelemetry::{Array, Context, ContextGuard, KeyValue, StringValue, Value};
use opentelemetry_sdk::trace::SdkTracer;

pub(crate) use analysis::{analysis, counts};
pub(crate) use caller::{of_environment, of_headers};
pub use export::{Process, Tracing};
pub(crate) use opentelemetry::trace::SpanKind;

/// Who makes spans; nobody until [`Process::begin`] has found a collector.
static TRACER: OnceLock<SdkTracer> = OnceLock::new();

/// Whether spans are made.
pub(crate) fn are_made() -> bool {
    TRACER.get().is_some()
}

/// Reading or writing what is stored, as a part of what is at hand; `module` is the one that does it.
pub(crate) fn store(what: &'static str, module: &'static str, system: &'static str) -> Span {
    if !are_made() {
        return Span::default();
    }
    let part = module.rsplit_once("store::").map_or("store", |(_, part)| part);
    let span = Span::part(format!("{what} {part}"), SpanKind::Client);
    span.word("db.system.name", system);
    span.word("groundcheck.store.part", part);
    span
}

/// A span, or nothing where nobody traces. It ends when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Span(Carried);

/// The span that work belongs to, for work that goes on elsewhere: another task, another thread. Ends nothing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Carried(Option<Context>);

impl Span {
    /// What this process does for somebody: a trace of its own, or the next part of the caller's.
    pub(crate) fn of_caller(name: impl Into<Cow<'static, str>>, kind: SpanKind, caller: Option<SpanContext>) -> Self {
        let Some(tracer) = TRACER.get() else { return Span::default() };
        let parent = caller.map_or_else(Context::new, |caller| Context::new().with_remote_span_context(caller));
        Span::begin(tracer, name.into(), kind, &parent)
    }

    /// A part of what is at hand; nothing where that is not traced.
    pub(crate) fn part(name: impl Into<Cow<'static, str>>, kind: SpanKind) -> Self {
        let Some(tracer) = TRACER.get() else { return Span::default() };
        let parent = Context::current();
        if !parent.span().is_recording() {
            return Span::default();
        }
        Span::begin(tracer, name.into(), kind, &parent)
    }

    fn begin(tracer: &SdkTracer, name: Cow<'static, str>, kind: SpanKind, parent: &Context) -> Self {
        let span = tracer.build_with_context(SpanBuilder::from_name(name).with_kind(kind), parent);
        Span(Carried(Some(parent.with_span(span))))
    }
}

impl Deref for Span {
    type Target = Carried;

    fn deref(&self) -> &Carried {
        &self.0
    }
}

impl Drop for Span {
    fn drop(&mut self) {
        if let Some(context) = &self.0.0 {
            context.span().end();
        }
    }
}

impl Carried {
    /// Of what is at hand.
    pub(crate) fn here() -> Self {
        Carried(TRACER.get().map(|_| Context::current()))
    }

    /// Whether anybody will see it.
    pub(crate) fn is_recorded(&self) -> bool {
        self.0.as_ref().is_some_and(|context| context.span().is_recording())
    }

    /// How many there were.
    pub(crate) fn count(&self, key: impl Into<Cow<'static, str>>, count: impl TryInto<i64>) {
        if self.is_recorded() {
            self.set(key.into(), Value::I64(count.try_into().unwrap_or(i64::MAX)));
        }
    }

    /// A word of this program's.
    pub(crate) fn word(&self, key: &'static str, word: &'static str) {
        self.set(key.into(), word.into());
    }

    /// The same where there can be several.
    pub(crate) fn words(&self, key: &'static str, words: &[&'static str]) {
        let words = words.iter().map(|word| StringValue::from(*word)).collect();
        self.set(key.into(), Value::Array(Array::String(words)));
    }

    /// Whether.
    pub(crate) fn flag(&self, key: &'static str, is: bool) {
        self.set(key.into(), Value::Bool(is));
    }

    /// A name that the operator wrote in a setting. Never a text of a request, an answer or a file.
    pub(crate) fn operators_name(&self, key: &'static str, name: &str) {
        if self.is_recorded() {
            self.set(key.into(), name.to_owned().into());
        }
    }

    /// Another name, of the operator's words and this program's.
    pub(crate) fn rename(&self, name: String) {
        if let Some(context) = &self.0 {
            context.span().update_name(name);
        }
    }

    /// What kind of error it ended in.
    pub(crate) fn failed(&self, kind: &'static str) {
        self.word("error.type", kind);
        if let Some(context) = &self.0 {
            context.span().set_status(Status::error(""));
        }
    }

    fn set(&self, key: Cow<'static, str>, value: Value) {
        if let Some(context) = &self.0 {
            context.span().set_attribute(KeyValue::new(key, value));
        }
    }

    /// The number of its trace, as logs name it.
    pub(crate) fn trace_id(&self) -> Option<String> {
        let context = self.0.as_ref().filter(|context| context.has_active_span())?;
        Some(context.span().span_context().trace_id().to_string())
    }

    /// Does this work as its part.
    pub(crate) async fn around<T>(&self, work: impl Future<Output = T>) -> T {
        match &self.0 {
            Some(context) => work.with_context(context.clone()).await,
            None => work.await,
        }
    }

    /// What follows on this thread is its part, until the guard is dropped.
    pub(crate) fn enter(&self) -> Option<ContextGuard> {
        self.0.clone().map(Context::attach)
    }
}
