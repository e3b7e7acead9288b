//! The dashboard of checks: asked for when the view Reports is seen, and when its filter changes.

use groundcheck_types::CheckReport;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Route;
use crate::browser::api;
use crate::model::address::View;
use crate::model::phase::Failure;

/// What the kept reports of checks add up to.
#[derive(Clone, Copy)]
pub struct Checks {
    /// The last answer.
    pub report: RwSignal<Option<CheckReport>>,
    /// Why the last request gave none.
    pub failed: RwSignal<Option<Failure>>,
    /// Whether an answer is awaited.
    pub busy: RwSignal<bool>,
    route: Route,
    /// Only the answer to the newest request counts.
    ticket: StoredValue<u32>,
}

impl Checks {
    /// Asks from now on whenever the view is seen or the filter changes.
    pub fn start(route: Route) -> Checks {
        let checks = Checks {
            report: RwSignal::new(None),
            failed: RwSignal::new(None),
            busy: RwSignal::new(false),
            route,
            ticket: StoredValue::new(0),
        };
        Effect::new(move |_| {
            route.filter.track();
            if route.view.get() == View::Reports {
                checks.load();
            }
        });
        checks
    }

    /// Asks for what the filter leaves now.
    pub fn load(self) {
        let filter = self.route.filter.get_untracked();
        let mine = self.ticket.get_value().wrapping_add(1);
        self.ticket.set_value(mine);
        self.busy.set(true);
        spawn_local(async move {
            let result = api::checks(&filter).await;
            // Whoever asked may have gone meanwhile.
            if self.ticket.try_get_value() != Some(mine) {
                return;
            }
            // Figures about another filter than the one chosen would mislead.
            let (report, failed) = match result {
                Ok(report) => (Some(report), None),
                Err(failure) => (None, Some(failure)),
            };
            self.busy.try_set(false);
            self.failed.try_set(failed);
            self.report.try_set(report);
        });
    }
}
