//! Where in a block of lines one table ends and the next one begins.

use core::ops::Range;

use super::{Entry, headings, is_heading, line};

/// The tables of a block: where headings begin again, of dates or of words over rows that are called by dates, another one does.
pub(super) fn parts(text: &str, block: &[Entry]) -> Vec<Range<usize>> {
    let is_dated = |entry: &Entry| matches!(entry, Entry::Row(row) if row.dated);
    let mut out = Vec::new();
    let mut from = 0;
    let mut has_rows = false;
    // How many dates the part's lines of dates have.
    let mut dates: Vec<usize> = Vec::new();
    // Where the words begin that stand right before.
    let mut words: Option<usize> = None;
    for (at, entry) in block.iter().enumerate() {
        let began = from;
        let heads = is_heading(text, entry);
        if heads && has_rows {
            out.push(from..at);
            (from, has_rows) = (at, false);
        }
        let again = words.filter(|start| at - start >= 2 && is_dated(entry));
        if let Some(start) = again.filter(|start| *start > from && block[from..*start].iter().any(is_dated)) {
            out.push(from..start);
            from = start;
        }
        // Rows of more or fewer values, under words of their own, are another table's.
        let other = words.filter(|start| {
            let around = || [&block[from..*start], &block[*start..at], &block[at..]];
            *start > from && has_other_rows(text, around(), &dates)
        });
        if let Some(start) = other {
            out.push(from..start);
            from = start;
        }
        has_rows |= !heads && matches!(entry, Entry::Row(_));
        words = if matches!(entry, Entry::Words(_)) { words.or(Some(at)) } else { None };
        // There are no dates between the words that start a part and this entry.
        if from != began {
            dates.clear();
        }
        if let Entry::Dates(own) = entry
            && !dates.contains(&own.len())
        {
            dates.push(own.len());
        }
    }
    out.push(from..block.len());
    out
}

/// Whether the last two rows before words have another number of values than the two behind them, each on the line of its label, and the
/// words name the columns of these. A column of notes that only some rows fill is no other table: the dates above, which are so many, are
/// of the rest.
fn has_other_rows(text: &str, [before, words, behind]: [&[Entry]; 3], dates: &[usize]) -> bool {
    let values = |entry: &Entry| match entry {
        Entry::Row(row) if row.below.is_empty() => row.inline.len(),
        _ => 0,
    };
    let ([.., a, b], [c, d, ..]) = (before, behind) else { return false };
    let (own, other) = (values(b), values(c));
    if own == 0 || other < 2 || own == other || values(a) != own || values(d) != other {
        return false;
    }
    let Some(Entry::Words(names)) = words.last() else { return false };
    let names = line::words(text, names.clone());
    let are_named = names.len() == other || headings::lengths(text, &names, other).is_some();
    are_named && !dates.contains(&other)
}

#[cfg(test)]
mod tests {
    use super::super::Row;
    use super::*;

    fn row(values: usize) -> Entry {
        Entry::Row(Row { inline: core::iter::repeat_n(0..0, values).collect(), ..Row::default() })
    }

    /// Where the parts end.
    fn ends(text: &str, block: &[Entry]) -> Vec<usize> {
        parts(text, block).into_iter().map(|part| part.end).collect()
    }

    #[test]
    fn rows_of_other_lengths_under_names_are_another_part() {
        let text = "one two three";
        let words = Entry::Words(0..text.len());
        let dates = |count: usize| Entry::Dates(core::iter::repeat_n(0..3, count).collect());
        let rows = [row(2), row(2), words, row(3), row(3)];
        assert_eq!(ends(text, &rows), [2, 5]);
        // The dates of this part are three, those of the one before count no more.
        assert_eq!(ends(text, &[&[dates(3)][..], &rows].concat()), [6]);
        assert_eq!(ends(text, &[&[dates(3), row(2), dates(2)][..], &rows].concat()), [2, 5, 8]);
    }

    #[test]
    fn words_that_name_no_columns_part_nothing_however_many_there_are() {
        let part = [Entry::Words(0..3), row(2), row(2), Entry::Words(0..3), row(3), row(3)];
        let block = vec![part; 20_000].concat();
        assert_eq!(ends("one two three", &block), [block.len()]);
    }
}
