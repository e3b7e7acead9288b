//! Names of people, organisations, places and products that neither the evidence nor the asker has. Never contradicted: an answer may
//! know more than its sources. A name that the evidence has, or may have written otherwise, is no claim: that it stands there says
//! nothing of what is said about it.
//!
//! A name is a run of words in capitals inside an English sentence, or what stands behind a Hebrew title. Everyday words, terms and
//! what anybody may name, such as countries, do not tell who is meant; a run of nothing else is no name.

use core::ops::Range;
use std::sync::LazyLock;

use groundcheck_types::Span;

use super::{Found, What, is_called};
use crate::document::lower;
use crate::document::spelling::letters;
use crate::document::token::{Kind, Token};
use crate::lexicon::dictionary::is_everyday;
use crate::lexicon::hebrew_families::{FAMILY, FAMILY_ENDINGS};
use crate::lexicon::hebrew_names::GIVEN;
use crate::lexicon::names::{
    CONNECTORS, DESIGNATORS, ENGLISH, HEADS, HEBREW_TITLES, NO_HEBREW_NAMES, PRESSED, TERMS, TITLES,
};
use crate::lexicon::world::{SOFTWARE, WORLD};
use crate::lexicon::{Lex, Roles, is_ordinary, look_up};

/// A name, by its words.
#[derive(Debug, Clone)]
pub(super) struct Sought {
    /// All its words, without what owns something: `Oakline` of `Oakline's`.
    pub(super) words: Vec<String>,
    /// Those that tell who it is.
    pub(super) telling: Vec<String>,
    /// Whether it ends as names of places and institutions do, so that everyday words may tell which: `Tower Gallery`.
    pub(super) headed: bool,
    /// The first letters of its words in capitals, and of all its words: `LI` and `LOI` of `Letter of Intent`.
    pub(super) initials: [String; 2],
    /// Whether one telling word is enough: it stands inside its sentence, or a title or `Ltd` stands with it.
    pub(super) by_one: bool,
    pub(super) hebrew: bool,
}

/// No name has more words.
const LONGEST: usize = 8;
/// A word with fewer letters is as often an abbreviation.
const SHORTEST: usize = 3;
/// A word that is a name by itself has at least so many.
const SHORTEST_ALONE: usize = 4;
/// A label at the beginning of a line has at most so many words.
const LONGEST_LABEL: usize = 8;

/// Whether a sentence is English. One that is too short to tell is what the one before it is.
pub(super) fn is_english(text: &str, own: &[Token], before: bool) -> bool {
    let words = || own.iter().filter(|t| t.kind == Kind::Word);
    if words().any(|t| t.is_one_of(text, ENGLISH)) {
        return true;
    }
    // Most of its small words are English, too.
    let small = || words().filter(|t| t.text(text).starts_with(char::is_lowercase));
    let is_known = |t: &&Token| t.roles.has(Roles::STOP) || is_everyday(t.text(text)) || is_ordinary(t.text(text));
    before && words().count() <= SHORT_SENTENCE && {
        let known = small().filter(is_known).count();
        known > 0 && 2 * known >= small().count()
    }
}

/// A sentence of so many words may have none by which its language is seen.
const SHORT_SENTENCE: usize = 14;

/// Every name of a sentence.
pub(super) fn find(text: &str, own: &[Token], is_english: bool, out: &mut Vec<Found>) {
    hebrew(text, own, out);
    if !is_english {
        return;
    }
    for line in own.split(|t| t.kind == Kind::Newline) {
        if !is_title(text, line) && !line.iter().any(|t| t.ch == b'|') {
            in_line(text, line, out);
        }
    }
}

/// Whether a line is a heading or an item of a list of terms: it ends as no sentence does, and most of its words are in capitals.
fn is_title(text: &str, line: &[Token]) -> bool {
    let words = || line.iter().filter(|t| t.kind == Kind::Word).map(|t| t.text(text));
    let capitals = words().filter(|word| is_capital(word)).count();
    let small = words().filter(|word| word.starts_with(char::is_lowercase)).count();
    let ends = line.iter().rev().find(|t| !matches!(t.ch, b'*' | b'"' | b')' | b']'));
    let is_sentence = ends.is_some_and(|t| matches!(t.ch, b'.' | b'!' | b'?'));
    line.first().is_some_and(|t| t.ch == b'#') || (capitals > small && !is_sentence)
}

/// Where the label ends that a line begins with: `**Pros and Cons:** …`, `Root Cause – …`.
fn label(text: &str, line: &[Token]) -> usize {
    let mut words = 0;
    for (at, token) in line.iter().enumerate() {
        let small = token.kind == Kind::Word && !is_capital(token.text(text)) && !token.is_one_of(text, JOINING);
        words += usize::from(token.kind == Kind::Word);
        if small || words > LONGEST_LABEL {
            return 0;
        }
        let dash = matches!(token.text(text), "-" | "–" | "—") && is_apart(text, token);
        if words > 0 && (token.ch == b':' || dash) {
            return at;
        }
    }
    0
}

/// Small words of a label.
const JOINING: &[&str] = &["and", "or", "of", "the", "for", "to", "in", "vs", "a", "an", "with"];

/// Whether blanks stand around a mark.
fn is_apart(text: &str, token: &Token) -> bool {
    let blank = |at: Option<&str>| at.is_some_and(|own| own.starts_with([' ', '\u{a0}', '*']));
    let before = text.get(..token.start as usize).is_some_and(|own| own.ends_with([' ', '\u{a0}', '*']));
    before && blank(text.get(token.end as usize..))
}

fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

fn in_line(text: &str, line: &[Token], out: &mut Vec<Found>) {
    let mut at = label(text, line);
    let mut quoted = false;
    while let Some(token) = line.get(at) {
        let mark = token.text(text);
        match mark {
            "\"" => quoted = !quoted,
            "“" => quoted = true,
            "”" => quoted = false,
            _ => {}
        }
        if !is_word(token) || !is_capital(mark) {
            at += 1;
            continue;
        }
        let end = run(text, line, at);
        if !quoted && !is_pressed(text, line, at) {
            out.extend(read(text, line, at..end));
        }
        at = end;
    }
}

fn is_word(token: &Token) -> bool {
    token.kind == Kind::Word && token.lex != Lex::Opaque
}

/// Whether a button or a menu is named: `Click Save`, `Settings > Privacy`.
fn is_pressed(text: &str, line: &[Token], at: usize) -> bool {
    let mut before = line.get(..at).unwrap_or_default().iter().rev();
    let before = before.find(|t| !matches!(t.ch, b'*' | b'"' | b'\'' | b'[') && !t.is_one_of(text, &["the", "on"]));
    before.is_some_and(|t| t.ch == b'>' || t.is_one_of(text, PRESSED))
}

/// Where the words in capitals that begin here end.
fn run(text: &str, line: &[Token], from: usize) -> usize {
    let word = |at: usize| line.get(at).map_or("", |t| t.text(text));
    let capital = |at: usize| line.get(at).is_some_and(is_word) && is_capital(word(at));
    let between = |at: usize| {
        let (before, own) = (at.checked_sub(1).and_then(|at| line.get(at))?, line.get(at)?);
        text.get(before.end as usize..own.start as usize)
    };
    let joins = |at: usize| CONNECTORS.contains(&word(at));
    let mut end = from + 1;
    for _ in 1..LONGEST {
        // `J. P.`, `Dr.`
        let short = word(end - 1).chars().count() == 1 || is_title_word(word(end - 1));
        let marks = match word(end) {
            // `Edith Marlow of Quillmere Labs` are two names.
            "of" if is_whole(text, line.get(from..end).unwrap_or_default()) => break,
            "-" | "&" => 1,
            "." if short && between(end) == Some("") => 1,
            "of" if word(end + 1) == "the" => 2,
            _ if joins(end) && joins(end + 1) => 2,
            _ => usize::from(joins(end)),
        };
        let blank = (end..=end + marks).all(|at| matches!(between(at), Some(" " | "")));
        if line.get(end - 1).is_some_and(|t| t.owns(text)) || !blank || !capital(end + marks) {
            break;
        }
        end += marks + 1;
    }
    end
}

/// Whether words in capitals are a name by themselves, by two words of which one tells who it is.
fn is_whole(text: &str, own: &[Token]) -> bool {
    let words = || own.iter().filter(|t| is_word(t));
    let designates = |t: &Token| is_called(bare(t.text(text)), DESIGNATORS) || is_called(bare(t.text(text)), HEADS);
    words().filter(|t| may_name(t, text)).count() > 1
        || (words().count() > 1 && words().any(|t| may_name(t, text)) && words().any(designates))
}

fn is_title_word(word: &str) -> bool {
    is_called(word, TITLES)
}

/// The name that these words are, if they are one.
fn read(text: &str, line: &[Token], run: Range<usize>) -> Option<Found> {
    let all: Vec<&Token> = line.get(run.clone())?.iter().filter(|t| t.kind == Kind::Word).collect();
    let begins = begins(line, run.start);
    let first = all.first()?;
    // What begins a sentence is in capitals whatever it is.
    let leads = begins && (all.len() == 1 || (!may_name(first, text) && !is_title_word(first.text(text))));
    let own = all.get(usize::from(leads)..)?;
    let title_before =
        run.start.checked_sub(1).and_then(|at| line.get(at)).is_some_and(|t| is_title_word(t.text(text)));
    let (first, last) = own.first().zip(own.last())?;
    let titled = title_before || (own.len() > 1 && is_title_word(first.text(text)));
    let designated = own.iter().any(|t| is_called(bare(t.text(text)), DESIGNATORS));
    let telling: Vec<&str> = own.iter().filter(|t| may_name(t, text)).map(|t| bare(t.text(text))).collect();
    let capitals = || own.iter().map(|t| bare(t.text(text))).filter(|word| is_capital(word));
    let head = capitals().next_back().is_some_and(|word| is_called(word, HEADS) || is_called(word, DESIGNATORS));
    let headed = head && capitals().count() > 1 && capitals().all(|word| word.contains(char::is_lowercase));
    // One of them is long enough to be no abbreviation.
    if !headed {
        telling.iter().find(|word| word.chars().count() >= SHORTEST_ALONE)?;
    }
    let by_one = titled || designated || !begins;
    let initials = |words: &mut dyn Iterator<Item = &str>| {
        letters(&words.filter_map(|word| word.chars().next()).collect::<String>())
    };
    let sought = Sought {
        words: capitals().map(str::to_owned).collect(),
        telling: telling.into_iter().map(str::to_owned).collect(),
        initials: [initials(&mut capitals()), initials(&mut own.iter().map(|t| t.text(text)))],
        headed,
        by_one,
        hebrew: false,
    };
    let end = last.start + u32::try_from(bare(last.text(text)).len()).ok()?;
    sought.is_sure().then_some(Found { span: Span { start: first.start, end }, what: What::Name(sought) })
}

impl Sought {
    /// Whether its telling words are enough to make it a name.
    pub(super) fn is_sure(&self) -> bool {
        self.telling.len() > 1 || (self.telling.len() == 1 && self.by_one) || self.headed
    }
}

/// Whether nothing but marks stands before it in its line or its sentence.
fn begins(line: &[Token], at: usize) -> bool {
    let mut before = line.get(..at).unwrap_or_default().iter().rev();
    let says = |t: &&Token| {
        matches!(t.kind, Kind::Word | Kind::Number) || matches!(t.ch, b',' | b':' | b'.' | b'!' | b'?' | b';')
    };
    before.find(says).is_none_or(|t| t.kind == Kind::Number || (t.kind == Kind::Punct && t.ch != b','))
}

/// A word without what makes it own something.
fn bare(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word).trim_end_matches(['\'', '’'])
}

/// Whether a word may tell who is named.
fn may_name(token: &Token, text: &str) -> bool {
    let word = bare(token.text(text));
    // `ESAs` is an abbreviation.
    let spelt = word.strip_suffix('s').unwrap_or(word);
    let mixed = is_capital(word) && spelt.contains(char::is_lowercase) && word.chars().count() >= SHORTEST;
    // `Tuesday's`, `April's`
    let means_nothing = token.lex == Lex::None && look_up(&lower(word)) == Lex::None;
    mixed && means_nothing && !token.roles.has(Roles::STOP) && tells(word)
}

/// Whether a word tells who is named: no everyday word, no term, none that anybody may use.
pub(super) fn tells(word: &str) -> bool {
    static KNOWN: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut all = [TERMS, WORLD, SOFTWARE, DESIGNATORS, TITLES].concat();
        all.sort_unstable();
        all
    });
    let word = lower(word);
    let is = |word: &str| KNOWN.binary_search(&word).is_ok() || is_ordinary(word);
    !word.bytes().any(|b| b.is_ascii_digit())
        && !is(&word)
        && !word.strip_suffix('s').is_some_and(is)
        && !is_everyday(&word)
}

/// Whether a Hebrew word is a family name.
fn is_hebrew_family(word: &str) -> bool {
    let long = word.chars().count() > SHORTEST;
    FAMILY.binary_search(&word).is_ok() || (long && FAMILY_ENDINGS.iter().any(|end| word.ends_with(end)))
}

/// A Hebrew first name, with the length of what is written onto it: `ודיאנה`.
fn hebrew_given(word: &str) -> Option<usize> {
    let is_one = |word: &str| GIVEN.binary_search(&word).is_ok();
    if is_one(word) {
        return Some(0);
    }
    // No article is written onto a name, and what begins with other letters is as often another word.
    word.strip_prefix(['ו', 'ל']).filter(|own| is_one(own)).map(|own| word.len() - own.len())
}

/// What stands behind a Hebrew title, and first names with a family name.
fn hebrew(text: &str, own: &[Token], out: &mut Vec<Found>) {
    for (at, token) in own.iter().enumerate().filter(|(_, t)| t.roles.has(Roles::HEBREW)) {
        let next = own.get(at + 1).filter(|t| text.get(token.end as usize..t.start as usize) == Some(" "));
        if let Some((before, family)) = hebrew_given(token.text(text)).zip(next)
            && is_hebrew_family(family.text(text))
        {
            let start = token.start + u32::try_from(before).unwrap_or(0);
            let given = text.get(start as usize..token.end as usize).unwrap_or_default();
            let words = vec![given.to_owned(), family.text(text).to_owned()];
            let initials = [String::new(), String::new()];
            let sought = Sought { telling: words.clone(), words, initials, headed: false, by_one: true, hebrew: true };
            out.push(Found { span: Span { start, end: family.end }, what: What::Name(sought) });
            continue;
        }
        let behind = at.checked_sub(1).and_then(|at| own.get(at));
        let title = behind.is_some_and(|t| t.kind == Kind::Word && HEBREW_TITLES.contains(&t.text(text)));
        let word = token.text(text);
        let long = word.chars().count() >= SHORTEST;
        let named = title && long && token.lex == Lex::None && !token.roles.has(Roles::STOP);
        // `ד"ר לכימיה`
        let field = word.starts_with('ל') && word.chars().count() > SHORTEST + 1;
        if named && !field && !NO_HEBREW_NAMES.contains(&word) {
            let sought = Sought {
                words: vec![word.to_owned()],
                telling: vec![word.to_owned()],
                initials: [String::new(), String::new()],
                headed: false,
                by_one: true,
                hebrew: true,
            };
            out.push(Found { span: Span { start: token.start, end: token.end }, what: What::Name(sought) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    fn found(text: &str) -> Vec<&str> {
        let mut out = Vec::new();
        let own = tokens(text);
        find(text, &own, is_english(text, &own, false), &mut out);
        out.iter().map(|found| found.span.of(text).unwrap()).collect()
    }

    #[test]
    fn a_short_sentence_is_in_the_language_of_the_one_before() {
        for (text, expected) in [
            ("Notices go to Dorota Kwiatkowska.", true),
            ("Jakub Novák won in 2:14:09.", true),
            ("Der Vertrag regelt Miete und Kaution.", false),
            ("Le Bailleur garde le Jardin.", false),
            ("Dorota Kwiatkowska", false),
        ] {
            assert_eq!(is_english(text, &tokens(text), true), expected, "{text}");
            assert!(!is_english(text, &tokens(text), false), "{text}");
        }
    }

    #[test]
    fn names_are_told_from_other_words_in_capitals() {
        let cases: &[(&str, &[&str])] = &[
            ("The tower was drawn by Edith Marlow in 1931.", &["Edith Marlow"]),
            ("Edith Marlow drew the tower, and the clerk of Brimfield paid.", &["Edith Marlow", "Brimfield"]),
            (
                "According to Dr. Halvorsen's notes, the pump is from Kestrelle Ltd.",
                &["Dr. Halvorsen", "Kestrelle Ltd"],
            ),
            (
                "It is at the University of Quillmere, and Jean-Luc Tarnow teaches there.",
                &["University of Quillmere", "Jean-Luc Tarnow"],
            ),
            ("The money came from J. P. Ashgrove & Tarnow.", &["J. P. Ashgrove & Tarnow"]),
            ("לדברי ד\"ר ברקוביץ' המשאבה תקינה.", &["ברקוביץ"]),
            // A heading, a label, a table, a term, the beginning of a sentence, what everybody knows, a button.
            ("Key Findings and Next Steps", &[]),
            ("**Net Working Capital:** it is the difference of the two.", &[]),
            ("**Pros and Cons of Kubrow Homes:** they are as follows.", &[]),
            ("**Root Kestrelle Brimfield** – the pump is old.", &[]),
            ("| Edith Marlow | the clerk of the town |", &[]),
            ("The Chief Executive Officer said that Operating Income is up.", &[]),
            ("The Tenant pays the Base Rent on each Business Day, unless there is Force Majeure.", &[]),
            ("He has an Acute Kidney Injury, and the Real Estate Attorney knows.", &[]),
            ("Preheat the oven, and bake it for the guests.", &[]),
            (
                "It is by Edith Marlow of Quillmere Labs, in the Tower Gallery.",
                &["Edith Marlow", "Quillmere Labs", "Tower Gallery"],
            ),
            ("It is the Bank of Quillmere.", &["Bank of Quillmere"]),
            ("The French team is from the United States of America.", &[]),
            ("It is due on Monday or in March, by the NOI of the year.", &[]),
            ("It is due before Tuesday's meeting and April's rent.", &[]),
            ("Click the Kubrow tab, then press **Ctrlo**, and the page will open.", &[]),
            // German writes every noun in capitals.
            ("Die Miete wurde von der Firma im Sommer bezahlt, sagt Edith Marlow.", &[]),
            ("המשאבה הזאת בצבע מר מאוד.", &[]),
            ("המכתב נשלח ליעל רוזנפלד, ודיאנה אמרה שנועם הגיע.", &["יעל רוזנפלד"]),
            ("השרה רגב אמרה את המכתב אשר כהן שלח, כפי שגילה כהן.", &[]),
            ("הוועדה דנה לוי, ומחנה אלון ליד ירדן גולן.", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(found(text), *expected, "{text}");
        }
    }
}
