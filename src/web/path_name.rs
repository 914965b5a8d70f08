//! `PathName`: the name in the last segment of a request's path.

use super::response::respond;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::response::Response;
use slidewise_answers::AnswerError;

/// The name in the last segment of a request's path.
#[derive(Clone, Debug)]
pub(crate) struct PathName(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathName {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathName, Response> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(name)) => Ok(PathName(name)),
            Err(_) => Err(respond(Err(AnswerError::not_found(
                "the server has no file with this name",
                "the catalogue is at /",
            )))),
        }
    }
}
