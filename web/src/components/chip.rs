//! How a claim stands, in a word.

use leptos::prelude::*;

use crate::model::open::ClaimState;
use crate::state::Words;

/// How a claim stands in a word, in its colour.
#[component]
pub fn Chip(
    /// How the claim stands.
    #[prop(into)]
    state: Signal<ClaimState>,
) -> impl IntoView {
    let words = expect_context::<Words>();
    view! { <span class=move || format!("chip is-{}", state.get().as_str())>{move || words.get().state(state.get())}</span> }
}
