//! The sources, to add, name, edit and remove.

use leptos::prelude::*;

use super::drop_zone::{FileErrors, Intake};
use super::source_row::SourceRow;
use crate::browser::{files, page};
use crate::state::{DraftState, Words};

/// The sources.
#[component]
pub fn SourcesPanel() -> impl IntoView {
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let FileErrors(errors) = expect_context();
    let intake = Intake::of_page();
    let keys = Memo::new(move |_| draft.sources.with(|s| s.iter().map(|s| s.key).collect::<Vec<_>>()));
    let add = move |_| {
        let key = draft.add_source(String::new(), String::new());
        request_animation_frame(move || page::focus(&format!("#source-text-{key}")));
    };
    view! {
        <div class="stack">
            <Show when=move || keys.with(Vec::is_empty)>
                <p class="blank">{move || words.get().sources_empty}</p>
            </Show>
            <ul class="source-list">
                <For each=move || keys.get() key=|key| *key let:key>
                    <SourceRow key_of_row=key/>
                </For>
            </ul>
            <div class="row">
                <button type="button" class="button" data-testid="add-source" on:click=add>{move || words.get().add_source}</button>
                <label class="button is-file">
                    <input type="file" class="unseen" multiple=true data-testid="pick-sources" on:change=move |event| intake.take(files::picked(&event), false, errors)/>
                    {move || words.get().pick_files}
                </label>
                <p class="hint">{move || words.get().drop_hint}</p>
            </div>
        </div>
    }
}
