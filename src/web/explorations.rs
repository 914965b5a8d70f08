//! Exploring at a page's wish: begin, watch, stop.

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

/// Begins an exploration, or tells how far it is.
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

/// Tells how far an exploration is.
pub async fn progress(
    State(searches): State<Arc<Searches>>,
    Named(id): Named,
) -> Result<Response, Refusal> {
    Ok(told(&*searches.find(&id)?))
}

/// Stops an exploration.
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
