//! What people decide: it shows at once, is sent one change after the other, and is taken back where the server refuses.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use groundcheck_types::{BulkChange, BulkOutcome, BulkTarget, ReviewChange, ReviewItem, ReviewStatus, ReviewSummary};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::{Conflict, Review};
use crate::browser::api::{self, Changed};
use crate::model::format::{fill, whole};
use crate::model::phase::Failure;
use crate::model::review::{applied, inverse, moved, next_pending};

/// A change that the server has not answered yet.
#[derive(Clone)]
pub(super) struct Waiting {
    change: ReviewChange,
    before: Arc<ReviewItem>,
}

/// How to take something back.
pub(super) enum Undo {
    /// A change of one item.
    One(u64, ReviewChange),
    /// The statuses and assignees of many.
    Many(Vec<ReviewSummary>),
}

impl Review {
    /// Decides the open item and goes on to the next that awaits review.
    pub fn decide(self, status: ReviewStatus) {
        let Some(id) = self.open_id() else { return };
        if !self.change(id, ReviewChange { status: Some(status), ..ReviewChange::default() }) {
            return;
        }
        let said = untrack(|| self.words.review().did(status));
        match self.rows.with_untracked(|rows| next_pending(rows, id)) {
            Some(next) if status != ReviewStatus::Pending => {
                self.say(said.to_owned());
                self.open(next);
                self.ask_who_once();
            }
            _ if status == ReviewStatus::Pending => self.say(said.to_owned()),
            _ => {
                let last = untrack(|| self.words.review().last_one);
                self.say(format!("{said} {last}"));
                self.notices.say(last, None);
            }
        }
    }

    /// Gives the open item to whoever reviews, or frees it.
    pub fn assign(self) {
        let me = self.me.get_untracked();
        if let Some(item) = self.item.get_untracked() {
            let mine = item.summary.assignee.as_deref() == Some(me.trim());
            let assignee = if mine { String::new() } else { me.trim().to_owned() };
            self.change(item.summary.id, ReviewChange { assignee: Some(assignee), ..ReviewChange::default() });
        }
    }

    /// Changes an item here at once, and at the server as soon as it answers; `false` where the item is not here yet.
    pub fn change(self, id: u64, change: ReviewChange) -> bool {
        let Some(item) = self.items.with_untracked(|items| items.get(&id).cloned()) else { return false };
        self.undo.update_value(|undo| undo.push(Undo::One(id, inverse(&item, &change))));
        self.act(item, change);
        true
    }

    fn act(self, item: Arc<ReviewItem>, change: ReviewChange) {
        let id = item.summary.id;
        self.put(Arc::new(applied(&item, &change)));
        let mut first = false;
        self.waiting.update_value(|waiting| {
            let queue = waiting.entry(id).or_default();
            first = queue.is_empty();
            queue.push_back(Waiting { change, before: item });
        });
        if first {
            self.send(id);
        }
    }

    /// Sends the oldest change of an item. Each waits for the one before: it names the version that that one leaves.
    fn send(self, id: u64) {
        let Some(Waiting { mut change, before }) =
            self.waiting.with_value(|w| w.get(&id).and_then(|queue| queue.front().cloned()))
        else {
            return;
        };
        let version = self.items.with_untracked(|items| items.get(&id).map(|item| item.summary.version));
        change.version = version.unwrap_or(before.summary.version);
        spawn_local(async move {
            match api::change_review(id, &change).await {
                Ok(Changed::Done(item)) => {
                    let mut rest = VecDeque::new();
                    self.waiting.update_value(|waiting| {
                        if let Some(mut queue) = waiting.remove(&id) {
                            queue.pop_front();
                            rest = queue;
                        }
                    });
                    let mut now = *item;
                    for waiting in &mut rest {
                        waiting.before = Arc::new(now.clone());
                        now = applied(&now, &waiting.change);
                    }
                    self.put(Arc::new(now));
                    if !rest.is_empty() {
                        self.waiting.update_value(|waiting| {
                            waiting.insert(id, rest);
                        });
                        self.send(id);
                    }
                }
                Ok(Changed::Conflict(item)) => {
                    self.forget(id);
                    let theirs = Arc::new(*item);
                    self.put(theirs.clone());
                    self.open(id);
                    self.conflict.set(Some(Conflict { mine: change, theirs }));
                    self.say(untrack(|| self.words.review().conflict_title.to_owned()));
                }
                Err(failure) => {
                    self.forget(id);
                    self.put(before);
                    self.refuse(failure);
                }
            }
        });
    }

    /// Nothing more is on its way for this item, and nothing done to it here can be taken back.
    fn forget(self, id: u64) {
        self.waiting.update_value(|waiting| {
            waiting.remove(&id);
        });
        self.undo.update_value(|undo| undo.retain(|entry| !matches!(entry, Undo::One(of, _) if *of == id)));
    }

    fn refuse(self, failure: Failure) {
        let said =
            untrack(|| format!("{} {}", self.words.review().not_kept, self.words.reports().why_not_done(failure)));
        self.say(said.clone());
        self.notices.say(said, None);
    }

    /// Makes the change after all that somebody else was faster than.
    pub fn insist(self) {
        if let Some(Conflict { mine, theirs }) = self.conflict.get_untracked() {
            self.conflict.set(None);
            self.change(theirs.summary.id, mine);
        }
    }

    /// Takes the last change back.
    pub fn undo(self) {
        let mut last = None;
        self.undo.update_value(|undo| last = undo.pop());
        match last {
            Some(Undo::One(id, change)) => {
                let Some(item) = self.items.with_untracked(|items| items.get(&id).cloned()) else { return };
                self.open(id);
                self.act(item, change);
                self.say(untrack(|| self.words.review().did_undo.to_owned()));
            }
            Some(Undo::Many(rows)) => {
                for status in ReviewStatus::ALL.iter().copied() {
                    let of: Vec<&ReviewSummary> = rows.iter().filter(|row| row.status == status).collect();
                    let assignees: BTreeSet<String> =
                        of.iter().map(|row| row.assignee.clone().unwrap_or_default()).collect();
                    for assignee in assignees {
                        let ids = of.iter().filter(|row| row.assignee.clone().unwrap_or_default() == assignee);
                        let ids: BTreeSet<u64> = ids.map(|row| row.id).collect();
                        self.change_all(&ids, Some(status), Some(assignee), false);
                    }
                }
            }
            None => self.notices.say(untrack(|| self.words.review().nothing_to_undo), None),
        }
    }

    /// Chooses an item for one change of all, or leaves it out again.
    pub fn check(self, id: u64) {
        self.checked.update(|checked| {
            if !checked.remove(&id) {
                checked.insert(id);
            }
        });
    }

    /// Makes the same change of all chosen items.
    pub fn change_checked(self, status: Option<ReviewStatus>, assignee: Option<String>) {
        let ids = self.checked.get_untracked();
        self.change_all(&ids, status, assignee, true);
    }

    fn change_all(self, ids: &BTreeSet<u64>, status: Option<ReviewStatus>, assignee: Option<String>, keep: bool) {
        let before: Vec<ReviewSummary> =
            self.rows.with_untracked(|rows| rows.iter().filter(|row| ids.contains(&row.id)).cloned().collect());
        if before.is_empty() {
            return;
        }
        let items = before.iter().map(|row| BulkTarget { id: row.id, version: row.version }).collect();
        let change = BulkChange { items, status, assignee: assignee.clone(), note: None };
        self.busy.set(true);
        spawn_local(async move {
            let result = api::change_reviews(&change).await;
            self.busy.set(false);
            let rows = match result {
                Ok(rows) => rows,
                Err(failure) => return self.refuse(failure),
            };
            let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count() as u64;
            let done: BTreeSet<u64> =
                rows.iter().filter(|row| row.outcome == BulkOutcome::Changed).map(|row| row.id).collect();
            if keep && !done.is_empty() {
                let before = before.into_iter().filter(|row| done.contains(&row.id)).collect();
                self.undo.update_value(|undo| undo.push(Undo::Many(before)));
            }
            let said = untrack(|| {
                let w = self.words.review();
                let says = [
                    (count(BulkOutcome::Changed), w.bulk_done),
                    (count(BulkOutcome::Conflict), w.bulk_conflicts),
                    (count(BulkOutcome::Missing), w.bulk_missing),
                ];
                let says = says.into_iter().enumerate().filter(|(i, (n, _))| *i == 0 || *n > 0);
                says.map(|(_, (n, text))| fill(text, &[("n", &whole(n))])).collect::<Vec<_>>().join(" ")
            });
            self.say(said.clone());
            self.notices.say(said, None);
            self.checked.set(BTreeSet::new());
            // They stay where they are in the list, as single decisions do.
            self.rows.update(|list| {
                for row in list.iter_mut() {
                    let Some(now) = rows.iter().find(|now| now.id == row.id) else { continue };
                    if now.outcome == BulkOutcome::Changed {
                        let status = status.unwrap_or(row.status);
                        self.totals.update(|totals| *totals = moved(*totals, row.status, status));
                        row.status = status;
                        if let Some(assignee) = &assignee {
                            row.assignee = Some(assignee.clone()).filter(|a| !a.is_empty());
                        }
                    }
                    row.version = now.version.unwrap_or(row.version);
                }
            });
            self.items.update(|items| items.retain(|id, _| !rows.iter().any(|row| row.id == *id)));
            // As somebody else left them is for the list to say.
            if count(BulkOutcome::Conflict) + count(BulkOutcome::Missing) > 0 {
                self.load();
            }
            if let Some(id) = self.open_id() {
                self.fetch(id);
            }
        });
    }
}
