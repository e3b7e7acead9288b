//! Sources as they were given, and the list of facts behind them.

use groundcheck_types::{Fact, Source};

use super::facts::FactTable;
use super::prepare::Sources;
use crate::document::Utf16Index;

/// A source, ready to be compared with.
#[derive(Debug, Clone)]
pub(crate) struct PreparedSource {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) title: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) utf16: Utf16Index,
    /// What its cells are of, where it is the list of facts.
    pub(crate) table: Option<FactTable>,
}

impl PreparedSource {
    pub(super) fn of(source: &Source) -> Self {
        PreparedSource {
            id: source.id.clone(),
            text: source.text.clone(),
            title: source.title.clone(),
            url: source.url.clone(),
            utf16: Utf16Index::new(&source.text),
            table: None,
        }
    }

    /// As it was given.
    pub(crate) fn as_given(&self) -> Source {
        let PreparedSource { id, text, title, url, .. } = self;
        Source { id: id.clone(), text: text.clone(), title: title.clone(), url: url.clone(), kind: None }
    }
}

impl Sources {
    /// The sources without the list of facts.
    pub(crate) fn given(&self) -> &[PreparedSource] {
        self.sources.get(..self.sources.len() - usize::from(self.table().is_some())).unwrap_or_default()
    }

    /// The list of facts.
    pub(crate) fn table(&self) -> Option<&FactTable> {
        self.sources.last().and_then(|source| source.table.as_ref())
    }

    /// The facts, as the request has them.
    pub(crate) fn facts(&self) -> &[Fact] {
        self.table().map_or(&[], |table| &table.facts)
    }

    /// Whether there is anything to check an answer against.
    pub(crate) fn has_evidence(&self) -> bool {
        self.has_text || self.has_facts
    }
}
