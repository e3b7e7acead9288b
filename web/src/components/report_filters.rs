//! What the report is about. The address bar says the same.

use leptos::prelude::*;

use super::choice_field::ChoiceField;
use crate::browser::page;
use crate::model::filter::{Field, value};
use crate::model::hidden::visible;
use crate::model::trend::typed_day;
use crate::state::{Reports, Route, Words};

/// The filters.
#[component]
pub fn ReportFilters() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let reports = expect_context::<Reports>();
    let queries = Memo::new(move |_| reports.choices.with(|c| c.queries.clone()));
    let providers = Memo::new(move |_| {
        let mut names: Vec<String> = reports.choices.with(|c| c.models.iter().map(|m| m.provider.clone()).collect());
        names.dedup();
        names
    });
    let models = Memo::new(move |_| {
        let provider = route.filter.with(|f| f.provider.clone());
        let mut names: Vec<String> = reports.choices.with(|c| {
            c.models
                .iter()
                .filter(|m| provider.as_ref().is_none_or(|p| *p == m.provider))
                .map(|m| m.model.clone())
                .collect()
        });
        names.sort();
        names.dedup();
        names
    });
    let filtered = move || route.filter.with(|f| *f != Default::default());
    let clear = move |_| {
        route.clear();
        // The button has gone.
        page::focus("#filter-query");
    };
    view! {
        <form class="card filters" aria-label=move || words.reports().filters on:submit=|event| event.prevent_default()>
            <Choice field=Field::QUERY label=Signal::derive(move || words.reports().query) any=Signal::derive(move || words.reports().any_query) names=queries/>
            <Choice field=Field::PROVIDER label=Signal::derive(move || words.reports().provider) any=Signal::derive(move || words.reports().any_provider) names=providers/>
            <Choice field=Field::MODEL label=Signal::derive(move || words.reports().model) any=Signal::derive(move || words.reports().any_model) names=models/>
            <Day field=Field::FROM label=Signal::derive(move || words.reports().from)/>
            <Day field=Field::TO label=Signal::derive(move || words.reports().to)/>
            <button type="button" class="button" data-testid="clear-filters" disabled=move || !filtered() on:click=clear>
                {move || words.reports().clear_filters}
            </button>
        </form>
    }
}

/// One of several names, or any.
#[component]
fn Choice(
    field: Field,
    label: Signal<&'static str>,
    any: Signal<&'static str>,
    names: Memo<Vec<String>>,
) -> impl IntoView {
    let route = expect_context::<Route>();
    let chosen = Memo::new(move |_| route.filter.with(|filter| value(filter, field)));
    let offered =
        Memo::new(move |_| names.get().into_iter().map(|name| (name.clone(), visible(&name))).collect::<Vec<_>>());
    let change = move |value: Option<String>| route.set(field, value);
    view! {
        <ChoiceField
            id=format!("filter-{field}")
            class=format!("is-{field}")
            label any chosen offered
            change
        />
    }
}

/// A day, or none.
#[component]
fn Day(field: Field, label: Signal<&'static str>) -> impl IntoView {
    let route = expect_context::<Route>();
    let shown = move || route.filter.with(|filter| value(filter, field).unwrap_or_default());
    let id = format!("filter-{field}");
    let change = move |event| {
        if let Some(day) = typed_day(&event_target_value(&event)) {
            route.set(field, day);
        }
    };
    view! {
        <div class=format!("field is-{field}")>
            <label class="field-label" for=id.clone()>{move || label.get()}</label>
            <input id=id type="date" prop:value=shown on:change=change/>
        </div>
    }
}
