//! The view Live: an answer that is written, the monitor beside it, and what goes out in the end.

use leptos::prelude::*;

use super::live_knowledge::KnowledgeCard;
use super::live_outcome::OutcomeCard;
use super::live_player::PlayerCard;
use super::live_provider::{Authors, ProviderCard};
use super::live_warnings::{SettledCard, WarningsCard};
use crate::model::address::View;
use crate::model::script::{SCRIPTS, Script};
use crate::model::stage::Stage;
use crate::state::{Live, Route, Words};

/// The view Live.
#[component]
pub fn LiveView() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let live = expect_context::<Live>();
    live.follow(words);
    // Nobody reads along in another view.
    Effect::new(move |_| {
        if route.view.get() != View::Live {
            live.pause();
        }
    });
    view! {
        <main class="page live" hidden=move || route.view.get() != View::Live>
            <header class="live-head">
                <h1>{move || words.live().heading}</h1>
                <p>{move || words.live().intro}</p>
            </header>
            <Authors/>
            <Scripts/>
            <Show when=move || live.is_provided()><ProviderCard/></Show>
            // In the order in which it is read, also one below the other: the answer, what is said of it, what goes out.
            <div class="live-work">
                <PlayerCard/>
                <div class="live-side">
                    <KnowledgeCard/>
                    <WarningsCard/>
                </div>
                <div class="live-end">
                    <OutcomeCard/>
                    <SettledCard/>
                </div>
            </div>
            <Announcement/>
        </main>
    }
}

/// Which answer is written.
#[component]
fn Scripts() -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let option = move |script: Script| {
        // A provider gets a script's question and sources, and says what it likes.
        let shown = move || {
            let request = live.is_provided().then(|| script.request(words.language()));
            request.map_or_else(
                || {
                    let (name, text) = words.live().script(script);
                    (name.to_owned(), text.to_owned())
                },
                |request| (request.question.clone().unwrap_or_default(), words.live().given(&request)),
            )
        };
        view! {
            <label class="script">
                <input
                    type="radio"
                    name="script"
                    value=script.as_str()
                    prop:checked=move || live.script.get() == script
                    on:change=move |_| live.script.set(script)
                />
                <span class="script-in">
                    <span class="example-name">{move || shown().0}</span>
                    <span class="example-text">{move || shown().1}</span>
                </span>
            </label>
        }
    };
    view! {
        <fieldset class="scripts">
            <legend class="unseen">{move || if live.is_provided() { words.live().evidence } else { words.live().scripts }}</legend>
            {SCRIPTS.map(option)}
        </fieldset>
    }
}

/// The outcome for screen readers, once; what comes before it they find in the lists.
#[component]
fn Announcement() -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let text = move || {
        let w = words.live();
        live.stage.with(|stage| match stage {
            stage if !stage.is_over() => String::new(),
            Stage::Unanswered(_) => format!("{}.", w.stage(stage)),
            stage => {
                let action =
                    live.response.with(|r| r.as_ref().map_or("", |r| w.outcome(stage, r.action, live.verdict.get())));
                let warnings = w.warnings_counted(live.warnings.with(Vec::len));
                format!("{}. {warnings}. {action}", w.stage(stage))
            }
        })
    };
    view! { <p class="unseen" role="status" data-testid="live-announcement">{text}</p> }
}
