//! Pictures on a canvas, with as many pixels as the screen has, in the colours the style sheet has now.

use leptos::prelude::{document, window};
use plotters::coord::Shift;
use plotters::element::{Circle, PathElement, Rectangle};
use plotters::prelude::{Color, DrawingArea, FontFamily, FontStyle, IntoDrawingArea, RGBColor, TextStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters_canvas::CanvasBackend;
use web_sys::wasm_bindgen::JsCast;
use web_sys::wasm_bindgen::closure::Closure;
use web_sys::{Blob, CanvasRenderingContext2d, CssStyleDeclaration, Element, HtmlCanvasElement, js_sys};

use super::page;
use crate::model::scene::{Anchor, Ink, Point, Scene, Shape};

/// A saved picture has this many pixels for each of CSS.
const SAVED_RATIO: f64 = 2.0;

/// A colour of the style sheet, written `#rrggbb` there.
pub fn colour(style: Option<&CssStyleDeclaration>, name: &str) -> RGBColor {
    let value = style.and_then(|s| s.get_property_value(name).ok()).unwrap_or_default();
    parse_colour(&value).unwrap_or(RGBColor(128, 128, 128))
}

fn parse_colour(text: &str) -> Option<RGBColor> {
    let hex = text.trim().strip_prefix('#').filter(|h| h.len() == 6 && h.is_ascii())?;
    let part = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).ok();
    Some(RGBColor(part(0)?, part(2)?, part(4)?))
}

/// The style an element has now.
pub fn style_of(element: &Element) -> Option<CssStyleDeclaration> {
    window().get_computed_style(element).ok().flatten()
}

/// Draws a picture on a canvas of the page.
pub fn draw(canvas: &HtmlCanvasElement, scene: &Scene, rtl: bool) {
    paint(canvas, scene, rtl, window().device_pixel_ratio(), style_of(canvas).as_ref());
}

/// Saves a picture as a PNG file, in the colours of this element, on paper.
pub fn save(name: String, like: &Element, scene: &Scene, rtl: bool) {
    let canvas = document().create_element("canvas").ok().and_then(|c| c.dyn_into::<HtmlCanvasElement>().ok());
    let Some(canvas) = canvas else { return };
    let mut on_paper = Scene::new(scene.width, scene.height);
    on_paper.bar((0.0, 0.0), (scene.width, scene.height), Ink::Paper);
    on_paper.shapes.extend(scene.shapes.iter().cloned());
    paint(&canvas, &on_paper, rtl, SAVED_RATIO, style_of(like).as_ref());
    let done = Closure::once_into_js(move |blob: Option<Blob>| {
        if let Some(blob) = blob {
            page::download_blob(&name, &blob);
        }
    });
    // Where it cannot be encoded there is nothing to save; the table and its CSV are there.
    let _ = canvas.to_blob(done.unchecked_ref::<js_sys::Function>());
}

/// Where and how shapes are drawn.
struct Painter<'a> {
    area: DrawingArea<CanvasBackend, Shift>,
    context: CanvasRenderingContext2d,
    style: Option<&'a CssStyleDeclaration>,
    family: String,
    ratio: f64,
}

fn paint(canvas: &HtmlCanvasElement, scene: &Scene, rtl: bool, ratio: f64, style: Option<&CssStyleDeclaration>) {
    let [width, height] = [scene.width, scene.height].map(|css| rounded(css * ratio).max(0).unsigned_abs());
    if width == 0 || height == 0 {
        return;
    }
    // Setting a size clears the canvas too.
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").ok().flatten().and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok());
    let (Some(backend), Some(context)) = (CanvasBackend::with_canvas_object(canvas.clone()), context) else { return };
    // Anchors are where reading starts, and a canvas outside the page would not know.
    let direction = if rtl { "rtl" } else { "ltr" };
    let _ = js_sys::Reflect::set(&context, &"direction".into(), &direction.into());
    let family = style.and_then(|s| s.get_property_value("font-family").ok()).filter(|f| !f.is_empty());
    let family = family.unwrap_or_else(|| "sans-serif".to_owned());
    let painter = Painter { area: backend.into_drawing_area(), context, style, family, ratio };
    for shape in &scene.shapes {
        painter.shape(shape);
    }
}

impl Painter<'_> {
    fn at(&self, point: Point) -> (i32, i32) {
        (rounded(point.0 * self.ratio), rounded(point.1 * self.ratio))
    }

    /// A canvas that cannot be drawn on leaves the table, which says the same.
    fn shape(&self, shape: &Shape) {
        let ink = |ink: Ink| colour(self.style, ink.variable());
        let thick = |css: f64| rounded(css * self.ratio).max(1).unsigned_abs();
        match shape {
            Shape::Bar { from, to, ink: of } => {
                let _ = self.area.draw(&Rectangle::new([self.at(*from), self.at(*to)], ink(*of).filled()));
            }
            Shape::Stroke { points, ink: of, width, opacity } => {
                let points: Vec<(i32, i32)> = points.iter().map(|p| self.at(*p)).collect();
                let style = ink(*of).mix(*opacity).stroke_width(thick(*width));
                let _ = self.area.draw(&PathElement::new(points, style));
            }
            Shape::Dot { at, radius, ink: of } => {
                let _ = self.area.draw(&Circle::new(self.at(*at), thick(*radius), ink(*of).filled()));
            }
            Shape::Words { at, text, ink: of, size, bold, anchor, most } => {
                let weight = if *bold { FontStyle::Bold } else { FontStyle::Normal };
                let size = size * self.ratio;
                let text = self.fitting(text, weight, size, most * self.ratio);
                let side = match anchor {
                    Anchor::Start => HPos::Left,
                    Anchor::Middle => HPos::Center,
                    Anchor::End => HPos::Right,
                };
                let (font, ink) = ((FontFamily::Name(&self.family), size, weight), ink(*of));
                let style = TextStyle::from(font).color(&ink).pos(Pos::new(side, VPos::Center));
                let _ = self.area.draw_text(&text, &style, self.at(*at));
            }
        }
    }

    /// The text, or as much of it as fits, with an ellipsis.
    fn fitting(&self, text: &str, weight: FontStyle, size: f64, most: f64) -> String {
        if most.is_infinite() {
            return text.to_owned();
        }
        self.context.set_font(&format!("{} {size}px {}", weight.as_str(), self.family));
        let width = |text: &str| self.context.measure_text(text).map_or(0.0, |m| m.width());
        if width(text) <= most {
            return text.to_owned();
        }
        let ends: Vec<usize> = text.char_indices().map(|(i, _)| i).take(200).collect();
        let cut = |end: &usize| format!("{}…", &text[..*end]);
        let fits = ends.partition_point(|end| width(&cut(end)) <= most);
        fits.checked_sub(1).map_or(String::new(), |i| cut(&ends[i]))
    }
}

/// The nearest device pixel; a canvas is far smaller than `i32` reaches.
#[expect(clippy::cast_possible_truncation, reason = "float casts saturate, and pixels are far from the limits")]
fn rounded(value: f64) -> i32 {
    value.round() as i32
}

#[cfg(test)]
mod tests {
    use super::{RGBColor, parse_colour};

    #[test]
    fn colours_of_the_style_sheet_are_read() {
        assert_eq!(parse_colour(" #15795b "), Some(RGBColor(0x15, 0x79, 0x5b)));
        for bad in ["", "#fff", "red", "#12345é", "#gg0000"] {
            assert_eq!(parse_colour(bad), None, "{bad}");
        }
    }
}
