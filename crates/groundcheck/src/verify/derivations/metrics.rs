//! What has a name of its own and is computed from rows: a profit, a margin, a half year, a net number.
//!
//! ```text
//! | Revenue        | $61.9M |
//! | Operating cost | $53.2M |      Operating profit was $8.7M   ->   61.9M − 53.2M
//! ```

use groundcheck_types::ClaimKind;

use super::candidates::Found;
use super::operands::Chooser;
use super::operation::{Direction, Operation};
use super::pairs::{Heard, MOST_ANCHORS, MOST_MATES, says};
use super::sentence::stems_of;
use crate::claims::Period;
use crate::verify::prepare::Mention;
use crate::verify::search::overlap;
use crate::verify::words::Stem;

impl<'s> Chooser<'_, 's> {
    /// What revenue leaves over a cost, `operating profit` where only the operating cost has a row; with `margin` what the sentence
    /// names by revenue, or a tax by the profit before it.
    pub(super) fn profits(
        &mut self,
        heard: &Heard<'_>,
        own: &[&'s Mention],
        periods: &[Period],
        margin: bool,
    ) -> Vec<Found<'s>> {
        const RESULT: &[&str] = &["profit", "income", "surplus", "ebitda", "ebit", "earnings", "margin", "רווח", "עודף"];
        const REVENUE: &[&str] = &["revenue", "sales", "turnover", "income", "הכנסות", "מחזור", "מכירות"];
        const COST: &[&str] = &["cost", "expense", "fee", "charge", "purchases", "interest", "עלות", "הוצאות"];
        let sources = self.sources();
        // What has a row is told there.
        let results: Vec<Stem> = RESULT.iter().flat_map(|word| stems_of(word)).collect();
        let is_result = |m: &Mention| self.place(m).labels.iter().any(|label| results.contains(label));
        if own.iter().any(|m| heard.names_row(m) && is_result(m)) {
            return Vec::new();
        }
        let costs: Vec<Stem> = COST.iter().flat_map(|word| stems_of(word)).collect();
        let mut wholes: Vec<&'s Mention> = Vec::new();
        for stem in REVENUE.iter().flat_map(|word| stems_of(word)) {
            if sources.term(stem).is_some() {
                wholes.extend(self.cells(&[stem], periods).into_iter().map(|(m, _)| m).filter(|m| says(sources, m, stem)));
            }
        }
        wholes.retain(|m| m.kind != ClaimKind::Percentage);
        let mut out: Vec<(u32, Found<'s>)> = Vec::new();
        let covers = |a: &Mention, b: &Mention| (heard.names(a) | heard.names(b)).count_ones();
        for whole in wholes {
            let same_time = |m: &Mention| {
                m.periods.is_empty()
                    || whole.periods.is_empty()
                    || m.periods.iter().any(|p| whole.periods.iter().any(|q| overlap(p.period, q.period)))
            };
            if margin {
                let parts =
                    own.iter().filter(|m| m.span != whole.span && same_time(m) && m.kind != ClaimKind::Percentage);
                out.extend(parts.map(|part| (covers(part, part), (Operation::Share, vec![*part, whole]))));
                continue;
            }
            let is_cost = |m: &&Mention| {
                let place = self.place(m);
                m.kind != ClaimKind::Percentage && (place.outflow || costs.iter().any(|stem| place.says(*stem)))
            };
            let mates = self.mates(whole).into_iter().filter(is_cost).filter(|m| same_time(m));
            out.extend(
                mates.map(|cost| {
                    (covers(whole, cost), (Operation::Difference(Direction::Up), vec![whole, cost]))
                }),
            );
        }
        let most = out.iter().map(|(covered, _)| *covered).max().unwrap_or(0);
        out.into_iter().filter(|(covered, _)| *covered == most).map(|(_, found)| found).take(MOST_MATES).collect()
    }

    /// The first or the last two of the four quarters in a cell's row, or both of two.
    pub(super) fn half(&self, anchor: &'s Mention, second: bool) -> Option<Vec<&'s Mention>> {
        let row = self.place(anchor).mentions.clone().map(|i| &self.sources().mentions[i as usize]);
        let row: Vec<&Mention> = row.filter(|m| self.is_like(anchor, m)).take(5).collect();
        match row.as_slice() {
            [a, b] => Some(vec![*a, *b]),
            [a, b, c, d] => Some(if second { vec![*c, *d] } else { vec![*a, *b] }),
            _ => None,
        }
    }

    /// What came in and what went out, in a sentence or in two rows of one column.
    pub(super) fn nets(&self, cells: &[&'s Mention]) -> Vec<Vec<&'s Mention>> {
        const IN: &[&str] =
            &["open", "opened", "new", "join", "joined", "add", "added", "hire", "hired", "נפתחו", "הצטרפו"];
        const OUT: &[&str] =
            &["close", "closed", "churn", "churned", "scrap", "scrapped", "left", "lost", "leave", "נסגרו", "עזבו"];
        let stems = |words: &[&str]| -> Vec<Stem> { words.iter().flat_map(|word| stems_of(word)).collect() };
        let (came, went) = (stems(IN), stems(OUT));
        let says = |m: &Mention, list: &[Stem]| {
            let own = m.near.as_deref().filter(|_| m.column.is_none()).unwrap_or(&self.place(m).labels);
            list.iter().any(|stem| own.contains(stem))
        };
        let mut out: Vec<Vec<&'s Mention>> = Vec::new();
        for anchor in cells.iter().take(MOST_ANCHORS) {
            let mates = self.mates(anchor);
            let all = || core::iter::once(*anchor).chain(mates.iter().copied());
            let line = |a: &Mention, b: &Mention| a.column == b.column && self.is_like(a, b);
            for a in all().filter(|m| says(m, &came) && !says(m, &went)) {
                let others = all().filter(|b| says(b, &went) && !says(b, &came) && line(a, b));
                out.extend(others.map(|b| vec![a, b]));
            }
        }
        out
    }
}
