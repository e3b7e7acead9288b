//! `POST /api/files`: a PDF, a workbook, a Word document or a text in, sources for a request out. Nothing is kept.

use axum::Json;
use axum::extract::{Request, State};
use groundcheck_types::{FILE_MAX_BYTES, ID_MAX_BYTES, InputError, masked};

use crate::input::{FileSources, sources_of};
use crate::server::AppState;
use crate::server::body::{OCTETS, body_up_to};
use crate::server::error::ApiError;
use crate::server::query;

/// What a file without a name is called.
const UNNAMED: &str = "file";

/// Reads one file.
pub async fn read(State(state): State<AppState>, request: Request) -> Result<Json<FileSources>, ApiError> {
    let mut admitted = state.admit()?;
    let values = query::values(request.uri().query().unwrap_or_default(), &["name"])?;
    let name = values.into_iter().next().map_or_else(|| UNNAMED.to_owned(), |(_, name)| name);
    // A page's number and the like go behind it.
    let name: String = name.chars().take(ID_MAX_BYTES / 8).collect();
    let bytes = body_up_to(request, &state, (&[OCTETS], FILE_MAX_BYTES), Some(&mut admitted)).await?;
    // A name may hold what no error shows.
    let shown = |error: InputError| InputError { field: error.field.as_deref().map(masked), ..error };
    let read = move || sources_of(&name, &name, bytes).map_err(shown);
    let read = state.in_turn(state.analysis_by(), read).await?;
    Ok(Json(read))
}
