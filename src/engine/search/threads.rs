//! Threads that share one piece of work, while the calling thread reports progress.
//!
//! Each free thread takes the next part of the work. If the system refuses threads, those that it
//! gave do all the work; if it gave no thread, the calling thread does.

use std::num::NonZeroUsize;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// Least number of configurations worth several threads: for fewer, starting threads takes longer
/// than the work.
pub const WORTH_THREADS: u64 = 20_000;

/// Most threads that a user may name, above the number of cores of any machine.
pub const MAX_THREADS: usize = 4096;

/// Interval between progress reports.
const PULSE: Duration = Duration::from_millis(100);

/// Number of cores that this process may use, as the system said when it was first asked.
pub fn core_count() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| thread::available_parallelism().map_or(1, NonZeroUsize::get))
}

/// Runs `work` in one thread for each of `tools`, and calls `pulse` at intervals until all have
/// ended.
pub fn run_workers<T>(
    tools: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
    pulse: &mut dyn FnMut(),
) {
    let size = tools.len();
    assert!(size > 0, "at least one thread must do the work");
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
        // Where there are no threads there may be no clock either.
        while begun > 0 && ended.recv_timeout(PULSE) == Err(RecvTimeoutError::Timeout) {
            pulse();
        }
        begun
    });
    if begun == 0 {
        work();
    }
}
