//! What becomes of the record: in a word, why, what to take instead, how many alerts of each severity. Or examples to begin with.

use groundcheck_types::{RecordReport, Severity};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::error_note::ErrorNote;
use crate::browser::page;
use crate::model::record_draft::Checked;
use crate::model::record_examples::{RECORD_EXAMPLES, RecordExample};
use crate::model::record_tree::sign;
use crate::state::{Notices, Records, Words};

/// Severities with how many alerts there are of each, the gravest first.
fn severities(report: &RecordReport) -> [(Severity, u32); 4] {
    let counts = report.summary.by_severity;
    [
        (Severity::Critical, counts.critical),
        (Severity::High, counts.high),
        (Severity::Medium, counts.medium),
        (Severity::Low, counts.low),
    ]
}

impl RecordExample {
    /// Its name and what it shows.
    pub fn words(self, words: Words) -> (&'static str, &'static str) {
        let w = words.records();
        match self {
            RecordExample::Clean => (w.example_clean, w.example_clean_text),
            RecordExample::Phantom => (w.example_phantom, w.example_phantom_text),
            RecordExample::Fabricated => (w.example_fabricated, w.example_fabricated_text),
        }
    }
}

/// What becomes of the record.
#[component]
pub fn RecordVerdict() -> impl IntoView {
    let words = expect_context::<Words>();
    let records = expect_context::<Records>();
    let body = move || match &*records.checked.get() {
        Checked::Idle => view! { <Examples/> }.into_any(),
        Checked::Failed(error) => view! { <NotChecked error=error.clone()/> }.into_any(),
        Checked::Report(report, _) => view! { <Outcome report=report.as_ref().clone()/> }.into_any(),
    };
    let said = Memo::new(move |_| {
        let w = words.records();
        records.checked.with(|checked| match &**checked {
            Checked::Idle => String::new(),
            Checked::Failed(_) => w.not_checked.to_owned(),
            Checked::Report(report, _) => {
                let (title, _) = w.outcome(report.summary.status, report.disposition);
                format!("{title}. {}", w.alerts_counted(report.summary.total_alerts.into()))
            }
        })
    });
    view! {
        {body}
        <p class="unseen" role="status" data-testid="record-said">{move || said.get()}</p>
    }
}

/// The first thing a newcomer reads.
#[component]
fn Examples() -> impl IntoView {
    let words = expect_context::<Words>();
    let records = expect_context::<Records>();
    let card = move |example: RecordExample| {
        view! {
            <li>
                <button type="button" class="example-card" data-example=example.id() on:click=move |_| records.show(example.draft(&page::local_today()))>
                    <span class="example-name">{move || example.words(words).0}</span>
                    <span class="example-text">{move || example.words(words).1}</span>
                </button>
            </li>
        }
    };
    view! {
        <section class="welcome" aria-labelledby="records-welcome" data-testid="records-empty">
            <h2 id="records-welcome">{move || words.records().idle_title}</h2>
            <p>{move || words.records().idle_text}</p>
            <ul class="example-cards">{RECORD_EXAMPLES.into_iter().map(card).collect_view()}</ul>
        </section>
    }
}

/// Something beside the record is wrong.
#[component]
fn NotChecked(error: groundcheck_types::InputError) -> impl IntoView {
    let words = expect_context::<Words>();
    view! {
        <section class="verdict is-error" aria-label=move || words.records().verdict>
            <div class="verdict-words">
                <p class="verdict-head"><strong class="verdict-title" data-testid="record-verdict">{move || words.records().not_checked}</strong></p>
                <p class="verdict-why">{move || words.records().not_checked_text}</p>
                <ErrorNote error/>
            </div>
        </section>
    }
}

/// What becomes of the record, with why.
#[component]
fn Outcome(report: RecordReport) -> impl IntoView {
    let words = expect_context::<Words>();
    let notices = expect_context::<Notices>();
    let (status, disposition) = (report.summary.status, report.disposition);
    let outcome = move || words.records().outcome(status, disposition);
    let rejection = report.rejection.clone();
    let class = if rejection.is_some() {
        "flagged"
    } else if report.alerts.is_empty() {
        "clean"
    } else {
        "unverified"
    };
    let why = move || match &rejection {
        None => view! { <p class="verdict-why" data-testid="record-why">{move || outcome().1}</p> }.into_any(),
        Some(rejection) => {
            let (reason, fallback) = (rejection.reason, rejection.fallback);
            view! {
                <p class="verdict-why" data-testid="record-why">{move || words.records().because(reason)}</p>
                <p class="verdict-why" data-testid="record-fallback">
                    <strong>{move || words.records().instead}</strong> " " {move || words.records().fallback(fallback)} "."
                </p>
            }
            .into_any()
        }
    };
    let counts = severities(&report);
    let errors = report.errors.len() as u64;
    let alerts = u64::from(report.summary.total_alerts);
    let count = move |(severity, count): (Severity, u32)| {
        let class = severity.as_str();
        view! {
            <li class:is-none=count == 0 data-count=class>
                <span class=format!("alert-sign is-{class}") aria-hidden="true">{sign(severity)}</span>
                " " {count} " " {move || words.records().severity(severity)}
            </li>
        }
    };
    let json = StoredValue::new(report);
    let copy = move |_| {
        let text = json.with_value(|report| serde_json::to_string_pretty(report).unwrap_or_default());
        spawn_local(async move {
            let copied = page::copy(&text).await;
            notices.say(untrack(|| if copied { words.get().copied } else { words.get().copy_failed }), None);
        });
    };
    view! {
        <section class=format!("verdict is-{class} record-verdict") aria-label=move || words.records().verdict>
            <div class="verdict-words">
                <p class="verdict-head">
                    <strong class="verdict-title" data-testid="record-verdict">{move || outcome().0}</strong>
                    <span class="figure">{move || words.records().alerts_counted(alerts)}</span>
                    {(errors > 0).then(|| view! { <span class="figure">{move || words.records().errors_counted(errors)}</span> })}
                </p>
                {why}
            </div>
            <div class="tally">
                <div class="bar" aria-hidden="true">
                    {counts.map(|(severity, count)| view! {
                        <span class=format!("bar-part is-{}", severity.as_str()) class:is-none=count == 0 style:flex-grow=count.to_string()></span>
                    }).into_iter().collect_view()}
                </div>
                <ul class="counts" aria-label=move || words.records().by_severity>{counts.map(count).into_iter().collect_view()}</ul>
            </div>
            <div class="verdict-actions">
                <button type="button" class="button" data-testid="copy-record-report" on:click=copy>{move || words.records().copy_report}</button>
            </div>
        </section>
    }
}
