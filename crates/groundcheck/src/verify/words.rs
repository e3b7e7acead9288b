//! Content words as small hashes: what a claim and a passage have in common.

use std::sync::LazyLock;

use groundcheck_types::{ClaimKind, Span};

use crate::claims::Quantity;
use crate::document::lower;
use crate::document::token::{self, Kind, Token};
use crate::lexicon::{self, EXPANSIONS, HEBREW, Lex, Roles, push_hebrew, stem};
pub(crate) use crate::lexicon::{Stem, exact};
use crate::sort;

/// Adds the stems of one token, if it carries a subject.
pub(crate) fn push_stems(text: &str, token: &Token, out: &mut Vec<Stem>) {
    // Of most words.
    if token.roles.has(Roles::SUBJECT) {
        out.push(token.stem);
        return;
    }
    // Months are dates' business.
    let silent = token.roles.has(Roles::STOP) || matches!(token.lex, Lex::Opaque | Lex::Month(_) | Lex::Weekday(_));
    if token.kind != Kind::Word || silent {
        return;
    }
    if token.roles.has(Roles::SHORT) {
        let word = token.text(text);
        let word = word.split(['\'', '’']).next().unwrap_or(word);
        let known = EXPANSIONS.iter().find(|(short, _)| short.eq_ignore_ascii_case(word));
        out.extend(known.into_iter().flat_map(|(_, words)| *words).map(|word| stem(word)));
    } else if token.roles.has(Roles::HEBREW) {
        push_hebrew(token.text(text), out);
    } else if token.text(text).contains('_') {
        // `on_time_pct`, as data bases name what they hold.
        out.extend(token.text(text).split('_').filter(|part| part.len() > 2).map(stem));
    } else {
        out.push(token.stem);
    }
}

/// Puts stems in order, each once.
pub(crate) fn sort(stems: &mut Vec<Stem>) {
    sort::by_number(stems, |stem| u64::from(stem.0));
    stems.dedup();
}

/// Stems in order, each once.
pub(crate) fn sorted(mut stems: Vec<Stem>) -> Vec<Stem> {
    sort(&mut stems);
    stems
}

/// Whether a token begins with a Hebrew letter.
pub(crate) fn is_hebrew(text: &str, token: &Token) -> bool {
    text.as_bytes().get(token.start as usize) == Some(&HEBREW) && token.text(text).starts_with(lexicon::is_hebrew)
}

/// A month that stands without its year, as a word that names a row: `quarter ended March 31`, `In February`.
pub(crate) fn month_name(token: &Token) -> Option<Stem> {
    match token.lex {
        Lex::Month(month) if token.kind == Kind::Word => Some(Stem(MONTHS | u32::from(month))),
        _ => None,
    }
}

/// Above the twelve months, so that no word's hash is likely to meet them.
const MONTHS: u32 = 0x4d6f_6e00;

/// Whether this is a [`month_name`].
pub(crate) fn is_month(stem: Stem) -> bool {
    stem.0 & !0xf == MONTHS
}

/// What tells things of one name apart in a run of tokens, each with its token: the letter of `Class A`, the number of `Unit 2`, and of
/// times a weekday and the `quarter` of `for the quarter`. Where nothing is set against them they say too little to find a place by.
pub(crate) fn designators(text: &str, tokens: &[Token], range: core::ops::Range<usize>) -> Vec<(usize, Stem)> {
    range.filter_map(|at| Some((at, designator(text, tokens, at)?))).collect()
}

/// What is called by its number without a capital: `year 2`, `week 34`.
const NUMBERED: &[&str] = &[
    "year", "week", "day", "round", "grade", "phase", "stage", "step", "level", "season", "zone", "class", "tier",
    "band",
];

/// The number of `Tour 500` has at most so many digits.
const LONGEST_DESIGNATOR: u32 = 3;

fn designator(text: &str, tokens: &[Token], at: usize) -> Option<Stem> {
    let token = tokens.get(at)?;
    // `For the quarter … and for the year`
    let time = matches!(token.lex, Lex::Quarter | Lex::Half) || token.roles.has(Roles::YEAR);
    if matches!(token.lex, Lex::Weekday(_)) {
        return Some(exact(token.text(text)));
    }
    if time && at.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.is_one_of(text, &["the", "full"])) {
        return Some(exact(token.text(text)));
    }
    let own = token.text(text);
    let longest = if token.kind == Kind::Number { LONGEST_DESIGNATOR } else { 2 };
    if token.end - token.start > longest {
        return None;
    }
    let before = || at.checked_sub(1).and_then(|i| tokens.get(i)).filter(|before| before.end + 1 == token.start);
    // `שכבה ח'`, but not the letter of `ב-14`.
    if token.roles.has(Roles::HEBREW) {
        let written_on = tokens.get(at + 1).is_some_and(|t| t.ch == b'-' && t.is_joined_to(token, text));
        let noun = |before: &Token| before.roles.has(Roles::HEBREW) && !before.roles.has(Roles::STOP);
        return before().filter(|before| !written_on && noun(before)).map(|_| exact(own));
    }
    let tells = match token.kind {
        // Other letters are words like any.
        Kind::Word => own == "A",
        Kind::Number => own.bytes().all(|b| b.is_ascii_digit()),
        Kind::Punct | Kind::Newline => false,
    };
    let before = before().filter(|_| tells)?;
    let is_number = token.kind == Kind::Number;
    // `Scope 1 and 2`
    let second = || {
        let first = tokens.get(at.checked_sub(2)?).filter(|first| first.kind == Kind::Number)?;
        let name = tokens.get(at.checked_sub(3)?)?;
        let spaced = name.end + 1 == first.start && first.end + 1 == before.start;
        (spaced && is_short_number(text, first)).then(|| is_named(text, name, true))
    };
    let named =
        if is_number && before.lex == Lex::And { second().unwrap_or(false) } else { is_named(text, before, is_number) };
    named.then(|| exact(own))
}

/// Whether a word names things that are told apart by what stands behind it, a number or a letter.
fn is_named(text: &str, word: &Token, by_number: bool) -> bool {
    let is_name = word.roles.has(Roles::SUBJECT) && word.text(text).starts_with(|c: char| c.is_ascii_uppercase());
    is_name || (by_number && word.is_one_of(text, NUMBERED))
}

/// Whether a number tells things apart: a few digits and nothing else.
fn is_short_number(text: &str, number: &Token) -> bool {
    number.end - number.start <= LONGEST_DESIGNATOR && number.text(text).bytes().all(|b| b.is_ascii_digit())
}

/// A name that ends in a number, `L3`, `KX-2`, `Q4`, as one stem; `at` is the number's token.
pub(crate) fn numbered_name(text: &str, tokens: &[Token], at: usize) -> Option<Stem> {
    let number = tokens.get(at).filter(|t| t.kind == Kind::Number && t.end - t.start <= 5)?;
    let before = |from: u32, i: usize| tokens.get(i).filter(|t| t.end == from);
    let mut first = before(number.start, at.checked_sub(1)?)?;
    if first.ch == b'-' {
        first = before(first.start, at.checked_sub(2)?)?;
    }
    // `ב-2024` is `in 2024`.
    let written_on = first.text(text).chars().all(lexicon::is_hebrew_prefix);
    let is_letters = first.kind == Kind::Word && first.end - first.start <= 8 && !written_on;
    is_letters.then(|| text.get(first.start as usize..number.end as usize).map(exact)).flatten()
}

/// Adds the stems of the word at this place, and those of the short name that it may end.
pub(crate) fn push_word(text: &str, tokens: &[Token], at: usize, out: &mut Vec<Stem>) {
    let Some(token) = tokens.get(at) else { return };
    let short = token.end - token.start <= 2;
    if short && is_per(tokens, at) {
        return;
    }
    push_stems(text, token, out);
    if short {
        push_joined_name(text, tokens, at, out);
    }
}

/// Whether a short word says what an amount is per: the L of `86 mg/L` names nothing.
fn is_per(tokens: &[Token], at: usize) -> bool {
    let back = |by: usize| at.checked_sub(by).and_then(|i| tokens.get(i));
    back(1).is_some_and(|t| t.ch == b'/') && back(2).is_some_and(|t| t.roles.has(Roles::MEASURE))
}

/// Adds the words that a short name with `&` in it stands for, `R&D`, `SG&A`; `at` is its last token, of one or two letters.
fn push_joined_name(text: &str, tokens: &[Token], at: usize, out: &mut Vec<Stem>) {
    let is_word = |t: &&Token| t.kind == Kind::Word;
    let Some(last) = tokens.get(at) else { return };
    let before = |from: u32, back: usize| at.checked_sub(back).and_then(|i| tokens.get(i)).filter(|t| t.end == from);
    let Some(sign) = before(last.start, 1).filter(|t| t.ch == b'&') else { return };
    let Some(first) = before(sign.start, 2).filter(is_word) else { return };
    let name = text.get(first.start as usize..last.end as usize).unwrap_or_default();
    let known = EXPANSIONS.iter().find(|(short, _)| short.eq_ignore_ascii_case(name));
    out.extend(known.into_iter().flat_map(|(_, words)| *words).map(|word| stem(word)));
}

/// Where a label's brackets tell nothing more than the scale of its values, `(USD thousand)`, `(in millions)`, else the label's end: a
/// scale says nothing of its subject, while a currency may tell two labels apart.
pub(crate) fn before_scale(text: &str, tokens: &[Token]) -> usize {
    let Some(open) = tokens.iter().rposition(|t| t.ch == b'(').filter(|open| *open > 0) else { return tokens.len() };
    let is_scale = |t: &Token| matches!(t.lex, Lex::Scale(_) | Lex::Suffix(_)) || t.text(text) == "000";
    let beside = |t: &Token| !matches!(t.kind, Kind::Word | Kind::Number) || t.is_one_of(text, &["in"]);
    let inside = tokens.get(open + 1..).unwrap_or_default();
    let rest = inside.iter().rev().take_while(|t| is_scale(t) || beside(t)).count();
    let from = tokens.len() - rest;
    if tokens[from..].iter().any(is_scale) { from } else { tokens.len() }
}

/// The stem of what a number counts: the word right behind it, if that carries a subject. In Hebrew a plural, whose ending tells it
/// from what else may follow a number: the tenants of `48 שוכרים`.
pub(crate) fn noun_behind(text: &str, tokens: &[Token], at: usize) -> Option<Stem> {
    // `143 full-time employees` counts employees.
    let is = |back: usize, words: &[&str]| tokens.get(at + back).is_some_and(|t| t.is_one_of(text, words));
    let timed = is(0, &["full", "part"]) && tokens.get(at + 1).is_some_and(|t| t.ch == b'-') && is(2, &["time"]);
    let at = if timed { at + 3 } else { at };
    // `6 unused days` counts days.
    let plural = |i: usize| {
        tokens.get(i).is_some_and(|t| {
            let word = t.text(text);
            t.roles.has(Roles::SUBJECT)
                && word.ends_with('s')
                && !word.ends_with("ss")
                && word.starts_with(char::is_lowercase)
        })
    };
    let adjective =
        tokens.get(at).is_some_and(|t| t.roles.has(Roles::SUBJECT) && t.text(text).starts_with(char::is_lowercase));
    let at = if adjective && !plural(at) && plural(at + 1) { at + 1 } else { at };
    let token = tokens.get(at)?;
    if is_hebrew(text, token) {
        let word = token.text(text);
        let plural = word.len() >= LEAST_PLURAL && (word.ends_with("ים") || word.ends_with("ות"));
        return (plural && !token.roles.has(Roles::STOP)).then_some(token.stem);
    }
    let mut stems = Vec::new();
    push_stems(text, token, &mut stems);
    // Only a lone word of letters; a name in capitals tells too little, and some words only go on about the value.
    let goes_on = token.lex == Lex::Per || token.is_one_of(text, NO_NOUNS);
    let lone = stems.len() == 1 && token.text(text).starts_with(char::is_lowercase);
    stems.first().copied().filter(|_| lone && !goes_on)
}

/// Words behind a number that are nothing it could count, in lower case.
const NO_NOUNS: &[&str] = &["because", "compared", "due", "higher", "lower", "thanks", "versus"];

/// Whether the word says that its value is a count: `the number of tenants`, `מספר השוכרים`.
pub(crate) fn says_count(own: Stem) -> bool {
    is_stem_of(own, "number") || is_stem_of(own, "headcount") || own == exact("מספר")
}

/// Whether a heading of these words says that what stands under it was counted: `Homes sold`, `Staff`, but not `Visitor centre`.
pub(crate) fn is_counted(heading: &[Stem]) -> bool {
    const COUNTED: &[&str] =
        &["staff", "employee", "visitor", "customer", "unit", "room", "seat", "stock", "store", "member"];
    let says = |own: &Stem| is_stem_of(*own, "sold") || says_count(*own);
    let alone = |own: &Stem| COUNTED.iter().any(|word| is_stem_of(*own, word));
    heading.iter().any(says) || matches!(heading, [only] if alone(only))
}

/// The shortest Hebrew plural, in bytes: `ערים`.
const LEAST_PLURAL: usize = 8;

/// A number as part of a name: `14` of `14 nanometers and under`. A footnote's number in brackets is none.
pub(crate) fn number_in_name(text: &str, tokens: &[Token], at: usize) -> Option<Stem> {
    let token = tokens.get(at).filter(|t| t.kind == Kind::Number && t.end - t.start <= 5)?;
    let before = at.checked_sub(1).and_then(|i| tokens.get(i));
    let behind = tokens.get(at + 1);
    let noted = before.is_some_and(|t| t.ch == b'(') && behind.is_some_and(|t| t.ch == b')');
    (!noted).then(|| exact(token.text(text)))
}

/// The stems of a label without those of its dates, its numbers among them, sorted, each once; `dates` are spans in the same text.
pub(crate) fn stems_beside(text: &str, tokens: &[Token], dates: &[Span]) -> Vec<Stem> {
    let mut out = Vec::with_capacity(tokens.len() / 2);
    for (at, token) in tokens.iter().enumerate() {
        if dates.iter().any(|d| d.start <= token.start && token.end <= d.end) {
            continue;
        }
        match token.kind {
            Kind::Word => {
                push_word(text, tokens, at, &mut out);
                out.extend(month_name(token));
            }
            Kind::Number => {
                out.extend(number_in_name(text, tokens, at));
                out.extend(numbered_name(text, tokens, at));
            }
            Kind::Punct | Kind::Newline => {}
        }
    }
    sorted(out)
}

/// Words for people who work somewhere, any of which may count the same ones.
const PEOPLE: &[&str] = &["people", "persons", "employees", "staff", "workers", "עובדים", "אנשים"];

/// Whether both words count people: `143 people` are `143 employees`.
pub(crate) fn count_people(a: Stem, b: Stem) -> bool {
    static STEMS: LazyLock<Vec<Stem>> = LazyLock::new(|| PEOPLE.iter().map(|word| stem(word)).collect());
    STEMS.contains(&a) && STEMS.contains(&b)
}

/// Whether the word calls something a total.
pub(crate) fn is_total(own: Stem) -> bool {
    static STEMS: LazyLock<Vec<Stem>> =
        LazyLock::new(|| ["total", "סה\"כ", "סה״כ", "סך"].iter().flat_map(|w| stems(w, &token::tokens(w))).collect());
    STEMS.contains(&own)
}

/// Whether this is the stem of the word.
pub(crate) fn is_stem_of(own: Stem, word: &str) -> bool {
    stem(word) == own
}

/// The stems of a run of tokens, sorted, each once.
pub(crate) fn stems(text: &str, tokens: &[Token]) -> Vec<Stem> {
    let mut out = Vec::with_capacity(tokens.len() / 2);
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Word => push_word(text, tokens, at, &mut out),
            Kind::Number => out.extend(numbered_name(text, tokens, at)),
            Kind::Punct | Kind::Newline => {}
        }
    }
    sorted(out)
}

/// Whether a label or a sentence says which way money goes, so that `(472.7)` is spoken of as a decrease of 472.7.
pub(crate) fn is_outflow(text: &str, tokens: &[Token]) -> bool {
    if !tokens.iter().any(|token| token.roles.has(Roles::OUTFLOW.and(Roles::USED))) {
        return false;
    }
    // `income (loss)` names both ways: the value's own sign tells.
    let mut depth = 0_u32;
    for (at, token) in tokens.iter().enumerate() {
        match token.ch {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            _ if token.roles.has(Roles::OUTFLOW) => return true,
            _ if token.roles.has(Roles::USED) => {
                let spaced = |next: &&Token| next.start == token.end + 1 && matches!(next.text(text), "in" | "for");
                if tokens.get(at + 1).filter(spaced).is_some() {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// Whether a label is of something that may be either a plus or a minus, so that the sign in the table says which. Elsewhere a
/// bracket is the accountant's way to say that the row is taken off.
pub(crate) fn is_signed(label: &str) -> bool {
    const WORDS: &[&str] = &[
        "profit",
        "income",
        "earning",
        "ebit",
        "margin",
        "growth",
        "gain",
        "return",
        "surplus",
        "equity",
        "cash flow",
        "activities",
        "npat",
        "eps",
        "yield",
        "result",
        "contribution",
        "noi",
        "רווח",
        "תזרים",
        "עודף",
        "תשואה",
        "הון",
    ];
    let lower = lower(label);
    WORDS.iter().any(|word| lower.contains(word))
}

/// The stems of a run of tokens without those of its amounts, each with its token.
pub(crate) fn stems_outside(
    text: &str,
    tokens: &[Token],
    range: core::ops::Range<usize>,
    quantities: &[Quantity],
) -> Vec<(usize, Stem)> {
    let mut out = Vec::with_capacity(range.len());
    let mut stems = Vec::with_capacity(2);
    let mut next = quantities.partition_point(|q| (q.last as usize) <= range.start);
    let mut i = range.start;
    while i < range.end {
        match quantities.get(next) {
            // The words of a date (`first quarter`) also name rows and columns.
            Some(q) if (q.first as usize) <= i && q.kind != ClaimKind::Date => {
                i = (q.last as usize).max(i + 1);
                next += 1;
            }
            Some(q) if (q.last as usize) <= i => next += 1,
            _ => {
                let dated = quantities.get(next).is_some_and(|q| (q.first as usize) <= i);
                match tokens[i].kind {
                    Kind::Word => {
                        push_word(text, tokens, i, &mut stems);
                        stems.extend(month_name(&tokens[i]).filter(|_| !dated));
                        out.extend(stems.drain(..).map(|stem| (i, stem)));
                    }
                    Kind::Number => {
                        out.extend(numbered_name(text, tokens, i).filter(|_| !dated).map(|stem| (i, stem)));
                        // The 40 of `Trail pack 40L`: no amount, and none of a date.
                        let goes_on = |t: &Token| {
                            t.kind == Kind::Word && t.is_joined_to(&tokens[i], text) && t.lex != Lex::OrdinalSuffix
                        };
                        let glued = !dated && tokens.get(i + 1).is_some_and(goes_on);
                        let number = if glued { number_in_name(text, tokens, i) } else { None };
                        out.extend(number.map(|stem| (i, stem)));
                    }
                    Kind::Punct | Kind::Newline => {}
                }
                i += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    fn of(text: &str) -> Vec<Stem> {
        stems(text, &tokens(text))
    }

    #[test]
    fn a_hebrew_word_with_its_article_meets_the_word_without() {
        let (with, without) = (of("ההכנסות"), of("הכנסות"));
        assert!(with.iter().any(|stem| without.contains(stem)));
        assert!(!of("הוצאות").iter().any(|stem| without.contains(stem)));
    }

    #[test]
    fn endings_articles_and_short_names_do_not_matter_and_different_words_do() {
        for (a, b) in [
            ("The revenues", "revenue"),
            ("properties", "property"),
            ("increased", "increase"),
            ("NOI", "net operating income"),
            ("the company's losses", "losses"),
        ] {
            assert_eq!(of(a), of(b), "{a} / {b}");
        }
        for (a, b) in [("expense", "expanse"), ("gross income", "net income"), ("basis", "basi")] {
            assert_ne!(of(a), of(b), "{a} / {b}");
        }
    }
}
