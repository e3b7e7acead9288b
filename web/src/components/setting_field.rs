//! One setting: its name, what it does, its value, and the way back to its default.

use groundcheck_types::{InputError, PolicyOverrides, Setting, SettingUnit};
use leptos::prelude::*;

use super::error_note::ErrorNote;
use crate::i18n::SettingWords;
use crate::model::settings::{Shown, is_changed, shown};
use crate::state::{SettingsState, Words};

/// One setting.
#[component]
pub fn SettingField(
    /// Its words.
    about: &'static SettingWords,
    /// Its place in the contract.
    setting: &'static Setting,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let settings = expect_context::<SettingsState>();
    let error = RwSignal::new(None::<InputError>);
    // What is typed stays as typed until the field is left, and as long as it cannot be used.
    let typed = RwSignal::new(None::<String>);
    let value = Memo::new(move |_| settings.overrides.with(|o| shown(o, setting)));
    let changed = move || settings.overrides.with(|o| is_changed(o, setting)) || error.with(Option::is_some);
    let take = move |text: &str| error.set(settings.change(setting, text).err());
    let label = move || about.label(words.language());
    let help_id = move || format!("help-{}", setting.field);
    let error_id = move || format!("error-{}", setting.field);
    let described =
        move || if error.with(Option::is_some) { format!("{} {}", help_id(), error_id()) } else { help_id() };
    let control = match value.get_untracked() {
        Shown::Switch(_) => {
            let on = move || value.get() == Shown::Switch(true);
            view! {
                <input
                    type="checkbox"
                    role="switch"
                    class="switch"
                    id=setting.field
                    name=setting.field
                    aria-describedby=described
                    prop:checked=on
                    on:change=move |event| take(if event_target_checked(&event) { "true" } else { "false" })
                />
            }
            .into_any()
        }
        Shown::Number(_) => {
            let text = move || match (typed.get(), value.get()) {
                (Some(typed), _) => typed,
                (None, Shown::Number(value)) => value,
                (None, Shown::Switch(_)) => String::new(),
            };
            let input = move |event| {
                let text = event_target_value(&event);
                take(&text);
                typed.set(Some(text));
            };
            let leave = move |_| {
                if error.with_untracked(Option::is_none) {
                    typed.set(None);
                }
            };
            view! {
                <span class="number-field">
                    <input
                        type="text"
                        inputmode="decimal"
                        dir="ltr"
                        autocomplete="off"
                        id=setting.field
                        name=setting.field
                        aria-describedby=described
                        aria-invalid=move || error.with(Option::is_some).to_string()
                        prop:value=text
                        on:input=input
                        on:blur=leave
                    />
                    <span class="unit" aria-hidden="true">{if setting.unit == SettingUnit::Percent { "%" } else { "" }}</span>
                </span>
            }
            .into_any()
        }
    };
    let default = move || {
        let w = words.get();
        let text = match shown(&PolicyOverrides::default(), setting) {
            Shown::Switch(on) => (if on { w.switch_on } else { w.switch_off }).to_owned(),
            Shown::Number(n) if setting.unit == SettingUnit::Percent => n + " %",
            Shown::Number(n) => n,
        };
        crate::model::format::fill(w.reset_one, &[("value", &text)])
    };
    let reset = move |_| {
        error.set(None);
        typed.set(None);
        settings.reset(setting);
    };
    view! {
        <div class="setting" class:is-changed=changed data-setting=setting.field>
            <div class="setting-line">
                <label for=setting.field>{label}</label>
                {control}
            </div>
            <p class="hint" id=help_id()>
                {move || about.help(words.language())}
                <Show when=changed>
                    " "
                    <button type="button" class="button is-link" on:click=reset>{default}</button>
                </Show>
            </p>
            {move || error.get().map(|error| view! { <ErrorNote error id=error_id()/> <p class="hint">{move || words.get().not_applied}</p> })}
        </div>
    }
}
