//! Text into tokens: one linear pass, every extractor reads the same ones.

use super::code::is_calculation;
use super::emphasis;
use super::markup::{self, Hidden};
use crate::lexicon::{self, CLITICS, Lex, Roles, Seen, Stem, Word, exact};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Letters (with apostrophes, gershayim and underscores inside).
    Word,
    /// Digits with `.`, `,` and `'` between digits: `1,234.5`, `10.31.1974`.
    Number,
    /// Any other visible character; `ch` says which.
    Punct,
    /// A line break.
    Newline,
}

/// One token of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    /// The first byte.
    pub(crate) start: u32,
    /// One past the last byte.
    pub(crate) end: u32,
    /// What it is.
    pub(crate) kind: Kind,
    /// The ASCII character of a [`Kind::Punct`]; look-alikes are folded (`−` to `-`), 0 for any other.
    pub(crate) ch: u8,
    /// What it means to the extractors.
    pub(crate) lex: Lex,
    /// What it says to verification.
    pub(crate) roles: Roles,
    /// A word without its ending.
    pub(crate) stem: Stem,
}

impl Token {
    /// Its text.
    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// Whether nothing but marks of emphasis stands between it and the token before: `**NOI**:`.
    pub(crate) fn is_joined_to(&self, before: &Token, text: &str) -> bool {
        let between = text.as_bytes().get(before.end as usize..self.start as usize);
        between.is_some_and(|between| between.iter().all(|b| matches!(b, b'*' | b'_')))
    }

    /// Whether a star of emphasis stands right before it.
    pub(crate) fn begins_emphasis(&self, text: &str) -> bool {
        (self.start as usize).checked_sub(1).and_then(|i| text.as_bytes().get(i)) == Some(&b'*')
    }

    /// Whether a name with it owns what follows: `Oakline's`.
    pub(crate) fn owns(&self, text: &str) -> bool {
        self.kind == Kind::Word && (self.text(text).ends_with("'s") || self.text(text).ends_with("’s"))
    }

    /// [`Token::is_one_of`], whatever is joined to the word: the `they` of `they've`.
    pub(crate) fn begins_as_one_of(&self, text: &str, words: &[&str]) -> bool {
        let word = self.text(text).split(['\'', '’']).next().unwrap_or_default();
        self.kind == Kind::Word && words.iter().any(|own| own.eq_ignore_ascii_case(word))
    }

    /// Whether it is one of these words, in lower case.
    pub(crate) fn is_one_of(&self, text: &str, words: &[&str]) -> bool {
        if self.kind != Kind::Word {
            return false;
        }
        // Most words are longer or shorter, which needs no look at the text.
        let length = self.end.saturating_sub(self.start) as usize;
        words.iter().any(|word| word.len() == length && word.eq_ignore_ascii_case(self.text(text)))
    }
}

/// Folded into `ch` for an en dash; an em dash is 0x97.
pub(crate) const EN_DASH: u8 = 0x96;
/// Folded into `ch` for an em dash.
pub(crate) const EM_DASH: u8 = 0x97;

/// All tokens of a text, in order. Offsets are UTF-8 bytes from the start of `text`.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    tokens_with(text, &mut Seen::new(text.len()))
}

/// [`tokens`] of one of several texts that share their words.
pub(crate) fn tokens_with(text: &str, seen: &mut Seen) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 4 + 8);
    tokens_from(text, 0, seen, &mut tokens);
    tokens
}

/// Goes on with the tokens of a text from this byte on, before which stands white space.
pub(crate) fn tokens_from(text: &str, from: usize, seen: &mut Seen, tokens: &mut Vec<Token>) {
    let own = core::mem::take(tokens);
    let mut scanner =
        Scanner { text, bytes: text.as_bytes(), at: from, tokens: own, hidden: Hidden::default(), closes: None, seen };
    scanner.run();
    *tokens = scanner.tokens;
}

/// The ASCII character that one is read as; 0 for none.
fn folded(c: char) -> u8 {
    match c {
        // The maqaf (U+05BE) is Hebrew's hyphen.
        '\u{2212}' | '\u{2010}' | '\u{2011}' | '\u{5be}' => b'-',
        '\u{2012}' | '\u{2013}' => EN_DASH,
        '\u{2014}' | '\u{2015}' => EM_DASH,
        '\u{2018}' | '\u{2019}' | '\u{5f3}' => b'\'',
        '\u{201c}' | '\u{201d}' | '\u{5f4}' => b'"',
        '×' => b'x',
        '⁄' | '∕' => b'/',
        '≈' | '～' => b'~',
        '≥' => b'>',
        '≤' => b'<',
        '٪' | '％' => b'%',
        _ => u8::try_from(c).ok().filter(|b| b.is_ascii_punctuation()).unwrap_or(0),
    }
}

struct Scanner<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    tokens: Vec<Token>,
    hidden: Hidden,
    /// Where a calculation between backticks ends.
    closes: Option<usize>,
    seen: &'t mut Seen,
}

impl Scanner<'_> {
    fn run(&mut self) {
        while let Some(&b) = self.bytes.get(self.at) {
            match b {
                b' ' | b'\t' | 0x0b | 0x0c => self.at += 1,
                b'\n' => self.push(self.at + 1, Kind::Newline, b'\n', Lex::None),
                b'\r' => {
                    let end = self.at + 1 + usize::from(self.bytes.get(self.at + 1) == Some(&b'\n'));
                    self.push(end, Kind::Newline, b'\n', Lex::None);
                }
                b'a'..=b'z' | b'A'..=b'Z' => self.word(),
                b'_' => self.underscores(),
                b'*' => self.stars(),
                b'0'..=b'9' => self.number(),
                b'.' if self.leading_point() => self.number(),
                b'`' => self.code(),
                b'@' => self.email(),
                b'%' => self.push(self.at + 1, Kind::Punct, b'%', Lex::Percent),
                b'$' => self.push(self.at + 1, Kind::Punct, b'$', Lex::Code(lexicon::currency::USD)),
                b'&' => self.entity(),
                b'<' => self.tag(),
                0x80.. => self.wide(),
                _ => self.push(self.at + 1, Kind::Punct, b, Lex::None),
            }
        }
    }

    fn push(&mut self, end: usize, kind: Kind, ch: u8, lex: Lex) {
        self.push_word(end, kind, ch, Word { lex, ..Word::UNKNOWN });
    }

    fn push_word(&mut self, end: usize, kind: Kind, ch: u8, Word { lex, roles, stem, .. }: Word) {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        self.tokens.push(Token { start: clip(self.at), end: clip(end), kind, ch, lex, roles, stem });
        self.at = end;
    }

    /// One past the underscores that begin there, and whether a letter or a digit follows.
    fn past_underscores(&self, at: usize) -> (usize, bool) {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let end = at + rest.iter().take_while(|b| **b == b'_').count();
        (end, self.bytes.get(end).is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80))
    }

    /// Inside a word they belong to it (`x86_64`); around one they are Markdown's emphasis (`_20%_`) or a line to write on.
    fn underscores(&mut self) {
        let before = self.at.checked_sub(1).and_then(|i| self.bytes.get(i));
        let inside = before.is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80);
        match self.past_underscores(self.at) {
            (_, true) if inside => self.word(),
            (end, _) if emphasis::stresses(self.bytes, self.at, end) => self.at = end,
            (end, _) => self.push(end, Kind::Punct, b'_', Lex::None),
        }
    }

    /// Stars of emphasis are none; those of bullets and products are marks, one each.
    fn stars(&mut self) {
        let end = emphasis::run_end(self.bytes, self.at);
        if emphasis::is(self.text, self.at, end) {
            self.at = end;
        }
        while self.at < end {
            self.push(self.at + 1, Kind::Punct, b'*', Lex::None);
        }
    }

    /// `.5` is a number where no digit, letter or point stands before the point.
    fn leading_point(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|i| self.bytes.get(i));
        self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit)
            && !before.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'.' || *b >= 0x80)
    }

    /// Exactly four digits from 1900 to 2099.
    fn year_at(&self, at: usize) -> bool {
        let century = self.bytes.get(at..at + 2).is_some_and(|c| matches!(c, b"19" | b"20"));
        let digit = |i: usize| self.bytes.get(i).is_some_and(u8::is_ascii_digit);
        century && digit(at + 2) && digit(at + 3) && !digit(at + 4) && self.bytes.get(at + 4).is_none_or(|b| *b != b',')
    }

    /// Exactly three digits.
    fn group_of_three(&self, at: usize) -> bool {
        let digit = |i: usize| self.bytes.get(i).is_some_and(u8::is_ascii_digit);
        digit(at) && digit(at + 1) && digit(at + 2) && !digit(at + 3)
    }

    fn number(&mut self) {
        let mut end = self.at + 1;
        while let Some(&b) = self.bytes.get(end) {
            let digit_follows = self.bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
            match b {
                b'0'..=b'9' => end += 1,
                // `December 31,2018`: a day and its year, which no grouping or decimals look like.
                b',' if end - self.at <= 2 && self.year_at(end + 1) => break,
                b'.' | b',' if digit_follows => end += 2,
                // `1'234`, but not the year of `Q1'20`.
                b'\'' if self.group_of_three(end + 1) => end += 4,
                // `1{,}234`, as LaTeX writes it.
                b'{' if self.bytes.get(end + 1..end + 3) == Some(b",}") && self.group_of_three(end + 3) => end += 6,
                // ’ as thousands separator.
                0xe2 if self.bytes.get(end + 1..end + 3) == Some(&[0x80, 0x99]) && self.group_of_three(end + 3) => {
                    end += 6;
                }
                _ => break,
            }
        }
        // `$000`, `000's`
        let number = &self.bytes[self.at..end];
        let may_scale = number.starts_with(b"000") || number.iter().any(|b| *b == b'\'' || !b.is_ascii());
        self.push_word(end, Kind::Number, 0, Word { roles: Roles::SCALE.when(may_scale), ..Word::UNKNOWN });
    }

    fn word(&mut self) {
        let start = self.at;
        let mut end = start;
        while let Some(&b) = self.bytes.get(end) {
            match b {
                b'a'..=b'z' | b'A'..=b'Z' => end += 1,
                b'_' => match self.past_underscores(end) {
                    (past, true) => end = past,
                    _ => break,
                },
                b'\'' if self.bytes.get(end + 1).is_some_and(u8::is_ascii_alphabetic) => end += 1,
                // `don’t`, `they’ve` and `Oakline’s` are one word, as `don't` is.
                0x80.. if let Some(clitic) = self.clitic(end) => end += clitic,
                0x80.. => match self.text[end..].chars().next() {
                    // Hebrew glued to Latin starts a word of its own.
                    Some(c) if c.is_alphabetic() && !lexicon::is_hebrew(c) => end += c.len_utf8(),
                    _ => break,
                },
                _ => break,
            }
        }
        if matches!(self.bytes[start], b'h' | b'H' | b'w' | b'W') && self.url(&self.text[start..end]) {
            return;
        }
        let word = match self.text[start..end].split_once('’') {
            Some((before, clitic)) => self.seen.look_up(&format!("{before}'{clitic}")),
            None => self.seen.of(self.text, start, end),
        };
        self.push_word(end, Kind::Word, 0, word);
    }

    /// How many bytes a typographic apostrophe and what it joins to a word take: the `’ve` of `they’ve`.
    fn clitic(&self, at: usize) -> Option<usize> {
        let letters = self.bytes.get(at..)?.strip_prefix("’".as_bytes())?;
        let own = CLITICS.iter().find(|own| letters.starts_with(own.as_bytes()))?;
        let ends = !letters.get(own.len()).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        ends.then(|| "’".len() + own.len())
    }

    /// A URL runs to the next white space or quotation mark.
    fn url(&mut self, word: &str) -> bool {
        let after = &self.bytes[self.at + word.len()..];
        let is_url = match word.len() {
            4 | 5 => word.as_bytes()[..4].eq_ignore_ascii_case(b"http") && after.starts_with(b"://"),
            3 => {
                word.eq_ignore_ascii_case("www")
                    && after.first() == Some(&b'.')
                    && after.get(1).is_some_and(|b| *b > b' ')
            }
            _ => false,
        };
        if is_url {
            let length = self.bytes[self.at..]
                .iter()
                .position(|b| b.is_ascii_whitespace() || matches!(b, b'"' | b'<' | b'>' | b'|' | b'`'))
                .unwrap_or(self.bytes.len() - self.at);
            // Byte stops above are ASCII, so the end is a character boundary. The sentence's own marks are no part of the link.
            let link = &self.bytes[self.at..self.at + length];
            let marks = link.iter().rev().take_while(|b| matches!(b, b'.' | b',' | b';' | b':' | b'!' | b'?')).count();
            self.push(self.at + length - marks, Kind::Word, 0, Lex::Opaque);
        }
        is_url
    }

    /// An e-mail address swallows what is glued to its `@` on both sides.
    fn email(&mut self) {
        let part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'+');
        let after = self.bytes[self.at + 1..].iter().position(|b| !part(b)).unwrap_or(self.bytes.len() - self.at - 1);
        let glued = self.tokens.last().is_some_and(|t| t.end as usize == self.at && t.kind != Kind::Newline);
        if after == 0 || !glued {
            self.push(self.at + 1, Kind::Punct, b'@', Lex::None);
            return;
        }
        let end = self.at + 1 + after;
        let mut start = self.at;
        while let Some(last) = self.tokens.last() {
            let glued = last.end as usize == start;
            let inside = last.kind == Kind::Word || last.kind == Kind::Number || matches!(last.ch, b'.' | b'-' | b'+');
            if !(glued && inside) {
                break;
            }
            start = last.start as usize;
            self.tokens.pop();
        }
        self.at = start;
        self.push(end, Kind::Word, 0, Lex::Opaque);
    }

    /// Code between backticks, on one line or between fences; a lone backtick is punctuation, and so are those around a calculation.
    fn code(&mut self) {
        let rest = &self.text[self.at..];
        let ticks = rest.bytes().take_while(|b| *b == b'`').count();
        let fence = &rest[..ticks];
        let body = &rest[ticks..];
        let limit = if ticks >= 3 { body.len() } else { body.find('\n').unwrap_or(body.len()) };
        let closes = body[..limit].find(fence).filter(|length| *length > 0 && (ticks >= 3 || !body.starts_with(' ')));
        let is_end = self.closes.take_if(|end| *end == self.at).is_some();
        match closes.filter(|_| !is_end) {
            Some(length) if ticks == 1 && is_calculation(&body[..length]) => {
                self.closes = Some(self.at + ticks + length);
                self.ticks(ticks);
            }
            Some(length) => self.push(self.at + ticks + length + ticks, Kind::Word, 0, Lex::Opaque),
            // An open fence looks ahead once, not again for each of its ticks.
            None => self.ticks(ticks),
        }
    }

    fn ticks(&mut self, count: usize) {
        for _ in 0..count {
            self.push(self.at + 1, Kind::Punct, b'`', Lex::None);
        }
    }

    /// An HTML tag holds no words and no numbers; one that begins a new line is a line break.
    fn tag(&mut self) {
        if let Some(end) = self.hidden.end(self.text, self.at) {
            self.at = end;
            return;
        }
        match markup::tag(self.text, self.at) {
            Some(tag) if tag.breaks_line() => self.push(tag.end, Kind::Newline, b'\n', Lex::None),
            Some(tag) => self.at = markup::note_end(self.text, &tag).unwrap_or(tag.end),
            None => self.push(self.at + 1, Kind::Punct, b'<', Lex::None),
        }
    }

    /// An HTML entity is the sign it stands for; its letters and digits are no word and no number.
    fn entity(&mut self) {
        match markup::entity(self.text, self.at) {
            Some((c, end)) if c.is_whitespace() || c.is_control() => self.at = end,
            Some((c, end)) => self.sign(c, end),
            None => self.push(self.at + 1, Kind::Punct, b'&', Lex::And),
        }
    }

    /// A sign that is no letter.
    fn sign(&mut self, c: char, end: usize) {
        if let Some(place) = lexicon::currency::sign(c) {
            // 円 and 元 are written like words but mean the sign.
            return self.push(end, Kind::Punct, b'$', Lex::Code(place));
        }
        match (c, folded(c)) {
            (_, b'%') => self.push(end, Kind::Punct, b'%', Lex::Percent),
            (_, b'&') => self.push(end, Kind::Punct, b'&', Lex::And),
            ('¢', _) => self.push(end, Kind::Punct, 0, Lex::SubUnit(lexicon::currency::USD)),
            ('½' | '⅓' | '⅔' | '¼' | '¾' | '⅕' | '⅖' | '⅗' | '⅘' | '⅙' | '⅚' | '⅛' | '⅜' | '⅝' | '⅞', _) =>
            {
                let may_scale = self.bytes.get(self.at).is_some_and(|b| !b.is_ascii());
                let roles = Roles::SCALE.when(may_scale);
                self.push_word(end, Kind::Number, b'/', Word { roles, ..Word::UNKNOWN });
            }
            (_, ch) => self.push(end, Kind::Punct, ch, Lex::None),
        }
    }

    fn wide(&mut self) {
        let Some(c) = self.text[self.at..].chars().next() else { return };
        let end = self.at + c.len_utf8();
        if lexicon::is_hebrew(c) {
            return self.hebrew();
        }
        match c {
            _ if c.is_whitespace() || lexicon::is_direction_mark(c) => self.at = end,
            _ if c.is_alphabetic() && lexicon::currency::sign(c).is_none() => self.word_from(end),
            _ => self.sign(c, end),
        }
    }

    /// A word that starts with a letter outside ASCII.
    fn word_from(&mut self, first_end: usize) {
        let mut end = first_end;
        while let Some(c) = self.text[end..].chars().next() {
            let inside =
                c == '_' || (c.is_alphabetic() && !lexicon::is_hebrew(c) && lexicon::currency::sign(c).is_none());
            if !inside {
                break;
            }
            end += c.len_utf8();
        }
        // No such word is in the lexicon.
        let word = Word { lex: Lex::None, ..self.seen.look_up(&self.text[self.at..end]) };
        self.push_word(end, Kind::Word, 0, word);
    }

    /// A Hebrew word, with gershayim inside; a known word may have up to two letters written onto it.
    fn hebrew(&mut self) {
        let rest = &self.text[self.at..];
        let mut end = 0;
        let mut chars = rest.char_indices().peekable();
        while let Some((i, c)) = chars.next() {
            let next_is_letter = chars.peek().is_some_and(|(_, n)| lexicon::is_hebrew(*n));
            match c {
                // Vowel points belong to the letter before them.
                _ if lexicon::is_hebrew(c) || lexicon::is_hebrew_point(c) => end = i + c.len_utf8(),
                _ if lexicon::is_gershayim(c) && next_is_letter => {}
                _ => break,
            }
        }
        let stop = self.at + end;
        let word = self.seen.hebrew(self.text, self.at, stop);
        self.at += usize::from(word.prefix);
        self.push_word(stop, Kind::Word, 0, word);
    }
}

/// The words of a run of tokens as [`crate::lexicon::phrases::Phrases`] compares them, without case.
pub(crate) fn spoken(text: &str, tokens: &[Token]) -> Vec<Stem> {
    tokens.iter().filter(|t| t.kind == Kind::Word).map(|t| exact(t.text(text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|t| t.text(text)).collect()
    }

    #[test]
    fn cases() {
        for (text, expected) in [
            ("NOI was $1.2M.", vec!["NOI", "was", "$", "1.2", "M", "."]),
            ("1,234,567.89 at .5", vec!["1,234,567.89", "at", ".5"]),
            ("2018Q4 v2.3.1", vec!["2018", "Q", "4", "v", "2.3.1"]),
            ("see https://a.b/c?d=1,2 now", vec!["see", "https://a.b/c?d=1,2", "now"]),
            ("See https://a.b/c. Then", vec!["See", "https://a.b/c", ".", "Then"]),
            ("www.a.b/c?, www.", vec!["www.a.b/c", "?", ",", "www", "."]),
            ("mail bob.b+x@site.co.il now", vec!["mail", "bob.b+x@site.co.il", "now"]),
            ("run `x = 12` now", vec!["run", "`x = 12`", "now"]),
            ("`1 + 2 = 3`, `x` 5", vec!["`", "1", "+", "2", "=", "3", "`", ",", "`x`", "5"]),
            ("`x_2`, $9 and `net`", vec!["`x_2`", ",", "$", "9", "and", "`net`"]),
            ("` ` 12 ' '", vec!["`", "`", "12", "'", "'"]),
            ("ב-24/02", vec!["ב", "-", "24", "/", "02"]),
            ("ב־24 בית־ספר", vec!["ב", "־", "24", "בית", "־", "ספר"]),
            ("שָׁלוֹם \u{200f}5", vec!["שָׁלוֹם", "5"]),
            ("1.5 מיליון ש\"ח.", vec!["1.5", "מיליון", "ש\"ח", "."]),
            ("14 לאפריל", vec!["14", "אפריל"]),
            ("נאמר ש\"השש", vec!["נאמר", "שש"]),
            ("don't", vec!["don't"]),
            ("😀5", vec!["😀", "5"]),
        ] {
            assert_eq!(shown(text), expected, "{text}");
        }
    }

    #[test]
    fn an_open_fence_of_many_ticks_stays_linear() {
        let text = "`".repeat(200_000);
        assert_eq!(tokens(&text).len(), 200_000);
    }
}
