//! Requests for the hardest start of a puzzle's pieces.

use super::blocking::run_blocking;
use super::designs::DesignJob;
use super::path_name::PathName;
use super::registry::Explorations;
use super::response::respond;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::Response;
use slidewise_answers::{Reply, hardest_request};
use std::sync::Arc;

/// Starts the sweep over the boards of a puzzle's pieces, and reports its progress.
pub(crate) async fn hardest(State(searches): State<Arc<Explorations>>, body: Bytes) -> Response {
    let begun = run_blocking(move || {
        let (family, metric) = hardest_request(&body)?;
        let begun = searches
            .designs()
            .begin(family, metric, searches.settings());
        Ok(told(&*begun?).accepted())
    });
    respond(begun.await)
}

/// Reports the progress of a sweep.
pub(crate) async fn progress(
    State(searches): State<Arc<Explorations>>,
    PathName(id): PathName,
) -> Response {
    respond(searches.designs().find(&id).map(|job| told(&job)))
}

/// Stops a sweep and reports its progress.
pub(crate) async fn stop(
    State(searches): State<Arc<Explorations>>,
    PathName(id): PathName,
) -> Response {
    respond(searches.designs().find(&id).map(|job| {
        job.stop();
        told(&job)
    }))
}

fn told(job: &DesignJob) -> Reply {
    Reply::json(&job.record())
}
