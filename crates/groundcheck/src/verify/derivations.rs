//! What a row implies but does not print: the change between two of its periods, in percent or as an amount.
//!
//! Source: the design's section 3, "Derivations". Spurious matches are the risk, so only the row that the claim's words point at
//! and the two periods that its sentence names (or the one it names and the one before) are operands.
//!
//! ```text
//! revenue of $1,496.5 million in 2019, up 24.4 %   ->   (1,496.5 − 1,202.9) / 1,202.9 = 24.4 %
//! ```

use groundcheck_types::{ClaimKind, Nearest, Policy, Status};
use rust_decimal::Decimal;

use super::context::Context;
use super::documents::{self, half};
use super::prepare::{Mention, Sources};
use super::reasons::Say;
use super::search::{Search, meant};
use super::stance::{DOWN, UP};
use super::tolerance::{Tolerances, difference_percent};
use super::{Judgement, format};
use crate::claims::{Period, Quantity, Value};

/// Which way the sentence says something went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    /// `changed by`, `a change of`.
    Either,
}

const EITHER: &[&str] = &["change", "changed", "changes", "difference", "variance", "שינוי"];

/// The word of direction nearest to the claim, the one before it first.
fn direction(context: &Context<'_>) -> Option<Direction> {
    let of = |word: &str| {
        [(UP, Direction::Up), (DOWN, Direction::Down), (EITHER, Direction::Either)]
            .into_iter()
            .find(|(words, _)| words.contains(&word))
            .map(|(_, direction)| direction)
    };
    let words = |text: &'_ str| -> Vec<String> {
        text.split(|c: char| !c.is_alphabetic()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
    };
    let (before, behind) = context.sentence.split_at_checked(context.claim_at)?;
    let before = words(before).into_iter().rev().find_map(|w| of(&w));
    before.or_else(|| words(behind).into_iter().find_map(|w| of(&w)))
}

/// Two cells of a row, the later one first, and the change between them.
struct Change<'s> {
    new: &'s Mention,
    old: &'s Mention,
    new_value: Decimal,
    old_value: Decimal,
}

/// Judges a change; `None` where the sentence speaks of none or no row has its two periods.
pub(crate) fn judge(
    claim: &Quantity,
    context: &Context<'_>,
    search: &Search<'_>,
    tolerances: &Tolerances,
    policy: &Policy,
    say: Say,
) -> Option<Judgement> {
    let direction = direction(context)?;
    let claimed = claim.value.number()?;
    let sources = search.sources();
    let rows = meant(&search.candidates(context, |place, mention| place.is_row && mention.periods.len() == 1), sources);
    let mut numbers: Vec<u32> = rows.iter().map(|c| sources.mentions[c.mention as usize].place).collect();
    numbers.dedup();
    let mut other: Option<(Change<'_>, Decimal, Decimal)> = None;
    for number in numbers {
        let Some(change) = change(context, sources, number) else { continue };
        let Some(actual) = change.value(claim.kind) else { continue };
        let stated = match direction {
            Direction::Down => -claimed.abs(),
            Direction::Up => claimed,
            Direction::Either if claimed.is_sign_positive() && actual.is_sign_negative() => -claimed,
            Direction::Either => claimed,
        };
        let gap = stated.checked_sub(actual)?.abs();
        let near = tolerances.holds(claim.kind, stated, claim.step, actual, None);
        if near || gap <= half(claim.step) {
            return Some(change.judgement(claim, (stated, actual), Status::Supported, sources, policy, say));
        }
        other = other.or(Some((change, stated, actual)));
    }
    // Amounts are said of levels too (`rose to`): only a percentage of change can be nothing else.
    let (change, stated, actual) = other.filter(|_| claim.kind == ClaimKind::Percentage)?;
    Some(change.judgement(claim, (stated, actual), Status::Contradicted, sources, policy, say))
}

/// The two cells of the row that the sentence's periods choose.
fn change<'s>(context: &Context<'_>, sources: &'s Sources, row: u32) -> Option<Change<'s>> {
    let place = sources.places.get(row as usize)?;
    let mut cells: Vec<(Period, &Mention, Decimal)> = place
        .mentions
        .clone()
        .map(|i| &sources.mentions[i as usize])
        .filter(|m| m.periods.len() == 1 && m.kind != ClaimKind::Percentage)
        .filter_map(|m| Some((m.periods.first()?.period, m, m.value.number()?)))
        .collect();
    cells.sort_by_key(|(period, ..)| *period);
    let named = |p: &Period| cells.iter().rposition(|(own, ..)| own.within(*p) || p.within(*own));
    let mut years: Vec<usize> = context.all_periods.iter().filter_map(named).collect();
    years.sort_unstable();
    years.dedup();
    let (old, new) = match years[..] {
        [] => (cells.len().checked_sub(2)?, cells.len() - 1),
        [only] => (only.checked_sub(1)?, only),
        [first, .., last] => (first, last),
    };
    let ((_, new, new_value), (_, old, old_value)) = (cells.get(new)?, cells.get(old)?);
    Some(Change { new, old, new_value: *new_value, old_value: *old_value })
}

impl Change<'_> {
    /// The change in the claim's own kind: in percent of the earlier value, or as an amount.
    fn value(&self, kind: ClaimKind) -> Option<Decimal> {
        let difference = self.new_value.checked_sub(self.old_value)?;
        match kind {
            ClaimKind::Percentage => difference.checked_div(self.old_value.abs())?.checked_mul(Decimal::ONE_HUNDRED),
            ClaimKind::Currency | ClaimKind::Number => Some(difference),
            ClaimKind::Ratio | ClaimKind::Date | ClaimKind::Statement => None,
        }
    }

    /// `(1,496.5 − 1,202.9) / 1,202.9 = 24.4 %`
    fn formula(&self, claim: &Quantity, actual: Decimal, sources: &Sources) -> String {
        let cell =
            |m: &Mention| documents::printed(sources, m).trim_start_matches(['$', '€', '£', '₪', ' ']).to_owned();
        let (new, old) = (cell(self.new), cell(self.old));
        let shown = format::number(actual.round_dp(1), claim.kind, claim.unit);
        match claim.kind {
            ClaimKind::Percentage => format!("({new} − {old}) / {old} = {shown}"),
            _ => format!("{new} − {old} = {shown}"),
        }
    }

    /// `stated` is what the sentence says, with the sign of its direction.
    fn judgement(
        &self,
        claim: &Quantity,
        (stated, actual): (Decimal, Decimal),
        status: Status,
        sources: &Sources,
        policy: &Policy,
        say: Say,
    ) -> Judgement {
        let formula = self.formula(claim, actual, sources);
        let at = documents::evidence(sources, self.new, self.new.span, self.new.value);
        let shown = format::number(actual.round_dp(1), claim.kind, claim.unit);
        // The other way: the sign is the point.
        let turned = stated.is_sign_negative() != actual.is_sign_negative() && !actual.is_sign_negative();
        let nearest = Nearest {
            value: Value::Number(actual.round_dp(4)).to_claim_value(),
            text: if turned { format!("+{shown}") } else { shown },
            difference_percent: difference_percent(stated, actual),
            source: at.source.clone(),
            fact: None,
            span: at.span,
            utf16: at.utf16,
        };
        let reason = match status {
            Status::Supported => say.derived(documents::source_id(sources, self.new), &formula),
            _ => say.derived_otherwise(documents::source_id(sources, self.new), &formula),
        };
        Judgement {
            status,
            confidence: policy.document_confidence,
            evidence: vec![at, documents::evidence(sources, self.old, self.old.span, self.old.value)],
            nearest: Some(nearest),
            derivation: Some(formula),
            reasons: vec![reason],
        }
    }
}
