//! Requests that start, follow and stop an exploration.

use super::asked::{Asked, Named};
use super::refusal::Refusal;
use super::router::{beside, json};
use super::search::Search;
use super::searches::Searches;
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
    let search = beside(move || {
        let asked = Asked::read(&body)?;
        let (puzzle, metric) = (asked.puzzle()?, asked.metric()?);
        searches.begin(puzzle, metric, asked.is_built_in(), !asked.cautious)
    });
    let mut response = told(&*search.await?);
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

/// Reports the progress of an exploration.
pub async fn progress(
    State(searches): State<Arc<Searches>>,
    Named(id): Named,
) -> Result<Response, Refusal> {
    Ok(told(&*searches.find(&id)?))
}

/// Stops an exploration and reports its progress.
pub async fn stop(
    State(searches): State<Arc<Searches>>,
    Named(id): Named,
) -> Result<Response, Refusal> {
    Ok(told(&*searches.stop(&id)?))
}

fn told(search: &Search) -> Response {
    let progress = search.progress();
    json(&progress.record(&search.id, &search.puzzle.name, search.metric.name()))
}
