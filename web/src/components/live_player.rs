//! The answer as it is written, with what is settled underlined, and the buttons and keys that drive it.

use groundcheck_types::{InputError, Role};
use leptos::either::Either;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;

use super::error_note::ErrorNote;
use super::report_notes::Why;
use super::user_text::user_text;
use crate::model::highlight::{Run, runs};
use crate::model::phase::Failure;
use crate::model::stage::{Part, Stage};
use crate::model::verification::Ending;
use crate::state::{Live, SPEEDS, Words};

/// The answer and its controls. The keys work while one of them has the focus.
#[component]
pub fn PlayerCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let turns = move || {
        let scene = live.scene.get();
        let turn = |role: Role, text: String| {
            let who = move || match role {
                Role::User => words.live().user,
                Role::Assistant => words.live().assistant,
                Role::System => words.live().system,
                Role::Tool => words.live().tool,
            };
            let class = if role == Role::User { "turn is-user" } else { "turn" };
            view! { <li class=class><span class="turn-who">{who}</span> <p dir="auto">{user_text(&text)}</p></li> }
        };
        let history = scene.request.history.iter().map(|t| turn(t.role, t.text.clone())).collect_view();
        let question = scene.request.question.clone().map(|question| turn(Role::User, question));
        view! { {history} {question} }
    };
    let written = move || {
        let settled_to = live.settled_to.get() as usize;
        live.text.with(|text| {
            live.claims.with(|claims| {
                let (settled, open) = text.split_at_checked(settled_to).unwrap_or((text, ""));
                let draw = |run: Run| match run.claim {
                    None => Either::Left(run.text),
                    Some(i) => {
                        let status = claims.get(i).map_or("", |c| c.status.as_str());
                        Either::Right(view! { <mark class=format!("claim-run is-{status}")>{run.text}</mark> })
                    }
                };
                view! {
                    {runs(settled, claims).into_iter().map(draw).collect_view()}
                    <span class="live-open">{open.to_owned()}</span>
                }
            })
        })
    };
    let blank = move || {
        live.text.with(String::is_empty).then(|| view! { <span class="live-blank">{live.stage.with(|s| if *s == Stage::Asking { words.live().asked } else { words.live().nothing_yet })}</span> })
    };
    let caret = move || {
        live.stage.with(|s| *s == Stage::Writing).then(|| view! { <span class="live-caret" aria-hidden="true"></span> })
    };
    let cut = move || {
        live.stage.with(|stage| match stage {
            Stage::Interrupted => Some(view! { <span class="live-cut">{words.live().stage_interrupted}</span> }),
            Stage::Partial(_) => Some(view! { <span class="live-cut is-partial">{words.live().stage_partial}</span> }),
            _ => None,
        })
    };
    let why = move || live.stage.with(|stage| why(stage, words));
    let took = move || {
        live.answered.with(|answer| answer.as_ref().map(|answer| words.live().took(answer))).map(|text| {
            view! { <p class="live-took" data-testid="live-took">{text}</p> }
        })
    };
    let drive = move |event: leptos::ev::KeyboardEvent| {
        // A provider is asked by its button alone.
        if untrack(|| live.is_provided()) || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let tag = event
            .target()
            .and_then(|t| t.dyn_into::<web_sys::Element>().ok())
            .map(|e| e.tag_name())
            .unwrap_or_default();
        match event.key().as_str() {
            // A button takes the space bar for itself, and the slider its arrows.
            " " if tag != "BUTTON" => live.toggle(),
            "ArrowRight" if tag != "INPUT" => live.step(),
            "r" | "R" => live.restart(),
            _ => return,
        }
        event.prevent_default();
    };
    view! {
        <section
            class="card player"
            aria-labelledby="live-heading"
            data-testid="player"
            data-stage=move || live.stage.with(Stage::as_str)
            on:keydown=drive
        >
            <header class="card-head">
                <h2 id="live-heading">{move || words.live().answer}</h2>
                <p class="card-aside live-stage"><span class="live-lamp" aria-hidden="true"></span>{move || live.stage.with(|s| words.live().stage(s))}</p>
            </header>
            <ol class="turns">{turns}</ol>
            <div
                id="live-answer"
                class="live-text"
                dir="auto"
                tabindex="0"
                role="group"
                aria-labelledby="live-heading"
                aria-describedby=move || (!live.is_provided()).then_some("live-keys")
            >
                {blank} {written} {caret} {cut}
            </div>
            {why}
            {took}
            <Show when=move || !live.is_provided()><Controls/></Show>
        </section>
    }
}

/// Why an answer is not whole, or not there.
fn why(stage: &Stage, words: Words) -> Option<AnyView> {
    let failed = |error: &InputError| view! { <ErrorNote error=error.clone()/> }.into_any();
    let cut = |failure: &Failure| {
        if failure.needs_token() {
            // The form for it is where providers are asked for.
            return view! { <p>{words.verify().token_title}</p> }.into_any();
        }
        view! { <div class="stack"><Why failure=failure.clone()/></div> }.into_any()
    };
    let why = match stage {
        Stage::Failed(error) | Stage::Unanswered(Ending::Failed(error)) => failed(error),
        Stage::Unanswered(Ending::Cut(failure)) | Stage::Partial(Part::Cut(failure)) => cut(failure),
        Stage::Partial(part) => {
            let text = view! { <p>{words.live().part(part)}</p> };
            let error = if let Part::Failed(Some(error)) = part { Some(failed(error)) } else { None };
            view! { {text} {error} }.into_any()
        }
        _ => return None,
    };
    Some(view! { <div class="live-why" data-testid="live-why">{why}</div> }.into_any())
}

/// The buttons, and how fast it goes.
#[component]
fn Controls() -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let play = move || {
        let w = words.live();
        live.stage.with(|stage| match stage {
            Stage::Writing => w.pause,
            Stage::Ready | Stage::Paused => w.play,
            _ => w.again,
        })
    };
    let closed = move || !live.stage.with(Stage::is_open);
    let set_speed = move |event| {
        if let Ok(speed) = event_target_value(&event).parse::<u32>() {
            live.speed.set(speed.clamp(SPEEDS.0, SPEEDS.1));
        }
    };
    let said = move || words.live().speed_counted(live.speed.get());
    view! {
        <div class="controls">
            <button type="button" class="button is-primary" data-testid="play" on:click=move |_| live.toggle()>{play}</button>
            <button type="button" class="button" data-testid="step" disabled=closed on:click=move |_| live.step()>{move || words.live().step}</button>
            <button type="button" class="button" data-testid="restart" on:click=move |_| live.restart()>{move || words.live().restart}</button>
            <label class="speed">
                <span class="field-label">{move || words.live().speed}</span>
                <input
                    type="range"
                    name="speed"
                    min=SPEEDS.0.to_string()
                    max=SPEEDS.1.to_string()
                    prop:value=move || live.speed.get().to_string()
                    aria-valuetext=said
                    on:input=set_speed
                />
                <span class="figure">{said}</span>
            </label>
            <p class="hint" id="live-keys">{move || words.live().keys}</p>
            <Show when=move || live.by_sentences()><p class="hint">{move || words.live().by_sentences}</p></Show>
        </div>
    }
}
