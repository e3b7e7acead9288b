//! What a clause says beside its value: which way something went, whether it is a gain or a loss, whether it is denied.
//!
//! `Revenue fell 12 %` is not borne out by `revenue rose 12 %`, nor `NOI was $1.2M` by `NOI did not reach $1.2M`.

use groundcheck_types::Comparator;

use super::clause::End;
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles};

/// The stance of one clause; `None` where it takes none, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Stance {
    pub(crate) up: Option<bool>,
    gain: Option<bool>,
    denied: bool,
    /// Whether it is what a part is of, so that what is denied is denied of the part: `319 of the 1,450 did not answer`.
    pub(crate) whole: bool,
    /// Whether the value is the most that it may be, or the least.
    most: Option<bool>,
    /// Whether the value is a change rather than a level: `rose by 119`, `a $5 million increase`.
    pub(crate) change: bool,
    /// Which end of a change the value is said to be.
    pub(crate) end: Option<End>,
    /// Whether the value is what another one is set against.
    pub(crate) former: bool,
}

impl Stance {
    /// The stance of a clause, of which these tokens stand before and behind its value.
    pub(crate) fn of(text: &str, before: &[Token], behind: &[Token]) -> Self {
        let said = before.iter().chain(behind).fold(Roles::NONE, |said, token| said.and(token.roles));
        let either = |yes, no| match (said.has(yes), said.has(no)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        Stance {
            up: either(Roles::UP, Roles::DOWN),
            gain: either(Roles::GAIN, Roles::LOSS),
            denied: said.has(Roles::DENIAL)
                && (denies(text, told(text, before))
                    || goes_on(text, behind).iter().any(|t| t.roles.has(Roles::DENIAL))),
            change: is_change(text, before, behind),
            ..Stance::default()
        }
    }

    /// The same beside a value with this hedge: `not more than 6` denies nothing and bounds it, as does `cannot carry more than 6`.
    pub(crate) fn hedged(mut self, before: &[Token], hedge: Option<Comparator>) -> Self {
        self.most = match hedge {
            Some(Comparator::AtMost | Comparator::LessThan) => Some(true),
            Some(Comparator::AtLeast | Comparator::MoreThan) => Some(false),
            Some(Comparator::About) | None => None,
        };
        let strict = matches!(hedge, Some(Comparator::MoreThan | Comparator::LessThan));
        let in_hedge = || before.iter().rev().take(LONGEST_HEDGE).any(|t| t.roles.has(Roles::DENIAL));
        if self.denied && strict {
            self.most = self.most.map(|most| !most);
            self.denied = false;
        } else if self.denied && self.most.is_some() && in_hedge() {
            self.denied = false;
        }
        self
    }

    /// Whether it says that something went up.
    pub(crate) fn says_up(self) -> bool {
        self.up == Some(true)
    }

    /// Whether it denies what its clause says.
    pub(crate) fn is_denied(self) -> bool {
        self.denied
    }

    /// Whether it says that the value is a profit.
    pub(crate) fn says_gain(self) -> bool {
        self.gain == Some(true)
    }

    /// Whether it says that the value is a loss.
    pub(crate) fn says_loss(self) -> bool {
        self.gain == Some(false)
    }

    /// Whether a change, a gain or what is not denied goes the other way: bounds and ends may be told of the same from either side.
    pub(crate) fn goes_against(self, other: Stance) -> bool {
        let differ = |a: Option<bool>, b: Option<bool>| matches!((a, b), (Some(a), Some(b)) if a != b);
        let way = differ(self.up, other.up) && (self.change || other.change);
        way || differ(self.gain, other.gain) || (self.denied != other.denied && !self.whole)
    }

    /// Whether the two cannot both be true of one value; this one is the claim's.
    pub(crate) fn opposes(self, other: Stance) -> bool {
        let differ = |a: Option<bool>, b: Option<bool>| matches!((a, b), (Some(a), Some(b)) if a != b);
        // `Cut by $40 to $185` is no cut by $185.
        let reached = |one: Stance, other: Stance| one.change && one.end.is_none() && other.end == Some(End::To);
        let ends = matches!((self.end, other.end), (Some(a), Some(b)) if a != b)
            || reached(self, other)
            || reached(other, self);
        differ(self.up, other.up)
            || differ(self.gain, other.gain)
            || differ(self.most, other.most)
            || (self.denied != other.denied && !self.whole)
            || ends
    }
}

/// Whether one of these words denies the value behind them: `was not`, but no comparison that is denied, as in `were not more
/// frequent with the drug: 4.4 %`.
fn denies(text: &str, before: &[Token]) -> bool {
    const MORE: &[&str] =
        &["more", "less", "fewer", "higher", "lower", "better", "worse", "longer", "shorter", "larger"];
    let compares = |at: usize| {
        let rest = before.get(at + 1..).unwrap_or_default();
        let (Some(first), Some(behind)) = (rest.first(), rest.get(1..)) else { return false };
        first.is_one_of(text, MORE)
            && behind.iter().any(|t| t.ch == b':')
            && !behind.iter().any(|t| t.is_one_of(text, &["than"]))
    };
    before.iter().enumerate().any(|(at, t)| t.roles.has(Roles::DENIAL) && !compares(at))
}

/// Whether a value behind these words is what a share or so many are of: `42 % of the $2.74 billion backlog`.
pub(crate) fn is_whole(text: &str, before: &[Token]) -> bool {
    let mut back = before.iter().rev();
    let of = |t: &&Token| t.is_one_of(text, &["of", "מתוך"]);
    let led = match back.next() {
        Some(the) if the.is_one_of(text, &["the", "our", "its", "their", "all"]) => back.next().is_some_and(|t| of(&t)),
        Some(last) => of(&last),
        None => false,
    };
    let part = |t: &Token| {
        t.kind == Kind::Number
            || t.ch == b'%'
            || matches!(t.lex, Lex::Percent | Lex::Half | Lex::Quarter | Lex::Ordinal(_))
    };
    led && back.next().is_some_and(part)
}

/// What stands behind a value before the next thing is said: `6 days can be taken over, but don't wait too long`.
fn goes_on<'t>(text: &str, behind: &'t [Token]) -> &'t [Token] {
    const CLAUSES: &[&str] = &["but", "and", "so", "though", "although", "while", "yet", "אבל", "אך"];
    // `between 8 and 28 degrees, never in the sun` denies the sun; `$500, never refundable` the refund.
    const WHERE: &[&str] = &["in", "on", "at", "under", "during", "before", "after", "by", "with"];
    let denied_there = |at: usize| {
        behind.get(at + 1).is_some_and(|t| t.roles.has(Roles::DENIAL))
            && behind.get(at + 2).is_some_and(|t| t.is_one_of(text, WHERE))
    };
    let begins = |at: usize| behind.get(at + 1).is_some_and(|t| t.is_one_of(text, CLAUSES)) || denied_there(at);
    let parts = |(at, t): (usize, &Token)| matches!(t.ch, b';' | b':') || (t.ch == b',' && begins(at));
    let end = behind.iter().enumerate().position(parts).unwrap_or(behind.len());
    behind.get(..end).unwrap_or_default()
}

/// What stands before a value without a condition that it begins with: `if the fever does not go away, stop after 3 days`.
fn told<'t>(text: &str, before: &'t [Token]) -> &'t [Token] {
    const CONDITIONS: &[&str] = &["if", "when", "unless", "although", "because", "where", "once", "אם", "כאשר"];
    let begins = before.iter().find(|t| t.kind == Kind::Word).is_some_and(|t| t.is_one_of(text, CONDITIONS));
    match before.iter().position(|t| t.ch == b',').filter(|_| begins) {
        Some(comma) => before.get(comma..).unwrap_or_default(),
        None => before,
    }
}

/// A hedge has at most so many tokens, a denial among them: `not more than`, `לא יותר מ-`.
const LONGEST_HEDGE: usize = 4;

/// Whether a value between these two is a change: `increased by`, `fell`, `an increase of` right before it or `increase in` right
/// behind it.
fn is_change(text: &str, before: &[Token], behind: &[Token]) -> bool {
    let turn = |token: &Token| {
        token.roles.has(Roles::UP)
            || token.roles.has(Roles::DOWN)
            || token.is_one_of(text, &["change", "changed", "שינוי"])
    };
    let is_word = |token: &&Token| token.kind == Kind::Word;
    let mut back = before.iter().rev().filter(is_word);
    let led = back.next().is_some_and(|last| {
        if last.is_one_of(text, &["by", "of", "was", "were", "about", "approximately"]) {
            back.next().is_some_and(turn)
        } else {
            turn(last)
        }
    });
    led || behind.iter().find(is_word).is_some_and(|next| turn(next) && !next.is_one_of(text, &["higher", "lower"]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::token::tokens;

    #[test]
    fn changes_are_no_levels() {
        for (before, behind, change) in [
            ("headcount increased by ", " employees", true),
            ("headcount increased to ", " employees", false),
            ("costs increased ", " to $178.9 million", true),
            ("a ", " increase in costs", true),
            ("an increase of ", " in costs", true),
            ("costs were ", " in 2019", false),
            ("the increase in costs over ", " years", false),
        ] {
            let text = format!("{before}{behind}");
            let all = tokens(&text);
            let (before_it, behind_it) = all.split_at(tokens(before).len());
            assert_eq!(is_change(&text, before_it, behind_it), change, "{before}#{behind}");
        }
    }

    #[test]
    fn cases() {
        for (a, b, opposed) in [
            ("revenue fell 12%", "revenue rose 12%", true),
            ("revenue grew 12%", "revenue increased 12%", false),
            ("net loss was $5m", "net income was $5m", true),
            ("noi did not reach $1.2m", "noi was $1.2m", true),
            ("noi was not $1.2m", "noi did not reach $1.2m", false),
            ("revenue was $5m", "revenue rose to $5m", false),
            ("ההכנסות ירדו ב-12%", "ההכנסות עלו ב-12%", true),
            ("the gain or loss was $5m", "the loss was $5m", false),
            ("if the fever does not go away, stop after", "stop after", false),
            ("the vaccine does not, when stored properly, lose", "the vaccine does lose", true),
            ("when audited, the firm did not pay", "the firm did pay", true),
            ("a note on upkeep", "a note on downtime", false),
            ("side effects weren't more frequent with the drug:", "side effects were seen in", false),
            ("side effects weren't more frequent than", "side effects were seen in", true),
            ("side effects weren't seen in", "side effects were seen in", true),
        ] {
            let of = |clause| Stance::of(clause, &tokens(clause), &[]);
            assert_eq!(of(a).opposes(of(b)), opposed, "{a} / {b}");
        }
    }
}
