//! The verdict for screen readers: said when it has come to rest, not on every keystroke.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;

use crate::model::analysis::{Headline, Outcome};
use crate::state::{Check, Words};

/// How long the verdict must have stood.
const REST_MS: u32 = 1_000;

/// A live region that says the verdict once it has stood for a while.
#[component]
pub fn VerdictLive() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let text = Memo::new(move |_| {
        check.analysis.with(|a| {
            let w = words.get();
            let title = w.headline(Headline::of(a));
            match &a.outcome {
                Outcome::Idle => String::new(),
                _ => format!("{title}. {} {}.", w.why_of(a), w.claims_counted(a.claims().len())),
            }
        })
    });
    let said = RwSignal::new(String::new());
    // A delay is nothing a memo can express; each change drops, and so cancels, the timer before it.
    let timer = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |_| {
        let text = text.get();
        timer.set_value(Some(Timeout::new(REST_MS, move || said.set(text))));
    });
    view! { <p class="unseen" role="status" data-testid="announcement">{move || said.get()}</p> }
}
