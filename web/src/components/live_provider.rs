//! Who writes the answer: a script, or a provider through the server, with what it is asked and given.

use groundcheck_types::{ProviderList, Source};
use leptos::prelude::*;

use super::provider_fields::ProviderFields;
use super::provider_states::{NoServer, Nobody};
use super::user_text::user_text;
use crate::model::stage::Author;
use crate::state::{Live, Verification, Words};

/// A script or a provider.
#[component]
pub fn Authors() -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let verification = expect_context::<Verification>();
    let option = move |author: Author, value: &'static str| {
        let choose = move |_| {
            live.author.set(author);
            // Whom the server can ask is found out when somebody wants to know.
            if author == Author::Provider && verification.providers.with_untracked(Option::is_none) {
                verification.load();
            }
        };
        view! {
            <label class="author">
                <input type="radio" name="author" value=value prop:checked=move || live.author.get() == author on:change=choose/>
                <span>{move || words.live().author(author)}</span>
            </label>
        }
    };
    view! {
        <fieldset class="authors">
            <legend>{move || words.live().author}</legend>
            {option(Author::Script, "script")}
            {option(Author::Provider, "provider")}
        </fieldset>
    }
}

/// The question to a provider, or why none can be asked.
#[component]
pub fn ProviderCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let body = move || match verification.providers.get() {
        None => view! { <p class="blank">{move || words.verify().asking_server}</p> }.into_any(),
        Some(Err(failure)) => {
            let away_text = Signal::derive(move || words.live().away_text);
            view! { <NoServer place="live" away_text failure/> }.into_any()
        }
        Some(Ok(list)) if list.providers.iter().all(|provider| !provider.ready) => {
            view! { <Nobody place="live"/> }.into_any()
        }
        Some(Ok(list)) => view! { <Ask providers=list/> }.into_any(),
    };
    view! {
        <section class="card live-ask" aria-labelledby="live-ask-heading" data-testid="live-provider">
            <header class="card-head"><h2 id="live-ask-heading">{move || words.live().ask_heading}</h2></header>
            <p class="live-private">{move || words.live().ask_private}</p>
            {body}
        </section>
    }
}

/// Whom to ask, and what.
#[component]
fn Ask(providers: ProviderList) -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let verification = expect_context::<Verification>();
    let ready = move || {
        let named = verification.model.with(|model| !model.trim().is_empty());
        named && live.question.with(|question| !question.trim().is_empty())
    };
    let ask = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if untrack(ready) {
            verification.model.with_untracked(|model| live.ask(verification.provider.get_untracked(), model));
        }
    };
    let label = move || {
        let w = words.live();
        if live.stage.with(|stage| stage.is_over()) { w.ask_again } else { w.ask }
    };
    view! {
        <form class="live-setup" on:submit=ask data-testid="live-ask">
            <fieldset class="live-choices" disabled=move || live.is_asking()>
                <legend class="unseen">{move || words.verify().settings}</legend>
                <ProviderFields place="live" providers/>
                <label class="field live-question">
                    <span class="field-label">{move || words.live().question}</span>
                    <textarea
                        class="text-area"
                        name="live-question"
                        rows="2"
                        dir="auto"
                        prop:value=move || live.question.get()
                        on:input=move |event| live.question.set(event_target_value(&event))
                    ></textarea>
                </label>
            </fieldset>
            <Given/>
            <div class="live-go">
                <Show
                    when=move || live.is_asking()
                    fallback=move || view! {
                        <button type="submit" class="button is-primary" data-testid="live-start" disabled=move || !ready()>{label}</button>
                    }
                >
                    <button type="button" class="button" data-testid="live-stop" on:click=move |_| live.stop()>
                        {move || words.verify().stop}
                    </button>
                </Show>
            </div>
        </form>
    }
}

/// The sources that go along.
#[component]
fn Given() -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let source = |source: &Source| {
        let title = source.title.clone().unwrap_or_default();
        view! {
            <li>
                <p class="given-head"><bdi>{user_text(&source.id)}</bdi> " " <bdi>{user_text(&title)}</bdi></p>
                <p class="given-text" dir="auto">{user_text(&source.text)}</p>
            </li>
        }
    };
    let sources = move || live.scene.with(|scene| scene.request.sources.iter().map(source).collect_view());
    view! {
        <details class="given">
            <summary>{move || live.scene.with(|scene| words.live().given(&scene.request))}</summary>
            <ul>{sources}</ul>
        </details>
    }
}
