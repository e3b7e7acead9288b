//! What is learnt from reviews: how often what is flagged is wrong indeed, settings that the reviews speak for, patterns that are muted.

use groundcheck_types::{LearningReport, Mute, PrecisionGroup, PrecisionRow, Suggestion};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::server_failed::ServerFailed;
use super::user_text::user_text;
use crate::browser::{api, page};
use crate::model::format::{decimals, fill, share_text, whole};
use crate::model::phase::Failure;
use crate::state::{Notices, Words};

const GROUPS: [PrecisionGroup; 4] =
    [PrecisionGroup::ClaimKind, PrecisionGroup::Detector, PrecisionGroup::Provider, PrecisionGroup::Month];

/// What is learnt from reviews.
#[component]
pub fn LearningView() -> impl IntoView {
    let words = expect_context::<Words>();
    let report = RwSignal::new(None::<Result<LearningReport, Failure>>);
    let busy = RwSignal::new(false);
    let load = move || {
        busy.set(true);
        spawn_local(async move {
            let learnt = api::learning().await;
            busy.set(false);
            report.set(Some(learnt));
        });
    };
    load();
    let body = move || {
        match report.get() {
        None => view! {
            <p class="unseen">{move || words.review().status_loading}</p>
            <div class="plots" aria-hidden="true"><span class="card skeleton is-plot"></span><span class="card skeleton is-plot"></span></div>
        }
        .into_any(),
        Some(Err(failure)) => view! {
            <ServerFailed name="learning" failure needs=Signal::derive(move || words.review().away_text) busy retry=move |()| load()/>
        }
        .into_any(),
        Some(Ok(report)) => {
            let nothing = report.counts.precision().is_none();
            view! {
                {nothing.then(|| view! {
                    <section class="card state" data-testid="learning-empty">
                        <span class="state-sign is-unverifiable" aria-hidden="true">"–"</span>
                        <h2>{move || words.review().learning_empty}</h2>
                        <p>{move || words.review().learning_empty_text}</p>
                    </section>
                })}
                {(!nothing).then(|| view! { <Learnt report/> })}
                <Mutes/>
            }
            .into_any()
        }
    }
    };
    view! { <div class="report-body learning" aria-busy=move || busy.get().to_string()>{body}</div> }
}

/// The figures and the suggestions.
#[component]
fn Learnt(report: LearningReport) -> impl IntoView {
    let words = expect_context::<Words>();
    let LearningReport { items, counts, precision, suggestions, partial } = report;
    let all = counts.confirmed.saturating_add(counts.false_positives);
    let total = move |label: fn(Words) -> &'static str, figure: String| {
        view! {
            <div class="card total">
                <h2 class="total-name">{move || label(words)}</h2>
                <p class="total-figure">{figure}</p>
            </div>
        }
    };
    let group = move |group: PrecisionGroup| {
        let rows: Vec<PrecisionRow> = precision.iter().filter(|row| row.group == group).cloned().collect();
        (!rows.is_empty()).then(|| view! { <PrecisionCard group rows/> })
    };
    let none = suggestions.is_empty();
    view! {
        {partial.then(|| view! { <p class="report-note is-waiting"><span class="note-sign" aria-hidden="true">"○"</span> {move || words.review().partial}</p> })}
        <div class="totals is-four" data-testid="learning">
            {total(|w| w.review().items_decided, whole(items))}
            {total(|w| w.review().precision, share_text(counts.confirmed, all))}
            {total(|w| w.review().confirmed, whole(counts.confirmed))}
            {total(|w| w.review().false_positives, whole(counts.false_positives))}
        </div>
        <p class="hint">{move || words.review().precision_text}</p>
        <div class="precisions">{GROUPS.into_iter().map(group).collect_view()}</div>
        <section class="card" aria-labelledby="suggestions-heading">
            <header class="card-head">
                <h2 id="suggestions-heading">{move || words.review().suggestions}</h2>
                <span class="card-aside">{move || words.review().suggestions_text}</span>
            </header>
            {none.then(|| view! { <p class="blank">{move || words.review().suggestions_none}</p> })}
            <ul class="suggestions" data-testid="suggestions">
                {suggestions.into_iter().map(|suggestion| view! { <Suggested suggestion/> }).collect_view()}
            </ul>
        </section>
    }
}

/// The precision of one breakdown: each with its interval, drawn and in figures.
#[component]
fn PrecisionCard(group: PrecisionGroup, rows: Vec<PrecisionRow>) -> impl IntoView {
    let words = expect_context::<Words>();
    let w = move || words.review();
    let percent = |n: f64| format!("{}%", n.clamp(0.0, 1.0) * 100.0);
    let shown = |n: f64| decimals(n * 100.0, 0);
    let row = move |row: PrecisionRow| {
        let (low, high, at) = (row.low.0, row.high.0, row.precision.0);
        let interval = format!("\u{2066}{}–{} %\u{2069}", shown(low), shown(high));
        view! {
            <tr>
                <th scope="row"><bdi>{user_text(&row.name)}</bdi></th>
                <td class="is-figure"><strong>{format!("\u{2066}{} %\u{2069}", shown(at))}</strong></td>
                <td class="is-interval">
                    <span class="interval" aria-hidden="true">
                        <span class="interval-range" style:inset-inline-start=percent(low) style:inline-size=percent(high - low)></span>
                        <span class="interval-at" style:inset-inline-start=percent(at)></span>
                    </span>
                    <span class="interval-text">{interval}</span>
                </td>
                <td class="is-figure">{whole(row.counts.confirmed)}</td>
                <td class="is-figure">{whole(row.counts.false_positives)}</td>
            </tr>
        }
    };
    view! {
        <section class="card" aria-label=move || w().group(group)>
            <header class="card-head"><h2>{move || w().group(group)}</h2></header>
            <div class="table-scroll" tabindex="0" role="group" aria-label=move || w().group(group)>
                <table class="table precision">
                    <thead>
                        <tr>
                            <th scope="col">{move || w().name}</th>
                            <th scope="col" class="is-figure">{move || w().precision}</th>
                            <th scope="col">{move || w().interval}</th>
                            <th scope="col" class="is-figure">{move || w().confirmed}</th>
                            <th scope="col" class="is-figure">{move || w().false_positives}</th>
                        </tr>
                    </thead>
                    <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
        </section>
    }
}

/// A change of a setting, with what it would do.
#[component]
fn Suggested(suggestion: Suggestion) -> impl IntoView {
    let words = expect_context::<Words>();
    let Suggestion { setting, environment, current, suggested, effect } = suggestion;
    let (from, to) = (decimals(current.0, 4), decimals(suggested.0, 4));
    let command = format!("{environment}={to}");
    let change = move || fill(words.review().suggest_change, &[("from", &from), ("to", &to)]);
    let counts = [effect.false_positives_removed, effect.hallucinations_missed, effect.reviewed].map(whole);
    let more = [effect.hallucinations_found, effect.false_positives_added];
    let says = move || {
        let [removed, missed, n] = &counts;
        fill(words.review().suggest_effect, &[("removed", removed), ("missed", missed), ("n", n)])
    };
    let besides = (more != [0, 0]).then(|| {
        let more = more.map(whole);
        view! { <p>{move || fill(words.review().suggest_found, &[("found", &more[0]), ("added", &more[1])])}</p> }
    });
    view! {
        <li class="suggestion">
            <p class="suggestion-head"><code dir="ltr">{user_text(&setting)}</code> <strong>{change}</strong></p>
            <p>{says}</p>
            {besides}
            <p class="hint">{move || words.review().suggest_apply} " " <code class="command" dir="ltr">{user_text(&command)}</code></p>
        </li>
    }
}

/// The muted patterns, each with the way back.
#[component]
fn Mutes() -> impl IntoView {
    let words = expect_context::<Words>();
    let notices = expect_context::<Notices>();
    let mutes = RwSignal::new(None::<Result<Vec<Mute>, Failure>>);
    let load = move || spawn_local(async move { mutes.set(Some(api::mutes().await.map(|list| list.mutes))) });
    load();
    let unmute = move |fingerprint: String| {
        spawn_local(async move {
            let said = match api::unmute(&fingerprint).await {
                Ok(()) => untrack(|| words.review().unmuted.to_owned()),
                Err(failure) => untrack(|| words.reports().why_not_done(failure)),
            };
            notices.say(said, None);
            load();
        });
    };
    let row = move |mute: Mute| {
        let Mute { fingerprint, example, note, actor, created_at, kept_out } = mute;
        let day = created_at.get(..10).unwrap_or_default().to_owned();
        let by = move || {
            let day = page::day_namer(words.language())(&day);
            fill(words.review().muted_by, &[("name", &super::evidence_panel::isolate(&actor)), ("day", &day)])
        };
        view! {
            <li class="muted">
                <div class="muted-what">
                    <p dir="auto">{user_text(&example)}</p>
                    {note.map(|note| view! { <p class="hint" dir="auto">{user_text(&note)}</p> })}
                    <p class="hint">{by} " · " {move || fill(words.review().kept_out, &[("n", &whole(kept_out))])}</p>
                </div>
                <button type="button" class="button" on:click=move |_| unmute(fingerprint.clone())>{move || words.review().unmute}</button>
            </li>
        }
    };
    let body = move || match mutes.get() {
        None => ().into_any(),
        Some(Err(failure)) => {
            view! { <p class="blank">{move || untrack(|| words.reports().why_not_done(failure.clone()))}</p> }
                .into_any()
        }
        Some(Ok(mutes)) if mutes.is_empty() => {
            view! { <p class="blank">{move || words.review().mutes_none}</p> }.into_any()
        }
        Some(Ok(mutes)) => {
            view! { <ul class="muted-list" data-testid="mutes">{mutes.into_iter().map(row).collect_view()}</ul> }
                .into_any()
        }
    };
    view! {
        <section class="card" aria-labelledby="mutes-heading">
            <header class="card-head"><h2 id="mutes-heading">{move || words.review().mutes}</h2></header>
            {body}
        </section>
    }
}
