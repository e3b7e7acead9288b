//! One alert about a record: how grave, of which type, what stands there and what should.

use groundcheck_types::RecordAlert;
use leptos::prelude::*;

use super::user_text::user_text;
use crate::model::format::fill;
use crate::model::record_tree::sign;
use crate::state::Words;

/// One alert.
#[component]
pub fn AlertNote(
    /// The alert.
    alert: RecordAlert,
    /// Whether it says where it is; it need not where it stands there.
    with_path: bool,
    /// Called with the page it is about, where the document is there to be looked at.
    #[prop(optional, into)]
    to_page: Option<Callback<u32>>,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let RecordAlert { r#type, severity, description, detected_value, expected_value, path, page, fallback, .. } = alert;
    let class = severity.as_str();
    let value = |label: fn(Words) -> &'static str, text: String| {
        view! {
            <span class="alert-value">
                <span class="alert-label">{move || label(words)}</span> " " <bdi class="alert-text">{user_text(&text)}</bdi>
            </span>
        }
    };
    let numbered = move |page: u32| fill(words.records().to_page, &[("n", &page.to_string())]);
    let page = page.map(|page| match to_page {
        Some(to_page) => view! {
            <button type="button" class="button is-link alert-page" on:click=move |_| to_page.run(page)>{move || numbered(page)}</button>
        }
        .into_any(),
        None => view! { <span class="figure">{move || numbered(page)}</span> }.into_any(),
    });
    view! {
        <div class=format!("alert is-{class}") data-severity=class data-type=r#type.as_str()>
            <p class="alert-head">
                <span class=format!("alert-sign is-{class}") aria-hidden="true">{sign(severity)}</span>
                <strong>{move || words.records().alert_type(r#type)}</strong>
                <span class=format!("severity is-{class}")>{move || words.records().severity(severity)}</span>
                {(with_path && !path.is_empty()).then(|| view! { <code class="alert-path" dir="ltr">{user_text(&path)}</code> })}
                {page}
            </p>
            <p class="alert-why" lang="en" dir="ltr">{user_text(&description)}</p>
            {(detected_value.is_some() || expected_value.is_some()).then(|| view! {
                <p class="alert-values">
                    {detected_value.map(|text| value(|w| w.records().detected, text))}
                    {expected_value.map(|text| value(|w| w.records().expected, text))}
                </p>
            })}
            <p class="alert-instead"><span class="alert-label">{move || words.records().instead}</span> " " {move || words.records().fallback(fallback)}</p>
        </div>
    }
}
