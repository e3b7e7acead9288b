//! Operands of a list: rows that are named one after another, every row of a column, and the values that the answer itself states.

use super::operands::{Chooser, Chosen, MOST_OPERANDS, MOST_ROWS, dated, end};
use super::operation::{Asked, Count, Operation};
use crate::claims::Quantity;
use crate::verify::prepare::Mention;
use crate::verify::words::{Stem, is_total};

/// What a whole column weighs, in thousandths: things that are named come first.
const ALL_FIT: u32 = 900;
/// From here on, in thousandths, two cells count as aligned whatever else fits.
const ALIGNED: u32 = 980;

impl<'s> Chooser<'_, 's> {
    /// Every row of the column that the words point at, totals left out.
    pub(super) fn whole_column(&mut self, asked: &Asked, count: Count) -> Vec<Chosen<'s>> {
        let sources = self.sources();
        let mut seen: Vec<u32> = Vec::new();
        let mut out = Vec::new();
        for (anchor, fit) in self.cells(&asked.words, &asked.periods) {
            let Some(column) = anchor.column.filter(|c| !seen.contains(c)) else { continue };
            seen.push(column);
            let group = &self.place(anchor).group;
            let under = |whole: bool| -> Vec<&'s Mention> {
                let rows = sources.columns[column as usize].rows.clone().take(MOST_ROWS);
                rows.map(|p| &sources.places[p as usize])
                    .filter(|p| (whole || p.group == *group) && !p.labels.iter().any(|l| is_total(*l)))
                    .flat_map(|p| p.mentions.clone())
                    .map(|i| &sources.mentions[i as usize])
                    .filter(|m| m.column == Some(column) && self.is_like(anchor, m))
                    .take(MOST_OPERANDS + 1)
                    .collect()
            };
            let own = under(false);
            let all = under(true);
            let more = all.len() > own.len();
            for mut cells in [Some(own), Some(all).filter(|_| more)].into_iter().flatten() {
                let fits = (2..=MOST_OPERANDS).contains(&cells.len());
                let counted = match count {
                    Count::All => true,
                    Count::Exactly(count) => count == cells.len(),
                    Count::Largest(count) => count < cells.len(),
                };
                if let Count::Largest(count) = count {
                    crate::sort::by_key(&mut cells, |m| core::cmp::Reverse(m.value.number()));
                    cells.truncate(count);
                }
                if fits && counted {
                    out.push(Chosen { cells, fit: fit * ALL_FIT / 1000 });
                }
            }
        }
        out
    }

    /// The rows of one column, or the columns of one row, whose labels together make up a list: each is named whole, and each
    /// adds words to the others.
    pub(super) fn listed(&mut self, list: &[Asked], whole: Option<&Asked>) -> Vec<Chosen<'s>> {
        let mut words: Vec<Stem> = list.iter().flat_map(|thing| thing.words.iter().copied()).collect();
        crate::verify::words::sort(&mut words);
        let mut cells: Vec<&'s Mention> = Vec::new();
        for thing in list {
            cells.extend(self.cells(&thing.words, &thing.periods).into_iter().map(|(m, _)| m));
        }
        cells.retain(|m| m.column.is_some());
        crate::sort::by_key(&mut cells, |m| (m.place, m.span.start));
        cells.dedup_by_key(|m| (m.place, m.span.start));
        let wholes = whole.map(|whole| self.cells(&whole.words, &whole.periods));
        let mut out = Vec::new();
        for by_row in [true, false] {
            let label = |m: &Mention| if by_row { self.place(m).labels.as_slice() } else { self.column(m) };
            let in_list = |stem: &Stem| words.binary_search(stem).is_ok();
            let mut named: Vec<&'s Mention> =
                cells.iter().copied().filter(|m| !label(m).is_empty() && label(m).iter().all(in_list)).collect();
            let line = |m: &Mention| if by_row { m.column.unwrap_or(0) } else { m.place };
            // The longest label first, so that the words of a part of it are taken.
            crate::sort::by_key(&mut named, |m| (line(m), core::cmp::Reverse(label(m).len()), m.span.start));
            for run in named.chunk_by(|a, b| line(a) == line(b)) {
                let mut covered: Vec<Stem> = Vec::new();
                let mut rows: Vec<&'s Mention> = Vec::new();
                for row in run.iter().filter(|m| self.is_like(run[0], m)) {
                    if label(row).iter().any(|stem| !covered.contains(stem)) && rows.len() < MOST_OPERANDS {
                        covered.extend(label(row));
                        rows.push(row);
                    }
                }
                let Some(first) = rows.first().copied().filter(|_| rows.len() >= 2) else { continue };
                let place = self.place(first);
                let beside = if by_row { self.column(first) } else { place.labels.as_slice() };
                let told = |stem: &&Stem| covered.contains(stem) || beside.contains(stem) || place.group.contains(stem);
                let known = |stem: &&Stem| self.sources().term(**stem).is_some();
                let (told, all) = (words.iter().filter(told).count(), words.iter().filter(known).count());
                let mut fit = u32::try_from(told * 1000 / all.max(1)).unwrap_or(0).min(1000);
                // Of several columns the one that the sentence names.
                let names = |stem: &&Stem| {
                    self.context.near.binary_search(stem).is_ok() || self.context.far.binary_search(stem).is_ok()
                };
                let named = beside.iter().filter(names).count();
                fit = match named {
                    _ if beside.is_empty() || named == beside.len() => fit,
                    0 => fit * 900 / 1000,
                    _ => fit * 950 / 1000,
                };
                crate::sort::by_key(&mut rows, |m| m.span.start);
                if let Some(wholes) = &wholes {
                    let best = wholes
                        .iter()
                        .filter(|(m, _)| rows.iter().all(|row| row.span != m.span))
                        .map(|(m, own)| (*m, own * self.alignment(first, m, true) / 1000))
                        .max_by_key(|(m, own)| (*own, core::cmp::Reverse(m.span.start)));
                    let Some((whole, own)) = best else { continue };
                    fit = (fit + own) / 2;
                    rows.push(whole);
                }
                out.push(Chosen { cells: rows, fit });
            }
        }
        out
    }

    /// The cells that hold the values which the answer itself says it computed with, where they stand in line and its words point
    /// at all of them.
    pub(super) fn stated(&mut self, words: &[Stem], stated: &[&Quantity]) -> Option<Chosen<'s>> {
        let best = self.cells(words, &[]).first().map(|(_, fit)| *fit)?;
        let mut lists = Vec::with_capacity(stated.len());
        for quantity in stated.iter().take(MOST_OPERANDS) {
            let mut cells = self.cells_with(words, &[], |mention| super::gives(mention, quantity));
            cells.retain(|(_, fit)| fit * 1000 >= best * super::STATED_FIT);
            lists.push(cells);
        }
        let (first, others) = lists.split_first().filter(|(_, others)| !others.is_empty())?;
        let mut found = first.iter().find_map(|(anchor, fit)| {
            let mut cells = vec![*anchor];
            for list in others {
                let next = list
                    .iter()
                    .map(|(m, _)| (*m, self.alignment(anchor, m, false)))
                    .filter(|(m, _)| cells.iter().all(|c| c.place != m.place || c.span != m.span))
                    .max_by_key(|(m, line)| (*line, core::cmp::Reverse((m.place, m.span.start))))?;
                cells.push(Some(next).filter(|(_, line)| *line >= ALIGNED)?.0);
            }
            Some(Chosen { cells, fit: *fit })
        })?;
        // A change is of the earlier value, in whichever order they are told.
        if matches!(self.operation, Operation::PercentChange(_) | Operation::Difference(_)) {
            crate::sort::by_key(&mut found.cells, |m| core::cmp::Reverse(dated(m).map(end)));
        }
        Some(found)
    }
}
