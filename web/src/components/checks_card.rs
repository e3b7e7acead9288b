//! What checks came to: answers by verdict, claims by status, by provider and by day.

use groundcheck_types::{CheckReport, CheckRow, Status};
use leptos::prelude::*;

use super::user_text::user_text;
use crate::i18n::ReportWords;
use crate::model::format::{fill, share_text, whole};
use crate::model::open::ClaimState;
use crate::state::{Checks, Route, Words};

/// How claims are shown, and how many of them a row has.
type Part = (ClaimState, fn(&CheckRow) -> u64);

/// What a row counts of its claims, in the order it is shown.
const PARTS: [Part; 5] = [
    (ClaimState::Status(Status::Supported), |row| row.supported),
    (ClaimState::Status(Status::Contradicted), |row| row.contradicted),
    (ClaimState::Status(Status::Unsupported), |row| row.unsupported),
    (ClaimState::Open, |row| row.open),
    (ClaimState::Status(Status::Unverifiable), |row| row.unverifiable),
];

/// The dashboard of checks.
#[component]
pub fn ChecksCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let checks = Checks::start(expect_context::<Route>());
    let body = move || {
        if let Some(report) = checks.report.get() {
            return view! { <Figures report/> }.into_any();
        }
        match checks.failed.get() {
            None => view! { <p class="blank">{move || words.reports().status_loading}</p> }.into_any(),
            Some(failure) => view! {
                <p class="blank" role="alert">{move || words.reports().why_not_done(failure.clone())}</p>
                <p>
                    <button type="button" class="button" disabled=move || checks.busy.get() on:click=move |_| checks.load()>
                        {move || words.reports().retry}
                    </button>
                </p>
            }
            .into_any(),
        }
    };
    view! {
        <section class="card checks-card" aria-labelledby="checks-heading" data-testid="checks">
            <header class="card-head">
                <h2 id="checks-heading">{move || words.reports().checks}</h2>
                <p class="card-aside">{move || words.reports().checks_about}</p>
            </header>
            <div class="checks-body" aria-busy=move || checks.busy.get().to_string()>{body}</div>
        </section>
    }
}

/// The figures, or that there are none.
#[component]
fn Figures(
    /// What the server said.
    report: CheckReport,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let keeps = report.keeps;
    let off = (!keeps).then(|| {
        view! {
            <p class="hint">
                {move || words.reports().checks_off}
                " "
                <code class="command" dir="ltr">"groundcheck serve --keep-analyses"</code>
            </p>
        }
    });
    if report.total.answers == 0 {
        return view! {
            <p class="blank" data-testid="checks-none">{move || words.reports().checks_none}</p>
            {off}
        }
        .into_any();
    }
    let total = report.total.clone();
    let sentences = {
        let (checked, all) = (total.sentences_checked, sentences(&total));
        (all > 0).then(|| {
            let text = move || {
                let values = [("checked", whole(checked)), ("all", whole(all)), ("share", share_text(checked, all))];
                fill(
                    words.reports().checks_sentences_said,
                    &values.each_ref().map(|(name, value)| (*name, value.as_str())),
                )
            };
            view! { <p class="hint" data-testid="checks-sentences">{text}</p> }
        })
    };
    let said = move || {
        let numbers = [total.answers, total.clean, total.flagged, total.unverified].map(whole);
        let [answers, clean, flagged, unverified] = numbers.each_ref().map(String::as_str);
        let values = [("answers", answers), ("clean", clean), ("flagged", flagged), ("unverified", unverified)];
        fill(words.reports().checks_said, &values)
    };
    let legend = {
        let total = report.total.clone();
        move || {
            let entry = |(state, count): Part| {
                view! {
                    <li data-count=state.as_str()>
                        <span class=format!("mark is-{}", state.as_str()) aria-hidden="true">{state.mark()}</span>
                        " "
                        {whole(count(&total))}
                        " "
                        {words.get().state(state)}
                    </li>
                }
            };
            PARTS.map(entry).into_iter().collect_view()
        }
    };
    view! {
        <p class="checks-said" data-testid="checks-said">{said}</p>
        {sentences}
        <div class="tally">
            <StackedBar row=report.total.clone()/>
            <ul class="counts">{legend}</ul>
        </div>
        <CheckTable rows=report.models heading=|w| w.checks_models first=|w| w.provider testid="checks-models"/>
        <CheckTable rows=report.days heading=|w| w.checks_days first=|w| w.checks_day testid="checks-days"/>
        {off}
    }
    .into_any()
}

/// The share of a row's sentences that were checked; older reports do not count them.
fn checked_share(row: &CheckRow) -> String {
    match sentences(row) {
        0 => "–".to_owned(),
        all => share_text(row.sentences_checked, all),
    }
}

/// All sentences of a row's answers.
fn sentences(row: &CheckRow) -> u64 {
    row.sentences_checked + row.sentences_partly + row.sentences_not_checked
}

/// The claims of a row by status, as a bar; its table has the numbers.
#[component]
fn StackedBar(
    /// The row.
    row: CheckRow,
) -> impl IntoView {
    let part = |(state, count): Part| {
        let count = count(&row);
        (count > 0).then(|| view! { <span class=format!("bar-part is-{}", state.as_str()) style:flex-grow=count.to_string()></span> })
    };
    let parts = PARTS.map(part).into_iter().collect_view();
    view! { <div class="bar" aria-hidden="true">{parts}</div> }
}

type Says = fn(&ReportWords) -> &'static str;

/// Rows of checks with their figures.
#[component]
fn CheckTable(
    /// The rows.
    rows: Vec<CheckRow>,
    /// What they are.
    heading: Says,
    /// What the first column is.
    first: Says,
    /// Its name for tests.
    testid: &'static str,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let body = move || {
        let row = |row: &CheckRow| {
            let w = words.reports();
            let name = row.name.clone().unwrap_or_else(|| w.checks_unnamed.to_owned());
            let model = row.model.clone().map(|model| view! { " · " <bdi>{user_text(&model)}</bdi> });
            let claims: u64 = PARTS.iter().map(|(_, count)| count(row)).sum();
            view! {
                <tr>
                    <th scope="row"><bdi>{user_text(&name)}</bdi>{model}</th>
                    <td class="is-figure">{whole(row.answers)}</td>
                    <td class="is-figure">{whole(row.flagged)}</td>
                    <td class="is-figure">{whole(claims)}</td>
                    <td class="is-figure">{share_text(row.open, claims)}</td>
                    <td class="is-figure">{checked_share(row)}</td>
                    <td class="checks-bar"><StackedBar row=row.clone()/></td>
                </tr>
            }
        };
        rows.iter().map(row).collect_view()
    };
    view! {
        <h3 class="passage-head">{move || heading(words.reports())}</h3>
        <div class="table-scroll" tabindex="0" role="group" aria-label=move || heading(words.reports())>
            <table class="table" data-testid=testid>
                <thead>
                    <tr>
                        <th scope="col">{move || first(words.reports())}</th>
                        <th scope="col" class="is-figure">{move || words.reports().checks_answers}</th>
                        <th scope="col" class="is-figure">{move || words.reports().checks_flagged}</th>
                        <th scope="col" class="is-figure">{move || words.get().claims}</th>
                        <th scope="col" class="is-figure">{move || words.reports().checks_open}</th>
                        <th scope="col" class="is-figure">{move || words.reports().checks_sentences}</th>
                        <th scope="col">{move || words.get().by_status}</th>
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}
