//! The values that an answer says it computed with: `from 33 to 34`, `42 % of the 120`, `The figures are 33 and 34.`

use groundcheck_types::ClaimKind;

use super::sentence::{Pieces, Said, What, is_in};
use crate::claims::Quantity;
use crate::document::token::{Kind, Token};
use crate::document::{lower, sentence};
use crate::lexicon::Lex;
use crate::verify::clause::CONTRASTS;

impl<'r> Said<'r> {
    /// The values that the answer gives as what it computed with: `from 33 to 34`, `($1.49 versus $1.16)`, `42 % of the 120` and those
    /// of a next sentence that says nothing else.
    pub(super) fn stated(&self) -> Vec<&'r Quantity> {
        const LEADS: &[&str] = &["from", "versus", "vs", "against", "than", "מ", "לעומת"];
        // `from A to B`, but not `amounted to B`.
        const UNTIL: &[&str] = &["to", "ל"];
        let mut from = false;
        let mut depth = 0_u32;
        let mut out = Vec::new();
        let mut lead = false;
        for (at, piece) in self.pieces.iter().enumerate() {
            match piece.what {
                What::Mark(b'(') => depth += 1,
                What::Mark(b')') => depth = depth.saturating_sub(1),
                What::Mark(b'-') => {}
                // Those of another statement are not what it was computed with.
                What::Mark(b';' | b',') if at < self.claim && self.parts_statements(at) => out.clear(),
                What::Amount(number) if at != self.claim && (depth > 0 || lead) => {
                    out.extend(self.spoken.quantities.get(number));
                    lead = false;
                }
                _ => {
                    let word = piece.word.as_ref();
                    from |= matches!(word, "from" | "מ");
                    lead = LEADS.contains(&word) || (from && UNTIL.contains(&word));
                }
            }
        }
        out.extend(self.whole().filter(|whole| !out.contains(whole)));
        if out.is_empty() { self.listed_next() } else { out }
    }

    /// Whether another statement begins behind this mark: at a semicolon, and at `, while` or `, but`.
    pub(super) fn parts_statements(&self, mark: usize) -> bool {
        self.is_mark(mark, b';') || (self.is_mark(mark, b',') && is_in(self.word(mark + 1), CONTRASTS))
    }

    /// The level that the claim is told beside as what lies between it and another, and the comma behind it: `won with 51 points, 2 ahead
    /// of A and 5 ahead of B`.
    pub(super) fn level(&self) -> Option<(usize, &'r Quantity)> {
        const BESIDE: &[&str] = &[
            "ahead", "behind", "above", "below", "short", "more", "less", "fewer", "higher", "lower", "longer",
            "shorter",
        ];
        // `2 hours less`
        let is_beside = |at: usize| (at + 1..at + 3).any(|i| is_in(self.word(i), BESIDE));
        let own = self.amount(self.claim).filter(|_| is_beside(self.claim))?;
        let comma = (0..self.claim).rev().take(LEVEL_WITHIN).find(|at| self.is_mark(*at, b','))?;
        let mut before = (0..comma).rev().take(LEVEL_WITHIN);
        let level = before.find(|at| self.amount(*at).is_some() && !is_beside(*at)).and_then(|at| self.amount(at))?;
        let alike = level.kind == own.kind && level.unit == own.unit;
        alike.then_some((comma, level))
    }

    /// The whole that the claim is told as a share of: `42 % of the $2.74 billion`.
    fn whole(&self) -> Option<&'r Quantity> {
        let of = self.claim + 1;
        let the = is_in(self.word(of + 1), &["the", "its", "their", "all", "כל"]);
        let is_share = is_in(self.word(of), &["of", "מתוך"]) && self.amount(self.claim)?.kind == ClaimKind::Percentage;
        self.amount(of + 1 + usize::from(the)).filter(|_| is_share)
    }

    /// The values of the next sentence, where it says only that they are the figures behind this one.
    fn listed_next(&self) -> Vec<&'r Quantity> {
        let from = self.pieces.last().map_or(0, |p| p.tokens.end);
        let behind = self.spoken.tokens.get(from..).unwrap_or_default();
        // The sentence's own full stop comes first.
        let mark = behind.iter().take_while(|t| t.kind != Kind::Word && t.kind != Kind::Number).count();
        let start = from + mark;
        let reach = behind.get(mark..).unwrap_or_default();
        let reach = reach.get(..reach.len().min(LISTED_WITHIN)).unwrap_or_default();
        let Some(next) = sentence::sentences(self.spoken.text, reach).into_iter().next() else { return Vec::new() };
        let spoken = Pieces::of(self.spoken, start + next.start..start + next.end);
        let mut out = Vec::new();
        for piece in spoken.iter() {
            match piece.what {
                What::Amount(number) => out.extend(self.spoken.quantities.get(number)),
                What::Date(_) => return Vec::new(),
                What::Mark(_) => {}
                What::Word if is_in(&piece.word, LISTING) => {}
                What::Word => return Vec::new(),
            }
        }
        out
    }
}

/// A level stands at most so many pieces before what lies between it and another.
const LEVEL_WITHIN: usize = 8;

/// How many tokens behind a sentence may only list its values.
pub(crate) const LISTED_WITHIN: usize = 60;

/// Whether a word shows that its sentence says more than which values are behind the one before.
pub(crate) fn says_more(text: &str, token: &Token) -> bool {
    token.kind == Kind::Word && token.lex == Lex::None && !is_in(&lower(token.text(text)), LISTING)
}

/// The words of a sentence that only lists the values behind another one.
const LISTING: &[&str] = &[
    "the",
    "underlying",
    "figures",
    "figure",
    "are",
    "were",
    "is",
    "and",
    "values",
    "value",
    "numbers",
    "amounts",
    "inputs",
    "operands",
    "components",
    "used",
    "being",
    "respectively",
    "with",
    "of",
    "these",
    "calculated",
    "computed",
    "derived",
    "from",
    "as",
    "follows",
    "calculation",
    "uses",
    "this",
    "to",
    "הנתונים",
    "הם",
    "היו",
    "הערכים",
    "בהתאמה",
    "חושב",
    "מתוך",
    "ו",
];
