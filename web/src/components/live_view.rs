//! The view Live: an answer that is written, the monitor beside it, and what goes out in the end.

use leptos::prelude::*;

use super::live_knowledge::KnowledgeCard;
use super::live_outcome::OutcomeCard;
use super::live_player::PlayerCard;
use super::live_warnings::{SettledCard, WarningsCard};
use crate::model::address::View;
use crate::model::script::{SCRIPTS, Script};
use crate::state::{Live, Route, Stage, Words};

/// The view Live.
#[component]
pub fn LiveView() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let live = expect_context::<Live>();
    live.follow();
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
            <Scripts/>
            <div class="live-work">
                <div class="live-main">
                    <PlayerCard/>
                    <OutcomeCard/>
                    <SettledCard/>
                </div>
                <div class="live-side">
                    <KnowledgeCard/>
                    <WarningsCard/>
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
                    <span class="example-name">{move || words.live().script(script).0}</span>
                    <span class="example-text">{move || words.live().script(script).1}</span>
                </span>
            </label>
        }
    };
    view! {
        <fieldset class="scripts">
            <legend class="unseen">{move || words.live().scripts}</legend>
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
            Stage::Ready | Stage::Writing | Stage::Paused => String::new(),
            Stage::Interrupted | Stage::Finished | Stage::Failed(_) => {
                let action = live.response.with(|r| r.as_ref().map_or("", |r| w.action(r.action)));
                let warnings = w.warnings_counted(live.warnings.with(Vec::len));
                format!("{}. {warnings}. {action}", w.stage(stage))
            }
        })
    };
    view! { <p class="unseen" role="status" data-testid="live-announcement">{text}</p> }
}
