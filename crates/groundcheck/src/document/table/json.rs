//! Records in JSON, as tools and databases hand them to a chatbot: a list of objects is a table whose headings are their names.
//!
//! An object within a record, `"stock": {"Denver": 342}`, is a second line of headings. A list that is cut off gives the records
//! before the cut. A record with another name begins another table.

use core::ops::Range;

use groundcheck_types::Span;

use super::{Table, TableCell, TableFormat, empty, trimmed};

/// Objects and lists within one another are read this deep.
const DEEPEST: u8 = 4;
/// A record of more values is none.
const MOST_VALUES: usize = 128;

/// A value of a record: the names that lead to it, the outermost first, and its text without quotes.
struct Value {
    names: [Option<Range<usize>>; 2],
    text: Range<usize>,
}

pub(super) fn find(text: &str, gap: Range<usize>, found: &mut Vec<Table>) {
    let mut reader = Reader { text, bytes: text.as_bytes().get(..gap.end).unwrap_or_default(), at: gap.start };
    let mut records: Vec<Vec<Value>> = Vec::new();
    let mut span = gap.start..gap.start;
    while let Some(start) = reader.next_object() {
        let mut record = Vec::new();
        let whole = reader.object([None, None], 0, &mut record);
        let between = text.get(span.end..start).unwrap_or_default();
        // Records of one list stand behind one another, with nothing but a comma and blanks between them.
        let goes_on = between.chars().all(|c| c == ',' || c.is_whitespace()) && goes_under(text, &records, &record);
        if !goes_on {
            close(text, &span, core::mem::take(&mut records), found);
            span = start..start;
        }
        if whole && (2..=MOST_VALUES).contains(&record.len()) {
            records.push(record);
            span.end = reader.at;
        }
    }
    close(text, &span, records, found);
}

/// Whether a record has only names of the first one, in their order; another begins a table of its own.
fn goes_under(text: &str, records: &[Vec<Value>], record: &[Value]) -> bool {
    let Some(first) = records.first() else { return false };
    let name = |range: &Option<Range<usize>>| range.clone().and_then(|range| text.get(range));
    let same = |a: &Value, b: &Value| (0..2).all(|i| name(&a.names[i]) == name(&b.names[i]));
    let mut columns = first.iter();
    record.iter().all(|value| columns.any(|column| same(column, value)))
}

fn close(text: &str, span: &Range<usize>, records: Vec<Vec<Value>>, found: &mut Vec<Table>) {
    let Some(first) = records.first() else { return };
    let name = |range: &Option<Range<usize>>| range.clone().and_then(|range| text.get(range));
    let heading = |range: Option<Range<usize>>| range.map_or(empty(span.start), |range| trimmed(text, range));
    let mut rows: Vec<Vec<TableCell>> = Vec::with_capacity(records.len() + 2);
    if first.iter().any(|value| value.names[1].is_some()) {
        let outer = |value: &Value| heading(value.names[1].as_ref().and(value.names[0].clone()));
        let one = |cell: TableCell| TableCell { columns: Some(1), ..cell };
        rows.push(first.iter().map(|value| one(outer(value))).collect());
    }
    rows.push(first.iter().map(|value| heading(value.names[1].clone().or(value.names[0].clone()))).collect());
    let header_rows = rows.len();
    for record in &records {
        let mut own = record.iter().peekable();
        let cells = first.iter().map(|column| {
            let same = |value: &&Value| (0..2).all(|i| name(&value.names[i]) == name(&column.names[i]));
            match own.next_if(same) {
                Some(value) => trimmed(text, value.text.clone()),
                None => empty(span.end),
            }
        });
        rows.push(cells.collect());
    }
    found.push(Table { span: Span::new(span.start, span.end), format: TableFormat::Json, header_rows, rows });
}

/// Reads JSON byte by byte; wherever it is none, what was read so far stands.
struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Takes this byte, behind blanks.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let here = self.peek() == Some(byte);
        self.at += usize::from(here);
        here
    }

    /// Goes on to the next `{` before a quoted name, and past the `{`.
    fn next_object(&mut self) -> Option<usize> {
        loop {
            let rest = self.bytes.get(self.at..)?;
            let start = self.at + rest.iter().position(|b| *b == b'{')?;
            self.at = start + 1;
            self.skip_blanks();
            if self.peek() == Some(b'"') {
                return Some(start);
            }
        }
    }

    /// The text of a string, behind its opening quote.
    fn string(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        Some(start..self.at - 1)
    }

    /// Reads what stands behind a `{`; returns whether it is a record: closed, and with no records in it.
    fn object(&mut self, over: [Option<Range<usize>>; 2], depth: u8, out: &mut Vec<Value>) -> bool {
        let mut is_record = true;
        loop {
            if !self.take(b'"') {
                return false;
            }
            let Some(own) = self.string() else { return false };
            if !self.take(b':') {
                return false;
            }
            let names = match &over {
                [None, _] => [Some(own), None],
                [outer, _] => [outer.clone(), Some(own)],
            };
            is_record &= self.value(names, depth, out);
            if !self.take(b',') {
                return self.take(b'}') && is_record;
            }
        }
    }

    fn value(&mut self, names: [Option<Range<usize>>; 2], depth: u8, out: &mut Vec<Value>) -> bool {
        self.skip_blanks();
        let start = self.at;
        match self.peek() {
            Some(b'"') => {
                self.at += 1;
                let Some(text) = self.string() else { return false };
                out.push(Value { names, text });
                true
            }
            Some(b'{') if depth < DEEPEST => {
                self.at += 1;
                self.object(names, depth + 1, out)
            }
            // A list of words or numbers is none of a record's values; one of objects is a table of its own.
            Some(b'[') => {
                let rest = self.bytes.get(start..).unwrap_or_default();
                let end = rest.iter().position(|b| matches!(b, b']' | b'{')).unwrap_or(rest.len());
                self.at += end;
                self.take(b']')
            }
            _ => {
                let rest = self.bytes.get(start..).unwrap_or_default();
                let ends = |b: &u8| matches!(b, b',' | b'}' | b']' | b'{' | b'"' | b'\n');
                self.at += rest.iter().position(ends).unwrap_or(rest.len());
                let end = start + self.text.get(start..self.at).map_or(0, |value| value.trim_end().len());
                out.push(Value { names, text: start..end });
                end > start
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{shape, tables};

    #[test]
    fn records_under_their_names() {
        let text = "Result:\n[{\"sku\": \"A-1\", \"price\": 12.50, \"stock\": {\"Ulm\": 3, \"Bonn\": 4}},\n {\"sku\": \"B-2\", \
                    \"price\": null, \"stock\": {\"Ulm\": 5, \"Bonn\": 6}}]";
        let found = shape(text);
        assert_eq!(found[0].0, 2);
        assert_eq!(found[0].1[0], ["", "", "stock", "stock"]);
        assert_eq!(found[0].1[1], ["sku", "price", "Ulm", "Bonn"]);
        assert_eq!(found[0].1[2], ["A-1", "12.50", "3", "4"]);
        assert_eq!(found[0].1[3], ["B-2", "null", "5", "6"]);
    }

    #[test]
    fn lines_of_records_and_lists_that_are_cut_off() {
        let lines = "{\"city\": \"Ulm\", \"sales\": 3}\n{\"city\": \"Bonn\", \"staff\": 9}\n{\"city\": \"Kiel\", \"sal";
        let of = |heads: [&'static str; 2], cells: [&'static str; 2]| (1, vec![heads.to_vec(), cells.to_vec()]);
        assert_eq!(shape(lines), [of(["city", "sales"], ["Ulm", "3"]), of(["city", "staff"], ["Bonn", "9"])]);
        let nested = "{\"page\": 1, \"rows\": [{\"a\": \"x\", \"b\": 2}]}";
        assert_eq!(shape(nested), [(1, vec![vec!["a", "b"], vec!["x", "2"]])]);
    }

    #[test]
    fn what_is_no_record() {
        for text in
            ["{name}, you owe {\"sum\"}", "f() { return 1; }", "{\"a\": 1}", "{\"a\" 1, \"b\": 2}", "{\"", "{\"a\\"]
        {
            assert_eq!(tables(text), [], "{text}");
        }
    }
}
