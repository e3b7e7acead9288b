//! The settings: the policy by groups, the locale, and how to take them elsewhere.

use groundcheck_types::{InputError, Locale};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use super::error_note::ErrorNote;
use super::modal::Modal;
use super::setting_field::SettingField;
use crate::browser::{files, page};
use crate::i18n::{Catalogue, GROUPS, SettingWords};
use crate::model::files::Contents;
use crate::model::settings::{Settings, Tolerance, export, import};
use crate::state::Overlays;
use crate::state::{Notices, SettingsState, Undo, Words};

type Says = fn(&Catalogue) -> &'static str;

/// The locales offered; any other can come with a request over HTTP or from the command line.
const LOCALES: [(&str, Says); 6] = [
    ("", |w| w.locale_auto),
    ("en-US", |w| w.locale_en_us),
    ("en-GB", |w| w.locale_en_gb),
    ("he", |w| w.locale_he),
    ("de", |w| w.locale_de),
    ("fr", |w| w.locale_fr),
];

/// The name of the exported file.
const FILE_NAME: &str = "groundcheck-settings.json";

/// The settings.
#[component]
pub fn SettingsDrawer() -> impl IntoView {
    let words = expect_context::<Words>();
    let settings = expect_context::<SettingsState>();
    let open = expect_context::<Overlays>().settings;
    let groups = move || {
        settings.replaced.track();
        let group = |group: crate::i18n::Group| {
            let fields = SettingWords::of_group(group)
                .filter_map(|about| Some(view! { <SettingField about setting=about.setting()?/> }))
                .collect_view();
            view! {
                <fieldset class="setting-group">
                    <legend>{move || group.heading(words.language())}</legend>
                    {fields}
                </fieldset>
            }
        };
        GROUPS.into_iter().map(group).collect_view()
    };
    view! {
        <Modal open=open name="drawer" heading=Signal::derive(move || words.get().settings)>
            <div class="sheet-body">
                <p class="hint">{move || words.get().settings_intro}</p>
                <LocaleField/>
                <ToleranceField/>
                {groups}
            </div>
            <DrawerFoot/>
        </Modal>
    }
}

/// The language and region of the answer.
#[component]
fn LocaleField() -> impl IntoView {
    let words = expect_context::<Words>();
    let settings = expect_context::<SettingsState>();
    let tag = move || settings.locale.with(|l| l.as_ref().map(|l| l.as_str().to_owned()).unwrap_or_default());
    let choose = move |event| settings.set_locale(event_target_value(&event).parse::<Locale>().ok());
    let option = move |(value, says): (&'static str, Says)| {
        view! { <option value=value prop:selected=move || tag() == value>{move || says(words.get())}</option> }
    };
    // An imported locale may be another than those offered.
    let other = move || {
        let tag = tag();
        LOCALES
            .iter()
            .all(|(value, _)| *value != tag)
            .then(|| view! { <option value=tag.clone() prop:selected=true>{tag.clone()}</option> })
    };
    view! {
        <div class="setting" data-setting="locale">
            <div class="setting-line">
                <label for="locale">{move || words.get().locale}</label>
                <select id="locale" aria-describedby="help-locale" on:change=choose>{LOCALES.into_iter().map(option).collect_view()} {other}</select>
            </div>
            <p class="hint" id="help-locale">{move || words.get().locale_help}</p>
        </div>
    }
}

/// How far values may be off: as a whole, beside the single tolerances.
#[component]
fn ToleranceField() -> impl IntoView {
    let words = expect_context::<Words>();
    let settings = expect_context::<SettingsState>();
    let own = move || settings.overrides.with(Tolerance::of);
    let choose = move |event| {
        let preset = match event_target_value(&event).as_str() {
            "strict" => Tolerance::Strict,
            "usual" => Tolerance::Usual,
            _ => return,
        };
        let now = settings.snapshot();
        settings.replace(Settings { policy: preset.set(&now.policy), ..now });
    };
    let option = move |(value, preset, says): (&'static str, Tolerance, Says)| {
        view! { <option value=value prop:selected=move || own() == preset>{move || says(words.get())}</option> }
    };
    let presets: [(&str, Tolerance, Says); 2] =
        [("usual", Tolerance::Usual, |w| w.tolerance_usual), ("strict", Tolerance::Strict, |w| w.tolerance_strict)];
    let other = move || (own() == Tolerance::Own).then(|| option(("own", Tolerance::Own, |w| w.tolerance_own)));
    view! {
        <div class="setting" data-setting="tolerance">
            <div class="setting-line">
                <label for="tolerance">{move || words.get().tolerance}</label>
                <select id="tolerance" aria-describedby="help-tolerance" on:change=choose>{presets.into_iter().map(option).collect_view()} {other}</select>
            </div>
            <p class="hint" id="help-tolerance">{move || words.get().tolerance_help}</p>
        </div>
    }
}

/// Export, import and reset.
#[component]
fn DrawerFoot() -> impl IntoView {
    let words = expect_context::<Words>();
    let settings = expect_context::<SettingsState>();
    let notices = expect_context::<Notices>();
    let error = RwSignal::new(None::<InputError>);
    let replace = move |new: Settings, said: Says| {
        let before = settings.snapshot();
        settings.replace(new);
        notices.say(untrack(|| said(words.get())), Some(Undo::Settings(before)));
    };
    let take = move |picked: Vec<File>| {
        spawn_local(async move {
            let Some(file) = files::read(picked, |_| ()).await.into_iter().next() else { return };
            match file.contents.map(Contents::text).and_then(|text| import(&text, settings.locale.get_untracked())) {
                Ok(new) => {
                    error.set(None);
                    replace(new, |w| w.imported);
                }
                Err(wrong) => error.set(Some(wrong)),
            }
        });
    };
    let save = move |_| page::download(FILE_NAME, &export(&settings.snapshot()), "application/json");
    let reset = move |_| {
        error.set(None);
        replace(Settings::default(), |w| w.reset_done);
    };
    view! {
        <footer class="sheet-foot">
            <div role="alert">
                <Show when=move || !settings.kept.get()>
                    <p class="hint">{move || words.get().settings_not_kept}</p>
                </Show>
                {move || error.get().map(|error| view! { <p class="hint">{move || words.get().not_imported}</p> <ErrorNote error/> })}
            </div>
            <div class="row">
                <button type="button" class="button" data-testid="export" on:click=save>{move || words.get().export}</button>
                <label class="button is-file">
                    <input type="file" class="unseen" accept=".json,application/json" data-testid="import" on:change=move |event| take(files::picked(&event))/>
                    {move || words.get().import}
                </label>
                <button type="button" class="button is-link" data-testid="reset-all" on:click=reset>{move || words.get().reset_all}</button>
            </div>
        </footer>
    }
}
