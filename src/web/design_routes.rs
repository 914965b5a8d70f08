//! Requests for the hardest start of a puzzle's pieces.

use super::blocking::run_blocking;
use super::designs::DesignJob;
use super::error::WebError;
use super::registry::Explorations;
use super::request::{PathName, PuzzleRequest};
use super::response::json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use slidewise_design::Family;
use slidewise_engine::graph::Metric;
use std::sync::Arc;

/// Starts the sweep over the boards of a puzzle's pieces, and reports its progress.
pub(crate) async fn hardest(
    State(searches): State<Arc<Explorations>>,
    body: Bytes,
) -> Result<Response, WebError> {
    let job = run_blocking(move || {
        let asked = PuzzleRequest::read(&body)?;
        let (puzzle, metric) = (asked.puzzle()?, asked.metric()?);
        if metric == Metric::Line {
            return Err(WebError::wrong(
                "hardest starts are not searched in lines",
                "take steps, slides or moves",
            ));
        }
        let family = Family::of_puzzle(&puzzle).map_err(|error| {
            WebError::wrong(error, "change the puzzle, or describe a family in a file")
        })?;
        searches
            .designs()
            .begin(family, metric, searches.settings())
    });
    let mut response = told(&*job.await?);
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

/// Reports the progress of a sweep.
pub(crate) async fn progress(
    State(searches): State<Arc<Explorations>>,
    PathName(id): PathName,
) -> Result<Response, WebError> {
    Ok(told(&*searches.designs().find(&id)?))
}

/// Stops a sweep and reports its progress.
pub(crate) async fn stop(
    State(searches): State<Arc<Explorations>>,
    PathName(id): PathName,
) -> Result<Response, WebError> {
    let job = searches.designs().find(&id)?;
    job.stop();
    Ok(told(&job))
}

fn told(job: &DesignJob) -> Response {
    json(&job.record())
}
