//! A chart as a table: what a screen reader gets, and what is saved as CSV.

use groundcheck::csv::spreadsheet_cell;
use groundcheck_types::ReportFilter;

use super::filter::{REPORT_FIELDS, query};
use super::format::{score, share_text, whole};

/// One cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A text, which may come from outside.
    Text(String),
    /// A count.
    Count(u64),
    /// A reliability, 0 to 1.
    Score(f64),
    /// A part of a whole.
    Share(u64, u64),
}

impl Cell {
    /// As people read it.
    pub fn shown(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => whole(*count),
            Cell::Score(reliability) => score(*reliability),
            Cell::Share(part, of) => share_text(*part, *of),
        }
    }

    /// Whether it is a figure.
    pub fn is_figure(&self) -> bool {
        !matches!(self, Cell::Text(_))
    }

    /// As programs read it: shares from 0 to 1, nothing grouped.
    fn csv(&self) -> String {
        match self {
            Cell::Text(text) => spreadsheet_cell(text),
            Cell::Count(count) => count.to_string(),
            Cell::Score(reliability) => fraction(*reliability),
            Cell::Share(_, 0) => String::new(),
            Cell::Share(part, of) => fraction(*part as f64 / *of as f64),
        }
    }
}

fn fraction(number: f64) -> String {
    super::format::decimals(number, 6)
}

/// A table with a row of headings.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// The headings.
    pub head: Vec<String>,
    /// Each as long as the headings.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// RFC 4180, with the mark by which spreadsheets know UTF-8.
    pub fn csv(&self) -> String {
        let head = self.head.iter().map(|text| spreadsheet_cell(text)).collect::<Vec<_>>().join(",");
        let mut out = format!("\u{feff}{head}\r\n");
        for row in &self.rows {
            out.push_str(&row.iter().map(Cell::csv).collect::<Vec<_>>().join(","));
            out.push_str("\r\n");
        }
        out
    }
}

/// A file's name: what it is, what it is about, and the day it was made.
pub fn file_name(what: &str, filter: &ReportFilter, today: &str, extension: &str) -> String {
    let mut name = format!("groundcheck-{what}");
    for (field, value) in query(filter, &REPORT_FIELDS) {
        name += &format!("_{field}-{}", slug(&value));
    }
    format!("{name}_{today}.{extension}")
}

/// Letters and digits of any script, other characters as single hyphens, and not too many of them.
fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if out.chars().count() == 40 {
            break;
        }
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_bare_in_csv_and_read_well_in_the_page() {
        let row = vec![Cell::Text("-x".to_owned()), Cell::Count(100_000), Cell::Score(0.7), Cell::Share(2, 15)];
        let shown: Vec<String> = row.iter().map(Cell::shown).collect();
        assert_eq!(shown, ["-x", "100,000", "0.70", "\u{2066}13.3 %\u{2069}"]);
        let head = ["Model", "Mentions", "Reliability", "Share"].map(str::to_owned).to_vec();
        let table = Table { head, rows: vec![row] };
        assert_eq!(table.csv(), "\u{feff}Model,Mentions,Reliability,Share\r\n\"'-x\",100000,0.7,0.133333\r\n");
    }

    #[test]
    fn file_names_say_filter_and_date_and_nothing_that_is_no_name() {
        let filter = ReportFilter {
            query: Some("../Best AI/companies? \u{202e}חברות".to_owned()),
            provider: Some("openai".to_owned()),
            ..ReportFilter::default()
        };
        assert_eq!(
            file_name("risk", &filter, "2026-11-21", "csv"),
            "groundcheck-risk_query-best-ai-companies-חברות_provider-openai_2026-11-21.csv"
        );
        assert_eq!(file_name("risk", &ReportFilter::default(), "2026-11-21", "png"), "groundcheck-risk_2026-11-21.png");
        assert!(slug(&"long ".repeat(50)).len() <= 40);
    }
}
