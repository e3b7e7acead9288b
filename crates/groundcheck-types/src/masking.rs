//! What may be shown of a text that could hold an account number.

/// The most digits of an account number that anything may show (document 3, "Data Protection"; card receipts keep to the same four).
const SHOWN_DIGITS: usize = 4;

/// The longest text that is shown, in characters.
const SHOWN_CHARS: usize = 120;

/// The text with at most its last four digits, the others as `•`, and no longer than 120 characters.
///
/// Digits count over the whole text and in any script: an account number may be written in groups, with letters between, or in
/// full-width digits.
///
/// ```
/// use groundcheck_types::masked;
/// assert_eq!(masked("account 12-3456 7890"), "account ••-•••• 7890");
/// assert_eq!(masked("Fifth 3rd Bank"), "Fifth 3rd Bank");
/// ```
#[must_use]
pub fn masked(text: &str) -> String {
    let hidden = masked_digits(text);
    let mut out: String = hidden.chars().take(SHOWN_CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if hidden.chars().nth(SHOWN_CHARS).is_some() {
        out.push('…');
    }
    out
}

/// The text with at most its last four digits, the others as `•`; as long as it is.
pub(crate) fn masked_digits(text: &str) -> String {
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    let mut hidden = digits.saturating_sub(SHOWN_DIGITS);
    let mut shown = |c: char| {
        let hides = c.is_numeric() && hidden > 0;
        hidden -= usize::from(hides);
        if hides { '•' } else { c }
    };
    text.chars().map(&mut shown).collect()
}

/// An account number as it may be shown: `••••` and its last four digits, or all of it where it has no more than four.
///
/// Nothing else of it is shown, not even how long it is: letters may be part of the number.
///
/// ```
/// use groundcheck_types::masked_account;
/// assert_eq!(masked_account("GB29 NWBK 6016 1331 9268 19"), "••••6819");
/// assert_eq!(masked_account("***1234***"), "••••1234");
/// assert_eq!(masked_account("unknown"), "••••");
/// ```
#[must_use]
pub fn masked_account(number: &str) -> String {
    let digits: Vec<char> = number.chars().filter(|c| c.is_numeric()).collect();
    let from = digits.len().saturating_sub(SHOWN_DIGITS);
    let mut out = "••••".to_owned();
    out.extend(digits.iter().skip(from));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_shows_more_than_four_digits() {
        for (text, shown) in [
            ("4111111111111111", "••••••••••••1111"),
            ("1a2b3c4d5e6f", "•a•b3c4d5e6f"),
            ("１２３４５６", "••３４５６"),
            ("٤١١١١", "•١١١١"),
            ("1\u{200b}2\u{200b}3\u{200b}4\u{200b}5", "•\u{200b}2\u{200b}3\u{200b}4\u{200b}5"),
            ("1234", "1234"),
            ("a\nb", "a b"),
            ("", ""),
        ] {
            assert_eq!(masked(text), shown, "{text}");
        }
        assert_eq!(masked(&"x".repeat(500)).chars().count(), SHOWN_CHARS + 1);
        assert_eq!(masked(&format!("{}56789", "x".repeat(200))).chars().filter(|c| c.is_numeric()).count(), 0);
    }
}
