//! Whose value a sentence or a question speaks of: `Acme's revenue`, `the NOI of Oak Plaza`, `ההכנסות של חברת אלפא`.

use core::ops::Range;

use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles, is_hebrew, is_hebrew_prefix};

/// Words behind which a name says whose something is, in lower case.
const LED: &[&str] = &["of", "for", "at", "by", "from"];

/// What somebody does who has a value, in lower case.
const OWNING: &[&str] = &[
    "had",
    "has",
    "reported",
    "posted",
    "earned",
    "made",
    "generated",
    "recorded",
    "booked",
    "achieved",
    "saw",
    "reached",
];

/// Capitalised words that name nobody, in lower case.
const GENERIC: &[&str] = &[
    "company",
    "group",
    "corporation",
    "firm",
    "property",
    "building",
    "board",
    "fund",
    "partnership",
    "trust",
    "portfolio",
    "management",
    "segment",
    "report",
];

/// Words before a Hebrew name, which has no capitals.
const LEADS: &[&str] =
    &["חברת", "נכס", "פרויקט", "קניון", "מגדל", "בניין", "בנק", "קרן", "עיריית", "חנות", "סניף", "מלון", "קבוצת"];

/// Words behind those, or behind `של`, that are no names: what is told of a thing that the words before have named.
const NO_NAMES: &[&str] = &[
    "החברה",
    "הנכס",
    "הפרויקט",
    "הקניון",
    "המגדל",
    "הבניין",
    "הבנק",
    "הקרן",
    "החנות",
    "הסניף",
    "המלון",
    "הקבוצה",
    "השנה",
    "השוכרים",
    "הדיירים",
    "עדיין",
    "כבר",
    "רק",
    "יש",
    "אין",
    "כאן",
    "זאת",
    "אשר",
    "כיום",
    "היום",
    "עכשיו",
    "שלנו",
    "שלכם",
    "שלהם",
    "שלי",
    "נמצא",
    "נמצאת",
    "חדש",
    "חדשה",
    "גדול",
    "גדולה",
    "קטן",
    "קטנה",
    "אחר",
    "אחרת",
    "אחד",
    "אחת",
    "נוסף",
    "נוספת",
    "מסחרי",
    "ציבורי",
    "מניב",
    "משרדים",
    "מגורים",
    "ביטוח",
    "במרכז",
    "בעיר",
];

/// The names in a run of tokens that are said to have something; `of_value` tells the tokens of what they have.
pub(super) fn owners(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    of_value: &dyn Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let mut out = hebrew(text, tokens, range.clone(), of_value);
    let own = |i: usize| tokens.get(i).filter(|_| range.contains(&i));
    let named = |i: usize| own(i).is_some_and(|t| is_name(t) && !of_value(i) && !t.is_one_of(text, GENERIC));
    let mut at = range.start;
    while at < range.end {
        let end = at + (at..).take_while(|i| named(*i)).count();
        if end == at {
            at += 1;
            continue;
        }
        let is_one = |i: Option<usize>, words| i.and_then(own).is_some_and(|token| token.is_one_of(text, words));
        let possessive = own(end - 1).is_some_and(|token| token.owns(text)) || is_one(Some(end + 1), &["s"]);
        let before = at > range.start && end < range.end && of_value(end);
        if possessive || before || is_one(at.checked_sub(1), LED) || is_one(Some(end), OWNING) {
            out.push(at..end);
        }
        at = end;
    }
    out
}

/// How many bytes are written onto a word that a name stands behind: the `ב` of `בקניון`. `הקניון` is one that is known, no name.
pub(super) fn written_on(word: &str) -> u32 {
    let bare = word.strip_prefix(is_hebrew_prefix).filter(|bare| LEADS.contains(bare) && !word.starts_with('ה'));
    bare.map_or(0, |_| 2)
}

/// Whether a token is written as a name, and is no word that every sentence may begin with.
pub(super) fn is_name(token: &Token) -> bool {
    token.roles.has(Roles::NAME) && !token.roles.has(Roles::STOP)
}

/// Hebrew names: behind `חברת` and its like, and behind the `של` of a value.
pub(super) fn hebrew(
    text: &str,
    tokens: &[Token],
    range: Range<usize>,
    of_value: &dyn Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let word = |i: usize| tokens.get(i).filter(|t| range.contains(&i) && t.kind == Kind::Word).map(|t| t.text(text));
    let is_lead = |i: usize| word(i).is_some_and(|word| LEADS.contains(&word) || written_on(word) > 0);
    let may_name = |i: usize| {
        let token = tokens.get(i).filter(|t| !t.roles.has(Roles::STOP) && t.lex == Lex::None);
        let own = token.and(word(i)).filter(|own| own.starts_with(is_hebrew) || own.starts_with(char::is_uppercase));
        own.is_some_and(|own| !NO_NAMES.contains(&own))
    };
    let mut out = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let of = word(at) == Some("של") && at.checked_sub(1).is_some_and(of_value);
        let from = at + usize::from(of);
        let end = from + usize::from(is_lead(from)) + 1;
        let found = (of || is_lead(from)) && may_name(end - 1);
        if found {
            out.push(from..end);
        }
        at = if found { end } else { at + 1 };
    }
    out
}
