//! The passage of a source that a claim's evidence stands in: its text cut at the evidence, its tables as tables.

use std::ops::Range;

use groundcheck::document::{Table, tables};
use groundcheck_types::{Claim, Evidence, Span, Status};

use super::open::shown_candidates;

/// What a marked place of a source is to the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// What the source says about the same thing: it bears the claim out, or it is what the claim should have said.
    Right,
    /// The claim's figure, but about something else.
    Wrong,
    /// The place that the reader looks at, of those that an open claim may be about.
    Looked,
    /// Another one of those.
    Place,
    /// Something else the status rests on.
    Basis,
}

impl Role {
    /// The class it is drawn with.
    pub fn class(self) -> &'static str {
        match self {
            Role::Right => "evidence-mark is-right",
            Role::Wrong => "evidence-mark is-wrong",
            Role::Looked => "evidence-mark is-basis is-looked",
            Role::Place | Role::Basis => "evidence-mark is-basis",
        }
    }
}

/// A place of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// In UTF-8 bytes of the source's text.
    pub span: Span,
    /// What it is to the claim.
    pub role: Role,
}

/// A run of text with one role, or none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The text, exactly as it stands.
    pub text: String,
    /// What it is to the claim.
    pub role: Option<Role>,
}

/// A cell as it is drawn; its role is that of the gravest mark in it.
pub type Cell = Vec<Run>;

/// A part of a passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// Running text.
    Text(Vec<Run>),
    /// A table, with the rows that matter; `cut` where some were left out.
    Table {
        /// Its header rows.
        head: Vec<Vec<Cell>>,
        /// The other rows.
        body: Vec<Vec<Cell>>,
        /// Whether rows are missing.
        cut: bool,
    },
}

/// A part of a source around the evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// In the order of the source.
    pub blocks: Vec<Block>,
    /// Whether something of the source is left out.
    pub cut: bool,
}

/// How much of a long source is drawn on each side of the evidence.
const CONTEXT_BYTES: usize = 1_500;
/// Sources up to here are drawn whole.
const WHOLE_BYTES: usize = 8_000;
/// Tables up to this many rows are drawn whole.
const WHOLE_ROWS: usize = 60;
/// How many rows of a longer table are drawn on each side of the evidence.
const CONTEXT_ROWS: usize = 15;

/// The sources that a claim's evidence names, the one with the nearest value first; of an open claim those of its candidates too,
/// the one that is looked at before all others.
pub fn sources_of(claim: &Claim, looked: Option<usize>) -> Vec<String> {
    let nearest = claim.nearest.as_ref().and_then(|n| n.source.clone());
    let candidates = shown_candidates(claim);
    let looked = looked.and_then(|at| candidates.get(at));
    let places = looked.into_iter().chain(candidates).flat_map(|c| &c.evidence);
    let rest = places.chain(&claim.evidence).filter_map(|e| e.source.clone());
    let mut ids: Vec<String> = Vec::new();
    for id in nearest.into_iter().chain(rest) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// The facts that a claim's evidence names, by their place in the list.
pub fn facts_of(claim: &Claim) -> Vec<u32> {
    let nearest = claim.nearest.as_ref().and_then(|n| n.fact);
    let mut facts: Vec<u32> = nearest.into_iter().chain(claim.evidence.iter().filter_map(|e| e.fact)).collect();
    facts.sort_unstable();
    facts.dedup();
    facts
}

/// The marked places of one source, in order and apart from each other; `looked` is the candidate of an open claim that the reader
/// looks at.
pub fn marks(claim: &Claim, source: &str, looked: Option<usize>) -> Vec<Mark> {
    let nearest = claim.nearest.as_ref().filter(|n| n.source.as_deref() == Some(source)).and_then(|n| n.span);
    let of_source = claim.evidence.iter().filter(|e| e.source.as_deref() == Some(source));
    let mut marks: Vec<Mark> = nearest.map(|span| Mark { span, role: Role::Right }).into_iter().collect();
    marks.extend(of_source.filter_map(|e| Some(Mark { span: e.span?, role: role(claim, e) })));
    for (at, candidate) in shown_candidates(claim).iter().enumerate() {
        let role = if looked == Some(at) { Role::Looked } else { Role::Place };
        let of_source = candidate.evidence.iter().filter(|e| e.source.as_deref() == Some(source));
        marks.extend(of_source.filter_map(|e| Some(Mark { span: e.span?, role })));
    }
    // Where two overlap, the one that says most wins: right before wrong before the rest.
    marks.sort_by_key(|m| (m.role as u8, m.span.start));
    let mut kept: Vec<Mark> = Vec::with_capacity(marks.len());
    for mark in marks {
        if mark.span.start < mark.span.end && !kept.iter().any(|k| k.span.overlaps(mark.span)) {
            kept.push(mark);
        }
    }
    kept.sort_by_key(|m| m.span.start);
    kept
}

fn role(claim: &Claim, evidence: &Evidence) -> Role {
    match claim.status {
        Status::Supported => Role::Right,
        // Nobody knows yet whether it is about something else.
        _ if claim.is_open() => Role::Place,
        _ if evidence.value.is_some() && evidence.value == claim.value => Role::Wrong,
        _ => Role::Basis,
    }
}

/// The source around these marks; the whole of it where it is short or `whole` is asked for.
pub fn passage(text: &str, marks: &[Mark], whole: bool) -> Passage {
    let tables = tables(text);
    let range = if whole || text.len() <= WHOLE_BYTES { 0..text.len() } else { window(text, marks, &tables) };
    let mut blocks = Vec::new();
    let mut cut = range != (0..text.len());
    let mut done = range.start;
    for table in &tables {
        let (start, end) = (table.span.start as usize, table.span.end as usize);
        if start < done || end > range.end || table.span.of(text).is_none() {
            continue;
        }
        push_text(&mut blocks, text, done..start, marks);
        let block = table_block(text, table, marks, whole);
        cut |= matches!(block, Block::Table { cut: true, .. });
        blocks.push(block);
        done = end;
    }
    push_text(&mut blocks, text, done..range.end, marks);
    Passage { blocks, cut }
}

/// From some way before the first mark to some way behind the last, at line or word ends, never through a table.
fn window(text: &str, marks: &[Mark], tables: &[Table]) -> Range<usize> {
    // Places to look at may stand far apart: what is drawn is around the one that is looked at.
    let looked: Vec<Mark> = marks.iter().copied().filter(|m| m.role == Role::Looked).collect();
    let marks = if looked.is_empty() { marks } else { &looked };
    let first = marks.first().map_or(0, |m| m.span.start as usize);
    let last = marks.last().map_or(0, |m| m.span.end as usize).min(text.len());
    let mut start = text.floor_char_boundary(first.saturating_sub(CONTEXT_BYTES).min(text.len()));
    let mut end = text.ceil_char_boundary((last + CONTEXT_BYTES).min(text.len()));
    if start > 0 {
        start = text[start..first.max(start)].find(char::is_whitespace).map_or(start, |i| start + i);
    }
    if end < text.len() {
        end = text[last..end].rfind(char::is_whitespace).map_or(end, |i| last + i);
    }
    for table in tables {
        let (from, to) = (table.span.start as usize, table.span.end as usize);
        if from < start && start < to {
            start = from;
        }
        if from < end && end < to {
            end = to;
        }
    }
    start..end
}

fn push_text(blocks: &mut Vec<Block>, text: &str, range: Range<usize>, marks: &[Mark]) {
    // Empty lines around a table are the table's own margin.
    let part = &text[range.clone()];
    let lead = part.len() - part.trim_start_matches(['\n', '\r']).len();
    let part = part.trim_matches(['\n', '\r']);
    if !part.is_empty() {
        let start = range.start + lead;
        blocks.push(Block::Text(cut(text, start..start + part.len(), marks)));
    }
}

fn table_block(text: &str, table: &Table, marks: &[Mark], whole: bool) -> Block {
    let row = |cells: &Vec<groundcheck::document::TableCell>| -> Vec<Cell> {
        cells.iter().map(|c| cut(text, c.span.start as usize..c.span.end as usize, marks)).collect()
    };
    let head: Vec<Vec<Cell>> = table.rows.iter().take(table.header_rows).map(row).collect();
    let rest: Vec<Vec<Cell>> = table.rows.iter().skip(table.header_rows).map(row).collect();
    if whole || rest.len() <= WHOLE_ROWS {
        return Block::Table { head, body: rest, cut: false };
    }
    let marked: Vec<usize> = rest.iter().enumerate().filter(|(_, r)| r.iter().any(is_marked)).map(|(i, _)| i).collect();
    let near = |i: usize| match marked.as_slice() {
        [] => i < CONTEXT_ROWS * 2,
        marked => marked.iter().any(|m| m.abs_diff(i) <= CONTEXT_ROWS),
    };
    let body = rest.into_iter().enumerate().filter(|(i, _)| near(*i)).map(|(_, r)| r).collect();
    Block::Table { head, body, cut: true }
}

fn is_marked(cell: &Cell) -> bool {
    cell.iter().any(|run| run.role.is_some())
}

/// The role of a cell: its first marked run's.
pub fn cell_role(cell: &Cell) -> Option<Role> {
    cell.iter().find_map(|run| run.role)
}

/// A range of the text cut at its marks; a mark that does not fit loses its role, never text.
fn cut(text: &str, range: Range<usize>, marks: &[Mark]) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut done = range.start;
    for mark in marks {
        let (start, end) = (mark.span.start as usize, mark.span.end as usize);
        if end <= done || start >= range.end || mark.span.of(text).is_none() {
            continue;
        }
        let (start, end) = (start.max(done), end.min(range.end));
        if start > done {
            runs.push(Run { text: text[done..start].to_owned(), role: None });
        }
        runs.push(Run { text: text[start..end].to_owned(), role: Some(mark.role) });
        done = end;
    }
    if done < range.end {
        runs.push(Run { text: text[done..range.end].to_owned(), role: None });
    }
    runs
}

#[cfg(test)]
#[path = "passage_tests.rs"]
mod tests;
