//! Tables as most extractors write them out of a PDF: one cell a line, or a row's values behind single blanks; signs and brackets on
//! lines of their own, headings one a line, page numbers in between.
//!
//! ```text
//! Year Ended January 31,            Year Ended January 31, 2024 2023
//! 2024                              Subscription $ 1,843.2 $ 1,521.7
//! 2023                              Interest income (expense), net 58.6 (17.3 )
//! Subscription
//! $
//! 1,843.2
//! $
//! 1,521.7
//! ```
//!
//! Where nothing stands under anything, the number of values tells what is a row: most rows of a table have as many. Only sources are
//! read so; nobody answers like this.

mod headings;
mod line;
mod notes;
mod parts;

use core::ops::Range;

use groundcheck_types::Span;

use self::headings::{Heading, heading};
use self::line::{Line, read};
use self::parts::parts;
use super::aligned::MOST_BLANK;
use super::{Table, TableCell, TableFormat, empty, is_closing, is_year, lines, trimmed};

/// A row with more values is none.
const MOST_VALUES: usize = 12;
/// A table of one column has at least so many rows.
const LEAST_SINGLE: usize = 3;

/// What stands in a block of lines that may be a table.
#[derive(Debug, Clone)]
enum Entry {
    /// A line of words: a title, a group, a heading or the beginning of a label.
    Words(Range<usize>),
    /// Dates that may be headings.
    Dates(Vec<Range<usize>>),
    Row(Row),
}

#[derive(Debug, Clone, Default)]
struct Row {
    label: Range<usize>,
    /// Values on the line of the label.
    inline: Vec<Range<usize>>,
    /// Values on lines below it.
    below: Vec<Range<usize>>,
    /// Whether it is called by a date.
    dated: bool,
}

impl Row {
    /// A label with figures, over values on their own lines, is all label: `5.250% Senior Notes due 2028`.
    fn values(&self) -> &[Range<usize>] {
        if self.below.is_empty() { &self.inline } else { &self.below }
    }

    /// Its label and its values, where it has so many: what is too much belongs to the label, or is a page's number.
    fn cut(&self, count: usize) -> (Range<usize>, &[Range<usize>]) {
        if self.below.is_empty() {
            let (extra, values) = self.inline.split_at(self.inline.len().saturating_sub(count));
            let end = extra.last().map_or(self.label.end, |last| last.end);
            return (self.label.start..end, values);
        }
        let end = self.inline.last().map_or(self.label.end, |last| last.end);
        (self.label.start..end, &self.below[..self.below.len().min(count)])
    }
}

pub(super) fn find(text: &str, gap: Range<usize>, found: &mut Vec<Table>) {
    let mut block: Vec<Entry> = Vec::new();
    let mut blank = 0;
    // A currency's sign waits for its value.
    let mut sign: Option<usize> = None;
    for range in lines(text, gap) {
        let mut line = read(text, range);
        let waits = sign.take();
        if let (Some(waits), Line::Row(None, values)) = (waits, &mut line)
            && let Some(first) = values.first_mut()
        {
            first.start = waits;
        }
        blank = if matches!(line, Line::Blank) { blank + 1 } else { 0 };
        match line {
            Line::Blank if blank <= MOST_BLANK => {}
            Line::Blank | Line::Other => close(text, &mut block, found),
            Line::Mark(mark) if text.get(mark.clone()).is_some_and(is_closing) => {
                join_mark(&mut block, &mark);
            }
            Line::Mark(mark) => sign = Some(mark.start),
            Line::Words(range) => block.push(Entry::Words(range)),
            Line::Dates(mut dates) => {
                if let Some(Entry::Words(day)) = block.last()
                    && line::is_day_alone(text, day)
                    && let Some(first) = dates.first_mut()
                {
                    first.start = day.start;
                    block.pop();
                }
                block.push(Entry::Dates(dates));
            }
            Line::Row(Some(label), inline) => block.push(Entry::Row(Row { label, inline, ..Row::default() })),
            Line::Row(None, values) if is_year_row(text, &block, &values) => {
                let (label, inline) = (values[0].clone(), values[1..].to_vec());
                block.push(Entry::Row(Row { label, inline, dated: true, ..Row::default() }));
            }
            Line::Row(None, values) => add_values(&mut block, values),
        }
    }
    close(text, &mut block, found);
}

/// Whether a line of values is a row that is called by its year, `2027 124.9 42.9 82.0`: under such a row, or under words for all columns.
fn is_year_row(text: &str, block: &[Entry], values: &[Range<usize>]) -> bool {
    let is_dated = values.len() > 2 && values.first().and_then(|year| text.get(year.clone())).is_some_and(is_year);
    is_dated
        && match block.last() {
            Some(Entry::Words(names)) => line::words(text, names.clone()).len() + 1 >= values.len(),
            Some(Entry::Row(row)) => row.dated && row.inline.len() + 1 == values.len(),
            Some(Entry::Dates(_)) | None => false,
        }
}

/// Values on a line of their own belong to the label above.
fn add_values(block: &mut Vec<Entry>, mut values: Vec<Range<usize>>) {
    let own = |label: Range<usize>, below, dated| Entry::Row(Row { label, below, dated, ..Row::default() });
    match block.last_mut() {
        Some(Entry::Row(row)) if row.inline.is_empty() || row.inline.len() != values.len() || values.len() < 2 => {
            row.below.append(&mut values);
        }
        Some(Entry::Words(label)) => {
            let label = label.clone();
            block.pop();
            block.push(own(label, values, false));
        }
        // `2024`, and below it what falls due then
        Some(Entry::Dates(dates)) if dates.len() == 1 => {
            let label = dates.first().cloned().unwrap_or_default();
            block.pop();
            block.push(own(label, values, true));
        }
        _ => {
            let at = values.first().map_or(0, |value| value.start);
            block.push(Entry::Row(Row { label: at..at, inline: values, ..Row::default() }));
        }
    }
}

/// A bracket or `%` on a line of its own is of the value before it.
fn join_mark(block: &mut [Entry], mark: &Range<usize>) {
    let Some(Entry::Row(row)) = block.last_mut() else { return };
    let values = if row.below.is_empty() { &mut row.inline } else { &mut row.below };
    if let Some(last) = values.last_mut() {
        last.end = mark.end;
    }
}

/// The tables of a block of lines.
fn close(text: &str, block: &mut Vec<Entry>, found: &mut Vec<Table>) {
    let mut block = core::mem::take(block);
    notes::take_out(text, &mut block);
    headings::group_by_date(text, &mut block);
    for part in parts(text, &block) {
        table(text, &block[part], found);
    }
}

/// Whether this is a line of years or dates, with or without a label.
fn is_heading(text: &str, entry: &Entry) -> bool {
    let year = |range: &Range<usize>| text.get(range.clone()).is_some_and(is_year);
    match entry {
        Entry::Dates(_) => true,
        Entry::Row(row) => !row.values().is_empty() && row.values().iter().all(year),
        Entry::Words(_) => false,
    }
}

fn table(text: &str, block: &[Entry], found: &mut Vec<Table>) {
    let rows = || {
        block.iter().filter(|entry| !is_heading(text, entry)).filter_map(|entry| match entry {
            Entry::Row(row) => Some(row),
            _ => None,
        })
    };
    let mut counts = [0_usize; MOST_VALUES + 1];
    for row in rows() {
        if let Some(count) = counts.get_mut(row.values().len()) {
            *count += 1;
        }
    }
    let most = (1..=MOST_VALUES).rev().max_by_key(|count| (counts[*count], core::cmp::Reverse(*count)));
    let Some(count) = most.filter(|count| counts[*count] >= 2) else { return };
    let is_first = |entry: &Entry| !is_heading(text, entry) && matches!(entry, Entry::Row(_));
    // A page's head with its number, above the words that head the table, or its number alone.
    let is_page = |at: usize| match block.get(at..) {
        Some([Entry::Row(row), Entry::Words(_), Entry::Words(_), ..]) => count > 1 && row.values().len() == 1,
        Some([Entry::Row(row), Entry::Words(_) | Entry::Dates(_), ..]) => {
            count > 1 && row.label.is_empty() && row.values().len() == 1
        }
        _ => false,
    };
    let Some(first) = (0..block.len()).find(|at| is_first(&block[*at]) && !is_page(*at)) else { return };
    let Some(last) = block.iter().rposition(is_first) else { return };
    let (heading, top) = heading(text, block, first, count);
    let stacked = rows().filter(|row| !row.below.is_empty()).count() * 2 > rows().count();
    let enough = if count > 1 {
        // Two figures at the end of two lines may be prose.
        counts[count] >= 2 + usize::from(!stacked && heading.is_none())
    } else {
        stacked && counts[1] >= LEAST_SINGLE || heading.as_ref().is_some_and(|heading| heading.alone)
    };
    if !enough {
        return;
    }
    let cell = |range: Range<usize>| TableCell { columns: Some(1), ..trimmed(text, range) };
    let mut out: Vec<Vec<TableCell>> = Vec::new();
    let mut start = None;
    if let Some(Heading { corner, over, columns, under, .. }) = &heading {
        let at = columns.first().map_or(0, |column| column.start);
        let nothing = |at: usize| TableCell { columns: Some(1), ..empty(at) };
        if !over.is_empty() {
            let each = columns.len() / over.len();
            let mut row = vec![nothing(at)];
            for group in over {
                row.push(TableCell { columns: u32::try_from(each).ok(), ..cell(group.clone()) });
                row.extend((1..each).map(|_| nothing(group.end)));
            }
            out.push(row);
        }
        let first = over.iter().chain(corner).map(|part| part.start).min();
        start = Some(first.map_or(at, |first| first.min(at)));
        let corner = corner.clone().map_or(nothing(at), cell);
        out.push(core::iter::once(corner).chain(columns.iter().cloned().map(cell)).collect());
        if let Some(first) = under.first() {
            out.push(core::iter::once(nothing(first.start)).chain(under.iter().cloned().map(cell)).collect());
        }
    }
    let header_rows = out.len();
    let mut end = 0;
    let mut before: Option<Range<usize>> = None;
    for entry in &block[top..=last] {
        match entry {
            Entry::Words(range) => {
                before = Some(range.clone());
                out.push(vec![cell(range.clone())]);
                start = start.or(Some(range.start));
            }
            Entry::Dates(_) => before = None,
            Entry::Row(row) if is_heading(text, entry) => {
                before = None;
                end = end.max(row.label.end);
            }
            Entry::Row(row) => {
                let (mut label, values) = row.cut(count);
                if let Some(wrapped) = before.take().filter(|wrapped| goes_on(text, wrapped, &label)) {
                    out.pop();
                    label.start = wrapped.start;
                }
                start = start.or(Some(label.start));
                end = values.last().map_or(label.end, |last| last.end);
                out.push(core::iter::once(label).chain(values.iter().cloned()).map(cell).collect());
            }
        }
    }
    let span = Span::new(start.unwrap_or(end), end);
    found.push(Table { span, format: TableFormat::Printed, header_rows, rows: out });
}

/// Whether a label goes on from the line above.
fn goes_on(text: &str, above: &Range<usize>, label: &Range<usize>) -> bool {
    let above = text.get(above.clone()).unwrap_or_default().trim_end();
    let lower = text.get(label.clone()).is_some_and(|label| label.starts_with(char::is_lowercase));
    !above.ends_with(':') && (lower || above.ends_with([',', '-', '&', '/']))
}

#[cfg(test)]
mod tests {
    use crate::document::table::{TableFormat, printed_tables};

    fn shape(text: &str) -> Vec<(usize, Vec<Vec<&str>>)> {
        printed_tables(text)
            .into_iter()
            .filter(|t| t.format == TableFormat::Printed)
            .map(|t| {
                let rows = t.rows.iter().map(|r| r.iter().map(|c| c.span.of(text).unwrap()).collect()).collect();
                (t.header_rows, rows)
            })
            .collect()
    }

    #[test]
    fn one_cell_a_line() {
        let text = "CEDAR SOFTWARE, INC.\n(In millions)\nYear Ended January 31,\n2024\n2023\nRevenue:\nSubscription\n$\n1,843.2\n$\n1,521.7\n\
                    Income (loss) from\noperations\n120.8\n(40.0\n)\nMargin\n6.0\n%\n—\n70\nThe accompanying notes are part of these statements.\n";
        assert_eq!(
            shape(text),
            [(
                2,
                vec![
                    vec!["", "Year Ended January 31,", ""],
                    vec!["", "2024", "2023"],
                    vec!["Revenue:"],
                    vec!["Subscription", "$\n1,843.2", "$\n1,521.7"],
                    vec!["Income (loss) from\noperations", "120.8", "(40.0\n)"],
                    vec!["Margin", "6.0\n%", "—"],
                ]
            )]
        );
    }

    #[test]
    fn neither_a_unit_nor_the_notes_head_a_column() {
        let table = "NOK million\nNote\n2024\n2023\nRevenue\n3\n11,462\n10,218\nMaterials\n(8,107\n)\n(7,385\n)\nEBITDA\n1,437\n1,014\n";
        for head in ["", "Consolidated statement\n", "AKER ASA\nANNUAL REPORT 2024\nProfit or loss\n"] {
            let text = format!("{head}{table}");
            let found = shape(&text);
            assert_eq!(found[0].1[..2], [vec!["", "2024", "2023"], vec!["Revenue", "11,462", "10,218"]], "{head}");
        }
    }

    #[test]
    fn values_behind_single_blanks() {
        let text = "December 31, 2023 2022\nTerm loan A, due 2027 $ 712.5 $ 750.0\n5.250% Senior Notes due 2028 600.0 600.0\nLess: costs (17.4 ) (20.9)\n\
                    Total 1,295.1 1,329.1\n";
        assert_eq!(
            shape(text),
            [(
                1,
                vec![
                    vec!["", "December 31, 2023", "2022"],
                    vec!["Term loan A, due 2027", "$ 712.5", "$ 750.0"],
                    vec!["5.250% Senior Notes due 2028", "600.0", "600.0"],
                    vec!["Less: costs", "(17.4 )", "(20.9)"],
                    vec!["Total", "1,295.1", "1,329.1"],
                ]
            )]
        );
    }

    #[test]
    fn a_day_over_each_column_and_what_falls_due() {
        let text = "December 31,\n2023\nDecember 31,\n2022\nInventories\n139.2\n164.4\nGoodwill\n96.5\n96.5\n";
        let rows = shape(text);
        assert_eq!(rows[0].1[0], ["", "December 31,\n2023", "December 31,\n2022"]);
        let text = "Debt falls due as follows in the years to come, as it was agreed with all of the banks:\n2024\n$94.6\n2025\n$88.2\nThereafter\n$565.6\n";
        assert_eq!(
            shape(text),
            [(0, vec![vec!["2024", "$94.6"], vec!["2025", "$88.2"], vec!["Thereafter", "$565.6"]])]
        );
        let text = "Revenue\nProfit\nAmericas\n$3,000\n$400\nEurope\n2,000\n150\n";
        assert_eq!(
            shape(text),
            [(
                1,
                vec![vec!["", "Revenue", "Profit"], vec!["Americas", "$3,000", "$400"], vec!["Europe", "2,000", "150"]]
            )]
        );
    }

    #[test]
    fn headings_over_groups_of_columns_and_years_under_names() {
        let text = "Three Months Ended\nSeptember 30,\nNine Months Ended\nSeptember 30,\n2024\n2023\n2024\n2023\nSystems\n$218.7\n$189.4\n$612.3\n$540.8\n\
                    Service\n57.3\n51.6\n165.4\n150.2\n";
        let rows = shape(text);
        assert_eq!(rows[0].0, 2);
        assert_eq!(
            rows[0].1[..2],
            [
                vec!["", "Three Months Ended\nSeptember 30,", "", "Nine Months Ended\nSeptember 30,", ""],
                vec!["", "2024", "2023", "2024", "2023"],
            ]
        );
        let text = "Net sales\nYear ended December 31\nPolymers\nSolvents\nTotal\n2023\n$2,184\n978\n$3,162\n2022\n$2,301\n1,024\n$3,325\nOperating profit\n\
                    Polymers\nSolvents\nTotal\n2023\n$301\n107\n$408\n2022\n$372\n138\n$510\n";
        let rows = shape(text);
        assert_eq!(rows.len(), 2);
        assert_eq!(
            rows[0].1,
            [
                vec!["Net sales", "Polymers", "Solvents", "Total"],
                vec!["2023", "$2,184", "978", "$3,162"],
                vec!["2022", "$2,301", "1,024", "$3,325"],
            ]
        );
        assert_eq!(rows[1].1[0], ["Operating profit", "Polymers", "Solvents", "Total"]);
    }

    #[test]
    fn years_of_a_sort_are_headings_and_words_stand_under_them() {
        let text = "FY 2024 FY 2025 FY 2026\nActual Adopted Adopted\nREVENUES\nProperty Taxes 48,215 50,640 53,172\nSales Tax 31,904 33,100 32,450\n";
        assert_eq!(
            shape(text)[0].1[..3],
            [vec!["", "FY 2024", "FY 2025", "FY 2026"], vec!["", "Actual", "Adopted", "Adopted"], vec!["REVENUES"]]
        );
        // Notes stand in a column that only some rows fill; they are part of the label.
        let text = "Note H1 2025 H1 2024\nRevenue 3 318,450 352,910\nCost of materials (196,720) (231,460)\nPersonnel (58,340) (61,205)\n";
        assert_eq!(shape(text)[0].1[..2], [vec!["", "H1 2025", "H1 2024"], vec!["Revenue 3", "318,450", "352,910"]]);
        // A group's name under the years is none of theirs, nor is the first line of a label.
        for (text, first) in [
            ("2024 2023\nOperating revenue\nPassenger 612.4 558.9\nCargo 38.2 41.6\n", &["Operating revenue"][..]),
            ("2024 2023 2022\nCost of revenue:\nProducts 120 110 100\nServices 45 40 38\n", &["Cost of revenue:"]),
            (
                "2024 2023 2022\nProperty, plant and\nequipment, net 120 110 100\nGoodwill 45 40 38\n",
                &["Property, plant and\nequipment, net", "120", "110", "100"],
            ),
            (
                "31 December 2024\nGroup Company\nFixed assets\nTangible 1,204 980\nInvestments 55 310\nTotal 1,259 1,290\n",
                &["Fixed assets"],
            ),
        ] {
            let rows = &shape(text)[0].1;
            assert!(rows.iter().any(|row| row[..] == *first), "{rows:?}");
        }
    }

    #[test]
    fn rows_that_are_called_by_their_year() {
        let text = "Year Tolls Costs\n2026 118.4 41.2\n2027 124.9 42.9\n2028 139.6 46.3\nSource: consultant.\n";
        let rows = &shape(text)[0].1;
        assert_eq!(rows[1..], [["2026", "118.4", "41.2"], ["2027", "124.9", "42.9"], ["2028", "139.6", "46.3"]]);
        // Under one word three values are its own.
        let text = "Output\n2024 2023 2022\nUnits\n1950 2100 2250\nMills\n12 11 10\n";
        assert!(shape(text)[0].1.contains(&vec!["Units", "1950", "2100", "2250"]), "{:?}", shape(text));
    }

    #[test]
    fn another_number_of_values_under_words_is_another_table() {
        let text = "Growth (%)\n1 month 3 months 1 year\nFund 1.2 3.6 9.4\nBenchmark 0.9 3.1 8.1\nBy year\nJun24-Jun25 Jun23-Jun24\nFund 9.4 6.1\n\
                    Benchmark 8.1 7.3\nPast growth says little.\n";
        let rows = shape(text);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].1[..2], [vec!["", "1 month", "3 months", "1 year"], vec!["Fund", "1.2", "3.6", "9.4"]]);
        assert_eq!(rows[1].1[..2], [vec!["", "Jun24-Jun25", "Jun23-Jun24"], vec!["Fund", "9.4", "6.1"]]);
        // A column of notes that only some rows fill parts nothing.
        let text = "Note 2024 2023\nRevenue\nSubscriptions 3 120 110\nServices 4 20 18\nOperating expenses\nResearch 60 50\nSales 40 35\n";
        let rows = shape(text);
        assert_eq!((rows.len(), &rows[0].1[0][1..]), (1, &["2024", "2023"][..]));
    }

    #[test]
    fn names_of_columns_in_two_lines_each_under_their_periods() {
        let text = "Quarter Ended March 31, 2025\nQuarter Ended March 31, 2024\nExternal\nRevenue\nOperating\nProfit\nExternal\nRevenue\nOperating\n\
                    Profit\nLeasing\n$\n214.8\n91.6\n$\n205.3\n84.4\nProducts\n371.2\n26.3\n604.3\n55.9\n";
        assert_eq!(
            shape(text)[0].1[..2],
            [
                vec!["", "Quarter Ended March 31, 2025", "", "Quarter Ended March 31, 2024", ""],
                vec!["", "External\nRevenue", "Operating\nProfit", "External\nRevenue", "Operating\nProfit"],
            ]
        );
    }

    #[test]
    fn numbers_in_groups_notes_and_periods_in_two_lines() {
        let text = "Note\n6 months ended\n30 June 2025\n6 months ended\n30 June 2024\nRevenue\n5\n438 216\n417 905\nCost of sales\n6\n(331 740)\n(329 418)\n\
                    Gross profit\n106 476\n88 487\n";
        assert_eq!(
            shape(text)[0].1,
            [
                vec!["", "6 months ended\n30 June 2025", "6 months ended\n30 June 2024"],
                vec!["Revenue", "438 216", "417 905"],
                vec!["Cost of sales", "(331 740)", "(329 418)"],
                vec!["Gross profit", "106 476", "88 487"],
            ]
        );
    }

    #[test]
    fn a_year_between_names_and_rows_heads_these() {
        let text = "Annual Review 48\nSegments\nEurope\nAsia\nGroup\n2024\nSales\n1,893.4\n611.7\n2,505.1\nProfit\n362.9\n103.4\n466.3\n2023\nSales\n\
                    1,774.6\n560.2\n2,334.8\nProfit\n336.8\n89.1\n425.9\n";
        let rows = &shape(text)[0].1;
        assert_eq!(
            rows[..3],
            [vec!["", "Europe", "Asia", "Group"], vec!["2024"], vec!["Sales", "1,893.4", "611.7", "2,505.1"]]
        );
        assert_eq!(rows[4..6], [vec!["2023"], vec!["Sales", "1,774.6", "560.2", "2,334.8"]]);
    }

    #[test]
    fn prose_is_none() {
        for text in [
            "The notes bear interest at 5.2% and fell due in 2023\nand the rest of them were repaid early in 2024.\nMore was borrowed in 2025 at 4.1%.\n",
            "We met on 3 May\nand again on 5 May.\n",
            "1. Mix 200 g of flour.\n2. Add 3 eggs.\n",
            "Price: $5\nWeight: 3 kg\n",
            "",
        ] {
            assert_eq!(shape(text), [], "{text}");
        }
    }
}
