//! The check itself: evidence prepared once, the answer analysed on each change, and the claim that is looked at.

use std::sync::Arc;

use gloo_timers::callback::Timeout;
use groundcheck::{Detector, import_facts, with_verification};
use groundcheck_types::{Fact, GroundedAnswer, InputError, Report, Request, Span};
use leptos::prelude::*;

use super::{DraftState, SettingsState, Verification};
use crate::browser::{page, storage};
use crate::model::accepted::Acceptances;
use crate::model::analysis::{Analysis, Outcome};
use crate::model::claims::{ClaimKey, Marked, list_order};
use crate::model::draft::{facts_of, question_of, sources_of};
use crate::model::ignored::{Ignored, is_ignorable};
use crate::model::open::ClaimState;

/// Evidence, prepared. Two are the same only where nothing was prepared anew.
#[derive(Clone)]
struct Prepared(Arc<Result<Detector, InputError>>);

impl PartialEq for Prepared {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// An analysis that takes longer, in milliseconds, waits until typing rests: a long answer must not hold up its own keys.
const SLOW_MS: f64 = 50.0;
/// Only of an answer of so many bytes: what a first analysis of a short one takes says nothing about the next.
const LONG: usize = 10_000;
/// How long typing must have rested.
const REST_MS: u32 = 200;

/// An analysis with what a language model says of its answer's sentences; `None` where it has no report or is of another answer.
fn with_sentences(
    plain: &Analysis,
    draft: DraftState,
    settings: SettingsState,
    verified: GroundedAnswer,
) -> Option<Analysis> {
    let report = plain.report().filter(|_| plain.answer == verified.response)?.clone();
    let mut request = draft.context.with(|context| question_of(&plain.answer, context)).ok()?;
    request.sources = draft.sources.with(|sources| sources_of(sources));
    request.facts = draft.facts.with(|csv| facts_of(csv));
    let report = with_verification(report, &request, verified, &settings.policy().ok()?).ok()?;
    Some(Analysis { outcome: Outcome::Checked(Box::new(report)), ..plain.clone() })
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
    /// The analysis of what is typed now; where that takes long, of what was typed before it rested.
    pub analysis: Memo<Arc<Analysis>>,
    /// Whether more has been typed since.
    pub behind: Memo<bool>,
    /// The facts as the engine splits them, which `evidence.fact` counts.
    pub facts: Memo<Arc<Result<Vec<Fact>, InputError>>>,
    /// The claims as the list shows them.
    pub order: Memo<Vec<usize>>,
    /// The claim in focus: the one chosen, else the gravest.
    pub focused: Memo<Option<usize>>,
    /// What the reader accepted or ignores.
    pub marked: Memo<Marked>,
    /// What the card beside the answer shows.
    pub tab: RwSignal<Tab>,
    /// Whether the answer can be changed here.
    pub editable: bool,
    chosen: RwSignal<Option<ClaimKey>>,
    acceptances: RwSignal<Acceptances>,
    ignored: RwSignal<Ignored>,
    /// Counts how often typing came to rest.
    rested: RwSignal<u32>,
}

/// What rules say of what is typed now, before a language model says more.
#[derive(Clone, Copy)]
pub struct ByRules {
    analysis: Memo<Arc<Analysis>>,
    /// Counts how often typing came to rest.
    rested: RwSignal<u32>,
}

impl ByRules {
    /// Checks this draft under these settings from now on.
    pub fn new(draft: DraftState, settings: SettingsState) -> ByRules {
        // Only this memo reads sources, facts and settings, and it does not read the answer: typing an answer prepares nothing.
        let prepared = Memo::new(move |_| {
            let detector = settings.policy().and_then(|policy| {
                let sources = draft.sources.with(|s| sources_of(s));
                let facts = draft.facts.with(|csv| facts_of(csv));
                settings.locale.with(|locale| Detector::new(policy, &sources, &facts, locale.as_ref()))
            });
            Prepared(Arc::new(detector))
        });
        let rested = RwSignal::new(0);
        let analysis = Memo::new(move |_| {
            let answer = draft.answer.get_untracked();
            // Before the clock starts: evidence is prepared when it changes, not when an answer does.
            let prepared = prepared.get();
            let started = page::now();
            let (outcome, corrections) = if answer.trim().is_empty() {
                (Outcome::Idle, Vec::new())
            } else {
                let checked = draft.context.with(|context| {
                    let mut request = question_of(&answer, context)?;
                    request.locale = settings.locale.get();
                    match prepared.0.as_ref() {
                        Ok(detector) => {
                            let report = detector.analyze(&request)?;
                            let corrected = detector.corrected(&request, &report)?;
                            Ok((Outcome::Checked(Box::new(report)), corrected.corrections))
                        }
                        Err(error) => Err(error.clone()),
                    }
                });
                checked.unwrap_or_else(|error| (Outcome::Failed(error), Vec::new()))
            };
            let took = page::now() - started;
            // What it took says whether the next key or the next rest brings the next one.
            if took > SLOW_MS && answer.len() > LONG {
                rested.track();
            } else {
                draft.answer.track();
            }
            Arc::new(Analysis { answer, outcome, corrections, took })
        });
        ByRules { analysis, rested }
    }

    /// Where the sentences are that rules leave open, in whole or in part; none where there is no report.
    pub fn open(self) -> Vec<Span> {
        let coverage = |a: &Arc<Analysis>| Some(a.report()?.coverage.as_ref()?.open());
        self.analysis.with_untracked(coverage).unwrap_or_default()
    }
}

impl Check {
    /// Goes on from what rules say, with what a language model says of the same answer and sources.
    pub fn new(draft: DraftState, settings: SettingsState, by_rules: ByRules, verification: Verification) -> Check {
        let rested = by_rules.rested;
        let analysis = Memo::new(move |_| {
            let plain = by_rules.analysis.get();
            let verified = verification.done();
            verified.and_then(|verified| with_sentences(&plain, draft, settings, verified)).map_or(plain, Arc::new)
        });
        let behind = Memo::new(move |_| analysis.with(|a| draft.answer.with(|answer| a.answer != *answer)));
        // A delay is nothing a memo can express; each change drops, and so cancels, the timer before it.
        let timer = StoredValue::new_local(None::<Timeout>);
        Effect::new(move |_| {
            draft.answer.track();
            let rest = move || Timeout::new(REST_MS, move || rested.update(|times| *times += 1));
            timer.set_value(behind.get_untracked().then(rest));
        });
        let tab = if draft.answer.with_untracked(String::is_empty) { Tab::Sources } else { Tab::Evidence };
        let facts = Memo::new(move |_| Arc::new(draft.facts.with(|csv| import_facts(&facts_of(csv)))));
        let check = Check { behind, rested, ..Check::over(analysis, facts, tab, true) };
        check.forget_acceptances(draft);
        check
    }

    /// Forgets what was accepted when its claim is another, and everything when the evidence is.
    fn forget_acceptances(self, draft: DraftState) {
        let Check { analysis, acceptances, .. } = self;
        Effect::new(move |_| {
            let outdated = analysis.with(|a| acceptances.with_untracked(|all| all.are_outdated(a.claims())));
            if outdated {
                analysis.with_untracked(|a| acceptances.update(|all| all.forget_outdated(a.claims())));
            }
        });
        Effect::new(move |_| {
            draft.sources.track();
            draft.facts.track();
            if acceptances.with_untracked(|all| !all.is_empty()) {
                acceptances.set(Acceptances::default());
            }
        });
    }

    /// A check that was made elsewhere, to look at.
    pub fn of_report(request: &Request, report: Report) -> Check {
        let outcome = Outcome::Checked(Box::new(report));
        let analysis =
            Arc::new(Analysis { answer: request.answer.clone(), outcome, corrections: Vec::new(), took: 0.0 });
        let facts = Arc::new(import_facts(&request.facts));
        Check::over(Memo::new(move |_| analysis.clone()), Memo::new(move |_| facts.clone()), Tab::Evidence, false)
    }

    fn over(
        analysis: Memo<Arc<Analysis>>,
        facts: Memo<Arc<Result<Vec<Fact>, InputError>>>,
        tab: Tab,
        editable: bool,
    ) -> Check {
        let acceptances: RwSignal<Acceptances> = RwSignal::new(Acceptances::default());
        // What is looked at only, nobody ignores.
        let kept = if editable { storage::load_or_default(storage::IGNORED) } else { Ignored::default() };
        let ignored: RwSignal<Ignored> = RwSignal::new(kept);
        // Worked out from the report itself, so that what is outdated shows nowhere before it is forgotten.
        let marked = Memo::new(move |_| {
            analysis.with(|a| Marked {
                accepted: acceptances.with(|all| all.places(a.claims())),
                ignored: ignored.with(|all| all.places(&a.answer, a.claims())),
            })
        });
        let order = Memo::new(move |_| {
            let order = analysis.with(|a| a.report().map(list_order).unwrap_or_default());
            let is_ignored = |place: &usize| marked.with(|all| all.ignored.contains(place));
            let (last, mut first): (Vec<usize>, Vec<usize>) = order.into_iter().partition(is_ignored);
            first.extend(last);
            first
        });
        let chosen: RwSignal<Option<ClaimKey>> = RwSignal::new(None);
        let focused = Memo::new(move |_| {
            let found = analysis.with(|a| chosen.with(|key| key.as_ref().and_then(|k| k.find(a.claims()))));
            found.or_else(|| order.with(|o| o.first().copied()))
        });
        let behind = Memo::new(|_| false);
        let (tab, rested) = (RwSignal::new(tab), RwSignal::new(0));
        Check { analysis, behind, facts, order, focused, marked, tab, editable, chosen, acceptances, ignored, rested }
    }

    /// Checks what is typed now without waiting: for whoever takes the report along or changes the answer by it.
    pub fn catch_up(self) {
        if self.behind.get_untracked() {
            self.rested.update(|times| *times += 1);
        }
    }

    /// The place of this claim once everything typed is checked; `None` where it is gone.
    pub fn caught_up(self, index: usize) -> Option<usize> {
        let key = self.analysis.with_untracked(|a| ClaimKey::of(a.claims(), index))?;
        self.catch_up();
        self.analysis.with_untracked(|a| key.find(a.claims()))
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

    /// How the page shows the claim at this place; tracks the analysis and what the reader made of it.
    pub fn state(self, index: usize) -> Option<ClaimState> {
        self.analysis.with(|a| a.claims().get(index).map(|claim| self.marked.with(|all| all.state(index, claim))))
    }

    /// Ignores the claim at this place from now on, in this browser, or no more. Returns whether it is ignored now; `None` where it needs
    /// no attention.
    pub fn toggle_ignored(self, index: usize) -> Option<bool> {
        self.analysis.with_untracked(|a| {
            let claim = a.claims().get(index).filter(|claim| is_ignorable(claim))?;
            self.ignored.update(|all| all.toggle(&a.answer, claim));
            self.ignored.with_untracked(|all| storage::save(storage::IGNORED, all));
            Some(self.ignored.with_untracked(|all| all.places(&a.answer, a.claims()).contains(&index)))
        })
    }

    /// Accepts the claim at this place by one of its candidates; `false` where that has another value.
    pub fn accept(self, index: usize, candidate: usize) -> bool {
        let claims = |a: &Arc<Analysis>| self.acceptances.try_update(|all| all.accept(a.claims(), index, candidate));
        self.analysis.with_untracked(claims).unwrap_or(false)
    }

    /// Takes the acceptance of the claim at this place back.
    pub fn take_back(self, index: usize) {
        self.analysis.with_untracked(|a| self.acceptances.update(|all| all.take_back(a.claims(), index)));
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
