//! Whether texts have a name: as it is written, in other words' company, or written otherwise.

use groundcheck_types::{ClaimKind, Status};

use super::index::{Index, short};
use super::is_called;
use super::name::{Sought, tells};
use super::written::Known;
use crate::document::lower;
use crate::document::spelling::{self, letters};
use crate::lexicon::is_hebrew;
use crate::lexicon::names::{GENERIC, NICKNAMES, TITLES};
use crate::lexicon::verbatim::HEBREW_PREFIXES;
use crate::lexicon::world::WORLD;
use crate::verify::Judgement;
use crate::verify::asked::Asked;
use crate::verify::prepare::Sources;
use crate::verify::prior::enabled;
use crate::verify::reasons::Say;
use crate::{fnv, sort};

/// What texts have of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// Two of its words beside each other, or its only one.
    Has,
    /// None of its words.
    None,
    /// Words of it, each in somebody else's name.
    Mixed,
    /// Words of it, and more cannot be said.
    Open,
}

/// Two words of a name stand at most so many words apart, in either order: `Dana R. Levi`, `Levi, Dana`.
const APART: usize = 3;
/// So many places of a word are looked at for other names beside it.
const MOST_PLACES: usize = 32;
/// Sources are read through for at most so many names of an answer, and where they have at most so many bytes together: for more
/// of either, an index of their words is made sooner.
pub(super) const MOST_READ_FOR: u32 = 64;
const MOST_READ: usize = 128 * 1024;
/// A short form of a first name has at most so many letters: `Mike`.
const SHORT_FORM: usize = 4;

impl Sought {
    /// Whether all texts are in its letters: a transliteration is not compared.
    pub(super) fn may_be_looked_up(&self, index: &Index) -> bool {
        index.scripts().are_wholly(self.hebrew)
    }

    /// The same name without words that these texts write small: what they do is no name of theirs.
    pub(super) fn large<'t>(&self, index: &Index, text: impl Fn(usize) -> &'t str) -> Self {
        let mut own = self.clone();
        let small = |word: &String| !self.hebrew && has(index, word) && !is_written_large(index, &text, word);
        own.telling.retain(|word| !small(word));
        own
    }

    /// What these texts have of it.
    pub(super) fn fit<'t>(&self, index: &Index, text: impl Fn(usize) -> &'t str) -> Fit {
        let [first, .., last] = &self.telling[..] else {
            return match self.telling.first() {
                _ if self.is_altered(index, &text) => Fit::Mixed,
                Some(word) if !has(index, word) => Fit::None,
                Some(_) => Fit::Has,
                None => Fit::Open,
            };
        };
        let known = [first, last].map(|word| has(index, word));
        // Whoever is called so alone, or two people with one name, may be meant.
        let is_bound = |word: &str, before: bool, own: &str| {
            let others = companions(index, &text, word, before);
            matches!(&others[..], [other] if !may_be_short_for(other, &letters(own), before))
        };
        if self.telling.windows(2).any(|pair| beside(index, &pair[0], &pair[1])) {
            // `Jean-Marc Olhats`, where the only Jean-Marc has another name.
            let [.., before, _] = &self.telling[..] else { return Fit::Has };
            let is_other = self.telling.len() > 2 && !known[1] && is_bound(before, false, last);
            return if is_other { Fit::Mixed } else { Fit::Has };
        }
        if known == [false, false] {
            return if self.telling.iter().any(|word| has(index, word)) { Fit::Open } else { Fit::None };
        }
        let bound = (!known[0] || is_bound(first, false, last)) && (!known[1] || is_bound(last, true, first));
        if bound { Fit::Mixed } else { Fit::Open }
    }

    /// Whether one of its words is another one in these texts: `Corley Foods`, where the only Corley is `Corley Freight`; `Weaver House`,
    /// where there is a `Fuller House` and no Weaver.
    fn is_altered<'t>(&self, index: &Index, text: &impl Fn(usize) -> &'t str) -> bool {
        let anchors = |word: &String| self.headed || self.telling.contains(word);
        let is_new = |word: &String| {
            let plain = lower(word);
            let says_which = !is_called(word, GENERIC) && !is_called(word, TITLES);
            says_which && !has(index, word) && WORLD.binary_search(&&*plain).is_err()
        };
        let last = self.words.len().saturating_sub(1);
        self.words.windows(2).enumerate().any(|(at, pair)| {
            let [one, other] = pair else { return false };
            // Whatever a head stands behind is another house.
            let head = self.headed && at + 1 == last;
            let instead = |known: &String, new: &String, before: bool| {
                let others = companions(index, text, known, before);
                let own = letters(new);
                let is_other = |found: &String| *found != own && !may_be_short_for(found, &own, before);
                (others.len() == 1 || (before && head && !others.is_empty())) && others.iter().all(is_other)
            };
            (anchors(one) && has(index, one) && is_new(other) && instead(one, other, false))
                || (anchors(other) && has(index, other) && is_new(one) && instead(other, one, true))
        })
    }

    /// Whether these texts may have, written otherwise, a word of it that they do not have as it is.
    pub(super) fn may_be_misspelt(&self, index: &Index, names: &Names) -> bool {
        let words = if self.telling.len() > 1 { &self.telling } else { &self.words };
        words.iter().any(|word| !has(index, word) && names.may_have(word))
    }

    /// Whether these texts may name it.
    pub(super) fn may_be_in(&self, names: &Names) -> bool {
        self.is_short_in(names) || self.telling.iter().any(|word| names.may_have(word))
    }

    /// Whether these texts have it by its first letters, or in one word.
    fn is_short_in(&self, names: &Names) -> bool {
        let short = |initials: &String| initials.len() >= 2 && names.has(initials);
        let joined = || self.words.len() > 1 && names.has(&letters(&self.words.concat()));
        self.initials.iter().any(short) || joined()
    }

    /// Whether the asker has, or may have, a word of it that the evidence lacks, or two of its words together.
    pub(super) fn is_said(&self, evidence: &Index, said: &Index, names: &Names) -> bool {
        let words = if self.telling.len() > 1 { &self.telling } else { &self.words };
        let mut lacking = words.iter().filter(|word| !is_called(word, TITLES) && !has(evidence, word)).peekable();
        let together = || match &words[..] {
            [one] => has(said, one),
            _ => words.windows(2).any(|pair| beside(said, &pair[0], &pair[1])),
        };
        self.is_short_in(names)
            || if lacking.peek().is_none() {
                together()
            } else {
                lacking.any(|word| has(said, word) || names.may_have(word))
            }
    }
}

/// A name that nobody has; that one is there, or may be, says nothing of what is said about it.
pub(super) fn missing(name: &Sought, whole: &str, known: Known<'_>, asked: &Asked) -> Option<Judgement> {
    let Known { sources, evidence_text, said, .. } = known;
    if !enabled(ClaimKind::Name, &asked.policy) || !sources.has_text {
        return None;
    }
    if known.reads_through && !evidence_text.is_read() && is_written_in(sources, whole) {
        return None;
    }
    let written = evidence_text.written(sources);
    if !name.may_be_looked_up(&written.index) {
        return None;
    }
    let name = name.large(&written.index, |at| written.text(sources, at));
    let is_missing = name.is_sure() && !said.may_have(&name, &written.index) && !written.may_have(&name, sources);
    is_missing.then(|| Judgement::bare(Status::Unsupported, Say(asked.language).unknown_name()))
}

/// Whether short sources have a name word for word.
fn is_written_in(sources: &Sources, whole: &str) -> bool {
    let texts = || sources.sources.iter().map(|source| source.text.as_str());
    let ends = |text: &str, at: usize, end: usize| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text.get(end..).and_then(|behind| behind.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !behind.is_some_and(char::is_alphanumeric)
    };
    texts().map(str::len).sum::<usize>() <= MOST_READ
        && texts().any(|text| text.match_indices(whole).any(|(at, own)| ends(text, at, at + own.len())))
}

/// Whether texts have a word, all parts of it: `O'Hara`. Of a plural they may have the singular.
fn has(index: &Index, word: &str) -> bool {
    let all = |word: &str| {
        let parts = spelling::words(word);
        !parts.is_empty() && parts.iter().all(|part| index.has(short(part.hash)))
    };
    let singular = |ending| word.strip_suffix(ending).filter(|own: &&str| own.len() > 2);
    all(word) || singular("s").is_some_and(all) || singular("es").is_some_and(all)
}

/// Whether one of two names may be a short form of the other; first names are shortened more freely.
fn may_be_short_for(one: &str, other: &str, given: bool) -> bool {
    if !given {
        return one.starts_with(other) || other.starts_with(one);
    }
    let begins_alike = one.chars().next() == other.chars().next();
    let is_short = one.chars().count().min(other.chars().count()) <= SHORT_FORM;
    let nickname = NICKNAMES.contains(&one) || NICKNAMES.contains(&other);
    nickname || one.starts_with(other) || other.starts_with(one) || (begins_alike && is_short)
}

/// Whether two words stand near each other somewhere.
fn beside(index: &Index, first: &str, last: &str) -> bool {
    let (first, last) = (short(spelling::hash(first)), short(spelling::hash(last)));
    index.around(first, APART).any(|(_, word)| word.hash == last)
}

/// Whether a word is in capitals somewhere.
fn is_written_large<'t>(index: &Index, text: impl Fn(usize) -> &'t str, word: &str) -> bool {
    let first = spelling::words(word).first().map_or(0, |part| short(part.hash));
    index.around(first, 0).any(|(place, own)| index.written(place, own, &text).starts_with(char::is_uppercase))
}

/// With which other names a word stands, right before it or right behind it, two at most; with words in capitals where there is no name.
fn companions<'t>(index: &Index, text: impl Fn(usize) -> &'t str, word: &str, before: bool) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut everyday: Vec<String> = Vec::new();
    for (own, other) in index.neighbours(short(spelling::hash(word)), before).take(MOST_PLACES) {
        let whole = text(own.text as usize);
        let (from, to) = if before { (other.end, own.span.start) } else { (own.span.end, other.start) };
        let name = other.of(whole).unwrap_or_default();
        let is_name = name.starts_with(char::is_uppercase) || name.starts_with(is_hebrew);
        let gap = whole.get(from as usize..to as usize);
        let joined = (gap == Some(" ") || (gap == Some("-") && !before)) && is_name;
        if joined && name.chars().count() >= 2 && !is_called(name, TITLES) {
            let into = if tells(name) { &mut out } else { &mut everyday };
            let name = letters(name);
            if !into.contains(&name) {
                into.push(name);
            }
        }
        if out.len() > 1 {
            break;
        }
    }
    if out.is_empty() { everyday } else { out }
}

/// The words in capitals of texts, and all Hebrew ones, as names are looked for: by themselves, by their first letters and by their
/// consonants.
#[derive(Debug, Clone, Default)]
pub(super) struct Names(Vec<u64>);

impl Names {
    pub(super) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Names {
        let mut out = Vec::new();
        let mut large: Vec<(u64, &str)> = Vec::new();
        for text in texts {
            let mut before: Option<(usize, &str)> = None;
            for word in spelling::words(text) {
                let Some(own) = text.get(word.start..word.end) else { continue };
                if let Some((end, first)) = before
                    && text.get(end..word.start).is_some_and(|gap| JOINTS.contains(&gap))
                {
                    add(&[first, own].concat(), &mut out);
                }
                before = Some((word.end, own));
                if !own.starts_with(char::is_lowercase) {
                    large.push((word.hash, own));
                }
            }
        }
        sort::by_number(&mut large, |(hash, _)| *hash);
        large.dedup_by_key(|(hash, _)| *hash);
        for (_, own) in large {
            add(own, &mut out);
        }
        out.sort_unstable();
        out.dedup();
        Names(out)
    }

    fn knows(&self, hash: u64) -> bool {
        self.0.binary_search(&hash).is_ok()
    }

    fn has(&self, plain: &str) -> bool {
        self.knows(fnv::of(plain))
    }

    /// Whether a word of the texts is this one, or may be it.
    fn may_have(&self, word: &str) -> bool {
        let plain = letters(word);
        let known = |plain: &str| {
            let sounds = consonants(plain);
            let telling = sounds.chars().count() >= FEWEST_CONSONANTS;
            self.has(plain)
                || stems(plain).any(|(left, stem)| {
                    // Where both go on by more, they are two: `Brightnote`, `Brightbook`.
                    let most = if left > ENDING { ENDING } else { LONGEST_ENDING };
                    (0..=most).any(|other| self.knows(stem_key(other, stem)))
                })
                || (telling && self.knows(fnv::add(SOUNDS, fnv::of(&sounds))))
        };
        known(&plain) || (plain.starts_with(is_hebrew) && clothed(&plain).any(known))
    }
}

/// What may part a word: an apostrophe, the end of a line.
const JOINTS: &[&str] = &["'", "’", "׳", "-\n", "-\r\n"];

fn add(word: &str, out: &mut Vec<u64>) {
    let plain = letters(word);
    out.push(fnv::of(&plain));
    let first_digit = plain.find(|c: char| c.is_ascii_digit()).unwrap_or(plain.len());
    let head = plain.get(..first_digit).unwrap_or_default();
    out.push(fnv::of(head));
    // `OakPlaza` of a text whose blanks were lost.
    let mut from = 0;
    let inner = word.char_indices().skip(1).filter(|(_, c)| c.is_uppercase()).map(|(at, _)| at);
    for at in inner.chain([word.len()]) {
        if from > 0 || at < word.len() {
            out.push(fnv::of(&letters(word.get(from..at).unwrap_or_default())));
        }
        from = at;
    }
    // `There` begins a sentence, and no name.
    if !tells(head) {
        return;
    }
    out.extend(stems(head).map(|(left, stem)| stem_key(left, stem)));
    out.push(fnv::add(SOUNDS, fnv::of(&consonants(head))));
    if head.starts_with(is_hebrew) {
        out.extend(clothed(head).flat_map(|own| [fnv::of(own), fnv::add(SOUNDS, fnv::of(&consonants(own)))]));
    }
}

/// Keep stems and sounds apart from words.
const STEMS: u64 = 0x5e75;
const SOUNDS: u64 = 0x50d5;
/// Words that have as many first letters in common may be two forms of one: `Stanford`, `Stanfordian`.
const STEM: usize = 5;
/// One of the two goes on by at most so many letters, and the other by no more than that.
const ENDING: usize = 1;
const LONGEST_ENDING: usize = 4;
/// Words with fewer consonants sound alike by chance.
const FEWEST_CONSONANTS: usize = 3;

/// What a word may be a form of, with how many letters that leaves out.
fn stems(word: &str) -> impl Iterator<Item = (usize, &str)> {
    let letters = word.chars().count();
    let mut ends = word.char_indices().map(|(at, _)| at).chain([word.len()]).enumerate().skip(STEM);
    core::iter::from_fn(move || ends.next())
        .map(move |(kept, end)| (letters - kept, word.get(..end).unwrap_or_default()))
        .filter(|(left, _)| *left <= LONGEST_ENDING)
}

fn stem_key(left: usize, stem: &str) -> u64 {
    fnv::add(STEMS + left as u64, fnv::of(stem))
}

/// What is heard of a word however it is spelled: `Katz` and `Kats`, `Halvorsen` and `Halversen`.
fn consonants(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        let c = match c {
            'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'h' | 'א' | 'ה' | 'ו' | 'י' | 'ע' => continue,
            'c' | 'q' | 'k' | 'ק' | 'כ' => 'k',
            'w' | 'v' | 'ב' => 'v',
            'z' | 's' | 'ס' | 'ש' => 's',
            'f' | 'p' => 'p',
            'd' | 't' | 'ט' | 'ת' => 't',
            'j' | 'g' => 'g',
            c => c,
        };
        if !out.ends_with(c) {
            out.push(c);
        }
    }
    out
}

/// A Hebrew word, and what is left of it without one or two letters that are written onto it.
fn clothed(word: &str) -> impl Iterator<Item = &str> {
    let once = word.strip_prefix(HEBREW_PREFIXES);
    let twice = once.and_then(|own| own.strip_prefix(HEBREW_PREFIXES));
    core::iter::once(word).chain(once).chain(twice)
}

#[cfg(test)]
mod tests {
    use super::super::What;
    use super::super::name::find;
    use super::*;
    use crate::document::token::tokens;

    fn sought(text: &str) -> Option<Sought> {
        let mut out = Vec::new();
        find(text, &tokens(text), true, &mut out);
        match out.first().map(|found| &found.what) {
            Some(What::Name(sought)) => Some(sought.clone()),
            _ => None,
        }
    }

    #[test]
    fn a_name_that_may_be_there_is_no_claim() {
        let text = "Mrs Halvorsen of OakPlaza met the FDIC in Stanford; Mr Katz paid. Maria D'Angelo and Jan Dvořák run Qwen2.5. \
                    He lives in Brim-\nfield with the Letts family. They keep the Cobalt pump. Anselm Kubrow met Ottilie Tarnow. \
                    The Fuller House is behind the yard of Corley Freight, and Imre Strand has the key.";
        let names = Names::of([text].into_iter());
        let index = Index::of([(text, None)].into_iter());
        for (own, expected) in [
            ("It is the house of Noa Halversen.", false),
            ("It is the garden of Oak Plaza.", false),
            ("It is from the Federal Deposit Insurance Corporation of Quillmere.", true),
            ("It is the Stanfordian who has it.", false),
            ("It is the office of D'Angelo.", false),
            ("It is by Dvorak, and it is from Brimfield.", false),
            ("It is run by Qwen2.5.", false),
            ("The Letts have it.", false),
            ("It is the house of Noa Carmel.", true),
            ("It is the garden of Orlo Kestrelle.", true),
            // Each has the other's second name.
            ("It is by Anselm Tarnow.", true),
            ("It is by Maria R. D'Angelo.", false),
            // Everyday words tell which house it is.
            ("It is in the Weaver House.", true),
            ("It is in the Fuller House.", false),
            ("It is in the Weaver Lodge.", false),
            ("It belongs to Corley Foods.", true),
            ("It belongs to the Corley Group.", false),
            ("The key is with Imre Pike.", true),
            ("The key is with Mr Imre.", false),
        ] {
            let Some(name) = sought(own) else {
                assert!(!expected, "{own}");
                continue;
            };
            let name = name.large(&index, |_| text);
            let missing = name.is_sure()
                && match name.fit(&index, |_| text) {
                    Fit::Has | Fit::Open => false,
                    Fit::Mixed => !name.may_be_misspelt(&index, &names),
                    Fit::None => !name.may_be_in(&names),
                };
            assert_eq!(missing, expected, "{own} {name:?}");
        }
    }

    #[test]
    fn a_hebrew_name_is_known_in_its_clothes() {
        let names = Names::of(["פגשתי את מר שוורץ בהרצליה, ואת ז'בוטינסקי."].into_iter());
        for (text, expected) in
            [("זה הבית של מר שוורצמן.", false), ("זה הבית של מר שוורץ.", true), ("כך כתב מר ז'בוטינסקי.", true)]
        {
            assert_eq!(sought(text).unwrap().may_be_in(&names), expected, "{text}");
        }
    }
}
