//! The message about what was just done.

use leptos::prelude::*;

use crate::state::{DraftState, Notices, SettingsState, Undo, Words};

/// The message, with a button that takes it back where that is possible.
#[component]
pub fn NoticeBar() -> impl IntoView {
    let words = expect_context::<Words>();
    let notices = expect_context::<Notices>();
    let draft = expect_context::<DraftState>();
    let settings = expect_context::<SettingsState>();
    let take_back = move |undo: Undo| {
        match undo {
            Undo::Draft { before, .. } => draft.show(before),
            Undo::Settings(before) => settings.replace(before),
        }
        notices.clear();
    };
    let shown = move || {
        notices.shown().map(|notice| {
            let undo = notice.undo.map(|undo| {
                let undo = StoredValue::new(undo);
                // What was typed since would be lost with what is taken back.
                let offered = Memo::new(move |_| {
                    undo.with_value(|undo| match undo {
                        Undo::Draft { after, .. } => draft.holds(after),
                        Undo::Settings(_) => true,
                    })
                });
                view! {
                    <Show when=move || offered.get()>
                        <button type="button" class="notice-undo" on:click=move |_| take_back(undo.get_value())>
                            {move || words.get().undo}
                        </button>
                    </Show>
                }
            });
            view! { <p class="notice"><bdi>{notice.text}</bdi> {undo}</p> }
        })
    };
    view! { <div class="notices" role="status">{shown}</div> }
}
