//! Figures and formulas inside a text that is read from right to left: each keeps its own direction.
//!
//! Without that a browser draws `(1,496.5 − 1,202.9) / 1,202.9 = 24.4 %` in a Hebrew sentence with its terms in the opposite order.

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Run<'t> {
    /// In the text's own direction.
    Own(&'t str),
    /// Read from left to right, whatever is around it.
    Figures(&'t str),
}

/// The text cut at its figures and Latin words, where it is Hebrew; all of it in one part otherwise.
pub fn runs(text: &str) -> Vec<Run<'_>> {
    if !text.chars().any(is_hebrew) {
        return vec![Run::Own(text)];
    }
    let mut out = Vec::new();
    let mut at = 0;
    while let Some((start, end)) = figures(text, at) {
        if at < start {
            out.push(Run::Own(&text[at..start]));
        }
        out.push(Run::Figures(&text[start..end]));
        at = end;
    }
    if at < text.len() {
        out.push(Run::Own(&text[at..]));
    }
    out
}

fn is_hebrew(c: char) -> bool {
    ('\u{590}'..='\u{5ff}').contains(&c)
}

/// The next stretch without Hebrew that has a digit or a letter, without the punctuation of the sentence around it.
fn figures(text: &str, from: usize) -> Option<(usize, usize)> {
    let is_own = |c: char| c.is_alphanumeric() && !is_hebrew(c);
    let first = from + text[from..].find(is_own)?;
    let rest = &text[first..];
    // A colon parts the name of a source from what it has.
    let until = first + rest.find(is_hebrew).into_iter().chain(rest.find(": ")).min().unwrap_or(rest.len());
    // What is before the first digit and belongs to it: `$`, `−`, an opening bracket that is closed in it.
    let before = &text[from..first];
    let signs = before
        .rfind(|c: char| is_hebrew(c) || c.is_whitespace() || c == '-')
        .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
    let mut start = from + signs;
    let mut end =
        first + text[first..until].trim_end_matches(|c: char| !is_own(c) && !matches!(c, '%' | ')' | '₪' | '€')).len();
    let opened = |text: &str| text.matches('(').count();
    let closed = |text: &str| text.matches(')').count();
    while text[start..end].ends_with(')') && closed(&text[start..end]) > opened(&text[start..end]) {
        end -= 1;
    }
    while text[start..end].starts_with('(') && opened(&text[start..end]) > closed(&text[start..end]) {
        start += 1;
    }
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_keep_their_direction_in_hebrew() {
        for (text, expected) in [
            ("ב-S1 כתוב $1,200,000 (הפרש של 25 %).", "ב-⟨S1⟩ כתוב ⟨$1,200,000⟩ (הפרש של ⟨25 %⟩)."),
            (
                "נובע מ-S1: (1,496.5 − 1,202.9) / 1,202.9 = 24.4 %.",
                "נובע מ-⟨S1⟩: ⟨(1,496.5 − 1,202.9) / 1,202.9 = 24.4 %⟩.",
            ),
            ("הכיוון הפוך (S1, 2024).", "הכיוון הפוך ⟨(S1, 2024)⟩."),
            ("בלי מספרים.", "בלי מספרים."),
            ("S1: $5.", "S1: $5."),
            ("", ""),
        ] {
            let shown = runs(text).iter().fold(String::new(), |out, run| match run {
                Run::Own(text) => out + text,
                Run::Figures(text) => out + "⟨" + text + "⟩",
            });
            assert_eq!(shown, expected);
        }
    }
}
