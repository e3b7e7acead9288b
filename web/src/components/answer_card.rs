//! The answer: editor, optional fields, examples, clearing.

use leptos::prelude::*;

use super::context_fields::ContextFields;
use super::editor::Editor;
use super::error_note::ErrorNote;
use crate::browser::page;
use crate::model::examples::{EXAMPLES, Example};
use crate::model::format::fill;
use crate::model::hidden::{census, code_point};
use crate::state::{Check, DraftState, Notices, Tab, Undo, Words};

/// The answer.
#[component]
pub fn AnswerCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let check = expect_context::<Check>();
    let notices = expect_context::<Notices>();
    let show = move |example: Example| {
        draft.show(example.draft());
        check.unchoose();
        check.tab.set(Tab::Evidence);
    };
    let clear = move |_| {
        let before = draft.snapshot();
        draft.clear();
        check.unchoose();
        check.tab.set(Tab::Sources);
        let undo = (!before.is_empty()).then(|| Undo::of_draft(before, draft));
        notices.say(untrack(|| words.get().cleared), undo);
        page::focus("#answer");
    };
    let hidden = Memo::new(move |_| draft.answer.with(|text| census(text)));
    let hidden_note = move || {
        let (count, kinds) = hidden.get();
        (count > 0).then(|| {
            let w = words.get();
            let kinds = kinds.into_iter().map(code_point).collect::<Vec<_>>().join(", ");
            let text = fill(w.hidden_note, &[("count", &w.hidden_counted(count)), ("kinds", &kinds)]);
            view! { <p class="note is-warning">{text}</p> }
        })
    };
    let error = move || check.error_about("answer").map(|error| view! { <ErrorNote error/> });
    let counted = move || check.analysis.with(|a| a.report().map(|r| words.get().claims_counted(r.claims.len())));
    let pick = move |example: Example| {
        view! {
            <button type="button" class="button is-link" data-example=example.id() on:click=move |_| show(example)>
                {move || example.words(words).0}
            </button>
        }
    };
    view! {
        <section class="card answer" aria-labelledby="answer-heading">
            <header class="card-head">
                <h2 id="answer-heading">{move || words.get().answer}</h2>
                <p class="card-aside">{counted}</p>
            </header>
            <Editor/>
            {hidden_note}
            {error}
            <ContextFields/>
            <footer class="card-foot">
                <p class="examples" class:is-away=move || draft.answer.with(|a| a.trim().is_empty())>
                    <span class="examples-label">{move || words.get().examples}</span>
                    {EXAMPLES.into_iter().map(pick).collect_view()}
                </p>
                <button type="button" class="button is-link" data-testid="clear" on:click=clear>{move || words.get().clear}</button>
            </footer>
        </section>
    }
}
