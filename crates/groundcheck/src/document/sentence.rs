//! Sentences: the context in which a claim is read.

use super::token::{Kind, Token};
use crate::lexicon::is_hebrew;

/// A run of tokens, half-open.
pub(crate) type TokenRange = core::ops::Range<usize>;

/// Abbreviations after which a point does not end a sentence, in lower case.
const ABBREVIATIONS: &[&str] = &[
    "approx", "art", "assn", "ave", "bros", "cf", "co", "corp", "dept", "dr", "eg", "est", "etc", "ext", "fig", "gen",
    "gov", "hon", "ie", "inc", "jr", "llc", "ltd", "mr", "mrs", "ms", "mt", "no", "nos", "p", "pp", "prof", "resp",
    "rev", "rs", "sec", "sen", "sr", "st", "vol", "vs", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept",
    "oct", "nov", "dec",
];

/// Those of them that a number follows, `No. 5`, `p. 12`: a plain `no.` ends its sentence.
const OF_NUMBERS: &[&str] = &["no", "nos", "p", "pp", "art", "sec"];

/// A sentence goes on for at most this many tokens; a longer run is cut, so that reading a claim's context stays constant.
const LONGEST: usize = 256;

/// No more closing marks than these end one sentence.
const CLOSING: usize = 16;

/// Splits tokens into sentences: at `.`, `!`, `?` followed by a new beginning, at blank lines, and at line breaks before list
/// marks, table rows or headings. A point inside a number or behind an abbreviation or an initial does not end one.
pub(crate) fn sentences(text: &str, tokens: &[Token]) -> Vec<TokenRange> {
    let mut ranges = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let end = end_of(text, tokens, start);
        ranges.push(start..end);
        start = end;
    }
    ranges.retain(|range| !is_blank(&tokens[range.clone()]));
    ranges
}

/// Whether these tokens are line breaks only: no sentence.
pub(crate) fn is_blank(tokens: &[Token]) -> bool {
    tokens.iter().all(|t| t.kind == Kind::Newline)
}

/// Where the sentence ends that begins with this token; behind the last token at most.
pub(crate) fn end_of(text: &str, tokens: &[Token], start: usize) -> usize {
    let mut i = start;
    while i < tokens.len() {
        let token = &tokens[i];
        let ends = match token.kind {
            Kind::Punct if matches!(token.ch, b'!' | b'?') => begins_anew(text, tokens, i + 1),
            Kind::Punct if token.ch == b'.' => {
                !is_abbreviation(text, tokens, i) && begins_anew(text, tokens, i + 1) && !heads_line(text, tokens, i)
            }
            Kind::Punct if token.ch == 0 => matches!(token.text(text), "…" | "。" | "！" | "？" | "׃"),
            Kind::Newline => breaks_line(text, tokens, i),
            _ => false,
        };
        i += 1;
        if ends || i - start >= LONGEST {
            // Closing quotes, brackets and citation marks belong to the sentence they close.
            while tokens
                .get(i)
                .is_some_and(|t| matches!(t.ch, b'"' | b'\'' | b')' | b']') && t.is_joined_to(&tokens[i - 1], text))
            {
                i += 1;
            }
            return i;
        }
    }
    i
}

/// Whether what follows a closing mark looks like the beginning of a sentence.
fn begins_anew(text: &str, tokens: &[Token], mut i: usize) -> bool {
    // A long run of marks is looked at from each of them, so only its beginning.
    let last = i + CLOSING;
    while i < last && tokens.get(i).is_some_and(|t| matches!(t.ch, b'"' | b'\'' | b')' | b']' | b'!' | b'?' | b'.')) {
        i += 1;
    }
    let Some(next) = tokens.get(i) else { return true };
    let spaced = tokens.get(i.wrapping_sub(1)).is_some_and(|before| !next.is_joined_to(before, text));
    match next.kind {
        Kind::Newline => true,
        Kind::Word => spaced && text[next.start as usize..].chars().next().is_some_and(|c| !c.is_lowercase()),
        Kind::Number => spaced,
        Kind::Punct => spaced && !matches!(next.ch, b',' | b';' | b':' | b')'),
    }
}

/// Whether the mark closes a year that heads its line: `**2025.** We aim for 240 wells.` Other headings are sentences of their own.
fn heads_line(text: &str, tokens: &[Token], mark: usize) -> bool {
    let Some(year) = mark.checked_sub(1).map(|at| tokens[at]) else { return false };
    let is_year = year.kind == Kind::Number && year.end - year.start == 4 && year.begins_emphasis(text);
    let begins = mark < 2 || tokens[mark - 2].kind == Kind::Newline;
    let goes_on = tokens.get(mark + 1).is_some_and(|t| t.kind != Kind::Newline);
    is_year && begins && goes_on && text.as_bytes().get(tokens[mark].end as usize) == Some(&b'*')
}

fn is_abbreviation(text: &str, tokens: &[Token], point: usize) -> bool {
    let Some(before) = point.checked_sub(1).and_then(|i| tokens.get(i)) else { return false };
    // The `2.` of an item is no sentence.
    let numbers = before.kind == Kind::Number && before.end - before.start <= 3;
    if numbers && point.checked_sub(2).and_then(|i| tokens.get(i)).is_none_or(|t| t.kind == Kind::Newline) {
        return before.end == tokens[point].start && tokens.get(point + 1).is_some_and(|t| t.kind != Kind::Newline);
    }
    if before.end != tokens[point].start || before.kind != Kind::Word {
        return false;
    }
    let word = before.text(text);
    // The M of `$1.5M.` is a scale, the B of `J. B. Hunt` an initial.
    // `e.g.` and `i.e.` go on, whatever follows.
    let dotted = |first: &str, second: &str| {
        word.eq_ignore_ascii_case(second)
            && matches!(tokens.get(..point), Some([.., letter, dot, _])
                if dot.ch == b'.' && letter.end == dot.start && dot.end == before.start && letter.is_one_of(text, &[first]))
    };
    if dotted("e", "g") || dotted("i", "e") {
        return true;
    }
    let after_digit = point >= 2 && tokens[point - 2].end == before.start;
    // `35.7 C.` are degrees.
    let degrees = point >= 2 && matches!(word, "C" | "F") && tokens[point - 2].kind == Kind::Number;
    let initial = !after_digit && !degrees && word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    // `U.S.` ends a sentence only before a word that is not part of a name; reading on is the safer mistake.
    if initial || word.len() > 6 {
        return initial;
    }
    let is_in = |list: &[&str]| list.iter().any(|own| own.eq_ignore_ascii_case(word));
    let number_follows = tokens.get(point + 1).is_some_and(|t| t.kind == Kind::Number);
    is_in(ABBREVIATIONS) && (number_follows || !is_in(OF_NUMBERS))
}

/// Whether a line break ends a sentence: a blank line, or a line that starts like a list item, a heading or a table row.
fn breaks_line(text: &str, tokens: &[Token], newline: usize) -> bool {
    let Some(next) = tokens.get(newline + 1) else { return true };
    match next.kind {
        Kind::Newline => true,
        _ if next.begins_emphasis(text) => true,
        Kind::Punct => {
            matches!(next.ch, b'-' | b'*' | b'#' | b'|' | b'+' | b'>' | b'(' | super::token::EN_DASH) || next.ch == 0
        }
        Kind::Number => true,
        // A wrapped line goes on in lower case; a new one starts with a capital, in scripts that have them.
        Kind::Word => {
            let ended =
                newline.checked_sub(1).is_some_and(|i| matches!(tokens[i].ch, b'.' | b'!' | b'?' | b':' | b'|'));
            let begins = text[next.start as usize..].chars().next();
            ended || begins.is_some_and(|c| c.is_uppercase() || (is_hebrew(c) && is_short_line(tokens, newline)))
        }
    }
}

/// A line of at most this many tokens is no line of a wrapped paragraph.
const SHORT_LINE: usize = 12;

/// Whether the line that ends here is too short to go on, in a script without capitals.
fn is_short_line(tokens: &[Token], newline: usize) -> bool {
    let line = tokens[..newline].iter().rev().take(SHORT_LINE + 1).take_while(|t| t.kind != Kind::Newline);
    line.count() <= SHORT_LINE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn cases() {
        for (text, expected) in [
            ("It runs at 180 C. The room has 35.7 C.", vec!["It runs at 180 C.", "The room has 35.7 C."]),
            ("NOI was $1.5M. Rent rose.", vec!["NOI was $1.5M.", "Rent rose."]),
            ("Dr. Smith paid $1.5M to Acme Inc. in 2019.", vec!["Dr. Smith paid $1.5M to Acme Inc. in 2019."]),
            ("It was 4.2. See p. 12.", vec!["It was 4.2.", "See p. 12."]),
            ("Up 5%! Really? Yes.", vec!["Up 5%!", "Really?", "Yes."]),
            ("He said \"no.\" Then left.", vec!["He said \"no.\"", "Then left."]),
            ("- one\n- two", vec!["- one", "- two"]),
            ("1. **One** thing.\n2. Two. Three.", vec!["1. **One** thing.", "2. Two.", "Three."]),
            ("**Lunch.** A meal.\n**2025.** More.", vec!["Lunch.", "A meal.", "2025.** More."]),
            ("It was **low.** Then it rose. **It fell.**", vec!["It was **low.", "Then it rose.", "It fell."]),
            ("a line that\ngoes on", vec!["a line that\ngoes on"]),
            ("ההכנסות עלו. הרווח ירד.", vec!["ההכנסות עלו.", "הרווח ירד."]),
            ("תפוסה: 94%\nשטח: 800", vec!["תפוסה: 94%", "שטח: 800"]),
            ("See e.g. Dr. Smith vs. Jones. It ended.", vec!["See e.g. Dr. Smith vs. Jones.", "It ended."]),
            ("the U.S. market", vec!["the U.S. market"]),
        ] {
            let tokens = tokens(text);
            let found: Vec<&str> = sentences(text, &tokens)
                .into_iter()
                .map(|r| text[tokens[r.start].start as usize..tokens[r.end - 1].end as usize].trim())
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
