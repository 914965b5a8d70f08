//! Slow work, moved to other threads than the one that answers requests.

use super::error::WebError;

/// Runs slow work on the blocking thread pool, so that the server stays responsive.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, WebError> + Send + 'static,
) -> Result<T, WebError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(WebError::failed(
            "an internal error occurred",
            "see the server's output on its terminal",
        )),
    }
}
