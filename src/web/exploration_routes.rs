//! Requests that start, follow and stop an exploration.

use super::blocking::run_blocking;
use super::exploration::ExplorationJob;
use super::path_name::PathName;
use super::registry::{ExplorationRequest, Explorations};
use super::response::respond;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use slidewise_answers::{PuzzleRequest, Reply};
use slidewise_app::Problem;
use std::sync::Arc;

/// Starts the exploration of a puzzle, or finds the existing exploration, and reports its progress.
pub(crate) async fn explore(State(searches): State<Arc<Explorations>>, body: Bytes) -> Response {
    let begun = run_blocking(move || {
        let asked = PuzzleRequest::read(&body)?;
        let (puzzle, metric) = (asked.puzzle()?, asked.metric()?);
        metric.check(&puzzle).map_err(Problem::from)?;
        let begun = searches.begin(ExplorationRequest {
            puzzle,
            metric,
            is_built_in: asked.is_built_in(),
            is_earnest: !asked.cautious,
        });
        Ok(told(&*begun?).accepted())
    });
    respond(begun.await)
}

/// Reports the progress of an exploration.
pub(crate) async fn progress(
    State(searches): State<Arc<Explorations>>,
    PathName(id): PathName,
) -> Response {
    respond(searches.find(&id).map(|search| told(&search)))
}

/// Stops an exploration and reports its progress.
pub(crate) async fn stop(
    State(searches): State<Arc<Explorations>>,
    PathName(id): PathName,
) -> Response {
    respond(searches.stop(&id).map(|search| told(&search)))
}

fn told(search: &ExplorationJob) -> Reply {
    let progress = search.progress();
    Reply::json(&progress.record(&search.id, &search.puzzle.name, search.metric.name()))
}
