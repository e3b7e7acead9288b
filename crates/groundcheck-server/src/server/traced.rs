//! A span for each request, by the conventions for HTTP, from its head to the last byte of its answer. Of the request it has the method,
//! the route that it matched and the version: no path, no query, no header, no address, no body.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, Request};
use axum::http::Version;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};

use super::error::Refused;
use super::log::method_name;
use crate::traces::{self, Span, SpanKind};

/// Traces a request, as a part of its caller's trace where it names one.
pub async fn trace(request: Request, next: Next) -> Response {
    if !traces::are_made() {
        return next.run(request).await;
    }
    let method = Some(method_name(request.method())).filter(|method| *method != "other");
    // The page's files have no route: their names are whatever somebody asks for.
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let name = method.unwrap_or("HTTP");
    let name = route.as_ref().map_or_else(|| name.to_owned(), |route| format!("{name} {route}"));
    let span = Span::of_caller(name, SpanKind::Server, traces::of_headers(request.headers()));
    span.word("http.request.method", method.unwrap_or("_OTHER"));
    span.word("url.scheme", "http");
    if let Some(route) = &route {
        span.operators_name("http.route", route);
    }
    let version = match request.version() {
        Version::HTTP_10 => "1.0",
        Version::HTTP_2 => "2",
        _ => "1.1",
    };
    span.word("network.protocol.version", version);
    let response = span.around(next.run(request)).await;
    if !span.is_recorded() {
        return response;
    }
    let status = response.status();
    span.count("http.response.status_code", status.as_u16());
    let refused = response.extensions().get::<Refused>().map(|refused| refused.0.as_str());
    if let Some(code) = refused {
        span.word("groundcheck.error.code", code);
    }
    if status.is_server_error() {
        span.failed(refused.unwrap_or("internal"));
    }
    response.map(|body| Body::new(Traced { body, _span: span }))
}

/// An answer on its way out. The span ends with it, however it ends.
struct Traced {
    body: Body,
    _span: Span,
}

impl HttpBody for Traced {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
