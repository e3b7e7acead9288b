//! Somebody else changed the open item first: both states side by side, and a choice.

use groundcheck_types::{ReviewChange, ReviewItem};
use leptos::prelude::*;

use super::user_text::user_text;
use crate::browser::page;
use crate::i18n::ReviewWords;
use crate::model::format::{fill, whole};
use crate::model::review::applied;
use crate::state::{Conflict, Review, Route, Words};

/// Both states, and which one holds.
#[component]
pub fn ReviewConflictNote() -> impl IntoView {
    let words = expect_context::<Words>();
    let review = expect_context::<Review>();
    let route = expect_context::<Route>();
    let keep = move |_| {
        review.conflict.set(None);
        page::focus("#item-heading");
    };
    let insist = move |_| {
        review.insist();
        page::focus("#item-heading");
    };
    let note = move || {
        let open = route.review.with(|place| place.item);
        let here = review.conflict.get().filter(|conflict| Some(conflict.theirs.summary.id) == open);
        here.map(|Conflict { mine, theirs }| {
            let changed = applied(&theirs, &mine);
            let side = |label: fn(&ReviewWords) -> &'static str, item: &ReviewItem, id: &'static str| {
                let rows = fields(item, &mine).map(|(name, value)| {
                    let value = value.map_or_else(
                        || view! { <span class="hint">"–"</span> }.into_any(),
                        |value| match value {
                            Value::Word(says) => view! { {move || says(words)} }.into_any(),
                            Value::Text(text) => view! { <bdi>{user_text(&text)}</bdi> }.into_any(),
                        },
                    );
                    view! { <div><dt>{move || name(words.review())}</dt><dd>{value}</dd></div> }
                });
                view! {
                    <div class="conflict-side" data-testid=id>
                        <h4>{move || label(words.review())}</h4>
                        <dl>{rows.collect_view()}</dl>
                    </div>
                }
            };
            let now = side(|w| w.conflict_theirs, &theirs, "conflict-theirs");
            let then = side(|w| w.conflict_mine, &changed, "conflict-mine");
            view! {
                <section class="conflict" role="alert" data-testid="conflict">
                    <h3><span class="note-sign" aria-hidden="true">"!"</span> {move || words.review().conflict_title}</h3>
                    <p>{move || words.review().conflict_text}</p>
                    <div class="conflict-sides">{now} {then}</div>
                    <p class="conflict-choice">
                        <button type="button" class="button" data-testid="keep-theirs" on:click=keep>{move || words.review().keep_theirs}</button>
                        <button type="button" class="button is-primary" data-testid="apply-mine" on:click=insist>{move || words.review().apply_mine}</button>
                    </p>
                </section>
            }
        })
    };
    view! { {note} }
}

/// A value as the page says it.
enum Value {
    /// A word of the page.
    Word(Box<dyn Fn(Words) -> String + Send + Sync>),
    /// Somebody's text.
    Text(String),
}

type Field = (fn(&ReviewWords) -> &'static str, Option<Value>);

/// Status and assignee, and besides whatever the change is about.
fn fields(item: &ReviewItem, change: &ReviewChange) -> impl Iterator<Item = Field> + use<> {
    let status = item.summary.status;
    let decided = item.decisions.len() as u64;
    let text = |text: &Option<String>| text.clone().map(Value::Text);
    let mut fields: Vec<Field> = vec![
        (|w| w.status, Some(Value::Word(Box::new(move |w| w.review().status(status).to_owned())))),
        (|w| w.assignee, text(&item.summary.assignee)),
    ];
    if change.note.is_some() {
        fields.push((|w| w.note, text(&item.note)));
    }
    if change.corrected_value.is_some() {
        fields.push((|w| w.corrected, text(&item.corrected_value)));
    }
    if change.decisions.is_some() {
        let counted = move |w: Words| fill(w.review().decisions_counted, &[("n", &whole(decided))]);
        fields.push((|w| w.claims, Some(Value::Word(Box::new(counted)))));
    }
    fields.into_iter()
}
