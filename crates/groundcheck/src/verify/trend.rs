//! The way in which a sentence says that a level was reached: `rose to $36.2M` is not borne out where it was $41.0M before.
//!
//! Source: the "Currency and sign count", as people write levels. Only a verb that leads to the value (`fell to`, `rose from
//! … to`) says so; `growth` or `higher` beside it may be about something else.

use rust_decimal::Decimal;

use super::clause::{self, End};
use crate::claims::Quantity;
use crate::document::token::{Kind, Token};
use crate::lexicon::{Lex, Roles};

/// How far before the value its verb may stand, in tokens.
const VERB_WITHIN: usize = 16;

/// Which way these go depends on what is told: a combined ratio improves by falling.
const FOR_BETTER: &[&str] = &["improved", "improvement"];

/// What slows goes down, though it may be a growth: these say nothing of the way that a level went.
const SLOWED: &[&str] = &["slowed", "slowing", "slows", "eased", "cooled"];

/// A level that is said to have been reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trend {
    pub(crate) up: bool,
    /// Where the sentence says that it came from.
    pub(crate) from: Option<Decimal>,
}

/// What the sentence says of the way to this claim; `quantities` are the sentence's own, `start` its first token.
pub(crate) fn of(
    text: &str,
    tokens: &[Token],
    start: usize,
    quantities: &[Quantity],
    claim: &Quantity,
) -> Option<Trend> {
    if clause::lead(text, tokens, claim) != Some(End::To) {
        return None;
    }
    let at = (claim.first as usize).checked_sub(1)?;
    let before = tokens.get(start.max(at.saturating_sub(VERB_WITHIN))..at)?;
    let slowed = |t: &Token| t.is_one_of(text, SLOWED);
    let turn = before.iter().rposition(|t| t.roles.has(Roles::UP) || t.roles.has(Roles::DOWN) || slowed(t))?;
    if before[turn].is_one_of(text, FOR_BETTER) {
        return None;
    }
    // `The rise to` is one, `higher costs led to` is none; nothing but `from A` may stand in between.
    let between = &before[turn + 1..];
    let carries = |t: &&Token| t.kind == Kind::Word && t.lex == Lex::None && !t.roles.has(Roles::STOP);
    let words = between.iter().filter(carries).count();
    let from = between.iter().position(|t| t.is_one_of(text, &["from", "מ"]));
    if from.is_none() && words > 1 {
        return None;
    }
    let from = clause::start_of_change(text, tokens, quantities, claim);
    Some(Trend { up: before[turn].roles.has(Roles::UP), from: from.and_then(|q| q.value.number()) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Conventions, extract_tokens};
    use crate::document::token::tokens;

    #[test]
    fn only_a_verb_that_leads_to_the_value_says_so() {
        for (text, expected) in [
            ("Revenue rose to $5M in 2023.", Some((true, None))),
            ("Revenue fell sharply to $5M.", Some((false, None))),
            ("Revenue rose from $4M to $5M.", Some((true, Some(4)))),
            ("Absence fell from 15.2% in 2022 to 18.7% in 2023.", Some((false, Some(15)))),
            ("Revenue was $5M, up from $4M.", None),
            ("Higher sales of wheat led margins to 5%.", None),
            ("Revenue rose between Q2 and Q3, reaching $5M.", Some((true, None))),
            ("Sales rose, and gross margins are reaching 5%.", None),
            ("Sales rose from $5M to $6M, and profit from $2M to $3M.", Some((true, Some(2)))),
            ("Revenue came to $5M.", None),
            ("The combined ratio improved to 92 %.", None),
            ("הנטישה עלתה ל-5 באחוז.", Some((true, None))),
        ] {
            let tokens = tokens(text);
            let found = extract_tokens(text, &tokens, Conventions::default());
            let last = found.iter().rfind(|q| q.value.number().is_some()).unwrap();
            let trend = of(text, &tokens, 0, &found, last);
            let million = Decimal::from(1_000_000);
            let whole = |d: Decimal| if d > million { d / million } else { d.trunc() };
            assert_eq!(
                trend.map(|t| (t.up, t.from.map(whole))),
                expected.map(|(up, from)| (up, from.map(Decimal::from))),
                "{text}"
            );
        }
    }
}
