//! What stands in a view's place where the server gave nothing: why, and what to do about it.

use leptos::prelude::*;

use super::report_notes::Why;
use super::token_form::TokenForm;
use crate::browser::session;
use crate::model::phase::Failure;
use crate::state::Words;

/// The server gave nothing.
#[component]
pub fn ServerFailed(
    /// What it gave nothing of, in ids.
    name: &'static str,
    /// Why.
    failure: Failure,
    /// What the view needs it for.
    #[prop(into)]
    needs: Signal<&'static str>,
    /// Whether it is being asked.
    #[prop(into)]
    busy: Signal<bool>,
    /// Asks again.
    #[prop(into)]
    retry: Callback<()>,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let away = failure == Failure::Away;
    let asks_token = failure.needs_token();
    let title = move || match (away, asks_token) {
        (true, _) => words.reports().away_title,
        (_, true) => words.reports().token_title,
        _ => words.reports().refused_title,
    };
    let why = move || {
        if away {
            view! { <p>{move || needs.get()} " " <code dir="ltr">"groundcheck serve"</code></p> }.into_any()
        } else if asks_token {
            ().into_any()
        } else {
            view! { <div class="stack"><Why failure=failure.clone()/></div> }.into_any()
        }
    };
    view! {
        <section class="card state" role="alert" data-testid=format!("{name}-failed")>
            <span class="state-sign is-contradicted" aria-hidden="true">"!"</span>
            <h2>{title}</h2>
            {why}
            {asks_token.then(|| view! { <TokenForm hint=format!("{name}-token-hint") refused=session::token().is_some() then=retry/> })}
            <button type="button" class="button is-primary" hidden=asks_token disabled=move || busy.get() on:click=move |_| retry.run(())>
                {move || words.reports().retry}
            </button>
        </section>
    }
}
