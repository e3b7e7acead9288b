//! The document around the app: attributes of the root, the clipboard, downloads, the clock, scrolling.

use leptos::prelude::{document, window};
use wasm_bindgen_futures::JsFuture;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, Element, Event, EventTarget, HtmlAnchorElement, HtmlElement, Url, js_sys};

use crate::model::language::Language;

/// Milliseconds on the browser's clock, for durations.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |p| p.now())
}

/// Sets an attribute of `<html>`, or removes it.
pub fn set_root(name: &str, value: Option<&str>) {
    let Some(root) = document().document_element() else { return };
    // The names are valid, so neither call can fail.
    let _ = match value {
        Some(value) => root.set_attribute(name, value),
        None => root.remove_attribute(name),
    };
}

/// Whether the system prefers dark colours.
pub fn system_is_dark() -> bool {
    media_matches("(prefers-color-scheme: dark)")
}

/// Whether the system asks for little motion.
pub fn reduced_motion() -> bool {
    media_matches("(prefers-reduced-motion: reduce)")
}

fn media_matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// Whether the browser's first language is Hebrew.
pub fn prefers_hebrew() -> bool {
    window().navigator().language().is_some_and(|tag| tag.starts_with("he") || tag.starts_with("iw"))
}

/// Puts a text on the clipboard; `false` where the browser does not allow it.
pub async fn copy(text: &str) -> bool {
    let navigator = window().navigator();
    // Absent outside secure contexts, where the binding would still return something that throws.
    let has_clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|c| c.is_object());
    has_clipboard && JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}

/// Offers a text as a file to save.
pub fn download(name: &str, text: &str, media_type: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let parts = js_sys::Array::of1(&text.into());
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) {
        download_blob(name, &blob);
    }
}

/// Offers bytes as a file to save.
pub fn download_blob(name: &str, blob: &Blob) {
    let Ok(url) = Url::create_object_url_with_blob(blob) else { return };
    if let Some(link) = document().create_element("a").ok().and_then(|e| e.dyn_into::<HtmlAnchorElement>().ok()) {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = Url::revoke_object_url(&url);
}

/// Today's date, `YYYY-MM-DD` in UTC, for names of files.
pub fn today() -> String {
    let now = String::from(js_sys::Date::new_0().to_iso_string());
    now.split('T').next().unwrap_or_default().to_owned()
}

/// Today's date where the reader is, `YYYY-MM-DD`.
pub fn local_today() -> String {
    let now = js_sys::Date::new_0();
    format!("{:04}-{:02}-{:02}", now.get_full_year(), now.get_month() + 1, now.get_date())
}

/// A day written `YYYY-MM-DD`, as people of this language write it; what is no day stays as it is.
fn name_day(day: &str, language: &str) -> String {
    let date = js_sys::Date::new(&format!("{day}T00:00:00Z").into());
    if date.get_time().is_nan() {
        return day.to_owned();
    }
    let options = js_sys::Object::new();
    for (name, value) in [("day", "numeric"), ("month", "short"), ("year", "numeric"), ("timeZone", "UTC")] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    date.to_locale_date_string(language, &options).into()
}

/// What writes a day as people of this language do.
pub fn day_namer(language: Language) -> fn(&str) -> String {
    match language {
        Language::En => |day| name_day(day, "en-GB"),
        Language::He => |day| name_day(day, "he"),
    }
}

/// Whether nobody sees the page now.
pub fn is_hidden() -> bool {
    document().hidden()
}

/// Whether the keyboard types there: keys of the page's own are no keys then.
pub fn is_text_field(target: Option<EventTarget>) -> bool {
    let element = target.and_then(|t| t.dyn_into::<Element>().ok());
    element.is_some_and(|e| match e.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => !matches!(e.get_attribute("type").as_deref(), Some("checkbox" | "radio")),
        _ => false,
    })
}

/// Whether a dialog lies over the page.
pub fn has_dialog() -> bool {
    document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// Whether the keyboard is at an element that matches, or inside one.
pub fn has_focus(selector: &str) -> bool {
    let at = document().active_element();
    if selector == "body" {
        return at.is_none_or(|e| e.tag_name() == "BODY");
    }
    at.and_then(|e| e.closest(selector).ok().flatten()).is_some()
}

/// Moves the keyboard to the element behind the one that has it, or to the one before.
pub fn focus_sibling(next: bool) {
    let sibling = document()
        .active_element()
        .and_then(|e| if next { e.next_element_sibling() } else { e.previous_element_sibling() })
        .and_then(|e| e.dyn_into::<HtmlElement>().ok());
    if let Some(element) = sibling {
        let _ = element.focus();
    }
}

/// Whether the `<details>` that this event is of is open now.
pub fn is_open(event: &Event) -> bool {
    event.target().and_then(|t| t.dyn_into::<Element>().ok()).is_some_and(|e| e.has_attribute("open"))
}

/// Presses the first element that matches.
pub fn press(selector: &str) {
    let found = document().query_selector(selector).ok().flatten().and_then(|e| e.dyn_into::<HtmlElement>().ok());
    if let Some(element) = found {
        element.click();
    }
}

/// Moves the keyboard to the first element that matches.
pub fn focus(selector: &str) {
    let found = document().query_selector(selector).ok().flatten().and_then(|e| e.dyn_into::<HtmlElement>().ok());
    if let Some(element) = found {
        let _ = element.focus();
    }
}

/// Scrolls a box so that an element in it is in sight, without moving the page.
pub fn reveal(container: &Element, element: &Element) {
    let (outer, inner) = (container.get_bounding_client_rect(), element.get_bounding_client_rect());
    let by = inner.top() - outer.top() - (outer.height() - inner.height()) / 3.0;
    if inner.top() < outer.top() || inner.bottom() > outer.bottom() {
        #[expect(clippy::cast_possible_truncation, reason = "scroll positions are far from the limits")]
        container.set_scroll_top(container.scroll_top() + by as i32);
    }
}

/// Scrolls a box sideways so that an element in it is in sight.
pub fn reveal_across(container: &Element, element: &Element) {
    let (outer, inner) = (container.get_bounding_client_rect(), element.get_bounding_client_rect());
    if inner.left() < outer.left() || inner.right() > outer.right() {
        let by = inner.left() + inner.width() / 2.0 - outer.left() - outer.width() / 2.0;
        #[expect(clippy::cast_possible_truncation, reason = "scroll positions are far from the limits")]
        container.set_scroll_left(container.scroll_left() + by as i32);
    }
}

/// Brings the first element that matches into the window, smoothly unless the system asks for little motion.
pub fn show(selector: &str) {
    if let Some(element) = document().query_selector(selector).ok().flatten() {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        let smooth = !reduced_motion();
        options.set_behavior(if smooth { web_sys::ScrollBehavior::Smooth } else { web_sys::ScrollBehavior::Auto });
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
