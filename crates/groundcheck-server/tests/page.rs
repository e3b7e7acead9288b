//! How the page is served, on a small page of the shape that Trunk builds.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use axum::response::Response;
use groundcheck_server::server::page::Page;
use groundcheck_server::server::{AppState, Limits, router};
use groundcheck_types::Policy;
use http_body_util::BodyExt;
use tower::ServiceExt;

const INDEX: &str = "<!doctype html><script type=\"module\">alert(1)</script><p>page</p>";
const SCRIPT: &str = "web-1f2e3d4c5b6a7988.js";
const WASM: &str = "web-1f2e3d4c5b6a7988_bg.wasm";

fn wasm() -> Vec<u8> {
    [b"\0asm\x01\0\0\0".as_slice(), &[0x0b; 2000]].concat()
}

fn page() -> Page {
    let script = "export default 1; // and so on, and so on, and so on, and so on\n".repeat(50);
    let files: [(&str, Vec<u8>); 4] =
        [("index.html", INDEX.into()), (SCRIPT, script.into()), (WASM, wasm()), ("favicon.svg", b"<svg/>".to_vec())];
    Page::new(files.map(|(path, bytes)| (path.to_owned(), Cow::Owned(bytes))))
}

async fn send(page: Page, request: axum::http::request::Builder) -> Response {
    let request = request.header("host", "localhost").body(Body::empty()).unwrap();
    router(AppState::new(Policy::default(), page, Limits::default())).oneshot(request).await.unwrap()
}

async fn body(response: Response) -> Vec<u8> {
    response.into_body().collect().await.unwrap().to_bytes().to_vec()
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers.get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn the_document_is_asked_for_each_time_and_hashed_files_keep_for_ever() {
    for (path, media_type, keep) in [
        ("/", "text/html; charset=utf-8", "no-cache"),
        ("/live", "text/html; charset=utf-8", "no-cache"),
        ("/favicon.svg", "image/svg+xml", "no-cache"),
        ("/web-1f2e3d4c5b6a7988.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/web-1f2e3d4c5b6a7988_bg.wasm", "application/wasm", "public, max-age=31536000, immutable"),
    ] {
        let response = send(page(), Request::get(path)).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(header(response.headers(), "content-type"), media_type, "{path}");
        assert_eq!(header(response.headers(), "cache-control"), keep, "{path}");
    }
}

#[tokio::test]
async fn its_inline_script_is_allowed_by_hash() {
    let response = send(page(), Request::get("/")).await;
    let csp = header(response.headers(), "content-security-policy");
    // The hash of `alert(1)`.
    let script_src = "script-src 'self' 'wasm-unsafe-eval' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';";
    assert!(csp.contains(script_src), "{csp}");
    assert_eq!(body(response).await, INDEX.as_bytes());
}

#[tokio::test]
async fn what_the_browser_has_is_not_sent_again() {
    let response = send(page(), Request::get("/")).await;
    let etag = header(response.headers(), "etag").to_owned();
    let again = send(page(), Request::get("/").header("if-none-match", format!("W/\"x\", {etag}"))).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert!(again.headers().contains_key("content-security-policy"));
    assert!(body(again).await.is_empty());
    let other = send(page(), Request::get("/").header("if-none-match", "W/\"x\"")).await;
    assert_eq!(other.status(), StatusCode::OK);
}

#[tokio::test]
async fn text_is_compressed_for_who_takes_it() {
    for coding in ["br", "gzip"] {
        let response = send(page(), Request::get(format!("/{SCRIPT}")).header("accept-encoding", coding)).await;
        assert_eq!(header(response.headers(), "content-encoding"), coding);
        assert!(header(response.headers(), "vary").contains("accept-encoding"));
        assert!(body(response).await.len() < 400);
    }
    let plain = send(page(), Request::get(format!("/{SCRIPT}"))).await;
    assert!(!plain.headers().contains_key("content-encoding"));
}

#[tokio::test]
async fn a_packed_page_is_the_same_page_for_who_takes_it() {
    let packed = |method: &str, accept: &str| {
        let page = page();
        page.pack();
        send(page, Request::builder().method(method).uri(format!("/{WASM}")).header("accept-encoding", accept))
    };
    let wasm = wasm();
    // Here the quick way leaves wasm alone: what is compressed was packed.
    let quick = send(page(), Request::get(format!("/{WASM}")).header("accept-encoding", "br")).await;
    assert!(!quick.headers().contains_key("content-encoding"));
    let etag = header(quick.headers(), "etag").to_owned();
    for (accept, encoding) in [("gzip, br", "br"), ("gzip", "gzip"), ("br;q=0", "")] {
        let response = packed("GET", accept).await;
        assert_eq!(header(response.headers(), "content-encoding"), encoding);
        assert_eq!(response.headers().get_all("vary").iter().collect::<Vec<_>>(), ["accept-encoding"]);
        assert_eq!(header(response.headers(), "etag"), etag);
        let sent = body(response).await;
        let mut out = Vec::new();
        match encoding {
            "br" => std::io::copy(&mut brotli::Decompressor::new(&sent[..], 4096), &mut out),
            "gzip" => std::io::copy(&mut flate2::read::GzDecoder::new(&sent[..]), &mut out),
            _ => std::io::copy(&mut &sent[..], &mut out),
        }
        .unwrap();
        assert_eq!(out, wasm, "{accept}");
        let head = packed("HEAD", accept).await;
        assert_eq!(header(head.headers(), "content-encoding"), encoding);
        assert!(body(head).await.is_empty());
    }
    let page = page();
    page.pack();
    let known = Request::get(format!("/{WASM}")).header("accept-encoding", "br").header("if-none-match", etag);
    let known = send(page, known).await;
    assert_eq!(known.status(), StatusCode::NOT_MODIFIED);
    assert!(!known.headers().contains_key("content-encoding") && body(known).await.is_empty());
}

#[tokio::test]
async fn what_is_not_there_is_not_found_and_nothing_is_written() {
    for (request, status) in [
        (Request::get("/gone.js"), StatusCode::NOT_FOUND),
        (Request::get("/../Cargo.toml"), StatusCode::NOT_FOUND),
        (Request::get("/%2e%2e/Cargo.toml"), StatusCode::NOT_FOUND),
        (Request::post("/"), StatusCode::METHOD_NOT_ALLOWED),
        (Request::delete("/index.html"), StatusCode::METHOD_NOT_ALLOWED),
    ] {
        assert_eq!(send(page(), request).await.status(), status);
    }
}

#[tokio::test]
async fn without_a_page_it_says_how_to_build_one() {
    let response = send(Page::new([]), Request::get("/")).await;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    let text = String::from_utf8(body(response).await).unwrap();
    assert!(text.contains("cargo xtask serve"), "{text}");
    let health = send(Page::new([]), Request::get("/api/health")).await;
    assert!(String::from_utf8(body(health).await).unwrap().contains("\"page\":\"missing\""));
}
