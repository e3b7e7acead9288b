//! The list of keys, opened with `?` from anywhere but a text field.

use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;

use super::modal::Modal;
use crate::app::Overlays;
use crate::i18n::Catalogue;
use crate::model::address::View;
use crate::state::{Route, Words};

type Says = fn(&Catalogue) -> &'static str;

/// Keys with what they do.
const KEYS: [(&str, Says); 6] = [
    ("↑ ↓", |w| w.key_move),
    ("Home End", |w| w.key_ends),
    ("Enter", |w| w.key_open),
    ("Esc", |w| w.key_back),
    ("R", |w| w.key_replace),
    ("?", |w| w.key_help),
];

/// The list of keys.
#[component]
pub fn KeysDialog() -> impl IntoView {
    let words = expect_context::<Words>();
    let open = expect_context::<Overlays>().keys;
    let route = expect_context::<Route>();
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        // They are the keys of the view Check.
        let checking = route.view.get_untracked() == View::Check;
        if checking && event.key() == "?" && !event.ctrl_key() && !event.meta_key() && !is_text_field(event.target()) {
            event.prevent_default();
            open.set(true);
        }
    });
    on_cleanup(move || listener.remove());
    let rows = move || {
        let w = words.get();
        let row = |(keys, says): (&'static str, Says)| {
            let keys = keys.split(' ').map(|key| view! { <kbd dir="ltr">{key}</kbd> " " }).collect_view();
            view! { <div class="key-row"><dt>{keys}</dt><dd>{says(w)}</dd></div> }
        };
        KEYS.into_iter().map(row).collect_view()
    };
    view! {
        <Modal open=open name="keys" heading=Signal::derive(move || words.get().keys)>
            <dl class="key-list">{rows}</dl>
        </Modal>
    }
}

fn is_text_field(target: Option<web_sys::EventTarget>) -> bool {
    let element = target.and_then(|t| t.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|e| matches!(e.tag_name().as_str(), "TEXTAREA" | "INPUT" | "SELECT"))
}
