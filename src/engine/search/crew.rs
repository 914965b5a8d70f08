//! A crew: the same work done by several threads, while one tells how far it has come.
//!
//! For work whose parts are taken by the next thread that is free: where the system has no more threads to give, those
//! that it gave do all of it, and the calling one where it gave none.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Work on fewer configurations is done by one thread: starting others would take longer.
pub(crate) const WORTH_THREADS: u64 = 20_000;

/// How often progress is told.
const PULSE: Duration = Duration::from_millis(100);

/// Does `work` in a thread for each of `tools`, which it gets, and calls `pulse` now and then until all have ended.
pub(crate) fn work_together<T>(
    tools: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
    pulse: &mut dyn FnMut(),
) {
    let size = tools.len();
    assert!(size > 0, "work without anyone to do it would never be done");
    let tools = Mutex::new(tools);
    let work = || {
        let own = tools.lock().unwrap_or_else(PoisonError::into_inner).next();
        own.into_iter().for_each(&work);
    };
    let begun = thread::scope(|scope| {
        let (ending, ended) = mpsc::channel::<()>();
        let begin = |_| {
            let ending = ending.clone();
            let work = &work;
            let thread = thread::Builder::new().spawn_scoped(scope, move || {
                work();
                drop(ending);
            });
            thread.is_ok()
        };
        let begun = (0..size).take_while(|&number| begin(number)).count();
        drop(ending);
        while ended.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
            pulse();
        }
        begun
    });
    if begun == 0 {
        work();
    }
}
