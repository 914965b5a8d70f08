//! The stop flag that is never raised.

use std::sync::atomic::AtomicBool;

/// Stop flags. A flag is an [`AtomicBool`] that is raised from outside to stop a search soon.
#[derive(Clone, Copy, Debug)]
pub struct StopFlag;

impl StopFlag {
    /// A flag that is never raised.
    ///
    /// ```
    /// use slidewise_engine::search::StopFlag;
    /// use std::sync::atomic::Ordering;
    ///
    /// assert!(!StopFlag::never().load(Ordering::Relaxed));
    /// ```
    pub const fn never() -> &'static AtomicBool {
        static NEVER: AtomicBool = AtomicBool::new(false);
        &NEVER
    }
}
