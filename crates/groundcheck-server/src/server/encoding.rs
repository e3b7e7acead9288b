//! How the page's files are compressed: once and well, not for each request and quickly.

use std::io::Write;

use axum::body::Bytes;
use axum::http::header::ACCEPT_ENCODING;
use axum::http::{HeaderMap, HeaderValue};
use brotli::enc::BrotliEncoderParams;

/// A way to compress that browsers know, the better one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
}

/// Of 0 to 11: with 11 wasm is 13 % smaller and takes sixteen times as long.
const BROTLI_QUALITY: i32 = 9;

/// Repetitions are looked for in the last 2^22 bytes, as servers and browsers do by default.
const BROTLI_WINDOW: i32 = 22;

impl Encoding {
    pub(super) const ALL: [Encoding; 2] = [Encoding::Brotli, Encoding::Gzip];

    /// As `Content-Encoding` has it.
    pub(super) fn name(self) -> HeaderValue {
        HeaderValue::from_static(self.token())
    }

    fn token(self) -> &'static str {
        match self {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gzip",
        }
    }

    /// The one that these headers prefer, and of equals the better one (RFC 9110, 12.5.3).
    pub(super) fn accepted(headers: &HeaderMap) -> Option<Encoding> {
        let lists = || headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
        let weight_of = |wanted: &str| {
            lists().flat_map(|list| list.split(',')).find_map(|item| {
                let (name, weight) = item.split_once(';').unwrap_or((item, "q=1"));
                let weight = weight.trim().to_ascii_lowercase();
                let weight = weight.strip_prefix("q=").and_then(|weight| weight.trim().parse::<f64>().ok());
                name.trim().eq_ignore_ascii_case(wanted).then(|| weight.unwrap_or(0.0))
            })
        };
        let weight = |encoding: &Encoding| weight_of(encoding.token()).or_else(|| weight_of("*")).unwrap_or(0.0);
        let accepted = Encoding::ALL.into_iter().filter(|encoding| weight(encoding) > 0.0);
        // Of equals the last is the greatest.
        accepted.rev().max_by(|one, two| weight(one).total_cmp(&weight(two)))
    }

    /// These bytes compressed.
    pub(super) fn pack(self, bytes: &[u8]) -> Option<Bytes> {
        let mut packed = Vec::new();
        match self {
            Encoding::Brotli => {
                let own = BrotliEncoderParams { quality: BROTLI_QUALITY, lgwin: BROTLI_WINDOW, ..Default::default() };
                brotli::BrotliCompress(&mut &bytes[..], &mut packed, &own).ok()?;
            }
            Encoding::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::best());
                writer.write_all(bytes).and_then(|()| writer.finish().map(drop)).ok()?;
            }
        }
        Some(Bytes::from(packed))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn the_better_encoding_that_is_accepted_is_taken() {
        for (accept, encoding) in [
            ("gzip, deflate, br, zstd", Some(Encoding::Brotli)),
            ("gzip", Some(Encoding::Gzip)),
            ("GZIP;q=0.5", Some(Encoding::Gzip)),
            ("br;q=0, gzip;q=0.1", Some(Encoding::Gzip)),
            ("br ; q=0.0", None),
            ("br;q=", None),
            ("brotli, x-gzip", None),
            ("gzip, br;q=0.5", Some(Encoding::Gzip)),
            ("br;Q=0.5, gzip;q=0.5", Some(Encoding::Brotli)),
            ("*", Some(Encoding::Brotli)),
            ("br;q=0, *;q=0.1", Some(Encoding::Gzip)),
            ("*;q=0", None),
            ("identity", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accept))]);
            assert_eq!(Encoding::accepted(&headers), encoding, "{accept:?}");
        }
        let mut two = HeaderMap::new();
        two.append(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        two.append(ACCEPT_ENCODING, HeaderValue::from_static("br"));
        assert_eq!(Encoding::accepted(&two), Some(Encoding::Brotli));
        assert_eq!(Encoding::accepted(&HeaderMap::new()), None);
    }

    #[test]
    fn what_is_packed_is_smaller_and_comes_out_as_it_was() {
        let text = "The NOI for Birch House was $1,200,000. ".repeat(500).into_bytes();
        let sizes = Encoding::ALL.map(|encoding| {
            let packed = encoding.pack(&text).unwrap();
            assert!(packed.len() < text.len() / 50, "{encoding:?}: {}", packed.len());
            let mut out = Vec::new();
            match encoding {
                Encoding::Brotli => brotli::Decompressor::new(&packed[..], 4096).read_to_end(&mut out).unwrap(),
                Encoding::Gzip => flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut out).unwrap(),
            };
            assert_eq!(out, text);
            packed.len()
        });
        assert!(sizes[0] < sizes[1], "the better one comes first: {sizes:?}");
    }
}
