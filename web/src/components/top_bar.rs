//! The bar across the top: name, views, what was checked where, language, colours, settings.

use leptos::prelude::*;

use crate::model::address::View;
use crate::model::analysis::Outcome;
use crate::model::format::{fill, milliseconds, whole};
use crate::model::phase::Phase;
use crate::model::record_draft::Checked;
use crate::state::Overlays;
use crate::state::{Check, Look, QueuePhase, Records, Reports, Review, Route, Scheme, Words};

/// The bar across the top.
#[component]
pub fn TopBar() -> impl IntoView {
    let words = expect_context::<Words>();
    let look = expect_context::<Look>();
    let check = expect_context::<Check>();
    let overlays = expect_context::<Overlays>();
    let route = expect_context::<Route>();
    let reports = expect_context::<Reports>();
    let records = expect_context::<Records>();
    let review = expect_context::<Review>();
    let checking = move || route.view.get() == View::Check;
    let status_of_check = move || {
        let w = words.get();
        if check.behind.get() {
            return w.checking.to_owned();
        }
        check.analysis.with(|a| match &a.outcome {
            Outcome::Checked(report) => {
                let took = fill(w.took, &[("ms", &milliseconds(a.took))]);
                format!("{} · {} · {took}", w.checked_here, w.claims_counted(report.claims.len()))
            }
            Outcome::Failed(_) => w.verdict_error.to_owned(),
            Outcome::Idle => w.verdict_idle.to_owned(),
        })
    };
    let status_of_report = move || {
        let w = words.reports();
        reports.phase.with(|phase| match phase {
            Phase::Loading => w.status_loading.to_owned(),
            Phase::Failed(_) => w.status_away.to_owned(),
            Phase::Empty => w.status_empty.to_owned(),
            Phase::Unscored | Phase::NothingFits | Phase::Report => {
                reports.report().map_or(String::new(), |r| w.mentions_counted(r.stored.scored))
            }
        })
    };
    let status_of_records = move || {
        records.checked.with(|checked| match &**checked {
            Checked::Idle => words.get().verdict_idle.to_owned(),
            Checked::Failed(_) => words.records().not_checked.to_owned(),
            Checked::Report(report, _) => {
                let alerts = words.records().alerts_counted(report.summary.total_alerts.into());
                format!("{} · {alerts}", words.get().checked_here)
            }
        })
    };
    let status_of_review = move || {
        let w = words.review();
        review.phase.with(|phase| match phase {
            QueuePhase::Loading => w.status_loading.to_owned(),
            QueuePhase::Failed(_) => w.status_away.to_owned(),
            _ => fill(w.pending_counted, &[("n", &whole(review.totals.get().pending))]),
        })
    };
    // Only the view that is shown is asked: no other starts a check.
    let status = move || match route.view.get() {
        View::Check => status_of_check(),
        View::Live => words.get().checked_here.to_owned(),
        View::Records => status_of_records(),
        View::Reports => status_of_report(),
        View::Review => status_of_review(),
    };
    let idle = move || match route.view.get() {
        View::Check => check.analysis.with(|a| a.outcome == Outcome::Idle),
        View::Live => false,
        View::Records => records.checked.with(|c| **c == Checked::Idle),
        View::Reports => reports.phase.with(|p| matches!(p, Phase::Loading | Phase::Empty | Phase::Unscored)),
        View::Review => review.phase.with(|p| matches!(p, QueuePhase::Loading | QueuePhase::Empty | QueuePhase::Done)),
    };
    let failed = move || match route.view.get() {
        View::Check => check.analysis.with(|a| a.error().is_some()),
        View::Live => false,
        View::Records => records.checked.with(|c| matches!(**c, Checked::Failed(_))),
        View::Reports => reports.failed.with(Option::is_some),
        View::Review => review.failed.with(Option::is_some),
    };
    let other = move || words.language().other();
    let scheme_label = move || match look.scheme() {
        Scheme::Light => words.get().use_dark,
        Scheme::Dark => words.get().use_light,
    };
    view! {
        <header class="top">
            <div class="top-in">
                <span class="brand">
                    <svg class="brand-sign" viewBox="0 0 20 20" aria-hidden="true">
                        <rect x="1.5" y="1.5" width="17" height="17" rx="4.5" class="brand-frame"/>
                        <path d="M1.5 11.5h17V14a4.5 4.5 0 0 1-4.5 4.5H6A4.5 4.5 0 0 1 1.5 14z" class="brand-ground"/>
                        <path d="M6 7.2l2.7 2.6L14 4.6" class="brand-check"/>
                    </svg>
                    <bdi>"groundcheck"</bdi>
                </span>
                <nav class="views" aria-label=move || words.get().navigation>
                    <ViewLink view=View::Check name=Signal::derive(move || words.get().nav_check)/>
                    <ViewLink view=View::Live name=Signal::derive(move || words.live().nav)/>
                    <ViewLink view=View::Records name=Signal::derive(move || words.get().nav_records)/>
                    <ViewLink view=View::Reports name=Signal::derive(move || words.get().nav_reports)/>
                    <ViewLink view=View::Review name=Signal::derive(move || words.get().nav_review)/>
                </nav>
                <p class="status-line">
                    <span class="dot" class:is-failed=failed class:is-idle=idle aria-hidden="true"></span>
                    <span data-testid="status">{status}</span>
                </p>
                <div class="top-tools">
                    <button
                        type="button"
                        class="button is-plain"
                        lang=move || other().tag()
                        data-testid="language"
                        on:click=move |_| look.switch_language()
                    >
                        {move || words.get().switch_language}
                    </button>
                    <button
                        type="button"
                        class="button is-plain is-icon"
                        aria-label=scheme_label
                        title=scheme_label
                        data-testid="scheme"
                        on:click=move |_| look.switch_scheme()
                    >
                        <svg viewBox="0 0 16 16" aria-hidden="true">
                            <circle cx="8" cy="8" r="6" class="icon-line"/>
                            <path d="M8 2a6 6 0 0 1 0 12z" class="icon-fill"/>
                        </svg>
                    </button>
                    <button
                        type="button"
                        class="button is-plain"
                        hidden=move || !checking()
                        aria-haspopup="dialog"
                        data-testid="settings"
                        on:click=move |_| overlays.settings.set(true)
                    >
                        {move || words.get().settings}
                    </button>
                </div>
            </div>
        </header>
    }
}

/// A link to a view. It is a link like any other: it can be copied, and opened elsewhere.
#[component]
fn ViewLink(view: View, name: Signal<&'static str>) -> impl IntoView {
    let route = expect_context::<Route>();
    let go = move |event: leptos::ev::MouseEvent| {
        let elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
        if event.button() == 0 && !elsewhere {
            event.prevent_default();
            route.go(view);
        }
    };
    let current = move || (route.view.get() == view).then_some("page");
    view! { <a href=move || route.link(view) aria-current=current on:click=go>{move || name.get()}</a> }
}
