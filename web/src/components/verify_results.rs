//! What the verifier has said so far, and what it took.

use groundcheck_types::{GroundedAnswer, VerifierUsage};
use leptos::prelude::*;

use super::error_note::ErrorNote;
use super::grounded_row::GroundedRow;
use super::token_form::TokenForm;
use super::user_text::user_text;
use crate::browser::session;
use crate::i18n::VerifyWords;
use crate::model::format::{decimals, fill, whole};
use crate::model::phase::Failure;
use crate::model::verification::{Ending, Run, dollars};
use crate::state::{Verification, Words};

/// The sentences in their places, from when they are planned.
#[component]
pub fn VerifyResults() -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let run = verification.run;
    // The rows stay while claims settle in them: only another plan draws them anew.
    let plan = Memo::new(move |_| run.with(|run| run.as_ref().and_then(|run| run.plan.clone())));
    let running = Signal::derive(move || verification.is_running());
    let rows = move || {
        plan.with(|plan| {
            let plan = plan.as_ref()?;
            let row = |(place, planned): (usize, &groundcheck_types::PlannedClaim)| {
                let settled = Memo::new(move |_| {
                    run.with(|run| run.as_ref().and_then(|run| run.settled.get(place).cloned().flatten()))
                });
                view! { <GroundedRow planned=planned.clone() settled running method=plan.method/> }
            };
            Some(plan.claims.iter().enumerate().map(row).collect_view())
        })
    };
    let legend = move || {
        plan.with(Option::is_some).then(|| {
            view! {
                <p class="pair-legend" aria-hidden="true">
                    <span class="pair-key is-prior">{words.verify().prior}</span>
                    <span class="pair-key is-posterior">{words.verify().posterior}</span>
                </p>
            }
        })
    };
    view! {
        <div class="verify-results" data-testid="verify-results" aria-busy=move || running.get().to_string()>
            <Summary/>
            <Notes/>
            {legend}
            <ol class="grounded-list" aria-label=move || words.verify().claims>{rows}</ol>
        </div>
        <Announcement/>
    }
}

/// The outcome in a word, counted, and what it took.
#[component]
fn Summary() -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let head = move || {
        verification.run.with(|run| {
            let run = run.as_ref()?;
            let w = words.verify();
            let (settled, all) = run.progress();
            if run.is_running() {
                let values = [("n", settled.to_string()), ("all", all.to_string())];
                let text = match &run.plan {
                    Some(_) => fill(w.under_way, &values.each_ref().map(|(name, value)| (*name, value.as_str()))),
                    None => w.planning.to_owned(),
                };
                return Some(view! { <p class="verify-head"><strong>{text}</strong></p> }.into_any());
            }
            (all > 0).then(|| {
                let (word, class) = overall(w, run);
                view! {
                    <p class="verify-head">
                        <strong class=format!("verify-overall is-{class}") data-testid="verify-overall">{word}</strong>
                        <span class="figure">{counts(w, run)}</span>
                    </p>
                }
                .into_any()
            })
        })
    };
    let warning = move || {
        let answer = verification.run.with(|run| run.as_ref()?.answer.as_ref()?.warning.clone());
        answer.map(|text| view! { <p class="verify-warning" dir="auto">{user_text(&text)}</p> })
    };
    let took = move || {
        verification.run.with(|run| {
            let run = run.as_ref().filter(|run| run.plan.is_some())?;
            Some(view! { <p class="verify-took" data-testid="verify-took">{took(words.verify(), run)}</p> })
        })
    };
    let bar = move || {
        let (settled, all) = verification.run.with(|run| run.as_ref().map(Run::progress)).unwrap_or_default();
        let running = verification.is_running();
        (running && all > 0).then(|| view! {
            <progress class="verify-progress" max=all.to_string() value=settled.to_string() aria-label=words.verify().heading></progress>
        })
    };
    view! { <div class="verify-summary">{head} {warning} {bar} {took}</div> }
}

/// The outcome in a word, and as the style sheet calls it.
fn overall(w: &VerifyWords, run: &Run) -> (&'static str, &'static str) {
    let checked = run.answer.as_ref().filter(|answer| answer.success);
    match checked {
        // That some sentences hold is no green light for all.
        Some(answer) if answer.hallucination_check.overall_grounded && run.places.is_some() => {
            (w.overall_open, "unverifiable")
        }
        Some(answer) if answer.hallucination_check.overall_grounded => (w.overall_yes, "supported"),
        Some(_) => (w.overall_no, "contradicted"),
        None => (w.overall_unknown, "unverifiable"),
    }
}

/// `3 of 5 grounded · 1 not verified`.
fn counts(w: &VerifyWords, run: &Run) -> String {
    let tally = run.tally();
    let values = [("n", tally.grounded.to_string()), ("all", tally.all.to_string())];
    let mut text = fill(w.grounded_of, &values.each_ref().map(|(name, value)| (*name, value.as_str())));
    if tally.not_verified > 0 {
        text.push_str(" · ");
        text.push_str(&w.not_verified_counted(tally.not_verified));
    }
    text
}

/// Who was asked, and what it took.
fn took(w: &VerifyWords, run: &Run) -> String {
    let VerifierUsage { calls, known, prompt_tokens, completion_tokens, uncounted, cost_usd } = run.usage;
    let plan = run.plan.as_ref();
    let mut parts: Vec<String> =
        plan.map(|plan| format!("\u{2068}{} · {}\u{2069}", plan.provider, plan.model)).into_iter().collect();
    let ended = run.answer.as_ref().and_then(|answer: &GroundedAnswer| answer.verifier.as_ref());
    let support = ended.map(|run| run.logprobs).or(plan.map(|plan| plan.logprobs));
    parts.extend(support.and_then(|support| w.logprobs(support)).map(str::to_owned));
    parts.push(w.calls_made(calls));
    if known > 0 {
        parts.push(fill(w.took_known, &[("n", &whole(known.into()))]));
    }
    parts.push(fill(w.took_tokens, &[("in", &whole(prompt_tokens)), ("out", &whole(completion_tokens))]));
    if uncounted > 0 {
        parts.push(fill(w.took_uncounted, &[("n", &whole(uncounted.into()))]));
    }
    parts.push(cost_usd.map_or_else(|| w.plan_no_price.to_owned(), |cost| dollars(cost.0)));
    if let Some(run) = ended {
        #[expect(clippy::cast_precision_loss, reason = "a time of minutes")]
        let seconds = decimals(run.elapsed_ms as f64 / 1_000.0, 1);
        parts.push(fill(w.took_seconds, &[("n", &seconds)]));
    }
    parts.join(" · ")
}

/// What the reader should know beside the sentences.
#[component]
fn Notes() -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let note = |text: &'static str, name: &'static str| view! { <p class="note is-warning" data-note=name>{text}</p> };
    let outdated = move || verification.is_outdated().then(|| note(words.verify().outdated, "outdated"));
    let ended = move || {
        let w = words.verify();
        let ending = verification.run.with(|run| run.as_ref().and_then(|run| run.ending.clone()));
        match ending? {
            Ending::Done => None,
            Ending::Stopped => Some(note(w.stopped, "stopped").into_any()),
            Ending::Failed(error) => Some(view! { {note(w.failed, "failed")} <div class="verify-error"><ErrorNote error/></div> }.into_any()),
            Ending::Cut(failure) if failure.needs_token() => {
                let refused = session::token().is_some();
                let again = move |()| verification.start();
                Some(view! { <div class="state"><TokenForm hint="verify-run-token-hint" refused then=again/></div> }.into_any())
            }
            Ending::Cut(Failure::Refused(_, error)) => Some(
                view! { {note(w.refused_title, "refused")} {error.map(|error| view! { <div class="verify-error"><ErrorNote error/></div> })} }
                    .into_any(),
            ),
            Ending::Cut(Failure::Away | Failure::Garbled) => Some(note(w.cut, "cut").into_any()),
        }
    };
    let over_budget = move || {
        let over = verification.run.with(|run| run.as_ref().is_some_and(Run::is_over_budget));
        over.then(|| note(words.verify().over_budget, "over-budget"))
    };
    let errors = move || {
        let errors =
            verification.run.with(|run| Some(run.as_ref()?.answer.as_ref()?.verifier.as_ref()?.errors.clone()));
        let errors = errors.filter(|errors| !errors.is_empty())?;
        let each = errors.into_iter().map(|error| view! { <ErrorNote error/> }).collect_view();
        Some(
            view! { {note(words.verify().provider_failed, "provider-failed")} <div class="verify-error stack">{each}</div> },
        )
    };
    view! { <div class="verify-notes">{outdated} {ended} {over_budget} {errors}</div> }
}

/// The beginning and the outcome for screen readers; what comes in between they find in the list.
#[component]
fn Announcement() -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let text = Memo::new(move |_| {
        verification.run.with(|run| {
            let Some(run) = run else { return String::new() };
            let w = words.verify();
            match (&run.ending, &run.plan) {
                (None, None) => String::new(),
                (None, Some(plan)) => {
                    fill(w.announce_start, &[("model", &plan.model), ("n", &w.claims_counted(plan.claims.len()))])
                }
                (Some(ending), plan) => {
                    let how = match ending {
                        Ending::Done => overall(w, run).0,
                        Ending::Stopped => w.stopped,
                        Ending::Failed(_) => w.failed,
                        Ending::Cut(_) => w.cut,
                    };
                    let counts = plan.as_ref().map(|_| counts(w, run)).unwrap_or_default();
                    format!("{how} {counts}").trim_end().to_owned()
                }
            }
        })
    });
    view! { <p class="unseen" role="status" data-testid="verify-announcement">{move || text.get()}</p> }
}
