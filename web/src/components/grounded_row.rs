//! A sentence of the answer as the verifier sees it: what was decided, why, and the numbers behind that.

use groundcheck_types::{GroundedClaim, GroundingMethod, PlannedClaim};
use leptos::prelude::*;

use super::probability_pair::ProbabilityPair;
use super::user_text::user_text;
use crate::model::claims::mark;
use crate::model::format::{fill, score};
use crate::model::verification::{Standing, bits};
use crate::state::Words;

/// A sentence; its place is there from the beginning, and is filled when it settles.
#[component]
pub fn GroundedRow(
    /// As it was planned.
    planned: PlannedClaim,
    /// What the verifier says of it, once it does.
    settled: Memo<Option<GroundedClaim>>,
    /// Whether the verifier is still under way.
    #[prop(into)]
    running: Signal<bool>,
    /// What decides.
    method: GroundingMethod,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let standing = Memo::new(move |_| settled.with(|claim| Standing::of(claim.as_ref(), running.get())));
    let sign = move || match standing.get() {
        Standing::Waiting => "…",
        Standing::NotVerified => "!",
        Standing::Settled(status) => mark(status),
    };
    let sources = (!planned.citing.is_empty()).then(|| planned.citing.join(", "));
    let cites = sources.map(|ids| {
        view! { <p class="grounded-cites" dir="auto">{move || fill(words.verify().cites, &[("ids", &ids)])}</p> }
    });
    let why = move || match (settled.get(), standing.get()) {
        (Some(claim), standing) => {
            let told = claim.warning.clone();
            let warning = told.clone().map(|text| view! { <bdi class="grounded-warning">{user_text(&text)}</bdi> " " });
            // Why nothing is known is all that the warning says.
            let more = told.is_none() || standing != Standing::NotVerified;
            let why = more.then_some(move || words.verify().why(&claim));
            view! { <p class="grounded-why">{warning} {why}</p> }.into_any()
        }
        (None, Standing::NotVerified) => {
            view! { <p class="grounded-why">{move || words.verify().why_not_reached}</p> }.into_any()
        }
        (None, _) => ().into_any(),
    };
    let behind = move || {
        let claim = settled.get()?;
        let measured = claim.prior.is_some() || claim.posterior.is_some();
        measured.then(|| view! { <ProbabilityPair claim=claim.clone()/> <Numbers claim method/> })
    };
    view! {
        <li class="grounded" data-standing=move || standing.get().as_str() data-claim=planned.id.clone()>
            <span class=move || format!("mark is-{}", standing.get().as_str()) aria-hidden="true">{sign}</span>
            <div class="grounded-words">
                <p class="grounded-text" dir="auto">{user_text(&planned.text)}</p>
                {why}
                {cites}
            </div>
            <span class=move || format!("chip is-{}", standing.get().as_str())>
                {move || words.verify().standing(standing.get(), words.language())}
            </span>
            <div class="grounded-behind">{behind}</div>
        </li>
    }
}

/// The numbers behind a decision, put away until they are asked for.
#[component]
fn Numbers(claim: GroundedClaim, method: GroundingMethod) -> impl IntoView {
    let words = expect_context::<Words>();
    let rows = move || {
        let w = words.verify();
        let in_bits = |lower, upper| fill(w.bits, &[("n", &bits(lower, upper))]);
        let mut rows = vec![
            (w.number_p1, w.probability(claim.posterior.as_ref())),
            (w.number_p0, w.probability(claim.prior.as_ref())),
        ];
        if let Some(budget) = &claim.budget {
            rows.push((w.number_observed, in_bits(budget.observed_min_bits, budget.observed_max_bits)));
            rows.push((w.number_required, in_bits(budget.required_min_bits, budget.required_max_bits)));
        }
        rows.push((w.number_confidence, score(claim.confidence.0)));
        rows.push((w.number_method, w.method_name(method).to_owned()));
        if let Some(probability) = claim.posterior.as_ref().or(claim.prior.as_ref()) {
            rows.push((w.number_source, w.source(probability)));
        }
        let row = |(name, value)| view! { <div class="number"><dt>{name}</dt><dd>{value}</dd></div> };
        rows.into_iter().map(row).collect_view()
    };
    let contaminated = claim.prior_contaminated;
    view! {
        <details class="numbers">
            <summary>{move || words.verify().numbers}</summary>
            <dl>{rows}</dl>
            {contaminated.then(|| view! { <p class="hint">{move || words.verify().contaminated}</p> })}
        </details>
    }
}
