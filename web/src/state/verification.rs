//! The answer verified by a language model, through the server: whom to ask, what that would take, and what comes of it. The
//! provider is asked only when the reader says so.

use gloo_timers::callback::Timeout;
use groundcheck_types::{
    GroundedAnswer, GroundingMethod, Number, ProviderInfo, ProviderList, Span, VerificationPlan, VerifyRequest,
    VerifySentences,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{ByRules, DraftState};
use crate::browser::api;
use crate::browser::events::{self, Stopper};
use crate::model::draft::sources_of;
use crate::model::phase::Failure;
use crate::model::verification::{Ending, Run, Subject, Told, first_ready, limit};

/// How long typing must rest before the server is asked what verifying would take.
const REST_MS: u32 = 600;

/// What a plan is made for: provider, model, method, subject and places.
type Wanted = (String, String, GroundingMethod, Subject, Option<Vec<Span>>);

/// What verifying would take, or why that is not known.
pub type Planned = Result<VerificationPlan, Ending>;

/// The answer verified by a language model.
#[derive(Clone, Copy)]
pub struct Verification {
    /// Whether it is shown.
    pub open: RwSignal<bool>,
    /// Who can be asked, once that is known.
    pub providers: RwSignal<Option<Result<ProviderList, Failure>>>,
    /// The provider chosen.
    pub provider: RwSignal<String>,
    /// The model chosen; empty for the provider's default.
    pub model: RwSignal<String>,
    /// The method chosen.
    pub method: RwSignal<GroundingMethod>,
    /// The budget as typed.
    pub budget: RwSignal<String>,
    /// Whether only sentences are asked about that rules leave open.
    pub only_open: RwSignal<bool>,
    /// What verifying would take; `None` while the server is asked.
    pub planned: RwSignal<Option<Planned>>,
    /// What is being verified, or was last.
    pub run: RwSignal<Option<Run>>,
    /// What is typed now.
    pub subject: Memo<Subject>,
    /// Whether there is something to verify.
    pub possible: Memo<bool>,
    /// Where the sentences are that are asked about; `None` for all of them.
    pub places: Memo<Option<Vec<Span>>>,
    stopper: StoredValue<Option<Stopper>, LocalStorage>,
    planning: StoredValue<Option<Stopper>, LocalStorage>,
    timer: StoredValue<Option<Timeout>, LocalStorage>,
    /// Only the answer to the newest request counts.
    ticket: StoredValue<u32>,
}

impl Verification {
    /// Nothing yet; asks nobody until it is opened.
    pub fn new(draft: DraftState, by_rules: ByRules) -> Verification {
        let subject = Memo::new(move |_| Subject {
            answer: draft.answer.get(),
            sources: draft.sources.with(|sources| sources_of(sources)),
        });
        let only_open = RwSignal::new(true);
        Verification {
            open: RwSignal::new(false),
            providers: RwSignal::new(None),
            provider: RwSignal::new(String::new()),
            model: RwSignal::new(String::new()),
            method: RwSignal::new(GroundingMethod::default()),
            budget: RwSignal::new(String::new()),
            only_open,
            places: Memo::new(move |_| by_rules.open().filter(|_| only_open.get())),
            planned: RwSignal::new(None),
            run: RwSignal::new(None),
            subject,
            possible: Memo::new(move |_| subject.with(|s| !s.answer.trim().is_empty() && !s.sources.is_empty())),
            stopper: StoredValue::new_local(None),
            planning: StoredValue::new_local(None),
            timer: StoredValue::new_local(None),
            ticket: StoredValue::new(0),
        }
    }

    /// Shows it, and asks the server whom it can ask.
    pub fn show(self) {
        if !self.open.get_untracked() {
            self.open.set(true);
            self.load();
        }
    }

    /// Puts it away; what is under way stops.
    pub fn close(self) {
        self.stop();
        self.forget_plan();
        self.open.set(false);
    }

    /// Asks the server whom it can ask.
    pub fn load(self) {
        self.providers.set(None);
        spawn_local(async move {
            let list = api::providers().await;
            let chosen = self.provider.get_untracked();
            if let Ok(list) = &list
                && !list.providers.iter().any(|p| p.ready && p.name == chosen)
            {
                self.choose(first_ready(list));
            }
            self.providers.set(Some(list));
        });
    }

    /// Takes this provider, and its default model.
    pub fn choose(self, provider: Option<&ProviderInfo>) {
        self.model.set(provider.and_then(|p| p.model.clone()).unwrap_or_default());
        self.provider.set(provider.map(|p| p.name.clone()).unwrap_or_default());
    }

    /// Whether what is shown is about something else than what is typed now; tracks both.
    pub fn is_outdated(self) -> bool {
        let is_now = |run: &Run| {
            self.subject.with(|now| *now == run.subject)
                && self.places.with(|now| run.is_running() || *now == run.places)
        };
        self.run.with(|run| run.as_ref().is_some_and(|run| !is_now(run)))
    }

    /// What came of it, where that is about what is typed now; tracks both. Which other sentences rules leave open by now does not matter.
    pub fn done(self) -> Option<GroundedAnswer> {
        self.run.with(|run| {
            let run = run.as_ref().filter(|run| run.ending == Some(Ending::Done))?;
            self.subject.with(|now| *now == run.subject).then(|| run.answer.clone())?
        })
    }

    /// Whether it is under way; tracks it.
    pub fn is_running(self) -> bool {
        self.run.with(|run| run.as_ref().is_some_and(Run::is_running))
    }

    /// Keeps the plan up to date from now on.
    pub fn keep_planned(self) {
        // Requests go out: nothing that a memo can express.
        Effect::new(move |last: Option<Option<Wanted>>| {
            let (provider, model) = (self.provider.get(), self.model.get());
            let named = !provider.is_empty() && !model.trim().is_empty();
            let ready = named && self.possible.get() && self.open.get();
            let (subject, places, method) = (self.subject.get(), self.places.get(), self.method.get());
            let wanted = ready.then_some((provider, model, method, subject, places));
            // What comes back to what it was needs no other plan.
            if last.as_ref() != Some(&wanted) {
                self.forget_plan();
                if ready {
                    self.timer.set_value(Some(Timeout::new(REST_MS, move || self.plan())));
                }
            }
            wanted
        });
    }

    fn forget_plan(self) {
        self.timer.set_value(None);
        self.ticket.update_value(|n| *n = n.wrapping_add(1));
        self.planning.update_value(|stopper| {
            if let Some(stopper) = stopper.take() {
                stopper.stop();
            }
        });
        self.planned.set(None);
    }

    /// Asks the server what verifying would take. With a budget of no tokens it tells the plan and asks no provider.
    pub fn plan(self) {
        self.forget_plan();
        let mine = self.ticket.get_value();
        let stopper = Stopper::new();
        self.planning.set_value(Some(stopper.clone()));
        let mut request = self.request();
        request.budget_tokens = Some(0);
        spawn_local(async move {
            let mut planned = Err(Ending::Cut(Failure::Away));
            let ended = verify(&request, &stopper, |told| {
                planned = match told {
                    Ok(Told::Plan(plan)) => Ok(*plan),
                    Ok(Told::Failed(error)) => Err(Ending::Failed(error)),
                    Ok(_) => Err(Ending::Cut(Failure::Garbled)),
                    Err(failure) => Err(Ending::Cut(failure)),
                };
                false
            });
            if let Err(failure) = ended.await {
                planned = Err(Ending::Cut(failure));
            }
            if self.ticket.get_value() == mine {
                self.planned.set(Some(planned));
            }
        });
    }

    fn request(self) -> VerifyRequest {
        let Subject { answer, sources } = self.subject.get_untracked();
        let text = |text: RwSignal<String>| Some(text.get_untracked().trim().to_owned()).filter(|t| !t.is_empty());
        VerifyRequest {
            answer,
            sources,
            provider: text(self.provider),
            model: text(self.model),
            method: self.method.get_untracked(),
            sentences: self.places.get_untracked().map(VerifySentences::At),
            ..VerifyRequest::default()
        }
    }

    /// Has the provider asked, within the budget: dollars where the price is known, else tokens.
    pub fn start(self) {
        self.stop();
        let priced = self.planned.with_untracked(|p| matches!(p, Some(Ok(plan)) if plan.estimated_cost_usd.is_some()));
        let mut request = self.request();
        match self.budget.with_untracked(|budget| limit(budget)) {
            Ok(None) => {}
            Ok(Some(budget)) if priced => request.budget_usd = Some(Number(budget)),
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a limit is above 0 and at most 1e12"
            )]
            Ok(Some(budget)) => request.budget_tokens = Some(budget.round() as u64),
            // The field says so.
            Err(()) => return,
        }
        let stopper = Stopper::new();
        self.stopper.set_value(Some(stopper.clone()));
        let places = self.places.get_untracked();
        self.run.set(Some(Run { places, ..Run::new(self.subject.get_untracked()) }));
        let mine = stopper.clone();
        spawn_local(async move {
            let take = |told| {
                self.update(&mine, |run| match told {
                    Ok(told) => run.take(told),
                    Err(failure) => run.ending = Some(Ending::Cut(failure)),
                })
            };
            let ended = verify(&request, &stopper, |told| {
                take(told);
                true
            })
            .await;
            let failure = ended.err().unwrap_or(Failure::Away);
            self.update(&mine, |run| run.ending = Some(Ending::Cut(failure)));
        });
    }

    /// Changes the run that this stopper is of, as long as it is under way.
    fn update(self, of: &Stopper, change: impl FnOnce(&mut Run)) {
        let is_newest = self.stopper.with_value(|now| now.as_ref() == Some(of));
        if is_newest && untrack(|| self.is_running()) {
            self.run.update(|run| {
                if let Some(run) = run {
                    change(run);
                }
            });
        }
    }

    /// Stops what is under way; what is settled stays.
    pub fn stop(self) {
        let stopper = self.stopper.try_update_value(Option::take).flatten();
        if let Some(stopper) = stopper {
            stopper.stop();
            if untrack(|| self.is_running()) {
                self.run.update(|run| {
                    if let Some(run) = run {
                        run.ending = Some(Ending::Stopped);
                    }
                });
            }
        }
    }
}

/// Posts the request and shows each step that this page knows, until `each` has seen enough.
async fn verify(
    request: &VerifyRequest,
    stopper: &Stopper,
    mut each: impl FnMut(Result<Told, Failure>) -> bool,
) -> Result<(), Failure> {
    let json = serde_json::to_string(request).map_err(|_| Failure::Garbled)?;
    events::post("/api/verify", json, stopper, |event| match Told::read(&event).transpose() {
        Some(told) => each(told),
        None => true,
    })
    .await
}
