//! What every extractor sees: the text, its tokens and the conventions it is written in.

use groundcheck_types::{ClaimKind, Locale, Span};
use rust_decimal::Decimal;

use super::{Quantity, Value, comparator};
use crate::document::token::{Kind, Token};
use crate::lexicon::{self, Lex};

/// How dates and decimals are written, read off the locale or, without one, the letters of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Conventions {
    /// 03/04 is the third of April.
    pub(crate) day_first: bool,
    /// `1.234` is a thousand and more, `1,5` one and a half.
    pub(crate) comma_decimal: bool,
}

/// Languages that write decimals with a comma.
const COMMA_DECIMAL: &[&str] = &[
    "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "no", "fi", "pl", "cs", "sk", "ru", "uk", "tr", "el", "hu",
    "ro", "bg",
];
/// English regions that put the month first.
const MONTH_FIRST: &[&str] = &["en", "en-us", "en-ph", "en-pr"];

impl Conventions {
    /// The conventions of a locale; where there is none, Hebrew letters make it day first, anything else month first.
    pub(crate) fn of(text: &str, locale: Option<&Locale>) -> Self {
        match locale {
            Some(locale) => Conventions {
                day_first: !MONTH_FIRST.contains(&locale.as_str().to_ascii_lowercase().as_str()),
                comma_decimal: COMMA_DECIMAL.contains(&locale.language()),
            },
            None => Conventions::without_locale(mostly_hebrew(text, LETTERS_READ).0),
        }
    }

    /// The conventions of a text in Hebrew, or in another language, of no known region.
    pub(crate) fn without_locale(hebrew: bool) -> Self {
        Conventions { day_first: hebrew, comma_decimal: false }
    }
}

/// Whether an answer is in Hebrew, by its locale or else by its first letters, and whether that is sure however it goes on. An answer
/// is read while it is being written, so it must be told from its first sentences.
pub(crate) fn answer_is_hebrew(text: &str, locale: Option<&Locale>) -> (bool, bool) {
    match locale {
        Some(locale) => (matches!(locale.language(), "he" | "iw"), true),
        None => mostly_hebrew(text, ANSWER_LETTERS_READ),
    }
}

/// Whether the first characters are Hebrew letters rather than Latin ones, and whether no further characters can change that; looks at
/// a bounded beginning only.
fn mostly_hebrew(text: &str, most: u32) -> (bool, bool) {
    let bytes = text.as_bytes();
    if bytes.len() >= most as usize && bytes.iter().take(most as usize).all(u8::is_ascii) {
        return (false, true);
    }
    let (mut hebrew, mut latin, mut letters, mut at) = (0_u32, 0_u32, 0, 0);
    while let Some(&byte) = bytes.get(at) {
        // Eight ASCII characters at once.
        let eight = bytes.get(at..).and_then(<[u8]>::first_chunk).map(|eight| u64::from_le_bytes(*eight));
        if let Some(eight) = eight.filter(|eight| eight & NOT_ASCII == 0 && letters + 8 <= most) {
            letters += 8;
            latin += ascii_letters(eight);
            at += 8;
            // What cannot change any more need not be read.
            if hebrew.abs_diff(latin) > most - letters {
                break;
            }
            continue;
        }
        // Every character begins with one byte that goes on with none.
        letters += u32::from(byte & 0xc0 != 0x80);
        if letters > most {
            break;
        }
        latin += u32::from(byte.is_ascii_alphabetic());
        // א to ת
        hebrew += u32::from(byte == 0xd7 && matches!(bytes.get(at + 1), Some(0x90..=0xaa)));
        at += 1;
    }
    let unread = most.saturating_sub(letters);
    // One that is as strong needs one letter more to be stronger.
    (hebrew > latin, hebrew > latin + unread || latin >= hebrew + unread)
}

/// The bits of eight bytes that no ASCII character has.
const NOT_ASCII: u64 = 0x8080_8080_8080_8080;

/// How many of eight ASCII characters are letters.
fn ascii_letters(eight: u64) -> u32 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let lower = eight | (EACH * 0x20);
    // The highest bit of each byte says that it is not below `a`, or above `z`.
    let from_a = lower + EACH * (0x80 - b'a' as u64);
    let behind_z = lower + EACH * (0x7f - b'z' as u64);
    (from_a & !behind_z & NOT_ASCII).count_ones()
}

/// How much of a document tells its language, in characters.
const LETTERS_READ: u32 = 2_000;
/// How much of an answer does.
const ANSWER_LETTERS_READ: u32 = 120;

/// The text, its tokens and conventions.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'t> {
    /// The whole text.
    pub(crate) text: &'t str,
    /// All its tokens.
    pub(crate) tokens: &'t [Token],
    /// How it is written.
    pub(crate) conventions: Conventions,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str, tokens: &'t [Token], conventions: Conventions) -> Self {
        Reader { text, tokens, conventions }
    }

    /// The token's meaning; [`Lex::None`] past either end.
    pub(crate) fn lex(&self, i: usize) -> Lex {
        self.tokens.get(i).map_or(Lex::None, |t| t.lex)
    }

    /// The token's (folded) punctuation character; 0 for none.
    pub(crate) fn ch(&self, i: usize) -> u8 {
        self.tokens.get(i).filter(|t| t.kind == Kind::Punct).map_or(0, |t| t.ch)
    }

    /// The token's text; empty past either end.
    pub(crate) fn word(&self, i: usize) -> &'t str {
        self.tokens.get(i).map_or("", |t| t.text(self.text))
    }

    /// Whether the token is a number.
    pub(crate) fn is_number(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.kind == Kind::Number)
    }

    /// Whether the token is a word.
    pub(crate) fn is_word(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.kind == Kind::Word)
    }

    /// Whether the token is nothing but letters that Hebrew writes onto the next word: the `ב` of `ב-2024`, the `של` of `של־5%`.
    pub(crate) fn is_hebrew_prefix(&self, i: usize) -> bool {
        // Two bytes a letter; three of them are `ולכ`.
        self.is_word(i) && self.word(i).len() <= 6 && self.word(i).chars().all(lexicon::is_hebrew_prefix)
    }

    /// Whether Hebrew's `and` is written onto the token: `ועשרים`.
    pub(crate) fn has_vav(&self, i: usize) -> bool {
        self.follows_letter(i, 'ו')
    }

    /// Whether this letter is written onto the token: the `ב` of `בשש`.
    pub(crate) fn follows_letter(&self, i: usize, letter: char) -> bool {
        let before = self.tokens.get(i).and_then(|t| self.text.get(..t.start as usize));
        before.is_some_and(|before| before.ends_with(letter))
    }

    /// Whether nothing that is read stands between the token and the one before it, and no line ends there.
    pub(crate) fn glued(&self, i: usize) -> bool {
        let before = i.checked_sub(1).and_then(|before| self.tokens.get(before));
        let own = before.filter(|before| before.kind != Kind::Newline).zip(self.tokens.get(i));
        own.is_some_and(|(before, t)| t.is_joined_to(before, self.text))
    }

    /// [`Reader::glued`] without even emphasis between: what is stressed by itself is no part of a code.
    pub(crate) fn touches(&self, i: usize) -> bool {
        self.glued(i) && self.tokens[i - 1].end == self.tokens[i].start
    }

    /// Whether the token ends a clause: punctuation, a line break, or the end of the text.
    pub(crate) fn ends(&self, i: usize) -> bool {
        match self.tokens.get(i) {
            None => true,
            Some(t) => {
                t.kind == Kind::Newline
                    || matches!(t.ch, b'.' | b',' | b';' | b':' | b'!' | b'?' | b')' | b']' | b'"' | b'|')
            }
        }
    }

    /// Whether the token is the first on its line.
    pub(crate) fn starts_line(&self, i: usize) -> bool {
        i == 0 || self.tokens[i - 1].kind == Kind::Newline
    }

    /// A dash of any length.
    pub(crate) fn is_dash(&self, i: usize) -> bool {
        use crate::document::token::{EM_DASH, EN_DASH};
        matches!(self.ch(i), b'-' | EN_DASH | EM_DASH)
    }

    /// The span from the first token's start to the end of the token before `end`.
    pub(crate) fn span(&self, first: usize, end: usize) -> Span {
        let start = self.tokens.get(first).map_or(0, |t| t.start);
        let stop = end.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or(start, |t| t.end);
        Span { start, end: stop.max(start) }
    }

    /// A quantity over these tokens.
    pub(crate) fn quantity(
        &self,
        first: usize,
        end: usize,
        kind: ClaimKind,
        value: Value,
        unit: Option<&'static str>,
        step: Decimal,
    ) -> Quantity {
        Quantity {
            kind,
            span: self.span(first, end),
            value,
            unit,
            comparator: comparator::before(self, first),
            step,
            measure: None,
            first: u32::try_from(first).unwrap_or(u32::MAX),
            last: u32::try_from(end).unwrap_or(u32::MAX),
        }
    }
}
