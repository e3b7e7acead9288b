//! What went wrong with the settings kept in this browser: a verdict under other settings than chosen must say so.

use leptos::prelude::*;

use crate::state::{SettingsState, Words};

/// Says that kept settings could not be used, or that the last change could not be kept.
#[component]
pub fn SettingsNotice() -> impl IntoView {
    let words = expect_context::<Words>();
    let settings = expect_context::<SettingsState>();
    view! {
        <div class="settings-notice" role="alert">
            <Show when=move || settings.dropped.get()>
                <p class="note is-warning" data-testid="settings-dropped">
                    {move || words.get().settings_dropped}
                    " "
                    <button type="button" class="button is-link" on:click=move |_| settings.keep()>
                        {move || words.get().dismiss}
                    </button>
                </p>
            </Show>
            <Show when=move || !settings.kept.get()>
                <p class="note is-warning" data-testid="settings-not-kept">{move || words.get().settings_not_kept}</p>
            </Show>
        </div>
    }
}
