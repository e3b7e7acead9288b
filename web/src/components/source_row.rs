//! One source: its id, its title, its text.

use leptos::prelude::*;

use super::drop_zone::Intake;
use super::error_note::ErrorNote;
use crate::model::draft::{SourceDraft, row_of_source};
use crate::model::format::fill;
use crate::state::{Check, DraftState, Notices, Undo, Words};

/// One source.
#[component]
pub fn SourceRow(
    /// The source's key.
    key_of_row: u32,
) -> impl IntoView {
    let key = key_of_row;
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let check = expect_context::<Check>();
    let notices = expect_context::<Notices>();
    let intake = Intake::of_page();
    let read = move |part: fn(&SourceDraft) -> &String| {
        draft.sources.with(|s| s.iter().find(|s| s.key == key).map(|s| part(s).clone()).unwrap_or_default())
    };
    let id = Memo::new(move |_| read(|s| &s.id));
    let title = Memo::new(move |_| read(|s| &s.title));
    let text = Memo::new(move |_| read(|s| &s.text));
    let named = move |template: &'static str| fill(template, &[("id", &id.get())]);
    let remove = move |_| {
        let before = draft.snapshot();
        let said = untrack(|| fill(words.get().source_removed, &[("id", &id.get())]));
        draft.remove_source(key);
        notices.say(said, Some(Undo::of_draft(before, draft)));
    };
    let wrong = Memo::new(move |_| {
        let error = check.error_about("sources")?;
        let index = error.field.as_deref()?.strip_prefix("sources[")?.split(']').next()?.parse().ok()?;
        let mine = draft.sources.with(|s| row_of_source(s, index)) == Some(key);
        mine.then_some(error)
    });
    let error_id = move || format!("source-error-{key}");
    let error = move || wrong.get().map(|error| view! { <ErrorNote error id=error_id()/> });
    let is_wrong = move |part: &str| {
        wrong.with(|e| e.as_ref().and_then(|e| e.field.as_deref()).is_some_and(|field| field.ends_with(part)))
    };
    let described = move |part: &str| is_wrong(part).then(error_id);
    view! {
        <li class="source">
            <div class="source-names">
                <input
                    type="text"
                    class="source-id-field"
                    dir="auto"
                    autocomplete="off"
                    aria-label=move || words.get().source_id
                    aria-invalid=move || is_wrong(".id").to_string()
                    aria-describedby=move || described(".id")
                    prop:value=move || id.get()
                    on:input=move |event| draft.edit_source(key, |s| s.id = event_target_value(&event))
                />
                <input
                    type="text"
                    class="source-title-field"
                    dir="auto"
                    autocomplete="off"
                    aria-label=move || named(words.get().source_title)
                    aria-invalid=move || is_wrong(".title").to_string()
                    aria-describedby=move || described(".title")
                    placeholder=move || words.get().untitled
                    prop:value=move || title.get()
                    on:input=move |event| draft.edit_source(key, |s| s.title = event_target_value(&event))
                />
                <button type="button" class="button is-plain is-icon" aria-label=move || named(words.get().remove_source) on:click=remove>
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" class="icon-line"/></svg>
                </button>
            </div>
            <textarea
                id=format!("source-text-{key}")
                class="text-area"
                dir="auto"
                rows="7"
                spellcheck="false"
                aria-label=move || named(words.get().source_text)
                aria-invalid=move || is_wrong(".text").to_string()
                aria-describedby=move || described(".text")
                placeholder=move || words.get().source_text_hint
                prop:value=move || text.get()
                on:paste=move |event| intake.paste(&event, || ())
                on:input=move |event| draft.edit_source(key, |s| s.text = event_target_value(&event))
            ></textarea>
            {error}
        </li>
    }
}
