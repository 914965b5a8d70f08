//! Construction of responses: bytes, JSON or a picture.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use serde::Serialize;

/// A response with the content type `kind`.
pub(crate) fn bytes(kind: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// A response with a record that is converted to JSON.
pub(crate) fn json(record: &impl Serialize) -> Response {
    let text = serde_json::to_string(record).expect("the records are plain");
    bytes("application/json", text)
}

/// A response with an SVG picture.
pub(crate) fn svg(text: String) -> Response {
    bytes("image/svg+xml", text)
}
