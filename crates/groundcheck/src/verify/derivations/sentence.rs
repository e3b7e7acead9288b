//! A sentence in pieces: its words, dates, amounts and marks in order, as the words of an operation are read from it.

use core::cell::OnceCell;
use std::borrow::Cow;
use std::rc::Rc;

use groundcheck_types::{ClaimKind, Comparator};
use rust_decimal::prelude::ToPrimitive;

use super::operation::{NOISE, Operation};
use super::outline::Outlines;
use crate::claims::{Period, Quantity, Value};
use crate::document::lower;
use crate::document::token::{EM_DASH, EN_DASH, Kind, Token};
use crate::lexicon;
use crate::verify::duration::named_month;
use crate::verify::prepare::{Mention, Sources};
use crate::verify::words::{self, Stem};

/// An answer as it was read: what every claim of it shares.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spoken<'r> {
    pub(crate) text: &'r str,
    pub(crate) tokens: &'r [Token],
    /// All its values, in order.
    pub(crate) quantities: &'r [Quantity],
    /// Its days without their year, in order.
    pub(crate) moments: &'r [Quantity],
}

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Word,
    /// A value that is no date, by its place among the answer's.
    Amount(usize),
    Date(Period),
    /// A visible character; dashes are folded to `-`.
    Mark(u8),
}

/// A piece of a sentence.
#[derive(Debug, Clone)]
pub(super) struct Piece<'r> {
    pub(super) what: What,
    /// In lower case; empty for anything but a word.
    pub(super) word: Cow<'r, str>,
    /// Its tokens.
    pub(super) tokens: core::ops::Range<usize>,
}

/// All pieces of a sentence.
#[derive(Debug)]
pub(super) struct Pieces<'r> {
    all: Vec<Piece<'r>>,
    /// The words among them, as [`is_in`] reads them.
    words: Outlines,
    /// The stems of them all; only read where words name an operation.
    stems: OnceCell<Stems>,
    /// Whether one of them names an operation.
    names_operation: OnceCell<bool>,
    /// What [`Said::numbered`] finds, and whether a number among them tells things of one name apart.
    numbered: OnceCell<Option<(usize, [Stem; 2])>>,
    is_told_apart: OnceCell<bool>,
}

/// The stems of a sentence's pieces, read once and asked for run by run.
#[derive(Debug, Default)]
struct Stems {
    all: Vec<Stem>,
    /// By piece, where its stems end, and whether it is a word that operations are told with.
    pieces: Vec<(usize, bool)>,
}

impl Stems {
    fn of(spoken: Spoken<'_>, pieces: &[Piece<'_>]) -> Self {
        let mut stems = Stems::default();
        for piece in pieces {
            let start = stems.all.len();
            if !matches!(piece.what, What::Amount(_)) {
                let dated = matches!(piece.what, What::Date(_));
                for at in piece.tokens.clone() {
                    let Some(token) = spoken.tokens.get(at) else { break };
                    words::push_stems(spoken.text, token, &mut stems.all);
                    if !dated {
                        stems.all.extend(words::numbered_name(spoken.text, spoken.tokens, at));
                        stems.all.extend(words::number_of(spoken.text, spoken.tokens, at));
                        stems.all.extend(words::month_name(token));
                    }
                }
            }
            if stems.all.len() > start + 1 {
                let own = words::sorted(stems.all.split_off(start));
                stems.all.extend(own);
            }
            // `Fixed 12` is no `Fixed 24`.
            if matches!(piece.what, What::Amount(_)) && piece.tokens.len() == 1 {
                stems.all.extend(words::number_of(spoken.text, spoken.tokens, piece.tokens.start));
            }
            stems.pieces.push((stems.all.len(), is_in(&piece.word, NOISE)));
        }
        stems
    }

    fn at(&self, piece: usize) -> &[Stem] {
        let start = piece.checked_sub(1).and_then(|before| self.pieces.get(before)).map_or(0, |(end, _)| *end);
        self.pieces.get(piece).and_then(|(end, _)| self.all.get(start..*end)).unwrap_or_default()
    }
}

impl<'r> core::ops::Deref for Pieces<'r> {
    type Target = [Piece<'r>];

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}

/// A run of pieces.
pub(super) type Run = core::ops::Range<usize>;

/// A sentence and the claim in it.
#[derive(Debug)]
pub(super) struct Said<'r> {
    pub(super) spoken: Spoken<'r>,
    pub(super) pieces: Rc<Pieces<'r>>,
    /// The claim's piece.
    pub(super) claim: usize,
}

/// Whether the word is in the list, as it stands or, in Hebrew, without the letters written onto it.
pub(super) fn is_in(word: &str, list: &[&str]) -> bool {
    // Most words begin otherwise, which is quickly seen.
    let is = |word: &str| {
        list.iter()
            .any(|own| own.len() == word.len() && own.as_bytes().first() == word.as_bytes().first() && *own == word)
    };
    bare(word).any(is)
}

/// A word as it stands and, in Hebrew, without one and two of the letters written onto it; nothing for what is no word.
fn bare(word: &str) -> impl Iterator<Item = &str> {
    core::iter::successors(Some(word).filter(|word| !word.is_empty()), |word| without_prefix(word)).take(3)
}

fn without_prefix(word: &str) -> Option<&str> {
    // Most words begin otherwise, which is quickly seen.
    let mut letters = word.chars();
    let strip =
        word.as_bytes().first() == Some(&lexicon::HEBREW) && letters.next().is_some_and(lexicon::is_hebrew_prefix);
    strip.then_some(letters.as_str())
}

impl<'r> Said<'r> {
    /// Reads the sentence of these tokens around the claim; `None` where the claim is none of its values.
    pub(super) fn read(spoken: Spoken<'r>, range: core::ops::Range<usize>, claim: &Quantity) -> Option<Self> {
        Said::of(spoken, Rc::new(Pieces::of(spoken, range)), claim)
    }

    /// The sentence in these pieces around the claim, as [`Said::read`].
    pub(super) fn of(spoken: Spoken<'r>, pieces: Rc<Pieces<'r>>, claim: &Quantity) -> Option<Self> {
        let at = |p: &Piece<'_>| matches!(p.what, What::Amount(_)) && p.tokens.start == claim.first as usize;
        let claim = pieces.iter().position(at)?;
        Some(Said { spoken, pieces, claim })
    }

    /// The claim as it stands.
    pub(super) fn text(&self, claim: &Quantity) -> &'r str {
        claim.span.of(self.spoken.text).unwrap_or_default()
    }

    /// The word of a piece; empty where it is none.
    pub(super) fn word(&self, at: usize) -> &str {
        self.pieces.get(at).map_or("", |p| p.word.as_ref())
    }

    pub(super) fn what(&self, at: usize) -> Option<What> {
        self.pieces.get(at).map(|p| p.what)
    }

    pub(super) fn is_mark(&self, at: usize, mark: u8) -> bool {
        self.what(at) == Some(What::Mark(mark))
    }

    /// Whether one of these words may stand anywhere in the sentence; most lists have none of them.
    pub(super) fn may_say(&self, list: &[&str]) -> bool {
        list.iter().any(|word| self.pieces.words.may_have(word))
    }

    /// Whether a word of the sentence passes, asked once for all its claims: whether it names an operation.
    pub(super) fn names_operation(&self, names: impl Fn(&str) -> bool) -> bool {
        *self.pieces.names_operation.get_or_init(|| self.pieces.iter().any(|piece| names(&piece.word)))
    }

    /// The last piece of the run with one of these words.
    pub(super) fn last_of(&self, run: Run, list: &[&str]) -> Option<usize> {
        if !self.may_say(list) {
            return None;
        }
        run.rev().find(|at| is_in(self.word(*at), list))
    }

    /// The first piece of the run with one of these words.
    pub(super) fn first_of(&self, mut run: Run, list: &[&str]) -> Option<usize> {
        if !self.may_say(list) {
            return None;
        }
        run.find(|at| is_in(self.word(*at), list))
    }

    /// The words of a run that carry a subject, sorted; those of operations and dates' numbers left out.
    pub(super) fn subject(&self, run: Run) -> Vec<Stem> {
        let mut out = Vec::new();
        self.add_subject(run, &mut out);
        words::sort(&mut out);
        out
    }

    /// Adds [`Said::subject`] to others, unsorted.
    pub(super) fn add_subject(&self, run: Run, out: &mut Vec<Stem>) {
        let stems = self.all_stems();
        for at in run {
            if stems.pieces.get(at).is_some_and(|(_, is_noise)| !is_noise) {
                out.extend_from_slice(stems.at(at));
            }
        }
    }

    /// The two numbers by which a sentence tells things of one name apart, and the joint between them: `Scope 1 and 2`, but not `Scope
    /// 1, 2 and 3`.
    pub(super) fn numbered(&self) -> Option<(usize, [Stem; 2])> {
        let number = |at: usize| {
            let piece = self.pieces.get(at).filter(|piece| piece.tokens.len() == 1 && piece.what != What::Word)?;
            words::number_of(self.spoken.text, self.spoken.tokens, piece.tokens.start)
        };
        let joint = |at: usize| {
            let both = [number(at + 1)?, number(at - 1)?];
            let joins = is_in(self.word(at), &["and", "ו"]) && !(at > 1 && self.is_mark(at - 2, b','));
            joins.then_some((at, [both[1], both[0]]))
        };
        *self.pieces.numbered.get_or_init(|| (1..self.pieces.len()).find_map(joint))
    }

    /// The numbers of a sentence that tell things of one name apart.
    pub(super) fn apart(&self) -> impl Iterator<Item = Stem> + '_ {
        let tokens = self.pieces.iter().filter(|piece| piece.what != What::Word).flat_map(|piece| piece.tokens.clone());
        tokens.filter_map(|at| words::number_of(self.spoken.text, self.spoken.tokens, at))
    }

    /// Whether there are any, asked once for all claims of the sentence.
    pub(super) fn tells_apart(&self) -> bool {
        *self.pieces.is_told_apart.get_or_init(|| self.apart().next().is_some())
    }

    /// Whether these cells are not the two that the sentence tells apart by their numbers, at its time: of `Scope 1 and 2` no Scope 3 is
    /// told.
    pub(super) fn names_others(&self, operation: Operation, cells: &[&Mention], sources: &Sources) -> bool {
        let Some((_, both)) = self.numbered() else { return false };
        let says = |m: &Mention, number: Stem| match &m.near {
            Some(near) if m.column.is_none() => near.contains(&number),
            _ => sources.places[m.place as usize].labels.contains(&number),
        };
        let is_of = |m: &&Mention| both.iter().any(|number| says(m, *number));
        let each = || both.iter().all(|number| cells.iter().any(|m| says(m, *number)));
        match operation {
            Operation::Sum => cells.len() != 2 || !each(),
            _ => !cells.iter().all(is_of),
        }
    }

    fn all_stems(&self) -> &Stems {
        self.pieces.stems.get_or_init(|| Stems::of(self.spoken, &self.pieces))
    }

    /// The stems of one piece.
    pub(super) fn stems(&self, at: usize) -> &[Stem] {
        self.all_stems().at(at)
    }

    /// Every word that carries a subject, with its piece.
    pub(super) fn words_in_order(&self) -> Vec<(usize, Stem)> {
        (0..self.pieces.len()).flat_map(|at| self.stems(at).iter().map(move |stem| (at, *stem))).collect()
    }

    /// Whether the claim is told in percentage points (or basis points).
    pub(super) fn in_points(&self, claim: &Quantity) -> bool {
        let text = self.text(claim);
        ["point", "bps", "bp", "pp", "basis", "נקוד"].iter().any(|word| text.contains(word))
            || is_in(self.word(self.claim + 1), &["points", "point", "pp", "pts"])
    }

    /// The periods that a run names, each once, in its order.
    pub(super) fn periods(&self, run: Run) -> Vec<Period> {
        let mut out = Vec::new();
        for piece in self.pieces.get(run).unwrap_or_default() {
            if let What::Date(period) = piece.what
                && !out.contains(&period)
            {
                out.push(period);
            }
        }
        out
    }

    /// The quarters that the sentence names without a year: `from Q1 to Q4 2023`, `between the third and the fourth quarter`.
    pub(super) fn quarters(&self) -> Vec<u8> {
        const NAMES: [&[&str]; 4] = [
            &["q1", "first", "ראשון"],
            &["q2", "second", "שני"],
            &["q3", "third", "שלישי"],
            &["q4", "fourth", "final", "רביעי"],
        ];
        const QUARTER: &[&str] = &["quarter", "quarters", "רבעון", "רבעונים"];
        // `Between the third and the fourth quarter`, `רבעון ראשון`; not `for the first time in the third quarter`.
        let near = |at: usize| {
            let reach = at.saturating_sub(1)..(at + 5).min(self.pieces.len());
            let time = self.word(at + 1) == "time";
            !time && self.first_of(reach, QUARTER).is_some()
        };
        let mut out: Vec<u8> = Vec::new();
        for at in 0..self.pieces.len() {
            let word = self.word(at);
            let letter = self.digit(at + 1).filter(|n| word == "q" && (1..=4).contains(n));
            let letter = letter.and_then(|n| u8::try_from(n).ok());
            let number = (1..=4).zip(NAMES).find(|(_, names)| is_in(word, names)).map(|(number, _)| number);
            let number = letter.or(number);
            let known = || letter.is_some() || word.starts_with('q') || near(at);
            out.extend(number.filter(|number| !out.contains(number) && known()));
        }
        out
    }

    /// The first and the last of the months that the sentence names without a year: `from January to March`.
    pub(super) fn months(&self) -> Option<(u8, u8)> {
        const TO: &[&str] = &["to", "until", "till", "through", "עד"];
        let month = |at: usize| {
            let piece = self.pieces.get(at).filter(|piece| piece.what == What::Word)?;
            named_month(self.spoken.text, self.spoken.tokens.get(piece.tokens.start)?)
        };
        let joins = |at: usize, first: usize| {
            let between = || first.checked_sub(1).is_some_and(|i| matches!(self.word(i), "between" | "בין"));
            is_in(self.word(at), TO) || self.is_mark(at, b'-') || (matches!(self.word(at), "and" | "ו") && between())
        };
        let pair = |at: usize| Some((month(at)?, month(at + 2)?)).filter(|(from, to)| joins(at + 1, at) && from < to);
        (0..self.pieces.len()).find_map(pair)
    }

    /// The value that stands there and is no date.
    pub(super) fn amount(&self, at: usize) -> Option<&'r Quantity> {
        let Some(What::Amount(number)) = self.what(at) else { return None };
        self.spoken.quantities.get(number)
    }

    /// A small whole number that stands there.
    pub(super) fn small(&self, at: usize) -> Option<usize> {
        let quantity = self.amount(at).filter(|q| q.kind == ClaimKind::Number)?;
        quantity.value.number()?.to_usize().filter(|n| *n < 100)
    }

    /// The digit that stands there and is no value of its own: the 3 of `the top 3`.
    pub(super) fn digit(&self, at: usize) -> Option<usize> {
        let tokens = self.spoken.tokens.get(self.pieces.get(at)?.tokens.clone())?;
        let [number] = tokens else { return None };
        number.text(self.spoken.text).parse().ok().filter(|n| *n < 10)
    }

    /// Whether a number is written out in Hebrew: `שלושת הקניונים` are those three.
    pub(super) fn is_hebrew(&self, at: usize) -> bool {
        let tokens = self.pieces.get(at).and_then(|p| self.spoken.tokens.get(p.tokens.clone())).unwrap_or_default();
        tokens.iter().any(|t| t.text(self.spoken.text).chars().any(lexicon::is_hebrew))
    }

    /// The claim's first token.
    pub(super) fn first_token(&self) -> u32 {
        let token = self.pieces.get(self.claim).map_or(0, |p| p.tokens.start);
        u32::try_from(token).unwrap_or(u32::MAX)
    }

    /// How the claim is hedged; the `up to` of `added up to` is no hedge.
    pub(super) fn comparator(&self, claim: &Quantity) -> Option<Comparator> {
        let adds = |i: usize| matches!(self.word(i), "add" | "adds" | "added" | "adding" | "summed");
        claim.comparator.filter(|_| !(self.claim.saturating_sub(4)..self.claim).any(adds))
    }
}

impl<'r> Pieces<'r> {
    /// The pieces of these tokens.
    pub(super) fn of(spoken: Spoken<'r>, range: core::ops::Range<usize>) -> Self {
        let all = pieces(spoken, range);
        let mut words = Outlines::EMPTY;
        for piece in &all {
            bare(&piece.word).for_each(|word| words.add(word));
        }
        Pieces {
            all,
            words,
            stems: OnceCell::new(),
            names_operation: OnceCell::new(),
            numbered: OnceCell::new(),
            is_told_apart: OnceCell::new(),
        }
    }
}

fn pieces(spoken: Spoken<'_>, range: core::ops::Range<usize>) -> Vec<Piece<'_>> {
    let mut out = Vec::with_capacity(range.len());
    let mut next = spoken.quantities.partition_point(|q| (q.last as usize) <= range.start);
    let mut i = range.start;
    while i < range.end {
        let Some(token) = spoken.tokens.get(i) else { break };
        if let Some(quantity) = spoken.quantities.get(next).filter(|q| (q.first as usize) <= i) {
            let end = (quantity.last as usize).max(i + 1);
            let what = match quantity.value {
                Value::Period(period) => What::Date(period),
                Value::Day(_) | Value::Time(_) => What::Mark(0),
                Value::Number(_) if quantity.kind == ClaimKind::Date => What::Mark(0),
                Value::Number(_) => What::Amount(next),
            };
            out.push(Piece { what, word: Cow::Borrowed(""), tokens: i..end });
            next += 1;
            i = end;
            continue;
        }
        let (what, word) = match token.kind {
            Kind::Word => (What::Word, lower(token.text(spoken.text))),
            _ if matches!(token.ch, EN_DASH | EM_DASH) => (What::Mark(b'-'), Cow::Borrowed("")),
            _ => (What::Mark(token.ch), Cow::Borrowed("")),
        };
        if token.kind != Kind::Newline {
            out.push(Piece { what, word, tokens: i..i + 1 });
        }
        i += 1;
    }
    out
}

/// The stems of a plain word.
pub(super) fn stems_of(word: &str) -> Vec<Stem> {
    words::stems(word, &crate::document::token::tokens(word))
}
