//! What detectors found besides claims.

use leptos::prelude::*;

use super::user_text::user_text;
use crate::state::{Check, Words};

/// The findings; nothing where there are none.
#[component]
pub fn FindingsList() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let findings =
        Memo::new(move |_| check.analysis.with(|a| a.report().map(|r| r.findings.clone()).unwrap_or_default()));
    let rows = move || {
        let draw = |finding: groundcheck_types::Finding| {
            view! {
                <li class="finding">
                    <strong><bdi>{user_text(&finding.detected_value)}</bdi></strong>
                    " "
                    <span dir="auto">{user_text(&finding.description)}</span>
                </li>
            }
        };
        findings.get().into_iter().map(draw).collect_view()
    };
    view! {
        <Show when=move || !findings.with(Vec::is_empty)>
            <h3 class="sub-head">{move || words.get().findings}</h3>
            <ul class="finding-list">{rows}</ul>
        </Show>
    }
}
