//! The review queue: what is listed, what is open, who reviews. What they decide is in `changes`.

mod changes;

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use groundcheck_types::{
    ReviewChange, ReviewChoices, ReviewFilter, ReviewItem, ReviewPage, ReviewStatus, ReviewSummary, StatusTotals,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Notices, Route, Words};
use crate::browser::{api, page, storage};
use crate::model::address::View;
use crate::model::phase::Failure;
use crate::model::review::{moved, neighbour, total};
use changes::{Undo, Waiting};

/// How many items behind the open one are fetched before anybody asks for them.
const AHEAD: isize = 2;

/// What stands in the view.
#[derive(Debug, Clone, PartialEq)]
pub enum QueuePhase {
    /// The first answer is awaited.
    Loading,
    /// There is no answer about this filter.
    Failed(Failure),
    /// Nothing ever entered the queue.
    Empty,
    /// Nothing awaits review.
    Done,
    /// The filter leaves nothing.
    NothingFits,
    /// Items.
    List,
}

/// Somebody else changed an item first.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// What was not done.
    pub mine: ReviewChange,
    /// The item as they left it.
    pub theirs: Arc<ReviewItem>,
}

/// The review queue.
#[derive(Clone, Copy)]
pub struct Review {
    /// What to show.
    pub phase: Memo<QueuePhase>,
    /// The items that are listed.
    pub rows: RwSignal<Vec<ReviewSummary>>,
    /// How many there are by status.
    pub totals: RwSignal<StatusTotals>,
    /// Where the next page begins, where there is one.
    pub next: RwSignal<Option<String>>,
    /// Whether a page is awaited.
    pub busy: RwSignal<bool>,
    /// Why the last request for a page gave none.
    pub failed: RwSignal<Option<Failure>>,
    /// What the filters can name.
    pub choices: RwSignal<ReviewChoices>,
    /// The items chosen for one change of all.
    pub checked: RwSignal<BTreeSet<u64>>,
    /// The item that is open, once it is here.
    pub item: Memo<Option<Arc<ReviewItem>>>,
    /// Why the open item is not here.
    pub item_failed: RwSignal<Option<(u64, Failure)>>,
    /// The change that somebody else was faster than.
    pub conflict: RwSignal<Option<Conflict>>,
    /// Who reviews.
    pub me: RwSignal<String>,
    /// What was done last, for who does not see it.
    pub said: RwSignal<String>,
    items: RwSignal<HashMap<u64, Arc<ReviewItem>>>,
    asked: RwSignal<Option<ReviewFilter>>,
    waiting: StoredValue<HashMap<u64, VecDeque<Waiting>>>,
    was_asked: StoredValue<bool>,
    undo: StoredValue<Vec<Undo>>,
    ticket: StoredValue<u32>,
    route: Route,
    notices: Notices,
    words: Words,
}

impl Review {
    /// Nothing yet; asks from when [`Review::start`] is called.
    pub fn new(route: Route, notices: Notices, words: Words) -> Review {
        let items = RwSignal::new(HashMap::<u64, Arc<ReviewItem>>::new());
        let asked = RwSignal::new(None::<ReviewFilter>);
        let failed = RwSignal::new(None::<Failure>);
        let rows = RwSignal::new(Vec::<ReviewSummary>::new());
        let totals = RwSignal::new(StatusTotals::default());
        let phase = Memo::new(move |_| {
            let wanted = route.review.with(|place| place.filter.clone());
            let here = asked.with(|asked| asked.as_ref() == Some(&wanted));
            match failed.get() {
                Some(failure) if !here => QueuePhase::Failed(failure),
                _ if asked.with(Option::is_none) => QueuePhase::Loading,
                _ if !rows.with(Vec::is_empty) => QueuePhase::List,
                _ => {
                    let all = total(totals.get(), None);
                    let unfiltered = ReviewFilter { status: None, ..wanted.clone() } == ReviewFilter::default();
                    match wanted.status {
                        _ if all == 0 && unfiltered => QueuePhase::Empty,
                        Some(ReviewStatus::Pending) if unfiltered => QueuePhase::Done,
                        _ => QueuePhase::NothingFits,
                    }
                }
            }
        });
        Review {
            phase,
            rows,
            totals,
            next: RwSignal::new(None),
            busy: RwSignal::new(false),
            failed,
            choices: RwSignal::new(ReviewChoices::default()),
            checked: RwSignal::new(BTreeSet::new()),
            item: Memo::new(move |_| {
                let id = route.review.with(|place| place.item)?;
                items.with(|items| items.get(&id).cloned())
            }),
            item_failed: RwSignal::new(None),
            conflict: RwSignal::new(None),
            me: RwSignal::new(storage::load_or_default(storage::REVIEWER)),
            said: RwSignal::new(String::new()),
            items,
            asked,
            waiting: StoredValue::new(HashMap::new()),
            was_asked: StoredValue::new(false),
            undo: StoredValue::new(Vec::new()),
            ticket: StoredValue::new(0),
            route,
            notices,
            words,
        }
    }

    /// Keeps the list up to date with the address from now on.
    pub fn start(self) {
        // Requests go out: nothing that a memo can express.
        let listed = Memo::new(move |_| {
            let shown = self.route.view.get() == View::Review;
            shown.then(|| self.route.review.with(|place| place.filter.clone()))
        });
        Effect::new(move |_| {
            if listed.get().is_some() {
                self.load();
            }
        });
        let open = Memo::new(move |_| listed.get().and_then(|_| self.route.review.with(|place| place.item)));
        Effect::new(move |_| {
            if let Some(id) = open.get() {
                self.fetch(id);
                self.fetch_ahead(id);
            }
        });
    }

    /// Asks for the first page of what the filter leaves now.
    pub fn load(self) {
        let filter = self.route.review.with_untracked(|place| place.filter.clone());
        self.page(filter, None);
        spawn_local(async move {
            // Without them the filters name only what the address names; the list says if the server is away.
            if let Ok(choices) = api::review_choices().await {
                self.choices.set(choices);
            }
        });
    }

    /// Whether the items shown are of another filter than the one wanted, for as long as its answer is awaited. What is shown in their
    /// place, such as why there are none, is never stale.
    pub fn is_stale(self) -> bool {
        let items = self.phase.with(|phase| !matches!(phase, QueuePhase::Loading | QueuePhase::Failed(_)));
        items
            && self.busy.get()
            && self.asked.with(|asked| self.route.review.with(|p| asked.as_ref() != Some(&p.filter)))
    }

    /// Adds the next page, or asks again for the one that failed.
    pub fn more(self) {
        if let Some(filter) = self.asked.get_untracked().filter(|_| !self.busy.get_untracked()) {
            self.page(filter, self.next.get_untracked());
        }
    }

    fn page(self, filter: ReviewFilter, after: Option<String>) {
        self.ticket.update_value(|n| *n = n.wrapping_add(1));
        let mine = self.ticket.get_value();
        self.busy.set(true);
        spawn_local(async move {
            let result = api::reviews(&filter, after.as_deref()).await;
            if self.ticket.get_value() != mine {
                return;
            }
            self.busy.set(false);
            match result {
                Ok(page) => self.take(filter, page, after.is_none()),
                Err(failure) => self.failed.set(Some(failure)),
            }
        });
    }

    fn take(self, filter: ReviewFilter, page: ReviewPage, first: bool) {
        self.failed.set(None);
        // What is known of an item that has changed since is asked for anew, but for one whose change is on its way.
        let on_its_way = |id: &u64| self.waiting.with_value(|w| w.contains_key(id));
        self.items.update(|items| {
            for row in &page.items {
                let old = items.get(&row.id).is_some_and(|item| item.summary.version != row.version);
                if old && !on_its_way(&row.id) {
                    items.remove(&row.id);
                }
            }
        });
        self.totals.set(page.totals);
        self.next.set(page.next);
        self.rows.update(|rows| {
            if first {
                rows.clear();
            }
            let known: BTreeSet<u64> = rows.iter().map(|row| row.id).collect();
            rows.extend(page.items.into_iter().filter(|row| !known.contains(&row.id)));
        });
        if first {
            self.checked.update(|checked| {
                let listed: BTreeSet<u64> = self.rows.with_untracked(|rows| rows.iter().map(|row| row.id).collect());
                checked.retain(|id| listed.contains(id));
            });
        }
        self.asked.set(Some(filter));
        if let Some(id) = self.open_id() {
            self.fetch(id);
            self.fetch_ahead(id);
        } else if let Some(first) = self.rows.with_untracked(|rows| rows.first().map(|row| row.id)) {
            self.fetch(first);
        }
    }

    /// The item that is open.
    pub fn open_id(self) -> Option<u64> {
        self.route.review.with_untracked(|place| place.item)
    }

    /// Opens an item.
    pub fn open(self, id: u64) {
        self.route.open_item(Some(id));
    }

    /// Opens the item before or after the open one; `false` where there is none.
    pub fn step(self, step: isize) -> bool {
        let id = self.rows.with_untracked(|rows| neighbour(rows, self.open_id(), step));
        if let Some(id) = id {
            self.open(id);
        }
        id.is_some()
    }

    /// Asks for an item, if it is not here.
    pub fn fetch(self, id: u64) {
        if self.items.with_untracked(|items| items.contains_key(&id)) {
            return;
        }
        spawn_local(async move {
            match api::review(id).await {
                Ok(item) => {
                    self.item_failed.update(|failed| {
                        if failed.as_ref().is_some_and(|(other, _)| *other == id) {
                            *failed = None;
                        }
                    });
                    // What was changed here in between is newer.
                    if !self.items.with_untracked(|items| items.contains_key(&id)) {
                        self.put(Arc::new(item));
                    }
                }
                Err(failure) if self.open_id() == Some(id) => self.item_failed.set(Some((id, failure))),
                // Nobody looks at it yet.
                Err(_) => {}
            }
        });
    }

    fn fetch_ahead(self, id: u64) {
        for step in 1..=AHEAD {
            if let Some(id) = self.rows.with_untracked(|rows| neighbour(rows, Some(id), step)) {
                self.fetch(id);
            } else if self.next.with_untracked(Option::is_some) {
                self.more();
                break;
            }
        }
    }

    /// Shows an item as it is now, in the list too.
    fn put(self, item: Arc<ReviewItem>) {
        let summary = item.summary.clone();
        self.rows.update(|rows| {
            if let Some(row) = rows.iter_mut().find(|row| row.id == summary.id) {
                self.totals.update(|totals| *totals = moved(*totals, row.status, summary.status));
                *row = summary;
            }
        });
        self.items.update(|items| {
            items.insert(item.summary.id, item);
        });
    }

    /// Says that somebody must say who they are.
    pub fn ask_who(self) {
        let said = untrack(|| self.words.review().me_first);
        self.say(said.to_owned());
        self.notices.say(said, None);
    }

    /// Tells who decides without a name, the first time, that the history does not say who it was.
    fn ask_who_once(self) {
        if self.me.with_untracked(|me| me.trim().is_empty()) && !self.was_asked.get_value() {
            self.was_asked.set_value(true);
            self.notices.say(untrack(|| self.words.review().me_unnamed), None);
        }
    }

    /// Keeps who reviews.
    pub fn set_me(self, name: String) {
        storage::save(storage::REVIEWER, &name);
        self.me.set(name);
    }

    /// Tells what was done to who does not see it.
    fn say(self, text: String) {
        self.said.set(text);
    }

    /// Brings the open item's row into sight and under the keyboard.
    pub fn focus_row(self) {
        if let Some(id) = self.open_id() {
            request_animation_frame(move || page::focus(&format!("#review-{id} .queue-open")));
        }
    }
}
