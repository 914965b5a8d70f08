//! `Observer`: hears how explorations go on, for a terminal, a page or nobody.

use super::progress::{NumberingStep, Progress};
use slidewise_engine::search::{Event, Resources};

/// A listener to explorations.
///
/// ```
/// use slidewise_app::{Explorer, Observer, Progress};
/// use slidewise_puzzle::Puzzle;
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// /// Counts the generations that are found.
/// #[derive(Default)]
/// struct Generations(AtomicU64);
///
/// impl Observer for Generations {
///     fn progress(&self, progress: &Progress<'_>) {
///         if progress.generation_found().is_some() {
///             self.0.fetch_add(1, Ordering::Relaxed);
///         }
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let found = Arc::new(Generations::default());
/// let explorer = Explorer::new(&Puzzle::open("lane-rouge")?).observer(found.clone());
/// assert_eq!(explorer.explore()?.depth(), 167);
/// assert_eq!(found.0.load(Ordering::Relaxed), 168);
/// # Ok(())
/// # }
/// ```
pub trait Observer: Send + Sync {
    /// Hears what has happened; the exploration goes on when this returns.
    fn progress(&self, progress: &Progress<'_>);
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&self, _: &Progress<'_>) {}
}

/// A search that is reported: when this is dropped, the search has ended.
pub(crate) struct ReportedSearch<'o>(&'o dyn Observer);

impl<'o> ReportedSearch<'o> {
    /// A search that reports nothing of its needs.
    pub(crate) fn new(observer: &'o dyn Observer) -> ReportedSearch<'o> {
        ReportedSearch(observer)
    }

    /// A run that begins, before which `found` configurations were known; `disk` is the number of
    /// bytes of its sorted files, or `None` if it keeps marks.
    pub(crate) fn begin(
        observer: &'o dyn Observer,
        needs: &Resources,
        found: u64,
        disk: Option<u64>,
    ) -> ReportedSearch<'o> {
        observer.progress(&Progress::Begun { needs, found, disk });
        ReportedSearch(observer)
    }

    /// Reports an event of the run.
    pub(crate) fn event(&self, event: &Event<'_>) {
        self.0.progress(&Progress::Search(event));
    }

    /// Reports anything else.
    pub(crate) fn progress(&self, progress: &Progress<'_>) {
        self.0.progress(progress);
    }
}

impl Drop for ReportedSearch<'_> {
    fn drop(&mut self) {
        self.0.progress(&Progress::Ended);
    }
}

/// Runs work that cannot be interrupted, and returns its value.
pub(crate) fn run_uninterruptible<T>(
    observer: &dyn Observer,
    step: NumberingStep,
    work: impl FnOnce() -> T,
) -> T {
    observer.progress(&Progress::Uninterruptible(step));
    let value = work();
    observer.progress(&Progress::Interruptible);
    value
}
