//! A report's tables as CSV (RFC 4180) for spreadsheets. A text that a spreadsheet would take for a formula gets an apostrophe before it:
//! names and links come from a model, and a model can be made to say anything.

use groundcheck_types::{DayRow, MentionRow, ModelRow};

/// The first line of [`model`]s.
pub const MODELS: &str = "provider,model,mentions,average_reliability,high,medium,low\r\n";
/// The first line of [`day`]s.
pub const DAYS: &str = "date,mentions,average_reliability,high,medium,low\r\n";
/// The first line of [`mention`]s.
pub const MENTIONS: &str = "brand_name,rank,risk,reliability,has_source,accessible,provider,model,asked_at,query,explanation,\
    sources,mention_id,response_id\r\n";

/// The line of a model.
#[must_use]
pub fn model(row: &ModelRow) -> String {
    let ModelRow { provider, model, mentions, average_reliability, risk } = row;
    let (average, high, medium, low) = (average_reliability.0, risk.high, risk.medium, risk.low);
    format!("{},{},{mentions},{average},{high},{medium},{low}\r\n", cell(provider), cell(model))
}

/// The line of a day.
#[must_use]
pub fn day(row: &DayRow) -> String {
    let DayRow { date, mentions, average_reliability, risk } = row;
    let (average, high, medium, low) = (average_reliability.0, risk.high, risk.medium, risk.low);
    format!("{date},{mentions},{average},{high},{medium},{low}\r\n")
}

/// The line of a mention; its sources are one cell, a line each, with the state before the address.
#[must_use]
pub fn mention(row: &MentionRow) -> String {
    let source = |source: &groundcheck_types::CitedSource| {
        format!("{} {}", source.state.map_or("not checked", |state| state.as_str()), source.url)
    };
    let sources: Vec<String> = row.sources.iter().map(source).collect();
    let risk = match row.risk {
        groundcheck_types::Risk::Low => "low",
        groundcheck_types::Risk::Medium => "medium",
        _ => "high",
    };
    let cells = [
        cell(&row.brand_name),
        row.rank.to_string(),
        risk.to_owned(),
        row.reliability.0.to_string(),
        if row.has_source { "yes" } else { "no" }.to_owned(),
        row.accessible.map_or("", |state| state.as_str()).to_owned(),
        cell(&row.provider),
        cell(&row.model),
        row.asked_at.clone(),
        cell(&row.query),
        cell(row.explanation.as_deref().unwrap_or_default()),
        cell(&sources.join("\n")),
        row.mention_id.to_string(),
        row.response_id.to_string(),
    ];
    cells.join(",") + "\r\n"
}

/// A text as a cell.
fn cell(text: &str) -> String {
    let begins_a_formula = |text: &str| text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let guarded = text.starts_with(['\t', '\r', '\n']) || begins_a_formula(text.trim_start());
    let guard = if guarded { "'" } else { "" };
    if guarded || text.contains([',', '"', '\n', '\r', ';', '\t']) || text.trim() != text {
        format!("\"{guard}{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
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
            ("\t=1", "\"'\t=1\""),
            ("a\n=1", "\"a\n=1\""),
            ("2-1", "2-1"),
            ("", ""),
        ] {
            assert_eq!(cell(text), written, "{text:?}");
        }
    }
}
