//! Short messages about what was just done, with a way back where there is one.

use std::time::Duration;

use leptos::prelude::*;

use super::DraftState;
use crate::model::draft::Draft;
use crate::model::settings::Settings;

/// How to take something back.
#[derive(Debug, Clone, PartialEq)]
pub enum Undo {
    /// Everything typed as it was, offered only as long as nothing was typed since.
    Draft {
        /// What to go back to.
        before: Draft,
        /// What was there right after the action.
        after: Draft,
    },
    /// The settings as they were.
    Settings(Settings),
}

impl Undo {
    /// The way back to `before` from what is typed now.
    pub fn of_draft(before: Draft, now: DraftState) -> Undo {
        Undo::Draft { before, after: now.snapshot() }
    }
}

/// One message.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// In the language of the page when it was made.
    pub text: String,
    /// How to take back what it tells.
    pub undo: Option<Undo>,
}

/// The message that is shown, one at a time.
#[derive(Clone, Copy)]
pub struct Notices {
    shown: RwSignal<Option<Notice>>,
    count: StoredValue<u32>,
}

/// How long a message stays; one that can be undone stays longer.
const SHORT: Duration = Duration::from_secs(4);
const LONG: Duration = Duration::from_secs(12);

impl Notices {
    /// No message.
    pub fn new() -> Notices {
        Notices { shown: RwSignal::new(None), count: StoredValue::new(0) }
    }

    /// The message shown; tracks it.
    pub fn shown(self) -> Option<Notice> {
        self.shown.get()
    }

    /// Shows a message in place of the one before it.
    pub fn say(self, text: impl Into<String>, undo: Option<Undo>) {
        self.count.update_value(|n| *n = n.wrapping_add(1));
        let mine = self.count.get_value();
        let stay = if undo.is_some() { LONG } else { SHORT };
        self.shown.set(Some(Notice { text: text.into(), undo }));
        set_timeout(
            move || {
                if self.count.get_value() == mine {
                    self.shown.set(None);
                }
            },
            stay,
        );
    }

    /// Takes the message away.
    pub fn clear(self) {
        self.shown.set(None);
    }
}
