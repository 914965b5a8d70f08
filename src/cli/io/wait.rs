//! Waits for others: for input that somebody writes, or a reader of the output.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Number of live [`Wait`] values.
static WAITS: AtomicUsize = AtomicUsize::new(0);

/// Guard of work that waits.
struct Wait;

impl Drop for Wait {
    fn drop(&mut self) {
        WAITS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Runs work that may wait without end; after a signal it has half a second.
pub(crate) fn waiting<T>(work: impl FnOnce() -> T) -> T {
    WAITS.fetch_add(1, Ordering::SeqCst);
    let _guard = Wait;
    work()
}

/// Whether any thread waits.
pub(crate) fn is_waiting() -> bool {
    WAITS.load(Ordering::SeqCst) > 0
}
