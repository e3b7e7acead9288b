//! The card beside the answer, with three leaves: the evidence of the claim in focus, the sources, the facts.

use leptos::prelude::*;

use super::evidence_panel::{EvidencePanel, claim_key};
use super::facts_panel::FactsPanel;
use super::sources_panel::SourcesPanel;
use crate::browser::page;
use crate::state::{Check, DraftState, Notices, Tab, Words};

const TABS: [Tab; 3] = [Tab::Evidence, Tab::Sources, Tab::Facts];

impl Tab {
    fn id(self) -> &'static str {
        match self {
            Tab::Evidence => "evidence",
            Tab::Sources => "sources",
            Tab::Facts => "facts",
        }
    }
}

/// The card beside the answer.
#[component]
pub fn SideCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let check = expect_context::<Check>();
    let label = move |tab: Tab| {
        let w = words.get();
        match tab {
            Tab::Evidence => w.evidence,
            Tab::Sources => w.sources,
            Tab::Facts => w.facts,
        }
    };
    let count = move |tab: Tab| match tab {
        Tab::Evidence => None,
        Tab::Sources => Some(draft.sources.with(Vec::len)),
        Tab::Facts => check.facts.with(|f| f.as_ref().as_ref().ok().map(Vec::len)),
    };
    let troubled = move |tab: Tab| match tab {
        Tab::Evidence => false,
        Tab::Sources => check.error_about("sources").is_some(),
        Tab::Facts => check.facts.with(|f| f.is_err()),
    };
    // Arrow keys move along the tabs as they are drawn, so left and right trade places in a right-to-left page.
    let along = move |event: leptos::ev::KeyboardEvent, tab: Tab| {
        let rtl = untrack(|| words.language().direction() == "rtl");
        let step = match event.key().as_str() {
            "ArrowRight" => {
                if rtl {
                    2
                } else {
                    1
                }
            }
            "ArrowLeft" => {
                if rtl {
                    1
                } else {
                    2
                }
            }
            _ => return,
        };
        event.prevent_default();
        let place = TABS.iter().position(|t| *t == tab).unwrap_or(0);
        let next = TABS[(place + step) % TABS.len()];
        check.tab.set(next);
        page::focus(&format!("#tab-{}", next.id()));
    };
    let tab = move |tab: Tab| {
        let here = move || check.tab.get() == tab;
        view! {
            <button
                type="button"
                role="tab"
                id=format!("tab-{}", tab.id())
                class="tab"
                class:is-troubled=move || troubled(tab)
                aria-selected=move || here().to_string()
                aria-controls=format!("panel-{}", tab.id())
                tabindex=move || if here() { "0" } else { "-1" }
                on:click=move |_| check.tab.set(tab)
                on:keydown=move |event| along(event, tab)
            >
                {move || label(tab)}
                <Show when=move || troubled(tab)>
                    <span class="tab-sign" aria-hidden="true">"!"</span>
                    <span class="unseen">" " {move || words.get().has_error}</span>
                </Show>
                {move || count(tab).map(|n| view! { <span class="tab-count">{n}</span> })}
            </button>
        }
    };
    let notices = expect_context::<Notices>();
    let press = move |event: leptos::ev::KeyboardEvent, tab: Tab| {
        if tab != Tab::Evidence {
            return;
        }
        if event.key() == "Escape" {
            event.prevent_default();
            page::focus(".claim.is-focused .claim-open");
        } else if check.editable {
            claim_key(&event, check, draft, notices, words);
        }
    };
    let panel = move |tab: Tab, content: AnyView| {
        view! {
            <div
                role="tabpanel"
                id=format!("panel-{}", tab.id())
                class="panel"
                aria-labelledby=format!("tab-{}", tab.id())
                tabindex="0"
                hidden=move || check.tab.get() != tab
                on:keydown=move |event| press(event, tab)
            >
                {content}
            </div>
        }
    };
    view! {
        <section class="card side" aria-labelledby="side-heading">
            <h2 id="side-heading" class="unseen">{move || words.get().evidence}</h2>
            <div class="tabs" role="tablist" aria-labelledby="side-heading">{TABS.into_iter().map(tab).collect_view()}</div>
            {panel(Tab::Evidence, view! { <EvidencePanel/> }.into_any())}
            {panel(Tab::Sources, view! { <SourcesPanel/> }.into_any())}
            {panel(Tab::Facts, view! { <FactsPanel/> }.into_any())}
        </section>
    }
}
