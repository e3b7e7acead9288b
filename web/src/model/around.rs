//! The words of an answer around a claim, as lists show them.

use groundcheck_types::Span;

/// The text before and behind a part of the answer, on its own line, at most so many characters each; `…` where there is more of it.
/// Looks no further than it shows, however long the line is.
pub fn around(answer: &str, span: Span, most: usize) -> (String, String) {
    let is_inside = |c: &char| !matches!(c, '\n' | '\r');
    let (start, end) = (span.start as usize, span.end as usize);
    let mut before: Vec<char> =
        answer.get(..start).unwrap_or_default().chars().rev().take_while(is_inside).take(most + 1).collect();
    before.reverse();
    let mut behind: Vec<char> =
        answer.get(end..).unwrap_or_default().chars().take_while(is_inside).take(most + 1).collect();
    // Whole words alone where it is cut.
    if before.len() > most {
        let word = before.iter().position(|c| *c == ' ').map_or(1, |at| at + 1);
        before.splice(..word, ['…', ' ']);
    }
    if behind.len() > most {
        let word = behind.iter().rposition(|c| *c == ' ').unwrap_or(most);
        behind.splice(word.., [' ', '…']);
    }
    (before.into_iter().collect(), behind.into_iter().collect())
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
