//! Everything typed, as signals. Each change is kept in the browser before it is checked, so that no failure can lose it.

use leptos::prelude::*;
use serde::Serialize;

use crate::browser::storage;
use crate::model::draft::{Context, Draft, SourceDraft, next_id, next_key, with_own_keys};
use crate::model::examples::Example;

/// Everything typed. Answer, sources and facts are apart, so that typing in one does not touch what hangs on the others.
#[derive(Clone, Copy)]
pub struct DraftState {
    /// The answer.
    pub answer: RwSignal<String>,
    /// The sources.
    pub sources: RwSignal<Vec<SourceDraft>>,
    /// The facts as CSV.
    pub facts: RwSignal<String>,
    /// Question, scope and confidence.
    pub context: RwSignal<Context>,
    /// Whether the last change could be kept.
    pub kept: RwSignal<bool>,
}

impl DraftState {
    /// What an earlier visit left, or the first example on the first visit.
    pub fn load() -> DraftState {
        let state = DraftState::of(Draft::default());
        match storage::load::<String>(storage::ANSWER) {
            Ok(Some(answer)) => {
                state.answer.set(answer);
                state.sources.set(with_own_keys(storage::load_or_default(storage::SOURCES)));
                state.facts.set(storage::load_or_default(storage::FACTS));
                state.context.set(storage::load_or_default(storage::CONTEXT));
            }
            Ok(None) | Err(_) => state.show(Example::Property.draft()),
        }
        state
    }

    /// A draft that is looked at and kept nowhere.
    pub fn of(draft: Draft) -> DraftState {
        DraftState {
            answer: RwSignal::new(draft.answer),
            sources: RwSignal::new(draft.sources),
            facts: RwSignal::new(draft.facts),
            context: RwSignal::new(draft.context),
            kept: RwSignal::new(true),
        }
    }

    /// Everything typed, at this moment.
    pub fn snapshot(self) -> Draft {
        Draft {
            answer: self.answer.get_untracked(),
            sources: self.sources.get_untracked(),
            facts: self.facts.get_untracked(),
            context: self.context.get_untracked(),
        }
    }

    /// Whether this is what is typed now; tracks it.
    pub fn holds(self, draft: &Draft) -> bool {
        self.answer.with(|a| *a == draft.answer)
            && self.sources.with(|s| *s == draft.sources)
            && self.facts.with(|f| *f == draft.facts)
            && self.context.with(|c| *c == draft.context)
    }

    /// Puts a draft in the place of everything typed.
    pub fn show(self, draft: Draft) {
        self.set_sources(draft.sources);
        self.set_facts(draft.facts);
        self.set_context(draft.context);
        self.set_answer(draft.answer);
    }

    /// Forgets everything typed, here and in the browser's storage.
    pub fn clear(self) {
        self.show(Draft::default());
        storage::forget(&[storage::SOURCES, storage::FACTS, storage::CONTEXT]);
    }

    /// A new answer.
    pub fn set_answer(self, answer: String) {
        self.keep(storage::ANSWER, &answer);
        self.answer.set(answer);
    }

    /// New facts.
    pub fn set_facts(self, csv: String) {
        self.keep(storage::FACTS, &csv);
        self.facts.set(csv);
    }

    /// Changes question, scope or confidence.
    pub fn edit_context(self, change: impl FnOnce(&mut Context)) {
        let mut context = self.context.get_untracked();
        change(&mut context);
        self.set_context(context);
    }

    /// Changes one source.
    pub fn edit_source(self, key: u32, change: impl FnOnce(&mut SourceDraft)) {
        let mut sources = self.sources.get_untracked();
        if let Some(source) = sources.iter_mut().find(|s| s.key == key) {
            change(source);
            self.set_sources(sources);
        }
    }

    /// Adds a source with a free id and returns its key.
    pub fn add_source(self, title: String, text: String) -> u32 {
        let mut sources = self.sources.get_untracked();
        let key = next_key(&sources);
        let id = next_id(&sources);
        sources.push(SourceDraft { key, id, title, text });
        self.set_sources(sources);
        key
    }

    /// Removes a source.
    pub fn remove_source(self, key: u32) {
        let mut sources = self.sources.get_untracked();
        sources.retain(|s| s.key != key);
        self.set_sources(sources);
    }

    fn set_sources(self, sources: Vec<SourceDraft>) {
        self.keep(storage::SOURCES, &sources);
        self.sources.set(sources);
    }

    fn set_context(self, context: Context) {
        self.keep(storage::CONTEXT, &context);
        self.context.set(context);
    }

    fn keep(self, key: &str, value: &impl Serialize) {
        let kept = storage::save(key, value);
        if self.kept.get_untracked() != kept {
            self.kept.set(kept);
        }
    }
}
