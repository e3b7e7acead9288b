//! `GET /api/providers`: who can be asked.

use axum::Json;
use axum::extract::State;
use groundcheck_types::ProviderList;

use crate::server::AppState;

/// The providers by name, with what their answers have shown; none where this server asks nobody.
pub async fn providers(State(state): State<AppState>) -> Json<ProviderList> {
    let Some(clients) = state.clients else { return Json(ProviderList::default()) };
    clients.look().await;
    Json(clients.list())
}
