//! What stands in the place of figures: their outline, why there are none, and what to do about it.

use leptos::prelude::*;

use super::report_notes::ExampleButton;
use super::server_failed::ServerFailed;
use crate::i18n::ReportWords;
use crate::model::phase::Failure;
use crate::state::{Reports, Route, Words};

/// The outline of the figures, as tall as they are.
#[component]
pub fn ReportSkeleton() -> impl IntoView {
    let words = expect_context::<Words>();
    let block = |class: &'static str, count: usize| {
        (0..count).map(|_| view! { <span class=format!("card skeleton {class}")></span> }).collect_view()
    };
    view! {
        <p class="unseen">{move || words.reports().status_loading}</p>
        <div class="totals" aria-hidden="true">{block("is-total", 5)}</div>
        <div class="plots" aria-hidden="true">{block("is-plot", 4)}</div>
    }
}

/// The server gave nothing.
#[component]
pub fn FailedReport(
    /// Why.
    failure: Failure,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let reports = expect_context::<Reports>();
    view! {
        <ServerFailed
            name="report"
            failure
            needs=Signal::derive(move || words.reports().away_text)
            busy=reports.busy
            retry=move |()| reports.load()
        />
    }
}

type Says = fn(&ReportWords) -> &'static str;

/// The three steps to a report of one's own.
const STEPS: [(Says, &str, Says); 3] = [
    (
        |w| w.empty_collect,
        "groundcheck collect --query \"Best AI companies\" --provider NAME --with-sources",
        |w| w.empty_collect_text,
    ),
    (|w| w.empty_import, "groundcheck import FILE", |w| w.empty_import_text),
    (|w| w.empty_analyze, "groundcheck analyze", |w| w.empty_analyze_text),
];

/// Nothing is stored.
#[component]
pub fn EmptyReport() -> impl IntoView {
    let words = expect_context::<Words>();
    let step = move |(title, command, text): (Says, &'static str, Says)| {
        view! {
            <li class="step">
                <span class="example-name">{move || title(words.reports())}</span>
                <span class="example-text">{move || text(words.reports())}</span>
                <code class="command" dir="ltr">{command}</code>
            </li>
        }
    };
    view! {
        <section class="report-empty" aria-labelledby="report-empty" data-testid="report-empty">
            <div class="card state">
                <svg class="state-picture" viewBox="0 0 120 56" aria-hidden="true">
                    <rect x="16" y="38" width="24" height="14" class="is-high"/>
                    <rect x="48" y="24" width="24" height="28" class="is-medium"/>
                    <rect x="80" y="6" width="24" height="46" class="is-low"/>
                    <path d="M0 53.5h120" class="icon-line"/>
                </svg>
                <h2 id="report-empty">{move || words.reports().empty_title}</h2>
                <p>{move || words.reports().empty_text}</p>
                <ExampleButton add=true/>
                <p class="hint">{move || words.reports().examples_offer}</p>
            </div>
            <h3 class="steps-head">{move || words.reports().or_own}</h3>
            <ol class="steps">{STEPS.into_iter().map(step).collect_view()}</ol>
        </section>
    }
}

/// Something is stored and nothing of it scored. Never a sign that all is well.
#[component]
pub fn UnscoredReport() -> impl IntoView {
    let words = expect_context::<Words>();
    let reports = expect_context::<Reports>();
    let why = move || {
        let w = words.reports();
        let stored = reports.report().map(|r| r.stored).unwrap_or_default();
        if stored.pending > 0 {
            w.unscored_waiting
        } else if stored.failed > 0 {
            w.unscored_failed
        } else {
            w.unscored_nothing
        }
    };
    view! {
        <section class="card state" data-testid="report-unscored">
            <span class="state-sign is-unverifiable" aria-hidden="true">"–"</span>
            <h2>{move || words.reports().unscored_title}</h2>
            <p>{why}</p>
        </section>
    }
}

/// The filter leaves nothing.
#[component]
pub fn NothingFits() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    view! {
        <section class="card state" data-testid="report-nothing">
            <span class="state-sign is-unverifiable" aria-hidden="true">"–"</span>
            <h2>{move || words.reports().nothing_fits_title}</h2>
            <p>{move || words.reports().nothing_fits_text}</p>
            <button type="button" class="button is-primary" on:click=move |_| route.clear()>
                {move || words.reports().clear_filters}
            </button>
        </section>
    }
}
