//! "Verify with an LLM": the answer's sentences, asked about one by one through the server.

use leptos::prelude::*;

use super::report_notes::Why;
use super::token_form::TokenForm;
use super::verify_results::VerifyResults;
use super::verify_setup::VerifySetup;
use crate::browser::{page, session};
use crate::model::phase::Failure;
use crate::state::{Verification, Words};

/// The button that opens it.
#[component]
pub fn VerifyButton() -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let open = move |_| {
        verification.show();
        // Drawn first, then gone to.
        request_animation_frame(|| {
            page::show("#verification");
            page::focus("#verification-heading");
        });
    };
    view! {
        <button
            type="button"
            class="button"
            data-testid="verify-open"
            aria-expanded=move || verification.open.get().to_string()
            aria-controls="verification"
            on:click=open
        >
            {move || words.verify().open}
        </button>
    }
}

/// The card, where it is open.
#[component]
pub fn VerifyCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    verification.keep_planned();
    let close = move |_| {
        verification.close();
        page::focus("[data-testid=verify-open]");
    };
    let body = move || match verification.providers.get() {
        None => view! { <p class="blank">{move || words.verify().asking_server}</p> }.into_any(),
        Some(Err(failure)) => view! { <NoServer failure/> }.into_any(),
        Some(Ok(list)) if list.providers.iter().all(|provider| !provider.ready) => view! { <Nobody/> }.into_any(),
        Some(Ok(list)) => view! { <VerifySetup providers=list/> <VerifyResults/> }.into_any(),
    };
    view! {
        <section
            class="card verify"
            id="verification"
            aria-labelledby="verification-heading"
            hidden=move || !verification.open.get()
            data-testid="verification"
        >
            <header class="card-head">
                <h2 id="verification-heading" tabindex="-1">{move || words.verify().heading}</h2>
                <button
                    type="button"
                    class="button is-plain is-icon"
                    aria-label=move || words.verify().close
                    title=move || words.verify().close
                    data-testid="verify-close"
                    on:click=close
                >
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 4l8 8M12 4l-8 8" class="icon-line"/></svg>
                </button>
            </header>
            <p class="verify-intro">{move || words.verify().intro} " " <span class="verify-private">{move || words.verify().private}</span></p>
            {body}
        </section>
    }
}

/// The server gave no list of providers.
#[component]
fn NoServer(failure: Failure) -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let (away, asks_token) = (failure == Failure::Away, failure.needs_token());
    let title = move || match (away, asks_token) {
        (true, _) => words.verify().away_title,
        (_, true) => words.verify().token_title,
        _ => words.verify().refused_title,
    };
    let why = if away {
        view! { <p>{move || words.verify().away_text} " " <code dir="ltr">"groundcheck serve"</code></p> }.into_any()
    } else if asks_token {
        let refused = session::token().is_some();
        view! { <TokenForm hint="verify-token-hint" refused then=move |()| verification.load()/> }.into_any()
    } else {
        view! { <div class="stack"><Why failure/></div> }.into_any()
    };
    view! {
        <div class="state" role="alert" data-testid="verify-failed">
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
fn Nobody() -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    view! {
        <div class="state" role="status" data-testid="verify-nobody">
            <h3>{move || words.verify().none_title}</h3>
            <p>{move || words.verify().none_text}</p>
            <code class="command" dir="ltr">"groundcheck serve --providers FILE"</code>
            <button type="button" class="button is-primary" on:click=move |_| verification.load()>{move || words.verify().retry}</button>
        </div>
    }
}
