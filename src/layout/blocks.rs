//! Blocks of an array that threads work on.

use slidewise_engine::search::run_workers;
use std::sync::{Mutex, PoisonError};

/// Calls `work` with every block of `items` and the place of its first item, in several threads.
///
/// The blocks do not depend on the number of threads, so neither does what each of them computes.
pub(crate) fn each_block<T: Send>(
    threads: usize,
    items: &mut [T],
    length: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    let blocks = Mutex::new(items.chunks_mut(length).enumerate());
    let next = || blocks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = |_| {
        while let Some((number, block)) = next() {
            work(number * length, block);
        }
    };
    run_workers(0..threads.max(1), worker, &mut || {});
}
