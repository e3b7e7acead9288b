//! Where the page is: the view, what Reports is about, and where in the queue Review is. The address bar always says the same.

use groundcheck_types::{ReportFilter, ReviewFilter};
use leptos::prelude::*;

use crate::browser::place;
use crate::model::address::{Address, View};
use crate::model::filter::{Field, put};
use crate::model::level::Level;
use crate::model::review_place::{ReviewPlace, ReviewTab};

/// What the last step changed: going on changing the same is no further step back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Field(Field),
    Level,
    ReviewField(Field),
    Item,
}

/// Where the page is.
#[derive(Clone, Copy)]
pub struct Route {
    address: RwSignal<Address>,
    last: StoredValue<Option<Step>>,
    /// The view.
    pub view: Memo<View>,
    /// What the report is about.
    pub filter: Memo<ReportFilter>,
    /// Which mentions are listed.
    pub level: Memo<Level>,
    /// Where in the queue the page is.
    pub review: Memo<ReviewPlace>,
}

impl Route {
    /// Where the address bar says, from now on also when the reader goes back or forward.
    pub fn load() -> Route {
        let address = RwSignal::new(place::current());
        let last = StoredValue::new(None);
        // The page listens for as long as it is open.
        let _ = window_event_listener(leptos::ev::popstate, move |_| {
            last.set_value(None);
            let mut now = place::current();
            // Another view's address says nothing about the report or the queue, which stay as they were left.
            let before = address.get_untracked();
            if now.view != View::Reports {
                (now.filter, now.level) = (before.filter, before.level);
            }
            if now.view != View::Review {
                now.review = before.review;
            }
            if now != address.get_untracked() {
                address.set(now);
            }
        });
        Route {
            address,
            last,
            view: Memo::new(move |_| address.with(|a| a.view)),
            filter: Memo::new(move |_| address.with(|a| a.filter.clone())),
            level: Memo::new(move |_| address.with(|a| a.level)),
            review: Memo::new(move |_| address.with(|a| a.review.clone())),
        }
    }

    /// Where a link to this view leads; tracks what the report is about.
    pub fn link(self, view: View) -> String {
        self.address.with(|a| Address { view, ..a.clone() }.link())
    }

    /// Shows this view.
    pub fn go(self, view: View) {
        if self.view.get_untracked() != view {
            self.step(None, |address| address.view = view);
            place::to_top();
        }
    }

    /// Changes one field of the filter. A model goes with its provider, so another provider takes it away.
    pub fn set(self, field: Field, value: Option<String>) {
        self.step(Some(Step::Field(field)), |address| {
            put(&mut address.filter, field, value.as_deref());
            if field == Field::PROVIDER {
                address.filter.model = None;
            }
        });
    }

    /// Takes the whole filter away.
    pub fn clear(self) {
        self.step(None, |address| address.filter = ReportFilter::default());
    }

    /// Lists mentions of this risk.
    pub fn list(self, level: Level) {
        self.step(Some(Step::Level), |address| address.level = level);
    }

    /// Lists other items of the queue; none of them is open then.
    pub fn set_review(self, field: Field, value: Option<&str>) {
        self.step(Some(Step::ReviewField(field)), |address| {
            put(&mut address.review.filter, field, value);
            address.review.item = None;
        });
    }

    /// Lists all items of the queue.
    pub fn clear_review(self) {
        self.step(None, |address| {
            address.review.filter = ReviewFilter::default();
            address.review.item = None;
        });
    }

    /// Opens an item of the queue, or none. Going on from one to the next is no further step back.
    pub fn open_item(self, item: Option<u64>) {
        self.step(Some(Step::Item), |address| address.review.item = item);
    }

    /// Shows the queue or what is learnt from it.
    pub fn show_review(self, tab: ReviewTab) {
        self.step(None, |address| address.review.tab = tab);
    }

    fn step(self, step: Option<Step>, change: impl FnOnce(&mut Address)) {
        let mut address = self.address.get_untracked();
        change(&mut address);
        if address == self.address.get_untracked() {
            return;
        }
        let same = step.is_some() && self.last.get_value() == step;
        place::show(&address, same);
        self.last.set_value(step);
        self.address.set(address);
    }
}
