//! The wish to stop: Ctrl-C, or a signal to end.
//!
//! Who works long looks at a flag, keeps what he has and says how to go on. Where nothing is kept and nobody looks, as
//! while an index is built, the program ends at once with a word; so it does when the wish is uttered again.

use super::arguments::Common;
#[cfg(feature = "terminal")]
use super::failure::exit_code;
use super::output;
use super::progress::Waiting;
use slidewise_app::Problem;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Signals within so long are one wish to stop.
const ONE_WISH: Duration = Duration::from_millis(300);

/// Whether the user has asked the program to stop.
static STOP: AtomicBool = AtomicBool::new(false);
/// How much is being done of which nothing is kept, and which does not look at the flag. The thread that ends the
/// program holds it to the last, so that nobody else comes to print anything.
static UNHEEDING: Mutex<usize> = Mutex::new(0);
/// Whether scripts are told.
static IN_JSON: AtomicBool = AtomicBool::new(false);

/// Set when the user asks the program to stop; the second time it ends at once.
pub fn stop_flag() -> &'static AtomicBool {
    static HANDLER: OnceLock<()> = OnceLock::new();
    HANDLER.get_or_init(|| {
        let mut asked: Option<Instant> = None;
        // Without a handler the signal simply ends the program, which the store survives.
        let _ = ctrlc::set_handler(move || {
            STOP.store(true, Ordering::SeqCst);
            let unheeding = unheeding_now();
            if *unheeding > 0 {
                end(unheeding);
            }
            drop(unheeding);
            // One wish may come as two signals: to the program, and to its whole group.
            if asked.get_or_insert_with(Instant::now).elapsed() >= ONE_WISH {
                clear_away();
                output::remark("slidewise: ended at once");
                process::exit(1);
            }
        });
    });
    &STOP
}

fn unheeding_now() -> MutexGuard<'static, usize> {
    UNHEEDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// For as long as the value lives nothing is kept and nobody looks at the flag: when the user asks for it, the program
/// ends in the middle.
#[derive(Debug)]
pub struct Unheeding {
    _waiting: Waiting,
}

impl Unheeding {
    /// Begins something that may take long; a line says what it is.
    pub fn new(common: &Common, doing: &'static str) -> Unheeding {
        IN_JSON.store(common.json, Ordering::SeqCst);
        let stop = stop_flag();
        let mut unheeding = unheeding_now();
        // A wish that came before is not heard again.
        if stop.load(Ordering::SeqCst) {
            end(unheeding);
        }
        *unheeding += 1;
        drop(unheeding);
        Unheeding {
            _waiting: Waiting::new(doing, common.quiet),
        }
    }
}

impl Drop for Unheeding {
    fn drop(&mut self) {
        *unheeding_now() -= 1;
    }
}

/// What [`unheeding`] is done for most often: to make the index.
pub const NUMBERING: &str = "numbering the positions";

/// What [`unheeding`] is done for where goals are listed.
pub const LISTING_GOALS: &str = "listing the goals";

/// Runs work that cannot be interrupted, under a line that says what it is: a signal ends the process at once,
/// because there is nothing to save.
pub fn unheeding<T>(common: &Common, doing: &'static str, work: impl FnOnce() -> T) -> T {
    let _unheeding = Unheeding::new(common, doing);
    work()
}

/// Ends the program with what a command came to, while another thread still does what nobody waits for: all that it
/// keeps survives that.
#[cfg(feature = "terminal")]
pub fn end_with(result: super::CommandResult) -> ! {
    let code = match &result {
        Ok(output) => output.code(),
        Err(failure) => exit_code(failure.kind),
    };
    clear_away();
    // The exit code is the result's own.
    let _ = output::print(result, IN_JSON.load(Ordering::SeqCst));
    process::exit(code.into());
}

/// Ends the program with a word.
fn end(_held: MutexGuard<'_, usize>) -> ! {
    clear_away();
    let failure = Problem::of_run(
        "interrupted; nothing had been saved yet",
        "what was kept before stays: the same command goes on from there",
    );
    // The exit code is the failure's own.
    let _ = output::print(Err(failure), IN_JSON.load(Ordering::SeqCst));
    process::exit(1);
}

/// Removes what was begun, and gives the terminal back.
fn clear_away() {
    super::progress::clear_waiting();
    super::draft::remove_all();
    super::scratch::remove();
    #[cfg(feature = "terminal")]
    super::terminal::give_back();
}
