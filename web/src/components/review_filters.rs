//! Which items of the queue are listed. The address bar says the same.

use groundcheck_types::{ReviewKind, ReviewStatus};
use leptos::prelude::*;

use super::choice_field::ChoiceField;
use crate::model::format::whole;
use crate::model::hidden::visible;
use crate::model::review::{status_sign, total};
use crate::model::review_place::{REVIEW_STATUSES, RISKS, ReviewField, status_name};
use crate::state::{Review, Route, Words};

/// What stands for nobody in the list of names, which are never blank.
const NOBODY: &str = " ";

/// The filters.
#[component]
pub fn ReviewFilters() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let review = expect_context::<Review>();
    let chosen = move |field: ReviewField| {
        Memo::new(move |_| {
            route
                .review
                .with(|place| field.of(&place.filter))
                .map(|value| if value.is_empty() { NOBODY.to_owned() } else { value })
        })
    };
    let change = move |field: ReviewField| {
        move |value: Option<String>| route.set_review(field, value.as_deref().map(|v| if v == NOBODY { "" } else { v }))
    };
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
                {REVIEW_STATUSES.map(|status| view! { <StatusPick status=Some(status)/> }).into_iter().collect_view()}
            </fieldset>
            <div class="review-choices">
                <ChoiceField
                    id="review-kind".to_owned()
                    class="is-kind"
                    label=Signal::derive(move || w().kind)
                    any=Signal::derive(move || w().any_kind)
                    chosen=chosen(ReviewField::Kind)
                    offered=kinds
                    change=change(ReviewField::Kind)
                />
                <ChoiceField
                    id="review-risk".to_owned()
                    class="is-risk"
                    label=Signal::derive(move || w().risk)
                    any=Signal::derive(move || w().any_risk)
                    chosen=chosen(ReviewField::Risk)
                    offered=risks
                    change=change(ReviewField::Risk)
                />
                <ChoiceField
                    id="review-assignee".to_owned()
                    class="is-assignee"
                    label=Signal::derive(move || w().assignee)
                    any=Signal::derive(move || w().any_assignee)
                    chosen=chosen(ReviewField::Assignee)
                    offered=assignees
                    change=change(ReviewField::Assignee)
                />
                <ChoiceField
                    id="review-provider".to_owned()
                    class="is-provider"
                    label=Signal::derive(move || w().provider)
                    any=Signal::derive(move || w().any_provider)
                    chosen=chosen(ReviewField::Provider)
                    offered=providers
                    change=change(ReviewField::Provider)
                />
            </div>
        </form>
    }
}

/// One status of the picker, with how many there are; none for all of them.
#[component]
fn StatusPick(status: Option<ReviewStatus>) -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let review = expect_context::<Review>();
    let name = status.map_or("all", status_name);
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
                on:change=move |_| route.set_review(ReviewField::Status, status.map(status_name))
            />
            {status.map(|status| view! { <span class=format!("status-sign is-{name}") aria-hidden="true">{status_sign(status)}</span> })}
            <span>{label}</span>
            <span class="tab-count">{count}</span>
        </label>
    }
}
