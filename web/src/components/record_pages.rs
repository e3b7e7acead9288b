//! The document page by page, each with how much was found of it.

use std::collections::BTreeMap;

use groundcheck_types::Severity;
use leptos::prelude::*;

use super::user_text::user_text;
use crate::model::format::{fill, whole};
use crate::model::record_draft::pages_of;
use crate::model::record_tree::sign;
use crate::state::{Records, Words};

/// How many pages are drawn at once.
const PORTION: usize = 40;

/// The document page by page.
#[component]
pub fn RecordPages() -> impl IntoView {
    let words = expect_context::<Words>();
    let records = expect_context::<Records>();
    let most = RwSignal::new(PORTION);
    let texts = Memo::new(move |_| {
        records.draft.with(|d| pages_of(&d.document).into_iter().map(str::to_owned).collect::<Vec<_>>())
    });
    let found = Memo::new(move |_| {
        records.checked.with(|c| {
            let mut pages: BTreeMap<u32, Vec<Severity>> = BTreeMap::new();
            for alert in c.report().map(|r| r.alerts.as_slice()).unwrap_or_default() {
                if let Some(page) = alert.page {
                    pages.entry(page).or_default().push(alert.severity);
                }
            }
            pages
        })
    });
    let counted = move || words.records().pages_counted(texts.with(Vec::len) as u64);
    let hidden = move || texts.with(Vec::len).saturating_sub(most.get());
    let draw = move |(at, text): (usize, String)| {
        let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        let here = Memo::new(move |_| found.with(|f| f.get(&number).cloned().unwrap_or_default()));
        let badge = move || {
            let here = here.get();
            let gravest = here.iter().max().copied()?;
            let class = gravest.as_str();
            Some(view! {
                <span class=format!("severity is-{class}")>
                    <span aria-hidden="true">{sign(gravest)}</span> " " {words.records().alerts_counted(here.len() as u64)}
                </span>
            })
        };
        let blank = text.trim().is_empty();
        view! {
            <li
                class="sheet-page"
                id=format!("record-page-{number}")
                class:is-current=move || records.page.get() == Some(number)
                tabindex="-1"
            >
                <p class="sheet-number"><span>{move || fill(words.records().page, &[("n", &number.to_string())])}</span> {badge}</p>
                {if blank {
                    view! { <p class="sheet-blank">{move || words.records().page_blank}</p> }.into_any()
                } else {
                    view! { <div class="sheet-text" dir="auto">{user_text(&text)}</div> }.into_any()
                }}
            </li>
        }
    };
    let rows = move || texts.get().into_iter().enumerate().take(most.get()).map(draw).collect_view();
    view! {
        <section class="card pages-card" aria-labelledby="pages-heading">
            <header class="card-head">
                <h2 id="pages-heading">{move || words.records().pages}</h2>
                <span class="card-aside">{counted}</span>
            </header>
            <ol class="sheet-pages">{rows}</ol>
            <Show when=move || { hidden() > 0 }>
                <button type="button" class="button is-link" on:click=move |_| most.set(usize::MAX)>
                    {move || fill(words.records().more_pages, &[("n", &whole(hidden() as u64))])}
                </button>
            </Show>
        </section>
    }
}
