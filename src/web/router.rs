//! Routes of the server.

use super::assets::{asset, page};
use super::error::WebError;
use super::level_routes::{self, Levels};
use super::registry::Explorations;
use super::{
    catalogue, design_routes, exploration_routes, guard, network_routes, play_routes,
    puzzle_routes, random_walk,
};
use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::net::IpAddr;
use std::sync::Arc;

/// The answer to a path that does not exist: a page for people, an object for programs.
async fn missing(headers: HeaderMap) -> Response {
    let refusal = WebError::not_found("page not found", "the catalogue is at /");
    let accepted = headers.get(header::ACCEPT).map(HeaderValue::as_bytes);
    let is_browser = accepted.is_some_and(|own| own.starts_with(b"text/html"));
    let Ok(mut response) = page("missing.html").await else {
        return refusal.into_response();
    };
    if !is_browser {
        return refusal.into_response();
    }
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// Builds the router of a server that is bound to the address `bound`.
pub(crate) fn router(searches: Arc<Explorations>, levels: Arc<Levels>, bound: IpAddr) -> Router {
    Router::new()
        .route("/", get(|| page("catalogue.html")))
        .route("/puzzle", get(|| page("puzzle.html")))
        .route("/editor", get(|| page("editor.html")))
        .route("/assets/{name}", get(asset))
        .route("/thumbnails/{name}", get(catalogue::thumbnail))
        .route("/api/catalogue", get(catalogue::catalogue))
        .route("/api/puzzle", post(puzzle_routes::puzzle))
        .route("/api/read", post(puzzle_routes::read))
        .route("/api/picture", post(puzzle_routes::picture))
        .route("/api/position", post(play_routes::position))
        .route("/api/solution", post(play_routes::solution))
        .route("/api/farthest", post(play_routes::farthest))
        .route("/api/plot", post(play_routes::plot))
        .route("/api/sample", post(play_routes::sample))
        .route("/api/walk", post(random_walk::walk))
        .route("/api/book", post(network_routes::book))
        .route("/api/network", post(network_routes::network))
        .route("/api/export", post(network_routes::export))
        .route("/api/explore", post(exploration_routes::explore))
        .route("/api/explorations/{id}", get(exploration_routes::progress))
        .route(
            "/api/explorations/{id}/stop",
            post(exploration_routes::stop),
        )
        .route("/api/hardest", post(design_routes::hardest))
        .route("/api/designs/{id}", get(design_routes::progress))
        .route("/api/designs/{id}/stop", post(design_routes::stop))
        .merge(level_routes::routes(levels))
        .fallback(missing)
        .method_not_allowed_fallback(async || {
            WebError::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "method not allowed: pages use GET, the API uses POST",
                "docs/serve.md lists the paths and their methods",
            )
        })
        .layer(from_fn_with_state(
            guard::RequestGuard::new(bound),
            guard::guard,
        ))
        .with_state(searches)
}
