//! One mention: what is named, how far it can be relied on, and what that comes from.

use groundcheck_types::{CitedSource, MentionRow};
use leptos::prelude::*;

use super::user_text::user_text;
use crate::browser::{page, place};
use crate::model::format::{fill, score};
use crate::model::level::Level;
use crate::model::link::{class, sign, target};
use crate::state::Words;

/// One mention.
#[component]
pub fn MentionItem(
    /// The mention.
    row: MentionRow,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let level = Level::from(row.risk);
    let MentionRow { brand_name, rank, reliability, provider, model, query, asked_at, explanation, sources, .. } = row;
    let rank = move || fill(words.reports().rank, &[("n", &rank.to_string())]);
    let reliability = move || fill(words.reports().reliability_of, &[("n", &score(reliability.0))]);
    let day = asked_at.get(..10).unwrap_or(&asked_at).to_owned();
    let asked = {
        let day = day.clone();
        move || page::day_namer(words.language())(&day)
    };
    let none = sources.is_empty();
    let sources = sources.into_iter().map(|source| view! { <Cited source/> }).collect_view();
    view! {
        <li class="mention" data-level=level.as_str()>
            <div class="mention-head">
                <span class=format!("total-sign is-{}", level.as_str()) aria-hidden="true">{level.sign()}</span>
                <h3 class="mention-name" dir="auto">{user_text(&brand_name)}</h3>
                <span class=format!("risk is-{}", level.as_str())>{move || words.reports().level(level)}</span>
                <span class="figure">{reliability}</span>
                <span class="figure">{rank}</span>
            </div>
            <p class="mention-where">
                <bdi>{user_text(&provider)}</bdi> " · " <bdi>{user_text(&model)}</bdi> " · " <bdi>{user_text(&query)}</bdi> " · "
                <time datetime=day>{asked}</time>
            </p>
            {explanation.map(|text| view! { <p class="mention-why" dir="auto">{user_text(&text)}</p> })}
            <ul class="cited">
                {sources}
                {none.then(|| view! { <li class="cited-none"><span class="mark is-unverifiable" aria-hidden="true">"–"</span> " " {move || words.reports().no_source}</li> })}
            </ul>
        </li>
    }
}

/// One source with what is known of its link.
#[component]
fn Cited(source: CitedSource) -> impl IntoView {
    let words = expect_context::<Words>();
    let link = target(&source, place::parse(&source.url));
    let CitedSource { url, title, state, reason, status_code, .. } = source;
    let why = move || {
        let w = words.reports();
        let reason = reason.map(|r| w.link_reason(r));
        let status = status_code.map(|code| code.to_string());
        let parts: Vec<&str> = reason.into_iter().chain(status.as_deref()).collect();
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    };
    let address = match link {
        Some(link) => view! {
            <a
                class="cited-link"
                href=link.href
                target="_blank"
                rel="noopener noreferrer nofollow"
                dir="ltr"
                title=move || words.reports().new_tab
            >
                <span class="cited-host">{user_text(&link.host)}</span>
                <span class="cited-rest">{user_text(&link.rest)}</span>
            </a>
        }
        .into_any(),
        None => view! { <span class="cited-text" dir="ltr">{user_text(&url)}</span> }.into_any(),
    };
    view! {
        <li class="cited-source">
            <span class=format!("mark {}", class(state)) aria-hidden="true">{sign(state)}</span>
            <span class="cited-state">{move || words.reports().link_state(state)} {why}</span>
            <span class="cited-where">
                {title.map(|title| view! { <bdi class="cited-title">{user_text(&title)}</bdi> " " })}
                {address}
            </span>
        </li>
    }
}
