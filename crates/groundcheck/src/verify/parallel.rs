//! What tells the amounts of one sentence apart: the words that stand in the same position of each one's clause.
//!
//! Source: the design's section 3, "Alignment": a value that stands somewhere is no evidence. `Headache was reported by 11.8% on
//! velotrin and 9.2% on placebo` shares almost all its words with a claim about either arm; only the word behind `on` says whose each is.
//!
//! ```text
//! Express costs $9 and takes 2 days;
//! standard takes 5 days                Subject  express, standard
//! Ana scored 31, Bea scored 27         Lead     Ana, Bea
//! Output: Lisbon 450, Riga 410         Beside   Lisbon, Riga
//! sales of $61.9m and a profit of $8m  Of       sales, profit
//! 62% equities, 28% bonds              After    equities, bonds
//! $12.4m in Germany, $8.9m in France   Behind   Germany, France
//! ```

use core::ops::Range;

use groundcheck_types::{ClaimKind, Comparator};

use super::clause::CONTRASTS;
use super::context::Context;
use super::prepare::{Mention, Place, Sources};
use super::words::{Stem, is_total};
use crate::claims::Quantity;
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles, synonyms};

/// Where in its clause a word stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// First in its part of the sentence, whose other amounts leave it out: `the tower has 42 floors and is 168 m high`.
    Subject,
    /// Before the amount.
    Lead,
    /// Right before it.
    Beside,
    /// Before the `of` that leads to it.
    Of,
    /// Right behind it.
    After,
    /// Behind a preposition: which of [`PREPOSITIONS`], or which Hebrew letter.
    Behind(u8),
}

/// A word that may tell an amount apart from others of its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Label {
    slot: Slot,
    /// Its position among those of its slot; a Hebrew word has several stems.
    at: u8,
    stem: Stem,
    /// Whether it is in capitals in the middle of its sentence.
    is_name: bool,
}

impl Label {
    pub(super) fn is_name(&self) -> bool {
        self.is_name
    }

    /// Whether it tells by itself what its amount is of; the word right before may be a verb, and the one behind what is counted.
    fn tells(&self) -> bool {
        !matches!(self.slot, Slot::Beside | Slot::After)
    }
}

/// What sets two amounts of a sentence apart by whom or what they are of.
const PREPOSITIONS: [&str; 17] = [
    "in", "on", "for", "at", "by", "with", "from", "among", "under", "per", "of", "within", "to", "into", "during",
    "אצל", "של",
];

/// Which preposition a word is.
fn preposition(text: &str, token: &Token) -> Option<u8> {
    /// Asked of every word beside an amount: one number is compared faster than seventeen texts.
    static PACKED: [Option<u64>; PREPOSITIONS.len()] = {
        let (mut all, mut at) = ([None; PREPOSITIONS.len()], 0);
        while at < all.len() {
            all[at] = packed(PREPOSITIONS[at].as_bytes());
            at += 1;
        }
        all
    };
    let word = Some(token).filter(|t| t.kind == Kind::Word)?.text(text);
    let word = packed(word.as_bytes())?;
    u8::try_from(PACKED.iter().position(|known| *known == Some(word))?).ok()
}

/// The bytes of a short word in lower case as one number; a word holds no zero byte.
const fn packed(word: &[u8]) -> Option<u64> {
    if word.len() > 8 {
        return None;
    }
    let (mut out, mut at) = (0, 0);
    while at < word.len() {
        out = out << 8 | word[at].to_ascii_lowercase() as u64;
        at += 1;
    }
    Some(out)
}

/// At most so many words of a slot are compared.
const MOST_WORDS: u8 = 6;
/// A subject is told by so many words.
const MOST_SUBJECTS: u8 = 2;
/// And about so many words of a clause at all.
const MOST_LABELS: usize = 32;

/// The words that may tell this amount apart; `said` are its sentence's content words, each with its token, and `before` what told the
/// amount before it apart: `the tower has 42 floors and is 168 m high` says once which tower.
pub(super) fn labels(
    text: &str,
    tokens: &[Token],
    clause: &Range<usize>,
    amount: &Quantity,
    said: &[(usize, Stem)],
    before: &[Label],
) -> Vec<Label> {
    let (first, last) = (amount.first as usize, amount.last as usize);
    // `Voters over 60` says who is told of, not how many are.
    if matches!(amount.comparator, Some(Comparator::MoreThan | Comparator::LessThan)) {
        return Vec::new();
    }
    let begins = said.first().map(|(token, _)| *token);
    // The letter of `Class A` and the number of `Unit 2` are as good as names.
    let is_name = |token: usize| match tokens[token].kind {
        Kind::Number => true,
        _ if tokens[token].end - tokens[token].start == 1 => {
            tokens[token].text(text).starts_with(|c: char| c.is_ascii_uppercase())
        }
        _ => tokens[token].roles.has(Roles::NAME) && begins != Some(token),
    };
    let within = |run: Range<usize>| {
        let from = said.partition_point(|(token, _)| *token < run.start);
        let to = said.partition_point(|(token, _)| *token < run.end);
        &said[from..to.max(from)]
    };
    let mut out: Vec<Label> = Vec::new();
    let put = |out: &mut Vec<Label>, slot: Slot, most: u8, words: &[(usize, Stem)]| {
        let words = words.chunk_by(|(a, _), (b, _)| a == b).zip(0..most);
        let labels = words.flat_map(|(word, at)| word.iter().map(move |&(token, stem)| (at, token, stem)));
        out.extend(labels.map(|(at, token, stem)| Label { slot, at, stem, is_name: is_name(token) }));
    };
    let mut lead = within(clause.start..first);
    // `Spend: search $41,030; e-mail $2,616`: what stands before the only colon is said of both.
    if before.is_empty()
        && tokens.get(clause.end - 1).is_some_and(|t| matches!(t.ch, b';' | b','))
        && let Some(colon) = (clause.start..first).rev().find(|i| tokens[*i].ch == b':')
        && !within(colon + 1..first).is_empty()
        && !has_colon(tokens.get(last..).unwrap_or_default())
    {
        lead = within(colon + 1..first);
    }
    if before.is_empty() || (begins_part(text, tokens, clause) && !lead.is_empty()) {
        put(&mut out, Slot::Subject, MOST_SUBJECTS, lead);
    } else {
        out.extend(before.iter().filter(|label| label.slot == Slot::Subject));
    }
    // `Acme hired 40 nurses, for a total of 300`, `leaving 300`, `and now has 300`
    let goes_on = |(token, stem): &(usize, Stem)| {
        is_total(*stem) || tokens[*token].is_one_of(text, &["leaving", "making", "bringing", "now", "still"])
    };
    if lead.first().is_none_or(goes_on) {
        out.extend(before.iter().filter(|label| label.slot == Slot::Lead));
    }
    if !lead.is_empty() {
        put(&mut out, Slot::Lead, MOST_WORDS, lead);
    }
    let is_mark = |t: &Token| t.kind == Kind::Punct && matches!(t.ch, b':' | b'(' | b'-' | b'=' | b'*');
    let beside = (clause.start..first).rev().find(|i| !is_mark(&tokens[*i]));
    let last_said = lead.last().map(|(token, _)| *token);
    let word = |token: Option<usize>| token.map_or(&[][..], |token| within(token..token + 1));
    if beside.is_some_and(|i| tokens[i].lex == Lex::Of) {
        put(&mut out, Slot::Of, MOST_WORDS, word(last_said));
    } else {
        // Of a date what happened then: `founded in 1998`.
        let beside = if amount.kind == ClaimKind::Date { last_said } else { beside };
        put(&mut out, Slot::Beside, MOST_WORDS, word(beside));
    }
    let ends = |i: &usize| {
        tokens[*i].kind != Kind::Word && !matches!(tokens[*i].ch, b'-' | b'.')
            || preposition(text, &tokens[*i]).is_some()
    };
    let end_from = |i: usize| (i..clause.end).find(|k| *k == first || ends(k)).unwrap_or(clause.end);
    put(&mut out, Slot::After, MOST_WORDS, within(last..end_from(last)));
    for i in clause.clone().filter(|i| !(first..last).contains(i)) {
        if out.len() > MOST_LABELS {
            break;
        }
        let token = &tokens[i];
        if let Some(which) = preposition(text, token) {
            put(&mut out, Slot::Behind(which), MOST_WORDS, within(i + 1..end_from(i + 1)));
        } else if let Some(letter) = written_on(text, token) {
            put(&mut out, Slot::Behind(letter), MOST_WORDS, word(Some(i)));
        }
    }
    out
}

/// Whether a colon follows in the same line, not far.
fn has_colon(behind: &[Token]) -> bool {
    const NOT_FAR: usize = 64;
    behind.iter().take(NOT_FAR).take_while(|t| t.kind != Kind::Newline).any(|t| t.ch == b':')
}

/// Whether the clause begins another part of its sentence, with a subject of its own: behind a semicolon, with `while`.
fn begins_part(text: &str, tokens: &[Token], clause: &Range<usize>) -> bool {
    const PRONOUNS: &[&str] = &["it", "they", "he", "she", "its", "their"];
    let parts = |t: &Token| t.ch == b';' || t.is_one_of(text, CONTRASTS);
    let begins = clause.start.saturating_sub(1)..clause.start + 1;
    let first = tokens.get(clause.clone()).unwrap_or_default().iter().find(|t| t.kind == Kind::Word && !parts(t));
    tokens.get(begins).unwrap_or_default().iter().any(parts) && !first.is_some_and(|t| t.is_one_of(text, PRONOUNS))
}

/// The preposition that Hebrew writes onto a word, `ובצרפת`, as a number above those of [`PREPOSITIONS`].
fn written_on(text: &str, token: &Token) -> Option<u8> {
    let word = Some(token).filter(|t| t.kind == Kind::Word && t.roles.has(Roles::HEBREW))?.text(text);
    let letter = word.strip_prefix('ו').unwrap_or(word).chars().next().filter(|c| matches!(c, 'ב' | 'ל' | 'מ'))?;
    u8::try_from(u32::from(letter) & 0xff).ok()
}

/// What a claim says, to compare with what tells amounts apart.
pub(crate) struct Asked<'c, 's> {
    context: &'c Context<'s>,
    /// The sources' words for those of its own that they do not have.
    also: Vec<Stem>,
}

impl<'c, 's> Asked<'c, 's> {
    pub(crate) fn of(context: &'c Context<'s>, sources: &Sources) -> Self {
        let unknown = context.near.iter().filter(|stem| sources.term(**stem).is_none());
        let also = unknown.flat_map(|stem| synonyms(*stem)).filter(|other| sources.term(*other).is_some());
        Asked { context, also: also.collect() }
    }

    fn says(&self, stem: &Stem) -> bool {
        let Context { near, designators, .. } = self.context;
        near.binary_search(stem).is_ok() || designators.binary_search(stem).is_ok() || self.also.contains(stem)
    }

    /// Whether a sentence has all the words of the claim's clause.
    fn all_in(&self, place: &Place) -> bool {
        let has = |stem: &Stem| place.says(*stem) || Some(*stem) == self.context.noun;
        self.context.near.iter().all(|stem| has(stem) || synonyms(*stem).any(|other| has(&other)))
    }
}

/// Whether the claim's words name the other amount of a sentence, and not this one, where the sentence tells them apart and no
/// word of the claim may be another one for what this amount is.
pub(super) fn names_other(asked: &Asked<'_, '_>, place: &Place, own: &Mention, other: &Mention) -> bool {
    let context = asked.context;
    let alone = |label: &Label, others: &[Label]| asked.says(&label.stem) && !has(others, label.stem);
    let all_known = || asked.all_in(place);
    // Whoever is named is meant, whatever else is shared: `for Mr. Post`.
    let is_named = |one: &Mention, apart: &Mention| one.labels.iter().any(|l| l.is_name && alone(l, &apart.labels));
    if is_named(own, other) && !is_named(other, own) {
        return false;
    }
    let mut names = false;
    for (mine, theirs) in differences(&own.labels, &other.labels) {
        let is_mine = mine.iter().any(|label| alone(label, &other.labels));
        let is_theirs = theirs.iter().any(|label| alone(label, &own.labels));
        let slot = mine.first().map(|label| label.slot);
        // `540 use the bus` is told in other words by `540 take the bus`, and `for Mr. Post` by another Mr.
        let behind = matches!(slot, Some(Slot::After | Slot::Behind(_)));
        let in_slot =
            |label: &&Label| behind && Some(label.slot) == slot && (label.is_name || slot == Some(Slot::After));
        let is_mine = is_mine || own.labels.iter().filter(in_slot).any(|label| alone(label, &other.labels));
        // The word right before may be a verb, `gold averaged $2,380 and silver $28`, and the one behind may be left out once it is said.
        let firm = !matches!(slot, Some(Slot::Beside | Slot::After));
        if is_mine && !is_theirs && firm {
            return false;
        }
        let sure = || {
            matches!(slot, Some(Slot::Behind(_) | Slot::After))
                || (mine.iter().any(|l| l.is_name) && theirs.iter().any(|l| l.is_name))
                || mine.iter().any(|l| context.far.binary_search(&l.stem).is_ok())
                || all_known()
        };
        names |= is_theirs && !is_mine && sure();
    }
    names || has_words_alone(own, other, &alone, &all_known)
}

/// Whether the claim has words of the other's clause alone, a name or several, and none of this one's: `the reservoir is 78% full, while
/// the smaller Alder reservoir is at 52%`.
fn has_words_alone(
    own: &Mention,
    other: &Mention,
    alone: &dyn Fn(&Label, &[Label]) -> bool,
    all_known: &dyn Fn() -> bool,
) -> bool {
    let of = |one: &Mention, apart: &Mention| -> Vec<Label> {
        let shared = |label: &Label| apart.labels.iter().any(|l| l.stem == label.stem);
        one.labels.iter().filter(|l| l.tells() && alone(l, &apart.labels) && !shared(l)).copied().collect()
    };
    let theirs = of(other, own);
    let Some(first) = theirs.first() else { return false };
    let named = || theirs.iter().any(|label| label.is_name) && all_known();
    let several = || theirs.iter().any(|label| label.stem != first.stem);
    // A clause without a word of its own leaves out what the one before it says.
    let apart = || own.labels.iter().any(|label| label.tells() && !has(&other.labels, label.stem));
    (named() || (several() && apart())) && of(own, other).is_empty()
}

/// Whether a clause has this word; that of a subject before it, which it may have one of its own beside, does not count.
fn has(labels: &[Label], stem: Stem) -> bool {
    labels.iter().any(|label| label.slot != Slot::Subject && label.stem == stem)
}

/// The first words in which two clauses differ, slot by slot.
fn differences<'l>(own: &'l [Label], other: &'l [Label]) -> impl Iterator<Item = (&'l [Label], &'l [Label])> {
    own.chunk_by(|a, b| a.slot == b.slot).filter_map(move |mine| {
        let slot = mine.first()?.slot;
        let theirs = other.chunk_by(|a, b| a.slot == b.slot).find(|run| run.first().is_some_and(|l| l.slot == slot))?;
        let (mut a, mut b) = (mine.chunk_by(|a, b| a.at == b.at), theirs.chunk_by(|a, b| a.at == b.at));
        loop {
            let (a, b) = (a.next()?, b.next()?);
            if !a.iter().any(|l| b.iter().any(|k| k.stem == l.stem)) {
                return Some((a, b));
            }
        }
    })
}
