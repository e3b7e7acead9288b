//! A whole and its parts: what is left of it beside a part that is told or a row that is named, and all of a column.
//!
//! ```text
//! Of the 36 lifts, 4 stayed closed.                  32 lifts were running          ->   36 − 4
//! | Calder | 14,206 |, | Reuel | 11,318 |, | Whitlow | 4,574 |
//!                                                    Calder's two opponents took …  ->   11,318 + 4,574
//! ```

use groundcheck_types::ClaimKind;

use super::operands::{Chooser, MOST_OPERANDS};
use super::pairs::{Heard, MOST_ANCHORS};
use super::prose::part_behind;
use crate::verify::prepare::Mention;
use crate::verify::words::Stem;

impl<'s> Chooser<'_, 's> {
    /// A whole and its part, where the sentence speaks of what is left: it names the whole, and of what the part is called it says
    /// nothing, or with `negated` that it is not so: `135 are not electric`.
    pub(super) fn remainders(&self, heard: &Heard<'_>, cells: &[&'s Mention], negated: bool) -> Vec<Vec<&'s Mention>> {
        let mut out = Vec::new();
        for whole in cells.iter().take(MOST_ANCHORS).filter(|m| m.kind != ClaimKind::Percentage) {
            let is_part = |m: &&Mention| self.is_part(whole, m);
            let parts = match whole.column {
                Some(_) => self.mates(whole).into_iter().filter(is_part).collect(),
                None => part_behind(self.sources(), whole).map(|both| both[1..].to_vec()).unwrap_or_default(),
            };
            let named = heard.names(whole);
            let less = |part: &Mention| part.value.number() < whole.value.number();
            let left = |part: &&Mention| named != 0 && less(part) && (heard.names(part) & !named != 0) == negated;
            out.extend(parts.into_iter().filter(left).map(|part| vec![*whole, part]));
        }
        out
    }

    /// Whether a cell is called as the whole and more: `Occupied beds` of `Beds`.
    fn is_part(&self, whole: &Mention, part: &Mention) -> bool {
        let more = |whole: &[Stem], part: &[Stem]| {
            !whole.is_empty() && part.len() > whole.len() && whole.iter().all(|label| part.contains(label))
        };
        let called = if whole.place == part.place {
            more(self.column(whole), self.column(part))
        } else {
            more(&self.place(whole).labels, &self.place(part).labels)
        };
        called && self.is_like(whole, part)
    }

    /// The rows of a column but for the only one that the sentence names: `the other regions`; where it tells how many, so many.
    pub(super) fn all_others(
        &self,
        heard: &Heard<'_>,
        cells: &[&'s Mention],
        count: Option<usize>,
    ) -> Vec<Vec<&'s Mention>> {
        let named = |m: &&Mention| heard.is_any_of(&self.place(m).labels);
        let mut out = Vec::new();
        for anchor in cells.iter().take(MOST_ANCHORS).filter(|m| m.column.is_some() && named(m)) {
            let (own, others): (Vec<&Mention>, Vec<&Mention>) = self.down(anchor).into_iter().partition(named);
            let counted = count.is_none_or(|count| count == others.len());
            if own.len() == 1 && counted && (2..=MOST_OPERANDS).contains(&others.len()) {
                out.push(others);
            }
        }
        out
    }

    /// Whole columns, and rows, that the sentence names without any of what stands in them: `the network has 48 stations`.
    pub(super) fn wholes(&self, heard: &Heard<'_>, cells: &[&'s Mention]) -> Vec<Vec<&'s Mention>> {
        let mut out: Vec<Vec<&'s Mention>> = Vec::new();
        let kinds = cells.iter().take(MOST_ANCHORS).filter(|m| m.column.is_some() && m.kind != ClaimKind::Percentage);
        for anchor in kinds {
            let (column, row) = (self.column(anchor), &self.place(anchor).labels);
            // What is counted names the column or the row: riders are no complaints.
            if self.context.noun.is_some_and(|noun| !column.contains(&noun) && !row.contains(&noun)) {
                continue;
            }
            let whole: Vec<&Mention> = match (heard.is_any_of(column), heard.is_any_of(row)) {
                (true, false) => self.down(anchor),
                (false, true) if heard.names_row(anchor) && anchor.periods.is_empty() => self.across(anchor),
                _ => continue,
            };
            let apart = |m: &&Mention| {
                heard.is_any_of(if m.place == anchor.place { self.column(m) } else { &self.place(m).labels })
            };
            let known = out.iter().any(|own| own.iter().any(|m| m.span == anchor.span && m.place == anchor.place));
            if !known
                && (2..=MOST_OPERANDS).contains(&whole.len())
                && !whole.iter().any(|m| m.span != anchor.span && apart(m))
            {
                out.push(whole);
            }
        }
        out
    }
}
