//! The list of keys of the view that is shown, opened with `?` from anywhere but a text field.

use leptos::prelude::*;

use super::modal::Modal;
use crate::browser::page;
use crate::model::address::View;
use crate::model::review_place::ReviewTab;
use crate::state::Overlays;
use crate::state::{Route, Words};

type Says = fn(Words) -> &'static str;

/// Keys of the view Check with what they do.
const CHECK: &[(&str, Says)] = &[
    ("↑ ↓", |w| w.get().key_move),
    ("Home End", |w| w.get().key_ends),
    ("Enter", |w| w.get().key_open),
    ("Esc", |w| w.get().key_back),
    ("R", |w| w.get().key_replace),
    ("A", |w| w.get().key_accept),
    ("I", |w| w.get().key_ignore),
    ("?", |w| w.get().key_help),
];

/// Keys of the view Review.
const REVIEW: &[(&str, Says)] = &[
    ("j k", |w| w.review().key_next),
    ("Enter", |w| w.review().key_open),
    ("Esc", |w| w.review().key_close),
    ("a", |w| w.review().key_approve),
    ("r", |w| w.review().key_reject),
    ("v", |w| w.review().key_reviewed),
    ("u", |w| w.review().key_undo),
    ("1 … 9", |w| w.review().key_claim),
    ("n", |w| w.review().key_note),
    ("m", |w| w.review().key_me),
    ("x", |w| w.review().key_check),
    ("A R V M", |w| w.review().key_bulk),
    ("e", |w| w.review().key_export),
    ("?", |w| w.get().key_help),
];

/// The keys of the view that is shown; none where it has none of its own.
fn keys(route: Route) -> &'static [(&'static str, Says)] {
    match route.view.get() {
        View::Check => CHECK,
        View::Review if route.review.with(|place| place.tab == ReviewTab::Queue) => REVIEW,
        View::Review | View::Live | View::Records | View::Reports => &[],
    }
}

/// The list of keys.
#[component]
pub fn KeysDialog() -> impl IntoView {
    let words = expect_context::<Words>();
    let open = expect_context::<Overlays>().keys;
    let route = expect_context::<Route>();
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        let has_keys = untrack(|| !keys(route).is_empty());
        let meant = event.key() == "?" && !event.ctrl_key() && !event.meta_key();
        if has_keys && meant && !page::is_text_field(event.target()) {
            event.prevent_default();
            open.set(true);
        }
    });
    on_cleanup(move || listener.remove());
    let rows = move || {
        let row = |(keys, says): &(&'static str, Says)| {
            let keys = keys.split(' ').map(|key| view! { <kbd dir="ltr">{key}</kbd> " " }).collect_view();
            view! { <div class="key-row"><dt>{keys}</dt><dd>{says(words)}</dd></div> }
        };
        keys(route).iter().map(row).collect_view()
    };
    view! {
        <Modal open=open name="keys" heading=Signal::derive(move || words.get().keys)>
            <dl class="key-list">{rows}</dl>
        </Modal>
    }
}
