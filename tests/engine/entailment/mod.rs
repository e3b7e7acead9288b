//! The LLM verifier's engine: `data/entailment.toml` and what document 5 asks for.

mod arithmetic;
mod defects;
mod document_5;
mod guard;
mod properties;
mod texts;

use groundcheck_types::Source;

/// Sources `S0`, `S1` … with these texts.
fn sources(texts: &[impl AsRef<str>]) -> Vec<Source> {
    let source = |(place, text): (usize, &_)| named(&format!("S{place}"), AsRef::<str>::as_ref(text));
    texts.iter().enumerate().map(|(place, text)| source((place, text))).collect()
}

fn named(id: &str, text: &str) -> Source {
    Source { id: id.to_owned(), text: text.to_owned(), title: None, url: None, kind: None }
}

/// What cannot be foreseen elsewhere is constant here.
const NONCE: &str = "4f2a90c1d7b35e68";
