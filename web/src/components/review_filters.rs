//! Which items of the queue are listed. The address bar says the same.

use groundcheck_types::{ReviewKind, ReviewStatus};
use leptos::prelude::*;

use super::choice_field::ChoiceField;
use crate::model::filter::{Field, value};
use crate::model::format::whole;
use crate::model::hidden::visible;
use crate::model::review::{status_sign, total};
use crate::model::review_place::RISKS;
use crate::state::{Review, Route, Words};

/// What stands for nobody in the list of names, which are never blank.
const NOBODY: &str = " ";

/// The filters.
#[component]
pub fn ReviewFilters() -> impl IntoView {
    let words = expect_context::<Words>();
    let review = expect_context::<Review>();
    let kinds = Memo::new(move |_| {
        let w = words.review();
        ReviewKind::ALL.iter().map(|kind| (kind.as_str().to_owned(), w.kind(*kind).to_owned())).collect::<Vec<_>>()
    });
    let risks = Memo::new(move |_| {
        let w = words.get();
        RISKS.into_iter().map(|risk| (risk.as_str().to_owned(), w.risk(risk).to_owned())).collect::<Vec<_>>()
    });
    let names = |names: Vec<String>| names.into_iter().map(|name| (name.clone(), visible(&name)));
    let assignees = Memo::new(move |_| {
        let nobody = (NOBODY.to_owned(), words.review().nobody.to_owned());
        std::iter::once(nobody).chain(names(review.choices.with(|c| c.assignees.clone()))).collect::<Vec<_>>()
    });
    let providers = Memo::new(move |_| names(review.choices.with(|c| c.providers.clone())).collect::<Vec<_>>());
    let w = move || words.review();
    view! {
        <form class="card review-filters" aria-label=move || w().filters on:submit=|event| event.prevent_default()>
            <fieldset class="picker">
                <legend class="unseen">{move || w().status}</legend>
                <StatusPick status=None/>
                {ReviewStatus::ALL.iter().map(|status| view! { <StatusPick status=Some(*status)/> }).collect_view()}
            </fieldset>
            <div class="review-choices">
                <Choice field=Field::KIND label=Signal::derive(move || w().kind) any=Signal::derive(move || w().any_kind) offered=kinds/>
                <Choice field=Field::RISK label=Signal::derive(move || w().risk) any=Signal::derive(move || w().any_risk) offered=risks/>
                <Choice field=Field::ASSIGNEE label=Signal::derive(move || w().assignee) any=Signal::derive(move || w().any_assignee) offered=assignees/>
                <Choice field=Field::PROVIDER label=Signal::derive(move || w().provider) any=Signal::derive(move || w().any_provider) offered=providers/>
            </div>
        </form>
    }
}

/// One of several values of a field, or any.
#[component]
fn Choice(
    field: Field,
    label: Signal<&'static str>,
    any: Signal<&'static str>,
    offered: Memo<Vec<(String, String)>>,
) -> impl IntoView {
    let route = expect_context::<Route>();
    let chosen = Memo::new(move |_| {
        let value = route.review.with(|place| value(&place.filter, field));
        value.map(|value| if value.is_empty() { NOBODY.to_owned() } else { value })
    });
    let change = move |value: Option<String>| {
        route.set_review(field, value.as_deref().map(|name| if name == NOBODY { "" } else { name }));
    };
    view! { <ChoiceField id=format!("review-{field}") class=format!("is-{field}") label any chosen offered change/> }
}

/// One status of the picker, with how many there are; none for all of them.
#[component]
fn StatusPick(status: Option<ReviewStatus>) -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let review = expect_context::<Review>();
    let name = status.map_or("all", ReviewStatus::as_str);
    let label = move || status.map_or(words.review().status_all, |s| words.review().status(s));
    let count = move || whole(total(review.totals.get(), status));
    view! {
        <label class=format!("pick is-{name}")>
            <input
                type="radio"
                class="unseen"
                name="review-status"
                value=name
                prop:checked=move || route.review.with(|place| place.filter.status == status)
                on:change=move |_| route.set_review(Field::STATUS, status.map(ReviewStatus::as_str))
            />
            {status.map(|status| view! { <span class=format!("status-sign is-{name}") aria-hidden="true">{status_sign(status)}</span> })}
            <span>{label}</span>
            <span class="tab-count">{count}</span>
        </label>
    }
}
