//! What stands over the columns: dates, one a line or all on one, days over years, groups of columns, words.

use core::ops::Range;

use super::super::{is_year, names_month};
use super::{Entry, is_heading, line};

/// Headings of words have at most so many.
const LONGEST_HEADING: usize = 6;
/// At most so many groups of columns have a heading of their own.
const MOST_GROUPS: usize = 3;

/// What heads a table: what stands over the labels, over equal groups of columns, over each, and whether these are dates alone.
#[derive(Debug, Default)]
pub(super) struct Heading {
    pub(super) corner: Option<Range<usize>>,
    pub(super) over: Vec<Range<usize>>,
    pub(super) columns: Vec<Range<usize>>,
    /// What stands under the dates, a word a column: `Actual Adopted Adopted`.
    pub(super) under: Vec<Range<usize>>,
    pub(super) alone: bool,
}

/// The heading right over the first row, and the first entry behind it.
pub(super) fn heading(text: &str, block: &[Entry], first: usize, count: usize) -> (Option<Heading>, usize) {
    let before = block.get(..first).unwrap_or_default();
    let (is_stacked, dated) = match block.get(first) {
        Some(Entry::Row(row)) => (!row.below.is_empty(), row.dated),
        _ => (false, false),
    };
    // Dates, one a line or all on one, each with the words that stand before all of them.
    let last = before.iter().rposition(|entry| is_heading(text, entry));
    if let Some(last) = last {
        let mut columns: Vec<Range<usize>> = Vec::new();
        let (mut over, mut alone, mut from) = (Vec::new(), true, last);
        for (at, entry) in before[..=last].iter().enumerate().rev().take_while(|(_, entry)| is_heading(text, entry)) {
            let mut own: Vec<Range<usize>> = match entry {
                Entry::Dates(dates) => dates.clone(),
                Entry::Row(row) => {
                    alone = false;
                    // A day before a single year is that column's: `December 31,`, `2023`.
                    match row.values() {
                        [year] if count > 1 && !row.label.is_empty() => {
                            core::iter::once(row.label.start..year.end).collect()
                        }
                        values => {
                            over = Some(row.label.clone()).into_iter().filter(|label| !label.is_empty()).collect();
                            values.to_vec()
                        }
                    }
                }
                Entry::Words(_) => Vec::new(),
            };
            own.append(&mut columns);
            (columns, from) = (own, at);
            if columns.len() >= count {
                break;
            }
        }
        if let Some(columns) = in_two_lines(&before[..=last], count).filter(|_| count > 1) {
            return (Some(Heading { columns, ..Heading::default() }), last + 1);
        }
        if columns.len() != count {
            let groups = columns;
            let named = named(text, &before[last + 1..], count);
            let named = named.filter(|_| is_stacked && count.is_multiple_of(groups.len()));
            let heading = named.map(|columns| Heading { over: groups, columns, ..Heading::default() });
            let top = if heading.is_some() { first } else { last + 1 };
            return (heading, top);
        }
        if over.is_empty() {
            over = groups(text, &before[..from], &mut columns);
        }
        let under = match before.get(last + 1..) {
            Some([Entry::Words(range), ..]) if !is_stacked && is_short(text, range) => line::words(text, range.clone()),
            _ => Vec::new(),
        };
        // A group's name or the first line of a label says no word twice.
        let own = |word: &Range<usize>| text.get(word.clone()).unwrap_or_default();
        let repeats =
            under.iter().enumerate().any(|(at, word)| under[..at].iter().any(|other| own(other) == own(word)));
        let (under, top) = if under.len() == count && repeats { (under, last + 2) } else { (Vec::new(), last + 1) };
        return (Some(Heading { over, columns, under, alone, ..Heading::default() }), top);
    }
    let date = |range: &Range<usize>| text.get(range.clone()).is_some_and(is_year);
    let under = usize::from(is_stacked && matches!(before.last(), Some(Entry::Words(range)) if date(range)));
    let words: Vec<&Range<usize>> = words_above(before).skip(under).take_while(|range| is_short(text, range)).collect();
    if is_stacked && count > 1 && words.len() >= count {
        // Years under each other, each with a value for every name: what the names are of stands over them.
        let corner = words[count..].iter().find(|range| dated && !says_when(text, range)).map(|range| (*range).clone());
        let columns = words[..count].iter().rev().map(|range| (*range).clone()).collect();
        return (Some(Heading { corner, columns, ..Heading::default() }), first - under);
    }
    // `Americas EMEA Total` over rows of three values
    if let Some(Entry::Words(range)) = before.last()
        && !is_stacked
        && count > 1
    {
        let mut words = line::words(text, range.clone());
        if let Some(lengths) = lengths(text, &words, count) {
            words = lengths;
        } else if !is_short(text, range) {
            words.clear();
        }
        if words.len() == count {
            return (Some(Heading { columns: words, ..Heading::default() }), first);
        }
    }
    (None, first.saturating_sub(1))
}

/// A single date between the names of several columns and their rows heads these rows, as the next one does others:
/// `Europe`, `Americas`, `2024`, `Sales`, `12.1`, `8.4`.
pub(super) fn group_by_date(text: &str, block: &mut [Entry]) {
    let mut columns = None;
    for at in 0..block.len() {
        let Some(Entry::Dates(dates)) = block.get(at) else { continue };
        // Dates under each other head columns.
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| block.get(at));
        let has_more = beside.into_iter().any(|entry| matches!(entry, Entry::Dates(_)));
        let ([date], false) = (&dates[..], has_more) else {
            columns = None;
            continue;
        };
        let date = date.clone();
        let below = block[at + 1..].iter().take(2).find_map(|entry| match entry {
            Entry::Row(row) if !row.below.is_empty() => Some(row.below.len()),
            _ => None,
        });
        let named = |count: usize| {
            let names = words_above(&block[..at]).take(count);
            names.filter(|range| is_short(text, range) && !says_when(text, range)).count() == count
        };
        columns = below.filter(|count| *count > 1 && (columns == Some(*count) || named(*count)));
        if columns.is_some() {
            block[at] = Entry::Words(date);
        }
    }
}

/// The columns of several periods, each told in two lines: `6 months ended`, `30 June 2025`.
fn in_two_lines(before: &[Entry], count: usize) -> Option<Vec<Range<usize>>> {
    let own = before.get(before.len().checked_sub(2 * count)?..)?;
    own.chunks_exact(2)
        .map(|pair| match pair {
            [Entry::Words(words), Entry::Dates(dates)] if dates.len() == 1 => Some(words.start..dates[0].end),
            _ => None,
        })
        .collect()
}

/// The name of a column has at most so many lines.
const MOST_LINES: usize = 2;

/// The names of so many columns, a line each or two, right above the first row.
fn named(text: &str, between: &[Entry], count: usize) -> Option<Vec<Range<usize>>> {
    let lines: Vec<&Range<usize>> = words_above(between).collect();
    let lines: Vec<&Range<usize>> = lines.into_iter().rev().collect();
    if !lines.iter().all(|line| is_short(text, line)) {
        return None;
    }
    let each = lines.len() / count;
    let is_whole = lines.len() == each * count && (1..=MOST_LINES).contains(&each);
    is_whole.then(|| lines.chunks_exact(each).map(|own| own[0].start..own[each - 1].end).collect())
}

/// Lengths of time, one a column: `1 month 3 months 1 year`.
pub(super) fn lengths(text: &str, words: &[Range<usize>], count: usize) -> Option<Vec<Range<usize>>> {
    let are_lengths = words.len() == 2 * count && words.iter().step_by(2).all(|word| is_count(text, word));
    are_lengths.then(|| words.chunks_exact(2).map(|pair| pair[0].start..pair[1].end).collect())
}

fn is_count(text: &str, range: &Range<usize>) -> bool {
    text.get(range.clone()).is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()))
}

/// What stands over equal groups of dated columns, `Three Months Ended September 30,` and `Nine Months Ended September 30,`. A day on
/// the line before the first year is the last one's.
fn groups(text: &str, before: &[Entry], columns: &mut [Range<usize>]) -> Vec<Range<usize>> {
    let mut lines: Vec<Range<usize>> = words_above(before).take(2 * MOST_GROUPS).cloned().collect();
    lines.reverse();
    let own = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
    let taken = columns.first().and_then(|first| Some(first.start..first.start + own(first).find('\n')?));
    if let Some(day) = taken.filter(|day| line::is_day_alone(text, day)) {
        lines.push(day);
    }
    let mut out: Vec<Range<usize>> = Vec::new();
    for line in lines {
        match out.last_mut() {
            Some(last) if line::is_day_alone(text, &line) && !says_when(text, last) => last.end = line.end,
            _ => out.push(line),
        }
    }
    let first = out.iter().rposition(|group| !says_when(text, group)).map_or(0, |at| at + 1);
    let out = out.split_off(first);
    let is_whole = !out.is_empty() && columns.len().is_multiple_of(out.len());
    if let (true, Some(column), Some(last)) = (is_whole && out.len() > 1, columns.first_mut(), out.last())
        && column.start < last.end
    {
        column.start = column.end - own(&(last.end..column.end)).trim_start().len();
    }
    if is_whole && out.iter().all(|group| columns.iter().all(|column| group.end <= column.start)) {
        out
    } else {
        Vec::new()
    }
}

/// The lines of words right above, the nearest first.
fn words_above(before: &[Entry]) -> impl Iterator<Item = &Range<usize>> {
    before.iter().rev().map_while(|entry| match entry {
        Entry::Words(range) => Some(range),
        _ => None,
    })
}

/// Whether a line says when the years under it end: `Year Ended January 31,`.
fn says_when(text: &str, range: &Range<usize>) -> bool {
    text.get(range.clone()).is_some_and(names_month)
}

/// Whether a line of words may head a column.
fn is_short(text: &str, range: &Range<usize>) -> bool {
    let body = text.get(range.clone()).unwrap_or_default();
    body.split_whitespace().count() <= LONGEST_HEADING && !body.ends_with([':', '.']) && !body.starts_with('(')
}
