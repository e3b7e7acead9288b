//! Why nobody can be asked: the server is away or refuses, or has nobody itself.

use leptos::prelude::*;

use super::report_notes::Why;
use super::token_form::TokenForm;
use crate::browser::session;
use crate::model::phase::Failure;
use crate::state::{Verification, Words};

/// The server gave no list of providers.
#[component]
pub fn NoServer(
    /// Where this stands: two views may show it.
    place: &'static str,
    /// What goes on without the server, and what does not.
    #[prop(into)]
    away_text: Signal<&'static str>,
    /// What went wrong.
    failure: Failure,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let (away, asks_token) = (failure == Failure::Away, failure.needs_token());
    let title = move || match (away, asks_token) {
        (true, _) => words.verify().away_title,
        (_, true) => words.verify().token_title,
        _ => words.verify().refused_title,
    };
    let why = if away {
        view! { <p>{move || away_text.get()} " " <code dir="ltr">"groundcheck serve"</code></p> }.into_any()
    } else if asks_token {
        let (refused, hint) = (session::token().is_some(), format!("{place}-token-hint"));
        view! { <TokenForm hint refused then=move |()| verification.load()/> }.into_any()
    } else {
        view! { <div class="stack"><Why failure/></div> }.into_any()
    };
    view! {
        <div class="state" role="alert" data-testid=format!("{place}-failed")>
            <h3>{title}</h3>
            {why}
            <button type="button" class="button is-primary" hidden=asks_token on:click=move |_| verification.load()>
                {move || words.verify().retry}
            </button>
        </div>
    }
}

/// The server has no provider that can be asked.
#[component]
pub fn Nobody(
    /// Where this stands: two views may show it.
    place: &'static str,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    view! {
        <div class="state" role="status" data-testid=format!("{place}-nobody")>
            <h3>{move || words.verify().none_title}</h3>
            <p>{move || words.verify().none_text}</p>
            <code class="command" dir="ltr">"groundcheck serve --providers FILE"</code>
            <button type="button" class="button is-primary" on:click=move |_| verification.load()>{move || words.verify().retry}</button>
        </div>
    }
}
