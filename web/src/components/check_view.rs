//! The view Check: an answer, its evidence, and what became of each claim.

use leptos::prelude::*;

use super::answer_card::AnswerCard;
use super::chart_card::ChartCard;
use super::claims_card::ClaimsCard;
use super::settings_notice::SettingsNotice;
use super::side_card::SideCard;
use super::verdict_bar::VerdictBar;
use super::verdict_live::VerdictLive;
use super::verify_card::VerifyCard;
use super::welcome::Welcome;
use crate::model::address::View;
use crate::model::analysis::Outcome;
use crate::state::{Check, Route, Words};

/// The view Check. It stays where it is while another view is shown, and so keeps what a text area keeps: the way back.
#[component]
pub fn CheckView() -> impl IntoView {
    let words = expect_context::<Words>();
    let check = expect_context::<Check>();
    let route = expect_context::<Route>();
    let idle = Memo::new(move |_| check.analysis.with(|a| a.outcome == Outcome::Idle));
    view! {
        <main class="page" hidden=move || route.view.get() != View::Check>
            <h1 class="unseen">{move || words.get().title}</h1>
            <SettingsNotice/>
            {move || if idle.get() { view! { <Welcome/> }.into_any() } else { view! { <VerdictBar/> }.into_any() }}
            <div class="work">
                <AnswerCard/>
                <SideCard/>
            </div>
            <VerifyCard/>
            <div class="outcome" class:is-idle=move || idle.get()>
                <ClaimsCard/>
                <ChartCard/>
            </div>
            <VerdictLive/>
        </main>
    }
}
