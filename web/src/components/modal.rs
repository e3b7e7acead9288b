//! A dialog over the page: the browser keeps the keyboard inside it, closes it with Esc and gives the focus back.

use leptos::html::Dialog;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;

use crate::state::Words;

/// A dialog with a heading and a button that closes it.
#[component]
pub fn Modal(
    /// Whether it is open; it closes itself too.
    open: RwSignal<bool>,
    /// The id of its heading, and the class that says where it lies.
    name: &'static str,
    /// Its heading.
    #[prop(into)]
    heading: Signal<&'static str>,
    /// What it holds.
    children: Children,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let dialog: NodeRef<Dialog> = NodeRef::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        if open.get() && !dialog.open() {
            // It is in the document and closed, so this cannot fail.
            let _ = dialog.show_modal();
        } else if !open.get() && dialog.open() {
            dialog.close();
        }
    });
    // A press beside the dialog hits the dialog element itself, its content lies in the sheet.
    let beside = move |event: leptos::ev::MouseEvent| {
        let hit = event.target().and_then(|t| t.dyn_into::<web_sys::HtmlDialogElement>().ok());
        if hit.is_some() {
            open.set(false);
        }
    };
    view! {
        <dialog
            node_ref=dialog
            class=format!("modal {name}")
            aria-labelledby=format!("{name}-heading")
            on:close=move |_| open.set(false)
            on:click=beside
        >
            <div class="sheet">
                <header class="sheet-head">
                    <h2 id=format!("{name}-heading")>{move || heading.get()}</h2>
                    <button type="button" class="button is-plain" on:click=move |_| open.set(false)>
                        {move || words.get().close}
                    </button>
                </header>
                {children()}
            </div>
        </dialog>
    }
}
