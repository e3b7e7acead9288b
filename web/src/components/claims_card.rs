//! The claims as a list that the arrow keys walk through.

use leptos::prelude::*;

use super::claim_row::ClaimRow;
use super::coverage_note::CoverageNote;
use super::evidence_panel::isolate;
use super::findings_list::FindingsList;
use crate::browser::page;
use crate::model::analysis::Outcome;
use crate::model::around::around;
use crate::model::format::fill;
use crate::state::Overlays;
use crate::state::{Check, DraftState, Notices, Words};

/// So many characters of the answer are shown on either side of a claim.
const ROW_AROUND: usize = 24;
/// How many numbers that are not checked are named.
const MOST_NAMED: usize = 8;
/// How many claims are drawn at once; very long answers show the rest on demand.
const PORTION: usize = 200;

/// The claims.
#[component]
pub fn ClaimsCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let draft = expect_context::<DraftState>();
    let notices = expect_context::<Notices>();
    let overlays = expect_context::<Overlays>();
    let most = RwSignal::new(PORTION);
    let rows = move || {
        let order = check.order.get();
        let drawn = order.iter().take(most.get()).copied();
        check.analysis.with(|a| {
            let row = |(place, index): (usize, usize)| {
                let claim = a.claims().get(index)?.clone();
                let replacement = a.replacement(&claim);
                let around = around(&a.answer, claim.span, ROW_AROUND);
                Some(view! { <ClaimRow claim index place replacement around/> })
            };
            drawn.enumerate().filter_map(row).collect_view()
        })
    };
    let hidden = move || check.order.with(Vec::len).saturating_sub(most.get());
    let walk = move |event: leptos::ev::KeyboardEvent| {
        let order = check.order.get_untracked();
        let Some(last) = order.len().min(most.get_untracked()).checked_sub(1) else { return };
        let here = check.focused.get_untracked().and_then(|f| order.iter().position(|i| *i == f)).unwrap_or(0);
        let place = match event.key().as_str() {
            "ArrowDown" => (here + 1).min(last),
            "ArrowUp" => here.saturating_sub(1),
            "Home" => 0,
            "End" => last,
            _ => {
                // An ignored claim goes to the end of the list, and the focus to what takes its place.
                if super::evidence_panel::claim_key(&event, check, draft, notices, words) {
                    page::focus(&format!("#claim-{}", here.min(last)));
                }
                return;
            }
        };
        event.prevent_default();
        if let Some(index) = order.get(place) {
            check.open(*index);
            page::focus(&format!("#claim-{place}"));
        }
    };
    let blank = move || {
        check.analysis.with(|a| match &a.outcome {
            Outcome::Checked(report) if report.claims.is_empty() => Some(words.get().claims_nothing),
            Outcome::Checked(_) => None,
            Outcome::Failed(_) => Some(words.get().why_check_failed),
            Outcome::Idle => Some(words.get().claims_none),
        })
    };
    let not_checked = move || {
        check.analysis.with(|a| {
            let all = &a.report()?.not_checked;
            let named = all.iter().take(MOST_NAMED).map(|own| isolate(&own.text)).collect::<Vec<_>>().join(", ");
            let named = if all.len() > MOST_NAMED { format!("{named}, …") } else { named };
            let text = fill(&words.get().not_checked_counted(all.len()), &[("list", &named)]);
            (!all.is_empty()).then(|| view! { <p class="hint not-checked" data-testid="not-checked">{text}</p> })
        })
    };
    view! {
        <section class="card claims" aria-labelledby="claims-heading">
            <header class="card-head">
                <h2 id="claims-heading">{move || words.get().claims}</h2>
                <button type="button" class="card-aside is-keys" aria-haspopup="dialog" on:click=move |_| overlays.keys.set(true)>
                    {move || words.get().claims_keys}
                </button>
            </header>
            {move || blank().map(|text| view! { <p class="blank">{text}</p> })}
            <ol class="claim-list" on:keydown=walk>{rows}</ol>
            <Show when=move || { hidden() > 0 }>
                <button type="button" class="button is-link" on:click=move |_| most.set(usize::MAX)>
                    {move || fill(words.get().facts_more, &[("n", &hidden().to_string())])}
                </button>
            </Show>
            <CoverageNote/>
            {not_checked}
            <FindingsList/>
        </section>
    }
}
