//! The view Records: a record, the document it was read from, and what of the one the other cannot have.

use leptos::prelude::*;

use super::monitoring_panel::MonitoringPanel;
use super::record_inputs::RecordInputs;
use super::record_pages::RecordPages;
use super::record_tree::RecordTree;
use super::record_verdict::RecordVerdict;
use crate::model::address::View;
use crate::model::record_draft::Checked;
use crate::state::{Records, Route, Words};

/// The view Records. Everything above the server's figures works without it.
#[component]
pub fn RecordsView() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let records = expect_context::<Records>();
    let idle = Memo::new(move |_| records.checked.with(|c| **c == Checked::Idle));
    view! {
        <main class="page records" hidden=move || route.view.get() != View::Records>
            <header class="report-head">
                <div>
                    <h1 id="records" tabindex="-1">{move || words.records().heading}</h1>
                    <p class="report-intro">{move || words.records().intro}</p>
                </div>
            </header>
            <RecordVerdict/>
            <RecordInputs/>
            <Show when=move || !idle.get()>
                <div class="record-outcome">
                    <RecordTree/>
                    <RecordPages/>
                </div>
            </Show>
            <MonitoringPanel/>
        </main>
    }
}
