//! A chart: a picture for who sees it, a table for who wants or needs that, both to save.

use leptos::html::Canvas;
use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;
use web_sys::wasm_bindgen::closure::Closure;
use web_sys::{HtmlCanvasElement, ResizeObserver};

use super::user_text::user_text;
use crate::browser::{canvas, page};
use crate::model::format::fill;
use crate::model::table::Table;
use crate::plots::Plot;
use crate::state::{Look, Words};

/// How wide a saved picture is, in CSS pixels.
const POSTER_WIDTH: f64 = 800.0;

/// A chart.
#[component]
pub fn PlotCard(
    /// Its name in ids.
    name: &'static str,
    /// Its heading.
    #[prop(into)]
    heading: Signal<&'static str>,
    /// The chart, once there is one.
    #[prop(into)]
    plot: Signal<Option<Plot>>,
    /// What the figures are about, for who sees only the saved picture.
    #[prop(into)]
    about: Callback<(), String>,
    /// A file's name, by its extension.
    #[prop(into)]
    file: Callback<&'static str, String>,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let look = expect_context::<Look>();
    let node: NodeRef<Canvas> = NodeRef::new();
    let resized = Trigger::new();
    let as_table = RwSignal::new(false);
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
    let heading = move || heading.get();
    let heading_id = format!("plot-{name}");
    let height = move || plot.with(|p| format!("{}px", p.as_ref().map_or(0.0, |p| p.height)));
    let summary = move || plot.with(|p| format!("{}. {}", heading(), p.as_ref().map_or("", |p| &p.summary)));
    let note = move || plot.with(|p| p.as_ref().and_then(|p| p.note.clone()));
    let named = move |template: &'static str| fill(template, &[("name", heading())]);
    // Untracked: what is saved is what is there when the button is pressed.
    let save_png = move |_| {
        untrack(|| {
            let (Some(canvas), Some(plot)) = (node.get(), plot.get()) else { return };
            let scene = plot.poster(POSTER_WIDTH, rtl(), heading(), &about.run(()));
            canvas::save(file.run("png"), &canvas, &scene, rtl());
        });
    };
    let save_csv = move |_| {
        untrack(|| {
            let Some(plot) = plot.get() else { return };
            page::download(&file.run("csv"), &plot.saved.unwrap_or(plot.table).csv(), "text/csv;charset=utf-8");
        });
    };
    view! {
        <section class=format!("card plot is-{name}") aria-labelledby=heading_id data-plot=name>
            <header class="card-head">
                <h2 id=format!("plot-{name}")>{heading}</h2>
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
                <PlotTable table=Signal::derive(move || plot.with(|p| p.as_ref().map(|p| p.table.clone()).unwrap_or_default())) as_table name heading=Signal::derive(heading)/>
            </div>
        </section>
    }
}

/// The chart's figures. Out of sight, and still there for a screen reader, while the picture is shown.
#[component]
fn PlotTable(
    table: Signal<Table>,
    as_table: RwSignal<bool>,
    name: &'static str,
    heading: Signal<&'static str>,
) -> impl IntoView {
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
            aria-label=move || heading.get()
        >
            <table class="table" data-testid=format!("table-{name}")>{content}</table>
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
