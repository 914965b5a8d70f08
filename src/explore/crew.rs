//! A crew: the same work done by several threads, while one tells how far it has come.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often progress is told.
const PULSE: Duration = Duration::from_millis(100);

/// Does `work` in so many threads at once, and calls `pulse` now and then until all have ended.
pub(super) fn work_together(threads: usize, work: impl Fn() + Sync, pulse: &mut dyn FnMut()) {
    thread::scope(|scope| {
        let (ending, ended) = mpsc::channel::<()>();
        for _ in 0..threads {
            let ending = ending.clone();
            let work = &work;
            scope.spawn(move || {
                work();
                drop(ending);
            });
        }
        drop(ending);
        while ended.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
            pulse();
        }
    });
}
