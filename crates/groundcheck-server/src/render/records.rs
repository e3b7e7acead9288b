//! A record's report as text: what follows first, then a line for each error and alert.

use anstyle::AnsiColor;
use groundcheck_types::{Disposition, RecordAlert, RecordReport, Severity};

use super::Style;
use super::visible::one_line;

/// The whole report. Ends in a newline.
#[must_use]
pub fn record_report(report: &RecordReport, style: Style) -> String {
    let summary = &report.summary;
    let (mark, color, word) = match report.disposition {
        Disposition::Accept => ("✓", AnsiColor::Green, "accepted"),
        Disposition::Review => ("?", AnsiColor::Yellow, "for review"),
        Disposition::Reject => ("✕", AnsiColor::Red, "rejected"),
    };
    let mut out = painted(style, color, &format!("{mark} {word}"));
    if let Some(rejection) = &report.rejection {
        out.push_str(&format!(": {}", one_line(&rejection.message)));
        out.push_str(&format!("\n  instead: {}", rejection.fallback.meaning()));
    }
    let by = summary.by_severity;
    out.push_str(&format!(
        "\n  alerts: {} critical, {} high, {} medium, {} low\n",
        by.critical, by.high, by.medium, by.low
    ));
    for error in &report.errors {
        out.push_str(&format!("{}  {}\n", painted(style, AnsiColor::Red, "✕ malformed"), one_line(&error.to_string())));
    }
    for alert in &report.alerts {
        out.push_str(&line(alert, style));
    }
    let left = (summary.total_alerts as usize).saturating_sub(report.alerts.len());
    if left > 0 {
        out.push_str(&style.dim(&format!("and {left} more\n")));
    }
    out
}

fn line(alert: &RecordAlert, style: Style) -> String {
    let (mark, color) = match alert.severity {
        Severity::Critical | Severity::High => ("✕", AnsiColor::Red),
        Severity::Medium => ("?", AnsiColor::Yellow),
        Severity::Low => ("–", AnsiColor::Blue),
    };
    let severity = painted(style, color, &format!("{mark} {:<9}", alert.severity.as_str()));
    let page = alert.page.map(|page| format!(" (page {page})")).unwrap_or_default();
    let place = if alert.path.is_empty() { "the record" } else { &alert.path };
    let mut line = format!("{severity}  {}{page}: {}", one_line(place), one_line(&alert.description));
    let found = alert.detected_value.as_ref().map(|value| format!("found {}", one_line(value)));
    let expected = alert.expected_value.as_ref().map(|value| format!("expected {}", one_line(value)));
    let more: Vec<String> = [found, expected].into_iter().flatten().collect();
    if !more.is_empty() {
        line.push_str(&style.dim(&format!("  {}", more.join(", "))));
    }
    line + "\n"
}

fn painted(style: Style, color: AnsiColor, text: &str) -> String {
    style.paint(anstyle::Style::new().fg_color(Some(color.into())), text)
}
