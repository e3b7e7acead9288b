//! What reads other formats: facts as CSV, web pages, documents, links.

use std::panic;

use groundcheck_files::{FileError, Kind};
use groundcheck_server::urls::Gate;
use groundcheck_types::Facts;

/// The readers of documents give up on some damaged files with a panic, which `groundcheck_files` catches. libFuzzer's own hook would
/// end the process before it does; without it, what nobody catches still ends it. A panic in our own code is a find even if it is caught.
pub fn quiet() {
    panic::set_hook(Box::new(|about| {
        let is_ours = about.location().is_some_and(|at| at.file().contains("groundcheck"));
        let is_caught = std::env::var_os("GROUNDCHECK_FUZZ").is_some_and(|name| name == "file" || name == "html");
        if is_ours || !is_caught {
            eprintln!("{about}");
            std::process::abort();
        }
    }));
}

/// The bytes as a table of facts.
pub fn csv(bytes: &[u8]) {
    let _ = groundcheck::import_facts(&Facts::Csv(String::from_utf8_lossy(bytes).into_owned()));
}

/// The bytes as whatever file they are by their first bytes.
pub fn file(bytes: &[u8]) {
    let Some(kind) = groundcheck_files::kind(bytes) else { return };
    let _ = groundcheck_files::read(kind, bytes);
}

/// The bytes as a web page: a page is text, so none is refused for what is in it.
pub fn html(bytes: &[u8]) {
    match groundcheck_files::read(Kind::Html, bytes) {
        Ok(contents) => assert!(contents.parts.iter().all(|part| !part.text.contains('\0'))),
        Err(error) => assert_eq!(error, FileError::NoText(Kind::Html)),
    }
}

/// The bytes as a link. What is let through has a public host, and judged again in its canonical form it is the same.
pub fn url(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let gate = Gate::new(Vec::new());
    let Ok(target) = gate.judge(&text) else { return };
    assert!(matches!(target.url.scheme(), "http" | "https"));
    assert!(target.url.username().is_empty() && target.url.password().is_none());
    if let Ok(address) = target.host.trim_matches(['[', ']']).parse() {
        assert!(groundcheck_server::urls::addresses::rule_of(address).policy() == groundcheck_types::UrlPolicy::Allow);
    }
    // Written out with all its escapes it may be too long.
    match gate.judge(target.url.as_str()) {
        Ok(again) => assert_eq!(again.url, target.url),
        Err(refused) => assert_eq!(refused.rule, groundcheck_types::UrlRule::TooLong),
    }
}
