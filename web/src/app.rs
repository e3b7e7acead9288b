//! The whole page: its state, made once, and its parts in their places.

use leptos::prelude::*;

use crate::components::answer_card::AnswerCard;
use crate::components::chart_card::ChartCard;
use crate::components::claims_card::ClaimsCard;
use crate::components::drop_zone::{DropZone, FileErrors};
use crate::components::footer::PageFooter;
use crate::components::keys_dialog::KeysDialog;
use crate::components::notice_bar::NoticeBar;
use crate::components::settings_drawer::SettingsDrawer;
use crate::components::settings_notice::SettingsNotice;
use crate::components::side_card::SideCard;
use crate::components::top_bar::TopBar;
use crate::components::verdict_bar::VerdictBar;
use crate::components::verdict_live::VerdictLive;
use crate::components::welcome::Welcome;
use crate::model::analysis::Outcome;
use crate::state::{Check, DraftState, Look, Notices, SettingsState};

/// What lies over the page.
#[derive(Clone, Copy)]
pub struct Overlays {
    /// Whether the settings are open.
    pub settings: RwSignal<bool>,
    /// Whether the list of keys is open.
    pub keys: RwSignal<bool>,
}

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let look = Look::load();
    let words = look.words();
    let draft = DraftState::load();
    let settings = SettingsState::load();
    let check = Check::new(draft, settings);
    provide_context(look);
    provide_context(words);
    provide_context(draft);
    provide_context(settings);
    provide_context(check);
    provide_context(Notices::new());
    provide_context(FileErrors(RwSignal::new(Vec::new())));
    provide_context(Overlays { settings: RwSignal::new(false), keys: RwSignal::new(false) });
    let idle = Memo::new(move |_| check.analysis.with(|a| a.outcome == Outcome::Idle));

    view! {
        <a class="skip" href="#answer">{move || words.get().skip}</a>
        <TopBar/>
        <main class="page">
            <h1 class="unseen">{move || words.get().title}</h1>
            <SettingsNotice/>
            {move || if idle.get() { view! { <Welcome/> }.into_any() } else { view! { <VerdictBar/> }.into_any() }}
            <div class="work">
                <AnswerCard/>
                <SideCard/>
            </div>
            <div class="outcome" class:is-idle=move || idle.get()>
                <ClaimsCard/>
                <ChartCard/>
            </div>
        </main>
        <PageFooter/>
        <SettingsDrawer/>
        <KeysDialog/>
        <DropZone/>
        <NoticeBar/>
        <VerdictLive/>
    }
}
