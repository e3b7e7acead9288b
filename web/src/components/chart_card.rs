//! The chart of claims by status: shapes on a canvas as sharp as the screen, words beside it, the figures as a table.

use leptos::html::Canvas;
use leptos::prelude::*;
use plotters::element::{PathElement, Rectangle};
use plotters::prelude::{Color, IntoDrawingArea};
use plotters_canvas::CanvasBackend;
use web_sys::wasm_bindgen::JsCast;
use web_sys::wasm_bindgen::closure::Closure;
use web_sys::{HtmlCanvasElement, ResizeObserver};

use crate::browser::canvas::{colour, style_of};
use crate::model::chart::{Surface, bars, columns, hatch, px, rows};
use crate::model::format::fill;
use crate::model::open::ClaimState;
use crate::state::{Check, Look, Words};

/// The chart.
#[component]
pub fn ChartCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let look = expect_context::<Look>();
    let canvas: NodeRef<Canvas> = NodeRef::new();
    let resized = Trigger::new();
    let counted = Memo::new(move |_| check.analysis.with(|a| check.marked.with(|all| columns(a.claims(), all))));
    Effect::new(move |_| {
        if let Some(canvas) = canvas.get() {
            let changed = Closure::<dyn FnMut()>::new(move || resized.notify());
            if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
                observer.observe(&canvas);
            }
            // The chart is on the page as long as the page is open.
            changed.forget();
        }
    });
    // Zooming changes the ratio of pixels, not always the canvas's size.
    let zoomed = window_event_listener(leptos::ev::resize, move |_| resized.notify());
    on_cleanup(move || zoomed.remove());
    Effect::new(move |_| {
        resized.track();
        counted.track();
        // Tracked for the colours and the direction that the style sheet then gives.
        let _ = look.scheme();
        let rtl = words.language().direction() == "rtl";
        let Some(canvas) = canvas.get() else { return };
        // After the frame's effects: the root's attributes are set by effects too.
        request_animation_frame(move || counted.with_untracked(|columns| draw(&canvas, columns, rtl)));
    });
    let label = move || {
        let w = words.get();
        let parts = counted.get().into_iter().map(|(s, n)| format!("{n} {}", w.state(s))).collect::<Vec<_>>();
        fill(w.chart_label, &[("counts", &parts.join(", "))])
    };
    let legend = move || {
        let entry = |(state, count): (ClaimState, usize)| {
            view! {
                <li>
                    <span class="chart-count">
                        <span class=format!("mark is-{}", state.as_str())>{state.mark()}</span>
                        " "
                        {count}
                    </span>
                    <span class="chart-word">{words.get().state(state)}</span>
                </li>
            }
        };
        counted.get().into_iter().map(entry).collect_view()
    };
    view! {
        <section class="card chart-card" aria-labelledby="chart-heading">
            <header class="card-head"><h2 id="chart-heading">{move || words.get().by_status}</h2></header>
            <figure class="chart">
                <canvas class="chart-canvas" node_ref=canvas role="img" aria-label=label></canvas>
                <ul class="chart-legend" aria-hidden="true">{legend}</ul>
            </figure>
            <details class="chart-data">
                <summary>{move || words.get().as_table}</summary>
                <ChartTable/>
            </details>
        </section>
    }
}

/// The chart's figures, by kind of claim.
#[component]
fn ChartTable() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let table = Memo::new(move |_| {
        check.analysis.with(|a| check.marked.with(|all| (rows(a.claims(), all), columns(a.claims(), all))))
    });
    let head = move || {
        let cell = |(state, _)| view! { <th scope="col" class="is-figure">{words.get().state(state)}</th> };
        table.get().1.into_iter().map(cell).collect_view()
    };
    let body = move || {
        let (rows, columns) = table.get();
        let totals = columns.into_iter().map(|(_, count)| count).collect();
        let w = words.get();
        let row = |name: &'static str, counts: Vec<usize>| {
            let cells = counts.into_iter().map(|n| view! { <td class="is-figure">{n}</td> });
            view! { <tr><th scope="row">{name}</th>{cells.collect_view()}</tr> }
        };
        let kinds = rows.into_iter().map(|(kind, counts)| row(w.kind(kind), counts)).collect_view();
        view! { {kinds} {row(w.total, totals)} }
    };
    view! {
        <div class="table-scroll" tabindex="0" role="group" aria-label=move || words.get().by_status>
            <table class="table" data-testid="chart-table">
                <thead><tr><th scope="col">{move || words.get().kind}</th>{head}</tr></thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}

/// Draws the bars, in device pixels, in the colours the style sheet has now.
fn draw(canvas: &HtmlCanvasElement, columns: &[(ClaimState, usize)], rtl: bool) {
    let ratio = window().device_pixel_ratio();
    let size = |css: i32| (f64::from(css) * ratio).round().max(0.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate; a canvas is small")]
    let (width, height) = (size(canvas.client_width()) as u32, size(canvas.client_height()) as u32);
    if width == 0 || height == 0 {
        return;
    }
    // Setting a size clears the canvas too.
    canvas.set_width(width);
    canvas.set_height(height);
    let Some(backend) = CanvasBackend::with_canvas_object(canvas.clone()) else { return };
    let area = backend.into_drawing_area();
    let surface = Surface { width: width.cast_signed(), height: height.cast_signed(), ratio, rtl };
    let style = style_of(canvas);
    let colour = |name: &str| colour(style.as_ref(), name);
    let paper = colour("--surface");
    for bar in bars(columns, surface) {
        let fill = colour(&format!("--{}", bar.state.as_str()));
        let [left, top, right, bottom] = bar.rect;
        // A canvas that cannot be drawn on leaves the words and the table, which say the same.
        let _ = area.draw(&Rectangle::new([(left, top), (right, bottom)], fill.filled()));
        let stroke = paper.mix(0.55).stroke_width(px(surface, 2.0).max(1).unsigned_abs());
        for line in hatch(&bar, surface) {
            let _ = area.draw(&PathElement::new(line.to_vec(), stroke));
        }
    }
    let _ = area.present();
}
