//! A shared server asks who it is.

use leptos::html::Input;
use leptos::prelude::*;

use crate::browser::session;
use crate::state::Words;

/// Asks for the token that the server takes, and keeps it for this tab.
#[component]
pub fn TokenForm(
    /// The id of its hint: two views may ask at once.
    #[prop(into)]
    hint: String,
    /// Whether the last one was refused.
    refused: bool,
    /// What to do once there is one.
    #[prop(into)]
    then: Callback<()>,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let field: NodeRef<Input> = NodeRef::new();
    let kept = RwSignal::new(true);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let token = field.get_untracked().map(|field| field.value().trim().to_owned()).unwrap_or_default();
        if !token.is_empty() {
            kept.set(session::keep_token(&token));
            then.run(());
        }
    };
    view! {
        <form class="token-form" on:submit=submit data-testid="token-form">
            <label class="field">
                <span class="field-label">{move || words.get().token}</span>
                <input
                    node_ref=field
                    type="password"
                    name="token"
                    dir="ltr"
                    autocomplete="off"
                    spellcheck="false"
                    aria-invalid=refused.to_string()
                    aria-describedby=hint.clone()
                />
            </label>
            <p class="hint" id=hint role="status">
                {move || if refused { words.get().token_refused } else { words.get().token_hint }}
            </p>
            <Show when=move || !kept.get()><p class="hint">{move || words.get().storage_full}</p></Show>
            <button type="submit" class="button is-primary">{move || words.get().token_use}</button>
        </form>
    }
}
