//! Which values a hint may mean: pairs that the sentence names apart, whole columns and rows, levels and their changes.

use core::cmp::Ordering;

use groundcheck_types::ClaimKind;

use super::operands::{Chooser, MOST_OPERANDS, MOST_ROWS, dated, end};
use super::operation::{Direction, Operation, When};
use super::pairs::Heard;
use super::prose::{before_and_after, neighbours};
use super::sentence::stems_of;
use crate::claims::Period;
use crate::lexicon::ways;
use crate::sort;
use crate::verify::evidence::printed;
use crate::verify::prepare::{Mention, Sources};
use crate::verify::search::overlap;
use crate::verify::words::{Stem, is_total};

/// A candidate: what is computed from which cells.
pub(super) type Found<'s> = (Operation, Vec<&'s Mention>);

/// The rows of a column that the sentence's words name equally: `monetary assets, current` and `non-current`.
pub(super) fn alike_in_column<'s>(cells: &[&'s Mention], sources: &Sources) -> Vec<Vec<&'s Mention>> {
    let named = |m: &Mention| sources.places[m.place as usize].labels.iter().any(|label| !is_total(*label));
    let mut cells: Vec<&Mention> = cells.iter().copied().filter(|m| m.column.is_some() && named(m)).collect();
    sort::by_key(&mut cells, |m| (m.column, m.place));
    let group = |m: &Mention| &sources.places[m.place as usize].group;
    let runs = cells.chunk_by(|a, b| a.column == b.column && group(a) == group(b));
    runs.filter(|run| (2..=MOST_OPERANDS).contains(&run.len())).map(<[&Mention]>::to_vec).collect()
}

/// Whether a cell's value is a month's.
pub(super) fn is_monthly(cell: &Mention, sources: &Sources) -> bool {
    let place = &sources.places[cell.place as usize];
    let column = cell.column.map_or(&[][..], |c| sources.columns[c as usize].labels.as_slice());
    let says = |stem: &Stem| place.says(*stem) || column.contains(stem);
    matches!(dated(cell), Some(Period::Month(..)))
        || ["month", "monthly"].iter().any(|word| stems_of(word).iter().any(says))
}

/// The ways in which a sentence may tell the value as a change: `rose by 119`, `up 40 basis points`, `19 days less than in 2022`;
/// none where it tells a level.
fn ways(sources: &Sources, value: &Mention) -> &'static [Direction] {
    let Some(place) = sources.places.get(value.place as usize) else { return &[] };
    let text = sources.sources.get(place.source as usize).map_or("", |s| s.text.as_str());
    let before = text.get(..value.span.start as usize).unwrap_or_default();
    let behind = text.get(value.span.end as usize..).unwrap_or_default();
    let lead = before.trim_end_matches([' ', '$', '€', '£', '₪']).rsplit([' ', '\n']).next().unwrap_or_default();
    let near = || behind.split([' ', '\n', ',', '.']).filter(|word| !word.is_empty()).take(2).chain([lead]);
    match (value.stance.says_up(), value.stance.says_down()) {
        _ if near().any(|word| ways::MORE.contains(&word)) => &[Direction::Up],
        _ if near().any(|word| ways::LESS.contains(&word)) => &[Direction::Down],
        _ if !value.stance.change && lead != "by" => &[],
        (true, _) => &[Direction::Up],
        (_, true) => &[Direction::Down],
        _ => &[Direction::Up, Direction::Down],
    }
}

/// What a level that a sentence tells was before the change that it tells beside it: `1,184 pupils, 46 more than the year before`.
pub(super) fn before<'s>(sources: &'s Sources, level: &'s Mention) -> Vec<Found<'s>> {
    let Some(place) = sources.places.get(level.place as usize).filter(|_| level.column.is_none()) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let others = place.mentions.clone().map(|i| &sources.mentions[i as usize]);
    for change in others.filter(|m| m.span != level.span).take(MOST_OPERANDS) {
        for way in ways(sources, change) {
            let operation = match (change.kind, level.kind, way) {
                (_, _, Direction::Either) => continue,
                // Of a percentage only percentage points are taken off.
                (ClaimKind::Percentage, ClaimKind::Percentage, _) if !printed(sources, change).contains("point") => {
                    continue;
                }
                (ClaimKind::Percentage, ClaimKind::Percentage, Direction::Up) => {
                    Operation::Difference(Direction::Either)
                }
                (ClaimKind::Percentage, ClaimKind::Percentage, Direction::Down) => Operation::Sum,
                (ClaimKind::Percentage, ..) => Operation::Undone(*way),
                (a, b, Direction::Up) if a == b || a == ClaimKind::Number => Operation::Difference(Direction::Either),
                (a, b, Direction::Down) if a == b => Operation::Sum,
                _ => continue,
            };
            out.push((operation, vec![level, change]));
        }
    }
    out
}

impl<'s> Chooser<'_, 's> {
    /// The later and the earlier value of what these cells tell of.
    pub(super) fn turns(
        &mut self,
        cells: &[&'s Mention],
        periods: &[Period],
        quarters: &[u8],
    ) -> Vec<Vec<&'s Mention>> {
        let mut out = Vec::new();
        for anchor in cells {
            if anchor.column.is_none() {
                out.extend(before_and_after(self.sources(), anchor).map(|(new, old)| vec![new, old]));
                out.extend(self.turns_among(anchor, &neighbours(self.sources(), anchor), periods));
                continue;
            }
            let mut series = self.series(anchor);
            if series.len() < 2 {
                series = self.dated_rows(anchor);
            }
            let mut named: Vec<Period> = periods.to_vec();
            let year = dated(anchor).map(Period::year);
            let quarters = quarters.iter().filter(|_| quarters.len() + periods.len() > 1);
            let quarters = year.into_iter().flat_map(|year| quarters.clone().map(move |q| Period::Quarter(year, *q)));
            for quarter in quarters {
                if !named.contains(&quarter) {
                    named.push(quarter);
                }
            }
            sort::by_key(&mut named, |p| end(*p));
            let own = dated(anchor).filter(|_| self.context.part.is_some());
            let whens = match named[..] {
                [] if own.is_some() => vec![When::Pair(own, None)],
                [first, .., last] => vec![When::Pair(Some(last), Some(first))],
                [one] => vec![When::Pair(Some(one), None), When::Pair(None, Some(one))],
                [] => vec![When::Pair(None, None)],
            };
            out.extend(whens.iter().filter_map(|when| self.pick(anchor, &series, when, &[])));
            if let ([], [first, .., last], None) = (periods, series.as_slice(), own) {
                out.push(vec![*last, *first]);
            }
        }
        out
    }

    /// A value in a sentence and others like it of other times, the later first; of these periods, where there are any:
    /// `Revenue was $38.5 million in 2024. In 2023 it had been $33 million.`
    pub(super) fn turns_among(
        &self,
        anchor: &'s Mention,
        others: &[&'s Mention],
        periods: &[Period],
    ) -> Vec<Vec<&'s Mention>> {
        let Some(own) = dated(anchor).filter(|_| anchor.column.is_none()) else { return Vec::new() };
        let like = |m: &&Mention| m.column.is_none() && m.unit == anchor.unit && self.is_like(anchor, m);
        let turn = |other: &'s Mention| {
            let time = dated(other)?;
            let named = periods.iter().all(|p| overlap(own, *p) || overlap(time, *p));
            match end(own).cmp(&end(time)) {
                Ordering::Greater if named => Some(vec![anchor, other]),
                Ordering::Less if named => Some(vec![other, anchor]),
                _ => None,
            }
        };
        others.iter().copied().filter(like).filter_map(turn).collect()
    }

    /// The change that a row tells beside its levels, `Before | Adjustments | After`, in percent of the level before it: where one
    /// value is the sum of the two others and stands under the name of a change.
    pub(super) fn told_changes(&self, anchor: &'s Mention, way: Direction) -> Vec<Found<'s>> {
        let is_change =
            |m: &Mention| ways::CHANGES.iter().any(|w| stems_of(w).iter().any(|s| self.column(m).contains(s)));
        if anchor.column.is_none() {
            return Vec::new();
        }
        let sources = self.sources();
        let row = self.place(anchor).mentions.clone().take(MOST_OPERANDS).map(|i| &sources.mentions[i as usize]);
        let row: Vec<&Mention> = row.filter(|m| m.column.is_some() && self.is_like(anchor, m)).collect();
        let (changes, levels): (Vec<&Mention>, Vec<&Mention>) = row.into_iter().partition(|m| is_change(m));
        let mut out: Vec<Found<'s>> = Vec::new();
        for change in changes {
            for before in &levels {
                let after = before.value.number().zip(change.value.number()).and_then(|(a, b)| a.checked_add(b));
                let after = levels.iter().find(|m| m.span != before.span && m.value.number() == after);
                out.extend(after.into_iter().flat_map(|after| {
                    // A share has no direction, so it must be the change's own.
                    let fell = change.value.number().is_some_and(|v| v.is_sign_negative());
                    let same_way = way == Direction::Either || (way == Direction::Up && !fell);
                    let share = Some((Operation::Share, vec![change, *before])).filter(|_| same_way);
                    core::iter::once((Operation::PercentChange(way), vec![*after, *before])).chain(share)
                }));
            }
        }
        out.truncate(MOST_OPERANDS);
        out
    }

    /// Every row of the columns that these cells stand in, and every value of their rows.
    pub(super) fn sums(
        &self,
        cells: &[&'s Mention],
        periods: &[Period],
        count: Option<usize>,
        whole: bool,
    ) -> Vec<Vec<&'s Mention>> {
        let in_time = |m: &Mention| {
            periods.is_empty()
                || m.periods.is_empty()
                || m.periods.iter().any(|p| periods.iter().any(|q| overlap(p.period, *q)))
        };
        let mut out: Vec<Vec<&'s Mention>> = Vec::new();
        for anchor in cells {
            let mut add = |found: Vec<&'s Mention>| {
                let fits = (2..=MOST_OPERANDS).contains(&found.len()) && count.is_none_or(|n| n == found.len());
                if fits && !out.contains_by(&found) {
                    out.push(found);
                }
            };
            if anchor.column.is_some() {
                add(self.down(anchor));
                if whole {
                    add(self.across(anchor).into_iter().filter(|m| in_time(m)).collect());
                }
            } else if let Some(count) = count.filter(|count| whole && *count > 2) {
                self.across(anchor).windows(count).for_each(|window| add(window.to_vec()));
            } else if whole {
                for other in neighbours(self.sources(), anchor) {
                    add(if anchor.span.start < other.span.start { vec![anchor, other] } else { vec![other, anchor] });
                }
            }
        }
        out
    }

    /// The values under a cell's heading in order of time, where every row is another time.
    pub(super) fn dated_rows(&self, anchor: &'s Mention) -> Vec<&'s Mention> {
        let mut rows = self.down(anchor);
        sort::by_key(&mut rows, |m| dated(m).map(end));
        let apart = rows.windows(2).all(|pair| dated(pair[0]).map(end) < dated(pair[1]).map(end));
        if apart && rows.first().is_some_and(|m| dated(m).is_some()) { rows } else { Vec::new() }
    }

    /// The values of this one's sort in its row, or in its sentence.
    pub(super) fn across(&self, anchor: &'s Mention) -> Vec<&'s Mention> {
        let row = self.place(anchor).mentions.clone().map(|i| &self.sources().mentions[i as usize]);
        row.filter(|m| self.is_like(anchor, m)).take(MOST_OPERANDS + 1).collect()
    }

    /// The values under a cell's heading, totals left out.
    pub(super) fn down(&self, anchor: &'s Mention) -> Vec<&'s Mention> {
        let sources = self.sources();
        let Some(column) = anchor.column.and_then(|c| sources.columns.get(c as usize)) else { return Vec::new() };
        let group = &self.place(anchor).group;
        let rows = column.rows.clone().take(MOST_ROWS).map(|p| &sources.places[p as usize]);
        rows.filter(|p| p.group == *group && !p.labels.iter().any(|l| is_total(*l)))
            .flat_map(|p| p.mentions.clone())
            .map(|i| &sources.mentions[i as usize])
            .filter(|m| m.column == anchor.column && self.is_like(anchor, m))
            .take(MOST_OPERANDS + 1)
            .collect()
    }

    /// The rows that are added up with this cell's: behind the total before it, before the total behind it.
    fn between_totals(&self, anchor: &Mention) -> (u32, u32) {
        let sources = self.sources();
        let column = anchor.column.and_then(|c| sources.columns.get(c as usize));
        let rows = column.map(|column| column.rows.clone()).unwrap_or_default();
        let in_total = |p: &u32| sources.places[*p as usize].labels.iter().any(|label| is_total(*label));
        let near = MOST_ROWS as u32;
        let before = (rows.start.max(anchor.place.saturating_sub(near))..anchor.place).rev().find(in_total);
        let behind = (anchor.place + 1..rows.end.min(anchor.place + near)).find(in_total);
        (before.map_or(rows.start, |p| p + 1), behind.unwrap_or(rows.end))
    }

    /// Each cell of a row that is named whole as a part of its column.
    pub(super) fn parts(&self, heard: &Heard<'_>, cells: &[&'s Mention]) -> Vec<Found<'s>> {
        let mut out: Vec<Found<'s>> = Vec::new();
        for anchor in
            cells.iter().filter(|m| m.column.is_some() && heard.names_row(m) && m.kind != ClaimKind::Percentage)
        {
            // `Of total passengers` is of that column's total.
            let named = |m: &Mention| heard.is_any_of(self.column(m));
            let other_named = cells.iter().any(|m| m.place == anchor.place && named(m));
            if other_named && !named(anchor) {
                continue;
            }
            let mut column = self.down(anchor);
            let (from, to) = self.between_totals(anchor);
            column.retain(|m| (from..to).contains(&m.place));
            if (2..=MOST_OPERANDS).contains(&column.len()) && column.iter().any(|m| m.span == anchor.span) {
                column.insert(0, anchor);
                out.push((Operation::PartOfAll, column));
            }
        }
        out
    }
}

/// Whether a list of operands is there already.
trait ContainsBy {
    fn contains_by(&self, cells: &[&Mention]) -> bool;
}

impl ContainsBy for Vec<Vec<&Mention>> {
    fn contains_by(&self, cells: &[&Mention]) -> bool {
        self.iter().any(|own| {
            own.len() == cells.len() && own.iter().zip(cells).all(|(a, b)| a.place == b.place && a.span == b.span)
        })
    }
}
