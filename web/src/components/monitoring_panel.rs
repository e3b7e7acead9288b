//! How the validation of records has gone on the server (document 3, "Monitoring Metrics"): figures, charts, tables. Or why there are none.

use std::sync::Arc;

use groundcheck_types::{MonitoringRow, RecordMonitoring};
use leptos::prelude::*;

use super::plot_card::PlotCard;
use super::server_failed::ServerFailed;
use crate::browser::page;
use crate::model::address::View;
use crate::model::format::decimals;
use crate::model::format::{fill, share_text, whole};
use crate::model::phase::Failure;
use crate::plots::monitoring::{FIGURES, Figure};
use crate::state::{Records, Route, Words};

/// How the validation of records has gone.
#[component]
pub fn MonitoringPanel() -> impl IntoView {
    let words = expect_context::<Words>();
    let records = expect_context::<Records>();
    let route = expect_context::<Route>();
    // A request goes out, each time the view is shown.
    Effect::new(move |_| {
        if route.view.get() == View::Records {
            records.load();
        }
    });
    let body = move || {
        match records.monitoring.get() {
        None => view! { <div class="totals" aria-hidden="true">{(0..4).map(|_| view! { <span class="card skeleton is-total"></span> }).collect_view()}</div> }.into_any(),
        Some(Err(Failure::Away)) => view! {
            <p class="report-note is-waiting" data-testid="monitoring-away">
                <span class="note-sign" aria-hidden="true">"○"</span>
                <span class="note-text">{move || words.records().monitoring_away}</span>
                <button type="button" class="button" disabled=move || records.busy.get() on:click=move |_| records.load()>{move || words.reports().retry}</button>
            </p>
        }
        .into_any(),
        Some(Err(failure)) => view! {
            <ServerFailed
                name="monitoring"
                failure
                needs=Signal::derive(move || words.records().monitoring_failed)
                busy=records.busy
                retry=move |()| records.load()
            />
        }
        .into_any(),
        Some(Ok(figures)) if figures.total.records == 0 => view! {
            <section class="card state" data-testid="monitoring-empty">
                <span class="state-sign is-unverifiable" aria-hidden="true">"–"</span>
                <h3>{move || words.records().monitoring_empty}</h3>
                <p>{move || words.records().monitoring_empty_text} " " <code dir="ltr">"POST /api/records/validate"</code></p>
            </section>
        }
        .into_any(),
        Some(Ok(figures)) => view! { <Figures figures/> }.into_any(),
    }
    };
    view! {
        <section class="monitoring" aria-labelledby="monitoring-heading">
            <header class="section-head">
                <h2 id="monitoring-heading">{move || words.records().monitoring}</h2>
                <p>{move || words.records().monitoring_intro}</p>
            </header>
            {body}
        </section>
    }
}

/// The figures.
#[component]
fn Figures(figures: Arc<RecordMonitoring>) -> impl IntoView {
    let words = expect_context::<Words>();
    let MonitoringRow { records, with_alerts, rejected, malformed, alert_rate, reviewed, .. } = figures.total.clone();
    let decided = reviewed.confirmed.saturating_add(reviewed.false_positives);
    let total = move |name: Signal<&'static str>, figure: String, more: Signal<String>, id: &'static str| {
        view! {
            <div class="card total" data-total=id>
                <h3 class="total-name">{move || name.get()}</h3>
                <p class="total-figure">{figure}</p>
                <p class="total-more">{move || more.get()}</p>
            </div>
        }
    };
    let w = move || words.records();
    let plot = |figure: Figure| {
        let figures = figures.clone();
        let plot = Memo::new_with_compare(
            move |_| Some(figure.plot(&figures, words.records(), page::day_namer(words.language()))),
            |_, _| true,
        );
        view! {
            <PlotCard
                name=figure.as_str()
                heading=Signal::derive(move || figure.heading(words.records()))
                plot
                about=move |()| page::today()
                file=move |extension: &'static str| format!("groundcheck-{}_{}.{extension}", figure.as_str(), page::today())
            />
        }
    };
    view! {
        <div class="totals is-four" data-testid="monitoring">
            {total(Signal::derive(move || w().records), whole(records), Signal::derive(move || fill(w().malformed_of, &[("n", &whole(malformed))])), "records")}
            {total(Signal::derive(move || w().alert_rate), alert_rate.map_or("–".to_owned(), |n| decimals(n.0, 2)), Signal::derive(move || fill(w().with_alerts, &[("n", &whole(with_alerts))])), "alerts")}
            {total(Signal::derive(move || w().rejection_rate), share_text(rejected, records), Signal::derive(move || fill(w().rejected_of, &[("n", &whole(rejected))])), "rejected")}
            {total(Signal::derive(move || w().false_positive_rate), share_text(reviewed.false_positives, decided), Signal::derive(move || if decided == 0 { w().none_decided.to_owned() } else { fill(w().of_decided, &[("n", &whole(decided))]) }), "false-positives")}
        </div>
        <div class="plots">{FIGURES.map(plot).into_iter().collect_view()}</div>
    }
}
