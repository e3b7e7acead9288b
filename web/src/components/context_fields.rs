//! The optional fields around the answer: what was asked, which facts apply, how sure the model was.

use leptos::prelude::*;

use super::error_note::ErrorNote;
use crate::i18n::Catalogue;
use crate::model::draft::Context;
use crate::state::{Check, DraftState, Words};

type Says = fn(&Catalogue) -> &'static str;

/// The id of the error about the confidence.
const ERROR_ID: &str = "confidence-error";

/// The optional fields.
#[component]
pub fn ContextFields() -> impl IntoView {
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let check = expect_context::<Check>();
    let wrong = Memo::new(move |_| check.error_about("confidence"));
    let is_wrong = move |name: &str| name == "confidence" && wrong.with(Option::is_some);
    let field = move |name: &'static str,
                      label: Says,
                      hint: Says,
                      read: fn(&Context) -> &String,
                      write: fn(&mut Context, String)| {
        view! {
            <label class=format!("field is-{name}")>
                <span class="field-label">{move || label(words.get())}</span>
                <input
                    type="text"
                    name=name
                    dir="auto"
                    autocomplete="off"
                    inputmode=if name == "confidence" { "decimal" } else { "text" }
                    placeholder=move || hint(words.get())
                    aria-invalid=move || is_wrong(name).to_string()
                    aria-describedby=move || is_wrong(name).then_some(ERROR_ID)
                    prop:value=move || draft.context.with(|c| read(c).clone())
                    on:input=move |event| draft.edit_context(|c| write(c, event_target_value(&event)))
                />
            </label>
        }
    };
    let given = draft.context.with_untracked(|c| *c != Context::default());
    let error = move || wrong.get().map(|error| view! { <ErrorNote error id=ERROR_ID/> });
    view! {
        <details class="context" open=given>
            <summary>{move || words.get().context}</summary>
            <div class="context-fields">
                {field("question", |w| w.question, |w| w.question_hint, |c| &c.question, |c, text| c.question = text)}
                {field("entity", |w| w.entity, |w| w.entity_hint, |c| &c.entity, |c, text| c.entity = text)}
                {field("period", |w| w.period, |w| w.period_hint, |c| &c.period, |c, text| c.period = text)}
                {field("confidence", |w| w.confidence, |w| w.confidence_hint, |c| &c.confidence, |c, text| c.confidence = text)}
            </div>
            {error}
        </details>
    }
}
