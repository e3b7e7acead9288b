//! The mentions of one risk, the least reliable first, page by page.

use groundcheck_types::{MentionRow, UrlState};
use leptos::prelude::*;

use super::mention_row::MentionItem;
use super::report_notes::Why;
use crate::model::format::{fill, whole};
use crate::model::level::{LEVELS, Level};
use crate::state::{Reports, Route, Words};

/// The list, with a picker of the risk.
#[component]
pub fn MentionList() -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let reports = expect_context::<Reports>();
    let list = reports.mentions;
    let all = Memo::new(move |_| reports.report().map_or((0, 0), |r| (route.level.get().count(r.risk), r.mentions)));
    let shown = move || list.rows.with(Vec::len);
    let counted = move || fill(words.reports().listed, &[("n", &whole(shown() as u64)), ("m", &whole(all.get().0))]);
    let blank = move || {
        let w = words.reports();
        if list.busy.get() || all.get().0 > 0 {
            return w.loading_list.to_owned();
        }
        let none = fill(w.none_listed, &[("n", &w.mentions_counted(all.get().1))]);
        // Nothing of high risk among what is scored says nothing about what is not.
        let waits = reports.report().is_some_and(|r| r.stored.pending > 0);
        if waits { format!("{none} {}", w.none_waiting) } else { none }
    };
    let empty = Memo::new(move |_| list.rows.with(Vec::is_empty));
    let failed = move || {
        list.failed.get().map(|failure| {
            view! {
                <div class="report-note is-failed" role="alert">
                    <span class="note-sign" aria-hidden="true">"!"</span>
                    <span class="note-text"><Why failure/></span>
                    <button type="button" class="button" on:click=move |_| reports.more()>{move || words.reports().retry}</button>
                </div>
            }
        })
    };
    let more = Memo::new(move |_| list.next.with(Option::is_some) && list.failed.with(Option::is_none));
    view! {
        <section class="card mentions" aria-labelledby="mentions-heading" aria-busy=move || list.busy.get().to_string()>
            <header class="card-head">
                <h2 id="mentions-heading">{move || words.reports().list_heading}</h2>
                <span class="card-aside is-order">{move || words.reports().list_order}</span>
                <fieldset class="picker">
                    <legend class="unseen">{move || words.reports().pick_risk}</legend>
                    {LEVELS.map(|level| view! { <Pick level/> }).into_iter().collect_view()}
                </fieldset>
            </header>
            <ol class="mention-rows" data-testid="mention-rows">
                <For each=move || list.rows.get() key=appearance let:row>
                    <MentionItem row/>
                </For>
            </ol>
            <Show when=move || empty.get() && list.failed.with(Option::is_none)><p class="blank" data-testid="none-listed">{blank}</p></Show>
            {failed}
            <Show when=move || !empty.get()>
                <footer class="card-foot">
                    <span class="hint" data-testid="listed">{counted}</span>
                    <Show when=move || more.get()>
                        <button type="button" class="button" data-testid="more" aria-disabled=move || list.busy.get().to_string() on:click=move |_| if !list.busy.get_untracked() { reports.more() }>
                            {move || words.reports().more}
                        </button>
                    </Show>
                </footer>
            </Show>
        </section>
    }
}

/// What is known of a link, as far as a row shows it.
type LinkState = (Option<UrlState>, Option<u16>);

/// What a row shows that may change while it is shown: it is drawn anew then.
fn appearance(row: &MentionRow) -> (u64, u64, Vec<LinkState>) {
    let links = row.sources.iter().map(|source| (source.state, source.status_code)).collect();
    (row.mention_id, row.reliability.0.to_bits(), links)
}

/// One risk of the picker, with how many there are.
#[component]
fn Pick(level: Level) -> impl IntoView {
    let words = expect_context::<Words>();
    let route = expect_context::<Route>();
    let reports = expect_context::<Reports>();
    let count = move || reports.report().map_or(String::new(), |r| whole(level.count(r.risk)));
    view! {
        <label class=format!("pick is-{}", level.as_str())>
            <input
                type="radio"
                class="unseen"
                name="level"
                value=level.as_str()
                prop:checked=move || route.level.get() == level
                on:change=move |_| route.list(level)
            />
            <span class="total-sign" aria-hidden="true">{level.sign()}</span>
            <span>{move || words.reports().level(level)}</span>
            <span class="tab-count">{count}</span>
        </label>
    }
}
