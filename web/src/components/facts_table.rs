//! Facts as a table.

use groundcheck_types::Fact;
use leptos::prelude::*;

use super::user_text::user_text;
use crate::model::format::{fact_value, fill};
use crate::state::Words;

/// How many facts are drawn; more would only slow typing down.
const MOST: usize = 50;

/// Facts as a table; of very many, the first ones.
#[component]
pub fn FactsTable(
    /// The facts.
    facts: Vec<Fact>,
    /// Whether these are the evidence of a claim.
    #[prop(optional)]
    right: bool,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let more = facts.len().saturating_sub(MOST);
    let text = |text: Option<String>| user_text(&text.unwrap_or_default());
    let rows = facts.into_iter().take(MOST).map(|fact| {
        let value = fact_value(&fact.value);
        view! {
            <tr>
                <th scope="row"><bdi>{user_text(&fact.metric)}</bdi></th>
                <td><bdi>{text(fact.entity)}</bdi></td>
                <td><bdi>{text(fact.period)}</bdi></td>
                <td class="is-figure" class:is-right=right><bdi>{user_text(&value)}</bdi></td>
                <td><bdi>{text(fact.unit)}</bdi></td>
            </tr>
        }
    });
    view! {
        <div class="table-scroll" tabindex="0" role="group" aria-label=move || words.get().facts>
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">{move || words.get().fact_metric}</th>
                        <th scope="col">{move || words.get().entity}</th>
                        <th scope="col">{move || words.get().period}</th>
                        <th scope="col" class="is-figure">{move || words.get().fact_value}</th>
                        <th scope="col">{move || words.get().fact_unit}</th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
        {(more > 0).then(|| view! { <p class="hint">{move || fill(words.get().facts_more, &[("n", &more.to_string())])}</p> })}
    }
}
