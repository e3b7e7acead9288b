//! The line at the foot of the page: where the text goes (nowhere, unless it is verified), and whether a server answers (no matter).

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::api;
use crate::model::address::View;
use crate::state::{DraftState, Route, Verification, Words};

/// The foot of the page.
#[component]
pub fn PageFooter() -> impl IntoView {
    let words = expect_context::<Words>();
    let kept = expect_context::<DraftState>().kept;
    let route = expect_context::<Route>();
    let checking = move || route.view.get() == View::Check;
    let verification = expect_context::<Verification>();
    let about_text = move || match route.view.get() {
        // What is being verified does leave the browser.
        View::Check if verification.open.get() => words.verify().footer,
        View::Check => words.get().footer_private,
        View::Live => words.live().footer,
        View::Reports => words.reports().footer,
    };
    let server = RwSignal::new(None::<bool>);
    spawn_local(async move { server.set(Some(api::is_up().await)) });
    let about_server =
        move || server.get().map(|here| if here { words.get().server_here } else { words.get().server_away });
    view! {
        <footer class="foot">
            <p>{about_text}</p>
            <p data-testid="server" hidden=move || !checking()>{about_server}</p>
            <Show when=move || !kept.get()>
                <p class="foot-warning" role="status">{move || words.get().storage_full}</p>
            </Show>
        </footer>
    }
}
