//! The wish to stop: Ctrl-C, or a signal to end.
//!
//! Who works long looks at a flag, keeps what he has and says how to go on. Where nothing is kept and nobody looks, as
//! while an index is built, the program ends at once with a word; so it does when the wish is uttered again.

use super::arguments::Common;
use super::failure::Failure;
use super::output;
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Signals within so long are one wish to stop.
const ONE_WISH: Duration = Duration::from_millis(300);

/// Whether the user has asked the program to stop.
static STOP: AtomicBool = AtomicBool::new(false);
/// How much is being done of which nothing is kept, and which does not look at the flag.
static UNHEEDING: AtomicUsize = AtomicUsize::new(0);
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
            if UNHEEDING.load(Ordering::SeqCst) > 0 {
                end();
            }
            // One wish may come as two signals: to the program, and to its whole group.
            if asked.get_or_insert_with(Instant::now).elapsed() >= ONE_WISH {
                clear_away();
                eprintln!("slidewise: ended at once");
                process::exit(1);
            }
        });
    });
    &STOP
}

/// Does what keeps nothing and looks at no flag: when the user asks for it, the program ends in the middle.
pub fn unheeding<T>(common: &Common, work: impl FnOnce() -> T) -> T {
    IN_JSON.store(common.json, Ordering::SeqCst);
    UNHEEDING.fetch_add(1, Ordering::SeqCst);
    // A wish that came before is not heard again.
    if stop_flag().load(Ordering::SeqCst) {
        end();
    }
    let done = work();
    UNHEEDING.fetch_sub(1, Ordering::SeqCst);
    done
}

/// Ends the program with a word.
fn end() -> ! {
    clear_away();
    // The exit code is the failure's own.
    let _ = output::print(
        Err(Failure::of_nothing_kept()),
        IN_JSON.load(Ordering::SeqCst),
    );
    process::exit(1);
}

/// Removes what was begun, and gives the terminal back.
fn clear_away() {
    super::draft::remove_all();
    #[cfg(feature = "terminal")]
    super::terminal::give_back();
}
