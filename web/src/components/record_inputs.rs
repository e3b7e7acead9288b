//! What is typed: the record, what it should be, the document, how many pages it has, the day of the check.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use super::drop_zone::Intake;
use super::error_note::ErrorNote;
use crate::browser::{files, page};
use crate::model::files::Contents;
use crate::model::format::fill;
use crate::model::record_draft::{ProfilePick, RecordDraft, pages_of};
use crate::model::record_examples::{RECORD_EXAMPLES, RecordExample};
use crate::state::{Notices, Records, Words};

/// The value of the choice of a profile of one's own; no shipped one has it.
const OWN: &str = "own";

impl Records {
    /// Reads files: what is JSON becomes the record, anything else the document.
    pub fn take(
        self,
        files: Vec<File>,
        notices: Notices,
        words: Words,
        errors: RwSignal<Vec<groundcheck_types::InputError>>,
    ) {
        spawn_local(async move {
            let (mut names, mut failed) = (Vec::new(), Vec::new());
            for file in files::read(files, |_| ()).await {
                let is_record = file.name.to_lowercase().ends_with(".json");
                match file.contents.map(Contents::text) {
                    Ok(text) => {
                        self.draft.update(|d| if is_record { d.record = text } else { d.document = text });
                        names.push(file.name);
                    }
                    Err(error) => failed.push(error),
                }
            }
            errors.set(failed);
            if !names.is_empty() {
                notices.say(untrack(|| fill(words.records().file_taken, &[("name", &names.join(", "))])), None);
            }
        });
    }
}

/// Record and document side by side.
#[component]
pub fn RecordInputs() -> impl IntoView {
    view! {
        <div class="record-work">
            <RecordCard/>
            <DocumentCard/>
        </div>
    }
}

/// The record and its profile.
#[component]
fn RecordCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let records = expect_context::<Records>();
    let notices = expect_context::<Notices>();
    let own = Memo::new(move |_| records.draft.with(|d| d.profile == ProfilePick::Own));
    let error = Memo::new(move |_| records.checked.with(|c| c.error_about("profile").cloned()));
    let malformed = Memo::new(move |_| {
        records.checked.with(|c| c.report().is_some_and(|report| report.errors.iter().any(|e| e.line.is_some())))
    });
    let line_error = move || {
        let error = records
            .checked
            .with(|c| c.report().and_then(|report| report.errors.iter().find(|e| e.line.is_some()).cloned()));
        error.map(|error| view! { <div class="record-error" data-testid="record-json-error"><ErrorNote error id="record-json-error"/></div> })
    };
    let pick = move |event| {
        let name = event_target_value(&event);
        let profile = if name == OWN { ProfilePick::Own } else { ProfilePick::Shipped(name) };
        records.draft.update(|d| d.profile = profile);
    };
    let option = move |name: &'static str| {
        let chosen = move || records.draft.with(|d| matches!(&d.profile, ProfilePick::Shipped(own) if own == name));
        view! { <option value=name prop:selected=chosen>{move || words.records().profile_name(name).to_owned()}</option> }
    };
    let show = move |example: RecordExample| {
        view! {
            <button type="button" class="button is-link" data-example=example.id() on:click=move |_| records.show(example.draft(&page::local_today()))>
                {move || example.words(words).0}
            </button>
        }
    };
    let clear = move |_| {
        records.show(RecordDraft::empty(&page::local_today()));
        notices.say(untrack(|| words.records().cleared), None);
        page::focus("#record-json");
    };
    let typed =
        Memo::new(move |_| records.draft.with(|d| !d.record.trim().is_empty() || !d.document.trim().is_empty()));
    view! {
        <section class="card record-card" aria-labelledby="record-heading">
            <header class="card-head">
                <h2 id="record-heading">{move || words.records().record}</h2>
                <label class="inline-field">
                    <span class="field-label">{move || words.records().profile}</span>
                    <select name="profile" on:change=pick>
                        {groundcheck::records::profile_names().map(option).collect_view()}
                        <option value=OWN prop:selected=move || own.get()>{move || words.records().profile_own}</option>
                    </select>
                </label>
            </header>
            <textarea
                id="record-json"
                class="text-area is-code is-bare"
                dir="ltr"
                spellcheck="false"
                aria-label=move || words.records().record_label
                aria-invalid=move || malformed.get().to_string()
                aria-describedby=move || malformed.get().then_some("record-json-error")
                placeholder=move || words.records().record_hint
                prop:value=move || records.draft.with(|d| d.record.clone())
                on:input=move |event| records.draft.update(|d| d.record = event_target_value(&event))
            ></textarea>
            {line_error}
            <Show when=move || own.get()>
                <label class="field own-profile">
                    <span class="field-label">{move || words.records().own_label}</span>
                    <textarea
                        class="text-area is-code"
                        name="own-profile"
                        dir="ltr"
                        rows="6"
                        spellcheck="false"
                        placeholder="{\"name\": \"receipt\", \"fields\": [{\"name\": \"total\", \"kind\": \"amount\", \"required\": true}]}"
                        aria-invalid=move || error.with(Option::is_some).to_string()
                        prop:value=move || records.draft.with(|d| d.own.clone())
                        on:input=move |event| records.draft.update(|d| d.own = event_target_value(&event))
                    ></textarea>
                    {move || error.get().map(|error| view! { <ErrorNote error/> })}
                </label>
            </Show>
            <footer class="card-foot">
                <p class="examples" class:is-away=move || !typed.get()>
                    <span class="examples-label">{move || words.records().examples}</span>
                    {RECORD_EXAMPLES.into_iter().map(show).collect_view()}
                </p>
                <button type="button" class="button is-link" data-testid="clear-record" disabled=move || !typed.get() on:click=clear>
                    {move || words.records().clear}
                </button>
            </footer>
        </section>
    }
}

/// The document, how many pages it has, the day.
#[component]
fn DocumentCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let records = expect_context::<Records>();
    let intake = Intake::of_page();
    let parted = Memo::new(move |_| records.draft.with(|d| pages_of(&d.document).len()));
    let error = move |field: &'static str| records.checked.with(|c| c.error_about(field).cloned());
    let wrong = move |field: &'static str| error(field).is_some().to_string();
    let document_error = move || {
        let error = error("document").or_else(|| error("as_of"));
        error.map(|error| view! { <div class="record-error"><ErrorNote error/></div> })
    };
    view! {
        <section class="card record-card" aria-labelledby="document-heading">
            <header class="card-head">
                <h2 id="document-heading">{move || words.records().document}</h2>
                <div class="inline-fields">
                    <label class="inline-field">
                        <span class="field-label">{move || words.records().page_count}</span>
                        <input
                            type="text"
                            name="pages"
                            class="is-short"
                            inputmode="numeric"
                            autocomplete="off"
                            placeholder=move || parted.get().to_string()
                            title=move || fill(words.records().page_count_hint, &[("n", &parted.get().to_string())])
                            aria-invalid=move || wrong("document.total_pages")
                            prop:value=move || records.draft.with(|d| d.pages.clone())
                            on:input=move |event| records.draft.update(|d| d.pages = event_target_value(&event))
                        />
                    </label>
                    <label class="inline-field">
                        <span class="field-label">{move || words.records().as_of}</span>
                        <input
                            type="date"
                            name="as-of"
                            aria-invalid=move || wrong("as_of")
                            prop:value=move || records.draft.with(|d| d.as_of.clone())
                            on:input=move |event| records.draft.update(|d| d.as_of = event_target_value(&event))
                        />
                    </label>
                </div>
            </header>
            <textarea
                id="record-document"
                class="text-area is-bare is-document"
                dir="auto"
                spellcheck="false"
                aria-label=move || words.records().document_label
                aria-invalid=move || wrong("document")
                placeholder=move || words.records().document_hint
                prop:value=move || records.draft.with(|d| d.document.clone())
                on:paste=move |event| intake.paste(&event, || ())
                on:input=move |event| records.draft.update(|d| d.document = event_target_value(&event))
            ></textarea>
            {document_error}
        </section>
    }
}
