//! Something wrong with an input, where it is wrong.

use groundcheck_types::InputError;
use leptos::prelude::*;

use super::user_text::user_text;
use crate::model::format::fill;
use crate::state::Words;

/// An error with the field it names, its line and its message, which the engine writes in English.
#[component]
pub fn ErrorNote(
    /// The error.
    error: InputError,
    /// Its id, where a field is described by it.
    #[prop(optional, into)]
    id: Option<String>,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let InputError { field, line, message, .. } = error;
    view! {
        <p class="error-note" id=id>
            <span class="error-sign" aria-hidden="true">"!"</span>
            <span>
                {field.map(|field| view! { <bdi class="error-field">{user_text(&field)}</bdi> " " })}
                {line.map(|n| view! { <span class="error-line">{move || fill(words.get().line, &[("n", &n.to_string())])}</span> " " })}
                <span lang="en" dir="ltr">{user_text(&message)}</span>
            </span>
        </p>
    }
}
