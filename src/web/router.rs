//! Which request goes where.

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

/// The router of a server that is bound to this address.
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
        .fallback(async || Refusal::not_found("there is nothing here", "the catalogue is at /"))
        .method_not_allowed_fallback(async || {
            Refusal::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "method not allowed: pages use GET, the API uses POST",
                "pages are fetched with GET, questions put with POST",
            )
        })
        .layer(from_fn_with_state(guard::Guard::new(bound), guard::guard))
        .with_state(searches)
}

/// An answer of some type.
pub fn bytes(kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// An answer as JSON.
pub fn json(record: &impl Serialize) -> Response {
    let text = serde_json::to_string(record).expect("the records are plain");
    bytes("application/json", text)
}

/// A picture.
pub fn svg(text: String) -> Response {
    bytes("image/svg+xml", text)
}

/// Does work that takes a while, beside the threads that answer.
pub async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(Refusal::failed(
            "the question could not be answered",
            "what the server says on its terminal tells more",
        )),
    }
}
