//! The line at the foot of the page: where the text goes (nowhere, unless it is verified), and whether a server answers (no matter).

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::api;
use crate::model::address::View;
use crate::state::{DraftState, Live, Route, Verification, Words};

/// Whether a server answers; nothing until that is known.
#[derive(Clone, Copy)]
pub struct ServerHere(pub RwSignal<Option<bool>>);

/// The foot of the page.
#[component]
pub fn PageFooter() -> impl IntoView {
    let words = expect_context::<Words>();
    let kept = expect_context::<DraftState>().kept;
    let route = expect_context::<Route>();
    let checking = move || route.view.get() == View::Check;
    let ServerHere(server) = expect_context();
    let verification = expect_context::<Verification>();
    let live = expect_context::<Live>();
    spawn_local(async move { server.set(Some(api::is_up().await)) });
    let about = move || match route.view.get() {
        // What is being verified does leave the browser.
        View::Check if verification.open.get() => words.verify().footer,
        View::Check => words.get().footer_private,
        View::Live if live.is_provided() => words.live().footer_provider,
        View::Live => words.live().footer,
        View::Records => words.records().footer,
        View::Reports => words.reports().footer,
        View::Review => words.review().footer,
    };
    let about_server =
        move || server.get().map(|here| if here { words.get().server_here } else { words.get().server_away });
    view! {
        <footer class="foot">
            <p>{about}</p>
            <p data-testid="server" hidden=move || !checking()>{about_server}</p>
            <Show when=move || !kept.get()>
                <p class="foot-warning" role="status">{move || words.get().storage_full}</p>
            </Show>
        </footer>
    }
}
