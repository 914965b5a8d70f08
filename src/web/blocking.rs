//! Slow work, moved to other threads than the one that answers requests, and values that threads
//! share.

use super::error::WebError;
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// Locks a value; one that a panic has left is used on.
pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
