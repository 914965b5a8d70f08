//! Slow work, moved to other threads than the one that answers requests, and values that threads
//! share.

use slidewise_answers::AnswerError;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Runs slow work on the blocking thread pool, so that the server stays responsive.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, AnswerError> + Send + 'static,
) -> Result<T, AnswerError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(_) => Err(AnswerError::failed(
            "an internal error occurred",
            "see the server's output on its terminal",
        )),
    }
}

/// Locks a value; one that a panic has left is used on.
pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
