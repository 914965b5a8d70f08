//! Slow work outside the threads that answer requests.

use super::error::Refusal;

/// Runs slow work on the blocking thread pool, so that the server stays responsive.
pub async fn run_blocking<T: Send + 'static>(
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
