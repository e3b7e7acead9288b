//! The record field by field, each finding at the field that it is about.

use groundcheck_types::{InputError, RecordAlert};
use leptos::prelude::*;

use super::alert_note::AlertNote;
use super::error_note::ErrorNote;
use super::user_text::user_text;
use crate::browser::page;
use crate::model::format::{fill, whole};
use crate::model::record_draft::Checked;
use crate::model::record_tree::{Line, Look, lines};
use crate::state::{Records, Words};

/// How many lines are drawn at once; a longer record shows the rest on demand.
const PORTION: usize = 300;

/// The record field by field.
#[component]
pub fn RecordTree() -> impl IntoView {
    let words = expect_context::<Words>();
    let records = expect_context::<Records>();
    let most = RwSignal::new(PORTION);
    let counted = move || {
        records.checked.with(|c| {
            let report = c.report()?;
            let w = words.records();
            let errors = report.errors.len() as u64;
            let alerts = w.alerts_counted(report.summary.total_alerts.into());
            Some(if errors > 0 { format!("{alerts} · {}", w.errors_counted(errors)) } else { alerts })
        })
    };
    let rows = move || match &*records.checked.get() {
        Checked::Idle | Checked::Failed(_) => {
            view! { <p class="blank">{move || words.records().nothing_yet}</p> }.into_any()
        }
        Checked::Report(report, None) => {
            let errors = report.errors.iter().cloned().map(|error| view! { <ErrorNote error/> }).collect_view();
            view! {
                <p class="blank">{move || words.records().no_tree}</p>
                <div class="record-error">{errors}</div>
            }
            .into_any()
        }
        Checked::Report(report, Some(record)) => {
            let all = lines(record, &report.alerts, &report.errors);
            let hidden = all.len().saturating_sub(most.get());
            let (alerts, errors) = (&report.alerts, &report.errors);
            let drawn = all.into_iter().take(most.get()).map(|line| draw(line, alerts, errors, words, records));
            let drawn = drawn.collect_view();
            view! {
                <ul class="tree" data-testid="record-tree">{drawn}</ul>
                {(hidden > 0).then(|| view! {
                    <button type="button" class="button is-link" on:click=move |_| most.set(usize::MAX)>
                        {move || fill(words.records().more_lines, &[("n", &whole(hidden as u64))])}
                    </button>
                })}
            }
            .into_any()
        }
    };
    view! {
        <section class="card tree-card" aria-labelledby="tree-heading">
            <header class="card-head">
                <h2 id="tree-heading">{move || words.records().findings}</h2>
                <span class="card-aside" data-testid="record-counts">{counted}</span>
            </header>
            {rows}
        </section>
    }
}

/// One line with what was found there.
fn draw(line: Line, alerts: &[RecordAlert], errors: &[InputError], words: Words, records: Records) -> impl IntoView {
    let Line { depth, name, value, look, path, alerts: found, errors: wrong } = line;
    let is_whole = name.is_none();
    let branch = value.parse::<u64>().ok().filter(|_| look == Look::Branch);
    let shown = match (look, branch) {
        (Look::Branch, Some(count)) if is_whole => {
            view! { <span class="tree-count">{move || words.records().fields_counted(count)}</span> }.into_any()
        }
        (Look::Branch, Some(count)) => {
            view! { <span class="tree-count">{move || words.records().items_counted(count)}</span> }.into_any()
        }
        (Look::Text, _) => view! { <bdi class="tree-value is-text">{user_text(&value)}</bdi> }.into_any(),
        (Look::Number, _) => view! { <bdi class="tree-value is-number" dir="ltr">{value}</bdi> }.into_any(),
        _ => view! { <span class="tree-value is-word" dir="ltr">{value}</span> }.into_any(),
    };
    let name = match name {
        Some(name) => view! { <bdi class="tree-name">{user_text(&name)}</bdi> }.into_any(),
        None => view! { <span class="tree-name is-whole">{move || words.records().whole_record}</span> }.into_any(),
    };
    let to_page = move |number: u32| {
        records.page.set(Some(number));
        page::show(&format!("#record-page-{number}"));
        page::focus(&format!("#record-page-{number}"));
    };
    let notes = found.iter().filter_map(|i| alerts.get(*i)).map(|alert| {
        let with_path = alert.path != path;
        view! { <AlertNote alert=alert.clone() with_path to_page/> }
    });
    let notes = notes.collect_view();
    let wrong_here =
        wrong.iter().filter_map(|i| errors.get(*i)).map(|error| view! { <ErrorNote error=error.clone()/> });
    let wrong_here = wrong_here.collect_view();
    let gravest = found.iter().filter_map(|i| alerts.get(*i)).map(|a| a.severity).max();
    let mark = if wrong.is_empty() { gravest.map(|s| s.as_str()) } else { Some("error") };
    view! {
        <li class="tree-line" class:is-found=mark.is_some() data-found=mark data-path=path.clone() style=("--depth", depth.min(12).to_string())>
            <p class="tree-field">{name} " " {shown}</p>
            {notes}
            {wrong_here}
        </li>
    }
}
