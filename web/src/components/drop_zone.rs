//! Files dropped anywhere on the page, and what could not be read of them.

use groundcheck_types::InputError;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{ClipboardEvent, File};

use super::error_note::ErrorNote;
use crate::browser::clipboard::Paste;
use crate::browser::files;
use crate::model::address::View;
use crate::model::format::fill;
use crate::state::{Check, DraftState, Notices, Records, Route, Tab, Undo, Words};

/// Takes files in: as sources, or as facts.
#[derive(Clone, Copy)]
pub struct Intake {
    draft: DraftState,
    check: Check,
    notices: Notices,
    words: Words,
}

impl Intake {
    /// The intake of this page; called inside a component.
    pub fn of_page() -> Intake {
        Intake { draft: expect_context(), check: expect_context(), notices: expect_context(), words: expect_context() }
    }

    /// Reads what is pasted as HTML, where its plain text says less, and pastes it; `before` runs right before that.
    pub fn paste(self, event: &ClipboardEvent, before: impl FnOnce() + 'static) {
        let Some(paste) = Paste::take(event) else { return };
        spawn_local(async move {
            if !paste.finish(before).await {
                self.notices.say(untrack(|| self.words.get().paste_not_read.to_owned()), None);
            }
        });
    }

    /// Reads files and adds those that are text: as facts where `as_facts`, else as sources.
    pub fn take(self, files: Vec<File>, as_facts: bool, errors: RwSignal<Vec<InputError>>) {
        spawn_local(async move {
            let slow =
                |name: &str| self.notices.say(untrack(|| fill(self.words.get().file_reading, &[("name", name)])), None);
            let read = files::read(files, slow).await;
            let before = self.draft.snapshot();
            let (mut names, mut failed) = (Vec::new(), Vec::new());
            for file in read {
                match file.contents {
                    Ok(contents) if as_facts => {
                        self.draft.set_facts(contents.text());
                        names.push(file.name);
                    }
                    Ok(contents) => {
                        failed.extend(contents.left_out(&file.name));
                        for (title, text) in contents.sources(&file.name) {
                            self.draft.add_source(title, text);
                        }
                        names.push(file.name);
                    }
                    Err(error) => failed.push(error),
                }
            }
            errors.set(failed);
            if !names.is_empty() {
                self.check.tab.set(if as_facts { Tab::Facts } else { Tab::Sources });
                let text = untrack(|| fill(self.words.get().files_added, &[("names", &names.join(", "))]));
                self.notices.say(text, Some(Undo::of_draft(before, self.draft)));
            }
        });
    }
}

/// What files could not be read; shared by the drop zone and the file pickers.
#[derive(Clone, Copy)]
pub struct FileErrors(pub RwSignal<Vec<InputError>>);

/// Shows that files can be let go, and takes them.
#[component]
pub fn DropZone() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let intake = Intake::of_page();
    let FileErrors(errors) = expect_context();
    let over = RwSignal::new(false);
    let route = expect_context::<Route>();
    let records = expect_context::<Records>();
    let notices = expect_context::<Notices>();
    let takes = move || matches!(route.view.get_untracked(), View::Check | View::Records);
    let dragover = window_event_listener(leptos::ev::dragover, move |event| {
        let transfer = event.data_transfer();
        if files::carries_files(transfer.as_ref()) {
            event.prevent_default();
            if !takes() {
                // Letting go there must not make the browser leave the page for the file.
                if let Some(transfer) = transfer {
                    transfer.set_drop_effect("none");
                }
                return;
            }
            if !over.get_untracked() {
                over.set(true);
            }
        }
    });
    let dragleave = window_event_listener(leptos::ev::dragleave, move |event| {
        // Only leaving the window itself has nothing to go to.
        if event.related_target().is_none() {
            over.set(false);
        }
    });
    let drop = window_event_listener(leptos::ev::drop, move |event| {
        over.set(false);
        let transfer = event.data_transfer();
        if files::carries_files(transfer.as_ref()) && takes() {
            event.prevent_default();
            let files = files::listed(transfer.and_then(|t| t.files()));
            if route.view.get_untracked() == View::Records {
                records.take(files, notices, words, errors);
                return;
            }
            let as_facts = files.len() == 1 && check.tab.get_untracked() == Tab::Facts;
            intake.take(files, as_facts, errors);
        }
    });
    on_cleanup(move || {
        dragover.remove();
        dragleave.remove();
        drop.remove();
    });
    view! {
        <div class="drop-zone" class:is-over=move || over.get() aria-hidden="true">
            <p>{move || if route.view.get() == View::Records { words.records().drop_here } else { words.get().drop_here }}</p>
        </div>
        <div class="file-errors" role="alert">
            <Show when=move || !errors.with(Vec::is_empty)>
                <div class="file-errors-in">
                    <p class="file-errors-head">{move || words.get().file_not_read}</p>
                    {move || errors.get().into_iter().map(|error| view! { <ErrorNote error/> }).collect_view()}
                    <button type="button" class="button" on:click=move |_| errors.set(Vec::new())>
                        {move || words.get().dismiss}
                    </button>
                </div>
            </Show>
        </div>
    }
}
