//! `StopToken`: asks work to stop soon.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A token that asks work to stop soon, from any thread; its clones are the same token.
///
/// ```
/// use slidewise_app::{Cause, Explorer, StopToken};
/// use slidewise_puzzle::Puzzle;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let token = StopToken::default();
/// let explorer = Explorer::new(&Puzzle::open("lane-rouge")?).stop(&token);
/// token.stop();
/// let problem = explorer.explore().unwrap_err();
/// assert_eq!(problem.cause(), &Cause::Interrupted);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default, Debug)]
pub struct StopToken(Arc<AtomicBool>);

impl StopToken {
    /// Asks the work to stop.
    pub fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the work is asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The flag that the searches of the engine poll.
impl Deref for StopToken {
    type Target = AtomicBool;

    fn deref(&self) -> &AtomicBool {
        &self.0
    }
}
