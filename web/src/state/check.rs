//! The check itself: evidence prepared once, the answer analysed on each change, and the claim that is looked at.

use std::sync::Arc;

use groundcheck::{Detector, import_facts};
use groundcheck_types::{Fact, InputError, Report, Request};
use leptos::prelude::*;

use super::{DraftState, SettingsState};
use crate::browser::page;
use crate::model::analysis::{Analysis, Outcome};
use crate::model::claims::{ClaimKey, list_order};
use crate::model::draft::{facts_of, question_of, sources_of};

/// Evidence, prepared. Two are the same only where nothing was prepared anew.
#[derive(Clone)]
struct Prepared(Arc<Result<Detector, InputError>>);

impl PartialEq for Prepared {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What the card beside the answer shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    /// What the claim in focus rests on.
    Evidence,
    /// The sources, to edit.
    Sources,
    /// The facts, to edit.
    Facts,
}

/// The check of what is typed now.
#[derive(Clone, Copy)]
pub struct Check {
    /// The analysis of what is typed now.
    pub analysis: Memo<Arc<Analysis>>,
    /// The facts as the engine splits them, which `evidence.fact` counts.
    pub facts: Memo<Arc<Result<Vec<Fact>, InputError>>>,
    /// The claims as the list shows them.
    pub order: Memo<Vec<usize>>,
    /// The claim in focus: the one chosen, else the gravest.
    pub focused: Memo<Option<usize>>,
    /// What the card beside the answer shows.
    pub tab: RwSignal<Tab>,
    /// Whether the answer can be changed here.
    pub editable: bool,
    chosen: RwSignal<Option<ClaimKey>>,
}

impl Check {
    /// Checks this draft under these settings from now on.
    pub fn new(draft: DraftState, settings: SettingsState) -> Check {
        // Only this memo reads sources, facts and settings, and it does not read the answer: typing an answer prepares nothing.
        let prepared = Memo::new(move |_| {
            let detector = settings.policy().and_then(|policy| {
                let sources = draft.sources.with(|s| sources_of(s));
                let facts = draft.facts.with(|csv| facts_of(csv));
                settings.locale.with(|locale| Detector::new(policy, &sources, &facts, locale.as_ref()))
            });
            Prepared(Arc::new(detector))
        });
        let analysis = Memo::new(move |_| {
            let answer = draft.answer.get();
            // Before the clock starts: evidence is prepared when it changes, not when an answer does.
            let prepared = prepared.get();
            let started = page::now();
            let outcome = if answer.trim().is_empty() {
                Outcome::Idle
            } else {
                let report = draft.context.with(|context| {
                    let mut request = question_of(&answer, context)?;
                    request.locale = settings.locale.get();
                    match prepared.0.as_ref() {
                        Ok(detector) => detector.analyze(&request),
                        Err(error) => Err(error.clone()),
                    }
                });
                report.map_or_else(Outcome::Failed, |report| Outcome::Checked(Box::new(report)))
            };
            Arc::new(Analysis { answer, outcome, took: page::now() - started })
        });
        let tab = if draft.answer.with_untracked(String::is_empty) { Tab::Sources } else { Tab::Evidence };
        let facts = Memo::new(move |_| Arc::new(draft.facts.with(|csv| import_facts(&facts_of(csv)))));
        Check::over(analysis, facts, tab, true)
    }

    /// A check that was made elsewhere, to look at.
    pub fn of_report(request: &Request, report: Report) -> Check {
        let outcome = Outcome::Checked(Box::new(report));
        let analysis = Arc::new(Analysis { answer: request.answer.clone(), outcome, took: 0.0 });
        let facts = Arc::new(import_facts(&request.facts));
        Check::over(Memo::new(move |_| analysis.clone()), Memo::new(move |_| facts.clone()), Tab::Evidence, false)
    }

    fn over(
        analysis: Memo<Arc<Analysis>>,
        facts: Memo<Arc<Result<Vec<Fact>, InputError>>>,
        tab: Tab,
        editable: bool,
    ) -> Check {
        let order = Memo::new(move |_| analysis.with(|a| a.report().map(list_order).unwrap_or_default()));
        let chosen: RwSignal<Option<ClaimKey>> = RwSignal::new(None);
        let focused = Memo::new(move |_| {
            let found = analysis.with(|a| chosen.with(|key| key.as_ref().and_then(|k| k.find(a.claims()))));
            found.or_else(|| order.with(|o| o.first().copied()))
        });
        Check { analysis, facts, order, focused, tab: RwSignal::new(tab), editable, chosen }
    }

    /// Looks at this claim.
    pub fn choose(self, index: usize) {
        self.chosen.set(self.analysis.with_untracked(|a| ClaimKey::of(a.claims(), index)));
    }

    /// Looks at this claim and shows its evidence.
    pub fn open(self, index: usize) {
        self.choose(index);
        self.tab.set(Tab::Evidence);
    }

    /// Looks at the gravest claim again.
    pub fn unchoose(self) {
        self.chosen.set(None);
    }

    /// The error about this field or a part of it, if the check failed on that; tracks the analysis.
    pub fn error_about(self, field: &str) -> Option<InputError> {
        self.analysis.with(|a| {
            a.error()
                .filter(|e| e.field.as_deref().is_some_and(|f| f == field || f.starts_with(&format!("{field}["))))
                .cloned()
        })
    }
}
