//! A report as one HTML file to send around: no script, nothing loaded, every text escaped, addresses as text and never as links.

use std::fmt::Write as _;

use groundcheck_types::{MentionRow, RiskCounts, SourceReport, UrlState};

use super::{by_risk, notes, percent};

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
    <title>Hallucination risk report</title>\n<style>\n\
    :root{color-scheme:light dark;--line:#8884;--high:#b42318;--medium:#8a5a00;--low:#157347}\n\
    @media(prefers-color-scheme:dark){:root{--high:#ff8f85;--medium:#e6b450;--low:#6cc890}}\n\
    body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\n\
    h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}\n\
    table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.35rem .6rem;border-bottom:1px solid var(--line)}\n\
    td.n,th.n{text-align:end;font-variant-numeric:tabular-nums}\n\
    .high{color:var(--high)}.medium{color:var(--medium)}.low{color:var(--low)}\n\
    .bar{display:block;height:.7rem;background:currentColor;min-width:1px}\n\
    .note{border-inline-start:.25rem solid var(--medium);padding-inline-start:.8rem}\n\
    ul.sources{margin:.2rem 0;padding-inline-start:1.2rem;overflow-wrap:anywhere}\n\
    .scroll{overflow-x:auto}@media print{body{margin:0;max-width:none}}\n</style>\n</head>\n<body>\n";

/// The whole file.
#[must_use]
pub fn report(report: &SourceReport) -> String {
    let mut out = HEAD.to_owned();
    out += "<h1>Hallucination risk report</h1>\n";
    filter(&mut out, report);
    for note in notes(report) {
        line(&mut out, format_args!("<p class=\"note\">{}</p>", escaped(&note)));
    }
    if let Some(average) = report.average_reliability {
        out += "<h2>Overall statistics</h2>\n";
        line(
            &mut out,
            format_args!(
                "<p>Total mentions: <b>{}</b>. Average reliability: <b>{:.2}</b>.</p>",
                report.mentions, average.0
            ),
        );
        risks(&mut out, report.risk);
        histogram(&mut out, report);
        models(&mut out, report);
        days(&mut out, report);
        mentions(&mut out, report);
    }
    out + "</body>\n</html>\n"
}

fn line(out: &mut String, text: std::fmt::Arguments) {
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{text}");
}

fn filter(out: &mut String, report: &SourceReport) {
    let filter = &report.filter;
    let said = [
        ("Query", &filter.query),
        ("Provider", &filter.provider),
        ("Model", &filter.model),
        ("From", &filter.from),
        ("To", &filter.to),
    ];
    for (name, value) in said {
        if let Some(value) = value {
            line(out, format_args!("<p>{name}: <b>{}</b></p>", escaped(value)));
        }
    }
}

fn risks(out: &mut String, risk: RiskCounts) {
    *out += "<table><thead><tr><th>Risk</th><th class=\"n\">Mentions</th><th class=\"n\">Share</th><th></th></tr></thead><tbody>\n";
    let total = risk.total();
    for (level, name, count) in by_risk(risk) {
        let share = percent(count, total);
        let width = count as f64 / total.max(1) as f64 * 100.0;
        line(
            out,
            format_args!(
                "<tr class=\"{0}\"><td>{name}</td><td class=\"n\">{count}</td><td class=\"n\">{1}</td>\
                 <td style=\"width:50%\"><span class=\"bar\" style=\"width:{width:.1}%\"></span></td></tr>",
                level.as_str(),
                escaped(&share)
            ),
        );
    }
    *out += "</tbody></table>\n";
}

fn histogram(out: &mut String, report: &SourceReport) {
    *out += "<h2>Reliability</h2>\n<table><thead><tr><th>From</th><th class=\"n\">Mentions</th><th></th></tr></thead><tbody>\n";
    let most = report.histogram.iter().copied().max().unwrap_or(0).max(1);
    for (tenth, count) in report.histogram.iter().enumerate() {
        let (from, to) = (tenth as f64 / 10.0, (tenth + 1) as f64 / 10.0);
        let width = *count as f64 / most as f64 * 100.0;
        line(
            out,
            format_args!(
                "<tr><td>{from:.1} to {to:.1}</td><td class=\"n\">{count}</td>\
                 <td style=\"width:60%\"><span class=\"bar\" style=\"width:{width:.1}%\"></span></td></tr>"
            ),
        );
    }
    *out += "</tbody></table>\n";
}

fn models(out: &mut String, report: &SourceReport) {
    *out += "<h2>Provider comparison</h2>\n<div class=\"scroll\"><table><thead><tr><th>Provider</th><th>Model</th>\
        <th class=\"n\">Mentions</th><th class=\"n\">Avg rel</th><th class=\"n\">High risk</th></tr></thead><tbody>\n";
    for row in &report.models {
        line(
            out,
            format_args!(
                "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{:.2}</td><td class=\"n\">{}</td></tr>",
                escaped(&row.provider),
                escaped(&row.model),
                row.mentions,
                row.average_reliability.0,
                row.risk.high
            ),
        );
    }
    *out += "</tbody></table></div>\n";
}

fn days(out: &mut String, report: &SourceReport) {
    *out += "<h2>By day</h2>\n<div class=\"scroll\"><table><thead><tr><th>Day (UTC)</th><th class=\"n\">Mentions</th>\
        <th class=\"n\">Avg rel</th><th class=\"n\">High risk</th></tr></thead><tbody>\n";
    for row in &report.days {
        line(
            out,
            format_args!(
                "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{:.2}</td><td class=\"n\">{}</td></tr>",
                row.date, row.mentions, row.average_reliability.0, row.risk.high
            ),
        );
    }
    *out += "</tbody></table></div>\n";
}

fn mentions(out: &mut String, report: &SourceReport) {
    *out += "<h2>High risk mentions</h2>\n";
    if report.high_risk.mentions.is_empty() {
        *out += "<p>None of the scored mentions is of high risk.</p>\n";
        return;
    }
    for mention in &report.high_risk.mentions {
        one_mention(out, mention);
    }
    let shown = report.high_risk.mentions.len() as u64;
    if report.risk.high > shown {
        line(out, format_args!("<p>And {} more.</p>", report.risk.high - shown));
    }
}

fn one_mention(out: &mut String, mention: &MentionRow) {
    let accessible = accessible_word(mention);
    line(
        out,
        format_args!(
            "<article><h3><bdi>{}</bdi> - Rank #{}</h3>\n<p>Reliability: <b class=\"high\">{:.2}</b>. Sources: {}. \
             Accessible: {accessible}. <bdi>{}</bdi>, <bdi>{}</bdi>, {}: <q><bdi>{}</bdi></q></p>",
            escaped(&mention.brand_name),
            mention.rank,
            mention.reliability.0,
            if mention.has_source { "Yes" } else { "No" },
            escaped(&mention.provider),
            escaped(&mention.model),
            mention.asked_at,
            escaped(&mention.query),
        ),
    );
    if let Some(explanation) = &mention.explanation {
        line(out, format_args!("<p><bdi>{}</bdi></p>", escaped(explanation)));
    }
    if !mention.sources.is_empty() {
        *out += "<ul class=\"sources\">\n";
        for source in &mention.sources {
            let state = source.state.map_or("not checked", UrlState::as_str);
            let status = source.status_code.map_or(String::new(), |status| format!(" ({status})"));
            line(out, format_args!("<li>{state}{status}: <bdi>{}</bdi></li>", escaped(&source.url)));
        }
        *out += "</ul>\n";
    }
    *out += "</article>\n";
}

/// Whether a mention's sources are there, in a word for people.
#[must_use]
pub fn accessible_word(mention: &MentionRow) -> &'static str {
    match mention.accessible {
        Some(UrlState::Reachable) => "Yes",
        Some(UrlState::Unknown) => "Unknown",
        Some(UrlState::Unreachable) | None => "No",
    }
}

/// Text that is only ever text.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            _ => out.push(c),
        }
    }
    out
}
