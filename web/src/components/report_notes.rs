//! What a reader of the figures must know: that they are made up, incomplete or old.

use leptos::prelude::*;

use super::error_note::ErrorNote;
use crate::model::format::fill;
use crate::model::phase::{Failure, Phase};
use crate::state::{Notices, Reports, Words};

/// The notes above the figures.
#[component]
pub fn ReportNotes() -> impl IntoView {
    let words = expect_context::<Words>();
    let reports = expect_context::<Reports>();
    let stored = Memo::new(move |_| reports.report().map(|r| r.stored).unwrap_or_default());
    let figures = Memo::new(move |_| reports.phase.with(|p| !matches!(p, Phase::Failed(_) | Phase::Loading)));
    let examples = move || {
        let stored = stored.get();
        (figures.get() && stored.examples > 0).then(|| {
            let all = stored.examples == stored.responses;
            let text = move || {
                let w = words.reports();
                let count = w.responses_counted(stored.examples);
                if all { w.examples_all.to_owned() } else { fill(w.examples_some, &[("n", &count)]) }
            };
            view! {
                <p class="report-note is-example" data-testid="examples">
                    <span class="note-sign" aria-hidden="true">"◇"</span>
                    <span class="note-text">{text}</span>
                    <ExampleButton add=false/>
                </p>
            }
        })
    };
    let waiting = move || {
        let pending = stored.get().pending;
        (figures.get() && pending > 0).then(|| {
            view! {
                <p class="report-note is-waiting" data-testid="waiting">
                    <span class="note-sign is-turning" aria-hidden="true">"◌"</span>
                    <span class="note-text">{move || words.reports().waiting(pending)} " " {move || words.reports().waiting_refresh}</span>
                </p>
            }
        })
    };
    let failed = move || {
        let failed = stored.get().failed;
        (figures.get() && failed > 0).then(|| {
            view! {
                <p class="report-note is-failed" data-testid="failed">
                    <span class="note-sign" aria-hidden="true">"!"</span>
                    <span class="note-text">{move || words.reports().failed(failed)}</span>
                </p>
            }
        })
    };
    let old = move || {
        reports.failed.get().filter(|_| figures.get()).map(|failure| {
            view! {
                <div class="report-note is-failed" data-testid="old">
                    <span class="note-sign" aria-hidden="true">"!"</span>
                    <span class="note-text">{move || words.reports().not_refreshed} " " <Why failure/></span>
                    <button type="button" class="button" on:click=move |_| reports.load()>{move || words.reports().retry}</button>
                </div>
            }
        })
    };
    view! { <div class="report-notes" role="status">{old} {examples} {waiting} {failed}</div> }
}

/// Why the server gave nothing, in words and in its own.
#[component]
pub fn Why(
    /// What went wrong.
    failure: Failure,
) -> impl IntoView {
    let words = expect_context::<Words>();
    match failure {
        Failure::Away => view! { <span>{move || words.reports().away_title} "."</span> }.into_any(),
        Failure::Garbled => view! { <span>{move || words.reports().garbled_text}</span> }.into_any(),
        Failure::Refused(status, error) => {
            let said = move || fill(words.reports().refused_status, &[("n", &status.to_string())]);
            view! { <span>{said}</span> {error.map(|error| view! { <ErrorNote error/> })} }.into_any()
        }
    }
}

/// Adds the example data, or takes it away, in a click.
#[component]
pub fn ExampleButton(
    /// Whether it adds.
    add: bool,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let reports = expect_context::<Reports>();
    let notices = expect_context::<Notices>();
    let act = move |_| {
        reports.examples(add, move |result| {
            let said = untrack(|| {
                let w = words.reports();
                match result {
                    Ok(()) if add => w.examples_added.to_owned(),
                    Ok(()) => w.examples_removed.to_owned(),
                    Err(failure) => w.why_not_done(failure),
                }
            });
            notices.say(said, None);
        });
    };
    let label = move || if add { words.reports().examples_add } else { words.reports().examples_remove };
    view! {
        <button
            type="button"
            class="button"
            class:is-primary=add
            data-testid=if add { "add-examples" } else { "remove-examples" }
            disabled=move || reports.acting.get()
            on:click=act
        >
            {label}
        </button>
    }
}
