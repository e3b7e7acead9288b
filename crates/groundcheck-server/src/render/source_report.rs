//! Document 1's report in its layout.

use anstyle::AnsiColor;
use groundcheck_types::{MentionRow, SourceReport};
use unicode_width::UnicodeWidthStr as _;

use super::Style;
use super::visible::one_line;
use crate::report::html::accessible_word;
use crate::report::{by_risk, notes, percent};
use crate::store::RiskLevel;

/// The report as text. Ends in a newline.
#[must_use]
pub fn source_report(report: &SourceReport, style: Style) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = style.paint(bold, "HALLUCINATION RISK REPORT") + "\n\n";
    let filter = &report.filter;
    let said = [
        ("Query", &filter.query),
        ("Provider", &filter.provider),
        ("Model", &filter.model),
        ("From", &filter.from),
        ("To", &filter.to),
    ];
    let mut said: Vec<String> =
        said.iter().filter_map(|(name, value)| Some(format!("{name}: {}\n", one_line(value.as_deref()?)))).collect();
    said.extend(notes(report).into_iter().map(|note| note + "\n"));
    if !said.is_empty() {
        out += &said.concat();
        out.push('\n');
    }
    let Some(average) = report.average_reliability else { return out.trim_end().to_owned() + "\n" };

    out += &style.paint(bold, "Overall Statistics:");
    out += &format!("\n- Total mentions: {}\n- Avg reliability: {:.2}\n", report.mentions, average.0);
    out += "- Risk distribution:\n";
    for (risk, name, count) in by_risk(report.risk) {
        let share = percent(count, report.risk.total());
        out += &format!("  {}{}\n", mark(risk, style), colored(risk, &format!("{name}: {count} ({share})"), style));
    }

    out += &format!("\n{}\n{}", style.paint(bold, "Provider Comparison:"), models(report));

    out += &format!("\n{}\n", style.paint(bold, "High Risk Mentions:"));
    for row in &report.high_risk.mentions {
        mention(&mut out, row, style);
    }
    let more = report.risk.high.saturating_sub(report.high_risk.mentions.len() as u64);
    if report.risk.high == 0 {
        out += "None of the scored mentions.\n";
    } else if more > 0 {
        out += &format!("And {more} more; --format csv lists all.\n");
    }
    out
}

fn models(report: &SourceReport) -> String {
    let rows: Vec<[String; 4]> = report
        .models
        .iter()
        .map(|row| {
            let average = format!("{:.2}", row.average_reliability.0);
            [one_line(&row.provider), one_line(&row.model), average, row.risk.high.to_string()]
        })
        .collect();
    let head = ["Provider", "Model", "Avg Rel", "High Risk"].map(str::to_owned);
    // As wide as in document 1, and wider where a name is.
    let mut widths = [8, 9, 7, 9];
    for row in &rows {
        widths.iter_mut().zip(row).for_each(|(width, cell)| *width = (*width).max(cell.width()));
    }
    let line = |row: &[String; 4]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell}{}", " ".repeat(width - cell.width())));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    std::iter::once(&head).chain(&rows).map(line).collect()
}

fn mention(out: &mut String, row: &MentionRow, style: Style) {
    let name = format!("{} - Rank #{}", one_line(&row.brand_name), row.rank);
    *out += &format!("{}{}\n", mark(RiskLevel::High, style), colored(RiskLevel::High, &name, style));
    let sources = if row.has_source { "Yes" } else { "No" };
    *out += &format!("   Reliability: {:.2}\n", row.reliability.0);
    *out += &format!("   Sources: {sources} | Accessible: {}\n", accessible_word(row));
}

/// The dot of document 1, which is a colour: where there are none, the word says it.
fn mark(risk: RiskLevel, style: Style) -> String {
    if style.color { colored(risk, "● ", style) } else { String::new() }
}

fn colored(risk: RiskLevel, text: &str, style: Style) -> String {
    let color = match risk {
        RiskLevel::High => AnsiColor::Red,
        RiskLevel::Medium => AnsiColor::Yellow,
        RiskLevel::Low => AnsiColor::Green,
    };
    style.paint(anstyle::Style::new().fg_color(Some(color.into())), text)
}
