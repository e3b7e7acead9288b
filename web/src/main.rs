//! The page of groundcheck: everything it checks, it checks in this browser, with the same engine as the server.

mod app;
mod browser;
mod components;
mod i18n;
mod model;
mod plots;
mod state;

use leptos::prelude::*;
use web_sys::wasm_bindgen::JsCast;

fn main() {
    console_error_panic_hook::set_once();
    let place = document().get_element_by_id("app").and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok());
    // `index.html` holds the place; should it be missing, the body will do.
    let place = place.or_else(|| document().body());
    if let Some(place) = place {
        mount_to(place, app::App).forget();
    }
}
