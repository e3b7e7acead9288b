//! The answer of a provider, through the server. It is asked only when the reader says so.

use std::sync::Arc;

use groundcheck::Monitor;
use groundcheck_types::{StreamAnswer, StreamEnding, StreamRequest};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::live::Live;
use crate::browser::events::{self, Stopper};
use crate::model::phase::Failure;
use crate::model::script::monitored;
use crate::model::stage::{Author, Part, Stage};
use crate::model::streaming::Told;
use crate::model::verification::Ending;

impl Live {
    /// Whether a provider writes; tracks it.
    pub fn is_provided(self) -> bool {
        self.author.get() == Author::Provider
    }

    /// Whether a provider is asked right now; tracks it.
    pub fn is_asking(self) -> bool {
        self.is_provided() && self.stage.with(|stage| matches!(stage, Stage::Asking | Stage::Writing))
    }

    /// Asks this provider for this model, its default where none is named.
    pub fn ask(self, provider: String, model: &str) {
        self.restart();
        let request = self.scene.get_untracked().request.clone();
        let request = StreamRequest {
            provider: Some(provider),
            model: Some(model.trim().to_owned()).filter(|model| !model.is_empty()),
            sources: request.sources,
            facts: request.facts,
            scope: request.scope,
            history: request.history,
            locale: request.locale,
            as_of: request.as_of,
            ..StreamRequest::new(request.question.unwrap_or_default())
        };
        let stopper = Stopper::new();
        self.stopper.set_value(Some(stopper.clone()));
        self.stage.set(Stage::Asking);
        spawn_local(async move {
            let ended = match serde_json::to_string(&request) {
                Err(_) => Err(Failure::Garbled),
                Ok(json) => {
                    let each = |event| {
                        match Told::read(&event) {
                            Ok(told) => told.into_iter().for_each(|told| self.take(&stopper, told)),
                            Err(failure) => self.cut(&stopper, failure),
                        }
                        true
                    };
                    events::post("/api/stream", json, &stopper, each).await
                }
            };
            self.cut(&stopper, ended.err().unwrap_or(Failure::Away));
        });
    }

    /// Stops the provider; what it has said is checked as the part that it is.
    pub fn stop(self) {
        if !untrack(|| self.is_asking()) {
            return;
        }
        self.hang_up();
        self.end_partly(Part::Stopped, Ending::Stopped);
    }

    /// Ends the request, if there is one.
    pub(super) fn hang_up(self) {
        if let Some(stopper) = self.stopper.try_update_value(Option::take).flatten() {
            stopper.stop();
        }
    }

    /// Whether this request is the newest, and under way.
    fn is_open(self, of: &Stopper) -> bool {
        self.stopper.with_value(|now| now.as_ref() == Some(of)) && untrack(|| self.is_asking())
    }

    fn take(self, of: &Stopper, told: Told) {
        if !self.is_open(of) {
            return;
        }
        match told {
            Told::Start(_) => {}
            Told::Delta(delta) => {
                self.text.update(|text| text.push_str(&delta.text));
                if self.stage.with_untracked(|stage| *stage == Stage::Asking) {
                    self.stage.set(Stage::Writing);
                }
            }
            Told::Update(update) => self.read(*update),
            // What goes out instead follows at once.
            Told::Interruption(_) => {}
            Told::Done(answer) => self.done(*answer),
            Told::Failed(error) if self.text.with_untracked(|text| text.trim().is_empty()) => {
                self.stage.set(Stage::Unanswered(Ending::Failed(error)));
            }
            Told::Failed(error) => self.end_partly(Part::Failed(Some(error.clone())), Ending::Failed(error)),
        }
    }

    fn done(self, answer: StreamAnswer) {
        self.text.set(answer.answer.clone());
        let stage = match answer.ending {
            StreamEnding::Complete => Stage::Finished,
            StreamEnding::Interrupted => Stage::Interrupted,
            StreamEnding::Length => Stage::Partial(Part::Length),
            StreamEnding::Filtered => Stage::Partial(Part::Filtered),
            _ => Stage::Partial(Part::Failed(answer.error.clone())),
        };
        self.told(answer.monitor.clone(), stage);
        self.answered.set(Some(Arc::new(answer)));
    }

    /// The server refused, is gone, or cannot be understood.
    fn cut(self, of: &Stopper, failure: Failure) {
        if self.is_open(of) {
            self.end_partly(Part::Cut(failure.clone()), Ending::Cut(failure));
        }
    }

    /// What was said is all there is: it is checked here, as the part that it is. Where nothing was said, that is all.
    fn end_partly(self, part: Part, ending: Ending) {
        let text = self.text.get_untracked();
        if text.trim().is_empty() {
            return self.stage.set(if ending == Ending::Stopped { Stage::Ready } else { Stage::Unanswered(ending) });
        }
        let request = monitored(&self.scene.get_untracked().request);
        let finished = Monitor::new(request).and_then(|mut monitor| {
            monitor.push(&text)?;
            monitor.finish()
        });
        match finished {
            Ok(told) => self.told(told, Stage::Partial(part)),
            Err(error) => self.stage.set(Stage::Failed(error)),
        }
    }
}
