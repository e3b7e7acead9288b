//! The whole page: its state, made once, and its parts in their places.

use leptos::prelude::*;

use crate::components::check_view::CheckView;
use crate::components::corrections_dialog::CorrectionsDialog;
use crate::components::drop_zone::{DropZone, FileErrors};
use crate::components::footer::{PageFooter, ServerHere};
use crate::components::keys_dialog::KeysDialog;
use crate::components::live_view::LiveView;
use crate::components::notice_bar::NoticeBar;
use crate::components::records_view::RecordsView;
use crate::components::reports_view::ReportsView;
use crate::components::review_view::ReviewView;
use crate::components::settings_drawer::SettingsDrawer;
use crate::components::top_bar::TopBar;
use crate::model::address::View;
use crate::state::{
    ByRules, Check, DraftState, Live, Look, Notices, Overlays, Records, Reports, Review, Route, SettingsState,
    Verification,
};

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let look = Look::load();
    let words = look.words();
    let draft = DraftState::load();
    let settings = SettingsState::load();
    let by_rules = ByRules::new(draft, settings);
    let verification = Verification::new(draft, by_rules);
    let check = Check::new(draft, settings, by_rules, verification);
    let route = Route::load();
    let reports = Reports::new(route);
    provide_context(look);
    provide_context(words);
    provide_context(draft);
    provide_context(settings);
    provide_context(check);
    provide_context(verification);
    provide_context(Live::new(words));
    provide_context(route);
    provide_context(reports);
    let notices = Notices::new();
    provide_context(notices);
    provide_context(Records::new());
    provide_context(ServerHere(RwSignal::new(None)));
    provide_context(Review::new(route, notices, words));
    provide_context(FileErrors(RwSignal::new(Vec::new())));
    provide_context(Overlays::default());
    Effect::new(move |_| {
        document().set_title(match route.view.get() {
            View::Check => words.get().title,
            View::Live => words.live().page_title,
            View::Records => words.records().page_title,
            View::Reports => words.reports().page_title,
            View::Review => words.review().page_title,
        });
    });
    // A view is made when it is first seen, so that none slows down another, and stays as it was left.
    let seen = |view: View| Memo::new(move |was: Option<&bool>| was == Some(&true) || route.view.get() == view);
    let (check_seen, live_seen, reports_seen) = (seen(View::Check), seen(View::Live), seen(View::Reports));
    let (records_seen, review_seen) = (seen(View::Records), seen(View::Review));
    let skip = move || match route.view.get() {
        View::Check => ("#answer", words.get().skip),
        View::Live => ("#live-answer", words.live().skip),
        View::Records => ("#records", words.records().skip),
        View::Reports => ("#report", words.reports().skip),
        View::Review => ("#queue", words.review().skip),
    };

    view! {
        <a class="skip" href=move || skip().0>{move || skip().1}</a>
        <TopBar/>
        <Show when=move || check_seen.get()><CheckView/></Show>
        <Show when=move || live_seen.get()><LiveView/></Show>
        <Show when=move || records_seen.get()><RecordsView/></Show>
        <Show when=move || reports_seen.get()><ReportsView/></Show>
        <Show when=move || review_seen.get()><ReviewView/></Show>
        <PageFooter/>
        <SettingsDrawer/>
        <CorrectionsDialog/>
        <KeysDialog/>
        <DropZone/>
        <NoticeBar/>
    }
}
