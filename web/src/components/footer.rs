//! The line at the foot of the page: where the text goes (nowhere), and whether a server answers (no matter).

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::api;
use crate::model::address::View;
use crate::state::{DraftState, Route, Words};

/// The foot of the page.
#[component]
pub fn PageFooter() -> impl IntoView {
    let words = expect_context::<Words>();
    let kept = expect_context::<DraftState>().kept;
    let route = expect_context::<Route>();
    let checking = move || route.view.get() == View::Check;
    let server = RwSignal::new(None::<bool>);
    spawn_local(async move { server.set(Some(api::is_up().await)) });
    let about_server =
        move || server.get().map(|here| if here { words.get().server_here } else { words.get().server_away });
    view! {
        <footer class="foot">
            <p>{move || if checking() { words.get().footer_private } else { words.reports().footer }}</p>
            <p data-testid="server" hidden=move || !checking()>{about_server}</p>
            <Show when=move || !kept.get()>
                <p class="foot-warning" role="status">{move || words.get().storage_full}</p>
            </Show>
        </footer>
    }
}
