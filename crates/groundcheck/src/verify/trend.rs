//! The way in which a sentence says that a level was reached: `rose to $36.2M` is not borne out where it was $41.0M before.
//!
//! Source: the "Currency and sign count", as people write levels. Only a verb that leads to the value (`fell to`, `rose from
//! … to`) says so; `growth` or `higher` beside it may be about something else.

use rust_decimal::Decimal;

use super::clause::{self, End};
use super::prepare::Mention;
use crate::claims::{Period, Quantity};
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

/// The cell before this one in time, among those of its row and of other times, where it shows that the level went the other way.
pub(crate) fn contrary<'s>(
    trend: Trend,
    mention: &Mention,
    others: impl Iterator<Item = &'s Mention>,
) -> Option<&'s Mention> {
    let [own] = mention.periods[..] else { return None };
    // What was before may stand there as it was reported and restated: one way that it went is enough.
    let mut last: Option<(Period, &Mention, bool)> = None;
    for other in others.filter(|m| is_like(m, mention, own.period) && m.periods[0].period < own.period) {
        let (at, turned) = (other.periods[0].period, went_otherwise(trend, mention, other) == Some(true));
        match &mut last {
            Some((period, _, all)) if *period == at => *all &= turned,
            Some((period, ..)) if *period > at => {}
            _ => last = Some((at, other, turned)),
        }
    }
    last.filter(|(.., turned)| *turned).map(|(_, earlier, _)| earlier)
}

/// Whether a level went another way from the one before it than is told; `None` where its sign changed.
fn went_otherwise(trend: Trend, mention: &Mention, earlier: &Mention) -> Option<bool> {
    let (now, before) = (mention.value.number()?, earlier.value.number()?);
    // Costs and losses stand in brackets: the larger one is farther from zero.
    let (now, before) = match (now.is_sign_negative(), before.is_sign_negative()) {
        (true, true) => (-now, -before),
        (false, false) => (now, before),
        _ => return None,
    };
    Some(now != before && (now > before) != trend.up)
}

/// The cell behind this one in time that went the way it is told, where this one is the first: `fell to 33.8` where 33.8 fell to 21.4.
pub(crate) fn only_start<'s>(
    trend: Trend,
    mention: &Mention,
    others: impl Iterator<Item = &'s Mention>,
) -> Option<&'s Mention> {
    let [own] = mention.periods[..] else { return None };
    let told =
        |m: &&Mention| m.column.is_some() && is_like(m, mention, own.period) && m.periods[0].period != own.period;
    let mut next: Option<&Mention> = None;
    for other in others.filter(told) {
        let at = other.periods[0].period;
        // Nothing before it, and only one time behind.
        if at < own.period || next.is_some_and(|next| next.span != other.span) {
            return None;
        }
        next = Some(other);
    }
    let next = next?;
    let (then, now) = (mention.value.number()?.abs(), next.value.number()?.abs());
    (now != then && (now > then) == trend.up).then_some(next)
}

/// The cell that has the value which the change is said to start from, where it is of a later time than the one it is said to end with.
pub(crate) fn backwards<'s>(
    from: Decimal,
    mention: &Mention,
    others: impl Iterator<Item = &'s Mention>,
) -> Option<&'s Mention> {
    let [own] = mention.periods[..] else { return None };
    let mut starts = others.filter(|m| m.kind == mention.kind && m.value.number() == Some(from));
    let later =
        |m: &&Mention| matches!(m.periods[..], [one] if like(one.period, own.period) && one.period > own.period);
    let first = starts.next().filter(later)?;
    starts.all(|m| later(&m)).then_some(first)
}

/// Whether a value is of the same sort as this one, of one time, and of as long a time as this.
fn is_like(other: &Mention, own: &Mention, period: Period) -> bool {
    let of_time = matches!(other.periods[..], [one] if like(one.period, period));
    other.kind == own.kind && other.months == own.months && of_time
}

/// Whether two periods are of one length and may follow one another.
fn like(a: Period, b: Period) -> bool {
    core::mem::discriminant(&a) == core::mem::discriminant(&b)
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
