//! One claim of the list: its mark, its text, its status, why, and what could stand in its place.

use groundcheck_types::Claim;
use leptos::prelude::*;

use super::chip::Chip;
use super::evidence_panel::{isolate, replace};
use super::places::take_back;
use super::user_text::{reason_text, user_text};
use crate::browser::page;
use crate::model::format::fill;
use crate::model::open::ClaimState;
use crate::state::{Check, DraftState, Notices, Words};

/// One claim.
#[component]
pub fn ClaimRow(
    /// The claim.
    claim: Claim,
    /// Its place in the report.
    index: usize,
    /// Its place in the list.
    place: usize,
    /// What the engine would put in its place.
    replacement: Option<String>,
    /// The words of the answer before and behind it.
    around: (String, String),
) -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let draft = expect_context::<DraftState>();
    let notices = expect_context::<Notices>();
    let focused = move || check.focused.get() == Some(index);
    let open = move |_| {
        check.open(index);
        // Once the panel shows this claim: what is drawn anew in between would stop the scrolling.
        request_animation_frame(|| {
            page::focus("#panel-evidence");
            page::show("#panel-evidence");
        });
    };
    let why = claim.derivation.clone().or_else(|| claim.reasons.first().map(|r| r.message.clone())).unwrap_or_default();
    let (before, behind) = around;
    let status = claim.status.as_str();
    let own = ClaimState::of(&claim);
    let state = Memo::new(move |_| check.state(index).unwrap_or(own));
    let accepted = move || state.get() == ClaimState::Accepted;
    let value = isolate(&claim.text);
    let undo = move |_| {
        take_back(check, notices, words, index);
        page::focus(&format!("#claim-{place}"));
    };
    view! {
        <li class="claim" class:is-focused=focused data-status=status data-state=move || state.get().as_str() data-claim=claim.id>
            <button
                type="button"
                id=format!("claim-{place}")
                class="claim-open"
                tabindex=move || if focused() { "0" } else { "-1" }
                aria-current=move || focused().then_some("true")
                on:focus=move |_| check.choose(index)
                on:click=open
            >
                <span class=move || format!("mark is-{}", state.get().as_str()) aria-hidden="true">{move || state.get().mark()}</span>
                <span class="claim-around" dir="auto">
                    {user_text(&before)}
                    <strong class="claim-text"><bdi>{user_text(&claim.text)}</bdi></strong>
                    {user_text(&behind)}
                </span>
                <Chip state/>
                <span class="claim-why" dir="auto">{reason_text(&why)}</span>
            </button>
            {replacement.map(|text| view! {
                <button type="button" class="button is-replace" on:click=move |_| replace(check, draft, notices, words, index)>
                    {move || fill(words.get().replace_with, &[("text", &isolate(&text))])}
                </button>
            })}
            <Show when=accepted>
                <button
                    type="button"
                    class="button is-plain"
                    data-testid="row-undo-accept"
                    aria-label={
                        let value = value.clone();
                        move || fill(words.get().undo_accept, &[("value", &value)])
                    }
                    on:click=undo
                >
                    {move || words.get().undo}
                </button>
            </Show>
        </li>
    }
}
