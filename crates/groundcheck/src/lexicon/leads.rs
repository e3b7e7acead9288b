//! What leads to a number: from, to, of, against, or a sign. English and Hebrew, by class.

use std::sync::LazyLock;

use super::cues::Cues;
use super::{Stem, exact};

/// What leads to a number: the sign or the word before it. Their numbers are a feature: a new one goes to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Lead {
    /// Nothing that is known here.
    #[default]
    None,
    /// `(`
    Bracket,
    /// `=` or `:`
    Equals,
    /// `×` or `/`
    Times,
    /// `+` or `−`
    Plus,
    /// The start of a change.
    From,
    /// Its end.
    To,
    /// The whole of a part.
    Of,
    /// What is compared with.
    Against,
    /// Another one beside it.
    And,
    /// How far it went.
    By,
    /// For whom, or how often.
    At,
    /// More than something, behind the claim.
    More,
    /// Less than something, behind the claim.
    Less,
    /// For each of something, behind the claim.
    Each,
}

impl Lead {
    /// What stands before these bytes of a text.
    pub(crate) fn before(text: &str, at: usize) -> Self {
        const REACH: usize = 40;
        let mut from = at.saturating_sub(REACH);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let is_money = |c: char| matches!(c, '$' | '€' | '£' | '₪' | '¥');
        let is_mark = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '~' | '|' | '\\') || is_money(c);
        let mut before = text.get(from..at).unwrap_or_default();
        for _ in 0..3 {
            before = before.trim_end_matches(is_mark);
            let sign = match before.chars().next_back() {
                Some(':') => Lead::Equals,
                sign => Lead::of_sign(sign),
            };
            if sign != Lead::None {
                return sign;
            }
            // Hebrew writes `מ-5,610`.
            let word = before.trim_end_matches(['-', '־']);
            let start =
                word.char_indices().rev().find(|(_, c)| !c.is_alphabetic()).map_or(0, |(at, c)| at + c.len_utf8());
            let word = word.get(start..).unwrap_or_default().to_lowercase();
            let at = LEADS.binary_search_by_key(&exact(&word), |(own, _)| *own).ok();
            match at.and_then(|at| LEADS.get(at)) {
                Some((_, Some(lead))) => return *lead,
                // `of about 127`
                Some((_, None)) => before = before.get(..before.len().min(start)).unwrap_or_default(),
                None => return Lead::None,
            }
        }
        Lead::None
    }

    fn of_sign(sign: Option<char>) -> Self {
        match sign {
            Some('(' | '[') => Lead::Bracket,
            Some('=' | '≈') => Lead::Equals,
            Some('×' | '/' | '÷') => Lead::Times,
            Some('+' | '−' | '–') => Lead::Plus,
            _ => Lead::None,
        }
    }

    /// What a text goes on with behind a number that ends at this byte: `of` its whole, `more` than what it is compared with.
    pub(crate) fn after(text: &str, at: usize) -> Self {
        /// How many words are read over: the number's noun, and what makes it stronger.
        const OVER: usize = 2;
        let mut rest = text.get(at..).unwrap_or_default();
        for step in 0..=OVER {
            rest = rest.trim_start_matches([' ', '*', '_', '~', '\u{a0}']);
            let sign = Lead::of_sign(rest.chars().next());
            if sign != Lead::None {
                return sign;
            }
            let end = rest.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            let cues = Cues::of(word);
            let compares = cues.meets(Cues::DIFFERENCE);
            match LEADS.binary_search_by_key(&exact(word), |(own, _)| *own).ok().and_then(|at| LEADS.get(at)) {
                _ if word.is_empty() => return Lead::None,
                _ if compares && cues.meets(Cues::UP) => return Lead::More,
                _ if compares && cues.meets(Cues::DOWN) => return Lead::Less,
                _ if step == 0 && cues.meets(Cues::EACH) => return Lead::Each,
                Some((_, Some(lead))) => return *lead,
                _ => rest = behind,
            }
        }
        Lead::None
    }
}

/// Every word once. Sorted.
static LEADS: LazyLock<Vec<(Stem, Option<Lead>)>> = LazyLock::new(|| {
    let words = LEADING.iter().flat_map(|(lead, words)| words.split_whitespace().map(|word| (exact(word), *lead)));
    let mut all: Vec<(Stem, Option<Lead>)> = words.collect();
    crate::sort::by_number(&mut all, |(stem, _)| u64::from(stem.0));
    all
});

/// Words before a number, and those that one reads over.
const LEADING: &[(Option<Lead>, &str)] = &[
    (Some(Lead::From), "from מ"),
    (Some(Lead::To), "to until reaching reached ל עד"),
    (Some(Lead::Of), "of total totalling מתוך של"),
    (Some(Lead::Against), "than against versus vs compared with over under above below לעומת מול כנגד"),
    (Some(Lead::And), "and plus or but ו ועוד"),
    (Some(Lead::By), "by ב"),
    (Some(Lead::At), "at for in on per"),
    (Some(Lead::Times), "x times כפול"),
    (
        None,
        "about around roughly nearly almost approximately some just only exactly the a an its their last another כ כמעט \
         בערך רק",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_or_the_sign_before_a_number_is_read() {
        for (text, number, expected) in [
            ("It rose from $90", "90", Lead::From),
            ("ירד מ-5,610 ש\"ח", "5,610", Lead::From),
            ("It rose to **$120**", "120", Lead::To),
            ("a bill of about £127", "127", Lead::Of),
            ("more than 40", "40", Lead::Against),
            ("the ratio was 2.14 (1,057", "1,057", Lead::Bracket),
            ("Margin = $12", "12", Lead::Equals),
            ("3 × €89", "89", Lead::Times),
            ("It sold 40", "40", Lead::None),
            ("frontier 40", "40", Lead::None),
            ("40", "40", Lead::None),
        ] {
            assert_eq!(Lead::before(text, text.find(number).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn what_follows_a_number_is_read() {
        for (text, number, expected) in [
            ("it is 54% of the facility", "54%", Lead::Of),
            ("it is **54%** of the facility", "54%", Lead::Of),
            ("12 units of the 40", "12", Lead::Of),
            ("10% above the quote", "10%", Lead::More),
            ("$40 more than in may", "$40", Lead::More),
            ("12 units fewer", "12", Lead::Less),
            ("$40 per night", "$40", Lead::Each),
            ("$40 from $90", "$40", Lead::From),
            ("14 km/h (9 mph)", "14 km/h", Lead::Bracket),
            ("it fell by 5%, more than before", "5%", Lead::None),
            ("it fell by 5%", "5%", Lead::None),
        ] {
            let at = text.find(number).unwrap() + number.len();
            assert_eq!(Lead::after(text, at), expected, "{text}");
        }
    }
}
