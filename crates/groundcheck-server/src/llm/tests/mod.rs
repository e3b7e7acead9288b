//! Providers on loopback and made-up ones: their shapes, their faults, and what is made of them.

mod patience;
mod shapes;
mod sockets;
mod streams;

use std::time::Duration;

use groundcheck_types::ProviderKind;
use url::Url;

use super::{Provider, StructuredOutput};

/// A provider at this address, with nothing special about it.
pub(super) fn provider(base_url: &str, kind: ProviderKind) -> Provider {
    Provider {
        name: "test".to_owned(),
        kind,
        base_url: Url::parse(base_url).unwrap(),
        key: None,
        model: Some("m".to_owned()),
        prices: [].into(),
        requests_per_minute: None,
        concurrency: 4,
        timeout: Duration::from_secs(60),
        structured_output: StructuredOutput::Auto,
    }
}
