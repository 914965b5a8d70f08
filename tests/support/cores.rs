//! Parallel checks on all cores.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs `check` on every item, on all cores; panics with the names of all items that failed.
pub(crate) fn for_each<T: Sync>(
    items: &[T],
    name: impl Fn(&T) -> String + Sync,
    check: impl Fn(&T) + Sync,
) {
    let taken = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                while let Some(item) = items.get(taken.fetch_add(1, Ordering::Relaxed)) {
                    if catch_unwind(AssertUnwindSafe(|| check(item))).is_err() {
                        failed.lock().unwrap().push(name(item));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    assert!(
        failed.is_empty(),
        "these failed, for the reasons above: {failed:#?}"
    );
}
