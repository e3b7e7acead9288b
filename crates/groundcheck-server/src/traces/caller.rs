//! Whose trace is continued: W3C Trace Context, version 00 and what later versions begin with.
//!
//! `tracestate` and baggage are not read: they are texts from outside, and would go out with every span.

use std::env;

use axum::http::HeaderMap;
use opentelemetry::trace::{SpanContext, TraceState};
use opentelemetry::{SpanId, TraceFlags, TraceId};

use super::TRACER;

const TRACEPARENT: &str = "traceparent";

/// The caller that a request names, where spans are made at all. What is not valid, or there twice, names nobody.
pub(crate) fn of_headers(headers: &HeaderMap) -> Option<SpanContext> {
    TRACER.get()?;
    let mut values = headers.get_all(TRACEPARENT).iter();
    let value = values.next().filter(|_| values.next().is_none())?;
    parent(value.to_str().ok()?)
}

/// The caller that the environment names: what runs this command in CI sets `TRACEPARENT`.
pub(crate) fn of_environment() -> Option<SpanContext> {
    TRACER.get()?;
    parent(&env::var("TRACEPARENT").ok()?)
}

/// Reads `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01`.
fn parent(text: &str) -> Option<SpanContext> {
    // Later versions may add fields behind a further `-`.
    let (known, more) = text.split_at_checked(55)?;
    let mut fields = known.split('-');
    let mut field = |length: usize| {
        let field = fields.next()?;
        let is_hex = field.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        (field.len() == length && is_hex).then_some(field)
    };
    let (version, trace, span, flags) = (field(2)?, field(32)?, field(16)?, field(2)?);
    if version == "ff" || !(more.is_empty() || version != "00" && more.starts_with('-')) {
        return None;
    }
    let flags = TraceFlags::new(u8::from_str_radix(flags, 16).ok()?) & TraceFlags::SAMPLED;
    let (trace, span) = (TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?);
    let caller = SpanContext::new(trace, span, flags, true, TraceState::NONE);
    caller.is_valid().then_some(caller)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_is_read_exactly_or_not_at_all() {
        const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
        const SPAN: &str = "00f067aa0ba902b7";
        for (flags, is_sampled) in [("01", true), ("00", false), ("03", true), ("fe", false)] {
            let caller = parent(&format!("00-{TRACE}-{SPAN}-{flags}")).expect("a caller");
            assert_eq!((caller.trace_id().to_string(), caller.span_id().to_string()), (TRACE.into(), SPAN.into()));
            assert_eq!((caller.is_sampled(), caller.is_remote()), (is_sampled, true), "{flags}");
        }
        assert!(parent(&format!("01-{TRACE}-{SPAN}-01-new")).is_some());
        let upper = TRACE.to_uppercase();
        for wrong in [
            String::new(),
            format!("00-{TRACE}-{SPAN}"),
            format!("00-{TRACE}-{SPAN}-1"),
            format!("00-{TRACE}-{SPAN}-01-new"),
            format!("01-{TRACE}-{SPAN}-01new"),
            format!("ff-{TRACE}-{SPAN}-01"),
            format!("00-{upper}-{SPAN}-01"),
            format!("00-+{}-{SPAN}-01", &TRACE[1..]),
            format!("00-{}-{SPAN}-01", "0".repeat(32)),
            format!("00-{TRACE}-{}-01", "0".repeat(16)),
            format!("00-{TRACE}0-{}-01", &SPAN[1..]),
            format!(" 00-{TRACE}-{SPAN}-01"),
            format!("00-{TRACE}-{SPAN}-0é"),
        ] {
            assert_eq!(parent(&wrong), None, "{wrong:?}");
        }
    }
}
