//! How a formula is written out for people.

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;

use super::again;
use super::compute::Formula;
use super::look_up::SCALES;
use super::operand::Operand;
use super::operation::Operation;
use crate::lexicon::measure::Measure;
use crate::verify::format::grouped;
use crate::verify::prepare::Sources;
use crate::verify::scale::{CRORES, LAKHS};

/// So many values of a list are kept by name and written out.
pub(super) const MOST_SHOWN: usize = 6;

/// The scale in which a formula's operands are shown, and whether its result is too. A repeated calculation takes the scale of `inner`.
pub(crate) fn scale_for(
    (formula, inner): (&Formula, Option<&Formula>),
    operands: &[Operand],
    sources: &Sources,
) -> (Decimal, bool) {
    let told = inner.unwrap_or(formula);
    let keeps = told.operation.keeps_scale();
    // What is set against an earlier result is told in its scale.
    let is_set_against = formula.operation.sets_against() && !keeps;
    let scale = if is_set_against { Decimal::ONE } else { printed_in(told, operands, sources) };
    (scale, keeps && formula.operation != Operation::AgainChange && scale > Decimal::ONE)
}

/// The scale that all of a formula's operands are printed in, where it is one: what is then shown is what people find in the table.
fn printed_in(formula: &Formula, operands: &[Operand], sources: &Sources) -> Decimal {
    let mut scales = formula.among(operands).map(|operand| scale_of(operand, sources));
    let first = scales.next().flatten().unwrap_or(Decimal::ONE);
    if formula.operation.is_of_one_scale() && scales.all(|scale| scale == Some(first)) { first } else { Decimal::ONE }
}

/// What a printed value is times what stands in the text; nothing for a number of the answer.
fn scale_of(operand: &Operand, sources: &Sources) -> Option<Decimal> {
    let printed = operand.printed.filter(|_| operand.look_up.is_some())?;
    let mention = sources.mentions.get(printed.mention as usize)?;
    if !mention.scaled {
        return Some(Decimal::ONE);
    }
    let text = mention.span.of(&sources.sources.get(printed.source as usize)?.text)?;
    let digits: String = text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    let told: Decimal = digits.trim_matches('.').parse().ok()?;
    let gives = |scale: &Decimal| told.checked_mul(*scale) == Some(operand.shown.abs());
    SCALES.into_iter().chain([LAKHS, CRORES].map(Decimal::from)).find(gives)
}

impl Formula {
    /// As people read it, in this scale, with the calculation that it does again: `(1,496.5 − 1,202.9) / 1,202.9`.
    pub(crate) fn shown(&self, inner: Option<&Formula>, operands: &[Operand], scale: Decimal) -> String {
        use Operation as O;
        let value = |at: usize| {
            let operand = self.operands.get(at).and_then(|at| operands.get(usize::from(*at)));
            match (operand, operand.and_then(|o| o.time)) {
                (Some(o), Some(time)) if o.kind == ClaimKind::Date => time.to_string(),
                (Some(o), _) if self.operation.is_of_dates() => told(o),
                (Some(o), None) if o.kind == ClaimKind::Date => {
                    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "minutes of a day")]
                    let minutes = o.value as u32;
                    format!("{}:{:02}", minutes / 60, minutes % 60)
                }
                // What is added is told with its sign: a loss of 98 and a profit of 64 are −34.
                (Some(o), _) if o.value < 0.0 && self.is_signed() => format!("(−{})", grouped(o.shown.abs() / scale)),
                _ => grouped(operand.map(|o| o.shown).unwrap_or_default().abs() / scale),
            }
        };
        let (a, b, c) = (value(0), value(1), value(2));
        let listed_from = |first: usize, between: &str| {
            let shown = self.operands.len().min(MOST_SHOWN);
            let mut out: Vec<String> = (first..shown).map(value).collect();
            if usize::from(self.count) > shown {
                out.push("…".to_owned());
            }
            out.join(between)
        };
        let listed = |between: &str| listed_from(0, between);
        match self.operation {
            O::Difference | O::Days | O::Minutes => format!("{a} − {b}"),
            O::Later | O::After => format!("{a} + {b}"),
            O::Earlier | O::Before => format!("{a} − {b}"),
            O::LastDay => format!("{a} + {b} − 1 day"),
            O::MonthEnd => format!("end of the month of {a} + {b}"),
            O::WorkingAfter => format!("{a} + {b} (Mon–Fri)"),
            O::WorkingBefore => format!("{a} − {b} (Mon–Fri)"),
            O::NextDay => format!("{a} ± 1 day"),
            O::NextWeek => format!("{a} ± 1 week"),
            O::NextYear => format!("{a} + 1 year"),
            O::Sum | O::Sum3 | O::ListSum => listed(" + "),
            O::ListLeft => listed(" − "),
            O::ListProduct => format!("{a} × {b} + …"),
            O::ListWeighted => format!("({a} × {b} + …) / Σ"),
            O::TwoProducts => format!("{a} × {b} + {c} × {}", value(3)),
            O::Ratio => format!("{a} / {b}"),
            O::Share => format!("{a} / {b} × 100"),
            O::Change => format!("({a} − {b}) / {b} × 100"),
            O::Product | O::Product3 => listed(" × "),
            O::PercentOf => format!("{a} % × {b}"),
            O::Less => format!("{b} − {a} %"),
            O::More => format!("{b} + {a} %"),
            O::ListPercent => format!("{a} % × ({})", listed_from(1, " + ")),
            O::ListLess => format!("{} − {a} %", listed_from(1, " + ")),
            O::ListMore => format!("{} + {a} %", listed_from(1, " + ")),
            O::Mean | O::ListMean => format!("({}) / {}", listed(" + "), self.count),
            O::ListCount => format!("#({})", listed(", ")),
            O::ListSpread => format!("max − min ({})", listed(", ")),
            O::Left3 => format!("{a} − {b} − {c}"),
            O::ProductAnd => format!("{a} × {b} ± {c}"),
            O::Complement => format!("100 − {a}"),
            O::ListShare => format!("{a} / ({a} + …) × 100"),
            O::PartShare => format!("({} + …) / (… all of them) × 100", listed(" + ")),
            O::Again | O::AgainDifference | O::AgainChange => {
                let inner = inner.map(|inner| inner.shown(None, operands, scale)).unwrap_or_default();
                match self.operation {
                    O::Again => inner,
                    O::AgainDifference => format!("{a} − ({inner})"),
                    _ => format!("({a} / ({inner}) − 1) × 100"),
                }
            }
            O::Constant => format!("{a} × {}", grouped(self.factor(operands))),
        }
    }

    /// The calculation that it does again, in the other column.
    pub(crate) fn inner(&self, operands: &[Operand]) -> Option<Formula> {
        use Operation as O;
        let values: Vec<f64> = self.among(operands).map(|operand| operand.value).collect();
        let (before, rest) = values.split_first()?;
        let value = match self.operation {
            O::Again => self.value,
            O::AgainDifference => before - self.value,
            O::AgainChange => before / (1.0 + self.value / 100.0),
            _ => return None,
        };
        let operation = again::operation_of(value, rest)?;
        let (operands, count) = (self.operands.get(1..)?.to_vec(), self.count - 1);
        Some(Formula { operation, operands, count, value, ..self.clone() })
    }

    /// Whether it adds or takes away.
    fn is_signed(&self) -> bool {
        use Operation as O;
        matches!(self.operation, O::Difference | O::Sum | O::Sum3 | O::Left3 | O::Mean | O::ListSum | O::ListMean)
    }

    /// What the only operand is multiplied with.
    fn factor(&self, operands: &[Operand]) -> Decimal {
        let own = self.operands.first().and_then(|at| operands.get(usize::from(*at))).map_or(1.0, |o| o.value.abs());
        Decimal::try_from(self.value / own).unwrap_or_default().round_dp(4)
    }
}

/// A length of time: `6 weeks`.
fn told(length: &Operand) -> String {
    let count = grouped(length.shown.abs());
    let names = || length.measure.into_iter().flat_map(Measure::names);
    let name = if length.shown.abs() == Decimal::ONE { names().next() } else { names().nth(1) };
    format!("{count} {}", name.unwrap_or_default())
}
