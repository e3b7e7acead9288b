//! CSV inside a document: lines of as many cells, parted by commas or semicolons, with quoted cells.
//!
//! Commas are everywhere in prose, addresses and lists, so a block must also look like figures: headings, then values that are
//! nothing but values. Without blanks behind the commas, three columns under headings will do; in a fence, the word `csv`.

use core::ops::Range;

use groundcheck_types::Span;

use super::{Table, TableCell, TableFormat, header_rows, is_nil, is_value, is_whole_date, is_year, lines, trimmed};

/// A longer line is a paragraph, in bytes.
const LONGEST_LINE: usize = 8_192;
/// A longer cell is a sentence, in bytes.
const LONGEST_CELL: usize = 120;
/// A cell of more words is a sentence.
const MOST_WORDS: usize = 12;

/// A table of so many columns may end its rows with a remark.
const FEWEST_WITH_REMARKS: usize = 4;

/// Under headings, so many columns in so many lines are a table whatever is in them.
const FEWEST_COLUMNS: usize = 3;
const FEWEST_ROWS: usize = 3;

/// Lines that may be a table, with how many cells each separator makes of every one of them.
#[derive(Default)]
struct Block {
    lines: Vec<Range<usize>>,
    commas: Option<usize>,
    semicolons: Option<usize>,
    fenced: bool,
}

pub(super) fn find(text: &str, gap: Range<usize>, found: &mut Vec<Table>) {
    let part = text.get(gap.clone()).unwrap_or_default();
    if !part.contains([',', ';']) || !part.trim_end().contains('\n') {
        return;
    }
    let mut block = Block::default();
    for range in lines(text, gap) {
        let line = &text[range.clone()];
        if let Some(fence) = line.trim_start().strip_prefix("```") {
            close(text, &mut block, found);
            block.fenced = matches!(fence.trim().to_ascii_lowercase().as_str(), "csv" | "tsv");
            continue;
        }
        // Most prose is told by its last character; a remark at the end of a row has one, too: `2218,23/09/2025,148.00,card,cowl incl.`.
        let is_prose = line.ends_with('.') && !block.fenced;
        let cells = |separator, all: Option<usize>| {
            let cells = count(line, separator)?;
            (!is_prose || (all == Some(cells) && may_end_with_remark(line, cells, separator))).then_some(cells)
        };
        let (commas, semicolons) = (cells(b',', block.commas), cells(b';', block.semicolons));
        let same = |own: Option<usize>, all: Option<usize>| own.filter(|own| all == Some(*own));
        let (both, other) = (same(commas, block.commas), same(semicolons, block.semicolons));
        if block.lines.is_empty() || (both.is_none() && other.is_none()) {
            let fenced = block.fenced;
            close(text, &mut block, found);
            (block.commas, block.semicolons, block.fenced) = (commas, semicolons, fenced);
        } else {
            (block.commas, block.semicolons) = (both, other);
        }
        if block.commas.is_some() || block.semicolons.is_some() {
            block.lines.push(range);
        }
    }
    close(text, &mut block, found);
}

/// Whether a line may be one of a table.
pub(super) fn is_row(line: &str) -> bool {
    [b',', b';'].into_iter().any(|separator| {
        count(line, separator).is_some_and(|cells| !line.ends_with('.') || may_end_with_remark(line, cells, separator))
    })
}

/// Whether a row of so many cells may have a remark at its end, which ends as sentences do.
fn may_end_with_remark(line: &str, cells: usize, separator: u8) -> bool {
    cells >= FEWEST_WITH_REMARKS && !is_spaced(line, separator)
}

/// How many cells this separator makes of a line; `None` where it is no row.
fn count(line: &str, separator: u8) -> Option<usize> {
    if line.len() > LONGEST_LINE || !line.as_bytes().contains(&separator) {
        return None;
    }
    let mut count = 0;
    parts(line, separator, |_| count += 1)?;
    Some(count)
}

/// Calls back with the place of each cell of a line, without its quotes; `None` where a quote is not closed or a cell is a sentence.
fn parts(line: &str, separator: u8, mut cell: impl FnMut(Range<usize>)) -> Option<()> {
    let bytes = line.as_bytes();
    let mut at = 0;
    loop {
        let start = at + bytes.get(at..)?.iter().take_while(|b| **b == b' ').count();
        if bytes.get(start) == Some(&b'"') {
            let mut end = start + 1;
            loop {
                end += bytes.get(end..)?.iter().position(|b| *b == b'"')?;
                if bytes.get(end + 1) != Some(&b'"') {
                    break;
                }
                end += 2;
            }
            cell(start + 1..end);
            at = end + 1;
            at += bytes.get(at..)?.iter().take_while(|b| **b == b' ').count();
            if bytes.get(at).is_some_and(|b| *b != separator) {
                return None;
            }
        } else {
            let length = bytes.get(at..)?.iter().position(|b| *b == separator).unwrap_or(bytes.len() - at);
            let part = line.get(at..at + length)?;
            if part.len() > LONGEST_CELL || part.split_ascii_whitespace().count() > MOST_WORDS {
                return None;
            }
            cell(at..at + length);
            at += length;
        }
        if at >= bytes.len() {
            return Some(());
        }
        at += 1;
    }
}

fn close(text: &str, block: &mut Block, found: &mut Vec<Table>) {
    let block = core::mem::take(block);
    let separator = match (block.semicolons, block.commas) {
        (Some(_), _) => b';',
        (None, Some(_)) => b',',
        (None, None) => return,
    };
    if block.lines.len() < 2 {
        return;
    }
    let mut rows: Vec<Vec<TableCell>> = Vec::with_capacity(block.lines.len());
    for range in &block.lines {
        let mut row = Vec::new();
        let whole = parts(&text[range.clone()], separator, |cell| {
            row.push(trimmed(text, range.start + cell.start..range.start + cell.end));
        });
        if whole.is_none() {
            return;
        }
        rows.push(row);
    }
    let header = headings(&rows, header_rows(text, &rows)).max(usize::from(names_units(text, &rows)));
    if !(block.fenced || looks_like_figures(text, &rows, header, &block.lines, separator)) {
        return;
    }
    let (Some(first), Some(last)) = (block.lines.first(), block.lines.last()) else { return };
    let span = Span::new(first.start, last.end);
    found.push(Table { span, format: TableFormat::Csv, header_rows: header, rows });
}

/// How many of these rows at the top are headings: below the first one that has any, those without a label of their own.
fn headings(rows: &[Vec<TableCell>], most: usize) -> usize {
    let is_empty = |cell: &TableCell| cell.span.start == cell.span.end;
    let heads = |row: &Vec<TableCell>| !row.iter().skip(1).all(is_empty);
    let Some(first) = rows.iter().take(most).position(heads) else { return most };
    let further = rows.get(first + 1..most).unwrap_or_default().iter();
    first + 1 + further.take_while(|row| row.first().is_none_or(is_empty) || !heads(row)).count()
}

/// Whether the first row says of how many of something its columns are: `Item,100 pcs,"1,000 pcs"` above bare numbers.
fn names_units(text: &str, rows: &[Vec<TableCell>]) -> bool {
    let [first, second, ..] = rows else { return false };
    let all = |row: &Vec<TableCell>, test: fn(&str) -> bool| {
        row.len() > 1 && row.iter().skip(1).all(|cell| cell.span.of(text).is_some_and(test))
    };
    all(first, |cell| cell.contains(char::is_alphabetic) && !is_value(cell))
        && all(second, |cell| !cell.contains(char::is_alphabetic) && is_value(cell))
}

/// Whether blanks follow its separators, as in prose; quoted cells have them where they like.
fn is_spaced(line: &str, separator: u8) -> bool {
    let mut is_quoted = false;
    line.as_bytes().windows(3).any(|own| {
        is_quoted ^= own[0] == b'"';
        !is_quoted && own[0] == separator && own[1] == b' ' && own[2] != b'"'
    })
}

/// Whether a block is a table of figures and not prose, names or addresses that hold as many commas on each line.
fn looks_like_figures(
    text: &str,
    rows: &[Vec<TableCell>],
    header: usize,
    lines: &[Range<usize>],
    separator: u8,
) -> bool {
    let body = |cell: &TableCell| cell.span.of(text).unwrap_or_default();
    let is_figure = |cell: &TableCell| is_value(body(cell)) && !is_year(body(cell));
    let (head, rest) = rows.split_at(header.min(rows.len()));
    // Blanks behind separators are how prose is written; without them two lines will do.
    let spaced = lines.iter().filter_map(|l| text.get(l.clone())).any(|line| is_spaced(line, separator));
    let columns = rows.first().map_or(0, Vec::len);
    let remarks = !spaced && columns >= FEWEST_WITH_REMARKS;
    // Prose has blanks behind its commas, and numbers with commas in them have no headings of as many cells.
    if !spaced && !head.is_empty() && columns >= FEWEST_COLUMNS && rows.len() >= FEWEST_ROWS {
        let has = |test: fn(char) -> bool| head.iter().flatten().any(|cell| body(cell).contains(test));
        // `Cohen,Haifa,2019` over more of them heads nothing.
        let heads = !has(|c| c.is_ascii_digit()) || rest.iter().flatten().any(is_figure);
        return has(char::is_alphabetic) && heads;
    }
    let figures = |row: &&Vec<TableCell>| {
        // `date,event`: a day on each line is a figure where commas part cells and no clauses.
        let dated = !spaced && row.iter().any(|c| is_whole_date(body(c)));
        dated || row.iter().skip(1).any(is_figure)
    };
    let with_figures = rest.iter().filter(figures).count();
    let enough = if spaced { rows.len() + columns >= 5 } else { rows.len() + columns >= 4 };
    let sentence = |row: &Vec<TableCell>| row.last().is_some_and(|c| body(c).ends_with('.') && !is_nil(body(c)));
    let grouped = separator == b',' && rest.iter().any(|row| is_grouping(text, row));
    // `Volatility, %      11.2      12.8`: blanks part its cells.
    let aligned = rows.iter().flatten().any(|cell| body(cell).contains("   "));
    if aligned
        || with_figures == 0
        || with_figures * 2 < rest.len()
        || !enough
        || grouped
        || (!remarks && rows.iter().any(sentence))
    {
        return false;
    }
    match head.first() {
        Some(row) => row.iter().skip(1).all(|c| !body(c).is_empty()) || head.len() > 1,
        // Without headings: a name, then values only, in line after line.
        None => {
            let named = |row: &Vec<TableCell>| {
                row.first().is_some_and(|c| body(c).contains(char::is_alphabetic))
                    && row.iter().skip(1).all(|c| body(c).is_empty() || is_value(body(c)) || is_nil(body(c)))
            };
            !spaced && rows.len() >= 3 && rows.iter().all(named)
        }
    }
}

/// Whether a row's first comma groups digits: `Rent 1,234`.
fn is_grouping(text: &str, row: &[TableCell]) -> bool {
    let [first, second, ..] = row else { return false };
    let (Some(before), Some(after)) = (first.span.of(text), second.span.of(text)) else { return false };
    let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
    let free = before.as_bytes()[..before.len() - digits].last().is_none_or(|b| !b.is_ascii_alphanumeric());
    let three = after.bytes().take_while(u8::is_ascii_digit).count() == 3;
    first.span.end + 1 == second.span.start && (1..=3).contains(&digits) && free && three
}

#[cfg(test)]
mod tests {
    use super::super::shape;

    #[test]
    fn tables_of_figures() {
        for (text, header, rows, last) in [
            ("Item,2019,2018\nRent,100,90\nParking,20,18\n", 1, 3, vec!["Parking", "20", "18"]),
            ("Intro, with a comma.\n\nItem;2019\nRent;1.234,50\n\nMore.", 1, 2, vec!["Rent", "1.234,50"]),
            ("Item,Amount\n\"Rent, net\",\"1,234\"\n", 1, 2, vec!["Rent, net", "1,234"]),
            ("Item,Amount\n\"The \"\"big\"\" shop\",\"$ 1,234\"\n", 1, 2, vec!["The \"\"big\"\" shop", "$ 1,234"]),
            ("Year, Revenue, Costs\n2018, 100, 50\n2019, 120, 60\n", 1, 3, vec!["2019", "120", "60"]),
            ("Rent,100,90\nParking,20,18\nWater,5,4\n", 0, 3, vec!["Water", "5", "4"]),
            ("See:\n```csv\na,b\nc,d\n```\n", 1, 2, vec!["c", "d"]),
            ("date,event\n2025-05-06,Poetry\n2025-05-09,Repairs\n", 1, 3, vec!["2025-05-09", "Repairs"]),
            ("date,gulls,crows\n2025-09-03,104,61\n2025-09-10,133,58\n", 1, 3, vec!["2025-09-10", "133", "58"]),
            ("car,may,june\nKV-3,1120,998\nKV-4,905,640\n", 1, 3, vec!["KV-4", "905", "640"]),
            ("Name,Mon,Tue\nDorn,y,n\nGoss,n,y\n", 1, 3, vec!["Goss", "n", "y"]),
            ("Item,100 pcs,\"1,000 pcs\"\nFlyer,24,71\nPoster,64,339\n", 1, 3, vec!["Poster", "64", "339"]),
            ("call,opened,closed\nK-1,08:12,11:05\nK-2,10:30,13:10\n", 1, 3, vec!["K-2", "10:30", "13:10"]),
            (
                "job,fee,paid,remark\n1,62.00,card,\n2,148.00,cash,cowl incl.\n3,58.00,,No. 4.\n",
                1,
                4,
                vec!["3", "58.00", "", "No. 4."],
            ),
            ("Item,2019,2018\r\nAssets,,\r\nCash,5,4\r\nDebt,(1),-\r\n", 1, 4, vec!["Debt", "(1)", "-"]),
        ] {
            let found = shape(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!((found[0].0, found[0].1.len()), (header, rows), "{text}");
            assert_eq!(found[0].1.last(), Some(&last), "{text}");
        }
    }

    #[test]
    fn prose_lists_and_addresses_are_none() {
        for text in [
            "Costs rose, and so did sales.\nRents fell, but not much.\nAll was well, he said.\n",
            "12 Main Street, Springfield, IL 62701\n4 Oak Avenue, Springfield, IL 62702\n9 Elm Road, Salem, OR 97301\n",
            "12 Main Street, Springfield, 62701\n4 Oak Avenue, Springfield, 62702\n9 Elm Road, Salem, 97301\n",
            "Smith, John, 45\nDoe, Jane, 50\nRoe, Jim, 61\n",
            "January 5, 2019\nFebruary 6, 2019\nMarch 7, 2019\n",
            "Rent 1,234\nParking 5,678\nWater 9,012\n",
            "Item, Amount\nRent 1,234\nParking 5,678\n",
            "1,234\n5,678\n9,012\n",
            "for (i = 0; i < 10; i++) {\n  a[i] = 5; b[i] = 6; c[i]++\n}\n",
            "Rent,5,and so on\nHe paid 5, was late, and left.\nWater,6,or more.\n",
            "1,234,567\n2,345,678\n3,456,789\n",
            "Roses, red\nViolets, blue\nSugar, sweet\n",
            "In March, the rent was 5\nIn April, the rent was 6\nIn May, the rent was 7\n",
            "\"never closed,1,2\n\"never closed,3,4\n\"never closed,5,6\n",
        ] {
            assert!(shape(text).is_empty(), "{text}: {:?}", shape(text));
        }
    }
}
