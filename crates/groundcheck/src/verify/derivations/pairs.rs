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

/// The sentence's words that the sources know, each with its piece.
pub(super) struct Heard<'s> {
    words: Vec<(usize, Stem)>,
    sources: &'s Sources,
}

/// Which of the heard words name a value: a bit for each.
type Names = u128;

impl<'s> Heard<'s> {
    pub(super) fn of(mut words: Vec<(usize, Stem)>, sources: &'s Sources) -> Self {
        words.retain(|(_, stem)| sources.term(*stem).is_some());
        words.truncate(Names::BITS as usize);
        Heard { words, sources }
    }

    /// Whether one of the heard words is among these.
    pub(super) fn is_any_of(&self, labels: &[Stem]) -> bool {
        self.words.iter().any(|(_, stem)| labels.contains(stem))
    }

    /// Which of the heard words name the value.
    pub(super) fn names(&self, cell: &Mention) -> Names {
        let says = |stem: Stem| says(self.sources, cell, stem);
        self.words.iter().enumerate().fold(0, |names, (i, (_, stem))| names | (Names::from(says(*stem)) << i))
    }

    /// The piece of the first of these words.
    fn at(&self, names: Names) -> Option<usize> {
        self.words.get(names.trailing_zeros() as usize).map(|(at, _)| *at)
    }

    /// Where the sentence names what the first value has and the other has not.
    fn own(&self, (cell, names): (&Mention, Names), (other, others): (&Mention, Names)) -> Option<usize> {
        // What a sentence counts names it best.
        let counted = || self.words.iter().find(|(_, stem)| cell.noun == Some(*stem)).map(|(at, _)| *at);
        let counted = if cell.column.is_none() && cell.noun != other.noun { counted() } else { None };
        counted.or_else(|| self.at(names & !others))
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

/// Whether a value's labels hold the word.
pub(super) fn says(sources: &Sources, cell: &Mention, stem: Stem) -> bool {
    let labels = &sources.places[cell.place as usize].labels;
    match (cell.column, &cell.near) {
        (Some(column), _) => {
            labels.binary_search(&stem).is_ok() || sources.columns[column as usize].labels.binary_search(&stem).is_ok()
        }
        (None, Some(near)) => near.binary_search(&stem).is_ok() || cell.noun == Some(stem),
        (None, None) => labels.binary_search(&stem).is_ok(),
    }
}

/// Which two values may be set in relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Any of one time.
    Any,
    /// Two of one sort, of whatever times.
    Alike,
    /// An amount and a share, of one time: `$240,000, two thirds of which`.
    PartAndShare,
}

/// Two things that the sentence names apart and that stand in line; with `mates` also one that it names and one beside that.
pub(super) fn pairs<'s>(
    chooser: &Chooser<'_, 's>,
    heard: &Heard<'_>,
    cells: &[&'s Mention],
    wanted: Wanted,
    mates: bool,
) -> Vec<Pair<'s>> {
    let in_line = |a: &Mention, b: &Mention| {
        a.place == b.place
            || (a.column.is_some() && a.column == b.column)
            || (chooser.place(a).source == chooser.place(b).source
                && (a.column.is_none() || chooser.column(a) == chooser.column(b)))
    };
    let fits = |a: &Mention, b: &Mention| match wanted {
        Wanted::Any => same_time(a, b),
        // From January to April is from one time to another.
        Wanted::Alike => chooser.is_like(a, b),
        Wanted::PartAndShare => is_share(a) != is_share(b) && same_time(a, b),
    };
    let mut out: Vec<Pair<'s>> = Vec::new();
    // The pair that most of the sentence's words name is meant.
    let mut most = 0;
    let mut add = |a: (&'s Mention, Names), b: (&'s Mention, Names), fits: &dyn Fn() -> bool, beside: bool| {
        let covered = (a.1 | b.1).count_ones();
        if covered < most {
            return;
        }
        let (here, there) = (heard.own(a, b), heard.own(b, a));
        // Of two values of a row only the row may be named: `jars brought in C`.
        let labels = || chooser.place(a.0).labels.as_slice();
        let of_row = || heard.words.iter().find(|(_, stem)| labels().contains(stem)).map(|(at, _)| *at);
        let of_row = if beside && here.is_none() && a.0.place == b.0.place { of_row() } else { None };
        let Some(at) = here.or(of_row).filter(|_| (beside || there.is_some()) && fits()) else { return };
        let (cells, at) = match there {
            Some(there) if there < at => ([b.0, a.0], there),
            _ => ([a.0, b.0], at),
        };
        if covered > most {
            most = covered;
            out.clear();
        }
        out.push(Pair { cells, both: there.is_some(), apart: here.is_some() || there.is_some(), at });
    };
    let named: Vec<(&'s Mention, Names)> = cells.iter().map(|cell| (*cell, heard.names(cell))).collect();
    for (i, a) in named.iter().enumerate() {
        for b in &named[i + 1..] {
            add(*a, *b, &|| in_line(a.0, b.0) && fits(a.0, b.0), false);
        }
    }
    for a in named.iter().take(if mates { MOST_ANCHORS } else { 0 }) {
        for b in chooser.mates(a.0) {
            add(*a, (b, heard.names(b)), &|| fits(a.0, b), true);
        }
    }
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
        let line = core::iter::once(*anchor).chain(chooser.mates(anchor)).filter(|m| like(m));
        let line: Vec<(&'s Mention, Names)> = line.map(|m| (m, heard.names(m))).collect();
        let (once, twice) = line.iter().fold((0, 0), |(once, twice), (_, own)| (once | own, twice | (once & own)));
        let named = line.into_iter().filter(|(_, own)| own & once & !twice != 0);
        let mut line: Vec<&'s Mention> = named.map(|(m, _)| m).collect();
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

/// Whether two values may be of one time.
pub(super) fn same_time(a: &Mention, b: &Mention) -> bool {
    let together = || a.periods.iter().any(|p| b.periods.iter().any(|q| overlap(p.period, q.period)));
    a.periods.is_empty() || b.periods.is_empty() || together()
}

/// Whether a value is told as a part of another: `38 %`, `two thirds of it`.
pub(super) fn is_share(m: &Mention) -> bool {
    m.kind == ClaimKind::Percentage
}
