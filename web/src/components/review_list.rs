//! The items of the queue, the gravest first, page by page, and what can be done to several at once.

use groundcheck_types::ReviewStatus;
use leptos::prelude::*;

use super::review_view::assign;
use super::user_text::user_text;
use crate::browser::page;
use crate::model::format::{fill, whole};
use crate::model::hidden::visible;
use crate::model::level::Level;
use crate::model::review::{status_sign, total};
use crate::state::Overlays;
use crate::state::{Review, Route, Words};

/// The list.
#[component]
pub fn ReviewList() -> impl IntoView {
    let words = expect_context::<Words>();
    let review = expect_context::<Review>();
    let route = expect_context::<Route>();
    let overlays = expect_context::<Overlays>();
    let status = move || route.review.with(|place| place.filter.status);
    let shown = move || {
        let all = total(review.totals.get(), status()).max(review.rows.with(Vec::len) as u64);
        fill(words.review().shown, &[("n", &whole(review.rows.with(Vec::len) as u64)), ("m", &whole(all))])
    };
    let ids = Memo::new(move |_| review.rows.with(|rows| rows.iter().map(|row| row.id).collect::<Vec<_>>()));
    let some_checked = Memo::new(move |_| review.checked.with(|checked| !checked.is_empty()));
    let more = Memo::new(move |_| review.next.with(Option::is_some));
    view! {
        <section class="card queue" aria-labelledby="queue-list-heading">
            <header class="card-head">
                <h2 id="queue-list-heading">{move || words.review().list}</h2>
                <button type="button" class="card-aside is-keys" aria-haspopup="dialog" on:click=move |_| overlays.keys.set(true)>
                    {move || words.review().list_order} " · " {move || words.review().keys_hint}
                </button>
            </header>
            <Show when=move || some_checked.get()><BulkBar/></Show>
            <ol class="queue-rows" data-testid="queue-rows">
                <For each=move || ids.get() key=|id| *id let:id>
                    <QueueRow id/>
                </For>
            </ol>
            <footer class="card-foot">
                <span class="hint" data-testid="queue-shown">{shown}</span>
                <Show when=move || more.get()>
                    <button type="button" class="button" data-testid="more-items" aria-disabled=move || review.busy.get().to_string() on:click=move |_| review.more()>
                        {move || words.review().more}
                    </button>
                </Show>
            </footer>
        </section>
    }
}

/// One item of the list.
#[component]
fn QueueRow(id: u64) -> impl IntoView {
    let words = expect_context::<Words>();
    let review = expect_context::<Review>();
    let route = expect_context::<Route>();
    let row = Memo::new(move |_| review.rows.with(|rows| rows.iter().find(|row| row.id == id).cloned()));
    let open = Memo::new(move |_| route.review.with(|place| place.item == Some(id)));
    let checked = Memo::new(move |_| review.checked.with(|checked| checked.contains(&id)));
    let status = move || row.with(|row| row.as_ref().map_or(ReviewStatus::Pending, |row| row.status));
    let title = move || row.with(|row| row.as_ref().map(|row| visible(&row.title)).unwrap_or_default());
    let content = move || {
        row.get().map(|row| {
            let level = Level::from(row.risk);
            let (risk, flagged, kind) = (row.risk, u64::from(row.flagged), row.kind);
            view! {
                <span class="queue-title" dir="auto">{user_text(&row.title)}</span>
                <span class="queue-about">
                    <span class=format!("total-sign is-{}", level.as_str()) aria-hidden="true">{level.sign()}</span>
                    <span>{move || words.get().risk(risk)}</span>
                    <span>{move || words.review().kind(kind)}</span>
                    <span>{move || words.review().flagged_counted(flagged)}</span>
                    {row.provider.map(|name| view! { <bdi>{user_text(&name)}</bdi> })}
                    {row.assignee.map(|name| view! { <bdi class="queue-who">"@" {user_text(&name)}</bdi> })}
                </span>
            }
        })
    };
    let pick = move |_| {
        review.open(id);
        request_animation_frame(|| page::focus("#item-heading"));
    };
    view! {
        <li
            class="queue-row"
            id=format!("review-{id}")
            class:is-open=move || open.get()
            class:is-decided=move || matches!(status(), ReviewStatus::Approved | ReviewStatus::Rejected)
            data-status=move || status().as_str()
        >
            <input
                type="checkbox"
                class="queue-check"
                aria-label=move || fill(words.review().check_item, &[("title", &title())])
                prop:checked=move || checked.get()
                on:change=move |_| review.check(id)
            />
            <button type="button" class="queue-open" aria-current=move || open.get().then_some("true") on:click=pick>{content}</button>
            <span class=move || format!("status-chip is-{}", status().as_str())>
                <span aria-hidden="true">{move || status_sign(status())}</span>
                <span class="status-word">{move || words.review().status(status())}</span>
            </span>
        </li>
    }
}

/// What can be done to all chosen items at once.
#[component]
fn BulkBar() -> impl IntoView {
    let words = expect_context::<Words>();
    let review = expect_context::<Review>();
    let counted = move || {
        let count = review.checked.with(|checked| checked.len() as u64);
        fill(words.review().checked_counted, &[("n", &whole(count))])
    };
    let set = move |status: ReviewStatus| move |_| review.change_checked(Some(status), None);
    let w = move || words.review();
    view! {
        <div class="bulk" role="group" aria-label=move || w().bulk data-testid="bulk">
            <strong class="bulk-count">{counted}</strong>
            <button type="button" class="button" on:click=set(ReviewStatus::Approved)>{move || w().approve}</button>
            <button type="button" class="button" on:click=set(ReviewStatus::Rejected)>{move || w().reject}</button>
            <button type="button" class="button" on:click=set(ReviewStatus::Reviewed)>{move || w().reviewed}</button>
            <button type="button" class="button" on:click=move |_| { assign(review, true); }>{move || w().assign_me}</button>
            <button type="button" class="button is-link" on:click=move |_| review.checked.set(Default::default())>{move || w().uncheck}</button>
        </div>
    }
}
