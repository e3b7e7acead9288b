//! The view Review: what waits for a person, one item after the other, and what is learnt from what they decide.

use groundcheck_types::ReviewStatus;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::learning_view::LearningView;
use super::review_detail::ReviewDetail;
use super::review_filters::ReviewFilters;
use super::review_list::ReviewList;
use super::server_failed::ServerFailed;
use crate::browser::{api, page, session};
use crate::model::address::View;
use crate::model::format::{fill, whole};
use crate::model::review::total;
use crate::model::review_place::{ReviewTab, decided};
use crate::state::{Notices, QueuePhase, Review, Route, Words};

/// The view Review.
#[component]
pub fn ReviewView() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let review = expect_context::<Review>();
    review.start();
    listen(review, route);
    let tab = Memo::new(move |_| route.review.with(|place| place.tab));
    let body = move || match tab.get() {
        ReviewTab::Queue => view! { <Queue/> }.into_any(),
        ReviewTab::Learning => view! { <LearningView/> }.into_any(),
    };
    let pick = move |name: ReviewTab| {
        let label = move || match name {
            ReviewTab::Queue => words.review().tab_queue,
            ReviewTab::Learning => words.review().tab_learning,
        };
        view! {
            <label class="pick">
                <input
                    type="radio"
                    class="unseen"
                    name="review-tab"
                    prop:checked=move || tab.get() == name
                    on:change=move |_| route.show_review(name)
                />
                <span>{label}</span>
            </label>
        }
    };
    let opened = move || tab.get() == ReviewTab::Queue && route.review.with(|place| place.item.is_some());
    view! {
        <main class="page review" class:has-item=opened hidden=move || route.view.get() != View::Review>
            <header class="report-head">
                <div>
                    <h1 id="queue" tabindex="-1">{move || words.review().heading}</h1>
                    <p class="report-intro">{move || words.review().intro}</p>
                </div>
                <ReviewTools/>
            </header>
            <fieldset class="picker review-tabs">
                <legend class="unseen">{move || words.review().tabs}</legend>
                {pick(ReviewTab::Queue)} {pick(ReviewTab::Learning)}
            </fieldset>
            {body}
            <p class="unseen" role="status" data-testid="review-said">{move || review.said.get()}</p>
        </main>
    }
}

/// Who reviews, and the queue as a file.
#[component]
fn ReviewTools() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let review = expect_context::<Review>();
    let notices = expect_context::<Notices>();
    let link = move |extension: &'static str| {
        route.review.with(|place| {
            let filter = if extension == "jsonl" { decided(&place.filter) } else { place.filter.clone() };
            api::review_file(&filter, extension)
        })
    };
    // A link carries no token: what needs one is fetched and handed over here.
    let fetch = move |event: leptos::ev::MouseEvent, extension: &'static str, kind: &'static str| {
        if session::token().is_none() {
            return;
        }
        event.prevent_default();
        let link = untrack(|| link(extension));
        spawn_local(async move {
            match api::file(&link).await {
                Ok(text) => page::download(&format!("groundcheck-reviews.{extension}"), &text, kind),
                Err(failure) => notices.say(untrack(|| words.reports().why_not_done(failure)), None),
            }
        });
    };
    view! {
        <div class="review-tools">
            <label class="inline-field">
                <span class="field-label">{move || words.review().me}</span>
                <input
                    type="text"
                    id="reviewer"
                    dir="auto"
                    autocomplete="off"
                    maxlength="80"
                    placeholder=move || words.review().me_hint
                    prop:value=move || review.me.get()
                    on:input=move |event| review.set_me(event_target_value(&event))
                />
            </label>
            <span class="field-label">{move || words.review().export}</span>
            <a
                id="export-jsonl"
                class="button"
                download=""
                href=move || link("jsonl")
                title=move || words.review().export_jsonl_title
                on:click=move |event| fetch(event, "jsonl", "application/x-ndjson")
            >
                {move || words.review().export_jsonl}
            </a>
            <a id="export-csv" class="button" download="" href=move || link("csv") on:click=move |event| fetch(event, "csv", "text/csv")>
                {move || words.review().export_csv}
            </a>
        </div>
    }
}

/// The queue.
#[component]
fn Queue() -> impl IntoView {
    let words = expect_context::<Words>();
    let review = expect_context::<Review>();
    let route = expect_context::<Route>();
    let body = move || {
        match review.phase.get() {
        QueuePhase::Loading => view! { <QueueSkeleton/> }.into_any(),
        QueuePhase::Failed(failure) => view! {
            <ServerFailed
                name="review"
                failure
                needs=Signal::derive(move || words.review().away_text)
                busy=review.busy
                retry=move |()| review.load()
            />
        }
        .into_any(),
        QueuePhase::Empty => view! { <EmptyQueue/> }.into_any(),
        QueuePhase::Done => view! {
            <section class="card state" data-testid="review-done">
                <span class="state-sign is-supported" aria-hidden="true">"✓"</span>
                <h2>{move || words.review().done_title}</h2>
                <p>{move || words.review().done_text}</p>
            </section>
        }
        .into_any(),
        QueuePhase::NothingFits => view! {
            <section class="card state" data-testid="review-nothing">
                <span class="state-sign is-unverifiable" aria-hidden="true">"–"</span>
                <h2>{move || words.review().nothing_title}</h2>
                <p>{move || fill(words.review().nothing_text, &[("n", &whole(total(review.totals.get(), None)))])}</p>
                <button type="button" class="button is-primary" on:click=move |_| route.clear_review()>{move || words.review().clear_filters}</button>
            </section>
        }
        .into_any(),
        QueuePhase::List => view! {
            <div class="queue-work">
                <ReviewList/>
                <ReviewDetail/>
            </div>
        }
        .into_any(),
    }
    };
    let bare = Memo::new(move |_| review.phase.with(|p| matches!(p, QueuePhase::Empty | QueuePhase::Failed(_))));
    view! {
        <Show when=move || !bare.get()><ReviewFilters/></Show>
        <div class="report-body" class:is-stale=move || review.is_stale() aria-busy=move || review.busy.get().to_string() data-testid="queue">
            {body}
        </div>
    }
}

/// The outline of the queue.
#[component]
fn QueueSkeleton() -> impl IntoView {
    let words = expect_context::<Words>();
    view! {
        <p class="unseen">{move || words.review().status_loading}</p>
        <div class="queue-work" aria-hidden="true">
            <span class="card skeleton is-queue"></span>
            <span class="card skeleton is-queue"></span>
        </div>
    }
}

/// Nothing ever entered the queue.
#[component]
fn EmptyQueue() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    view! {
        <section class="card state" data-testid="review-empty">
            <svg class="state-picture" viewBox="0 0 120 56" aria-hidden="true">
                <rect x="14" y="6" width="92" height="12" rx="3" class="is-row"/>
                <rect x="14" y="24" width="92" height="12" rx="3" class="is-row"/>
                <rect x="14" y="42" width="92" height="12" rx="3" class="is-row"/>
                <path d="M21 12l2.5 2.5L28 9.5M21 30l2.5 2.5L28 27.5M21 48l2.5 2.5L28 45.5" class="is-check"/>
            </svg>
            <h2>{move || words.review().empty_title}</h2>
            <p>{move || words.review().empty_text}</p>
            <button type="button" class="button is-primary" on:click=move |_| route.go(View::Check)>{move || words.review().to_check}</button>
        </section>
    }
}

/// The keys of the queue: they hold wherever the keyboard is, but in a text field or a dialog.
fn listen(review: Review, route: Route) {
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        let here = route.view.get_untracked() == View::Review
            && route.review.with_untracked(|place| place.tab == ReviewTab::Queue)
            && review.phase.with_untracked(|phase| *phase == QueuePhase::List);
        let bare = !event.ctrl_key() && !event.meta_key() && !event.alt_key() && !event.is_composing();
        if !here || !bare || page::has_dialog() {
            return;
        }
        if page::is_text_field(event.target()) {
            if event.key() == "Escape" {
                page::focus("#item-heading");
            }
            return;
        }
        if press(&event.key(), review, route) {
            event.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
}

/// Does what a key says; `false` where it says nothing.
fn press(key: &str, review: Review, route: Route) -> bool {
    let in_list = page::has_focus(".queue");
    let decide = |status| {
        review.decide(status);
        if in_list {
            review.focus_row();
        }
    };
    match key {
        "j" | "k" => {
            if review.step(if key == "j" { 1 } else { -1 }) {
                review.focus_row();
            }
        }
        "a" => decide(ReviewStatus::Approved),
        "r" => decide(ReviewStatus::Rejected),
        "v" => decide(ReviewStatus::Reviewed),
        "A" => review.change_checked(Some(ReviewStatus::Approved), None),
        "R" => review.change_checked(Some(ReviewStatus::Rejected), None),
        "V" => review.change_checked(Some(ReviewStatus::Reviewed), None),
        "m" | "M" => return assign(review, key == "M"),
        "u" => review.undo(),
        "x" => {
            if let Some(id) = review.open_id() {
                review.check(id);
            }
        }
        "n" => page::focus("#item-note"),
        "e" => page::press("#export-jsonl"),
        "Enter" if page::has_focus(".queue-open") || page::has_focus("body") => {
            // A press on the row itself opens it; the keyboard goes along.
            request_animation_frame(|| page::focus("#item-heading"));
            return false;
        }
        "Escape" if review.open_id().is_some() => {
            let id = review.open_id();
            route.open_item(None);
            if let Some(id) = id {
                request_animation_frame(move || page::focus(&format!("#review-{id} .queue-open")));
            }
        }
        "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" => page::press(&format!("#judge-{key}")),
        _ => return false,
    }
    true
}

/// Gives the open item, or all that are chosen, to whoever reviews; asks who that is where nobody has said.
pub fn assign(review: Review, all: bool) -> bool {
    let me = review.me.get_untracked().trim().to_owned();
    if me.is_empty() {
        page::focus("#reviewer");
        review.ask_who();
    } else if all {
        review.change_checked(None, Some(me));
    } else {
        review.assign();
    }
    true
}
