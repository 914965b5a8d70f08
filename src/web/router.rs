//! Routes of the server, and constructors of responses.

use super::assets::{asset, page};
use super::refusal::Refusal;
use super::searches::Searches;
use super::{catalogue, explorations, guard, play, puzzles};
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use serde::Serialize;
use std::net::IpAddr;
use std::sync::Arc;

/// Builds the router of a server that is bound to the address `bound`.
pub fn router(searches: Arc<Searches>, bound: IpAddr) -> Router {
    Router::new()
        .route("/", get(|| page("catalogue.html")))
        .route("/puzzle", get(|| page("puzzle.html")))
        .route("/editor", get(|| page("editor.html")))
        .route("/assets/{name}", get(asset))
        .route("/thumbnails/{name}", get(catalogue::thumbnail))
        .route("/api/catalogue", get(catalogue::catalogue))
        .route("/api/puzzle", post(puzzles::puzzle))
        .route("/api/read", post(puzzles::read))
        .route("/api/picture", post(puzzles::picture))
        .route("/api/position", post(play::position))
        .route("/api/solution", post(play::solution))
        .route("/api/farthest", post(play::farthest))
        .route("/api/plot", post(play::plot))
        .route("/api/explore", post(explorations::explore))
        .route("/api/explorations/{id}", get(explorations::progress))
        .route("/api/explorations/{id}/stop", post(explorations::stop))
        .fallback(async || Refusal::not_found("page not found", "the catalogue is at /"))
        .method_not_allowed_fallback(async || {
            Refusal::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "method not allowed: pages use GET, the API uses POST",
                "docs/serve.md lists the paths and their methods",
            )
        })
        .layer(from_fn_with_state(guard::Guard::new(bound), guard::guard))
        .with_state(searches)
}

/// A response with the content type `kind`.
pub fn bytes(kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// A response with a record as JSON.
pub fn json(record: &impl Serialize) -> Response {
    let text = serde_json::to_string(record).expect("the records are plain");
    bytes("application/json", text)
}

/// A response with an SVG picture.
pub fn svg(text: String) -> Response {
    bytes("image/svg+xml", text)
}

/// Runs slow work on the blocking thread pool, so that the server stays responsive.
pub async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(Refusal::failed(
            "an internal error occurred",
            "see the server's output on its terminal",
        )),
    }
}
