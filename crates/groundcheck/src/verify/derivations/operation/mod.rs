//! Which operation a sentence's words name for a claim, and which of its words and periods name the operands.
//!
//! The words decide, never the numbers: a reading is made before any value is looked at. One operation a function; each returns
//! the readings that its words allow, the likeliest first (`A and B` may be one name or two).

mod changes;
mod cues;
mod parts;
mod several;
mod words;

use groundcheck_types::ClaimKind;

pub(super) use self::cues::{Cues, cues};
pub(super) use self::words::NOISE;
use self::words::*;
use super::outline::Outlines;
use super::sentence::{Run, Said, What, is_in, stems_of};
use crate::claims::{Period, Quantity};
use crate::lexicon::Lex;
use crate::lexicon::hints::{BASE_LEADS, COMPARED, GIVEN, GO_NOWHERE, PUT};
use crate::verify::stance::{DOWN, UP};
use crate::verify::words::Stem;

/// Which way the sentence says the first operand lies from the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Up,
    Down,
    /// `changed by`, `a difference of`.
    Either,
}

/// What is computed from the operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    /// In percent of the second operand.
    PercentChange(Direction),
    /// The first less the second; of percentages in percentage points.
    Difference(Direction),
    /// Half of the first less the second: how averages of neighbouring years changed.
    HalfDifference,
    Sum,
    Average,
    /// The last operand is the whole, those before it together are the part; in percent.
    Share,
    /// As a share, as a multiple.
    Ratio,
    /// The first in percent of the sum of the others.
    PartOfAll,
    /// What is left of a hundred percent.
    Rest,
    /// The first before it changed by the second, which is a percentage with its sign.
    Undone(Direction),
    /// Twelve times.
    Yearly,
    Product,
}

/// The periods of one row that are the operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum When {
    /// The first operand's and the second's; `None` for the newest, or the one before the first.
    Pair(Option<Period>, Option<Period>),
    Each(Vec<Period>),
    /// All from the first to the last.
    Through(Period, Period),
    /// All that there are in this one, or all at all.
    All(Option<Period>),
}

/// One operand as its words name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) words: Vec<Stem>,
    pub(super) periods: Vec<Period>,
}

/// Where the operands are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Operands {
    /// One thing at several times.
    OverTime(Vec<Stem>, When),
    /// Several things, each with its words.
    Things(Vec<Asked>),
    /// Things in a list whose words alone do not tell where one ends, and the whole that they are set against, if any.
    Listed(Vec<Asked>, Option<Asked>),
    /// Every row of a column.
    Column(Asked, Count),
}

/// How many of a column's rows are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    All,
    /// All, which are so many.
    Exactly(usize),
    /// So many of the largest.
    Largest(usize),
}

/// One way to read the sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) operation: Operation,
    pub(super) operands: Operands,
    /// The word that names the operation.
    pub(super) word: Vec<Stem>,
    /// Whether the sentence can mean nothing else.
    pub(super) firm: bool,
    /// Whether the first operand is a part of the last.
    pub(super) is_part: bool,
}

/// Every word of an operation, for a first look.
static LISTS: [&[&str]; 18] = [
    ADDS, UP, DOWN, MORE_UP, MORE_DOWN, CHANGE, NOUNS, DIFFERENCE, EXCEEDED, MORE, LESS, AVERAGE, SUM, TOTALLED, TOTAL,
    SHARE, RATIO, OTHERS,
];

/// Their outlines: most words have none of them.
static NAMED: Outlines = Outlines::of(&LISTS);

/// Whether the word, in any case, may be one of an operation.
fn may_name(word: &str) -> bool {
    // Letters beyond ASCII change their length with their case, and Hebrew writes others onto them.
    !word.is_ascii() || NAMED.may_have(word)
}

/// Every way in which the sentence's words make the claim the result of an operation; empty where they do not.
pub(super) fn readings(said: &Said<'_>, claim: &Quantity) -> Vec<Reading> {
    let reader = Reader { said, claim };
    let signed = said.claim > 0 && said.is_mark(said.claim - 1, b'+');
    let names_one = claim.kind == ClaimKind::Ratio
        || signed
        || reader.numbered().is_some()
        || said.names_operation(|word| may_name(word) && LISTS.iter().any(|list| is_in(word, list)));
    // `the last of the three years`: a number in words that nothing is said to have changed by.
    let counts = claim.kind == ClaimKind::Number
        && !said.text(claim).contains(|c: char| c.is_ascii_digit())
        && said.first_of(said.claim + 1..said.claim + 3, MORE).is_none()
        && said.first_of(said.claim + 1..said.claim + 3, LESS).is_none();
    if !names_one || counts || reader.is_operand() {
        return Vec::new();
    }
    let percentage = claim.kind == ClaimKind::Percentage;
    let mut out = reader.change_of_average();
    if out.is_empty() {
        out = reader.changed();
    }
    if out.is_empty() && percentage {
        out = reader.share();
    }
    if out.is_empty() && !percentage {
        out = reader.ratio();
    }
    if out.is_empty() {
        out = reader.noun_of_change();
    }
    if out.is_empty() {
        out = reader.difference();
    }
    if out.is_empty() {
        out = reader.average();
    }
    if out.is_empty() {
        out = reader.sum();
    }
    if let Some(and) = reader.numbered().filter(|_| out.is_empty() && !percentage) {
        out = reader.all_numbered(and);
    }
    out.truncate(MOST_READINGS);
    out
}

/// The words of the sentence that carry a subject.
pub(super) fn words(said: &Said<'_>) -> Vec<Stem> {
    said.subject(0..said.pieces.len())
}

/// A sentence is read in at most this many ways.
const MOST_READINGS: usize = 6;
/// A list names at most this many things.
const MOST_THINGS: usize = 12;

/// Whether the word asks for an average or a rate, and names nothing: `the average grant` is called a grant.
pub(super) fn is_rate(word: &str) -> bool {
    is_in(word, AVERAGE) || is_in(word, &["per", "every", "each"])
}

struct Reader<'a, 'r> {
    said: &'a Said<'r>,
    claim: &'a Quantity,
}
impl Reader<'_, '_> {
    fn at(&self) -> usize {
        self.said.claim
    }

    fn end(&self) -> usize {
        self.said.pieces.len()
    }

    /// The direction of a word; `made up` and `added up` go nowhere.
    fn way(&self, at: usize) -> Option<Direction> {
        let word = self.said.word(at);
        // `put on C`, `gave up C`
        match self.said.word(at + 1) {
            "up" | "back" if is_in(word, GIVEN) => return Some(Direction::Down),
            "on" if is_in(word, PUT) => return Some(Direction::Up),
            _ => {}
        }
        let before = || at.checked_sub(1).map_or("", |i| self.said.word(i));
        match word {
            "up" if is_in(before(), GIVEN) => Some(Direction::Down),
            "up" if is_in(before(), GO_NOWHERE) => None,
            // `Ate up 33 % of sales`
            "up" if at + 1 == self.at() && self.said.word(at + 2) == "of" => None,
            _ => direction(word),
        }
    }

    /// Whether a word there sums up: `added up to`, `added together`, but not `added 400 customers`.
    fn adds_up(&self, at: usize) -> bool {
        matches!(self.said.word(at + 1), "up" | "together" | "to") && is_in(self.said.word(at), ADDS)
    }

    /// The piece before `at` that is no hedge.
    fn before(&self, at: usize, skip: &[&str]) -> Option<usize> {
        (0..at).rev().find(|i| !is_in(self.said.word(*i), skip) && !self.said.is_mark(*i, b'-'))
    }

    /// The first and the last of the sentence's periods, the later one first; the only one is the later, unless the sentence
    /// compares with it: `up 5 % from 2022`.
    fn pair(&self) -> When {
        let mut periods = self.all_periods();
        crate::sort::by_key(&mut periods, |p| super::operands::end(*p));
        match periods[..] {
            [] => When::Pair(None, None),
            [one] if self.is_compared_with(one) => When::Pair(None, Some(one)),
            [one] => When::Pair(Some(one), None),
            [first, .., last] => When::Pair(Some(last), Some(first)),
        }
    }

    fn is_compared_with(&self, period: Period) -> bool {
        let at = (0..self.end()).find(|i| self.said.what(*i) == Some(What::Date(period)));
        let lead = at.and_then(|at| {
            let skipped =
                |i: &usize| self.said.is_mark(*i, b'.') || is_in(self.said.word(*i), &["the", "in", "fiscal"]);
            (0..at).rev().find(|i| !skipped(i))
        });
        lead.is_some_and(|i| {
            let word = self.said.word(i);
            let compared = || i > 0 && matches!(self.said.word(i - 1), "compared" | "relative");
            is_in(word, BASE_LEADS) || (matches!(word, "to" | "with") && compared())
        })
    }

    /// Whether it is a percentage alone in its brackets, `rose by $5 million (10 %)`, `(+10 % vs. 2022)`.
    fn stands_alone(&self) -> bool {
        let said = self.said;
        let at = self.at();
        let Some(open) = (0..at).rev().find(|i| said.is_mark(*i, b'(')) else { return false };
        let close = (at..self.end()).find(|i| said.is_mark(*i, b')')).unwrap_or(self.end());
        let amounts = (open..close).filter(|i| matches!(said.what(*i), Some(What::Amount(_)))).count();
        self.claim.kind == ClaimKind::Percentage && amounts == 1 && !(open..at).any(|i| said.is_mark(i, b')'))
    }

    /// Whether the claim is itself an operand, `from A to B`, `(A versus B)`, or a level, `rose to A`.
    fn is_operand(&self) -> bool {
        let said = self.said;
        let mut depth = 0_u32;
        for at in 0..self.at() {
            depth += u32::from(said.is_mark(at, b'('));
            depth = depth.saturating_sub(u32::from(said.is_mark(at, b')')));
        }
        let Some(lead) = self.before(self.at(), &HEDGES[1..]) else { return true };
        let word = said.word(lead);
        let earlier = lead.checked_sub(1).map_or("", |i| said.word(i));
        let earlier = if earlier == "up" { lead.checked_sub(2).map_or("", |i| said.word(i)) } else { earlier };
        let level = match word {
            "to" => !is_in(
                earlier,
                &[
                    "equal",
                    "amounted",
                    "amounting",
                    "came",
                    "amount",
                    "amounts",
                    "equates",
                    "equivalent",
                    "added",
                    "adding",
                    "adds",
                    "add",
                    "summed",
                ],
            ),
            "from" | "versus" | "vs" | "against" | "than" => true,
            "ל" | "מ" => true,
            // `to an operating loss of C`
            "of" => self.leads_to(lead),
            // `rose to B and C, respectively`
            _ if is_in(word, AND) => lead.checked_sub(1).is_some_and(|at| {
                said.amount(at).is_some_and(|q| q.kind == self.claim.kind)
                    && self.before(at, &HEDGES[1..]).is_some_and(|i| matches!(said.word(i), "to" | "from"))
            }),
            _ => false,
        };
        level || (depth > 0 && direction(word).is_none() && !self.stands_alone())
    }

    /// Whether the few words before this one begin with `to a`: that of `slid to an operating loss of C`.
    fn leads_to(&self, of: usize) -> bool {
        const MOST_WORDS: usize = 5;
        let article = |i: usize| matches!(self.said.word(i), "a" | "an");
        (of.saturating_sub(MOST_WORDS)..of).any(|i| self.said.word(i) == "to" && article(i + 1))
    }

    /// Whether the claim is led up to by one of these words: the `to` of `rose to C`.
    fn is_led_by(&self, words: &[&str]) -> bool {
        self.before(self.at(), &HEDGES[1..]).is_some_and(|i| is_in(self.said.word(i), words))
    }

    fn asked(&self, run: Run) -> Asked {
        let own = self.said.periods(run.clone());
        Asked { words: self.words(run), periods: if own.is_empty() { self.own_periods() } else { own } }
    }

    fn words(&self, run: Run) -> Vec<Stem> {
        self.said.subject(run)
    }

    /// The words of the whole sentence but those of the operation.
    fn subject(&self, but: &Run) -> Vec<Stem> {
        let end = (self.at()..self.end()).find(|i| self.contrasts(*i)).unwrap_or(self.end());
        let own = self.subject_in(self.clause_start(self.at())..end, but);
        // `…, but it also rose by 5 %` leaves to the sentence what rose.
        if own.is_empty() { self.subject_in(self.lead()..self.end(), but) } else { own }
    }

    fn subject_in(&self, run: Run, but: &Run) -> Vec<Stem> {
        let mut out = Vec::new();
        self.said.add_subject(run.start..but.start.clamp(run.start, run.end), &mut out);
        self.said.add_subject(but.end.clamp(run.start, run.end)..run.end, &mut out);
        crate::verify::words::sort(&mut out);
        out
    }

    fn all_periods(&self) -> Vec<Period> {
        self.said.periods(0..self.end())
    }

    /// The periods of the claim's own statement: not those of what it is compared with, `C in 2023, down from D in 2022`.
    fn own_periods(&self) -> Vec<Period> {
        let tail = |at: &usize| {
            let lead = self.said.is_mark(*at, b',') || self.said.is_mark(*at, b'(');
            let amount = |i: usize| matches!(self.said.what(i), Some(What::Amount(_)));
            lead && is_in(self.said.word(at + 1), COMPARED) && (at + 2..at + 5).any(amount)
        };
        let own = (self.at() + 1..self.end()).find(tail).map(|end| self.said.periods(0..end));
        own.filter(|own| !own.is_empty()).unwrap_or_else(|| self.all_periods())
    }

    /// The verb right before the claim: `was C`, `amounted to C`.
    fn copula(&self) -> Option<usize> {
        const BESIDE: &[&str] = &["to", "at", "up", "equal", "by"];
        let skip: Vec<&str> = HEDGES.iter().chain(BESIDE).copied().collect();
        let found = self.before(self.at(), &skip)?;
        let marks = |i: usize| self.said.is_mark(i, b':') || self.said.is_mark(i, b'=');
        (is_in(self.said.word(found), COPULA) || is_in(self.said.word(found), SUM) || marks(found)).then_some(found)
    }

    fn reading(&self, operation: Operation, operands: Operands) -> Reading {
        Reading { operation, operands, word: Vec::new(), firm: true, is_part: false }
    }

    /// Readings that this word names.
    fn named(&self, word: usize, mut readings: Vec<Reading>) -> Vec<Reading> {
        for reading in &mut readings {
            reading.word = crate::verify::words::sorted(self.said.stems(word).to_vec());
            // A total may be a row that the source prints.
            reading.firm = self.said.word(word) != "total" || self.all_periods().len() > 1;
        }
        readings
    }

    /// Where what the sentence says begins: behind `according to the filing,`.
    fn lead(&self) -> usize {
        const LEADS: &[&str] = &["according", "based", "working", "per", "using", "as", "לפי", "מתוך"];
        if !is_in(self.said.word(0), LEADS) || is_in(self.said.word(2), SHARE) {
            return 0;
        }
        let comma = (0..self.at().min(10)).find(|i| self.said.is_mark(*i, b','));
        comma.filter(|comma| self.said.periods(0..*comma).is_empty()).map_or(0, |comma| comma + 1)
    }

    /// Where the claim's statement begins.
    fn clause_start(&self, at: usize) -> usize {
        let lead = self.lead();
        (lead..at).rev().find(|i| self.contrasts(*i)).map_or(lead, |i| i + 1)
    }

    /// Whether a statement of another thing follows: at a semicolon, and at `, while`, `, whereas` or `, but`.
    fn contrasts(&self, at: usize) -> bool {
        self.said.parts_statements(at)
    }

    /// Where the statement that goes on at `from` ends: at a bracket, before another statement or at the sentence's end.
    fn clause_end(&self, from: usize) -> usize {
        let ends = |i: &usize| self.said.is_mark(*i, b'(') || self.contrasts(*i);
        (from..self.end()).find(ends).unwrap_or(self.end())
    }
}

/// The direction of a word of change.
fn direction(word: &str) -> Option<Direction> {
    static WAYS: Outlines = Outlines::of(&[TURNS, UP, MORE_UP, DOWN, MORE_DOWN, CHANGE]);
    if word.is_ascii() && !WAYS.may_have(word) {
        return None;
    }
    // Better is more of one thing and less of another.
    if is_in(word, TURNS) {
        Some(Direction::Either)
    } else if is_in(word, UP) || is_in(word, MORE_UP) {
        Some(Direction::Up)
    } else if is_in(word, DOWN) || is_in(word, MORE_DOWN) {
        Some(Direction::Down)
    } else if is_in(word, CHANGE) {
        Some(Direction::Either)
    } else {
        None
    }
}

fn exceeds(word: &str) -> Option<Direction> {
    is_in(word, EXCEEDED).then_some(Direction::Up)
}
