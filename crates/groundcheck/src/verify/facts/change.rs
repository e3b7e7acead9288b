//! Changes of a fact's value from one time to another.

use groundcheck_types::{ClaimKind, Nearest, Status};
use rust_decimal::Decimal;

use super::series::{AtTime, end, series};
use super::{PreparedFact, format};
use crate::claims::{Period, Quantity, Value};
use crate::lexicon::cues::Cues;
use crate::lexicon::leads::Lead;
use crate::lexicon::spans::compared_over;
use crate::verify::Judgement;
use crate::verify::asked::Asked;
use crate::verify::candidate::spoken;
use crate::verify::context::Context;
use crate::verify::reasons::Say;
use crate::verify::tolerance::difference_percent;

/// Where no `by` leads to a claim, a word of change stands so close before it, in bytes, or right behind it.
const DIRECTLY_BEFORE: u16 = 8;
const DIRECTLY_BEHIND: u16 = 1;

/// What the facts say of a claim that its sentence makes a change over time; `None` where it is none, or the facts do not have both
/// values, or have several that may be meant and none that holds.
pub(super) fn judge(
    claim: &Quantity,
    context: &Context<'_>,
    facts: &[PreparedFact],
    text: &str,
    asked: &Asked,
) -> Option<Judgement> {
    claim.value.number()?;
    let at = context.claim_at;
    let said = spoken::Spoken::of(context.sentence, at..at + claim.span.of(text)?.len());
    let changes = Cues::CHANGE.and(Cues::DIFFERENCE).and(Cues::UP).and(Cues::DOWN);
    // `rose to 95 %` tells a level, and so does `$1.5M, up 20 %` of the first.
    let is_change = match Lead::before(text, claim.span.start as usize) {
        Lead::To | Lead::From | Lead::At | Lead::Against => false,
        Lead::By => said.sentence.meets(changes),
        _ if said.before.meets(changes) => said.way_gap.is_some_and(|gap| gap <= DIRECTLY_BEFORE),
        _ => said.behind.meets(changes) && said.way_gap.is_some_and(|gap| gap <= DIRECTLY_BEHIND),
    };
    if !is_change {
        return None;
    }
    let series = series(claim, context, facts, &asked.scoped);
    let pairs = pairs(&series, &context.periods, compared_over(context.sentence));
    let mut judged: Vec<Judgement> = Vec::new();
    for (new, old) in pairs {
        let gap = new.value.checked_sub(old.value)?;
        let (points, percentages) = (said.points, new.shown.ends_with('%'));
        if !points && claim.kind == ClaimKind::Percentage {
            let relative = gap.checked_div(old.value.abs()).and_then(|share| share.checked_mul(Decimal::ONE_HUNDRED));
            let formula = format!("({} − {}) / {}", new.shown, old.shown, old.shown);
            judged.extend(relative.and_then(|actual| of_change(claim, (new, old), (actual, formula), said.way, asked)));
        }
        // Percentage points are of percentages, and amounts of amounts.
        if percentages == (claim.kind == ClaimKind::Percentage) {
            let formula = format!("{} − {}", new.shown, old.shown);
            judged.extend(of_change(claim, (new, old), (gap, formula), said.way, asked));
        }
    }
    let holds = judged.iter().position(|own| own.status == Status::Supported);
    match (holds, judged.len()) {
        (Some(at), _) => Some(judged.swap_remove(at)),
        (None, 1) => judged.pop(),
        _ => None,
    }
}

/// What a claim is where these two facts give this change by this formula.
fn of_change(
    claim: &Quantity,
    (new, old): (&AtTime, &AtTime),
    (actual, formula): (Decimal, String),
    way: Option<bool>,
    asked: &Asked,
) -> Option<Judgement> {
    let claimed = claim.value.number()?;
    let stated = match way {
        Some(up) => claimed.abs() * if up { Decimal::ONE } else { Decimal::NEGATIVE_ONE },
        None => {
            if actual.is_sign_negative() {
                -claimed.abs()
            } else {
                claimed.abs()
            }
        }
    };
    let same_way = stated.is_sign_negative() == actual.is_sign_negative();
    let holds = same_way && asked.tolerances.holds(claim.kind, stated, claim.step, actual, claim.comparator);
    let shown = format::number(actual.round_dp(claim.step.normalize().scale().clamp(1, 4)), claim.kind, claim.unit);
    let formula = format!("{formula} = {shown}");
    let say = Say(asked.language);
    let (status, reason) = if holds {
        (Status::Supported, say.derived_from_facts(&formula))
    } else {
        (Status::Contradicted, say.facts_otherwise(&formula))
    };
    Some(Judgement {
        status,
        confidence: asked.policy.fact_confidence,
        evidence: vec![new.evidence.clone(), old.evidence.clone()],
        nearest: Some(Nearest {
            value: Value::Number(actual.round_dp(4)).to_claim_value(),
            text: shown,
            difference_percent: difference_percent(stated, actual),
            source: None,
            fact: new.evidence.fact,
            span: None,
            utf16: None,
        }),
        derivation: Some(formula),
        reasons: vec![reason],
    })
}

/// The later and the earlier value: of the two times that the sentence names; where it names one or none, of that one or the newest, and
/// of the time before it or the same time of the year before, as far as the sentence does not say which.
fn pairs<'s>(series: &'s [AtTime], named: &[Period], over: i16) -> Vec<(&'s AtTime, &'s AtTime)> {
    let at = |period: Period| series.iter().find(|at| same_time(at.period, period));
    let known: Vec<&AtTime> = named.iter().filter_map(|period| at(*period)).collect();
    let new = match (named, known.as_slice()) {
        ([], _) => series.last(),
        ([_], [only]) => Some(*only),
        ([_, _], [a, b]) => {
            let (old, new) = if end(a.period) < end(b.period) { (*a, *b) } else { (*b, *a) };
            return if old.period == new.period { Vec::new() } else { vec![(new, old)] };
        }
        _ => None,
    };
    let Some(new) = new else { return Vec::new() };
    let year = new.period.year_before().filter(|_| matches!(over, 12 | -1));
    let last = before(new.period).filter(|_| over != 12);
    let mut olds: Vec<&AtTime> = [year, last].into_iter().flatten().filter_map(at).collect();
    olds.dedup_by_key(|old| old.period);
    olds.into_iter().map(|old| (new, old)).collect()
}

fn same_time(a: Period, b: Period) -> bool {
    let year = |period: Period| matches!(period, Period::Year(_) | Period::Fiscal(_)).then(|| period.year());
    a == b || (year(a).is_some() && year(a) == year(b))
}

/// The time before this one, as long as it is; nothing for a day.
fn before(period: Period) -> Option<Period> {
    let step = |year: u16, number: u8, most: u8| match number {
        1 => Some((year.checked_sub(1)?, most)),
        _ => Some((year, number - 1)),
    };
    match period {
        Period::Year(_) | Period::Fiscal(_) => period.year_before(),
        Period::Half(year, half) => step(year, half, 2).map(|(year, half)| Period::Half(year, half)),
        Period::Quarter(year, quarter) => step(year, quarter, 4).map(|(year, quarter)| Period::Quarter(year, quarter)),
        Period::Month(year, month) => step(year, month, 12).map(|(year, month)| Period::Month(year, month)),
        Period::Day(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Request, Status};

    fn statuses(answer: &str) -> Vec<(String, Status, bool)> {
        let fact = |period: &str, value: u32| {
            format!(r#"{{"metric": "net_operating_income", "period": "{period}", "value": {value}, "unit": "USD"}}"#)
        };
        let facts = [fact("2023", 1_000_000), fact("2024", 1_200_000)].join(", ");
        let request = format!(r#"{{"answer": "{answer}", "facts": [{facts}]}}"#);
        let report = crate::analyze(&Request::from_json(request.as_bytes()).unwrap()).unwrap();
        report.claims.into_iter().map(|claim| (claim.text, claim.status, claim.derivation.is_some())).collect()
    }

    #[test]
    fn a_change_is_told_from_a_level_and_from_what_only_counts() {
        for (answer, text, status, is_change) in [
            ("NOI rose by $200,000 in 2024.", "$200,000", Status::Supported, true),
            ("NOI rose 20% in 2024.", "20%", Status::Supported, true),
            ("NOI rose 30% in 2024.", "30%", Status::Contradicted, true),
            ("NOI fell 20% in 2024.", "20%", Status::Contradicted, true),
            ("NOI was $1.5 million in 2024, up 20%.", "$1.5 million", Status::Contradicted, false),
            ("NOI was $1.2 million in 2024, up 20%.", "20%", Status::Supported, true),
        ] {
            let all = statuses(answer);
            let found = all.iter().find(|(own, ..)| own == text);
            assert_eq!(
                found.map(|(_, status, changed)| (*status, *changed)),
                Some((status, is_change)),
                "{answer}: {all:?}"
            );
        }
        for (answer, text) in
            [("NOI rose at all 3 properties in 2024.", "3"), ("NOI rose by €200,000 in 2024.", "€200,000")]
        {
            let all = statuses(answer);
            let wrong = |(own, status, changed): &(String, Status, bool)| {
                own == text && (*changed || *status == Status::Supported)
            };
            assert!(!all.iter().any(wrong), "{answer}: {all:?}");
        }
    }
}
