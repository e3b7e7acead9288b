//! Names of institutions: the lists that are known, and whether a document has a name.
//!
//! Source: document 3, "Cross-Reference Validation" and "Bank List Management". A name is known by all of it or by an alias, in any
//! case, with or without its legal form: `ANZ`, `ANZ Bank`, `Westpac Banking Corporation`, `HSBC UK Bank plc`. The document's match by
//! a word of four letters and more lets every `Royal …` pass, and can never find its own `anz` and `nab`.

use std::collections::BTreeSet;

use super::Checked;
use crate::document::{is_hidden, lower};

/// The lists by region: a name and its aliases a line.
const LISTS: &[(&str, &str)] = &[
    ("AU", include_str!("institutions/au.txt")),
    ("NZ", include_str!("institutions/nz.txt")),
    ("US", include_str!("institutions/us.txt")),
    ("CA", include_str!("institutions/ca.txt")),
    ("UK", include_str!("institutions/uk.txt")),
    ("EU", include_str!("institutions/eu.txt")),
    ("IL", include_str!("institutions/il.txt")),
];

/// Words of a legal form, at the end of a name.
const LEGAL_FORMS: &[&str] = &[
    "inc",
    "incorporated",
    "ltd",
    "limited",
    "plc",
    "llc",
    "llp",
    "lp",
    "corp",
    "corporation",
    "co",
    "company",
    "group",
    "holdings",
    "holding",
    "na",
    "sa",
    "ag",
    "nv",
    "bv",
    "spa",
    "se",
    "ab",
    "asa",
    "as",
    "oyj",
    "gmbh",
    "pty",
    "fsb",
    "nt",
    "בעמ",
];

/// Words at the end of a bank's name that do not tell it from another's.
const GENERIC: &[&str] = &["bank", "banking", "australia", "canada", "usa", "us", "uk", "israel", "europe", "ireland"];

/// The longest name that is looked for in a document, in words.
const WORDS_MAX: usize = 16;

/// The regions that have a list.
pub(super) fn regions() -> impl Iterator<Item = &'static str> {
    LISTS.iter().map(|(region, _)| *region)
}

/// The list of a region.
pub(super) fn listed(region: &str) -> Option<&'static str> {
    LISTS.iter().find(|(own, _)| own.eq_ignore_ascii_case(region)).map(|(_, list)| *list)
}

/// Names that are known and names that the document has.
#[derive(Debug)]
pub(super) struct Names {
    known: BTreeSet<String>,
    present: BTreeSet<String>,
}

impl Names {
    /// For these names, folded.
    pub(super) fn of(checked: &Checked<'_>, wanted: &BTreeSet<String>) -> Self {
        let lists = checked.profile.regions.iter().filter_map(|region| listed(region));
        let listed = lists.flat_map(str::lines).flat_map(|line| line.split('|'));
        let added = checked.institutions.iter().chain(&checked.profile.names).map(String::as_str);
        let known = listed.chain(added).map(folded).filter(|name| !name.is_empty());
        let known = known.map(|name| name.strip_prefix("the ").map(str::to_owned).unwrap_or(name)).collect();
        let mut ways: BTreeSet<String> = wanted.iter().map(|name| without(name, LEGAL_FORMS).to_owned()).collect();
        ways.extend(wanted.iter().cloned());
        let prefixed: Vec<String> = ways.iter().flat_map(|name| prefixed(name)).collect();
        ways.extend(prefixed);
        Names { known, present: present(&ways, checked) }
    }

    /// Whether the document has this name, folded, with or without its legal form.
    pub(super) fn is_present(&self, name: &str) -> bool {
        let has = |name: &str| self.present.contains(name) || prefixed(name).any(|name| self.present.contains(&name));
        has(name) || has(without(name, LEGAL_FORMS))
    }

    /// Whether this name, folded, is on a list.
    pub(super) fn is_known(&self, name: &str) -> bool {
        let name = name.strip_prefix("the ").unwrap_or(name);
        let mut rest = without(name, LEGAL_FORMS);
        if self.known.contains(name) {
            return true;
        }
        loop {
            if self.known.contains(rest) {
                return true;
            }
            // `Bank of Australia` is not `Bank of`.
            match rest.rsplit_once(' ') {
                Some((before, last)) if GENERIC.contains(&last) && !before.ends_with(" of") => rest = before,
                _ => return false,
            }
        }
    }
}

/// A Hebrew name with a letter written onto it: `in`, `to`, `the`, `from`, `and`, `that`.
fn prefixed(name: &str) -> impl Iterator<Item = String> {
    let letters: &[char] =
        if name.starts_with(crate::lexicon::is_hebrew) { &['ב', 'ל', 'ה', 'מ', 'ו', 'ש'] } else { &[] };
    letters.iter().map(move |letter| format!("{letter}{name}"))
}

/// A folded name without these words at its end; all of it where it has no others.
fn without<'n>(name: &'n str, words: &[&str]) -> &'n str {
    let mut rest = name;
    while let Some((before, last)) = rest.rsplit_once(' ') {
        if !words.contains(&last) {
            break;
        }
        rest = before;
    }
    rest
}

/// Which of these names, folded, stand in the document as whole words. Linear in the document, however many names there are.
fn present(names: &BTreeSet<String>, checked: &Checked<'_>) -> BTreeSet<String> {
    let lengths: BTreeSet<usize> = names.iter().map(|name| name.split(' ').count()).collect();
    let mut found = BTreeSet::new();
    for text in checked.document.texts() {
        let text = folded(text);
        // Where each word begins, and behind the last one the end.
        let mut starts: Vec<usize> = if text.is_empty() { Vec::new() } else { vec![0] };
        starts.extend(text.match_indices(' ').map(|(at, _)| at + 1));
        starts.push(text.len() + 1);
        for length in lengths.iter().filter(|length| **length <= WORDS_MAX) {
            for window in starts.windows(length + 1) {
                let (Some(start), Some(end)) = (window.first(), window.last()) else { continue };
                if let Some(words) = text.get(*start..end - 1)
                    && names.contains(words)
                    && !found.contains(words)
                {
                    found.insert(words.to_owned());
                }
            }
        }
    }
    found
}

/// A text as names are compared: letters and digits in lower case, one blank between words.
///
/// `N.A.`, `J.P.` and `בע"מ` are one word each, `&` is `and`, and what cannot be seen is left out.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = false;
    let mut word_length = 0;
    let text = lower(text);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let word = |c: char, out: &mut String, blank: &mut bool| {
            if *blank && !out.is_empty() {
                out.push(' ');
            }
            *blank = false;
            out.push(c);
        };
        match c {
            _ if c.is_alphanumeric() => {
                word_length = if blank { 1 } else { word_length + 1 };
                word(c, &mut out, &mut blank);
            }
            '\'' | '"' | '’' | '‘' | '`' | '״' | '׳' | '”' | '“' => {}
            _ if is_hidden(c) => {}
            // Vowel points and accents that stand apart.
            '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}'..='\u{5c7}' => {}
            '.' if word_length == 1 && !blank => {
                // Between single letters: `J.P. Morgan`, `N.A.`
                let next = chars.peek().copied();
                let mut behind = chars.clone();
                behind.next();
                let single =
                    next.is_some_and(char::is_alphanumeric) && !behind.next().is_some_and(char::is_alphanumeric);
                if single {
                    word_length = 0;
                } else {
                    blank = true;
                }
            }
            '&' => {
                blank = true;
                for c in "and".chars() {
                    word(c, &mut out, &mut blank);
                }
                blank = true;
                word_length = 0;
            }
            _ => {
                blank = true;
                word_length = 0;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_folded_alike() {
        for (text, expected) in [
            ("  Wells   Fargo\n& Co. ", "wells fargo and co"),
            ("M&T Bank", "m and t bank"),
            ("J.P. Morgan Chase, N.A.", "jp morgan chase na"),
            ("St.George", "st george"),
            ("People’s Choice", "peoples choice"),
            ("בנק הפועלים בע\"מ", "בנק הפועלים בעמ"),
            ("A\u{200b}NZ", "anz"),
            ("A\u{2060}N\u{61c}Z", "anz"),
            ("Toronto-Dominion", "toronto dominion"),
            ("A. B", "a b"),
            ("***", ""),
        ] {
            assert_eq!(folded(text), expected, "{text:?}");
        }
    }

    #[test]
    fn every_list_has_its_names_once() {
        for (region, list) in LISTS {
            let mut seen = BTreeSet::new();
            for name in list.lines().flat_map(|line| line.split('|')) {
                let folded = folded(name);
                assert!(!folded.is_empty() && seen.insert(folded.clone()), "{region}: {name}");
                assert!(
                    !GENERIC.contains(&folded.as_str()) && !LEGAL_FORMS.contains(&folded.as_str()),
                    "{region}: {name}"
                );
            }
        }
    }
}
