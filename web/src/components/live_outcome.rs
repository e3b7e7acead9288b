//! What goes out instead of the answer, with every change marked.

use groundcheck_types::Verdict;
use leptos::prelude::*;

use super::user_text::user_text;
use crate::model::revision::{Part, parts};
use crate::model::stage::Stage;
use crate::state::{Live, Words};

/// The text that goes out, once the answer has ended.
#[component]
pub fn OutcomeCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let body = move || {
        let response = live.response.get()?;
        let action = response.action;
        let name = format!("{action:?}").to_lowercase();
        // Only what is whole and was checked may stand.
        let is_part = live.stage.with(|stage| matches!(stage, Stage::Partial(_)));
        let is_open = is_part || live.verdict.get() != Some(Verdict::Clean);
        let draw = |part: Part| match part {
            Part::Kept(text) => view! { <span>{user_text(&text)}</span> }.into_any(),
            Part::Removed(text) => view! { <del title=words.live().removed>{user_text(&text)}</del> }.into_any(),
            Part::Added(text, kind) => view! { <ins title=words.live().edit(kind)>{user_text(&text)}</ins> }.into_any(),
        };
        let text = live.text.with(|text| parts(text, &response)).into_iter().map(draw).collect_view();
        Some(view! {
            <p class="outcome-action" data-action=name data-open=is_open.to_string()>
                {move || live.stage.with(|stage| words.live().outcome(stage, action, live.verdict.get()))}
            </p>
            <p class="outcome-text" dir="auto" data-testid="outcome-text">{text}</p>
        })
    };
    view! {
        <section class="card outcome-card" aria-labelledby="outcome-heading" data-testid="outcome">
            <header class="card-head"><h2 id="outcome-heading">{move || words.live().outcome}</h2></header>
            <Show when=move || live.response.with(Option::is_none)><p class="blank">{move || words.live().outcome_wait}</p></Show>
            {body}
        </section>
    }
}
