//! Requests that start, follow and stop an exploration.

use super::blocking::run_blocking;
use super::error::Refusal;
use super::exploration::Search;
use super::registry::{ExplorationRequest, Searches};
use super::request::{Asked, Named};
use super::response::json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use std::sync::Arc;

/// Starts the exploration of a puzzle, or reports the progress of one that exists.
pub async fn explore(
    State(searches): State<Arc<Searches>>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let search = run_blocking(move || {
        let asked = Asked::read(&body)?;
        searches.begin(ExplorationRequest {
            puzzle: asked.puzzle()?,
            metric: asked.metric()?,
            is_built_in: asked.is_built_in(),
            is_earnest: !asked.cautious,
        })
    });
    let mut response = progress_response(&*search.await?);
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

/// Reports the progress of an exploration.
pub async fn progress(
    State(searches): State<Arc<Searches>>,
    Named(id): Named,
) -> Result<Response, Refusal> {
    Ok(progress_response(&*searches.find(&id)?))
}

/// Stops an exploration and reports its progress.
pub async fn stop(
    State(searches): State<Arc<Searches>>,
    Named(id): Named,
) -> Result<Response, Refusal> {
    Ok(progress_response(&*searches.stop(&id)?))
}

fn progress_response(search: &Search) -> Response {
    let progress = search.progress();
    json(&progress.record(&search.id, &search.puzzle.name, search.metric.name()))
}
