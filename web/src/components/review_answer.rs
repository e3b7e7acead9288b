//! An answer of the queue: its claims in place, the evidence beside it, and what somebody says of each claim.

use groundcheck_types::{Claim, ClaimDecision, Report, Request, ReviewChange, Status};
use leptos::either::Either;
use leptos::prelude::*;

use super::chip::Chip;
use super::coverage_note::CoverageNote;
use super::evidence_panel::EvidencePanel;
use super::findings_list::FindingsList;
use super::places::PlaceLines;
use super::user_text::user_text;
use crate::browser::page;
use crate::model::claims::{STATUSES, mark};
use crate::model::draft::Draft;
use crate::model::format::fill;
use crate::model::highlight::{Run, runs};
use crate::model::open::ClaimState;
use crate::model::review::with_decision;
use crate::state::{Check, DraftState, Review, Words};

/// An answer. Evidence and findings are drawn by the components of the view Check, over this report in place of one of the page's own.
#[component]
pub fn ReviewAnswer(
    /// What was checked.
    request: Request,
    /// What was found.
    report: Report,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let check = Check::of_report(&request, report);
    provide_context(check);
    provide_context(DraftState::of(Draft::from_request(&request)));
    let question = request.question.clone();
    let text = move || {
        let focused = check.focused.get();
        check.analysis.with(|a| {
            let draw = |run: Run| match run.claim {
                None => Either::Left(user_text(&run.text)),
                Some(i) => {
                    let state = a.claims().get(i).map_or("", |c| ClaimState::of(c).as_str());
                    let focus = if focused == Some(i) { " is-focused" } else { "" };
                    Either::Right(view! {
                        <mark class=format!("claim-run is-shown is-{state}{focus}") on:click=move |_| check.choose(i)>{user_text(&run.text)}</mark>
                    })
                }
            };
            runs(&a.answer, a.claims()).into_iter().map(draw).collect_view()
        })
    };
    let rows = move || {
        let order = check.order.get();
        check.analysis.with(|a| {
            let row = |(place, index): (usize, usize)| {
                let claim = a.claims().get(index)?.clone();
                Some(view! { <Judge claim index place/> })
            };
            order.iter().copied().enumerate().filter_map(row).collect_view()
        })
    };
    let none = check.order.with_untracked(Vec::is_empty);
    view! {
        <div class="item-answer">
            <section class="card" aria-labelledby="item-answer-heading">
                <header class="card-head"><h3 id="item-answer-heading">{move || words.review().answer}</h3></header>
                <div class="item-part">
                    {question.map(|text| view! {
                        <p class="item-question"><span class="figure-label">{move || words.review().question}</span> " " <bdi>{user_text(&text)}</bdi></p>
                    })}
                    <div class="answer-text" dir="auto" data-testid="item-answer">{text}</div>
                </div>
            </section>
            <section class="card" aria-labelledby="item-evidence-heading">
                <header class="card-head"><h3 id="item-evidence-heading">{move || words.get().evidence}</h3></header>
                <div class="panel item-evidence" tabindex="0" role="group" aria-labelledby="item-evidence-heading"><EvidencePanel/></div>
            </section>
        </div>
        <section class="card" aria-labelledby="item-claims-heading">
            <header class="card-head">
                <h3 id="item-claims-heading">{move || words.review().claims}</h3>
                <span class="card-aside">{move || words.review().claims_hint}</span>
            </header>
            {none.then(|| view! { <p class="blank">{move || words.review().no_claims}</p> })}
            <ol class="judge-list">{rows}</ol>
            <CoverageNote/>
            <FindingsList/>
        </section>
    }
}

/// One claim, and what somebody says of it.
#[component]
fn Judge(
    /// The claim.
    claim: Claim,
    /// Its place in the report.
    index: usize,
    /// Its place in the list.
    place: usize,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let review = expect_context::<Review>();
    let id = StoredValue::new(claim.id.clone());
    let focused = move || check.focused.get() == Some(index);
    let decision = Memo::new(move |_| {
        review.item.with(|item| {
            let decisions = item.as_ref().map(|item| item.decisions.as_slice()).unwrap_or_default();
            id.with_value(|id| decisions.iter().find(|d| d.claim == *id).cloned())
        })
    });
    let decided = Memo::new(move |_| decision.with(|d| d.as_ref().map(|d| d.status)));
    let corrected = Memo::new(move |_| decision.with(|d| d.as_ref().and_then(|d| d.corrected_value.clone())));
    let change = move |decisions: Vec<ClaimDecision>| {
        if let Some(item) = review.open_id() {
            review.change(item, ReviewChange { decisions: Some(decisions), ..ReviewChange::default() });
        }
    };
    let decisions = move || review.item.with_untracked(|i| i.as_ref().map(|i| i.decisions.clone()).unwrap_or_default());
    let judge = move |status: Status| {
        check.choose(index);
        change(id.with_value(|id| with_decision(&decisions(), id, status)));
    };
    let correct = move |event| {
        let text = event_target_value(&event);
        let mut all = decisions();
        if let Some(own) = all.iter_mut().find(|d| id.with_value(|id| d.claim == *id)) {
            own.corrected_value = Some(text).filter(|t| !t.is_empty());
            change(all);
        }
    };
    let number = place + 1;
    let take = move |_| {
        check.choose(index);
        page::focus(&format!("#judge-row-{number} .judge-pick"));
    };
    // Arrow keys move along the four as they are drawn.
    let along = move |event: leptos::ev::KeyboardEvent| {
        let rtl = untrack(|| words.language().direction() == "rtl");
        let next = match event.key().as_str() {
            "ArrowRight" => !rtl,
            "ArrowLeft" => rtl,
            _ => return,
        };
        event.prevent_default();
        page::focus_sibling(next);
    };
    let pick = move |status: Status| {
        let name = status.as_str();
        let label = move || words.get().status(status);
        view! {
            <button
                type="button"
                class=format!("judge-pick is-{name}")
                aria-pressed=move || (decided.get() == Some(status)).to_string()
                aria-label=label
                title=label
                on:click=move |_| judge(status)
            >
                {mark(status)}
            </button>
        }
    };
    let why = claim.derivation.clone().or_else(|| claim.reasons.first().map(|r| r.message.clone())).unwrap_or_default();
    let state = ClaimState::of(&claim);
    view! {
        <li class="judge" id=format!("judge-row-{number}") class:is-focused=focused data-claim=claim.id.clone()>
            <button type="button" id=format!("judge-{number}") class="judge-open" aria-current=move || focused().then_some("true") on:click=take>
                <span class="judge-number" aria-hidden="true">{number}</span>
                <span class=format!("mark is-{}", state.as_str()) aria-hidden="true">{state.mark()}</span>
                <strong class="claim-text"><bdi>{user_text(&claim.text)}</bdi></strong>
                <Chip state/>
                <span class="claim-why" dir="auto">{user_text(&why)}</span>
            </button>
            <div class="judge-picks" role="group" aria-label=move || fill(words.review().decide_claim, &[("n", &number.to_string())]) on:keydown=along>
                {STATUSES.map(pick).into_iter().collect_view()}
            </div>
            <PlaceLines claim=claim.clone()/>
            <Show when=move || decided.get().is_some()>
                <label class="field judge-corrected">
                    <span class="field-label">{move || words.review().corrected}</span>
                    <input type="text" dir="auto" autocomplete="off" maxlength="400" prop:value=move || corrected.get().unwrap_or_default() on:change=correct/>
                </label>
            </Show>
        </li>
    }
}
