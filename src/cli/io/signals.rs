//! Signals that ask the program to stop: Ctrl-C, SIGTERM and SIGHUP.
//!
//! Long work polls [`stop_flag`], saves what it has and says how to resume. Work that cannot be
//! cancelled and has nothing to save, such as building the index, runs under an [`Uncancellable`]:
//! a signal then ends the process at once with a message. Work that waits for the writer of an
//! input or the reader of an output runs under [`super::wait::waiting`]: after a signal it has half
//! a second to end. A second signal always ends the process at once. While a search
//! comes to its end, a line on the terminal says so.

use super::output::{self, CommandResult};
use super::progress::WaitingLine;
use super::wait::is_waiting;
use slidewise_app::{Problem, StopToken};
use std::io::IsTerminal;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Time after the first signal within which further signals count as the same request.
const SAME_REQUEST: Duration = Duration::from_millis(300);

/// Time that work under [`super::wait::waiting`] has after a signal.
const TO_END: Duration = Duration::from_millis(500);
/// Time to print a message before the process ends.
const TO_PRINT: Duration = Duration::from_millis(250);
/// Interval at which a thread looks whether others have ended.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Whether the user has asked the program to stop.
static STOP: LazyLock<StopToken> = LazyLock::new(StopToken::default);
/// Number of live [`Uncancellable`] values. The thread that ends the process keeps the lock, so
/// that no other thread prints meanwhile.
static UNCANCELLABLE: Mutex<usize> = Mutex::new(0);
/// Whether the message of an interruption is printed as JSON.
static IN_JSON: AtomicBool = AtomicBool::new(false);

/// Whether nothing is printed after the first signal.
static IS_QUIET: AtomicBool = AtomicBool::new(false);
/// Numbers of live [`Searching`] values: of searches that keep what they find, and of others.
static SEARCHING: Mutex<[usize; 2]> = Mutex::new([0; 2]);

/// Restores the terminal that the program has taken over.
static RESTORE: OnceLock<fn()> = OnceLock::new();

/// Has the terminal restored by this function before the process ends at once.
#[cfg(feature = "terminal")]
pub(crate) fn restore_by(restore: fn()) {
    RESTORE.get_or_init(|| restore);
}

/// Installs the signal handler and returns the token that the first signal stops.
///
/// The second signal ends the process at once.
pub(crate) fn stop_flag() -> &'static StopToken {
    static HANDLER: OnceLock<()> = OnceLock::new();
    HANDLER.get_or_init(|| {
        let mut first: Option<Instant> = None;
        // If no handler can be installed, a signal kills the process, which the stores survive.
        let _ = ctrlc::set_handler(move || {
            if first.is_none() && *uncancellable_count() == 0 {
                wait_for(&thread::spawn(say_stopping));
            }
            STOP.stop();
            let uncancellable = uncancellable_count();
            if *uncancellable > 0 {
                end(uncancellable);
            }
            drop(uncancellable);
            if first.is_none() {
                thread::spawn(end_waiting);
            }
            // One request to stop may send two signals: to the process and to its process group.
            if first.get_or_insert_with(Instant::now).elapsed() >= SAME_REQUEST {
                end_by(|| {
                    output::remark("slidewise: ended at once by a second signal");
                    1
                });
            }
        });
    });
    &STOP
}

/// Says whether the message of an interruption is printed as JSON, and whether the first signal
/// gets no message.
pub(crate) fn report(json: bool, quiet: bool) {
    IN_JSON.store(json, Ordering::SeqCst);
    IS_QUIET.store(quiet, Ordering::SeqCst);
}

/// A search in progress, which stops after a signal and keeps what it has found or not.
#[derive(Debug)]
pub(crate) struct Searching {
    keeps: bool,
}

impl Searching {
    /// Begins a search.
    pub(crate) fn new(keeps: bool) -> Searching {
        searching()[usize::from(keeps)] += 1;
        Searching { keeps }
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        searching()[usize::from(self.keeps)] -= 1;
    }
}

fn searching() -> MutexGuard<'static, [usize; 2]> {
    SEARCHING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says on a terminal that a search stops after the first signal, and what a second one does.
fn say_stopping() {
    let is_shown = std::io::stderr().is_terminal() && RESTORE.get().is_none();
    if IS_QUIET.load(Ordering::SeqCst) || !is_shown {
        return;
    }
    let stopping = match *searching() {
        [0, 0] => return,
        [0, _] => "stopping, and keeping what was found",
        _ => "stopping",
    };
    // The cursor stands behind a progress line and the `^C` of the terminal.
    let _ = console::Term::stderr().clear_line();
    output::remark(format!("{stopping}; Ctrl-C again ends at once"));
}

/// Waits until a thread has printed, but not long: the terminal may take nothing more.
fn wait_for<T>(printing: &thread::JoinHandle<T>) {
    let begun = Instant::now();
    while !printing.is_finished() && begun.elapsed() < TO_PRINT {
        thread::sleep(LOOK_EVERY);
    }
}

fn uncancellable_count() -> MutexGuard<'static, usize> {
    UNCANCELLABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the process once work under [`super::wait::waiting`] has used up its time after a signal.
fn end_waiting() {
    let mut since = Instant::now();
    while since.elapsed() < TO_END {
        thread::sleep(LOOK_EVERY);
        if !is_waiting() {
            since = Instant::now();
        }
    }
    end_with(Err(Problem::of_stop(
        "interrupted while waiting for input, or for a reader of the output",
        "run the same command again; earlier searches stay saved",
    )));
}

/// Guard of work that cannot be cancelled: while the guard lives, a signal ends the process.
#[derive(Debug)]
pub(crate) struct Uncancellable {
    _line: WaitingLine,
}

impl Uncancellable {
    /// Begins uncancellable work, with a line on stderr that names it unless it is quiet.
    pub(crate) fn new(quiet: bool, doing: &'static str) -> Uncancellable {
        let stop = stop_flag();
        let mut uncancellable = uncancellable_count();
        // A signal before this point has only set the flag, so the process must be ended here.
        if stop.load(Ordering::SeqCst) {
            end(uncancellable);
        }
        *uncancellable += 1;
        drop(uncancellable);
        Uncancellable {
            _line: WaitingLine::new(doing, quiet),
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
pub(crate) fn uncancellable<T>(quiet: bool, doing: &'static str, work: impl FnOnce() -> T) -> T {
    let _guard = Uncancellable::new(quiet, doing);
    work()
}

/// Ends the process with the message that the work was interrupted.
fn end(_lock: MutexGuard<'_, usize>) -> ! {
    let failure = Problem::of_stop(
        "interrupted; nothing had been saved yet",
        "run the same command again; earlier searches stay saved",
    );
    end_with(Err(failure))
}

/// Prints a result and ends the process with its exit code, while other threads may still run.
///
/// Stores survive this, as they survive a kill.
pub(crate) fn end_with(result: CommandResult) -> ! {
    end_by(|| output::print(result, IN_JSON.load(Ordering::SeqCst)))
}

/// Removes temporary files, restores the terminal, and ends the process with the exit code that
/// `print` returns.
fn end_by(print: impl FnOnce() -> u8 + Send + 'static) -> ! {
    super::atomic_file::remove_all();
    super::scratch::remove();
    // The terminal or the reader of the output may take nothing more, so a thread prints.
    let printing = thread::spawn(|| {
        super::progress::clear_waiting();
        if let Some(restore) = RESTORE.get() {
            restore();
        }
        print()
    });
    wait_for(&printing);
    let code = if printing.is_finished() {
        printing.join().unwrap_or(1)
    } else {
        1
    };
    process::exit(code.into())
}
