//! An answer that is written before the reader's eyes, and the monitor that reads along.

use std::sync::Arc;

use gloo_timers::callback::Timeout;
use groundcheck::{Monitor, required_knowledge};
use groundcheck_types::{
    Claim, InputError, KnowledgeCheck, MonitorReport, MonitorUpdate, Request, SafeResponse, StreamAnswer, Verdict,
    Warning,
};
use leptos::prelude::*;

use super::Words;
use crate::browser::events::Stopper;
use crate::browser::page;
use crate::model::script::{Grain, Script, asked_for, monitored, pieces};
use crate::model::stage::{Author, Stage};

/// The fewest and the most pieces a second that the reader can choose.
pub const SPEEDS: (u32, u32) = (1, 20);
/// What stands there first: about as fast as people read along.
const SPEED: u32 = 6;
/// Sentences come this much slower than words.
const WORDS_OF_A_SENTENCE: u32 = 8;

/// What is written, and with what.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    /// The request that the whole answer makes.
    pub request: Request,
    /// Its answer in the pieces it comes in.
    pieces: Vec<String>,
    grain: Grain,
    /// What has to be known before it is answered.
    pub knowledge: Result<KnowledgeCheck, InputError>,
}

/// The answer that is being written.
#[derive(Clone, Copy)]
pub struct Live {
    /// Who writes it.
    pub author: RwSignal<Author>,
    /// What a provider is asked; the script's question at first.
    pub question: RwSignal<String>,
    /// What a provider answered, with what it took.
    pub answered: RwSignal<Option<Arc<StreamAnswer>>>,
    /// Which answer it is.
    pub script: RwSignal<Script>,
    /// What is written, and with what.
    pub scene: Memo<Arc<Scene>>,
    /// Where it stands.
    pub stage: RwSignal<Stage>,
    /// What is written so far.
    pub text: RwSignal<String>,
    /// The claims that are settled, in the answer's order.
    pub claims: RwSignal<Vec<Claim>>,
    /// The warnings so far.
    pub warnings: RwSignal<Vec<Warning>>,
    /// Everything before this byte is settled.
    pub settled_to: RwSignal<u32>,
    /// What goes out instead, at the end.
    pub response: RwSignal<Option<SafeResponse>>,
    /// What the report says, at the end.
    pub verdict: RwSignal<Option<Verdict>>,
    /// Pieces a second.
    pub speed: RwSignal<u32>,
    pub(super) stopper: StoredValue<Option<Stopper>, LocalStorage>,
    monitor: StoredValue<Option<Monitor>, LocalStorage>,
    at: StoredValue<usize>,
    timer: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Live {
    /// The first script, not begun.
    pub fn new(words: Words) -> Live {
        let (script, author) = (RwSignal::new(Script::Invents), RwSignal::new(Author::Script));
        let question = RwSignal::new(String::new());
        let scene = Memo::new(move |_| {
            let mut request = script.get().request(words.language());
            if author.get() == Author::Provider {
                request.question = Some(question.get());
            }
            let grain = if page::reduced_motion() { Grain::Sentences } else { Grain::Words };
            let knowledge = required_knowledge(&asked_for(&request));
            Arc::new(Scene { pieces: pieces(&request.answer, grain), request, grain, knowledge })
        });
        Live {
            author,
            question,
            answered: RwSignal::new(None),
            stopper: StoredValue::new_local(None),
            script,
            scene,
            stage: RwSignal::new(Stage::Ready),
            text: RwSignal::new(String::new()),
            claims: RwSignal::new(Vec::new()),
            warnings: RwSignal::new(Vec::new()),
            settled_to: RwSignal::new(0),
            response: RwSignal::new(None),
            verdict: RwSignal::new(None),
            speed: RwSignal::new(SPEED),
            monitor: StoredValue::new_local(None),
            at: StoredValue::new(0),
            timer: StoredValue::new_local(None),
        }
    }

    /// Begins anew whenever another script, or the same in another language, is shown.
    pub fn follow(self, words: Words) {
        Effect::new(move |_| {
            let asked = self.script.get().request(words.language()).question;
            self.question.set(asked.unwrap_or_default());
        });
        Effect::new(move |_| {
            self.scene.track();
            self.restart();
        });
    }

    /// Whether sentences come as a whole; tracks the scene.
    pub fn by_sentences(self) -> bool {
        self.scene.with(|scene| scene.grain == Grain::Sentences)
    }

    /// Back to the beginning.
    pub fn restart(self) {
        self.hang_up();
        self.timer.set_value(None);
        self.monitor.set_value(None);
        self.at.set_value(0);
        self.text.set(String::new());
        self.claims.set(Vec::new());
        self.warnings.set(Vec::new());
        self.settled_to.set(0);
        self.response.set(None);
        self.verdict.set(None);
        self.answered.set(None);
        self.stage.set(Stage::Ready);
    }

    /// Goes on by itself, or waits; from the end it begins anew. A provider is asked in words only.
    pub fn toggle(self) {
        if untrack(|| self.is_provided()) {
            return;
        }
        match self.stage.get_untracked() {
            Stage::Writing => self.pause(),
            Stage::Ready | Stage::Paused => self.play(),
            _ => {
                self.restart();
                self.play();
            }
        }
    }

    /// Waits.
    pub fn pause(self) {
        if untrack(|| !self.is_provided()) && self.stage.with_untracked(|stage| *stage == Stage::Writing) {
            self.timer.set_value(None);
            self.stage.set(Stage::Paused);
        }
    }

    /// One piece, and waits.
    pub fn step(self) {
        if untrack(|| !self.is_provided()) && self.stage.with_untracked(Stage::is_open) {
            self.timer.set_value(None);
            self.stage.set(Stage::Paused);
            self.write();
        }
    }

    fn play(self) {
        self.stage.set(Stage::Writing);
        self.write();
        self.wait();
    }

    fn wait(self) {
        if self.stage.with_untracked(|stage| *stage != Stage::Writing) {
            return;
        }
        let words = if untrack(|| self.by_sentences()) { WORDS_OF_A_SENTENCE } else { 1 };
        let wait = words * 1_000 / self.speed.get_untracked().max(1);
        let go_on = move || {
            if self.stage.with_untracked(|stage| *stage == Stage::Writing) {
                self.write();
                self.wait();
            }
        };
        self.timer.set_value(Some(Timeout::new(wait, go_on)));
    }

    /// Writes the next piece; what the monitor says of it decides how it goes on.
    fn write(self) {
        if let Err(error) = self.try_write() {
            self.stage.set(Stage::Failed(error));
        }
    }

    fn try_write(self) -> Result<(), InputError> {
        let scene = self.scene.get_untracked();
        let mut monitor = match self.monitor.try_update_value(Option::take).flatten() {
            Some(monitor) => monitor,
            None => Monitor::new(monitored(&scene.request))?,
        };
        let Some(piece) = scene.pieces.get(self.at.get_value()) else { return self.end(monitor, Stage::Finished) };
        let update = monitor.push(piece)?;
        self.at.update_value(|at| *at += 1);
        self.text.update(|text| text.push_str(piece));
        let interrupts = update.should_interrupt;
        self.read(update);
        if interrupts {
            self.end(monitor, Stage::Interrupted)
        } else if self.at.get_value() == scene.pieces.len() {
            self.end(monitor, Stage::Finished)
        } else {
            self.monitor.set_value(Some(monitor));
            Ok(())
        }
    }

    /// Takes what a piece brought.
    pub(super) fn read(self, update: MonitorUpdate) {
        self.settled_to.set(update.settled_to);
        if !update.settled.is_empty() {
            self.claims.update(|claims| claims.extend(update.settled));
        }
        if !update.warnings.is_empty() {
            self.warnings.update(|warnings| warnings.extend(update.warnings));
        }
    }

    /// What was written is all there is.
    fn end(self, monitor: Monitor, stage: Stage) -> Result<(), InputError> {
        self.told(monitor.finish()?, stage);
        Ok(())
    }

    /// Takes what the monitor says in the end.
    pub(super) fn told(self, told: MonitorReport, stage: Stage) {
        self.settled_to.set(u32::try_from(self.text.with_untracked(String::len)).unwrap_or(u32::MAX));
        self.verdict.set(Some(told.report.verdict));
        self.claims.set(told.report.claims);
        self.warnings.set(told.warnings);
        self.response.set(Some(told.response));
        // The last words too can be what it is interrupted for.
        let interrupted = told.should_interrupt && stage == Stage::Finished;
        self.stage.set(if interrupted { Stage::Interrupted } else { stage });
    }
}
