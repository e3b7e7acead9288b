//! What the claim in focus rests on: why it has its status, the passage, the value that is there, the way there.

use groundcheck_types::{Claim, Fact};
use leptos::either::Either;
use leptos::html::Div;
use leptos::prelude::*;

use super::chip::Chip;
use super::facts_table::FactsTable;
use super::passage_view::PassageView;
use super::places::Places;
use super::user_text::{reason_text, user_text};
use web_sys::KeyboardEvent;

use crate::browser::page;
use crate::model::analysis::Analysis;
use crate::model::claims;
use crate::model::evidence::{Likely, Subject, facts, passages};
use crate::model::format::{decimals, fill};
use crate::model::ignored::is_ignorable;
use crate::model::open::{ClaimState, shown_candidates};
use crate::state::{Check, DraftState, Notices, Tab, Undo, Words};

/// Replaces a claim by what the engine would write; the way back is in the notice.
pub fn replace(check: Check, draft: DraftState, notices: Notices, words: Words, index: usize) {
    put(check, draft, notices, words, index, Analysis::replacement);
}

/// Puts a text in the place of a claim, as long as the claim still is one that has such a text; the way back is in the notice.
pub fn put(
    check: Check,
    draft: DraftState,
    notices: Notices,
    words: Words,
    index: usize,
    text: impl FnOnce(&Analysis, &Claim) -> Option<String>,
) {
    let Some(index) = check.caught_up(index) else { return };
    let new = check.analysis.with_untracked(|a| {
        let claim = a.claims().get(index)?;
        let text = text(a, claim)?;
        Some((claims::replace(&a.answer, claim, &text)?, text))
    });
    if let Some((answer, text)) = new {
        let before = draft.snapshot();
        draft.set_answer(answer);
        let undo = Undo::of_draft(before, draft);
        notices.say(untrack(|| fill(words.get().replaced, &[("text", &text)])), Some(undo));
    }
}

/// Ignores the claim at this place of the report from now on, or no more; `false` where nothing can be ignored of it.
pub fn ignore(check: Check, notices: Notices, words: Words, index: usize) -> bool {
    let Some(index) = check.caught_up(index) else { return false };
    let text = check.analysis.with_untracked(|a| a.claims().get(index).map(|c| isolate(&c.text))).unwrap_or_default();
    let Some(ignored) = check.toggle_ignored(index) else { return false };
    let template = untrack(|| if ignored { words.get().ignored_value } else { words.get().ignored_not });
    notices.say(fill(template, &[("value", &text)]), None);
    true
}

/// What the claim in focus rests on.
#[component]
pub fn EvidencePanel() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let subject = Memo::new(move |_| check.analysis.with(|a| Subject::of(a, check.focused.get()?)));
    let content = move || match subject.get() {
        Some(subject) => view! { <SubjectView subject/> }.into_any(),
        None => view! { <p class="blank">{move || words.get().evidence_hint}</p> }.into_any(),
    };
    view! { <div class="evidence">{content}</div> }
}

/// What a letter does to the claim in focus, in the list and beside its evidence; `true` where it ignored one or took that back.
pub fn claim_key(event: &KeyboardEvent, check: Check, draft: DraftState, notices: Notices, words: Words) -> bool {
    let bare = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
    let Some(index) = check.focused.get_untracked().filter(|_| bare) else { return false };
    match event.key().as_str() {
        "r" | "R" => replace(check, draft, notices, words, index),
        "a" | "A" => super::places::accept_first(check, notices, words, index),
        "i" | "I" => {
            check.choose(index);
            return ignore(check, notices, words, index);
        }
        _ => {}
    }
    false
}

/// One claim with everything about it.
#[component]
fn SubjectView(
    /// The claim.
    subject: Subject,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let claim = subject.claim.clone();
    let heading = user_text(&claim.text);
    let likely = subject.likely();
    let confidence = (claim.confidence.0 > 0.0).then(|| decimals(claim.confidence.0, 2));
    // How likely it is that the claim is right or wrong says more than how far its status can be relied on.
    let sure = match (likely, confidence) {
        (Some(likely), _) => Some(Either::Left(view! {
            <span class="figure" data-testid="likely">{move || match &likely {
                Likely::Right(n) => fill(words.get().likely_right, &[("n", n)]),
                Likely::Wrong(n) => fill(words.get().likely_wrong, &[("n", n)]),
            }}</span>
        })),
        (None, Some(n)) => Some(Either::Right(view! {
            <span class="figure">{move || fill(words.get().confidence_status, &[("n", &n)])}</span>
        })),
        (None, None) => None,
    };
    let own = ClaimState::of(&claim);
    let state = Signal::derive(move || check.focused.get().and_then(|index| check.state(index)).unwrap_or(own));
    let by_place = shown_candidates(&claim).iter().position(|c| c.evidence.iter().any(|e| e.source.is_some()));
    let looked = RwSignal::new(by_place);
    let again = Trigger::new();
    let reasons = claim
        .reasons
        .iter()
        .map(|reason| view! { <p class="reason" dir="auto">{reason_text(&reason.message)}</p> })
        .collect_view();
    let derivation = claim.derivation.as_ref().map(|formula| {
        view! {
            <div class="derivation">
                <span class="figure-label">{move || words.get().derivation}</span>
                <bdi class="formula" dir="ltr">{user_text(formula)}</bdi>
            </div>
        }
    });
    let ignorable = check.editable && is_ignorable(&claim);
    let claim = StoredValue::new(claim);
    view! {
        <div class="subject-says">
            <p class="subject-head">
                <strong class="subject-claim"><bdi>{heading}</bdi></strong>
                <Chip state/>
                {sure}
                {ignorable.then(|| view! { <IgnoreButton state/> })}
            </p>
            {reasons}
        </div>
        <div class="subject">
            <Compare subject/>
            {derivation}
            <Places claim looked again/>
        </div>
        <Proof claim looked again/>
    }
}

/// Ignores the claim in focus, and stops that. One button for both, so that the keyboard stays where it is.
#[component]
fn IgnoreButton(
    /// How the claim is shown.
    state: Signal<ClaimState>,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let notices = expect_context::<Notices>();
    let text = move || if state.get() == ClaimState::Ignored { words.get().ignore_not } else { words.get().ignore };
    let press = move |_| {
        if let Some(index) = check.focused.get_untracked() {
            check.choose(index);
            ignore(check, notices, words, index);
        }
    };
    view! { <button type="button" class="button is-plain subject-ignore" data-testid="ignore" on:click=press>{text}</button> }
}

/// The claimed value beside the one in the evidence, and the button that puts the one in the place of the other.
#[component]
fn Compare(
    /// The claim.
    subject: Subject,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let draft = expect_context::<DraftState>();
    let notices = expect_context::<Notices>();
    let actual = subject.actual()?;
    let difference = subject.difference();
    let claimed = user_text(&subject.claim.text);
    let status = subject.claim.status.as_str();
    let is_fact = actual.is_fact;
    let label = move || if is_fact { words.get().facts_say } else { words.get().source_says };
    let replace_now = move |_| {
        if let Some(index) = check.focused.get_untracked() {
            replace(check, draft, notices, words, index);
        }
    };
    Some(view! {
        <div class="compare">
            <dl class="compare-values">
                <div>
                    <dt>{move || words.get().answer_says}</dt>
                    <dd class=format!("compare-claimed is-{status}")><bdi>{claimed}</bdi></dd>
                </div>
                <div>
                    <dt>{label}</dt>
                    <dd data-testid="nearest">
                        <bdi>{user_text(&actual.text)}</bdi>
                        {actual.value.map(|value| view! { <span class="figure">" = "<bdi dir="ltr">{value}</bdi></span> })}
                    </dd>
                </div>
                {difference.map(|n| view! {
                    <div>
                        <dt class="unseen">"±"</dt>
                        <dd class="compare-off" data-testid="difference">{move || fill(words.get().off_by, &[("n", &n)])}</dd>
                    </div>
                })}
            </dl>
            {subject.replacement.filter(|_| check.editable).map(|text| view! {
                <button type="button" class="button is-replace" data-testid="replace" on:click=replace_now>
                    {move || fill(words.get().replace_with, &[("text", &isolate(&text))])}
                </button>
            })}
        </div>
    })
}

/// A text that keeps its own direction inside a sentence of the page.
pub fn isolate(text: &str) -> String {
    let visible: String = text.chars().filter(|c| !crate::model::hidden::is_hidden(*c)).collect();
    format!("\u{2068}{visible}\u{2069}")
}

/// The passages and the facts the status rests on; brings the evidence into sight.
#[component]
fn Proof(
    /// The claim.
    claim: StoredValue<Claim>,
    /// The place that is looked at, where the claim is open.
    looked: RwSignal<Option<usize>>,
    /// Told when somebody asks for a place again.
    again: Trigger,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let draft = expect_context::<DraftState>();
    let whole = RwSignal::new(None::<String>);
    let shown = Memo::new(move |_| {
        let looked = looked.get();
        claim.with_value(|c| draft.sources.with(|s| whole.with(|whole| passages(c, s, whole.as_deref(), looked))))
    });
    let cited: Memo<Vec<Fact>> = Memo::new(move |_| {
        claim.with_value(|c| check.facts.with(|f| f.as_ref().as_ref().map(|f| facts(c, f)).unwrap_or_default()))
    });
    let place: NodeRef<Div> = NodeRef::new();
    Effect::new(move |_| {
        shown.track();
        again.track();
        let visible = check.tab.get() == Tab::Evidence;
        let Some(place) = place.get().filter(|_| visible) else { return };
        request_animation_frame(move || reveal(&place));
    });
    let passages = move || {
        let show_whole = move |id: String| whole.set(Some(id));
        shown.get().into_iter().map(|part| view! { <PassageView part show_whole/> }).collect_view()
    };
    let fact_rows = move || {
        let rows = cited.get();
        (!rows.is_empty()).then(|| {
            view! {
                <h3 class="passage-head">{move || words.get().facts_cited}</h3>
                <FactsTable facts=rows right=true/>
            }
        })
    };
    let nothing = move || {
        let none = shown.with(Vec::is_empty) && cited.with(Vec::is_empty);
        none.then(|| view! { <p class="blank">{move || words.get().evidence_none}</p> })
    };
    view! { <div class="proof" node_ref=place>{passages} {fact_rows} {nothing}</div> }
}

/// Brings the most telling mark into sight, inside its own boxes only.
fn reveal(place: &web_sys::HtmlDivElement) {
    let first = |selector: &str| place.query_selector(selector).ok().flatten();
    let telling = [".is-right", ".is-wrong", ".is-looked", ".is-basis"];
    let Some(mark) = telling.into_iter().find_map(first) else { return };
    if let Some(panel) = place.closest(".panel").ok().flatten() {
        page::reveal(&panel, &mark);
    }
    if let Some(scroll) = mark.closest(".table-scroll").ok().flatten() {
        page::reveal_across(&scroll, &mark);
    }
}
