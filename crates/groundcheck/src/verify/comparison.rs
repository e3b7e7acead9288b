//! Comparisons of one row over time: `was higher in 2019`, `was the smallest in fiscal 2017`. Both cells are looked at.

use groundcheck_types::{Nearest, Policy, Status};
use rust_decimal::Decimal;

use super::Judgement;
use super::context::Context;
use super::documents;
use super::kinds::Kinds;
use super::prepare::{Dated, Mention};
use super::reasons::Say;
use super::search::{Search, Wanted};
use crate::claims::{Period, Value};

/// What the sentence says the period holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extreme {
    Most,
    Least,
}

const MOST: &[&str] = &[
    "highest",
    "largest",
    "greatest",
    "biggest",
    "higher",
    "larger",
    "greater",
    "bigger",
    "peaked",
    "peak",
    "most",
    "גבוה",
    "הגבוה",
    "גדול",
    "הגדול",
];
const LEAST: &[&str] =
    &["lowest", "smallest", "least", "lower", "smaller", "fewer", "fewest", "נמוך", "הנמוך", "קטן", "הקטן"];

fn extreme(sentence: &str) -> Option<Extreme> {
    let mut words = sentence.split(|c: char| !c.is_alphabetic());
    words.find_map(|word| match word {
        _ if MOST.contains(&word) => Some(Extreme::Most),
        _ if LEAST.contains(&word) => Some(Extreme::Least),
        _ => None,
    })
}

/// Judges a date that a comparison names; `None` where the sentence compares nothing, or no row can tell.
pub(crate) fn judge(
    claimed: Period,
    context: &Context<'_>,
    search: &Search<'_>,
    policy: &Policy,
    say: Say,
) -> Option<Judgement> {
    // A sentence with amounts of its own compares those, not the row's periods.
    if context.amounts > 0 {
        return None;
    }
    let extreme = extreme(context.sentence)?;
    let sources = search.sources();
    let candidates = search.meant(context, Wanted::of(Kinds::ALL, &|place, m| place.is_row && !m.periods.is_empty()));
    let mut verdict: Option<(bool, &Mention, Dated)> = None;
    let mut rows: Vec<u32> = candidates.iter().map(|c| sources.mentions[c.mention as usize].place).collect();
    rows.dedup();
    for row in rows {
        let place = &sources.places[row as usize];
        let cells: Vec<(&Mention, Dated, Decimal)> = place
            .mentions
            .clone()
            .filter_map(|index| {
                let mention = &sources.mentions[index as usize];
                Some((mention, *mention.periods.first()?, mention.value.number()?))
            })
            .collect();
        let same = |p: Period| p.within(claimed) || claimed.within(p);
        // Change columns name two periods and are no value of either.
        let cells: Vec<_> = cells.into_iter().filter(|(m, ..)| m.periods.len() == 1).collect();
        if cells.len() < 2 || !cells.iter().any(|(_, d, _)| same(d.period)) {
            continue;
        }
        // Losses and payments stand in brackets; the larger one is the one farther from zero.
        let all_negative = cells.iter().all(|(.., v)| v.is_sign_negative() || v.is_zero());
        let size = |v: Decimal| if all_negative { v.abs() } else { v };
        let best = match extreme {
            Extreme::Most => cells.iter().max_by_key(|(.., v)| size(*v)),
            Extreme::Least => cells.iter().min_by_key(|(.., v)| size(*v)),
        };
        let Some((mention, dated, value)) = best else { continue };
        let holds = same(dated.period) || cells.iter().any(|(_, d, v)| same(d.period) && v == value);
        if holds || verdict.is_none() {
            verdict = Some((holds, mention, *dated));
        }
        if holds {
            break;
        }
    }
    let (holds, mention, dated) = verdict?;
    let shown = format!("{}: {}", dated.period, documents::printed(sources, mention));
    let reason = if holds {
        say.matches_source(documents::source_id(sources, mention), &shown, None)
    } else {
        say.differs_from_source(documents::source_id(sources, mention), &shown, None)
    };
    let evidence = documents::evidence(sources, mention, mention.span, mention.value);
    let nearest = (!holds).then(|| Nearest {
        value: Value::Period(dated.period).to_claim_value(),
        text: dated.period.to_string(),
        difference_percent: None,
        source: evidence.source.clone(),
        fact: None,
        span: evidence.span,
        utf16: evidence.utf16,
    });
    Some(Judgement {
        status: if holds { Status::Supported } else { Status::Contradicted },
        confidence: policy.document_confidence,
        evidence: vec![evidence],
        nearest,
        derivation: None,
        reasons: vec![reason],
    })
}
