//! Content words as small hashes: what a claim and a passage have in common.

use groundcheck_types::Span;

use crate::document::token::{Kind, Token};
use crate::lexicon::{self, Lex};

/// A word without its ending, as a hash; equal words are equal, different ones differ for all that matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Stem(pub(crate) u32);

/// Words that carry no subject, in lower case, sorted. Words of direction (`higher`, `increase`) stay out of subjects too.
const STOP_WORDS: &[&str] = &[
    "a",
    "about",
    "above",
    "according",
    "after",
    "all",
    "also",
    "amount",
    "amounted",
    "amounts",
    "an",
    "and",
    "any",
    "approximately",
    "are",
    "as",
    "at",
    "based",
    "be",
    "been",
    "before",
    "being",
    "below",
    "between",
    "both",
    "but",
    "by",
    "came",
    "can",
    "column",
    "columns",
    "company",
    "compared",
    "could",
    "did",
    "do",
    "documents",
    "does",
    "during",
    "each",
    "equal",
    "figure",
    "figures",
    "filing",
    "for",
    "from",
    "had",
    "has",
    "have",
    "he",
    "her",
    "his",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "it",
    "its",
    "made",
    "may",
    "more",
    "most",
    "no",
    "not",
    "of",
    "on",
    "only",
    "or",
    "our",
    "out",
    "over",
    "provided",
    "reached",
    "recorded",
    "report",
    "reported",
    "reports",
    "respectively",
    "shall",
    "she",
    "should",
    "so",
    "some",
    "source",
    "sources",
    "stands",
    "stood",
    "such",
    "table",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "through",
    "to",
    "under",
    "up",
    "us",
    "value",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "will",
    "with",
    "would",
    "year",
    "years",
    "you",
];

/// Hebrew words that carry no subject.
const HEBREW_STOP_WORDS: &[&str] = &[
    "של",
    "את",
    "על",
    "עם",
    "לא",
    "הוא",
    "היא",
    "הם",
    "זה",
    "זו",
    "כי",
    "גם",
    "או",
    "אך",
    "היה",
    "היו",
    "היתה",
    "הייתה",
    "עמד",
    "עמדה",
    "עמדו",
    "הגיע",
    "הגיעו",
    "הגיעה",
    "בשנת",
    "שנת",
    "לעומת",
    "כל",
    "אל",
    "מן",
    "לפי",
    "הסתכם",
    "הסתכמו",
];

/// Short names and the words they stand for; both sides of a comparison get the words.
const EXPANSIONS: &[(&str, &[&str])] = &[
    ("noi", &["net", "operating", "income"]),
    ("dscr", &["debt", "service", "coverage", "ratio"]),
    ("roi", &["return", "investment"]),
    ("roe", &["return", "equity"]),
    ("roa", &["return", "asset"]),
    ("eps", &["earning", "per", "share"]),
    ("capex", &["capital", "expenditure"]),
    ("opex", &["operating", "expense"]),
    ("cogs", &["cost", "goods", "sold"]),
    ("ltv", &["loan", "value", "ratio"]),
    ("fcf", &["free", "cash", "flow"]),
    ("ppe", &["property", "plant", "equipment"]),
    ("profit", &["income"]),
    ("profits", &["income"]),
    ("earnings", &["income"]),
    ("revenues", &["revenue"]),
    ("turnover", &["revenue"]),
    ("occupied", &["occupancy"]),
];

fn hash(bytes: impl Iterator<Item = u8>) -> Stem {
    Stem(bytes.fold(0x811c_9dc5, |h, b| (h ^ u32::from(b.to_ascii_lowercase())).wrapping_mul(0x0100_0193)))
}

/// The word itself as a hash, in lower case where it is ASCII.
pub(crate) fn exact(word: &str) -> Stem {
    hash(word.bytes())
}

/// The stem of one English or other word: lower case, without a plural's ending.
fn stem(word: &str) -> Stem {
    let bytes = word.as_bytes();
    let ends = |ending: &[u8]| {
        bytes.len() > ending.len() + 2 && bytes[bytes.len() - ending.len()..].eq_ignore_ascii_case(ending)
    };
    if ends(b"ies") {
        return hash(bytes[..bytes.len() - 3].iter().copied().chain(core::iter::once(b'y')));
    }
    let plural =
        if ends(b"sses") { 2 } else { usize::from(ends(b"s") && !ends(b"ss") && !ends(b"us") && !ends(b"is")) };
    let mut end = bytes.len() - plural;
    // `increased`, `increasing` and `increase` are one word here.
    let tail = |end: usize, ending: &[u8]| bytes[..end].to_ascii_lowercase().ends_with(ending);
    if end > 6 && tail(end, b"ing") {
        end -= 3;
    } else if end > 5 && tail(end, b"ed") {
        end -= 2;
    }
    if end > 4 && tail(end, b"e") {
        end -= 1;
    }
    hash(bytes[..end].iter().copied())
}

/// The stems of a Hebrew word: as it stands, and without the first letter where that may be an article or a preposition written
/// onto it. Nothing in the letters tells which (`ההכנסות` and `הכנסות` both begin with one), so both sides carry both.
fn push_hebrew(word: &str, out: &mut Vec<Stem>) {
    out.push(hash(word.bytes()));
    let mut letters = word.chars();
    if letters.next().is_some_and(lexicon::is_hebrew_prefix) && letters.as_str().chars().count() >= 3 {
        out.push(hash(letters.as_str().bytes()));
    }
}

/// Adds the stems of one token, if it carries a subject.
pub(crate) fn push_stems(text: &str, token: &Token, out: &mut Vec<Stem>) {
    // Months are dates' business.
    if token.kind != Kind::Word || matches!(token.lex, Lex::Opaque | Lex::Month(_) | Lex::Weekday) {
        return;
    }
    let word = token.text(text);
    let word = word.strip_suffix("'s").unwrap_or(word);
    let Some(first) = word.chars().next() else { return };
    if lexicon::is_hebrew(first) {
        if !HEBREW_STOP_WORDS.contains(&word) && word.len() > 2 {
            push_hebrew(word, out);
        }
        return;
    }
    // Longer words are in no list.
    let mut lower = [0_u8; 16];
    if word.len() <= lower.len() && word.is_ascii() {
        for (to, from) in lower.iter_mut().zip(word.bytes()) {
            *to = from.to_ascii_lowercase();
        }
        let lower = core::str::from_utf8(&lower[..word.len()]).unwrap_or_default();
        if STOP_WORDS.binary_search(&lower).is_ok() || (lower.len() == 1 && !first.is_alphabetic()) {
            return;
        }
        if let Some((_, words)) = EXPANSIONS.iter().find(|(short, _)| *short == lower) {
            out.extend(words.iter().map(|w| stem(w)));
            return;
        }
    }
    out.push(stem(word));
}

/// The stems of the names in a run of tokens: words in capitals that carry a subject. Sorted.
pub(crate) fn names(text: &str, tokens: &[Token]) -> Vec<Stem> {
    let mut out = Vec::new();
    for token in tokens.iter().filter(|t| t.kind == Kind::Word && t.lex == Lex::None) {
        let word = token.text(text);
        if word.len() > 2 && word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase) {
            push_stems(text, token, &mut out);
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// The stem of what a number counts: the word right behind it, if that carries a subject.
pub(crate) fn noun_behind(text: &str, tokens: &[Token], at: usize) -> Option<Stem> {
    let token = tokens.get(at)?;
    let mut stems = Vec::new();
    push_stems(text, token, &mut stems);
    // Only a lone word of letters; a name in capitals or a verb's ending tells too little.
    stems.first().copied().filter(|_| stems.len() == 1 && token.text(text).starts_with(char::is_lowercase))
}

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
        push_stems(text, token, &mut out);
        out.extend(number_in_name(text, tokens, at));
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// The stems of a run of tokens, sorted, each once.
pub(crate) fn stems(text: &str, tokens: &[Token]) -> Vec<Stem> {
    let mut out = Vec::with_capacity(tokens.len() / 2);
    for token in tokens {
        push_stems(text, token, &mut out);
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// Whether a label or a sentence says which way money goes, so that `(472.7)` is spoken of as a decrease of 472.7.
pub(crate) fn is_outflow(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "loss",
        "decrease",
        "decline",
        "expense",
        "paid",
        "payment",
        "used in",
        "used for",
        "outflow",
        "repay",
        "provision",
        "charge",
        "deficit",
        "tax",
        "purchase",
        "allowance",
        "amorti",
        "depreciation",
        "expenditure",
        "dividend",
        "deduct",
        "less",
        "cost",
        "reduction",
        "write",
        "impairment",
        "repurchase",
        "liabilit",
        "הפסד",
        "ירידה",
        "הוצא",
        "תשלום",
        "מס",
    ];
    // `income (loss)` names both ways: the value's own sign tells.
    let mut depth = 0_u32;
    let outside: String = text
        .chars()
        .filter(|c| {
            depth += u32::from(*c == '(');
            let keep = depth == 0;
            depth -= u32::from(*c == ')' && depth > 0);
            keep
        })
        .collect();
    let lower = outside.to_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
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
    let lower = label.to_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    fn of(text: &str) -> Vec<Stem> {
        stems(text, &tokens(text))
    }

    #[test]
    fn the_list_is_sorted_for_its_search() {
        assert!(STOP_WORDS.is_sorted());
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
