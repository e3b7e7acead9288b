//! The address bar and what the browser knows of addresses.

use leptos::prelude::window;
use web_sys::Url;
use web_sys::wasm_bindgen::JsValue;

use crate::model::address::Address;
use crate::model::link::ParsedUrl;

/// Where the page is now.
pub fn current() -> Address {
    let location = window().location();
    Address::parse(&location.pathname().unwrap_or_default(), &location.search().unwrap_or_default())
}

/// Puts an address into the bar: as a step that Back undoes, or in the place of the last one.
pub fn show(address: &Address, replace: bool) {
    let Ok(history) = window().history() else { return };
    let link = address.link();
    // A browser that limits how often this may happen keeps the old address; the page goes on.
    let _ = if replace {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&link))
    } else {
        history.push_state_with_url(&JsValue::NULL, "", Some(&link))
    };
}

/// The page from its top.
pub fn to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// An absolute address as this browser reads it.
pub fn parse(url: &str) -> Option<ParsedUrl> {
    let url = Url::new(url).ok()?;
    let rest = format!("{}{}{}", url.pathname(), url.search(), url.hash());
    Some(ParsedUrl { protocol: url.protocol(), host: url.host(), rest, href: url.href() })
}
