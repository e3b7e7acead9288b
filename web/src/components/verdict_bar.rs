//! The verdict: in a word, why, how grave, how many of what, and what can be taken along.

use leptos::prelude::*;
use leptos::task::spawn_local;

use groundcheck_types::{PolicyOverrides, Request, ReviewAdd};

use super::error_note::ErrorNote;
use super::footer::ServerHere;
use super::verify_card::VerifyButton;
use crate::browser::{api, page};
use crate::model::analysis::Headline;
use crate::model::claims::counts;
use crate::model::format::{decimals, fill};
use crate::model::open::{ClaimState, STATES};
use crate::state::{Check, DraftState, Notices, Overlays, SettingsState, Words};

/// The verdict on the answer.
#[component]
pub fn VerdictBar() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let headline = move || check.analysis.with(|a| Headline::of(a));
    // Of what has been typed since nobody knows whether it is clean.
    let unsure = move || check.behind.get() && headline() == Headline::Clean;
    let title = move || if unsure() { words.get().checking } else { words.get().headline(headline()) };
    let why = move || {
        check.analysis.with(|a| {
            let w = words.get();
            let advice = a.report().and_then(|r| w.advice(r.action, r.disposition)).unwrap_or_default();
            format!("{} {advice}", w.why_of(a))
        })
    };
    let risk = move || {
        let risk = check.analysis.with(|a| a.report().and_then(|r| r.risk))?;
        // A risk is no comfort where nothing could be checked: it is said only beside a verdict.
        let decided = matches!(headline(), Headline::Clean | Headline::Flagged);
        decided.then(|| {
            let class = format!("{risk:?}").to_lowercase();
            view! { <span class=format!("risk is-{class}") data-testid="risk">{words.get().risk(risk)}</span> }
        })
    };
    let figures = move || {
        check.analysis.with(|a| {
            let report = a.report()?;
            let w = words.get();
            let reliability = match report.reliability {
                Some(n) => fill(w.reliability, &[("n", &decimals(n.0, 2))]),
                None => w.reliability_none.to_owned(),
            };
            let summary = &report.summary;
            let confidence = summary.original_confidence.zip(summary.adjusted_confidence).map(|(from, to)| {
                let values = [("from", decimals(from.0, 2)), ("to", decimals(to.0, 2))];
                let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
                view! { <span class="figure" data-testid="confidence">{fill(w.confidence_adjusted, &values)}</span> }
            });
            Some(view! { <span class="figure" data-testid="reliability">{reliability}</span> {confidence} })
        })
    };
    let error = move || check.analysis.with(|a| a.error().cloned()).map(|error| view! { <ErrorNote error/> });
    view! {
        <section
            class=move || {
                let behind = if check.behind.get() { " is-behind" } else { "" };
                let shown = if unsure() { Headline::Unverified } else { headline() };
                format!("verdict is-{}{behind}", shown.as_str())
            }
            aria-busy=move || check.behind.get().then_some("true")
            aria-label=move || words.get().verdict
        >
            <div class="verdict-words">
                <p class="verdict-head">
                    <strong class="verdict-title" data-testid="verdict">{title}</strong>
                    {risk}
                    {figures}
                </p>
                <p class="verdict-why" data-testid="why">{why}</p>
                {error}
            </div>
            <StatusBar/>
            <Actions/>
        </section>
    }
}

/// How many claims in each state: as a bar, and in words.
#[component]
fn StatusBar() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let counted = Memo::new(move |_| check.analysis.with(|a| check.marked.with(|all| counts(a.claims(), all))));
    let part = move |i: usize, state: ClaimState| {
        let share = move || counted.get()[i].to_string();
        view! {
            <span class=format!("bar-part is-{}", state.as_str()) class:is-none=move || counted.get()[i] == 0 style:flex-grow=share></span>
        }
    };
    let count = move |i: usize, state: ClaimState| {
        view! {
            <li class:is-none=move || counted.get()[i] == 0 data-count=state.as_str()>
                <span class=format!("mark is-{}", state.as_str()) aria-hidden="true">{state.mark()}</span>
                " "
                {move || counted.get()[i]}
                " "
                {move || words.get().state(state)}
            </li>
        }
    };
    let bar = STATES.into_iter().enumerate().map(|(i, s)| part(i, s)).collect_view();
    let list = STATES.into_iter().enumerate().map(|(i, s)| count(i, s)).collect_view();
    view! {
        <div class="tally">
            <div class="bar" aria-hidden="true">{bar}</div>
            <ul class="counts">{list}</ul>
        </div>
    }
}

/// What can be taken along.
#[component]
fn Actions() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let notices = expect_context::<Notices>();
    let copy = move |text: String, done: String| {
        spawn_local(async move {
            let copied = page::copy(&text).await;
            let said = if copied { done } else { untrack(|| words.get().copy_failed.to_owned()) };
            notices.say(said, None);
        });
    };
    let checked = move || check.analysis.with(|a| a.report().is_some());
    let correctable = Memo::new(move |_| check.analysis.with(|a| !a.corrections.is_empty()));
    let overlays = expect_context::<Overlays>();
    let correct = move |_| {
        check.catch_up();
        overlays.corrections.set(true);
    };
    let copy_report = move |_| {
        check.catch_up();
        let report = check.analysis.with_untracked(|a| Some(a.report()?.to_json()));
        if let Some(report) = report {
            copy(report, untrack(|| words.get().copied.to_owned()));
        }
    };
    let draft = expect_context::<DraftState>();
    let settings = expect_context::<SettingsState>();
    let ServerHere(server) = expect_context();
    let sending = RwSignal::new(false);
    let send = move |_| {
        let request = draft.snapshot().request().map(|request| Request {
            locale: settings.locale.get_untracked(),
            policy: Some(settings.overrides.get_untracked()).filter(|o| *o != PolicyOverrides::default()),
            ..request
        });
        // What is wrong with it stands beside the verdict already.
        let Ok(request) = request else { return };
        sending.set(true);
        spawn_local(async move {
            let result = api::add_review(&ReviewAdd { request, note: None }).await;
            sending.set(false);
            let said = untrack(|| match result {
                Ok(()) => words.review().sent.to_owned(),
                Err(failure) if failure.needs_token() => {
                    format!("{} {}.", words.review().not_sent, words.reports().token_title)
                }
                Err(failure) => words.reports().why_not_done(failure),
            });
            notices.say(said, None);
        });
    };
    view! {
        <div class="verdict-actions">
            <VerifyButton/>
            <Show when=move || server.get() == Some(true)>
                <button type="button" class="button" data-testid="send-to-review" disabled=move || !checked() || sending.get() on:click=send>
                    {move || words.review().send}
                </button>
            </Show>
            <button type="button" class="button" data-testid="copy-report" disabled=move || !checked() on:click=copy_report>
                {move || words.get().copy_report}
            </button>
            <button
                type="button"
                class="button is-primary"
                data-testid="correct"
                aria-haspopup="dialog"
                disabled=move || !correctable.get()
                title=move || (checked() && !correctable.get()).then(|| words.get().nothing_certain)
                on:click=correct
            >
                {move || words.get().correct}
            </button>
        </div>
    }
}
