//! Changes of a fact's value from one time to another: the same readings as over the sources, over `request.facts`.

use groundcheck_types::{ClaimKind, Nearest, Status};
use rust_decimal::Decimal;

use super::operation::{self, Direction, Operands, Operation, When};
use super::sentence::Said;
use super::{Derivations, signed};
use crate::claims::{Period, Quantity, Value};
use crate::verify::context::Context;
use crate::verify::facts::{AtTime, PreparedFact, Scoped, series};
use crate::verify::search::overlap;
use crate::verify::tolerance::difference_percent;
use crate::verify::{Judgement, format};

impl Derivations<'_> {
    /// What the facts say of a claim that its sentence makes a change over time; `None` where it is none, or the facts do not
    /// have both values.
    pub(crate) fn over_facts(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        facts: &[PreparedFact],
        scoped: &Scoped,
    ) -> Option<Judgement> {
        let claimed = claim.value.number()?;
        let said = Said::read(self.spoken, context.range.clone(), claim)?;
        let readings = operation::readings(&said, claim);
        let (operation, when) = readings.iter().find_map(|reading| match (&reading.operands, reading.operation) {
            (Operands::OverTime(_, when), operation @ (Operation::PercentChange(_) | Operation::Difference(_))) => {
                Some((operation, when))
            }
            _ => None,
        })?;
        let When::Pair(first, second) = when else { return None };
        let series = series(claim, context, facts, scoped);
        let (new, old) = pair(&series, *first, *second)?;
        // Percentage points are of percentages, and amounts of amounts.
        let percentages = new.shown.ends_with('%');
        if matches!(operation, Operation::Difference(_)) && percentages != (claim.kind == ClaimKind::Percentage) {
            return None;
        }
        let gap = new.value.checked_sub(old.value)?;
        let (actual, formula) = match operation {
            Operation::PercentChange(_) => (
                gap.checked_div(old.value.abs())?.checked_mul(Decimal::ONE_HUNDRED)?,
                format!("({} − {}) / {}", new.shown, old.shown, old.shown),
            ),
            _ => (gap, format!("{} − {}", new.shown, old.shown)),
        };
        let stated = signed(operation, claimed, actual);
        let either =
            matches!(operation, Operation::PercentChange(Direction::Either) | Operation::Difference(Direction::Either));
        let same_way = either || stated.is_sign_negative() == actual.is_sign_negative();
        let holds = same_way && self.tolerances.holds(claim.kind, stated, claim.step, actual, said.comparator(claim));
        let shown = format::number(actual.round_dp(claim.step.normalize().scale().clamp(1, 4)), claim.kind, claim.unit);
        let formula = format!("{formula} = {shown}");
        let fact = new.evidence.fact;
        let (status, reason) = if holds {
            (Status::Supported, self.say.derived_from_facts(&formula))
        } else {
            (Status::Contradicted, self.say.facts_otherwise(&formula))
        };
        Some(Judgement {
            status,
            confidence: self.policy.fact_confidence,
            evidence: vec![new.evidence.clone(), old.evidence.clone()],
            nearest: Some(Nearest {
                value: Value::Number(actual.round_dp(4)).to_claim_value(),
                text: shown,
                difference_percent: difference_percent(stated, actual),
                source: None,
                fact,
                span: None,
                utf16: None,
            }),
            derivation: Some(formula),
            reasons: vec![reason],
        })
    }
}

/// The later and the earlier value; where the sentence names no time, the newest one and the one before it.
fn pair(series: &[AtTime], first: Option<Period>, second: Option<Period>) -> Option<(&AtTime, &AtTime)> {
    let at = |p: Period| {
        let exact = series.iter().find(|at| at.period == p);
        exact.or_else(|| series.iter().find(|at| overlap(at.period, p)))
    };
    let new = match first {
        Some(p) => at(p)?,
        None => series.last()?,
    };
    let old = match second {
        Some(p) => at(p)?,
        None => {
            let like = |at: &&AtTime| core::mem::discriminant(&at.period) == core::mem::discriminant(&new.period);
            series.iter().filter(like).take_while(|at| at.period != new.period).last()?
        }
    };
    (new.period != old.period).then_some((new, old))
}
