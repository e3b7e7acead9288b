//! A status in a word and a mark.

use groundcheck_types::Status;
use leptos::prelude::*;

use crate::state::Words;

/// A status in a word, in its colour.
#[component]
pub fn Chip(
    /// The status.
    status: Status,
) -> impl IntoView {
    let words = expect_context::<Words>();
    view! { <span class=format!("chip is-{}", status.as_str())>{move || words.get().status(status)}</span> }
}
