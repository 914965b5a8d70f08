//! Responses of the server, made of the replies and refusals of answers.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use slidewise_answers::{AnswerError, Reply};

/// The response with a reply or a refusal.
pub(crate) fn respond(result: Result<Reply, AnswerError>) -> Response {
    let reply = result.unwrap_or_else(|refusal| refusal.reply());
    let mut response = Response::new(Body::from(reply.body));
    *response.status_mut() =
        StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(reply.kind));
    response
}
