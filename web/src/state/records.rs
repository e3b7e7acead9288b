//! The record and the document that are typed, what the engine makes of them, and the server's figures below.

use std::sync::Arc;

use groundcheck_types::RecordMonitoring;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::{api, page};
use crate::model::phase::Failure;
use crate::model::record_draft::{Checked, RecordDraft};

/// The view Records.
#[derive(Clone, Copy)]
pub struct Records {
    /// Everything typed.
    pub draft: RwSignal<RecordDraft>,
    /// What came of it.
    pub checked: Memo<Arc<Checked>>,
    /// The server's figures, or why there are none; nothing until they are here.
    pub monitoring: RwSignal<Option<Result<Arc<RecordMonitoring>, Failure>>>,
    /// Whether they are awaited.
    pub busy: RwSignal<bool>,
    /// Which page of the document is looked at.
    pub page: RwSignal<Option<u32>>,
}

impl Records {
    /// Nothing typed, nothing asked for.
    pub fn new() -> Records {
        let draft = RwSignal::new(RecordDraft::empty(&page::local_today()));
        Records {
            draft,
            checked: Memo::new(move |_| Arc::new(draft.with(RecordDraft::check))),
            monitoring: RwSignal::new(None),
            busy: RwSignal::new(false),
            page: RwSignal::new(None),
        }
    }

    /// Puts a draft in the place of everything typed.
    pub fn show(self, draft: RecordDraft) {
        self.page.set(None);
        self.draft.set(draft);
    }

    /// Asks for the server's figures.
    pub fn load(self) {
        self.busy.set(true);
        spawn_local(async move {
            let figures = api::monitoring().await.map(Arc::new);
            self.busy.set(false);
            self.monitoring.set(Some(figures));
        });
    }
}
