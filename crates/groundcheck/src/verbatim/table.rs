//! What is written where, to be looked up as it is written.

use super::index::At;
use crate::{fnv, sort};

/// Texts to where they stand, by their hash: a text of many numbers has as many codes.
#[derive(Debug, Clone, Default)]
pub(super) struct Table(Vec<(u64, At)>);

impl Table {
    pub(super) fn add(&mut self, text: &str, at: At) {
        self.0.push((fnv::of(text), at));
    }

    /// Puts it in order; of two that are the same, the first stays.
    pub(super) fn close(&mut self) {
        sort::by_number(&mut self.0, |(hash, _)| *hash);
        self.0.dedup_by_key(|(hash, _)| *hash);
        self.0.shrink_to_fit();
    }

    pub(super) fn get(&self, text: &str) -> Option<At> {
        let hash = fnv::of(text);
        self.0.binary_search_by_key(&hash, |(own, _)| *own).ok().and_then(|at| self.0.get(at)).map(|(_, at)| *at)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
