//! Hostile text made safe to show: nothing in it moves the cursor, changes colours, reorders a line or hides.

use std::borrow::Cow;

/// The text with every control and invisible character shown as a marker; line feeds and tabs stay.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut before = None;
    for c in text.chars() {
        push(&mut out, c, before);
        before = Some(c);
    }
    Cow::Owned(out)
}

/// The same on one line: line breaks and tabs become spaces.
#[must_use]
pub fn one_line(text: &str) -> String {
    visible(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text without what the runner of a CI system takes for a command: `##[` anywhere in a line, `::` where one begins.
/// Source: `ActionCommand` of GitHub's runner, which reads both out of whatever a step prints.
#[must_use]
pub fn uncommanding(text: &str) -> String {
    let text = text.replace("##[", "## [").replace("##vso[", "## vso[");
    let lines = text.split_inclusive('\n').map(|line| {
        let begins = line.len() - line.trim_start().len();
        if line[begins..].starts_with("::") {
            format!("{}: :{}", &line[..begins], &line[begins + 2..])
        } else {
            line.to_owned()
        }
    });
    lines.collect()
}

/// Appends one character as it is shown; `before` is the one that it follows.
pub(super) fn push(out: &mut String, c: char, before: Option<char>) {
    // Inside an emoji the joiner is part of the picture; between letters it hides something.
    let joins_emoji = c == '\u{200d}' && before.is_some_and(|b| b >= '\u{2190}' && !b.is_alphanumeric());
    match c {
        _ if joins_emoji || !is_hidden(c) => out.push(c),
        '\0'..='\x1f' => out.push(char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}')),
        '\x7f' => out.push('\u{2421}'),
        _ => out.push_str(&format!("<U+{:04X}>", u32::from(c))),
    }
}

/// Whether a terminal would obey it instead of showing it, or show nothing.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\0'..='\x08' | '\x0b'..='\x1f' | '\x7f'..='\u{9f}' // controls but for tab and line feed
        | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        | '\u{fffe}' | '\u{ffff}') // no characters; no file of XML may have them
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_and_invisible_characters_become_markers() {
        for (text, shown) in [
            ("a\x1b[31mb", "a␛[31mb"),
            ("a\u{9b}31m", "a<U+009B>31m"),
            ("5\u{202e}00", "5<U+202E>00"),
            ("1\u{200b}5", "1<U+200B>5"),
            ("a\u{200d}b", "a<U+200D>b"),
            ("x\r", "x␍"),
            ("\u{7f}", "␡"),
            ("a\u{fffe}\u{ffff}\u{fffd}", "a<U+FFFE><U+FFFF>\u{fffd}"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn no_line_is_a_command_of_a_runner() {
        for (text, shown) in [
            ("::error::a", ": :error::a"),
            ("a\n \t::stop-commands::b\r\n", "a\n \t: :stop-commands::b\r\n"),
            ("a ##[add-mask]b", "a ## [add-mask]b"),
            ("a ##vso[task.setvariable]b", "a ## vso[task.setvariable]b"),
            ("####[[", "#### [["),
            ("\u{a0}::a", "\u{a0}: :a"),
            (":::", ": ::"),
        ] {
            assert_eq!(uncommanding(text), shown);
        }
        for text in ["", "a ::b::\n", "# [a] ## b", ":a", "std::fmt"] {
            assert_eq!(uncommanding(text), text);
        }
    }

    #[test]
    fn ordinary_text_stays_as_it_is() {
        for text in ["NOI\n\t$1.2M", "הכנסה של 5 ₪", "e\u{301} 👨\u{200d}👩\u{200d}👧 日本", "שָׁלוֹם"]
        {
            assert_eq!(visible(text), text);
        }
        assert_eq!(one_line("a\n\t b"), "a b");
    }
}
