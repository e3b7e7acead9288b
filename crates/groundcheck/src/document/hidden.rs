//! What stands in a text and does not show.

/// Marks that do not show and have no place inside a word: soft hyphen, zero width, direction, variation, tags.
///
/// A model's tokeniser sees them, so they are taken out of whatever it is sent.
pub(crate) fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}
