//! What the cells of a table tell beside its values.

use groundcheck_types::{ClaimKind, Span};

use super::{Builder, LONGEST_CAPTION, is_like_amount};
use crate::claims::{self, Extraction, Quantity};
use crate::document::sentence;
use crate::document::token::{Kind, Token};
use crate::document::{Table, TableFormat};
use crate::lexicon::Stem;
use crate::verify::prepare::Place;
use crate::verify::{measured, words};

/// Of a row so many cells are read.
const MOST_CELLS: usize = 64;

impl Builder<'_> {
    /// What the cells of a table tell beside its values: `Performing rights (6 x £95)`, `Equity ratio (min. 35%)`, `full price £12` over
    /// a column. The table's values are the mentions from `from` on.
    pub(super) fn told_in_cells(&mut self, table: &Table, tokens: &[Token], from: usize) {
        if !matches!(table.format, TableFormat::Pipes | TableFormat::Tabs | TableFormat::Aligned | TableFormat::Printed)
        {
            return;
        }
        let mut read: Vec<u32> = self.out.mentions.iter().skip(from).map(|own| own.span.start).collect();
        crate::sort::by_number(&mut read, |start| u64::from(*start));
        for row in &table.rows {
            let mut label: Option<Vec<Stem>> = None;
            for (at, cell) in row.iter().enumerate().take(MOST_CELLS) {
                let next = read.partition_point(|start| *start < cell.span.start);
                let is_value = read.get(next).is_some_and(|start| *start < cell.span.end);
                if is_value || !cell.span.of(self.text).is_some_and(|own| own.contains(char::is_numeric)) {
                    continue;
                }
                let own = self.within(cell.span, tokens);
                if own.len() < 2 || !own.iter().any(|t| t.kind == Kind::Number) {
                    continue;
                }
                let of_row = || row.first().map(|first| self.label(first.span, tokens)).unwrap_or_default();
                let label = if at > 0 { &label.get_or_insert_with(of_row)[..] } else { &[] };
                self.cell(own, label);
            }
        }
    }

    /// The words of the first cell of a row.
    fn label(&self, span: Span, tokens: &[Token]) -> Vec<Stem> {
        let label = self.within(span, tokens);
        words::stems(self.text, label.get(..LONGEST_CAPTION).unwrap_or(label))
    }

    fn within<'k>(&self, span: Span, tokens: &'k [Token]) -> &'k [Token] {
        let at = |place: u32| tokens.partition_point(|t| t.start < place);
        tokens.get(at(span.start)..at(span.end)).unwrap_or_default()
    }

    /// What one cell tells as sentences would, under the name of its row.
    fn cell(&mut self, tokens: &[Token], row: &[Stem]) {
        let Extraction { found, moments, .. } = claims::extract_all(self.text, tokens, self.conventions);
        let mut next = 0;
        for range in sentence::sentences(self.text, tokens) {
            let here = found[next..].partition_point(|q| (q.first as usize) < range.end);
            let own = &found[next..next + here];
            next += here;
            let own_moments = claims::moments_within(&moments, range.clone());
            if !own.iter().any(|own| self.tells(own, tokens)) && own_moments.is_empty() {
                continue;
            }
            let mentions = self.mentions(tokens, &range, own, own_moments);
            let sentence = tokens.get(range).unwrap_or_default();
            let labels = words::stems(self.text, sentence);
            let outflow = words::is_outflow(self.text, sentence);
            let (source, group) = (self.source, words::sorted(row.to_vec()));
            self.out.add(Place { source, outflow, labels, group, is_cell: true, ..Place::default() }, mentions);
        }
    }

    /// Whether a number of a cell is a value by itself: one that is no more than a number names a row, and a length of time names a column.
    fn tells(&self, own: &Quantity, tokens: &[Token]) -> bool {
        match own.kind {
            ClaimKind::Date => false,
            ClaimKind::Number => match measured::of(self.text, tokens, own) {
                Some(measure) => !measure.lasts(),
                None => is_like_amount(self.text, own),
            },
            // `£000` is a scale.
            _ => own.value.number().is_some_and(|value| !value.is_zero()),
        }
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::Source;

    use super::MOST_CELLS;
    use crate::cancel::Cancel;
    use crate::verify::facts::FactTable;
    use crate::verify::prepare::Sources;

    fn told(text: String) -> usize {
        let source = Source { id: "s".to_owned(), title: None, text, url: None, kind: None };
        let sources = Sources::prepare(&[source], FactTable::default(), None, Cancel::default());
        sources.places.iter().filter(|place| place.is_cell).count()
    }

    #[test]
    fn each_row_tells_once_and_a_long_one_no_more_than_its_first_cells() {
        let table = |rows: usize| {
            let head = "| Ratio | 2024 |\n|---|---|\n".to_owned();
            head + &"| Equity ratio (min. 35%) | 41% |\n".repeat(rows)
        };
        assert_eq!((told(table(10)), told(table(5_000))), (10, 5_000));
        let wide = |cells: usize| {
            let row = |cell: &str| format!("|{}\n", cell.repeat(cells));
            row(" Ratio |") + &row("---|") + &row(" Equity ratio (min. 35%) |")
        };
        assert_eq!((told(wide(10)), told(wide(5_000))), (10, MOST_CELLS));
    }
}
