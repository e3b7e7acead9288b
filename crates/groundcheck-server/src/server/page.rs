//! The page, which a release has inside and a build for development reads from `dist/`: its files, how long they keep, and the policy its inline scripts need.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::HeaderValue;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::server::encoding::Encoding;

#[derive(RustEmbed)]
#[folder = "../../dist"]
#[allow_missing = true]
struct Dist;

/// The document that every path of the page is served with.
const INDEX: &str = "index.html";

/// One file of the page.
#[derive(Debug)]
pub struct Asset {
    pub(super) bytes: Bytes,
    /// The same compressed, one for each of [`Encoding::ALL`]; set by [`Page::pack`], and none where that makes them no fewer.
    packed: [OnceLock<Option<Bytes>>; Encoding::ALL.len()],
    pub(super) media_type: &'static str,
    pub(super) etag: HeaderValue,
    /// Its name holds its content's hash, so it never changes.
    pub(super) immutable: bool,
}

impl Asset {
    /// Its bytes compressed, once they are.
    pub(super) fn packed(&self, encoding: Encoding) -> Option<&Bytes> {
        self.packed[encoding as usize].get()?.as_ref()
    }

    fn pack(&self) {
        for encoding in Encoding::ALL {
            let fewer = |packed: &Bytes| packed.len() < self.bytes.len();
            self.packed[encoding as usize].get_or_init(|| encoding.pack(&self.bytes).filter(fewer));
        }
    }
}

/// All files of the page.
#[derive(Debug)]
pub struct Page {
    files: HashMap<String, Asset>,
    content_security_policy: HeaderValue,
}

impl Page {
    /// The page of `dist/`; without files where that was empty when this was built, or, in development, when it starts.
    #[must_use]
    pub fn embedded() -> Self {
        Page::new(Dist::iter().filter_map(|path| {
            let file = Dist::get(&path)?;
            Some((path.into_owned(), file.data))
        }))
    }

    /// A page of these files, by path without a leading slash.
    pub fn new(files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>) -> Self {
        let files: HashMap<String, Asset> = files
            .into_iter()
            .map(|(path, bytes)| {
                let hash = STANDARD.encode(Sha256::digest(&bytes));
                // Weak: the same file also goes out compressed.
                let etag = HeaderValue::try_from(format!("W/\"{hash}\"")).unwrap_or(HeaderValue::from_static("W/\"\""));
                let media_type = media_type(&path);
                let immutable = has_hash(&path);
                let bytes = match bytes {
                    Cow::Borrowed(bytes) => Bytes::from_static(bytes),
                    Cow::Owned(bytes) => Bytes::from(bytes),
                };
                (path, Asset { bytes, packed: Default::default(), media_type, etag, immutable })
            })
            .collect();
        let index = files.get(INDEX).map(|index| String::from_utf8_lossy(&index.bytes).into_owned());
        let content_security_policy = content_security_policy(&index.unwrap_or_default());
        Page { files, content_security_policy }
    }

    /// Whether there is a page at all.
    #[must_use]
    pub fn is_built(&self) -> bool {
        self.files.contains_key(INDEX)
    }

    /// The file at this path of the URL. Paths without a file extension are views of the page, which its own router shows.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Asset> {
        let path = path.trim_start_matches('/');
        self.files.get(path).or_else(|| {
            let last = path.rsplit('/').next().unwrap_or_default();
            (!last.contains('.')).then(|| self.files.get(INDEX)).flatten()
        })
    }

    /// Compresses every file well. It takes seconds; until then each request is compressed quickly, as other answers are.
    pub fn pack(&self) {
        self.files.values().for_each(Asset::pack);
    }

    pub(super) fn content_security_policy(&self) -> &HeaderValue {
        &self.content_security_policy
    }
}

/// Everything from here and nothing else; inline scripts only as they stand in this `index.html`, by their hash.
fn content_security_policy(index: &str) -> HeaderValue {
    let hashes: String = inline_scripts(index)
        .map(|script| format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script.replace("\r\n", "\n")))))
        .collect();
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{hashes}; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
    // Base64 and the words above are all visible ASCII.
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

/// The contents of the `<script>` elements without `src`, as Trunk writes them: tags in lower case, no `>` in attributes.
fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.match_indices("<script").filter_map(|(at, tag)| {
        let rest = &html[at + tag.len()..];
        let (attributes, rest) = rest.split_once('>')?;
        let (content, _) = rest.split_once("</script")?;
        let opens = attributes.is_empty() || attributes.starts_with(char::is_whitespace);
        let has_src = attributes.split_whitespace().any(|attribute| attribute.starts_with("src="));
        (opens && !has_src).then_some(content)
    })
}

/// Whether a part of the name is a hash, as Trunk writes it: `web-1f2e3d4c5b6a7988_bg.wasm`.
fn has_hash(path: &str) -> bool {
    path.split(['/', '-', '_', '.']).any(|part| {
        (12..=64).contains(&part.len())
            && part.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
            && part.bytes().any(|b| b.is_ascii_digit())
    })
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_without_src_are_allowed_by_hash_and_no_others() {
        let index = "<script type=\"module\">\nimport init from '/a.js';\r\n</script><script src=\"/b.js\"></script><scripty>x</scripty>";
        let scripts: Vec<&str> = inline_scripts(index).collect();
        assert_eq!(scripts, ["\nimport init from '/a.js';\r\n"]);
        let policy = content_security_policy("<script>alert(1)</script>");
        // The hash of `alert(1)` as browsers print it when they refuse it.
        let hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='";
        assert!(policy.to_str().unwrap().contains(hash), "{policy:?}");
        assert!(!content_security_policy("").to_str().unwrap().contains("sha256"));
    }

    #[test]
    fn only_names_with_a_hash_keep_for_ever() {
        for path in ["web-1f2e3d4c5b6a7988.js", "web-1f2e3d4c5b6a7988_bg.wasm", "snippets/x-1f2e3d4c5b6a7988/a.js"] {
            assert!(has_hash(path), "{path}");
        }
        for path in ["index.html", "favicon.svg", "web.js", "facade-decade.js", "2024-12-01.txt"] {
            assert!(!has_hash(path), "{path}");
        }
    }

    #[test]
    fn views_get_the_index_and_missing_files_nothing() {
        let page = Page::new([("index.html".to_owned(), Cow::Borrowed(&b"<p>"[..]))]);
        for path in ["/", "/live", "/reports/1"] {
            assert!(page.get(path).is_some(), "{path}");
        }
        for path in ["/gone.js", "/../Cargo.toml", "/a/../b.txt"] {
            assert!(page.get(path).is_none(), "{path}");
        }
        assert!(!Page::new([]).is_built());
    }
}
