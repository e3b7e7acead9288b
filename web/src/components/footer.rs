//! The line at the foot of the page: where the text goes (nowhere), and whether a server answers (no matter).

use gloo_net::http::Request;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::state::{DraftState, Words};

/// The foot of the page.
#[component]
pub fn PageFooter() -> impl IntoView {
    let words = expect_context::<Words>();
    let kept = expect_context::<DraftState>().kept;
    let server = RwSignal::new(None::<bool>);
    spawn_local(async move {
        let answered = Request::get("api/health").send().await.is_ok_and(|response| response.ok());
        server.set(Some(answered));
    });
    let about_server =
        move || server.get().map(|here| if here { words.get().server_here } else { words.get().server_away });
    view! {
        <footer class="foot">
            <p>{move || words.get().footer_private}</p>
            <p data-testid="server">{about_server}</p>
            <Show when=move || !kept.get()>
                <p class="foot-warning" role="status">{move || words.get().storage_full}</p>
            </Show>
        </footer>
    }
}
