//! The policy's overrides and the locale, kept in the browser.

use groundcheck_types::{InputError, Locale, Policy, PolicyOverrides, Setting};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use crate::browser::storage;
use crate::model::settings;

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Kept {
    policy: PolicyOverrides,
    locale: Option<Locale>,
}

/// How answers are checked.
#[derive(Clone, Copy)]
pub struct SettingsState {
    /// What differs from the defaults; always in range.
    pub overrides: RwSignal<PolicyOverrides>,
    /// The language and region of the answer, where chosen.
    pub locale: RwSignal<Option<Locale>>,
    /// Tells forms to begin anew: everything was replaced at once.
    pub replaced: Trigger,
}

impl SettingsState {
    /// What an earlier visit left; the defaults where that cannot be used.
    pub fn load() -> SettingsState {
        let kept: Kept = storage::load(storage::SETTINGS).unwrap_or_default();
        let overrides =
            if Policy::default().with(&kept.policy).is_ok() { kept.policy } else { PolicyOverrides::default() };
        SettingsState {
            overrides: RwSignal::new(overrides),
            locale: RwSignal::new(kept.locale),
            replaced: Trigger::new(),
        }
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

    /// Takes these overrides in place of all those before.
    pub fn replace(self, overrides: PolicyOverrides) {
        self.set(overrides);
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

    fn keep(self) {
        let kept = Kept { policy: self.overrides.get_untracked(), locale: self.locale.get_untracked() };
        storage::save(storage::SETTINGS, &kept);
    }
}
