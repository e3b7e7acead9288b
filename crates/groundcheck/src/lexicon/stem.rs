//! Words as small hashes: what a claim and a passage have in common.

use super::is_hebrew_prefix;

/// A word without its ending, as a hash; equal words are equal, different ones differ for all that matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Stem(pub(crate) u32);

/// Short names and the words they stand for; both sides of a comparison get the words.
pub(crate) const EXPANSIONS: &[(&str, &[&str])] = &[
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
    ("taxation", &["tax"]),
    ("headcount", &["employee"]),
    ("workforce", &["employee"]),
    ("lost", &["net", "loss"]),
    ("actually", &["actual"]),
    ("outturn", &["actual"]),
    ("rental", &["rent"]),
    ("rated", &["rating"]),
    ("r&d", &["research", "development"]),
    ("g&a", &["general", "administrative"]),
    ("sg&a", &["selling", "general", "administrative"]),
    ("s&m", &["sales", "marketing"]),
    ("d&a", &["depreciation", "amortization"]),
    ("pp&e", &["property", "plant", "equipment"]),
    ("wk", &["week"]),
    ("wks", &["week"]),
    ("pts", &["point"]),
    ("qty", &["quantity"]),
    ("avg", &["average"]),
    ("max", &["maximum"]),
    ("temp", &["temperature"]),
];

fn hash(bytes: impl Iterator<Item = u8>) -> Stem {
    Stem(bytes.fold(0x811c_9dc5, |h, b| (h ^ u32::from(b.to_ascii_lowercase())).wrapping_mul(0x0100_0193)))
}

/// The word itself as a hash, in lower case where it is ASCII.
pub(crate) fn exact(word: &str) -> Stem {
    hash(word.bytes())
}

/// The stem of one English or other word: lower case, without a plural's ending.
pub(crate) fn stem(word: &str) -> Stem {
    let bytes = word.as_bytes();
    let ends = |ending: &[u8]| {
        bytes.len() > ending.len() + 2 && bytes[bytes.len() - ending.len()..].eq_ignore_ascii_case(ending)
    };
    // `companies`, `applied`
    let tail =
        bytes.last_chunk().filter(|_| bytes.len() > 5).map(|tail: &[u8; 3]| tail.map(|b| b.to_ascii_lowercase()));
    if tail.is_some_and(|tail| matches!(tail, [b'i', b'e', b's' | b'd'])) {
        return hash(bytes[..bytes.len() - 3].iter().copied().chain(core::iter::once(b'y')));
    }
    let plural =
        if ends(b"sses") { 2 } else { usize::from(ends(b"s") && !ends(b"ss") && !ends(b"us") && !ends(b"is")) };
    let mut end = bytes.len() - plural;
    // `increased`, `increasing` and `increase` are one word here.
    let tail = |end: usize, ending: &[u8]| {
        end.checked_sub(ending.len()).is_some_and(|at| bytes[at..end].eq_ignore_ascii_case(ending))
    };
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
pub(crate) fn push_hebrew(word: &str, out: &mut Vec<Stem>) {
    out.extend(without_prefixes(word).map(exact));
}

/// A Hebrew word, and what is left of it without what may be written onto it.
fn without_prefixes(word: &str) -> impl Iterator<Item = &str> {
    let behind = |word: &'_ str| {
        let mut letters = word.chars();
        letters.next().filter(|first| is_hebrew_prefix(*first))?;
        Some(word.len() - letters.as_str().len()).filter(|_| letters.as_str().chars().count() >= 3)
    };
    let first = behind(word).map(|at| &word[at..]);
    // `והתפוסה`, `שהרווח`
    let joined = first.filter(|_| word.starts_with(['ו', 'ש']));
    let second = joined.and_then(|rest| behind(rest).map(|at| &rest[at..]));
    core::iter::once(word).chain(first).chain(second)
}

/// Each stem of a Hebrew word with those of its other forms, singular, plural and construct: `בקבוק`, `בקבוקים`, `בקבוקי`; `דירה`,
/// `דירת`, `דירות`.
pub(crate) fn push_hebrew_forms(word: &str, out: &mut Vec<(Stem, Stem)>) {
    for own in without_prefixes(word) {
        let ends = |ending: &&&str| own.strip_suffix(**ending).is_some_and(|root| root.chars().count() >= 3);
        let feminine = FEMININE.iter().find(ends);
        let (group, ending) = match feminine {
            Some(ending) => (&FEMININE[..], *ending),
            None => (&MASCULINE[..], MASCULINE.iter().find(ends).copied().unwrap_or_default()),
        };
        let root = own.strip_suffix(ending).unwrap_or(own);
        let others = group.iter().filter(|other| **other != ending);
        out.extend(others.map(|other| (exact(own), hash(root.bytes().chain(other.bytes())))));
    }
}

/// What masculine nouns and adjectives end in, the longest first.
const MASCULINE: [&str; 4] = ["יים", "ים", "י", ""];
/// The same of feminine ones.
const FEMININE: [&str; 3] = ["ות", "ה", "ת"];
