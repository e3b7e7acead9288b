//! The chart of claims by status: shapes on a canvas as sharp as the screen, words beside it, the figures as a table.

use leptos::html::Canvas;
use leptos::prelude::*;
use plotters::element::{PathElement, Rectangle};
use plotters::prelude::{Color, IntoDrawingArea};
use plotters_canvas::CanvasBackend;
use web_sys::wasm_bindgen::JsCast;
use web_sys::wasm_bindgen::closure::Closure;
use web_sys::{HtmlCanvasElement, ResizeObserver};

use groundcheck_types::Claim;

use crate::browser::canvas::{colour, style_of};
use crate::model::chart::{Surface, bars, hatch, px, rows};
use crate::model::claims::{STATUSES, counts, mark};
use crate::model::format::fill;
use crate::state::{Check, Look, Words};

/// The chart.
#[component]
pub fn ChartCard() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let look = expect_context::<Look>();
    let canvas: NodeRef<Canvas> = NodeRef::new();
    let resized = Trigger::new();
    let counted = Memo::new(move |_| check.analysis.with(|a| counts(a.claims())));
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
        request_animation_frame(move || check.analysis.with_untracked(|a| draw(&canvas, a.claims(), rtl)));
    });
    let label = move || {
        let w = words.get();
        let parts = counted.get().iter().zip(STATUSES).map(|(n, s)| format!("{n} {}", w.status(s))).collect::<Vec<_>>();
        fill(w.chart_label, &[("counts", &parts.join(", "))])
    };
    let legend = STATUSES.into_iter().enumerate().map(|(i, status)| {
        view! {
            <li>
                <span class="chart-count">
                    <span class=format!("mark is-{}", status.as_str())>{mark(status)}</span>
                    " "
                    {move || counted.get()[i]}
                </span>
                <span class="chart-word">{move || words.get().status(status)}</span>
            </li>
        }
    });
    view! {
        <section class="card chart-card" aria-labelledby="chart-heading">
            <header class="card-head"><h2 id="chart-heading">{move || words.get().by_status}</h2></header>
            <figure class="chart">
                <canvas class="chart-canvas" node_ref=canvas role="img" aria-label=label></canvas>
                <ul class="chart-legend" aria-hidden="true">{legend.collect_view()}</ul>
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
    let table = Memo::new(move |_| check.analysis.with(|a| (rows(a.claims()), counts(a.claims()))));
    let head =
        STATUSES.map(|status| view! { <th scope="col" class="is-figure">{move || words.get().status(status)}</th> });
    let body = move || {
        let (rows, totals) = table.get();
        let w = words.get();
        let row = |name: &'static str, counts: [usize; 4]| {
            let cells = counts.map(|n| view! { <td class="is-figure">{n}</td> });
            view! { <tr><th scope="row">{name}</th>{cells.into_iter().collect_view()}</tr> }
        };
        let kinds = rows.into_iter().map(|(kind, counts)| row(w.kind(kind), counts)).collect_view();
        view! { {kinds} {row(w.total, totals)} }
    };
    view! {
        <div class="table-scroll" tabindex="0" role="group" aria-label=move || words.get().by_status>
            <table class="table" data-testid="chart-table">
                <thead><tr><th scope="col">{move || words.get().kind}</th>{head.into_iter().collect_view()}</tr></thead>
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}

/// Draws the bars, in device pixels, in the colours the style sheet has now.
fn draw(canvas: &HtmlCanvasElement, claims: &[Claim], rtl: bool) {
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
    for bar in bars(claims, surface) {
        let fill = colour(&format!("--{}", bar.status.as_str()));
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
