//! Routes of the server.

use super::assets::{asset, html, page};
use super::blocking::run_blocking;
use super::registry::Explorations;
use super::response::respond;
use super::{design_routes, exploration_routes, guard, network_routes};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use slidewise_answers::{AnswerError, PATHS, Reply, answer};
use std::net::IpAddr;
use std::sync::Arc;

/// The answer to a path that does not exist: a page for people, an object for programs.
async fn missing(headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).map(HeaderValue::as_bytes);
    if !accepted.is_some_and(|own| own.starts_with(b"text/html")) {
        return respond(Err(not_found()));
    }
    // Its links are those of a page at the root, and this page stands anywhere.
    let html = html("missing.html")
        .replace("href=\"", "href=\"/")
        .replace("src=\"", "src=\"/");
    let mut response = respond(Ok(Reply::of("text/html; charset=utf-8", html)));
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

fn not_found() -> AnswerError {
    AnswerError::not_found("page not found", "the catalogue is at /")
}

/// Responds to a request with a body.
async fn answered(State(searches): State<Arc<Explorations>>, uri: Uri, body: Bytes) -> Response {
    let given =
        move || answer(&*searches, uri.path(), Some(&body)).unwrap_or_else(|| Err(not_found()));
    respond(run_blocking(given).await)
}

/// Responds to a request that only asks.
async fn shown(State(searches): State<Arc<Explorations>>, uri: Uri) -> Response {
    let given = move || answer(&*searches, uri.path(), None).unwrap_or_else(|| Err(not_found()));
    respond(run_blocking(given).await)
}

/// Leads from `/puzzle/NAME` to the page of the puzzle.
async fn named(uri: Uri) -> Response {
    let name = uri.path().strip_prefix("/puzzle/").unwrap_or_default();
    Redirect::to(&format!("/puzzle.html?name={name}")).into_response()
}

/// Builds the router of a server that is bound to the address `bound`.
pub(crate) fn router(searches: Arc<Explorations>, bound: IpAddr) -> Router {
    let mut router = Router::new()
        .route("/", get(|| page("catalogue.html")))
        .route("/puzzle/{*name}", get(named))
        .route("/assets/{name}", get(asset))
        .route("/thumbnails/{name}", get(shown))
        .route("/api/catalogue", get(shown))
        .route("/api/start", get(shown))
        .route("/api/levels", get(shown))
        .route("/api/plot", post(network_routes::plot))
        .route("/api/network", post(network_routes::network))
        .route("/api/level/network", post(network_routes::level_network))
        .route("/api/export", post(network_routes::export))
        .route("/api/explore", post(exploration_routes::explore))
        .route("/api/explorations/{id}", get(exploration_routes::progress))
        .route(
            "/api/explorations/{id}/stop",
            post(exploration_routes::stop),
        )
        .route("/api/hardest", post(design_routes::hardest))
        .route("/api/designs/{id}", get(design_routes::progress))
        .route("/api/designs/{id}/stop", post(design_routes::stop));
    for (path, own, file) in [
        ("/puzzle", "/puzzle.html", "puzzle.html"),
        ("/editor", "/editor.html", "editor.html"),
        ("/level", "/level.html", "level.html"),
        ("/learn", "/learn.html", "learn.html"),
        ("/search", "/search.html", "search.html"),
        ("/parity", "/parity.html", "parity.html"),
    ] {
        router = router.route(path, get(move || page(file)));
        router = router.route(own, get(move || page(file)));
    }
    for path in PATHS {
        router = router.route(path, post(answered));
    }
    router
        .fallback(missing)
        .method_not_allowed_fallback(async || {
            respond(Err(AnswerError::new(
                405,
                "method not allowed: pages use GET, the API uses POST",
                "docs/serve.md lists the paths and their methods",
            )))
        })
        .layer(from_fn_with_state(
            guard::RequestGuard::new(bound),
            guard::guard,
        ))
        .with_state(searches)
}
