//! The column of notes, which only some rows fill.

use core::ops::Range;

use super::{Entry, Row};
use crate::lexicon::labels;

/// The number of a note has so many digits at most.
const LONGEST_NOTE: usize = 2;

/// Under a heading `Note` the number of a note stands before a row's values: `5`, `438,216`, `417,905`. It is none of them.
pub(super) fn take_out(text: &str, block: &mut Vec<Entry>) {
    let own = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default().trim();
    let is_named = |entry: &Entry| match entry {
        Entry::Words(words) => labels::NOTES.iter().any(|note| note.eq_ignore_ascii_case(own(words))),
        _ => false,
    };
    let Some(named) = block.iter().position(is_named) else { return };
    for entry in &mut block[named..] {
        if let Entry::Row(Row { below, .. }) = entry
            && let [note, rest @ ..] = &below[..]
            && !rest.is_empty()
            && note.len() <= LONGEST_NOTE
            && rest.iter().all(|value| value.len() > LONGEST_NOTE)
        {
            below.remove(0);
        }
    }
    // Over dates it is no heading of theirs.
    let over_dates: Vec<bool> = (0..block.len())
        .map(|at| at >= named && is_named(&block[at]) && matches!(block.get(at + 1), Some(Entry::Dates(_))))
        .collect();
    let mut over_dates = over_dates.into_iter();
    block.retain(|_| !over_dates.next().unwrap_or(false));
}
