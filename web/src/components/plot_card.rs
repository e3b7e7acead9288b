//! A chart of the report: a picture for who sees it, a table for who wants or needs that, both to save.

use leptos::html::Canvas;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::wasm_bindgen::closure::Closure;
use web_sys::{HtmlCanvasElement, ResizeObserver};

use super::user_text::user_text;
use crate::browser::{canvas, page};
use crate::i18n::Language;
use crate::model::address::FIELDS;
use crate::model::format::fill;
use crate::model::hidden::visible;
use crate::model::plots::{Kind, Plot};
use crate::model::table::{Table, file_name};
use crate::state::{Look, Reports, Words};

/// How wide a saved picture is, in CSS pixels.
const POSTER_WIDTH: f64 = 800.0;

/// A chart of the report.
#[component]
pub fn PlotCard(
    /// Which.
    kind: Kind,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let look = expect_context::<Look>();
    let reports = expect_context::<Reports>();
    let node: NodeRef<Canvas> = NodeRef::new();
    let resized = Trigger::new();
    let as_table = RwSignal::new(false);
    let plot = Memo::new_with_compare(
        move |_| {
            let language = words.language();
            let name_day: fn(&str) -> String = match language {
                Language::En => |day| page::name_day(day, "en-GB"),
                Language::He => |day| page::name_day(day, "he"),
            };
            reports.report().map(|report| Plot::of(kind, &report, language.reports(), name_day))
        },
        |_, _| true,
    );
    let rtl = move || words.language().direction() == "rtl";
    watch_size(node, resized);
    Effect::new(move |_| {
        resized.track();
        as_table.track();
        // Tracked for the colours that the style sheet then gives.
        let _ = look.scheme();
        let (Some(canvas), Some(plot), rtl) = (node.get(), plot.get(), rtl()) else { return };
        // After the frame's effects: the root's attributes and the canvas's height are set by effects too.
        request_animation_frame(move || draw(&canvas, &plot, rtl));
    });
    let heading = move || kind.heading(words.reports());
    let heading_id = format!("plot-{}", kind.as_str());
    let height = move || plot.with(|p| format!("{}px", p.as_ref().map_or(0.0, |p| p.height)));
    let summary = move || plot.with(|p| format!("{}. {}", heading(), p.as_ref().map_or("", |p| &p.summary)));
    let note = move || plot.with(|p| p.as_ref().and_then(|p| p.note.clone()));
    let named = move |template: &'static str| fill(template, &[("name", heading())]);
    // Untracked: what is saved is what is there when the button is pressed.
    let name_file = move |extension: &str| {
        let filter = reports.answer.with_untracked(|a| a.as_ref().map(|a| a.asked.clone()).unwrap_or_default());
        file_name(kind.as_str(), &filter, &page::today(), extension)
    };
    let save_png = move |_| {
        untrack(|| {
            let (Some(canvas), Some(plot)) = (node.get(), plot.get()) else { return };
            let scene = plot.poster(POSTER_WIDTH, rtl(), heading(), &about(reports, words));
            canvas::save(name_file("png"), &canvas, &scene, rtl());
        });
    };
    let save_csv = move |_| {
        untrack(|| {
            let Some(plot) = plot.get() else { return };
            page::download(&name_file("csv"), &plot.saved.unwrap_or(plot.table).csv(), "text/csv;charset=utf-8");
        });
    };
    view! {
        <section class=format!("card plot is-{}", kind.as_str()) aria-labelledby=heading_id data-plot=kind.as_str()>
            <header class="card-head">
                <h2 id=format!("plot-{}", kind.as_str())>{heading}</h2>
                <span class="card-aside">{note}</span>
                <div class="plot-tools">
                    <button
                        type="button"
                        class="tool"
                        aria-pressed=move || as_table.get().to_string()
                        aria-label=move || named(words.reports().table_of)
                        on:click=move |_| as_table.update(|t| *t = !*t)
                    >
                        {move || words.reports().show_table}
                    </button>
                    <button type="button" class="tool" aria-label=move || named(words.reports().png_of) on:click=save_png>"PNG"</button>
                    <button type="button" class="tool" aria-label=move || named(words.reports().csv_of) on:click=save_csv>"CSV"</button>
                </div>
            </header>
            <div class="plot-body" class:is-table=move || as_table.get() style:min-block-size=height>
                <canvas
                    class="plot-canvas"
                    node_ref=node
                    role="img"
                    aria-label=summary
                    style:block-size=height
                    hidden=move || as_table.get()
                ></canvas>
                <PlotTable table=Signal::derive(move || plot.with(|p| p.as_ref().map(|p| p.table.clone()).unwrap_or_default())) as_table kind/>
            </div>
        </section>
    }
}

/// The chart's figures. Out of sight, and still there for a screen reader, while the picture is shown.
#[component]
fn PlotTable(table: Signal<Table>, as_table: RwSignal<bool>, kind: Kind) -> impl IntoView {
    let words = expect_context::<Words>();
    let content = move || {
        let Table { head, rows } = table.get();
        let figures: Vec<bool> = (0..head.len()).map(|i| rows.first().is_some_and(|row| row[i].is_figure())).collect();
        let heads = head.into_iter().zip(figures).map(|(text, figure)| {
            view! { <th scope="col" class:is-figure=figure>{text}</th> }
        });
        let body = rows.into_iter().map(|row| {
            let cells = row.into_iter().enumerate().map(|(i, cell)| {
                let (text, figure) = (cell.shown(), cell.is_figure());
                if i == 0 {
                    view! { <th scope="row"><bdi>{user_text(&text)}</bdi></th> }.into_any()
                } else if figure {
                    view! { <td class="is-figure">{text}</td> }.into_any()
                } else {
                    view! { <td><bdi>{user_text(&text)}</bdi></td> }.into_any()
                }
            });
            view! { <tr>{cells.collect_view()}</tr> }
        });
        view! { <thead><tr>{heads.collect_view()}</tr></thead><tbody>{body.collect_view()}</tbody> }
    };
    view! {
        <div
            class="table-scroll"
            class:unseen=move || !as_table.get()
            tabindex=move || as_table.get().then_some("0")
            role="group"
            aria-label=move || kind.heading(words.reports())
        >
            <table class="table" data-testid=format!("table-{}", kind.as_str())>{content}</table>
        </div>
    }
}

/// Notifies whenever the canvas gets another size or the screen other pixels.
fn watch_size(node: NodeRef<Canvas>, resized: Trigger) {
    let observer = StoredValue::new_local(None::<(ResizeObserver, Closure<dyn FnMut()>)>);
    Effect::new(move |_| {
        if let Some(canvas) = node.get() {
            let changed = Closure::<dyn FnMut()>::new(move || resized.notify());
            if let Ok(watching) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
                watching.observe(&canvas);
                observer.set_value(Some((watching, changed)));
            }
        }
    });
    let zoomed = window_event_listener(leptos::ev::resize, move |_| resized.notify());
    on_cleanup(move || {
        zoomed.remove();
        let _ = observer.try_update_value(|o| o.take().map(|(watching, _)| watching.disconnect()));
    });
}

fn draw(canvas: &HtmlCanvasElement, plot: &Plot, rtl: bool) {
    let width = f64::from(canvas.client_width());
    // Another view or the table is shown.
    if width > 0.0 {
        canvas::draw(canvas, &plot.scene(width, rtl), rtl);
    }
}

/// What the figures are about, for who sees only the picture.
fn about(reports: Reports, words: Words) -> String {
    let Some(answer) = reports.answer.get() else { return String::new() };
    let parts = FIELDS.into_iter().filter_map(|field| field.of(&answer.asked).map(visible));
    let mentions = words.reports().mentions_counted(answer.report.mentions);
    [page::today(), mentions].into_iter().chain(parts).collect::<Vec<_>>().join(" · ")
}
