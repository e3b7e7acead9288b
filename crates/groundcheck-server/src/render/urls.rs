//! Links as text: one line each, the mark and the word first, the address last.

use anstyle::AnsiColor;
use groundcheck_types::{UrlCheck, UrlPolicy, UrlState, UrlVerdict};

use super::Style;
use super::visible::one_line;

/// A link that was checked. Ends in a newline.
#[must_use]
pub fn url_check(check: &UrlCheck, style: Style) -> String {
    let (mark, color) = match check.state {
        UrlState::Reachable => ("✓", AnsiColor::Green),
        UrlState::Unreachable => ("✕", AnsiColor::Red),
        UrlState::Unknown => ("?", AnsiColor::Blue),
    };
    let status = check.status_code.map_or("–".to_owned(), |status| status.to_string());
    let mut line = line(style, color, mark, check.state.as_str(), &status, &check.url);
    let moved = check
        .final_url
        .as_ref()
        .filter(|url| check.state == UrlState::Reachable && !check.redirects.is_empty() && **url != check.url);
    if let Some(url) = moved {
        line.push_str(&style.dim(&format!("  → {}", one_line(url))));
    }
    if check.state != UrlState::Reachable {
        line.push_str(&style.dim(&format!("  {}: {}", check.reason, one_line(&check.message))));
    }
    line + "\n"
}

/// A link that was judged only. Ends in a newline.
#[must_use]
pub fn url_verdict(verdict: &UrlVerdict, style: Style) -> String {
    let (mark, color) = match verdict.policy {
        UrlPolicy::Allow => ("✓", AnsiColor::Green),
        UrlPolicy::Block => ("✕", AnsiColor::Red),
        UrlPolicy::Invalid => ("?", AnsiColor::Yellow),
    };
    let line = line(style, color, mark, verdict.policy.as_str(), "", &verdict.url);
    line + &style.dim(&format!("  {}: {}", verdict.rule, one_line(&verdict.message))) + "\n"
}

fn line(style: Style, color: AnsiColor, mark: &str, word: &str, status: &str, url: &str) -> String {
    let color = anstyle::Style::new().fg_color(Some(color.into()));
    let status = if status.is_empty() { String::new() } else { format!("{status:>3}  ") };
    format!("{}  {status}{}", style.paint(color, &format!("{mark} {word:<11}")), one_line(url))
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{UrlReason, UrlRule};

    use super::*;

    const STYLE: Style = Style { color: false, shaped_underlines: false, width: 80 };

    #[test]
    fn a_hostile_url_stays_on_its_line() {
        let verdict = UrlVerdict {
            url: "http://a\u{1b}[2J\n✓ allow".to_owned(),
            canonical_url: None,
            policy: UrlPolicy::Invalid,
            rule: UrlRule::ControlCharacter,
            message: UrlRule::ControlCharacter.meaning().to_owned(),
        };
        let text = url_verdict(&verdict, STYLE);
        assert!(text.starts_with("? invalid      http://a␛[2J ✓ allow  control_character: "), "{text:?}");
        assert_eq!((text.matches('\n').count(), text.contains('\u{1b}')), (1, false));
    }

    #[test]
    fn a_line_says_state_status_and_reason() {
        let check = UrlCheck {
            url: "https://reports.example/q3".to_owned(),
            canonical_url: Some("https://reports.example/q3".to_owned()),
            policy: UrlPolicy::Allow,
            rule: UrlRule::PublicName,
            state: UrlState::Unreachable,
            reason: UrlReason::NotFound,
            status_code: Some(404),
            final_url: Some("https://reports.example/q3".to_owned()),
            redirects: vec![],
            checked_at: "2024-12-01T10:00:00Z".to_owned(),
            cached: false,
            message: UrlReason::NotFound.meaning().to_owned(),
        };
        let text = url_check(&check, STYLE);
        assert_eq!(text, "✕ unreachable  404  https://reports.example/q3  not_found: no such page (404)\n");
    }
}
