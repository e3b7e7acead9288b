//! Quotations: words in quotation marks, or in a block quote, that are somebody's own. Right where a source has the same words in the
//! same order; letters alone are compared, so that case, marks and line breaks make no other quotation, and an ellipsis or a bracket may
//! leave words out.
//!
//! Titles and single terms in quotation marks are none. Where nobody is said to have said the words, a quotation that no source has is
//! open; where somebody is, it is unsupported.

use core::ops::Range;

use groundcheck_types::Span;

use super::index::{Index, short};
use super::{Found, What};
use crate::document::spelling::{letters, words};
use crate::document::token::{Kind, Token};
use crate::lexicon::is_hebrew;
use crate::lexicon::verbatim::{DENIALS, HEBREW_PREFIXES, MIGHT, SAID};

/// No sentence has more quotations.
const MOST_QUOTED: usize = 64;
/// So many words before a quotation say whether it is a draft or denied.
const CLOSE: usize = 4;
/// Fewer words are a term, and no quotation; where somebody is said to have said them, one fewer may be.
const FEWEST_WORDS: usize = 4;
/// A title has at most so many words.
const LONGEST_TITLE: usize = 12;
/// Quotations that share so many of a hundred words with a passage misquote it.
const NEAR: usize = 60;
/// The same of words that nobody is said to have said.
const NEAR_UNSAID: usize = 65;

/// A quotation that its sentence did not close.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    /// What closes it.
    closes: Mark,
    voice: Voice,
}

/// Whose words a quotation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Voice {
    /// Somebody is said to have said them.
    Said,
    /// Nobody is.
    #[default]
    Unsaid,
    /// They are a draft, advice or denied: nobody need have said them.
    Nobodys,
}

impl Voice {
    pub(super) fn or(self, other: Voice) -> Voice {
        match (self, other) {
            (Voice::Nobodys, _) | (_, Voice::Nobodys) => Voice::Nobodys,
            (Voice::Said, _) | (_, Voice::Said) => Voice::Said,
            _ => Voice::Unsaid,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// `"`, which opens and closes.
    Straight,
    /// `'`, the same.
    Single,
    /// `”` and what closes like it.
    Curly,
    /// `’`
    CurlySingle,
    /// `»`, or `«` where it closes.
    Guillemet,
}

/// What a quotation is looked for by.
#[derive(Debug, Clone)]
pub(super) struct Quoted {
    /// Its words, in runs between ellipses and brackets.
    pub(super) runs: Vec<Vec<u32>>,
    /// Its letters in one piece, where nothing is left out.
    pub(super) letters: String,
    pub(super) voice: Voice,
    /// Whether it is in Hebrew.
    pub(super) hebrew: bool,
}

/// Every quotation of a sentence; `open` is one that an earlier sentence began, `introduced` whose words that one announces.
pub(super) fn find(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    open: &mut Option<Open>,
    introduced: Voice,
    out: &mut Vec<Found>,
) {
    let own = tokens.get(range.clone()).unwrap_or_default();
    let Some((first, last)) =
        own.iter().find(|t| t.kind != Kind::Newline).zip(own.iter().rfind(|t| t.kind != Kind::Newline))
    else {
        *open = None;
        return;
    };
    if first.ch == b'>' && begins_line(text, first) {
        *open = None;
        let start = own.iter().find(|t| t.ch != b'>' && t.kind != Kind::Newline).map_or(first.end, |t| t.start);
        add(text, Span { start, end: last.end }, introduced, out);
        return;
    }
    // A quotation goes on in its own paragraph alone.
    if breaks_paragraph(tokens, range.start) {
        *open = None;
    }
    let before = open.map_or(Voice::Unsaid, |open| open.voice);
    let mut from = open.map(|_| first.start);
    // Whether the open one began behind a letter of Hebrew, and so may be none.
    let mut glued = false;
    let mut quoted: Vec<(Span, Voice)> = Vec::new();
    for token in own {
        // A run of nothing but marks is one sentence, however long.
        if quoted.len() >= MOST_QUOTED {
            *open = None;
            from = None;
            break;
        }
        if open.is_none()
            && let Some(start) = behind_letters(text, token)
        {
            *open = Some(Open { closes: Mark::Straight, voice: Voice::Unsaid });
            (from, glued) = (Some(start), true);
            continue;
        }
        let Some(mark) = mark(text, token) else { continue };
        match *open {
            Some(now) if closes(text, token, mark, now.closes) => {
                let span = from.take().map(|start| Span { start, end: token.start });
                quoted.extend(span.filter(|span| span.start < span.end).map(|span| (span, now.voice)));
                *open = None;
            }
            None if opens(text, token, mark) => {
                let announced = text.get(..token.start as usize).is_some_and(|before| before.trim_end().ends_with(':'));
                let voice = if announced { Voice::Said } else { Voice::Unsaid };
                *open = Some(Open { closes: mark, voice });
                (from, glued) = (Some(token.end), false);
            }
            _ => {}
        }
    }
    let mut goes_on = false;
    if let (Some(now), Some(start)) = (*open, from) {
        // An apostrophe that looks like a mark opens nothing that lasts.
        if glued || matches!(now.closes, Mark::Single | Mark::CurlySingle) {
            *open = None;
        } else {
            quoted.push((Span { start, end: last.end }, now.voice));
            goes_on = true;
        }
    }
    // Whose words they are is said outside them.
    let is_outside = |t: &&Token| !quoted.iter().any(|(span, _)| span.start <= t.start && t.start < span.end);
    let outside: Vec<Token> = own.iter().filter(|t| t.kind == Kind::Word).filter(is_outside).copied().collect();
    let said = voice_of(text, &outside);
    for (span, voice) in &quoted {
        // What denies or drafts stands close before it.
        let before = outside.partition_point(|t| t.start < span.start);
        let mut near = outside.get(..before).unwrap_or_default().iter().rev().take(CLOSE);
        let nobodys = near.any(|t| t.is_one_of(text, MIGHT));
        add(text, *span, if nobodys { Voice::Nobodys } else { voice.or(said) }, out);
    }
    if let Some(now) = open.as_mut().filter(|_| goes_on) {
        now.voice = now.voice.or(said).or(before);
    }
}

fn mark(text: &str, token: &Token) -> Option<Mark> {
    if token.kind != Kind::Punct {
        return None;
    }
    match token.text(text) {
        "\"" => Some(Mark::Straight),
        "'" => Some(Mark::Single),
        "“" | "”" | "„" | "‟" | "״" => Some(Mark::Curly),
        "‘" | "’" | "‚" => Some(Mark::CurlySingle),
        "«" | "»" => Some(Mark::Guillemet),
        _ => None,
    }
}

/// Where a quotation begins whose mark follows a letter of Hebrew: `ש"השוכר ישלם"`. An abbreviation, `ש"ח`, has one letter behind its mark.
fn behind_letters(text: &str, token: &Token) -> Option<u32> {
    let word = token.text(text);
    let (letters, rest) = (token.kind == Kind::Word).then(|| word.split_once(['"', '״']))??;
    let prefix = (1..=2).contains(&letters.chars().count()) && letters.chars().all(|c| HEBREW_PREFIXES.contains(&c));
    let long = rest.chars().nth(2).is_some() && !rest.contains(['"', '״']);
    let mark = word.get(letters.len()..)?.chars().next()?.len_utf8();
    (prefix && long).then(|| token.start + u32::try_from(letters.len() + mark).unwrap_or(0))
}

fn before(text: &str, token: &Token) -> Option<char> {
    text.get(..token.start as usize)?.chars().next_back()
}

fn behind(text: &str, token: &Token) -> Option<char> {
    text.get(token.end as usize..)?.chars().next()
}

fn opens(text: &str, token: &Token, mark: Mark) -> bool {
    // `12" pipes` and `the '90s` open nothing.
    let free = before(text, token).is_none_or(|c| !c.is_alphanumeric());
    let next = behind(text, token).is_some_and(|c| !c.is_whitespace());
    match mark {
        Mark::Straight | Mark::Guillemet => free && next,
        Mark::Single => free && behind(text, token).is_some_and(char::is_alphabetic),
        Mark::Curly => token.text(text) != "”" || free && next,
        Mark::CurlySingle => token.text(text) == "‘" && free,
    }
}

fn closes(text: &str, token: &Token, mark: Mark, wanted: Mark) -> bool {
    let spaced = before(text, token).is_none_or(char::is_whitespace);
    let goes_on = behind(text, token).is_some_and(char::is_alphanumeric);
    // `"It is so,” she said.`
    let same = mark == wanted || (wanted == Mark::Straight && token.text(text) == "”");
    same && !spaced && (!goes_on || matches!(mark, Mark::Curly | Mark::Guillemet))
}

fn begins_line(text: &str, token: &Token) -> bool {
    let start = token.start as usize;
    let from = text.floor_char_boundary(start.saturating_sub(MOST_INDENT));
    let before = text.get(from..start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    (line.len() < before.len() || from == 0) && line.chars().all(|c| c.is_whitespace() || c == '>')
}

/// No block quote is further in, in bytes.
const MOST_INDENT: usize = 16;

/// Whether a blank line stands before this token.
fn breaks_paragraph(tokens: &[Token], first: usize) -> bool {
    let before = tokens.get(..first).unwrap_or_default().iter().rev().take_while(|t| t.kind == Kind::Newline).count();
    let inside = tokens.get(first..).unwrap_or_default().iter().take_while(|t| t.kind == Kind::Newline).count();
    before + inside >= 2
}

/// Whose words a sentence announces that ends in a colon.
pub(super) fn announced(text: &str, tokens: &[Token]) -> Voice {
    if tokens.iter().any(|t| t.is_one_of(text, MIGHT)) { Voice::Nobodys } else { Voice::Said }
}

/// Whose words a sentence quotes.
fn voice_of(text: &str, tokens: &[Token]) -> Voice {
    if tokens.iter().any(|t| t.is_one_of(text, SAID)) { Voice::Said } else { Voice::Unsaid }
}

/// Adds a quotation, unless it is a term or a title.
fn add(text: &str, span: Span, voice: Voice, out: &mut Vec<Found>) {
    let Some(inner) = span.of(text) else { return };
    let lead = inner.len() - inner.trim_start_matches(|c: char| c.is_whitespace() || c == '*' || c == '_').len();
    let tail = inner.trim_end_matches(|c: char| c.is_whitespace() || c == '*' || c == '_').len();
    if lead >= tail {
        return;
    }
    let span = Span::new(span.start as usize + lead, span.start as usize + tail);
    let inner = span.of(text).unwrap_or_default();
    let count = words(inner).len();
    let said = voice == Voice::Said;
    if count < FEWEST_WORDS - usize::from(said) || is_title(inner, count) {
        return;
    }
    let (runs, whole) = runs(inner);
    if runs.is_empty() {
        return;
    }
    let letters = if whole { letters(inner) } else { String::new() };
    let hebrew = inner.chars().any(is_hebrew);
    // A question that nobody is said to have asked is one that somebody might.
    let asks = voice == Voice::Unsaid && inner.trim_end().ends_with('?');
    let voice = if asks { Voice::Nobodys } else { voice };
    out.push(Found { span, what: What::Quotation(Quoted { runs, letters, voice, hebrew }) });
}

/// Whether the words are written as a title's are: `The Future of Work in Europe`.
fn is_title(inner: &str, count: usize) -> bool {
    let long = || inner.split_whitespace().filter(|word| word.chars().filter(|c| c.is_alphabetic()).nth(3).is_some());
    let small = |word: &&str| word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_lowercase);
    let capital = |word: &&str| word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase);
    // A label in capitals is none: `DO NOT MIX`.
    let shouts = !inner.chars().any(char::is_lowercase);
    !shouts && count <= LONGEST_TITLE && long().filter(capital).nth(1).is_some() && !long().any(|word| small(&word))
}

/// The runs of words between ellipses and brackets, and whether nothing is left out.
fn runs(inner: &str) -> (Vec<Vec<u32>>, bool) {
    let mut runs = Vec::new();
    let mut whole = true;
    // `[g]ains` is `gains`.
    let inner = &joined(inner);
    let mut rest = inner.as_str();
    loop {
        let gap = [("...", 3), ("…", '…'.len_utf8()), (". . .", 5)]
            .into_iter()
            .filter_map(|(mark, length)| Some((rest.find(mark)?, length)))
            .min();
        let bracket = rest.find('[').and_then(|at| Some((at, rest.get(at..)?.find(']')? + 1)));
        let next = match (gap, bracket) {
            (Some(gap), Some(bracket)) => Some(gap.min(bracket)),
            (gap, bracket) => gap.or(bracket),
        };
        let end = next.map_or(rest.len(), |(at, _)| at);
        let run: Vec<u32> = words(rest.get(..end).unwrap_or_default()).iter().map(|word| short(word.hash)).collect();
        if !run.is_empty() {
            runs.push(run);
        }
        let Some((at, length)) = next else { break };
        whole = false;
        rest = rest.get(at + length..).unwrap_or_default();
    }
    (runs, whole)
}

/// A text without the brackets that stand inside its words.
fn joined(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let (before, inside) = rest.split_at(at);
        out.push_str(before);
        let close = inside.find(']').unwrap_or(0);
        let letters = inside.get(1..close).unwrap_or_default();
        let goes_on = inside.get(close + 1..).is_some_and(|behind| behind.starts_with(char::is_alphanumeric));
        let denies = DENIALS.iter().any(|own| own.eq_ignore_ascii_case(letters.trim()));
        // What turns the sense round, or adds a number, is no clarification: it is compared as the other words are.
        let inserted = denies || letters.chars().any(|c| c.is_ascii_digit());
        if inserted || (goes_on && !letters.is_empty() && letters.chars().all(char::is_alphabetic)) {
            out.push_str(letters);
            rest = inside.get(close + 1..).unwrap_or_default();
        } else {
            out.push('[');
            rest = inside.get(1..).unwrap_or_default();
        }
    }
    out.push_str(rest);
    out
}

/// What a text says to a quotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fit {
    /// These words are the same.
    Same(Range<usize>),
    /// These are nearly the same.
    Near(Range<usize>),
    /// It may be there, or it is nobody's words.
    Open,
    /// Nothing is like it.
    None,
}

/// Compares a quotation with these texts.
pub(super) fn compare<'t>(quoted: &Quoted, index: &Index, text: impl Fn(usize) -> &'t str) -> Fit {
    if let Some(words) = index.find(&quoted.runs) {
        return Fit::Same(words);
    }
    let all = quoted.runs.concat();
    // Words in another script cannot be compared; those that stand everywhere were not all looked at.
    if !index.scripts().have(quoted.hebrew) || index.is_common(&quoted.runs) {
        return Fit::Open;
    }
    let Some((words, shared)) = index.nearest(&all) else { return Fit::None };
    if index.has_letters(text, &words, &quoted.letters) {
        return Fit::Same(words);
    }
    let share = 200 * shared / (all.len() + words.len()).max(1);
    let near = match quoted.voice {
        Voice::Said => NEAR,
        Voice::Unsaid => NEAR_UNSAID,
        Voice::Nobodys => return Fit::Open,
    };
    if shared >= FEWEST_WORDS - 1 && share >= near { Fit::Near(words) } else { Fit::None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::sentence::sentences;
    use crate::document::token::tokens;

    fn found(text: &str) -> Vec<(String, bool)> {
        let tokens = tokens(text);
        let (mut out, mut open) = (Vec::new(), None);
        for range in sentences(text, &tokens) {
            find(text, &tokens, range, &mut open, Voice::Said, &mut out);
        }
        let quoted = |found: &Found| match &found.what {
            What::Quotation(quoted) => (found.span.of(text).unwrap().to_owned(), quoted.voice == Voice::Said),
            _ => unreachable!("a quotation is found"),
        };
        out.iter().map(quoted).collect()
    }

    #[test]
    fn what_is_quoted_is_told_from_terms_and_titles() {
        let cases: &[(&str, &[(&str, bool)])] = &[
            ("The CEO said \"we will open two plants\".", &[("we will open two plants", true)]),
            ("“We never lost a client,” she said.", &[("We never lost a client,", true)]),
            ("The label reads \"DO NOT MIX WITH BLEACH\".", &[("DO NOT MIX WITH BLEACH", true)]),
            ("The policy does not state \"meals are paid for\".", &[("meals are paid for", false)]),
            ("Here is a draft: \"I would like to cancel\".", &[("I would like to cancel", false)]),
            ("The so-called \"smart meters\" failed.", &[]),
            ("She wrote \"The Future of Work in Europe\" in 2019.", &[]),
            ("The motto, \"less is more for us\", hangs there.", &[("less is more for us", false)]),
            ("You could say \"thank you for your patience\".", &[("thank you for your patience", false)]),
            ("> The tenant pays all the taxes.", &[("The tenant pays all the taxes.", true)]),
            ("A 12\" pipe and a 14\" pipe of that kind fit.", &[]),
            ("The workers' union and the owners' club agreed on terms.", &[]),
            ("נאמר ש\"השוכר ישלם את כל המסים\".", &[("השוכר ישלם את כל המסים", true)]),
            ("הדוח קובע: \"השוכר ישלם את כל המסים\".", &[("השוכר ישלם את כל המסים", true)]),
            (
                "He said: \"We came late. We left very early.\"",
                &[("We came late.", true), ("We left very early.", true)],
            ),
        ];
        for (text, expected) in cases {
            let found = found(text);
            let found: Vec<(&str, bool)> = found.iter().map(|(text, said)| (text.as_str(), *said)).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    #[test]
    fn the_same_words_are_found_however_they_are_set() {
        let source = "Mr. Bar said that the new plant will open\nin early spring, and that it will employ forty people from the valley.";
        let index = Index::of([(source, None)].into_iter());
        let at = |text: &str, said: bool| {
            let (runs, whole) = runs(text);
            let letters = if whole { letters(text) } else { String::new() };
            let voice = if said { Voice::Said } else { Voice::Unsaid };
            match compare(&Quoted { runs, letters, voice, hebrew: false }, &index, |_| source) {
                Fit::Same(words) => {
                    ("same", index.passage(words).and_then(|at| at.span.of(source)).unwrap_or_default())
                }
                Fit::Near(words) => {
                    ("near", index.passage(words).and_then(|at| at.span.of(source)).unwrap_or_default())
                }
                Fit::Open => ("open", ""),
                Fit::None => ("none", ""),
            }
        };
        assert_eq!(
            at("The new plant will open in early spring", true),
            ("same", "the new plant will open\nin early spring")
        );
        assert_eq!(at("the new plant … will employ forty people", true).0, "same");
        assert_eq!(at("[t]he new plant will open", true).0, "same");
        assert_eq!(at("[it] will employ forty people", true).0, "same");
        assert_eq!(at("the new plant will [not] open in early spring", true).0, "near");
        assert_eq!(at("the newplant will open in early spring", true).0, "same");
        assert_eq!(
            at("the new plant will open in late spring", true),
            ("near", "the new plant will open\nin early spring")
        );
        assert_eq!(
            at("the plant will open in early spring", true),
            ("near", "the new plant will open\nin early spring")
        );
        assert_eq!(at("the new plant will not open in early spring", true).0, "near");
        assert_eq!(at("forty people … the new plant will open", true).0, "near");
        assert_eq!(at("our customers come before anything else", true).0, "none");
    }
}
