//! The open item: what there is to be judged, what somebody decides, and what was done before.

use std::sync::Arc;

use groundcheck_types::{MuteAdd, ReviewChange, ReviewContent, ReviewItem, ReviewStatus};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::alert_note::AlertNote;
use super::error_note::ErrorNote;
use super::mention_row::MentionItem;
use super::review_answer::ReviewAnswer;
use super::review_conflict::ReviewConflictNote;
use super::review_history::ReviewHistory;
use super::review_view::assign;
use super::server_failed::ServerFailed;
use super::user_text::user_text;
use crate::browser::{api, page};
use crate::model::format::{fill, whole};
use crate::model::review::status_sign;
use crate::state::{Notices, Review, Route, Words};

/// The open item.
#[component]
pub fn ReviewDetail() -> impl IntoView {
    let words = expect_context::<Words>();
    let review = expect_context::<Review>();
    let route = expect_context::<Route>();
    let wanted = Memo::new(move |_| route.review.with(|place| place.item));
    // What there is to be judged never changes; what is decided of it is drawn where it stands.
    let here = Memo::new(move |_| review.item.with(|item| item.as_ref().map(|item| item.summary.id)));
    let body = move || match (wanted.get(), here.get()) {
        (None, _) => view! {
            <section class="card state is-choose" data-testid="review-choose">
                <h2>{move || words.review().choose_title}</h2>
                <p>{move || words.review().choose_text}</p>
            </section>
        }
        .into_any(),
        (Some(id), None) => view! { <Awaited id/> }.into_any(),
        (Some(_), Some(_)) => review.item.get_untracked().map(|item| view! { <Item item/> }).into_any(),
    };
    view! { <div class="queue-detail" data-testid="review-detail">{body}</div> }
}

/// An item that is not here yet, or cannot be had.
#[component]
fn Awaited(id: u64) -> impl IntoView {
    let words = expect_context::<Words>();
    let review = expect_context::<Review>();
    move || match review.item_failed.get().filter(|(of, _)| *of == id) {
        Some((_, failure)) => view! {
            <ServerFailed
                name="item"
                failure
                needs=Signal::derive(move || words.review().away_text)
                busy=review.busy
                retry=move |()| {
                    review.item_failed.set(None);
                    review.fetch(id);
                }
            />
        }
        .into_any(),
        None => view! {
            <p class="unseen">{move || words.review().status_loading}</p>
            <span class="card skeleton is-queue" aria-hidden="true"></span>
        }
        .into_any(),
    }
}

/// One item.
#[component]
fn Item(item: Arc<ReviewItem>) -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let summary = item.summary.clone();
    let id = summary.id;
    let (kind, risk) = (summary.kind, summary.risk);
    let day = summary.created_at.get(..10).unwrap_or_default().to_owned();
    let since = move || fill(words.review().entered, &[("day", &page::day_namer(words.language())(&day))]);
    let class = risk.as_str();
    let content = match &item.content {
        ReviewContent::Answer { request, report, .. } => {
            view! { <ReviewAnswer request=request.as_ref().clone() report=report.as_ref().clone()/> }.into_any()
        }
        ReviewContent::Record { report } => {
            let alerts = report.alerts.iter().cloned().map(|alert| view! { <li><AlertNote alert with_path=true/></li> });
            let errors = report.errors.iter().cloned().map(|error| view! { <li><ErrorNote error/></li> });
            let because = report.rejection.as_ref().map(|rejection| {
                let reason = rejection.reason;
                view! { <p class="verdict-why">{move || words.records().because(reason)}</p> }
            });
            view! {
                <section class="card item-record">
                    <div class="item-part">
                        {because}
                        <p class="hint">{move || words.review().record_note}</p>
                        <ul class="alert-list">{alerts.collect_view()} {errors.collect_view()}</ul>
                    </div>
                </section>
            }
            .into_any()
        }
        ReviewContent::Mention { mention } => {
            view! { <section class="card"><ol class="mention-rows"><MentionItem row=mention.as_ref().clone()/></ol></section> }
                .into_any()
        }
    };
    view! {
        <article class="item" aria-labelledby="item-heading" data-item=id>
            <header class="item-head">
                <button type="button" class="button is-plain item-back" on:click=move |_| route.open_item(None)>
                    {move || words.review().back_to_list}
                </button>
                <p class="item-about">
                    <span class=format!("risk is-{class}")>{move || words.get().risk(risk)}</span>
                    <StatusNow/>
                    <span>{move || words.review().kind(kind)} " " {id}</span>
                    {summary.provider.map(|name| view! { <bdi>{user_text(&name)}</bdi> })}
                    {summary.model.map(|name| view! { <bdi>{user_text(&name)}</bdi> })}
                    <span>{since}</span>
                </p>
                <h2 id="item-heading" class=format!("item-title is-{}", kind.as_str()) tabindex="-1" dir="auto">{user_text(&summary.title)}</h2>
            </header>
            <ReviewConflictNote/>
            <Actions/>
            {content}
            <NoteForm id/>
            <MutePattern id fingerprints=item.fingerprints.clone()/>
            <ReviewHistory id/>
        </article>
    }
}

/// Where the open item stands.
#[component]
fn StatusNow() -> impl IntoView {
    let words = expect_context::<Words>();
    let status = current_status();
    view! {
        <span class=move || format!("status-chip is-{}", status.get().as_str()) data-testid="item-status">
            <span aria-hidden="true">{move || status_sign(status.get())}</span> " " {move || words.review().status(status.get())}
        </span>
    }
}

fn current_status() -> Memo<ReviewStatus> {
    let review = expect_context::<Review>();
    Memo::new(move |_| review.item.with(|item| item.as_ref().map_or(ReviewStatus::Pending, |item| item.summary.status)))
}

/// What somebody can decide.
#[component]
fn Actions() -> impl IntoView {
    let words = expect_context::<Words>();
    let review = expect_context::<Review>();
    let status = current_status();
    let assignee =
        Memo::new(move |_| review.item.with(|item| item.as_ref().and_then(|item| item.summary.assignee.clone())));
    let mine = move || assignee.with(|a| a.as_deref().is_some_and(|a| a == review.me.get().trim()));
    let w = move || words.review();
    let button = move |to: ReviewStatus,
                       key: &'static str,
                       label: fn(Words) -> &'static str,
                       means: fn(Words) -> &'static str| {
        view! {
            <button
                type="button"
                class=format!("button decide is-{}", to.as_str())
                aria-pressed=move || (status.get() == to).to_string()
                data-testid=format!("decide-{}", to.as_str())
                on:click=move |_| review.decide(to)
            >
                <span aria-hidden="true">{status_sign(to)}</span>
                <span>{move || label(words)}</span>
                <span class="decide-means">{move || means(words)}</span>
                <kbd aria-hidden="true">{key}</kbd>
            </button>
        }
    };
    view! {
        <div class="decisions" role="group" aria-label=move || w().actions>
            {button(ReviewStatus::Approved, "a", |w| w.review().approve, |w| w.review().means_approved)}
            {button(ReviewStatus::Rejected, "r", |w| w.review().reject, |w| w.review().means_rejected)}
            {button(ReviewStatus::Reviewed, "v", |w| w.review().reviewed, |_| "")}
            <span class="decisions-rest">
                <button type="button" class="button" data-testid="assign" on:click=move |_| { assign(review, false); }>
                    {move || if mine() { fill(w().unassign, &[("name", &assignee.get().unwrap_or_default())]) } else { w().assign_me.to_owned() }}
                    <kbd aria-hidden="true">"m"</kbd>
                </button>
                <button type="button" class="button is-plain" data-testid="undo-decision" on:click=move |_| review.undo()>
                    {move || words.get().undo} <kbd aria-hidden="true">"u"</kbd>
                </button>
            </span>
            {move || assignee.get().filter(|_| !mine()).map(|name| view! {
                <p class="hint taken">{move || fill(w().taken_by, &[("name", &super::evidence_panel::isolate(&name))])}</p>
            })}
        </div>
    }
}

/// What the reviewer notes, and what should have stood there.
#[component]
fn NoteForm(id: u64) -> impl IntoView {
    let words = expect_context::<Words>();
    let review = expect_context::<Review>();
    let notices = expect_context::<Notices>();
    let (note, value): (NodeRef<leptos::html::Textarea>, NodeRef<leptos::html::Input>) =
        (NodeRef::new(), NodeRef::new());
    let kept_note =
        Memo::new(move |_| review.item.with(|i| i.as_ref().and_then(|i| i.note.clone()).unwrap_or_default()));
    let kept_value = Memo::new(move |_| {
        review.item.with(|i| i.as_ref().and_then(|i| i.corrected_value.clone()).unwrap_or_default())
    });
    let save = move || {
        let note = note.get_untracked().map(|field| field.value()).filter(|text| *text != kept_note.get_untracked());
        let corrected_value =
            value.get_untracked().map(|field| field.value()).filter(|text| *text != kept_value.get_untracked());
        if note.is_some() || corrected_value.is_some() {
            review.change(id, ReviewChange { note, corrected_value, ..ReviewChange::default() });
            notices.say(untrack(|| words.review().saved), None);
        }
    };
    let by_key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            save();
            page::focus("#item-heading");
        }
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        save();
    };
    view! {
        <form class="card item-note" on:submit=submit data-testid="note-form">
            <label class="field">
                <span class="field-label">{move || words.review().note}</span>
                <textarea node_ref=note id="item-note" class="text-area" rows="2" dir="auto" maxlength="4000" prop:value=move || kept_note.get() on:keydown=by_key></textarea>
            </label>
            <label class="field">
                <span class="field-label">{move || words.review().corrected}</span>
                <input node_ref=value type="text" id="item-corrected" dir="auto" autocomplete="off" maxlength="4000" prop:value=move || kept_value.get()/>
            </label>
            <button type="submit" class="button">{move || words.review().save}</button>
        </form>
    }
}

/// Keeps the patterns of an approved item out of the queue from now on.
#[component]
fn MutePattern(id: u64, fingerprints: Vec<String>) -> impl IntoView {
    let words = expect_context::<Words>();
    let notices = expect_context::<Notices>();
    let status = current_status();
    let prints = StoredValue::new(fingerprints);
    let busy = RwSignal::new(false);
    let done = RwSignal::new(false);
    let shown = move || status.get() == ReviewStatus::Approved && prints.with_value(|p| !p.is_empty()) && !done.get();
    let mute = move |_| {
        busy.set(true);
        spawn_local(async move {
            let mut muted = 0_u64;
            let mut failed = None;
            for fingerprint in prints.get_value() {
                match api::mute(&MuteAdd { item: id, fingerprint, note: None }).await {
                    Ok(()) => muted += 1,
                    Err(failure) => failed = Some(failure),
                }
            }
            busy.set(false);
            done.set(failed.is_none());
            let said = untrack(|| match failed {
                None => fill(words.review().muted, &[("n", &whole(muted))]),
                Some(failure) => words.reports().why_not_done(failure),
            });
            notices.say(said, None);
        });
    };
    view! {
        <Show when=shown>
            <div class="mute" data-testid="mute">
                <button type="button" class="button" disabled=move || busy.get() on:click=mute>{move || words.review().mute}</button>
                <p class="hint">{move || words.review().mute_hint}</p>
            </div>
        </Show>
    }
}
