//! What evidence and asker have in writing, read when the first claim of an answer needs it.

use std::sync::OnceLock;

use groundcheck_types::{Evidence, Request};

use super::index::{At, Index};
use super::name;
use super::named::Named;
use super::names::{Fit, Names};
use crate::document::spelling::letters;
use crate::verify::evidence;
use crate::verify::prepare::Sources;

/// What sources and facts have in writing; read when the first quotation, identifier, link or mark of an answer is judged.
#[derive(Debug, Clone, Default)]
pub(crate) struct EvidenceText(OnceLock<Box<Written>>);

impl EvidenceText {
    pub(super) fn is_read(&self) -> bool {
        self.0.get().is_some()
    }

    pub(super) fn written(&self, sources: &Sources) -> &Written {
        self.0.get_or_init(|| Box::new(Written::of(sources)))
    }
}

/// What claims are judged by.
#[derive(Clone, Copy)]
pub(crate) struct Known<'k> {
    pub(crate) sources: &'k Sources,
    pub(crate) evidence_text: &'k EvidenceText,
    pub(crate) said: &'k Said,
    /// Whether a name is looked for as it is written before the evidence is indexed.
    pub(crate) reads_through: bool,
}

#[derive(Debug, Clone)]
pub(super) struct Written {
    pub(super) index: Index,
    /// What citation marks name; read when the first of them is judged.
    named: OnceLock<Named>,
    /// Read when the first name is judged that is not written so.
    names: OnceLock<Names>,
}

impl Written {
    fn of(sources: &Sources) -> Written {
        let texts = sources.sources.iter().map(|source| (source.text.as_str(), source.url.as_deref()));
        let titles = sources.sources.iter().map(|source| (source.title.as_deref().unwrap_or_default(), None));
        let index = Index::of(texts.chain(titles));
        Written { index, named: OnceLock::new(), names: OnceLock::new() }
    }

    pub(super) fn named(&self, sources: &Sources) -> &Named {
        let texts = || sources.given().iter().map(|source| (source.id.as_str(), source.text.as_str()));
        self.named.get_or_init(|| Named::of(texts()))
    }

    /// Whether it has, or may have, this name.
    pub(super) fn may_have(&self, name: &name::Sought, sources: &Sources) -> bool {
        let texts = || {
            let own = (0..2 * sources.sources.len()).map(|number| self.text(sources, number));
            let named = sources.sources.iter().flat_map(|source| [Some(source.id.as_str()), source.url.as_deref()]);
            own.chain(named.flatten())
        };
        let names = || self.names.get_or_init(|| Names::of(texts()));
        match name.fit(&self.index, |at| self.text(sources, at)) {
            Fit::Has | Fit::Open => true,
            Fit::Mixed => name.may_be_misspelt(&self.index, names()),
            Fit::None => name.may_be_in(names()),
        }
    }

    /// The text with this number: sources, then their titles.
    pub(super) fn text<'s>(&'s self, sources: &'s Sources, number: usize) -> &'s str {
        let count = sources.sources.len();
        let source = |at: usize| sources.sources.get(at);
        match number.checked_sub(count) {
            None => source(number).map_or("", |source| source.text.as_str()),
            Some(title) => source(title).and_then(|source| source.title.as_deref()).unwrap_or_default(),
        }
    }

    /// Whether a source numbers its own parts like this: `[12]`, `C5`.
    pub(super) fn is_marked(&self, id: &str, sources: &Sources) -> bool {
        let is_number = id.bytes().all(|b| b.is_ascii_digit());
        self.named(sources).is_marked(id) || (!is_number && self.index.code(&letters(id)).is_some())
    }

    /// A place as evidence.
    pub(super) fn evidence(&self, at: At, sources: &Sources) -> Evidence {
        let count = sources.sources.len();
        let text = at.text as usize;
        if let Some(source) = sources.sources.get(text) {
            if at.span.start < at.span.end {
                return evidence::quote(source, at.span);
            }
            let url = source.url.clone().unwrap_or_default();
            return Evidence { source: Some(source.id.clone()), text: url, ..Evidence::default() };
        }
        let source = sources.sources.get(text - count);
        Evidence {
            source: source.map(|source| source.id.clone()),
            text: source.and_then(|source| source.title.clone()).unwrap_or_default(),
            ..Evidence::default()
        }
    }
}

/// What the question and the earlier turns have in writing.
#[derive(Debug, Default)]
pub(crate) struct Said {
    texts: Vec<String>,
    index: OnceLock<Index>,
    names: OnceLock<Names>,
}

impl Said {
    pub(crate) fn by(request: &Request) -> Said {
        let turns = request.history.iter().map(|turn| turn.text.as_str());
        Said {
            texts: request.question.as_deref().into_iter().chain(turns).map(str::to_owned).collect(),
            index: OnceLock::new(),
            names: OnceLock::new(),
        }
    }

    pub(super) fn may_have(&self, name: &name::Sought, evidence: &Index) -> bool {
        let names = self.names.get_or_init(|| Names::of(self.texts.iter().map(String::as_str)));
        name.is_said(evidence, self.index(), names)
    }

    pub(super) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(self.texts.iter().map(|text| (text.as_str(), None))))
    }
}
