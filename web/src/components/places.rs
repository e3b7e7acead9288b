//! The places to look at for an open claim: each candidate with its passage, and what the reader can make of it.

use groundcheck_types::{Claim, Policy};
use leptos::either::Either;
use leptos::prelude::*;

use super::evidence_panel::{isolate, put};
use super::user_text::user_text;
use crate::model::format::fill;
use crate::model::open::{Offer, Place, first_acceptable, is_same, places, shown_candidates};
use crate::state::{Check, DraftState, Notices, SettingsState, Words};

/// Accepts the claim at this place of the report by the first of its candidates that has its value.
pub fn accept_first(check: Check, notices: Notices, words: Words, index: usize) {
    let Some(index) = check.caught_up(index) else { return };
    let first = check.analysis.with_untracked(|a| a.claims().get(index).and_then(first_acceptable));
    let accepted = check.marked.with_untracked(|all| all.accepted.contains_key(&index));
    if let Some(candidate) = first.filter(|_| !accepted) {
        accept(check, notices, words, index, candidate);
    }
}

fn accept(check: Check, notices: Notices, words: Words, index: usize, candidate: usize) {
    if check.accept(index, candidate) {
        say(check, notices, index, untrack(|| words.get().accepted_value));
    }
}

/// Takes back that the reader accepted the claim at this place of the report.
pub fn take_back(check: Check, notices: Notices, words: Words, index: usize) {
    check.take_back(index);
    say(check, notices, index, untrack(|| words.get().accept_undone));
}

fn say(check: Check, notices: Notices, index: usize, template: &str) {
    let text = check.analysis.with_untracked(|a| a.claims().get(index).map(|c| isolate(&c.text))).unwrap_or_default();
    notices.say(fill(template, &[("value", &text)]), None);
}

/// The places to look at, as a list.
#[component]
pub fn Places(
    /// The open claim.
    claim: StoredValue<Claim>,
    /// The place that is looked at.
    looked: RwSignal<Option<usize>>,
    /// Told when somebody asks for a place again.
    again: Trigger,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let settings = expect_context::<SettingsState>();
    let all = Memo::new(move |_| {
        let policy = settings.policy().unwrap_or_default();
        claim.with_value(|c| draft.sources.with(|s| places(c, s, &policy)))
    });
    let rows = move || {
        let row = |(at, place)| view! { <PlaceRow claim place at looked again/> };
        all.get().into_iter().enumerate().map(row).collect_view()
    };
    let some = move || all.with(|all| !all.is_empty());
    view! {
        <Show when=some>
            <section class="places" data-testid="places">
                <h3 class="passage-head">{move || words.get().places}</h3>
                <ol class="place-list">{rows}</ol>
            </section>
        </Show>
    }
}

/// One place: what stands there, how much points to it, and its button.
#[component]
fn PlaceRow(
    /// The open claim.
    claim: StoredValue<Claim>,
    /// The place.
    place: Place,
    /// Where it is in the list.
    at: usize,
    /// The place that is looked at.
    looked: RwSignal<Option<usize>>,
    /// Told when somebody asks for a place again.
    again: Trigger,
) -> impl IntoView {
    let check = expect_context::<Check>();
    let has_passage = place.has_passage();
    let offer = place.offer.clone();
    let named = place.text.clone();
    let here = move || looked.get() == Some(at);
    let look = move |_| {
        looked.set(Some(at));
        again.notify();
    };
    let text = view! { <PlaceText place/> };
    let body = if has_passage {
        Either::Left(view! {
            <button type="button" class="place-open" data-testid="place" aria-pressed=move || here().to_string() on:click=look>{text}</button>
        })
    } else {
        Either::Right(view! { <span class="place-open is-still" data-testid="place">{text}</span> })
    };
    let action = check.editable.then(|| match offer {
        Offer::Accept => view! { <AcceptButton claim at named/> }.into_any(),
        Offer::Replace(text) => view! { <ReplaceButton claim at text/> }.into_any(),
        Offer::None => ().into_any(),
    });
    view! { <li class="place" class:is-looked=here>{body} {action}</li> }
}

/// What stands at a place: its source, its text or formula, its value and its share.
#[component]
pub fn PlaceText(
    /// The place.
    place: Place,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let own =
        place.sources.is_empty().then(|| view! { <span class="place-source">{move || words.get().place_own}</span> });
    let sources = place.sources.iter().map(|(id, title)| {
        view! { <span class="place-source"><bdi class="source-id">{user_text(id)}</bdi> <bdi>{user_text(title)}</bdi></span> }
    });
    let text = user_text(&place.text);
    let text = if place.is_formula {
        Either::Left(view! { <bdi class="formula" dir="ltr">{text}</bdi> })
    } else {
        Either::Right(view! { <bdi class="place-printed">{text}</bdi> })
    };
    // Keeps its sign on its side in either direction of reading.
    let share = format!("\u{2066}{} %\u{2069}", place.share);
    view! {
        {sources.collect_view()}
        {own}
        <span class="place-text">
            {text}
            {place.value.map(|value| view! { <span class="figure">" = "<bdi dir="ltr">{value}</bdi></span> })}
        </span>
        <span class="figure place-share" title=move || words.get().place_share_means>
            {share}
            <span class="unseen">" ("{move || words.get().place_share_means}")"</span>
        </span>
    }
}

/// Accepts the claim by this place, and takes that back. One button for both, so that the keyboard stays where it is.
#[component]
fn AcceptButton(
    /// The open claim.
    claim: StoredValue<Claim>,
    /// Where its place is in the list.
    at: usize,
    /// What stands at the place.
    named: String,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let notices = expect_context::<Notices>();
    let accepted = Memo::new(move |_| {
        let index = check.focused.get();
        index.is_some_and(|index| check.marked.with(|all| all.accepted.get(&index) == Some(&at)))
    });
    let press = move |_| {
        let Some(index) = check.focused.get_untracked().and_then(|index| check.caught_up(index)) else { return };
        // Where typing has made another claim of it since, nothing is accepted that nobody has seen.
        let same = |now: &Claim| {
            let seen = claim.with_value(|c| shown_candidates(c).get(at).cloned());
            seen.zip(shown_candidates(now).get(at)).is_some_and(|(seen, now)| is_same(&seen, now))
        };
        if accepted.get_untracked() {
            take_back(check, notices, words, index);
        } else if check.analysis.with_untracked(|a| a.claims().get(index).is_some_and(same)) {
            accept(check, notices, words, index, at);
        }
    };
    let value = claim.with_value(|c| isolate(&c.text));
    let place = isolate(&named);
    let text = move || if accepted.get() { words.get().undo } else { words.get().accept };
    let label = move || {
        let w = words.get();
        let template = if accepted.get() { w.undo_accept } else { w.accept_value };
        fill(template, &[("value", &value), ("place", &place)])
    };
    let test_id = move || if accepted.get() { "undo-accept" } else { "accept" };
    view! {
        <button type="button" class="button is-accept" class:is-plain=move || accepted.get() data-testid=test_id aria-label=label on:click=press>
            {text}
        </button>
    }
}

/// Puts the value of this place in the place of the claim.
#[component]
fn ReplaceButton(
    /// The open claim.
    claim: StoredValue<Claim>,
    /// Where its place is in the list.
    at: usize,
    /// What the engine would write.
    text: String,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let draft = expect_context::<DraftState>();
    let settings = expect_context::<SettingsState>();
    let notices = expect_context::<Notices>();
    let shown = isolate(&text);
    let press = move |_| {
        let Some(index) = check.focused.get_untracked() else { return };
        let by = claim.with_value(|c| shown_candidates(c).get(at).cloned());
        put(check, draft, notices, words, index, |_, now| {
            groundcheck::offered(now, by.as_ref()?, &settings.policy().ok()?)
        });
    };
    view! {
        <button type="button" class="button is-replace" data-testid="place-replace" on:click=press>
            {move || fill(words.get().replace_with, &[("text", &shown)])}
        </button>
    }
}

/// The places of a claim as lines of text, where there is nothing to press; nothing where it is not open.
#[component]
pub fn PlaceLines(
    /// The claim.
    claim: Claim,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let all = draft.sources.with_untracked(|s| places(&claim, s, &Policy::default()));
    let some = !all.is_empty();
    let rows = all.into_iter().map(|place| view! { <li class="place-line"><PlaceText place/></li> }).collect_view();
    some.then(|| {
        view! {
            <div class="place-lines" data-testid="place-lines">
                <span class="figure-label">{move || words.get().places}</span>
                <ol class="place-list">{rows}</ol>
            </div>
        }
    })
}
