//! The corrected answer: every replacement, to be cleared before it is copied or put into the answer.

use std::collections::BTreeSet;

use groundcheck::with_corrections;
use groundcheck_types::Correction;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::evidence_panel::isolate;
use super::modal::Modal;
use super::user_text::user_text;
use crate::browser::page;
use crate::model::around::around;
use crate::model::format::fill;
use crate::state::{Check, DraftState, Notices, Overlays, Undo, Words};

/// So many characters of the answer are shown on either side of a correction.
const AROUND: usize = 44;

/// The corrections of the answer.
#[component]
pub fn CorrectionsDialog() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let draft = expect_context::<DraftState>();
    let notices = expect_context::<Notices>();
    let open = expect_context::<Overlays>().corrections;
    let cleared = RwSignal::new(BTreeSet::<String>::new());
    Effect::new(move |_| {
        if open.get() {
            // What is ignored is not corrected either, unless the reader asks for it.
            let ignored = check.analysis.with_untracked(|a| {
                let id = |place: &usize| Some(a.claims().get(*place)?.id.clone());
                check.marked.with_untracked(|all| all.ignored.iter().filter_map(id).collect())
            });
            cleared.set(ignored);
        }
    });
    let corrected = move || {
        check.analysis.with(|a| {
            let chosen = a.corrections.iter().filter(|c| cleared.with(|all| !all.contains(&c.claim)));
            let chosen: Vec<Correction> = chosen.cloned().collect();
            (!chosen.is_empty()).then(|| (with_corrections(&a.answer, &chosen), chosen.len().to_string()))
        })
    };
    let none = Memo::new(move |_| corrected().is_none());
    let copy = move |_| {
        let Some((answer, count)) = untrack(corrected) else { return };
        open.set(false);
        spawn_local(async move {
            let copied = page::copy(&answer).await;
            let said = untrack(|| match copied {
                true => fill(words.get().copied_corrected, &[("n", &count)]),
                false => words.get().copy_failed.to_owned(),
            });
            notices.say(said, None);
        });
    };
    let replace = move |_| {
        let Some((answer, count)) = untrack(corrected) else { return };
        open.set(false);
        let before = draft.snapshot();
        draft.set_answer(answer);
        let undo = Undo::of_draft(before, draft);
        notices.say(untrack(|| fill(words.get().use_corrected_done, &[("n", &count)])), Some(undo));
    };
    let row = move |answer: &str, correction: &Correction| {
        let (before, behind) = around(answer, correction.span, AROUND);
        let id = correction.claim.clone();
        let (old, new) = (correction.text.clone(), correction.replacement.clone());
        let label = {
            let (old, new) = (isolate(&old), isolate(&new));
            move || fill(words.get().correction, &[("old", &old), ("new", &new)])
        };
        let is_chosen = {
            let id = id.clone();
            move || cleared.with(|all| !all.contains(&id))
        };
        let toggle = move |_| {
            cleared.update(|all| {
                if !all.remove(&id) {
                    all.insert(id.clone());
                }
            });
        };
        view! {
            <li>
                <label class="correction">
                    <input type="checkbox" aria-label=label prop:checked=is_chosen on:change=toggle/>
                    <span dir="auto">
                        {user_text(&before)}
                        <del><bdi>{user_text(&old)}</bdi></del>
                        " "
                        <ins><bdi>{user_text(&new)}</bdi></ins>
                        {user_text(&behind)}
                    </span>
                </label>
            </li>
        }
    };
    let rows = move || {
        let shown = open.get();
        check.analysis.with(|a| {
            let all = a.corrections.iter().filter(|_| shown).map(|correction| row(&a.answer, correction));
            all.collect_view()
        })
    };
    let note = move || {
        let some = check.analysis.with(|a| !a.corrections.is_empty());
        if some { words.get().corrections_note } else { words.get().corrections_none }
    };
    view! {
        <Modal open name="corrections" heading=Signal::derive(move || words.get().corrections)>
            <div class="sheet-body">
                <p class="hint">{note}</p>
                <ol class="correction-list" data-testid="corrections">{rows}</ol>
            </div>
            <footer class="sheet-foot is-row">
                <button type="button" class="button" data-testid="use-corrected" disabled=move || none.get() on:click=replace>
                    {move || words.get().use_corrected}
                </button>
                <button type="button" class="button is-primary" data-testid="copy-corrected" disabled=move || none.get() on:click=copy>
                    {move || words.get().copy_corrected}
                </button>
            </footer>
        </Modal>
    }
}
