//! What lies over the page.

use leptos::prelude::*;

/// What lies over the page.
#[derive(Clone, Copy, Default)]
pub struct Overlays {
    /// Whether the settings are open.
    pub settings: RwSignal<bool>,
    /// Whether the list of corrections is open.
    pub corrections: RwSignal<bool>,
    /// Whether the list of keys is open.
    pub keys: RwSignal<bool>,
}
