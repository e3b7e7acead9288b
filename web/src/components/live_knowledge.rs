//! What the question needs to be known, before anything is answered.

use groundcheck_types::{KnowledgeCheck, Requirement};
use leptos::prelude::*;

use super::error_note::ErrorNote;
use super::user_text::user_text;
use crate::i18n::LiveWords;
use crate::model::format::fill;
use crate::state::{Live, Words};

/// What is at hand, what is missing, and what to say instead.
#[component]
pub fn KnowledgeCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let live = expect_context::<Live>();
    let aside = move || {
        live.scene.with(|scene| match &scene.knowledge {
            Ok(check) if !check.missing.is_empty() => words.live().missing_counted(check.missing.len()),
            _ => String::new(),
        })
    };
    let body = move || {
        live.scene.with(|scene| match &scene.knowledge {
            Ok(check) => view! { <Needs check=check.clone()/> }.into_any(),
            Err(error) => view! { <ErrorNote error=error.clone()/> }.into_any(),
        })
    };
    view! {
        <section class="card knowledge" aria-labelledby="knowledge-heading" data-testid="knowledge">
            <header class="card-head">
                <h2 id="knowledge-heading">{move || words.live().knowledge}</h2>
                <p class="card-aside">{aside}</p>
            </header>
            {body}
        </section>
    }
}

#[component]
fn Needs(check: KnowledgeCheck) -> impl IntoView {
    let words = expect_context::<Words>();
    let limitation = check.limitation.map(|text| {
        view! {
            <div class="limitation">
                <h3>{move || words.live().instead}</h3>
                <p dir="auto">{user_text(&text)}</p>
            </div>
        }
    });
    let all = check.verified.then(|| view! { <p class="knowledge-all">{move || words.live().knowledge_all}</p> });
    view! {
        <ul class="needs">{check.required.into_iter().map(|need| view! { <Need need/> }).collect_view()}</ul>
        {all}
        {limitation}
    }
}

/// One thing that the question needs.
#[component]
fn Need(need: Requirement) -> impl IntoView {
    let words = expect_context::<Words>();
    let Requirement { kind, text, available, found_in, alternatives, .. } = need;
    let (sign, class) = if available { ("✓", "mark is-supported") } else { ("?", "mark is-unsupported") };
    let place = move || {
        let w = words.live();
        if available {
            fill(w.found, &[("ids", &found_in.iter().map(|id| name(w, id)).collect::<Vec<_>>().join(", "))])
        } else {
            w.missing.to_owned()
        }
    };
    let instead = alternatives.into_iter().next().map(|alternative| {
        view! { <p class="need-instead" dir="auto">{user_text(&alternative.text)}</p> }
    });
    view! {
        <li class="need" data-available=available.to_string()>
            <span class=class aria-hidden="true">{sign}</span>
            <div>
                <p><strong><bdi>{user_text(&text)}</bdi></strong> " " <span class="need-kind">{move || words.live().need(kind)} " · " {place}</span></p>
                {instead}
            </div>
        </li>
    }
}

/// Where something was found, as people call it.
fn name(w: &LiveWords, id: &str) -> String {
    match id {
        "facts" => w.in_facts.to_owned(),
        "history" => w.in_history.to_owned(),
        id => format!("\u{2068}{id}\u{2069}"),
    }
}
