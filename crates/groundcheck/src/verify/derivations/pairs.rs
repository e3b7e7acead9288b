//! Two values that a sentence sets in relation: both named by its words, or one of them and one that stands beside it.
//!
//! ```text
//! | Title         | Budget | Actual |
//! | The Salt Road | 18,500 | 21,230 |      The Salt Road ran 2,730 over its budget   ->   21,230 − 18,500
//! ```

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::operands::{Chooser, MOST_OPERANDS, MOST_ROWS};
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::overlap;
use crate::verify::words::Stem;

/// Two values in line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'s> {
    /// The one that the sentence names first, first.
    pub(super) cells: [&'s Mention; 2],
    /// Whether the sentence names both of them apart; else it names the first, and the other stands beside it.
    pub(super) both: bool,
    /// Whether it names at least the first apart; else only what they have in common.
    pub(super) apart: bool,
    /// Which of the sentence's pieces names the first.
    pub(super) at: usize,
}

/// At most this many values that a sentence names are looked at with what stands beside them.
pub(super) const MOST_ANCHORS: usize = 8;
/// At most this many values beside one are looked at.
pub(super) const MOST_MATES: usize = 48;
/// How many sentences before and behind one are looked at.
const NEAR_SENTENCES: u32 = 4;

/// The sentence's words, each with its place.
pub(super) struct Heard<'a> {
    pub(super) words: Vec<(usize, Stem)>,
    pub(super) sources: &'a Sources,
}

impl Heard<'_> {
    /// Whether the cell's labels hold the word.
    pub(super) fn says(&self, cell: &Mention, stem: Stem) -> bool {
        let place = &self.sources.places[cell.place as usize];
        match (cell.column, &cell.near) {
            (Some(column), _) => {
                place.labels.binary_search(&stem).is_ok()
                    || self.sources.columns[column as usize].labels.binary_search(&stem).is_ok()
            }
            (None, Some(near)) => near.binary_search(&stem).is_ok() || cell.noun == Some(stem),
            (None, None) => place.labels.binary_search(&stem).is_ok(),
        }
    }

    /// Where the sentence names what this cell has and the other has not.
    fn own(&self, cell: &Mention, other: &Mention) -> Option<usize> {
        // What a sentence counts names it best.
        let counted = || self.words.iter().find(|(_, stem)| cell.noun == Some(*stem)).map(|(at, _)| *at);
        if cell.column.is_none()
            && cell.noun != other.noun
            && let Some(at) = counted()
        {
            return Some(at);
        }
        self.words.iter().find(|(_, stem)| self.says(cell, *stem) && !self.says(other, *stem)).map(|(at, _)| *at)
    }

    /// How many of the sentence's words name one of the two.
    pub(super) fn covers(&self, pair: [&Mention; 2]) -> usize {
        self.words.iter().filter(|(_, stem)| pair.iter().any(|cell| self.says(cell, *stem))).count()
    }

    /// Whether the sentence names the columns of some of these cells and not of the others.
    pub(super) fn names_one_column(&self, cells: &[&Mention]) -> bool {
        let under = |cell: &Mention, stem: Stem| {
            cell.column.is_some_and(|c| self.sources.columns[c as usize].labels.binary_search(&stem).is_ok())
        };
        self.words.iter().any(|(_, stem)| {
            let named = cells.iter().filter(|cell| under(cell, *stem)).count();
            named > 0 && named < cells.len()
        })
    }

    /// Whether the sentence names the row whole.
    pub(super) fn names_row(&self, cell: &Mention) -> bool {
        let labels = &self.sources.places[cell.place as usize].labels;
        !labels.is_empty() && labels.iter().all(|label| self.words.iter().any(|(_, stem)| stem == label))
    }
}

/// Two things that the sentence names apart and that stand in line; with `mates` also one that it names and one beside that.
/// `alike` asks for two values of one sort, which may be of different times.
pub(super) fn pairs<'s>(
    chooser: &Chooser<'_, 's>,
    heard: &Heard<'_>,
    cells: &[&'s Mention],
    alike: bool,
    mates: bool,
) -> Vec<Pair<'s>> {
    let in_line = |a: &Mention, b: &Mention| {
        a.place == b.place
            || (a.column.is_some() && a.column == b.column)
            || (chooser.place(a).source == chooser.place(b).source
                && (a.column.is_none() || chooser.column(a) == chooser.column(b)))
    };
    // From January to April is from one time to another.
    let same_time = |a: &Mention, b: &Mention| {
        let together = || a.periods.iter().any(|p| b.periods.iter().any(|q| overlap(p.period, q.period)));
        alike || a.periods.is_empty() || b.periods.is_empty() || together()
    };
    let sort = |a: &Mention, b: &Mention| !alike || chooser.is_like(a, b);
    let mut out = Vec::new();
    for (i, a) in cells.iter().enumerate() {
        for b in &cells[i + 1..] {
            if !in_line(a, b) || !same_time(a, b) || !sort(a, b) {
                continue;
            }
            let (Some(here), Some(there)) = (heard.own(a, b), heard.own(b, a)) else { continue };
            let cells = if here <= there { [*a, *b] } else { [*b, *a] };
            out.push((heard.covers(cells), Pair { cells, both: true, apart: true, at: here.min(there) }));
        }
    }
    for anchor in cells.iter().take(if mates { MOST_ANCHORS } else { 0 }) {
        for other in chooser.mates(anchor) {
            if !same_time(anchor, other) || !sort(anchor, other) {
                continue;
            }
            // Of two values of a row only the row may be named: `jars brought in C`.
            let labels = &chooser.place(anchor).labels;
            let named = || heard.words.iter().find(|(_, stem)| labels.contains(stem)).map(|(at, _)| *at);
            let of_row = || if anchor.place == other.place { named() } else { None };
            match (heard.own(anchor, other).or_else(of_row), heard.own(other, anchor)) {
                (Some(here), Some(there)) => {
                    let cells = if here <= there { [*anchor, other] } else { [other, *anchor] };
                    out.push((heard.covers(cells), Pair { cells, both: true, apart: true, at: here.min(there) }));
                }
                (Some(at), None) => {
                    let cells = [*anchor, other];
                    out.push((
                        heard.covers(cells),
                        Pair { cells, both: false, apart: heard.own(anchor, other).is_some(), at },
                    ));
                }
                _ => {}
            }
        }
    }
    // The pair that most of the sentence's words name is meant.
    let most = out.iter().map(|(covered, _)| *covered).max().unwrap_or(0);
    let mut out: Vec<Pair<'s>> = out.into_iter().filter(|(covered, _)| *covered == most).map(|(_, p)| p).collect();
    if out.iter().any(|pair| pair.both) {
        out.retain(|pair| pair.both);
    }
    out
}

/// Values of one sort under one heading, or in one text, each of which the sentence names by a word that no other has: all that it
/// lists, `lift passes, ski school and restaurants`.
pub(super) fn named_together<'s>(
    chooser: &Chooser<'_, 's>,
    heard: &Heard<'_>,
    cells: &[&'s Mention],
) -> Vec<Vec<&'s Mention>> {
    let mut out: Vec<Vec<&'s Mention>> = Vec::new();
    for anchor in cells.iter().take(MOST_ANCHORS) {
        let like = |m: &Mention| chooser.is_like(anchor, m) && m.column == anchor.column && m.unit == anchor.unit;
        let mut line: Vec<&'s Mention> =
            core::iter::once(*anchor).chain(chooser.mates(anchor)).filter(|m| like(m)).collect();
        line.retain({
            let all = line.clone();
            move |m| {
                let only = |stem: Stem| {
                    let others = all.iter().filter(|other| other.span != m.span);
                    heard.says(m, stem) && !others.into_iter().any(|other| heard.says(other, stem))
                };
                heard.words.iter().any(|(_, stem)| only(*stem))
            }
        });
        crate::sort::by_key(&mut line, |m| (m.place, m.span.start));
        let known = |own: &Vec<&Mention>| own.iter().map(|m| m.span.start).eq(line.iter().map(|m| m.span.start));
        if (2..=MOST_OPERANDS).contains(&line.len()) && !out.iter().any(known) {
            out.push(line);
        }
    }
    out
}

impl<'s> Chooser<'_, 's> {
    /// What stands beside a value: in its row, under its heading, or in its sentence and those next to it.
    pub(super) fn mates(&self, anchor: &'s Mention) -> Vec<&'s Mention> {
        let sources = self.sources();
        let place = self.place(anchor);
        let near = (anchor.place.saturating_sub(NEAR_SENTENCES)..=anchor.place + NEAR_SENTENCES)
            .filter(|_| anchor.column.is_none());
        let under = anchor.column.map(|c| sources.columns[c as usize].rows.clone()).unwrap_or_default().take(MOST_ROWS);
        let in_line = |m: &&Mention| m.column == anchor.column || m.place == anchor.place;
        near.chain(under)
            .filter_map(|p| sources.places.get(p as usize))
            .filter(|p| p.source == place.source && p.is_row == place.is_row)
            .flat_map(|p| p.mentions.clone())
            .map(|i| &sources.mentions[i as usize])
            .filter(in_line)
            .filter(|m| m.span != anchor.span && (self.fits(m) || self.is_counted(anchor, m)))
            .take(MOST_MATES)
            .collect()
    }

    /// Whether a number in words counts what stands in this value's sentence: `two of its 27 sites`, `six flats at $14,200 each`.
    fn is_counted(&self, anchor: &Mention, number: &Mention) -> bool {
        number.place == anchor.place
            && number.kind == ClaimKind::Number
            && number.value.number().is_some_and(|v| v > Decimal::ONE)
    }

    /// Whether two values are of one thing: in its row under headings of words, in its column where each row is another metric of it.
    pub(super) fn is_of_one_thing(&self, a: &Mention, b: &Mention) -> bool {
        a.place == b.place || a.column.is_none() || self.column(a).is_empty() || !a.periods.is_empty()
    }
}
