//! What stands in the verdict's place while there is no answer: what this is, and examples to begin with.

use leptos::prelude::*;

use crate::model::examples::{EXAMPLES, Example};
use crate::state::{Check, DraftState, Tab, Words};

impl Example {
    /// Its name and what it shows.
    pub fn words(self, words: Words) -> (&'static str, &'static str) {
        let w = words.get();
        match self {
            Example::Property => (w.example_property, w.example_property_text),
            Example::Retail => (w.example_retail, w.example_retail_text),
            Example::Hebrew => (w.example_hebrew, w.example_hebrew_text),
        }
    }

    /// Its name for tests and styles.
    pub fn id(self) -> &'static str {
        match self {
            Example::Property => "property",
            Example::Retail => "retail",
            Example::Hebrew => "hebrew",
        }
    }
}

/// The first thing a newcomer reads.
#[component]
pub fn Welcome() -> impl IntoView {
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let check = expect_context::<Check>();
    let start = move |example: Example| {
        draft.show(example.draft());
        check.unchoose();
        check.tab.set(Tab::Evidence);
    };
    let card = move |example: Example| {
        view! {
            <li>
                <button type="button" class="example-card" data-example=example.id() on:click=move |_| start(example)>
                    <span class="example-name">{move || example.words(words).0}</span>
                    <span class="example-text">{move || example.words(words).1}</span>
                </button>
            </li>
        }
    };
    view! {
        <section class="welcome" aria-labelledby="welcome-heading">
            <h2 id="welcome-heading">{move || words.get().empty_title}</h2>
            <p>{move || words.get().empty_text}</p>
            <ul class="example-cards">{EXAMPLES.into_iter().map(card).collect_view()}</ul>
        </section>
    }
}
