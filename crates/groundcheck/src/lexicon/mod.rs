//! What words mean to the extractors: number words, scales, months, currencies, in English and Hebrew.
//!
//! The words themselves are data ([`en`], [`he`], [`currency`]); this file gives them one look-up. A word has one entry; where it
//! plays two parts (`second`, `quarter`, `may`) the extractors decide by what stands beside it.

pub(crate) mod cues;
pub(crate) mod currency;
pub(crate) mod dictionary;
mod en;
mod he;
pub(crate) mod hebrew_families;
pub(crate) mod hebrew_names;
pub(crate) mod labels;
pub(crate) mod leads;
pub(crate) mod measure;
pub(crate) mod names;
mod ordinary;
mod parts;
pub(crate) mod phrases;
pub(crate) mod roles;
pub(crate) mod spans;
mod stem;
mod synonyms;
pub(crate) mod verbatim;
mod word;
pub(crate) mod world;
mod written;

use std::sync::LazyLock;

pub(crate) use ordinary::is_ordinary;
pub(crate) use roles::Roles;
pub(crate) use stem::{EXPANSIONS, Stem, exact, push_hebrew, push_hebrew_forms, stem};
pub(crate) use synonyms::synonyms;
pub(crate) use word::{CLITICS, Word, Words as Seen};
pub(crate) use written::{cardinal, month_name, ordinal_suffix};

/// What a word or a sign means. Small and `Copy`: every token carries one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lex {
    /// Nothing the extractors know.
    None,
    /// 0 to 9.
    Unit(u8),
    /// 10 to 19.
    Teen(u8),
    /// 20 to 90.
    Tens(u8),
    /// `hundred`.
    Hundred,
    /// A hundred, two hundred or two thousand in one word: `מאה`, `מאתיים`, `אלפיים`.
    Round(u16),
    /// A power of ten: `thousand` is 3.
    Scale(u8),
    /// A power of ten that only stands behind digits: `k`, `bn`.
    Suffix(u8),
    /// `dozen`.
    Dozen,
    /// `half`.
    Half,
    /// `quarter`: a fourth or three months.
    Quarter,
    /// `quarters`, `halves`, `thirds`, `hundredths`: the denominator.
    Denominator(u16),
    /// A power of ten as denominator: `millionths` is 6.
    ScaleDenominator(u8),
    /// `first`, `second`, `third` …; also a singular denominator.
    Ordinal(u8),
    /// `1st`, `2nd`: what follows the digits.
    OrdinalSuffix,
    /// `a`, `an`.
    Article,
    /// `the`.
    The,
    /// `and`, `&`.
    And,
    /// `or`, `to`, `through`, `until`: joins two ends of a range.
    To,
    /// `between`.
    Between,
    /// `of`.
    Of,
    /// `point` in `two point five`.
    Point,
    /// `minus`, `negative`.
    Minus,
    /// `over` in `one over twenty`.
    Over,
    /// Two of a unit in one word: `שעתיים`. The unit is [`measure::pair`]'s.
    Pair(u8),
    /// A time of the day in one word, by its hour: `noon`, `midnight`.
    Hour(u8),
    /// A month, 1 to 12.
    Month(u8),
    /// A day of the week, from 0 for Monday.
    Weekday(u8),
    /// `FY`, `fiscal`.
    Fiscal,
    /// `year`, `calendar`, `CY`.
    Year,
    /// `Q`, `QTR` glued to a digit.
    QuarterLetter,
    /// `H` glued to a digit.
    HalfLetter,
    /// `F` glued to two digits.
    FiscalLetter,
    /// A currency, by its place in [`currency::CURRENCIES`].
    Currency(u8),
    /// A currency's hundredth.
    SubUnit(u8),
    /// An ISO code or a sign that stands on either side.
    Code(u8),
    /// A code with `M` or `K` glued before it: `MUSD` (the power of ten is in the second field).
    ScaledCode(u8, u8),
    /// An adjective of a country, which makes `dollar` its dollar.
    Country(u8),
    /// `percent`, `%`.
    Percent,
    /// `per` (cent), `percentage` (points).
    Per,
    /// `bps`, `bp`.
    BasisPoints,
    /// `basis` (points).
    Basis,
    /// `points`, `point` only after a number.
    Points,
    /// `x` after a number.
    Times,
    /// `ratio`, `DSCR`, `coverage`, `leverage`: a plain number beside it is a ratio.
    RatioWord,
    /// Before a number that is only a label: `section`, `page`, `version`.
    Label,
    /// A passage that is not prose: a URL, an e-mail address, code.
    Opaque,
}

/// The words of one language.
pub(crate) type Words = &'static [(&'static str, Lex)];

const SLOTS: usize = 4096;
/// Longer words mean nothing here.
const LONGEST: usize = 28;

struct Index {
    slots: Vec<u16>,
    entries: Vec<(&'static [u8], Lex, Roles)>,
}

impl Index {
    /// The entry of a word, made where there is none, and whether it was there.
    fn entry(&mut self, word: &'static str) -> (&mut (&'static [u8], Lex, Roles), bool) {
        let word = word.as_bytes();
        let mut slot = hash(word);
        let mut at = self.slots[slot] as usize;
        while at != 0 && self.entries[at].0 != word {
            slot = (slot + 1) & (SLOTS - 1);
            at = self.slots[slot] as usize;
        }
        let found = at != 0;
        if !found {
            at = self.entries.len();
            self.slots[slot] = u16::try_from(at).unwrap_or(0);
            self.entries.push((word, Lex::None, Roles::NONE));
        }
        (&mut self.entries[at], found)
    }
}

fn hash(word: &[u8]) -> usize {
    let mut h: u32 = 0x811c_9dc5;
    for &b in word {
        h = (h ^ u32::from(fold(b))).wrapping_mul(0x0100_0193);
    }
    ((h ^ (h >> 15)) as usize) & (SLOTS - 1)
}

/// ASCII letters in lower case; other bytes as they are (`|0x20` would break Hebrew's second bytes).
fn fold(b: u8) -> u8 {
    b.to_ascii_lowercase()
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index { slots: vec![0; SLOTS], entries: vec![(b"", Lex::None, Roles::NONE)] };
    let currency = currency::words();
    for &(word, lex) in en::WORDS.iter().chain(he::WORDS).chain(&currency) {
        let (entry, found) = index.entry(word);
        // The first language to name a word keeps it.
        if !found {
            entry.1 = lex;
        }
    }
    let measures = measure::names().map(|name| (Roles::MEASURE, name));
    let roles = roles::WORDS.iter().flat_map(|(role, words)| words.iter().map(|word| (*role, *word)));
    let short = EXPANSIONS.iter().map(|(word, _)| (Roles::SHORT, *word));
    let stop = roles::STOP.split_ascii_whitespace().map(|word| (Roles::STOP, word));
    for (role, word) in roles.chain(stop).chain(measures).chain(short) {
        let (entry, _) = index.entry(word);
        entry.2 = entry.2.and(role);
    }
    index
});

/// What the word means to the extractors, whatever its case.
pub(crate) fn look_up(word: &str) -> Lex {
    look_up_all(word).0
}

/// What the word means to the extractors and what it says to verification, whatever its case.
fn look_up_all(word: &str) -> (Lex, Roles) {
    let bytes = word.as_bytes();
    if bytes.len() > LONGEST {
        return (Lex::None, Roles::NONE);
    }
    let index = &*INDEX;
    let mut slot = hash(bytes);
    loop {
        let at = index.slots[slot] as usize;
        if at == 0 {
            return (Lex::None, Roles::NONE);
        }
        let (entry, lex, roles) = index.entries[at];
        if entry.len() == bytes.len() && entry.iter().zip(bytes).all(|(a, b)| *a == fold(*b)) {
            return (lex, roles);
        }
        slot = (slot + 1) & (SLOTS - 1);
    }
}

/// The first byte of every Hebrew letter.
pub(crate) const HEBREW: u8 = 0xd7;

/// Whether the letter is a Hebrew one.
pub(crate) fn is_hebrew(c: char) -> bool {
    ('\u{5d0}'..='\u{5ea}').contains(&c)
}

/// Whether it is a vowel point or an accent of a Hebrew letter. Of the marks among them (Unicode's block Hebrew) the maqaf, a hyphen,
/// the paseq, the sof pasuq and the nun hafukha part words.
pub(crate) fn is_hebrew_point(c: char) -> bool {
    ('\u{591}'..='\u{5c7}').contains(&c) && !matches!(c, '\u{5be}' | '\u{5c0}' | '\u{5c3}' | '\u{5c6}')
}

/// Whether it only says in which direction text runs (Unicode's `Bidi_Control`), as word processors put it around Hebrew's numbers.
pub(crate) fn is_direction_mark(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether it stands inside a Hebrew abbreviation, as it is written or typed: `ש"ח`, `עמ'`.
pub(crate) fn is_gershayim(c: char) -> bool {
    matches!(c, '"' | '\u{5f4}' | '\u{201d}' | '\'' | '\u{5f3}')
}

/// The letters that Hebrew writes onto the next word: in, to, from, and, the, as, that.
pub(crate) fn is_hebrew_prefix(c: char) -> bool {
    matches!(c, 'ב' | 'ל' | 'מ' | 'ו' | 'ה' | 'כ' | 'ש')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whatever_their_case_and_near_ones_are_not() {
        assert_eq!(look_up("Seventeen"), Lex::Teen(17));
        assert_eq!(look_up("MILLION"), Lex::Scale(6));
        assert_eq!(look_up("מיליון"), Lex::Scale(6));
        assert_eq!(look_up("millionaire"), Lex::None);
        assert_eq!(look_up(""), Lex::None);
    }

    #[test]
    fn the_table_is_at_most_half_full_so_look_ups_stay_short() {
        assert!(INDEX.entries.len() * 2 < SLOTS, "{} entries", INDEX.entries.len());
    }
}
