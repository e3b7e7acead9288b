//! What the monitor says while the answer is written: warnings as they rise, claims as they settle.

use groundcheck_types::{Claim, Warning};
use leptos::prelude::*;

use super::chip::Chip;
use super::user_text::user_text;
use crate::model::format::{fill, score};
use crate::model::open::ClaimState;
use crate::state::{Live, Words};

/// The warnings, in the order in which they rise.
#[component]
pub fn WarningsCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let count = Memo::new(move |_| live.warnings.with(Vec::len));
    let each = move || live.warnings.get().into_iter().enumerate();
    let row = move |(_, warning): (usize, Warning)| {
        let Warning { pattern, segment, confidence, description, .. } = warning;
        view! {
            <li class="warning" data-pattern=pattern.as_str()>
                <p class="warning-head">
                    <strong>{move || words.live().pattern(pattern)}</strong>
                    <span class="figure">{move || fill(words.live().warning_sure, &[("n", &score(confidence.0))])}</span>
                </p>
                <p class="warning-segment"><bdi>{user_text(&segment)}</bdi></p>
                <p class="warning-text" dir="auto">{user_text(&description)}</p>
            </li>
        }
    };
    view! {
        <section class="card warnings" aria-labelledby="warnings-heading" data-testid="warnings">
            <header class="card-head">
                <h2 id="warnings-heading">{move || words.live().warnings}</h2>
                <p class="card-aside">{move || (count.get() > 0).then(|| words.live().warnings_counted(count.get()))}</p>
            </header>
            <Show when=move || count.get() == 0><p class="blank">{move || words.live().warnings_none}</p></Show>
            <ol class="warning-list">
                // A warning never changes once it is there: its place and its text are its key.
                <For each=each key=|(place, warning)| (*place, warning.description.clone()) children=row/>
            </ol>
        </section>
    }
}

/// The settled claims, in the answer's order.
#[component]
pub fn SettledCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let count = Memo::new(move |_| live.claims.with(Vec::len));
    let each = move || live.claims.get();
    let row = |claim: Claim| {
        let why =
            claim.derivation.clone().or_else(|| claim.reasons.first().map(|r| r.message.clone())).unwrap_or_default();
        let (status, state) = (claim.status.as_str(), ClaimState::of(&claim));
        view! {
            <li class="claim" data-status=status data-claim=claim.id>
                <div class="claim-open">
                    <span class=format!("mark is-{}", state.as_str()) aria-hidden="true">{state.mark()}</span>
                    <strong class="claim-text"><bdi>{user_text(&claim.text)}</bdi></strong>
                    <Chip state/>
                    <span class="claim-why" dir="auto">{user_text(&why)}</span>
                </div>
            </li>
        }
    };
    view! {
        <section class="card settled" aria-labelledby="settled-heading" data-testid="settled">
            <header class="card-head">
                <h2 id="settled-heading">{move || words.live().claims}</h2>
                <p class="card-aside">{move || (count.get() > 0).then(|| words.get().claims_counted(count.get()))}</p>
            </header>
            <Show when=move || count.get() == 0><p class="blank">{move || words.live().claims_none}</p></Show>
            <ol class="claim-list">
                // Settled claims never change.
                <For each key=|claim| claim.id.clone() children=row/>
            </ol>
        </section>
    }
}
