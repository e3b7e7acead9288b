//! Facts that the server keeps, picked by entity and period. Where no server answers, or keeps none, nothing is offered.

use groundcheck_types::Scope;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::report_notes::Why;
use super::token_form::TokenForm;
use crate::browser::{api, session};
use crate::model::format::fill;
use crate::model::phase::Failure;
use crate::state::{Check, DraftState, Notices, Tab, Undo, Words};

/// Picks stored facts: they stand in the editor afterwards, like any others.
#[component]
pub fn StoredFacts() -> impl IntoView {
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let notices = expect_context::<Notices>();
    let check = expect_context::<Check>();
    let entities = RwSignal::new(Vec::<api::FactEntity>::new());
    let failed = RwSignal::new(None::<Failure>);
    let chosen = RwSignal::new(0_usize);
    let period = RwSignal::new(String::new());
    let load = move || {
        spawn_local(async move {
            match api::fact_entities().await {
                Ok(found) => {
                    failed.set(None);
                    entities.set(found);
                }
                // A page without a server is whole: only a server that asks for a token is worth a word.
                Err(failure) => failed.set(Some(failure).filter(Failure::needs_token)),
            }
        });
    };
    // Not before somebody looks at facts: checking an answer needs no server.
    Effect::new(move |_| {
        if check.tab.get() == Tab::Facts && entities.with_untracked(Vec::is_empty) {
            load();
        }
    });
    let pick = move |_| {
        let Some(entity) = entities.with_untracked(|all| all.get(chosen.get_untracked()).cloned()) else { return };
        let scope = Scope { entity: entity.entity, period: Some(period.get_untracked()).filter(|p| !p.is_empty()) };
        spawn_local(async move {
            match api::facts(&scope).await {
                Ok(csv) => {
                    failed.set(None);
                    let before = draft.snapshot();
                    draft.set_facts(csv);
                    let name = scope.entity.clone();
                    draft.edit_context(|context| {
                        context.entity = scope.entity.unwrap_or_default();
                        context.period = scope.period.unwrap_or_default();
                    });
                    let said = untrack(|| {
                        let w = words.get();
                        fill(w.stored_used, &[("name", name.as_deref().unwrap_or(w.stored_all))])
                    });
                    notices.say(said, Some(Undo::of_draft(before, draft)));
                }
                Err(failure) => failed.set(Some(failure)),
            }
        });
    };
    let names = move || {
        let all = words.get().stored_all;
        let option = |(at, entity): (usize, &api::FactEntity)| {
            let name = entity.entity.clone().unwrap_or_else(|| all.to_owned());
            view! { <option value=at.to_string() selected=move || chosen.get() == at>{name}</option> }
        };
        entities.with(|entities| entities.iter().enumerate().map(option).collect_view())
    };
    let periods = move || {
        let of = entities.with(|all| all.get(chosen.get()).map(|e| e.periods.clone()).unwrap_or_default());
        of.into_iter().map(|period| view! { <option value=period.clone()>{period.clone()}</option> }).collect_view()
    };
    let problem = move || {
        failed.get().map(|failure| {
            if failure.needs_token() {
                let refused = session::token().is_some();
                view! { <TokenForm hint="facts-token-hint" refused then=move |()| load()/> }.into_any()
            } else {
                view! { <p class="note is-warning" role="alert"><Why failure/></p> }.into_any()
            }
        })
    };
    view! {
        <Show when=move || entities.with(|all| !all.is_empty())>
            <fieldset class="stored-facts" data-testid="stored-facts">
                <legend class="field-label">{move || words.get().stored_facts}</legend>
                <label class="field">
                    <span class="unseen">{move || words.get().entity}</span>
                    <select
                        name="stored-entity"
                        dir="auto"
                        on:change=move |event| {
                            chosen.set(event_target_value(&event).parse().unwrap_or(0));
                            period.set(String::new());
                        }
                    >
                        {names}
                    </select>
                </label>
                <label class="field">
                    <span class="unseen">{move || words.get().period}</span>
                    <select name="stored-period" dir="auto" on:change=move |event| period.set(event_target_value(&event))>
                        <option value="">{move || words.get().stored_periods}</option>
                        {periods}
                    </select>
                </label>
                <button type="button" class="button" on:click=pick>{move || words.get().stored_use}</button>
            </fieldset>
        </Show>
        {problem}
    }
}
