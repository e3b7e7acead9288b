//! How a text stands in a cell of CSV (RFC 4180): what server and page write, and facts are read from.

/// A text as it is read back: quoted where a reader would otherwise part, trim or break it.
///
/// ```
/// assert_eq!(groundcheck::csv::cell("Oak, Elm"), "\"Oak, Elm\"");
/// ```
#[must_use]
pub fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r', ';', '\t']) || text.trim() != text { quoted(text) } else { text.to_owned() }
}

/// A text for a spreadsheet. One that it would take for a formula gets an apostrophe before it: names and links come from a model,
/// and a model can be made to say anything.
///
/// Source: OWASP, "CSV Injection", with the full-width signs that some spreadsheets read as well, and the signs of commands.
///
/// ```
/// assert_eq!(groundcheck::csv::spreadsheet_cell("=1+1"), "\"'=1+1\"");
/// ```
#[must_use]
pub fn spreadsheet_cell(text: &str) -> String {
    let begins_a_formula = |text: &str| text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '|', '%']);
    if text.starts_with(['\t', '\r', '\n']) || begins_a_formula(text.trim_start()) {
        quoted(&format!("'{text}"))
    } else {
        cell(text)
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for (text, written) in [
            ("CompanyX", "CompanyX"),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("=HYPERLINK(\"http://a.example\")", "\"'=HYPERLINK(\"\"http://a.example\"\")\""),
            ("  +1", "\"'  +1\""),
            ("-1", "\"'-1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("＝1", "\"'＝1\""),
            ("\u{a0}=cmd", "\"'\u{a0}=cmd\""),
            ("|calc", "\"'|calc\""),
            ("%0A=1", "\"'%0A=1\""),
            ("\r=1", "\"'\r=1\""),
            ("\t=1", "\"'\t=1\""),
            ("a\n=1", "\"a\n=1\""),
            ("2-1", "2-1"),
            ("95%", "95%"),
            ("a|b", "a|b"),
            ("", ""),
        ] {
            assert_eq!(spreadsheet_cell(text), written, "{text:?}");
        }
    }
}
