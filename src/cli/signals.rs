//! Signals that ask the program to stop: Ctrl-C, SIGTERM and SIGHUP.
//!
//! Long work polls [`stop_flag`], saves what it has and says how to resume. Work that cannot be
//! cancelled and has nothing to save, such as building the index, runs under an [`Uncancellable`]:
//! a signal then ends the process at once with a message. A second signal always ends the process
//! at once.

use super::arguments::CommonArgs;
use super::output;
use super::progress::WaitingLine;
use slidewise_app::Problem;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Time after the first signal within which further signals count as the same request.
const SAME_REQUEST: Duration = Duration::from_millis(300);

/// Whether the user has asked the program to stop.
static STOP: AtomicBool = AtomicBool::new(false);
/// Number of live [`Uncancellable`] values. The thread that ends the process keeps the lock, so
/// that no other thread prints meanwhile.
static UNCANCELLABLE: Mutex<usize> = Mutex::new(0);
/// Whether the message of an interruption is printed as JSON.
static IN_JSON: AtomicBool = AtomicBool::new(false);

/// Installs the signal handler and returns the flag that the first signal sets.
///
/// The second signal ends the process at once.
pub(crate) fn stop_flag() -> &'static AtomicBool {
    static HANDLER: OnceLock<()> = OnceLock::new();
    HANDLER.get_or_init(|| {
        let mut first: Option<Instant> = None;
        // If no handler can be installed, a signal kills the process, which the stores survive.
        let _ = ctrlc::set_handler(move || {
            STOP.store(true, Ordering::SeqCst);
            let uncancellable = uncancellable_count();
            if *uncancellable > 0 {
                end(uncancellable);
            }
            drop(uncancellable);
            // One request to stop may send two signals: to the process and to its process group.
            if first.get_or_insert_with(Instant::now).elapsed() >= SAME_REQUEST {
                clean_up();
                output::remark("slidewise: ended at once by a second signal");
                process::exit(1);
            }
        });
    });
    &STOP
}

fn uncancellable_count() -> MutexGuard<'static, usize> {
    UNCANCELLABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Guard of work that cannot be cancelled: while the guard lives, a signal ends the process.
#[derive(Debug)]
pub(crate) struct Uncancellable {
    _line: WaitingLine,
}

impl Uncancellable {
    /// Begins uncancellable work, with a line on stderr that names it.
    pub(crate) fn new(common: &CommonArgs, doing: &'static str) -> Uncancellable {
        IN_JSON.store(common.json, Ordering::SeqCst);
        let stop = stop_flag();
        let mut uncancellable = uncancellable_count();
        // A signal before this point has only set the flag, so the process must be ended here.
        if stop.load(Ordering::SeqCst) {
            end(uncancellable);
        }
        *uncancellable += 1;
        drop(uncancellable);
        Uncancellable {
            _line: WaitingLine::new(doing, common.quiet),
        }
    }
}

impl Drop for Uncancellable {
    fn drop(&mut self) {
        *uncancellable_count() -= 1;
    }
}

/// Name of the work that builds the index.
pub(crate) const NUMBERING: &str = "numbering the positions";

/// Name of the work that lists the goal configurations.
pub(crate) const LISTING_GOALS: &str = "listing the goals";

/// Runs uncancellable work, with a line on stderr that names it.
///
/// A signal then ends the process at once, because there is nothing to save.
pub(crate) fn uncancellable<T>(
    common: &CommonArgs,
    doing: &'static str,
    work: impl FnOnce() -> T,
) -> T {
    let _guard = Uncancellable::new(common, doing);
    work()
}

/// Ends the process with the message that the work was interrupted.
fn end(_lock: MutexGuard<'_, usize>) -> ! {
    let failure = Problem::of_run(
        "interrupted; nothing had been saved yet",
        "run the same command again; earlier searches stay saved",
    );
    end_with(Err(failure))
}

/// Prints a result and ends the process with its exit code, while other threads may still run.
///
/// Stores survive this, as they survive a kill.
pub(crate) fn end_with(result: super::output::CommandResult) -> ! {
    clean_up();
    let code = output::print(result, IN_JSON.load(Ordering::SeqCst));
    process::exit(code.into());
}

/// Removes temporary files and the progress line, and restores the terminal.
fn clean_up() {
    super::progress::clear_waiting();
    super::atomic_file::remove_all();
    super::scratch::remove();
    super::terminal::restore();
}
