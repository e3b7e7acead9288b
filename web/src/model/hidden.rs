//! Characters that a reader cannot see but that change what is read: shown as marked code points beside the text.
//!
//! Only the drawing changes; the text the engine sees, and every offset into it, stays as it is.

/// A part of a text as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Drawn as it stands.
    Plain(String),
    /// Drawn as its code point.
    Hidden(char),
}

/// Whether the character is invisible or turns the direction of what follows.
pub fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{061C}' | '\u{FEFF}' | '\u{00AD}')
}

/// The text cut at its hidden characters.
pub fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    for c in text.chars() {
        if is_hidden(c) {
            if !plain.is_empty() {
                parts.push(Part::Plain(std::mem::take(&mut plain)));
            }
            parts.push(Part::Hidden(c));
        } else {
            plain.push(c);
        }
    }
    if !plain.is_empty() {
        parts.push(Part::Plain(plain));
    }
    parts
}

/// `U+202E`, as people look it up.
pub fn code_point(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// The text with each hidden character as its code point, for where there are no elements: a canvas, an option of a list.
pub fn visible(text: &str) -> String {
    parts(text).into_iter().fold(String::new(), |out, part| match part {
        Part::Plain(text) => out + &text,
        Part::Hidden(c) => out + &code_point(c),
    })
}

/// How many hidden characters the text holds, and the different ones in the order they come.
pub fn census(text: &str) -> (usize, Vec<char>) {
    let mut kinds = Vec::new();
    let mut count = 0;
    for c in text.chars().filter(|&c| is_hidden(c)) {
        count += 1;
        if !kinds.contains(&c) {
            kinds.push(c);
        }
    }
    (count, kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overrides_and_zero_widths_are_cut_out() {
        let text = "pay \u{202E}5.1$\u{202C} now\u{200B}";
        let expected = [
            Part::Plain("pay ".into()),
            Part::Hidden('\u{202E}'),
            Part::Plain("5.1$".into()),
            Part::Hidden('\u{202C}'),
            Part::Plain(" now".into()),
            Part::Hidden('\u{200B}'),
        ];
        assert_eq!(parts(text), expected);
        assert_eq!(census(text), (3, vec!['\u{202E}', '\u{202C}', '\u{200B}']));
        assert_eq!(code_point('\u{202E}'), "U+202E");
    }

    #[test]
    fn ordinary_text_stays_whole() {
        for text in ["₪ 1.2 מיליון", "tab\tand\nline", "1\u{00A0}250", "😀é"] {
            assert_eq!(parts(text), [Part::Plain(text.to_owned())], "{text:?}");
        }
        assert!(parts("").is_empty());
    }
}
