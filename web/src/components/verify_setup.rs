//! Whom to ask, how, up to what cost, and what that would take.

use groundcheck_types::{GroundingMethod, ProviderList, VerificationPlan};
use leptos::prelude::*;

use super::error_note::ErrorNote;
use super::provider_fields::ProviderFields;
use super::report_notes::Why;
use super::token_form::TokenForm;
use crate::browser::session;
use crate::i18n::VerifyWords;
use crate::model::format::{fill, whole};
use crate::model::verification::{Ending, dollars, limit};
use crate::state::{Verification, Words};

/// The choices, and what they would take.
#[component]
pub fn VerifySetup(
    /// Who can be asked.
    providers: ProviderList,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let methods = move || {
        let option = |method: GroundingMethod| {
            let chosen = move || verification.method.get() == method;
            view! { <option value=method.as_str() selected=chosen>{words.verify().method_name(method)}</option> }
        };
        GroundingMethod::ALL.iter().rev().map(|method| option(*method)).collect_view()
    };
    let choose_method = move |event| {
        let name = event_target_value(&event);
        if let Some(method) = GroundingMethod::ALL.iter().find(|method| method.as_str() == name) {
            verification.method.set(*method);
        }
    };
    let choose_sentences = move |event| verification.only_open.set(event_target_value(&event) == "open");
    let priced = Memo::new(move |_| {
        verification.planned.with(|p| matches!(p, Some(Ok(plan)) if plan.estimated_cost_usd.is_some()))
    });
    let budget_label = move || if priced.get() { words.verify().budget_usd } else { words.verify().budget_tokens };
    let wrong = Memo::new(move |_| verification.budget.with(|budget| limit(budget).is_err()));
    let start = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        verification.start();
    };
    let startable = move || {
        let asks = verification.planned.with(|p| matches!(p, Some(Ok(plan)) if !plan.claims.is_empty()));
        asks && !wrong.get()
    };
    let start_label = move || {
        let again = verification.run.with(Option::is_some);
        if again { words.verify().again } else { words.verify().start }
    };
    view! {
        <form class="verify-setup" on:submit=start data-testid="verify-setup">
            <fieldset class="verify-choices" disabled=move || verification.is_running()>
                <legend class="unseen">{move || words.verify().settings}</legend>
                <ProviderFields place="verify" providers/>
                <label class="field">
                    <span class="field-label">{move || words.verify().method}</span>
                    <select name="verify-method" on:change=choose_method>{methods}</select>
                </label>
                <label class="field">
                    <span class="field-label">{move || words.verify().sentences}</span>
                    <select name="verify-sentences" on:change=choose_sentences>
                        <option value="open" selected=move || verification.only_open.get()>{move || words.verify().sentences_open}</option>
                        <option value="all" selected=move || !verification.only_open.get()>{move || words.verify().sentences_all}</option>
                    </select>
                </label>
                <label class="field">
                    <span class="field-label">{budget_label}</span>
                    <input
                        type="text"
                        name="verify-budget"
                        dir="ltr"
                        inputmode="decimal"
                        autocomplete="off"
                        placeholder=move || words.verify().no_limit
                        aria-invalid=move || wrong.get().to_string()
                        aria-describedby="verify-budget-hint"
                        prop:value=move || verification.budget.get()
                        on:input=move |event| verification.budget.set(event_target_value(&event))
                    />
                </label>
            </fieldset>
            <p id="verify-budget-hint" class="hint" hidden=move || !wrong.get()>{move || words.verify().budget_wrong}</p>
            <div class="verify-go">
                <div class="verify-plan" role="status" data-testid="verify-plan"><Estimate/></div>
                <Show
                    when=move || verification.is_running()
                    fallback=move || view! {
                        <button type="submit" class="button is-primary" data-testid="verify-start" disabled=move || !startable()>
                            {start_label}
                        </button>
                    }
                >
                    <button type="button" class="button" data-testid="verify-stop" on:click=move |_| verification.stop()>
                        {move || words.verify().stop}
                    </button>
                </Show>
            </div>
        </form>
    }
}

/// What verifying would take, or why that is not known.
#[component]
fn Estimate() -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let needs = move || {
        let w = words.verify();
        if !verification.possible.get() {
            return Some(w.needs_text);
        }
        verification.model.with(|model| model.trim().is_empty()).then_some(w.needs_model)
    };
    move || {
        if let Some(text) = needs() {
            return view! { <p>{text}</p> }.into_any();
        }
        match verification.planned.get() {
            None => view! { <p class="hint">{words.verify().planning}</p> }.into_any(),
            Some(Ok(plan)) => {
                let none = plan.claims.is_empty() && verification.only_open.get();
                let w = words.verify();
                let text = if none { w.plan_covered.to_owned() } else { estimate(w, &plan) };
                view! { <p>{text}</p> }.into_any()
            }
            Some(Err(Ending::Failed(error))) => view! { <ErrorNote error/> }.into_any(),
            Some(Err(Ending::Cut(failure))) if failure.needs_token() => view! {
                <TokenForm hint="verify-plan-token-hint" refused=session::token().is_some() then=move |()| verification.plan()/>
            }
            .into_any(),
            Some(Err(Ending::Cut(failure))) => view! {
                <div class="stack">
                    <Why failure/>
                    <button type="button" class="button is-link" on:click=move |_| verification.plan()>{words.verify().retry}</button>
                </div>
            }
            .into_any(),
            Some(Err(Ending::Done | Ending::Stopped)) => ().into_any(),
        }
    }
}

/// A plan in a line.
fn estimate(w: &VerifyWords, plan: &VerificationPlan) -> String {
    if plan.claims.is_empty() {
        return w.plan_nothing.to_owned();
    }
    let mut parts = vec![w.claims_counted(plan.claims.len()), w.calls_planned(plan.calls)];
    if plan.known > 0 {
        parts.push(fill(w.plan_known, &[("n", &whole(plan.known.into()))]));
    }
    if plan.calls > 0 {
        parts.push(fill(w.plan_tokens, &[("n", &whole(plan.estimated_tokens))]));
        parts.push(match plan.estimated_cost_usd {
            Some(cost) => fill(w.plan_cost, &[("n", &dollars(cost.0))]),
            None => w.plan_no_price.to_owned(),
        });
    }
    let mut text = parts.join(" · ");
    if plan.unchecked_claims > 0 {
        text.push_str(". ");
        text.push_str(&fill(w.plan_unchecked, &[("n", &plan.unchecked_claims.to_string())]));
    }
    text
}
