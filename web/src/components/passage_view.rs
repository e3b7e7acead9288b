//! A passage of a source: its text with the evidence marked, its tables as tables.

use leptos::either::Either;
use leptos::prelude::*;

use super::user_text::user_text;
use crate::model::evidence::SourcePassage;
use crate::model::format::fill;
use crate::model::passage::{Block, Cell, Role, Run, cell_role};
use crate::state::Words;

/// A passage with its source's name.
#[component]
pub fn PassageView(
    /// The passage.
    part: SourcePassage,
    /// Called with the source's id to show all of it.
    #[prop(into)]
    show_whole: Callback<String>,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let id = StoredValue::new(part.id.clone());
    let name = part.id.clone();
    let blocks = part.passage.blocks.into_iter().map(|block| match block {
        Block::Text(runs) => Either::Left(view! { <p class="passage-text" dir="auto">{draw_runs(runs, words)}</p> }),
        Block::Table { head, body, .. } => Either::Right(view! { <PassageTable head body source=name.clone()/> }),
    });
    view! {
        <section class="passage">
            <h3 class="passage-head">
                <bdi class="source-id">{user_text(&part.id)}</bdi>
                <bdi>{user_text(&part.title)}</bdi>
            </h3>
            {blocks.collect_view()}
            {part.passage.cut.then(|| view! {
                <button type="button" class="button is-link" on:click=move |_| show_whole.run(id.get_value())>
                    {move || words.get().show_whole}
                </button>
            })}
        </section>
    }
}

/// A table of a source.
#[component]
fn PassageTable(
    /// Its header rows.
    head: Vec<Vec<Cell>>,
    /// Its other rows.
    body: Vec<Vec<Cell>>,
    /// The source's id, for the name of the scrolling box.
    source: String,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let head_rows = head.into_iter().map(|row| {
        let cells = row.into_iter().enumerate().map(|(i, cell)| {
            if plain(&cell).trim().is_empty() {
                return Either::Left(view! { <td></td> });
            }
            let class = cell_class(&cell, i > 0);
            Either::Right(view! { <th scope="col" class=class>{draw_cell(cell, words)}</th> })
        });
        view! { <tr>{cells.collect_view()}</tr> }
    });
    let body_rows = body.into_iter().map(|row| {
        let cells = row.into_iter().enumerate().map(|(i, cell)| {
            let figure = is_figure(&plain(&cell));
            let class = cell_class(&cell, figure);
            if i == 0 && !figure && !plain(&cell).trim().is_empty() {
                Either::Left(view! { <th scope="row" class=class>{draw_cell(cell, words)}</th> })
            } else {
                Either::Right(view! { <td class=class>{draw_cell(cell, words)}</td> })
            }
        });
        view! { <tr>{cells.collect_view()}</tr> }
    });
    view! {
        <div class="table-scroll" tabindex="0" role="group" aria-label=move || fill(words.get().passage_of, &[("source", &source)])>
            <table class="table" dir="auto">
                <thead>{head_rows.collect_view()}</thead>
                <tbody>{body_rows.collect_view()}</tbody>
            </table>
        </div>
    }
}

/// What a role means, for those who do not see its colour.
fn meaning(role: Role, words: Words) -> &'static str {
    match role {
        Role::Right => words.get().legend_right,
        Role::Wrong => words.get().legend_wrong,
        Role::Looked => words.get().legend_looked,
        Role::Place => words.get().legend_place,
        Role::Basis => words.get().legend_basis,
    }
}

fn draw_runs(runs: Vec<Run>, words: Words) -> impl IntoView {
    let draw = move |run: Run| match run.role {
        None => Either::Left(user_text(&run.text)),
        Some(role) => Either::Right(view! {
            <mark class=role.class()>
                <bdi>{user_text(&run.text)}</bdi>
                <span class="unseen">" ("{move || meaning(role, words)}")"</span>
            </mark>
        }),
    };
    runs.into_iter().map(draw).collect_view()
}

/// A cell's text; its role is drawn by the cell itself.
fn draw_cell(cell: Cell, words: Words) -> impl IntoView {
    let role = cell_role(&cell);
    let meant = role.map(|role| view! { <span class="unseen">" ("{move || meaning(role, words)}")"</span> });
    view! { <bdi>{user_text(&plain(&cell))}</bdi> {meant} }
}

fn cell_class(cell: &Cell, figure: bool) -> String {
    let role = match cell_role(cell) {
        Some(Role::Right) => "is-right",
        Some(Role::Wrong) => "is-wrong",
        Some(Role::Looked) => "is-basis is-looked",
        Some(Role::Place | Role::Basis) => "is-basis",
        None => "",
    };
    format!("{} {role}", if figure { "is-figure" } else { "" })
}

fn plain(cell: &Cell) -> String {
    cell.iter().map(|run| run.text.as_str()).collect()
}

/// Whether a cell holds a figure, which tables set flush with the others of its column.
fn is_figure(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (digits > 0 && letters <= 3) || matches!(text.trim(), "-" | "–" | "—")
}

#[cfg(test)]
mod tests {
    use super::is_figure;

    #[test]
    fn figures_are_told_from_names() {
        for figure in ["$ 1,452.4", "(12)", "−3.5 %", "—", "₪1.2M", "2019", "1.25x"] {
            assert!(is_figure(figure), "{figure}");
        }
        for name in ["Fixed Price", "", "Q3 sales", "Store 12", "הכנסות 2024"] {
            assert!(!is_figure(name), "{name}");
        }
    }
}
