//! Requests that start, follow and stop an exploration.

use super::blocking::run_blocking;
use super::error::WebError;
use super::exploration::ExplorationJob;
use super::registry::{ExplorationRequest, Explorations};
use super::request::{PathName, PuzzleRequest};
use super::response::json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use slidewise_app::Problem;
use std::sync::Arc;

/// Starts the exploration of a puzzle, or finds the existing exploration, and reports its progress.
pub(crate) async fn explore(
    State(searches): State<Arc<Explorations>>,
    body: Bytes,
) -> Result<Response, WebError> {
    let search = run_blocking(move || {
        let asked = PuzzleRequest::read(&body)?;
        let (puzzle, metric) = (asked.puzzle()?, asked.metric()?);
        metric.check(&puzzle).map_err(Problem::from)?;
        searches.begin(ExplorationRequest {
            puzzle,
            metric,
            is_built_in: asked.is_built_in(),
            is_earnest: !asked.cautious,
        })
    });
    let mut response = progress_response(&*search.await?);
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

/// Reports the progress of an exploration.
pub(crate) async fn progress(
    State(searches): State<Arc<Explorations>>,
    PathName(id): PathName,
) -> Result<Response, WebError> {
    Ok(progress_response(&*searches.find(&id)?))
}

/// Stops an exploration and reports its progress.
pub(crate) async fn stop(
    State(searches): State<Arc<Explorations>>,
    PathName(id): PathName,
) -> Result<Response, WebError> {
    Ok(progress_response(&*searches.stop(&id)?))
}

fn progress_response(search: &ExplorationJob) -> Response {
    let progress = search.progress();
    json(&progress.record(&search.id, &search.puzzle.name, search.metric.name()))
}
