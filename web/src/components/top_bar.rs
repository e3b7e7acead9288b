//! The bar across the top: name, view, what was checked where, language, colours, settings.

use leptos::prelude::*;

use crate::app::Overlays;
use crate::model::analysis::Outcome;
use crate::model::format::{fill, milliseconds};
use crate::state::{Check, Look, Scheme, Words};

/// The bar across the top.
#[component]
pub fn TopBar() -> impl IntoView {
    let words = expect_context::<Words>();
    let look = expect_context::<Look>();
    let check = expect_context::<Check>();
    let overlays = expect_context::<Overlays>();
    let status = move || {
        let w = words.get();
        check.analysis.with(|a| match &a.outcome {
            Outcome::Checked(report) => {
                let took = fill(w.took, &[("ms", &milliseconds(a.took))]);
                format!("{} · {} · {took}", w.checked_here, w.claims_counted(report.claims.len()))
            }
            Outcome::Failed(_) => w.verdict_error.to_owned(),
            Outcome::Idle => w.verdict_idle.to_owned(),
        })
    };
    let idle = move || check.analysis.with(|a| a.outcome == Outcome::Idle);
    let failed = move || check.analysis.with(|a| a.error().is_some());
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
                    <a href="#answer" aria-current="page">{move || words.get().nav_check}</a>
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
