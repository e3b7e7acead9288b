//! The facts, pasted or from a file, and how the engine reads them.

use leptos::prelude::*;

use super::drop_zone::{FileErrors, Intake};
use super::error_note::ErrorNote;
use super::facts_table::FactsTable;
use super::stored_facts::StoredFacts;
use crate::browser::files;
use crate::state::{Check, DraftState, Words};

/// The facts.
#[component]
pub fn FactsPanel() -> impl IntoView {
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let check = expect_context::<Check>();
    let FileErrors(errors) = expect_context();
    let intake = Intake::of_page();
    let wrong = move || check.facts.with(|f| f.is_err());
    let read = move || match check.facts.get().as_ref() {
        Err(error) => view! { <ErrorNote error=error.clone()/> }.into_any(),
        Ok(facts) if facts.is_empty() => view! { <p class="hint">{move || words.get().facts_none}</p> }.into_any(),
        Ok(facts) => {
            let count = facts.len();
            view! {
                <p class="hint" data-testid="facts-count">{move || words.get().facts_counted(count)}</p>
                <FactsTable facts=facts.clone()/>
            }
            .into_any()
        }
    };
    view! {
        <div class="stack">
            <StoredFacts/>
            <label class="field">
                <span class="field-label">{move || words.get().facts_label}</span>
                <textarea
                    class="text-area is-code"
                    name="facts"
                    dir="auto"
                    rows="6"
                    spellcheck="false"
                    placeholder="entity,metric,period,value,unit"
                    aria-invalid=move || wrong().to_string()
                    aria-describedby="facts-read"
                    prop:value=move || draft.facts.get()
                    on:input=move |event| draft.set_facts(event_target_value(&event))
                ></textarea>
            </label>
            <div class="row">
                <label class="button is-file">
                    <input type="file" class="unseen" accept=".csv,.txt,.xlsx,.xls,.ods,text/csv,text/plain" on:change=move |event| intake.take(files::picked(&event), true, errors)/>
                    {move || words.get().facts_pick}
                </label>
                <p class="hint">{move || words.get().facts_hint}</p>
            </div>
            <div id="facts-read" class="stack">{read}</div>
        </div>
    }
}
