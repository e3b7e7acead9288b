//! The policy's overrides and the locale, kept in the browser.

use groundcheck_types::{InputError, Locale, Policy, PolicyOverrides, Setting};
use leptos::prelude::*;

use crate::browser::storage;
use crate::model::settings::{self, Settings};

/// How answers are checked.
#[derive(Clone, Copy)]
pub struct SettingsState {
    /// What differs from the defaults; always in range.
    pub overrides: RwSignal<PolicyOverrides>,
    /// The language and region of the answer, where chosen.
    pub locale: RwSignal<Option<Locale>>,
    /// Tells forms to begin anew: everything was replaced at once.
    pub replaced: Trigger,
    /// Whether what an earlier visit left could not be used, and nobody has seen to it yet.
    pub dropped: RwSignal<bool>,
    /// Whether the last change could be kept.
    pub kept: RwSignal<bool>,
}

impl SettingsState {
    /// What an earlier visit left; the defaults where that cannot be used, which `dropped` tells then.
    pub fn load() -> SettingsState {
        let usable = match storage::load::<Settings>(storage::SETTINGS) {
            Ok(kept) => Some(kept.unwrap_or_default()).filter(Settings::is_in_range),
            Err(storage::Unreadable) => None,
        };
        let dropped = usable.is_none();
        let Settings { policy, locale } = usable.unwrap_or_default();
        SettingsState {
            overrides: RwSignal::new(policy),
            locale: RwSignal::new(locale),
            replaced: Trigger::new(),
            dropped: RwSignal::new(dropped),
            kept: RwSignal::new(true),
        }
    }

    /// All of them, at this moment.
    pub fn snapshot(self) -> Settings {
        Settings { policy: self.overrides.get_untracked(), locale: self.locale.get_untracked() }
    }

    /// The policy in force; tracks it.
    pub fn policy(self) -> Result<Policy, InputError> {
        self.overrides.with(|o| Policy::default().with(o))
    }

    /// Sets one setting as typed.
    ///
    /// # Errors
    /// Names the field; nothing changes then.
    pub fn change(self, setting: &Setting, text: &str) -> Result<(), InputError> {
        let changed = self.overrides.with_untracked(|o| settings::change(o, setting, text))?;
        self.set(changed);
        Ok(())
    }

    /// Puts one setting back at its default.
    pub fn reset(self, setting: &Setting) {
        self.set(self.overrides.with_untracked(|o| settings::without(o, setting)));
    }

    /// Takes these settings in place of all those before.
    pub fn replace(self, settings: Settings) {
        self.locale.set(settings.locale);
        self.set(settings.policy);
        self.replaced.notify();
    }

    fn set(self, overrides: PolicyOverrides) {
        self.overrides.set(overrides);
        self.keep();
    }

    /// Takes this locale.
    pub fn set_locale(self, locale: Option<Locale>) {
        self.locale.set(locale);
        self.keep();
    }

    /// Keeps the settings in force in place of whatever was kept.
    pub fn keep(self) {
        self.dropped.set(false);
        self.kept.set(storage::save(storage::SETTINGS, &self.snapshot()));
    }
}
