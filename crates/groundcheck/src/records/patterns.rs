//! Suspicious forms of text, word by word.
//!
//! Source: document 3, "Pattern Matching". Its regular expressions are patterns of words here, as a profile has them: they are read in
//! time linear in the text, whoever wrote them.

use groundcheck_types::RecordProfile;

use crate::document::lower;

/// A profile's suspicious forms, read.
#[derive(Debug)]
pub(super) struct Forms<'p>(Vec<(Pattern, &'p str)>);

impl<'p> Forms<'p> {
    pub(super) fn of(profile: &'p RecordProfile) -> Self {
        Forms(profile.patterns.iter().map(|form| (Pattern::of(&form.pattern), form.meaning.as_str())).collect())
    }

    /// What the first form says that these words have.
    pub(super) fn meaning_of(&self, words: &[String]) -> Option<&'p str> {
        self.0.iter().find(|(form, _)| form.is_in(words)).map(|(_, meaning)| *meaning)
    }
}

/// A pattern, read.
#[derive(Debug)]
pub(super) struct Pattern(Vec<Wanted>);

#[derive(Debug)]
enum Wanted {
    Word,
    Number,
    Stars,
    Exactly(String),
}

impl Pattern {
    pub(super) fn of(pattern: &str) -> Self {
        let wanted = |word: &str| match word {
            "<word>" => Wanted::Word,
            "<number>" => Wanted::Number,
            "<stars>" => Wanted::Stars,
            _ => Wanted::Exactly(bare(word)),
        };
        Pattern(pattern.split_whitespace().map(wanted).collect())
    }

    /// Whether these words have it anywhere. A pattern without words is nowhere.
    pub(super) fn is_in(&self, words: &[String]) -> bool {
        let fits = |words: &[String]| words.iter().zip(&self.0).all(|(word, wanted)| wanted.is(word));
        !self.0.is_empty() && words.windows(self.0.len()).any(fits)
    }
}

impl Wanted {
    fn is(&self, word: &str) -> bool {
        match self {
            Wanted::Word => !word.is_empty() && word.chars().all(char::is_alphabetic),
            Wanted::Number => !word.is_empty() && word.chars().all(char::is_numeric),
            Wanted::Stars => word.chars().take_while(|c| is_star(*c)).count() > 1,
            Wanted::Exactly(wanted) => wanted == word,
        }
    }
}

/// A text's words in lower case, without the punctuation around them.
pub(super) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(bare).collect()
}

fn bare(word: &str) -> String {
    lower(word.trim_matches(|c: char| !c.is_alphanumeric() && !is_star(c))).into_owned()
}

/// What an account number is masked with.
pub(super) fn is_star(c: char) -> bool {
    matches!(c, '*' | '#' | '•' | '●' | 'x' | 'X' | '×')
}

/// Whether all of the text is of this form: `A` a letter, `9` a digit, `*` whatever follows, any other character itself.
pub(super) fn is_of_shape(text: &str, shape: &str) -> bool {
    let mut text = text.chars();
    for wanted in shape.chars() {
        let fits = match (wanted, text.next()) {
            ('*', _) => return true,
            ('A', Some(c)) => c.is_alphabetic(),
            ('9', Some(c)) => c.is_ascii_digit(),
            (wanted, Some(c)) => wanted == c,
            (_, None) => false,
        };
        if !fits {
            return false;
        }
    }
    text.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_words() {
        for (text, pattern, expected) in [
            ("Bank of Three Golden Moons", "bank of <word> <word> <word>", true),
            ("The bank of new york mellon, N.A.", "bank of <word> <word> <word>", true),
            ("Bank of America", "bank of <word> <word> <word>", false),
            ("Riverbank of a b c", "bank of <word> <word> <word>", false),
            ("Account ending in ****", "account ending in <stars>", true),
            ("account  ending\nin XX34.", "account ending in <stars>", true),
            ("account ending in 1234", "account ending in <stars>", false),
            ("account ending in x", "account ending in <stars>", false),
            ("Statement period: unknown", "statement period unknown", true),
            ("statement period unknowable", "statement period unknown", false),
            ("anything", "", false),
            ("", "<word>", false),
        ] {
            assert_eq!(Pattern::of(pattern).is_in(&words(text)), expected, "{text:?} by {pattern:?}");
        }
    }

    #[test]
    fn shapes_are_of_the_whole_text() {
        for (text, shape, expected) in [
            ("AUD", "AAA", true),
            ("AU", "AAA", false),
            ("AUDS", "AAA", false),
            ("A$D", "AAA", false),
            ("INV-2024-7", "AAA-9999-*", true),
            ("INV-2024-", "AAA-9999-*", true),
            ("INV-24-7", "AAA-9999-*", false),
        ] {
            assert_eq!(is_of_shape(text, shape), expected, "{text} by {shape}");
        }
    }
}
