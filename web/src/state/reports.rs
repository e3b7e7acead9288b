//! The report from the server: asked for when the view is first seen, when the filter changes, and while responses wait.

use std::sync::Arc;

use gloo_timers::callback::Timeout;
use groundcheck_types::{MentionRow, ReportChoices, ReportFilter, SourceReport};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Route;
use crate::browser::{api, page};
use crate::model::address::View;
use crate::model::level::Level;
use crate::model::phase::{Failure, POLL_MOST_MS, Phase, next_poll};

/// A report and the filter it was asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What it is about.
    pub asked: ReportFilter,
    /// The report.
    pub report: Arc<SourceReport>,
}

/// What a list of mentions is of.
#[derive(Debug, Clone, PartialEq)]
struct Listing {
    filter: ReportFilter,
    level: Level,
}

/// The list of mentions.
#[derive(Clone, Copy)]
pub struct Mentions {
    /// Those that are here.
    pub rows: RwSignal<Vec<MentionRow>>,
    /// Where the next page begins, where there is one.
    pub next: RwSignal<Option<String>>,
    /// Whether a page is awaited.
    pub busy: RwSignal<bool>,
    /// Why a page is missing.
    pub failed: RwSignal<Option<Failure>>,
    /// What the rows are of.
    of: StoredValue<Option<Listing>>,
    /// How many pages were asked for by hand.
    pages: StoredValue<u32>,
    ticket: StoredValue<u32>,
}

/// The report.
#[derive(Clone, Copy)]
pub struct Reports {
    /// What to show.
    pub phase: Memo<Phase>,
    /// The last answer.
    pub answer: RwSignal<Option<Answer>>,
    /// Whether an answer is awaited.
    pub busy: RwSignal<bool>,
    /// Why the last request gave none.
    pub failed: RwSignal<Option<Failure>>,
    /// What a filter can name.
    pub choices: RwSignal<ReportChoices>,
    /// The list of mentions.
    pub mentions: Mentions,
    /// Whether example data is being added or removed.
    pub acting: RwSignal<bool>,
    route: Route,
    /// Only the answer to the newest request counts.
    ticket: StoredValue<u32>,
    wait: StoredValue<u32>,
    timer: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Reports {
    /// Nothing yet; asks from when [`Reports::start`] is called.
    pub fn new(route: Route) -> Reports {
        let answer = RwSignal::new(None::<Answer>);
        let failed = RwSignal::new(None);
        let phase = Memo::new(move |_| {
            answer.with(|answer| {
                let last = answer.as_ref().map(|a| (&a.asked, a.report.as_ref()));
                route.filter.with(|wanted| failed.with(|failed| Phase::of(last, wanted, failed.as_ref())))
            })
        });
        let mentions = Mentions {
            rows: RwSignal::new(Vec::new()),
            next: RwSignal::new(None),
            busy: RwSignal::new(false),
            failed: RwSignal::new(None),
            of: StoredValue::new(None),
            pages: StoredValue::new(0),
            ticket: StoredValue::new(0),
        };
        Reports {
            phase,
            answer,
            busy: RwSignal::new(false),
            failed,
            choices: RwSignal::new(ReportChoices::default()),
            mentions,
            acting: RwSignal::new(false),
            route,
            ticket: StoredValue::new(0),
            wait: StoredValue::new(0),
            timer: StoredValue::new_local(None),
        }
    }

    /// Keeps the report up to date from now on.
    pub fn start(self) {
        // Requests go out: nothing that a memo can express.
        Effect::new(move |_| {
            self.route.filter.track();
            if self.route.view.get() == View::Reports {
                self.load();
            }
        });
        Effect::new(move |_| {
            self.answer.track();
            let level = self.route.level.get();
            self.list(level);
        });
    }

    /// The report, where there is one; tracks it.
    pub fn report(self) -> Option<Arc<SourceReport>> {
        self.answer.with(|a| a.as_ref().map(|a| a.report.clone()))
    }

    /// Whether the figures shown are about another filter than the one wanted, for as long as its answer is awaited. What is shown in their
    /// place, such as why there are none, is never stale.
    pub fn is_stale(self) -> bool {
        let figures = self.phase.with(|phase| !matches!(phase, Phase::Loading | Phase::Failed(_)));
        figures
            && self.busy.get()
            && self.answer.with(|a| a.as_ref().is_some_and(|a| self.route.filter.with(|f| *f != a.asked)))
    }

    /// Asks for the report on what the filter leaves now.
    pub fn load(self) {
        let filter = self.route.filter.get_untracked();
        let mine = next(self.ticket);
        self.timer.set_value(None);
        self.busy.set(true);
        spawn_local(async move {
            let result = api::report(&filter).await;
            if self.ticket.get_value() != mine {
                return;
            }
            self.busy.set(false);
            match result {
                Ok(report) => self.take(filter, report),
                Err(failure) => {
                    self.failed.set(Some(failure));
                    if self.answer.with_untracked(|a| a.as_ref().is_some_and(|a| a.report.stored.pending > 0)) {
                        self.poll(POLL_MOST_MS);
                    }
                }
            }
        });
    }

    fn take(self, asked: ReportFilter, report: SourceReport) {
        let before = self.answer.with_untracked(|a| a.as_ref().map(|a| a.report.stored));
        let stored = report.stored;
        self.failed.set(None);
        self.answer.set(Some(Answer { asked, report: Arc::new(report) }));
        // New responses may bring new names.
        if before.is_none_or(|before| before.responses != stored.responses) {
            self.load_choices();
        }
        if stored.pending > 0 {
            let moved = before.is_none_or(|before| before.pending != stored.pending);
            self.poll(next_poll(self.wait.get_value(), moved));
        } else {
            self.wait.set_value(0);
        }
    }

    /// Asks again later; while nobody looks, later still.
    fn poll(self, wait: u32) {
        self.wait.set_value(wait);
        let again = move || {
            if page::is_hidden() || self.route.view.get_untracked() != View::Reports {
                self.poll(wait);
            } else {
                self.load();
            }
        };
        self.timer.set_value(Some(Timeout::new(wait, again)));
    }

    fn load_choices(self) {
        spawn_local(async move {
            // Without them the filters name only what the address names; the report says if the server is away.
            if let Ok(choices) = api::choices().await {
                self.choices.set(choices);
            }
        });
    }

    /// Puts the first page of this risk into the list.
    fn list(self, level: Level) {
        let Some(Answer { asked, report }) = self.answer.get_untracked() else { return };
        let of = Listing { filter: asked, level };
        let same = self.mentions.of.with_value(|now| now.as_ref() == Some(&of));
        // Pages that the reader has asked for stay when the figures refresh.
        if same && self.mentions.pages.get_value() > 0 {
            return;
        }
        if level == Level::High {
            next(self.mentions.ticket);
            self.mentions.busy.set(false);
            self.mentions.failed.set(None);
            self.mentions.begin(of, report.high_risk.mentions.clone(), report.high_risk.next.clone());
        } else {
            if !same {
                self.mentions.begin(of.clone(), Vec::new(), None);
            }
            self.page(of, None);
        }
    }

    /// Adds the next page to the list, or asks again for the one that failed.
    pub fn more(self) {
        if let Some(of) = self.mentions.of.get_value() {
            let after = self.mentions.next.get_untracked();
            self.page(of, after);
        }
    }

    fn page(self, of: Listing, after: Option<String>) {
        let list = self.mentions;
        let mine = next(list.ticket);
        list.busy.set(true);
        list.failed.set(None);
        spawn_local(async move {
            let result = api::mentions(&of.filter, of.level, after.as_deref()).await;
            if list.ticket.get_value() != mine {
                return;
            }
            list.busy.set(false);
            match result {
                Ok(page) if after.is_none() => list.begin(of, page.mentions, page.next),
                Ok(page) => {
                    list.pages.update_value(|n| *n += 1);
                    list.next.set(page.next);
                    list.rows.update(|rows| {
                        // What was scored in between may have moved a row from one page to the next.
                        let known: Vec<u64> = rows.iter().map(|r| r.mention_id).collect();
                        rows.extend(page.mentions.into_iter().filter(|r| !known.contains(&r.mention_id)));
                    });
                }
                Err(failure) => list.failed.set(Some(failure)),
            }
        });
    }

    /// Adds or removes the example data; what was done, or why not, is for the caller to say.
    pub fn examples(self, add: bool, then: impl FnOnce(Result<(), Failure>) + 'static) {
        if self.acting.get_untracked() {
            return;
        }
        self.acting.set(true);
        spawn_local(async move {
            let result = if add { api::add_examples().await } else { api::remove_examples().await };
            self.acting.set(false);
            if result.is_ok() {
                self.mentions.pages.set_value(0);
                self.load();
            }
            then(result);
        });
    }
}

impl Mentions {
    fn begin(self, of: Listing, rows: Vec<MentionRow>, next: Option<String>) {
        self.of.set_value(Some(of));
        self.pages.set_value(0);
        self.next.set(next);
        self.rows.set(rows);
    }
}

/// The next number of a row of requests.
fn next(ticket: StoredValue<u32>) -> u32 {
    ticket.update_value(|n| *n = n.wrapping_add(1));
    ticket.get_value()
}
