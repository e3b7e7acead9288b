//! The words beside a result of the answer's own arithmetic that say how it comes about: `in total`, `each`, `more than`, `of which`.

use core::ops::Range;

use super::Derivations;
use crate::claims::Quantity;
use crate::document::token::{Kind, Token};
use crate::lexicon::Lex;

/// What says so of a value stands at most this many tokens beside it.
const NEAR: usize = 3;
/// Words that say which way something lies from another stand at most this many tokens before or behind how far.
const BESIDE: usize = 6;
/// How a result is told stands at most this many tokens before it.
const RESULT: usize = 12;
/// How a result is told.
const SAYS_RESULT: &[&str] = &[
    "total",
    "totals",
    "altogether",
    "together",
    "makes",
    "making",
    "comes",
    "come",
    "add",
    "adds",
    "works",
    "sum",
    "equals",
    "i.e",
    "ie",
    "סה\"כ",
    "סך",
    "יחד",
    "ביחד",
    "כלומר",
    "דהיינו",
    "יסתכם",
    "תסתכם",
    "מסתכם",
];
/// How the price of each is told.
const EACH: &[&str] = &["each", "per", "at", "every", "apiece", "a", "an", "average", "כל", "לכל", "ליום", "לחודש"];
/// How it is told that one thing lies above another.
const UP: &[&str] = &[
    "more",
    "higher",
    "above",
    "over",
    "extra",
    "ahead",
    "up",
    "rose",
    "rise",
    "rises",
    "grew",
    "growth",
    "gain",
    "gained",
    "gains",
    "increase",
    "increased",
    "increases",
    "longer",
    "larger",
    "bigger",
    "greater",
    "dearer",
    "faster",
    "improved",
    "improvement",
    "climbed",
    "jumped",
    "added",
    "adds",
    "exceeded",
    "exceeds",
    "heavier",
    "taller",
    "older",
    "warmer",
    "better",
    "wider",
    "beat",
    "surplus",
    "profit",
    "יותר",
    "עלה",
    "עלתה",
    "עלו",
    "עלייה",
    "עליה",
    "גידול",
    "גדל",
    "גדלה",
    "צמח",
    "צמחה",
    "צמיחה",
    "זינק",
    "תוספת",
    "גבוה",
    "גבוהה",
    "מעל",
    "התייקר",
    "התייקרה",
    "עודף",
];
/// The same of below.
const DOWN: &[&str] = &[
    "less",
    "fewer",
    "lower",
    "below",
    "under",
    "behind",
    "short",
    "down",
    "fell",
    "fall",
    "falls",
    "drop",
    "dropped",
    "drops",
    "decrease",
    "decreased",
    "decline",
    "declined",
    "declines",
    "cheaper",
    "shorter",
    "smaller",
    "cut",
    "cuts",
    "save",
    "saves",
    "saved",
    "saving",
    "savings",
    "lost",
    "loses",
    "slipped",
    "reduced",
    "reduction",
    "lighter",
    "slower",
    "cooler",
    "younger",
    "narrowed",
    "remaining",
    "remain",
    "remains",
    "left",
    "leaves",
    "leaving",
    "rest",
    "other",
    "deficit",
    "loss",
    "without",
    "discount",
    "off",
    "פחות",
    "ירד",
    "ירדה",
    "ירדו",
    "ירידה",
    "קיטון",
    "קטן",
    "קטנה",
    "נמוך",
    "נמוכה",
    "מתחת",
    "חיסכון",
    "חוסך",
    "חוסכת",
    "צנח",
    "נותרו",
    "נותר",
    "חסרים",
    "הוזלה",
    "הנחה",
    "יתר",
];
/// What is said of a share that is taken off.
pub(super) const OFF: &[&str] = &["off", "discount", "less", "reduction", "cheaper", "הנחה", "פחות"];
/// What is said of what need not be paid.
const SAVES: &[&str] = &["save", "saves", "saving", "saved", "keep", "תחסכו", "חוסך"];
/// A sentence with one of these tells of no sum unless it says so.
const NO_SUM: &[&str] = &["difference", "gap", "average", "averaged", "mean", "less", "minus", "net", "הפרש", "ממוצע"];
/// How a sentence begins that tells more of the amount before it.
const GOES_ON: &[&str] = &["that", "this", "it", "which", "זה", "זו", "זוהי", "כלומר", "מדובר"];
/// Of either.
const APART: &[&str] =
    &["difference", "gap", "spread", "margin", "clear", "changed", "change", "by", "הפרש", "פער", "שינוי"];
/// How a part of a whole is told.
const PART: &[&str] = &[
    "of",
    "share",
    "makes",
    "make",
    "accounts",
    "account",
    "accounted",
    "represents",
    "or",
    "proportion",
    "rate",
    "i.e",
    "about",
    "מתוך",
    "מכלל",
    "מ",
    "מהווה",
    "מהווים",
    "שהם",
    "כלומר",
];

/// What the words beside a claim say of how it comes about.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cues {
    pub(super) result: bool,
    pub(super) each: bool,
    pub(super) up: bool,
    pub(super) down: bool,
    pub(super) apart: bool,
    pub(super) part: bool,
    pub(super) points: bool,
}

impl Cues {
    pub(super) fn lies(self) -> bool {
        self.up || self.down || self.apart
    }
}

impl Derivations<'_> {
    /// What is said beside the claim of how it comes about.
    pub(super) fn own_cues(&self, claim: &Quantity, range: &Range<usize>) -> Cues {
        let (first, last) = (claim.first as usize, claim.last as usize);
        let within = |before: usize, behind: usize| {
            let near = range.start.max(first.saturating_sub(before))..range.end.min(last.saturating_add(behind));
            self.spoken.tokens.get(near).unwrap_or_default()
        };
        let text = self.spoken.text;
        let says = |tokens: &[Token], list: &[&str]| tokens.iter().any(|t| t.is_one_of(text, list));
        let result = within(RESULT, NEAR);
        let beside = within(BESIDE, BESIDE);
        let bracket = |at: usize, ch: u8| self.spoken.tokens.get(at).is_some_and(|t| t.ch == ch);
        // `508 of 612 people (83 %)`, `(about 83 %)`
        let open = (first.saturating_sub(NEAR)..first).any(|at| bracket(at, b'('));
        Cues {
            result: result.iter().any(|t| t.ch == b'=') || says(result, SAYS_RESULT),
            each: says(within(BESIDE, NEAR), EACH) || within(0, NEAR).iter().any(|t| t.lex == Lex::Per || t.ch == b'/'),
            up: says(beside, UP) || first.checked_sub(1).is_some_and(|at| bracket(at, b'+')),
            down: says(beside, DOWN),
            apart: says(within(BESIDE, 1), APART),
            part: says(beside, PART) || (open && bracket(last, b')')),
            points: says(within(0, 2), &["point", "points", "pp", "pts", "נקודות", "נקודה"])
                || claim.span.of(text).is_some_and(|own| own.contains("point") || own.contains("נקוד")),
        }
    }

    /// Whether a sentence tells of what is saved: which of the two amounts is more does not matter then.
    pub(super) fn saves(&self, range: &Range<usize>) -> bool {
        self.tells(range, SAVES)
    }

    /// Whether a sentence tells of something that is no sum.
    pub(super) fn tells_no_sum(&self, range: &Range<usize>) -> bool {
        self.tells(range, NO_SUM)
    }

    /// Whether what an amount is made of follows it: `£1,295,710: £1,060,300 of pay and …`, `of the £66,000, £41,000 is …`.
    pub(super) fn lists_parts(&self, claim: &Quantity) -> bool {
        let (first, last) = (claim.first as usize, claim.last as usize);
        let behind = self.spoken.tokens.get(last..last + NEAR).unwrap_or_default();
        behind.iter().any(|t| t.ch == b':') || self.tells(&(first.saturating_sub(2)..first), &["of"])
    }

    /// Whether a sentence goes on about the amount before it: `Revenue was $20.7 million. That is 12.5% more than in Q2.`
    pub(super) fn goes_on(&self, range: &Range<usize>) -> bool {
        let first = self.spoken.tokens.get(range.start).filter(|_| !range.is_empty());
        first.is_some_and(|t| t.begins_as_one_of(self.spoken.text, GOES_ON))
    }

    fn tells(&self, range: &Range<usize>, words: &[&str]) -> bool {
        let tokens = self.spoken.tokens.get(range.clone()).unwrap_or_default();
        tokens.iter().any(|t| t.is_one_of(self.spoken.text, words))
    }

    /// Whether a share is told as one that is taken off: `15% off`, `10% discount`.
    pub(super) fn is_off(&self, share: &Quantity) -> bool {
        self.tells(&(share.last as usize..(share.last as usize).saturating_add(NEAR)), OFF)
    }

    /// Whether an amount is told as that of each: `at €50`, `418 a day`, `7 × 418`, `ten payments of £47.75`.
    pub(super) fn is_of_each(&self, amount: &Quantity) -> bool {
        let before = |back: usize| self.spoken.tokens.get((amount.first as usize).checked_sub(back)?);
        let counted = |t: &Token| t.kind == Kind::Number || matches!(t.lex, Lex::Unit(_) | Lex::Teen(_) | Lex::Tens(_));
        let things = |t: &Token| t.kind == Kind::Word && t.text(self.spoken.text).ends_with('s');
        let of = before(1).is_some_and(|t| t.lex == Lex::Of || t.is_one_of(self.spoken.text, &["of"]));
        if of && before(2).is_some_and(things) && before(3).is_some_and(counted) {
            return true;
        }
        let from = (amount.first as usize).saturating_sub(NEAR);
        let near = self.spoken.tokens.get(from..(amount.last as usize).saturating_add(NEAR)).unwrap_or_default();
        let (text, times) = (self.spoken.text, |t: &Token| matches!(t.text(self.spoken.text), "×" | "x" | "*" | "/"));
        near.iter().any(|t| t.is_one_of(text, EACH) || times(t))
    }
}
