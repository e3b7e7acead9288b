//! The view Reports: what was collected, and how far it can be relied on.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::checks_card::ChecksCard;
use super::mention_list::MentionList;
use super::report_filters::ReportFilters;
use super::report_notes::ReportNotes;
use super::report_plot::ReportPlot;
use super::report_states::{EmptyReport, FailedReport, NothingFits, ReportSkeleton, UnscoredReport};
use super::report_totals::ReportTotals;
use crate::browser::{api, page, session};
use crate::model::address::View;
use crate::model::phase::Phase;
use crate::plots::Kind;
use crate::state::{Notices, Reports, Route, Words};

/// The view Reports.
#[component]
pub fn ReportsView() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let reports = expect_context::<Reports>();
    let notices = expect_context::<Notices>();
    reports.start();
    let body = move || match reports.phase.get() {
        Phase::Loading => view! { <ReportSkeleton/> }.into_any(),
        Phase::Failed(failure) => view! { <FailedReport failure/> }.into_any(),
        Phase::Empty => view! { <EmptyReport/> }.into_any(),
        Phase::Unscored => view! { <UnscoredReport/> }.into_any(),
        Phase::NothingFits => view! { <NothingFits/> }.into_any(),
        Phase::Report => view! { <Figures/> }.into_any(),
    };
    // An empty database has nothing to filter, and a filter from the address can still be taken away there.
    let unfiltered = move || route.filter.with(|f| *f == Default::default());
    let bare = Memo::new(move |_| reports.phase.with(|p| matches!(p, Phase::Empty | Phase::Unscored)) && unfiltered());
    let there = Memo::new(move |_| reports.phase.with(|p| !matches!(p, Phase::Loading | Phase::Failed(_))));
    let exportable = Memo::new(move |_| reports.phase.with(|p| *p == Phase::Report));
    // A link carries no token: what needs one is fetched and handed over here.
    let export = move |event: leptos::ev::MouseEvent| {
        if session::token().is_none() {
            return;
        }
        event.prevent_default();
        let link = route.filter.with_untracked(api::csv_link);
        spawn_local(async move {
            match api::file(&link).await {
                Ok(csv) => page::download("groundcheck-mentions.csv", &csv, "text/csv"),
                // The figures are as good as they were.
                Err(failure) => notices.say(untrack(|| words.reports().why_not_done(failure)), None),
            }
        });
    };
    view! {
        <main class="page reports" hidden=move || route.view.get() != View::Reports>
            <header class="report-head">
                <div>
                    <h1 id="report" tabindex="-1">{move || words.reports().heading}</h1>
                    <p class="report-intro">{move || words.reports().intro} " " {move || words.reports().mentions_about}</p>
                </div>
                <Show when=move || exportable.get()>
                    <a class="button" download="" href=move || route.filter.with(api::csv_link) on:click=export data-testid="export-report">
                        {move || words.reports().export_csv}
                    </a>
                </Show>
            </header>
            <ReportNotes/>
            <Show when=move || !bare.get()><ReportFilters/></Show>
            <div
                class="report-body"
                class:is-stale=move || reports.is_stale()
                aria-busy=move || reports.is_stale().to_string()
                data-testid="report"
            >
                {body}
            </div>
            // Where the report is missing, its reason is that of both.
            <Show when=move || there.get()><ChecksCard/></Show>
            <ReportLive/>
        </main>
    }
}

/// The figures.
#[component]
fn Figures() -> impl IntoView {
    view! {
        <ReportTotals/>
        <div class="plots">
            <ReportPlot kind=Kind::Risk/>
            <ReportPlot kind=Kind::Histogram/>
            <ReportPlot kind=Kind::Models/>
            <ReportPlot kind=Kind::Trend/>
        </div>
        <MentionList/>
    }
}

/// What a screen reader is told when new figures have come.
#[component]
fn ReportLive() -> impl IntoView {
    let words = expect_context::<Words>();
    let reports = expect_context::<Reports>();
    let said = Memo::new(move |_| {
        let w = words.reports();
        reports.phase.with(|phase| match phase {
            Phase::Loading => String::new(),
            Phase::Failed(_) => w.status_away.to_owned(),
            Phase::Empty => w.empty_title.to_owned(),
            Phase::Unscored => w.unscored_title.to_owned(),
            Phase::NothingFits => w.nothing_fits_title.to_owned(),
            Phase::Report => reports.report().map_or(String::new(), |r| {
                format!("{}, {}.", w.mentions_counted(r.mentions), w.high_counted(r.risk.high))
            }),
        })
    });
    view! { <p class="unseen" role="status" data-testid="report-said">{move || said.get()}</p> }
}
