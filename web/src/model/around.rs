//! The words of an answer around a claim, as lists show them.

use groundcheck_types::Span;

/// The text before and behind a part of the answer, on its own line, at most so many characters each; `…` where there is more of it.
pub fn around(answer: &str, span: Span, most: usize) -> (String, String) {
    let line = |text: &str, last: bool| {
        let mut lines = text.split(['\n', '\r']);
        (if last { lines.next_back() } else { lines.next() }).unwrap_or_default().to_owned()
    };
    let before = line(answer.get(..span.start as usize).unwrap_or_default(), true);
    let behind = line(answer.get(span.end as usize..).unwrap_or_default(), false);
    let long = |text: &str| text.chars().count() > most;
    let short_before = match before.char_indices().nth_back(most.saturating_sub(1)) {
        // From the next whole word on.
        Some((at, _)) if long(&before) => {
            let rest = &before[at..];
            format!("… {}", rest.split_once(' ').map_or(rest, |(_, words)| words))
        }
        _ => before,
    };
    let short_behind = match behind.char_indices().nth(most) {
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
    use super::*;

    const MOST: usize = 44;

    fn span(answer: &str, text: &str) -> Span {
        let start = answer.find(text).unwrap();
        Span::new(start, start + text.len())
    }

    #[test]
    fn a_claim_is_shown_in_its_line() {
        let answer = "Before.\n- The NOI was $1.5M for 2024.\nBehind.";
        let (before, behind) = around(answer, span(answer, "$1.5M"), MOST);
        assert_eq!((before.as_str(), behind.as_str()), ("- The NOI was ", " for 2024."));
        let long = format!("{} 7 {}", "word ".repeat(30).trim_end(), "דבר ".repeat(30).trim_end());
        let (before, behind) = around(&long, span(&long, "7"), MOST);
        assert!(before.starts_with("… word ") && before.ends_with("word ") && before.chars().count() <= MOST + 2);
        assert!(behind.starts_with(" דבר ") && behind.ends_with("דבר …") && behind.chars().count() <= MOST + 2);
    }
}
