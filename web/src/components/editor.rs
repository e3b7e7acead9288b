//! The answer's editor: a plain text area, and beneath it the same text with its claims underlined.
//!
//! The text area keeps everything that editing brings: input methods, spelling, selection, undo. It is transparent and as tall
//! as its text; the layer beneath has the same metrics and invisible text, so both wrap alike and only the box around them scrolls.

use leptos::either::Either;
use leptos::prelude::*;
use web_sys::HtmlTextAreaElement;
use web_sys::wasm_bindgen::JsCast;

use super::drop_zone::Intake;
use crate::model::claims::at_caret;
use crate::model::draft::Draft;
use crate::model::examples::is_example_evidence;
use crate::model::highlight::{Run, carried_over, runs};
use crate::model::open::ClaimState;
use crate::state::{Check, DraftState, Notices, Tab, Undo, Words};

/// The answer's editor.
#[component]
pub fn Editor() -> impl IntoView {
    let words = expect_context::<Words>();
    let draft = expect_context::<DraftState>();
    let check = expect_context::<Check>();
    let notices = expect_context::<Notices>();
    let claim_at_caret = move |event: &web_sys::Event| {
        let area = event.target()?.dyn_into::<HtmlTextAreaElement>().ok()?;
        let (start, end) = (area.selection_start().ok()??, area.selection_end().ok()??);
        // A selection means copying, not looking.
        let caret = (start == end && !check.behind.get_untracked()).then_some(start)?;
        check.analysis.with_untracked(|a| at_caret(a.claims(), caret))
    };
    // Whether what comes next takes the place of the whole answer.
    let replaces = StoredValue::new(false);
    let intake = Intake::of_page();
    let paste = move |event: leptos::ev::ClipboardEvent| {
        let area = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        let all = area.and_then(|area| {
            let (start, end) = (area.selection_start().ok()??, area.selection_end().ok()??);
            Some(start == 0 && end as usize == area.value().encode_utf16().count())
        });
        replaces.set_value(all == Some(true));
        intake.paste(&event, move || replaces.set_value(all == Some(true)));
    };
    let type_in = move |event: leptos::ev::Event| {
        let answer = event_target_value(&event);
        if replaces.try_update_value(std::mem::take) == Some(true) && is_example_evidence(&draft.snapshot()) {
            let before = draft.snapshot();
            draft.show(Draft { answer, ..Draft::default() });
            check.tab.set(Tab::Sources);
            notices.say(untrack(|| words.get().example_dropped.to_owned()), Some(Undo::of_draft(before, draft)));
            return;
        }
        draft.set_answer(answer);
        if let Some(index) = claim_at_caret(&event) {
            check.choose(index);
        }
    };
    let press = move |event: leptos::ev::MouseEvent| {
        if let Some(index) = claim_at_caret(&event) {
            check.open(index);
        }
    };
    let move_caret = move |event: leptos::ev::KeyboardEvent| {
        let moves =
            matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" | "Home" | "End");
        if let Some(index) = claim_at_caret(&event).filter(|_| moves) {
            check.choose(index);
        }
    };
    // Plain strings throughout: a long answer has thousands of marks, too many for a reactive class each.
    let layer = move || {
        let focused = check.focused.get();
        let marked = check.marked.get();
        check.analysis.with(|a| {
            let draw = |run: Run| match run.claim {
                None => Either::Left(run.text),
                Some(i) => {
                    let state = a.claims().get(i).map(|c| marked.state(i, c));
                    let state = state.map_or("", ClaimState::as_str);
                    let focus = if focused == Some(i) { " is-focused" } else { "" };
                    Either::Right(view! { <mark class=format!("claim-run is-{state}{focus}")>{run.text}</mark> })
                }
            };
            let runs = runs(&a.answer, a.claims());
            let runs = if check.behind.get() { draft.answer.with(|now| carried_over(runs, now)) } else { runs };
            runs.into_iter().map(draw).collect_view()
        })
    };
    view! {
        <div class="editor">
            <div class="editor-in">
                // The zero-width space gives a last empty line its height, as the text area has it.
                <div class="editor-text editor-layer" dir="auto" aria-hidden="true">{layer} "\u{200B}"</div>
                <textarea
                    id="answer"
                    class="editor-text editor-area"
                    dir="auto"
                    spellcheck="false"
                    aria-label=move || words.get().answer
                    placeholder=move || words.get().answer_placeholder
                    prop:value=move || draft.answer.get()
                    on:paste=paste
                    on:input=type_in
                    on:click=press
                    on:keyup=move_caret
                ></textarea>
            </div>
        </div>
    }
}
