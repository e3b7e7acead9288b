//! Language and colours.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use web_sys::wasm_bindgen::JsCast;
use web_sys::wasm_bindgen::closure::Closure;

use crate::browser::{page, storage};
use crate::i18n::{Catalogue, Language, LiveWords, RecordWords, ReportWords, ReviewWords, VerifyWords};

/// The colours in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Scheme {
    /// As the style sheet and `boot.js` call it.
    pub fn as_str(self) -> &'static str {
        match self {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        }
    }
}

#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    language: Option<Language>,
    scheme: Option<Scheme>,
}

/// Language and colours, as chosen or as the system has them.
#[derive(Clone, Copy)]
pub struct Look {
    chosen: RwSignal<Kept>,
    system: RwSignal<Scheme>,
}

/// The words of the language in use.
#[derive(Clone, Copy)]
pub struct Words(Memo<Language>);

impl Words {
    /// The words; tracks the language.
    pub fn get(self) -> &'static Catalogue {
        self.0.get().words()
    }

    /// The words of the view Reports; tracks the language.
    pub fn reports(self) -> &'static ReportWords {
        self.0.get().reports()
    }

    /// The words of the view Records; tracks the language.
    pub fn records(self) -> &'static RecordWords {
        self.0.get().records()
    }

    /// The words of the view Review; tracks the language.
    pub fn review(self) -> &'static ReviewWords {
        self.0.get().review()
    }

    /// The words of the view Live; tracks the language.
    pub fn live(self) -> &'static LiveWords {
        self.0.get().live()
    }

    /// The words of "Verify with an LLM"; tracks the language.
    pub fn verify(self) -> &'static VerifyWords {
        self.0.get().verify()
    }

    /// The language; tracks it.
    pub fn language(self) -> Language {
        self.0.get()
    }
}

impl Look {
    /// What was chosen on an earlier visit, kept on `<html>` from now on.
    pub fn load() -> Look {
        let chosen = RwSignal::new(storage::load_or_default(storage::LOOK));
        let look = Look { chosen, system: RwSignal::new(system_scheme()) };
        look.follow_system();
        Effect::new(move |_| {
            let language = look.language();
            page::set_root("lang", Some(language.tag()));
            page::set_root("dir", Some(language.direction()));
        });
        Effect::new(move |_| page::set_root("data-theme", chosen.get().scheme.map(Scheme::as_str)));
        look
    }

    fn follow_system(self) {
        let Ok(Some(list)) = window().match_media("(prefers-color-scheme: dark)") else { return };
        let changed = Closure::<dyn FnMut()>::new(move || self.system.set(system_scheme()));
        let _ = list.add_event_listener_with_callback("change", changed.as_ref().unchecked_ref());
        // The page listens for as long as it is open.
        changed.forget();
    }

    fn language(self) -> Language {
        let by_browser = || if page::prefers_hebrew() { Language::He } else { Language::En };
        self.chosen.get().language.unwrap_or_else(by_browser)
    }

    /// The words of the language in use.
    pub fn words(self) -> Words {
        Words(Memo::new(move |_| self.language()))
    }

    /// The colours in use; tracks them.
    pub fn scheme(self) -> Scheme {
        self.chosen.get().scheme.unwrap_or(self.system.get())
    }

    /// Takes the other language.
    pub fn switch_language(self) {
        let language = untrack(|| self.language()).other();
        self.choose(|kept| kept.language = Some(language));
    }

    /// Takes the other colours.
    pub fn switch_scheme(self) {
        let scheme = match untrack(|| self.scheme()) {
            Scheme::Light => Scheme::Dark,
            Scheme::Dark => Scheme::Light,
        };
        self.choose(|kept| kept.scheme = Some(scheme));
    }

    fn choose(self, change: impl FnOnce(&mut Kept)) {
        let mut kept = self.chosen.get_untracked();
        change(&mut kept);
        storage::save(storage::LOOK, &kept);
        self.chosen.set(kept);
    }
}

fn system_scheme() -> Scheme {
    if page::system_is_dark() { Scheme::Dark } else { Scheme::Light }
}
