//! What was done to an item, from the audit: asked for when somebody looks.

use groundcheck_types::AuditEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::report_notes::Why;
use super::user_text::user_text;
use crate::browser::{api, page};
use crate::model::phase::Failure;
use crate::state::Words;

/// What was done to an item.
#[component]
pub fn ReviewHistory(id: u64) -> impl IntoView {
    let words = expect_context::<Words>();
    let events = RwSignal::new(None::<Result<Vec<AuditEvent>, Failure>>);
    // Each time it is opened, for what was done since.
    let look = move |event: leptos::ev::Event| {
        if page::is_open(&event) {
            spawn_local(async move { events.set(Some(api::review_history(id).await.map(|page| page.events))) });
        }
    };
    let row = move |event: AuditEvent| {
        let AuditEvent { happened_at, actor, action, detail, .. } = event;
        let day = happened_at.get(..10).unwrap_or_default().to_owned();
        let time = happened_at.get(11..16).unwrap_or_default().to_owned();
        view! {
            <li class="history-row">
                <time datetime=happened_at>{move || page::day_namer(words.language())(&day)} " " <bdi dir="ltr">{time}</bdi></time>
                <bdi class="history-who">{user_text(&actor)}</bdi>
                <span class="history-what" dir="ltr">{user_text(&action)} " " <code>{user_text(&detail)}</code></span>
            </li>
        }
    };
    let body = move || match events.get() {
        None => view! { <p class="blank">{move || words.review().status_loading}</p> }.into_any(),
        Some(Err(failure)) => view! { <div class="item-part"><Why failure/></div> }.into_any(),
        Some(Ok(events)) if events.is_empty() => {
            view! { <p class="blank">{move || words.review().history_none}</p> }.into_any()
        }
        Some(Ok(events)) => {
            view! { <ol class="history" data-testid="history">{events.into_iter().map(row).collect_view()}</ol> }
                .into_any()
        }
    };
    view! {
        <details class="card item-history" on:toggle=look>
            <summary>{move || words.review().history}</summary>
            {body}
        </details>
    }
}
