//! "Verify with an LLM": the answer's sentences, asked about one by one through the server.

use leptos::prelude::*;

use super::provider_states::{NoServer, Nobody};
use super::verify_results::VerifyResults;
use super::verify_setup::VerifySetup;
use crate::browser::page;
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
        Some(Err(failure)) => {
            let away_text = Signal::derive(move || words.verify().away_text);
            view! { <NoServer place="verify" away_text failure/> }.into_any()
        }
        Some(Ok(list)) if list.providers.iter().all(|provider| !provider.ready) => {
            view! { <Nobody place="verify"/> }.into_any()
        }
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
