//! Corrections of an answer, as the page lists them.

use groundcheck_types::Correction;

/// So many characters of the text around a correction are shown on either side.
const AROUND: usize = 44;

/// The text before and behind a correction, on its own line; `…` where there is more of it.
pub fn around(answer: &str, correction: &Correction) -> (String, String) {
    let line = |text: &str, last: bool| {
        let mut lines = text.split(['\n', '\r']);
        (if last { lines.next_back() } else { lines.next() }).unwrap_or_default().to_owned()
    };
    let before = line(answer.get(..correction.span.start as usize).unwrap_or_default(), true);
    let behind = line(answer.get(correction.span.end as usize..).unwrap_or_default(), false);
    let long = |text: &str| text.chars().count() > AROUND;
    let short_before = match before.char_indices().nth_back(AROUND.saturating_sub(1)) {
        // From the next whole word on.
        Some((at, _)) if long(&before) => {
            let rest = &before[at..];
            format!("… {}", rest.split_once(' ').map_or(rest, |(_, words)| words))
        }
        _ => before,
    };
    let short_behind = match behind.char_indices().nth(AROUND) {
        Some((at, _)) => {
            let rest = &behind[..at];
            format!("{} …", rest.rsplit_once(' ').map_or(rest, |(words, _)| words))
        }
        None => behind,
    };
    (short_before, short_behind)
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Span, Utf16Span};

    use super::*;

    fn correction(answer: &str, text: &str) -> Correction {
        let start = u32::try_from(answer.find(text).unwrap()).unwrap();
        let span = Span::new(start, start + u32::try_from(text.len()).unwrap());
        Correction { claim: "c1".into(), span, utf16: Utf16Span::default(), text: text.into(), replacement: "x".into() }
    }

    #[test]
    fn a_correction_is_shown_in_its_line() {
        let answer = "Before.\n- The NOI was $1.5M for 2024.\nBehind.";
        let (before, behind) = around(answer, &correction(answer, "$1.5M"));
        assert_eq!((before.as_str(), behind.as_str()), ("- The NOI was ", " for 2024."));
        let long = format!("{} 7 {}", "word ".repeat(30).trim_end(), "דבר ".repeat(30).trim_end());
        let (before, behind) = around(&long, &correction(&long, "7"));
        assert!(before.starts_with("… word ") && before.ends_with("word ") && before.chars().count() <= AROUND + 2);
        assert!(behind.starts_with(" דבר ") && behind.ends_with("דבר …") && behind.chars().count() <= AROUND + 2);
    }
}
