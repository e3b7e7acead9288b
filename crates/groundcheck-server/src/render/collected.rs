//! A provider's answer as text for a terminal: its mentions by rank, each with why and from where.

use std::fmt::Write as _;

use groundcheck_types::CollectedAnswer;

use super::{Style, one_line};

/// The answer. Ends in a newline.
#[must_use]
pub fn collected(answer: &CollectedAnswer, style: Style) -> String {
    let mut out = String::new();
    let CollectedAnswer { query, provider, model, response_id, .. } = answer;
    let told = style.dim(&format!("{provider} {}, response {response_id}", one_line(model)));
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{}  {told}", one_line(query));
    if answer.mentions.is_empty() {
        out.push_str("  names nothing\n");
    }
    for mention in &answer.mentions {
        let confidence = mention.confidence.map_or("?".to_owned(), |c| format!("{:.0} %", c.0 * 100.0));
        let _ = writeln!(out, "{:>4}  {}  {}", mention.rank, one_line(&mention.name), style.dim(&confidence));
        if let Some(why) = &mention.why {
            let _ = writeln!(out, "      {}", one_line(why));
        }
        for source in &mention.sources {
            let title = source.title.as_ref().map(|title| one_line(title)).unwrap_or_default();
            let text = format!("{}  {title}", one_line(&source.url));
            let _ = writeln!(out, "      {}", style.dim(text.trim()));
        }
    }
    for note in &answer.notes {
        let _ = writeln!(out, "  ! {}", one_line(note));
    }
    out
}
