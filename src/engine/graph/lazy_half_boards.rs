//! Lazy half boards: their tables are built once a search has run for as long as building them
//! takes.
//!
//! Tables that take a second and hundreds of megabytes pay in most searches of large graphs. They
//! do not pay for a request for one configuration's neighbours, or in a search that meets few
//! configurations. It is not known beforehand whether they will pay, so edges are found on the
//! board until this has taken as long as building the tables would. The total time is then at most
//! twice that of the better choice. Tables that cost almost nothing are built at once.

use super::half_boards::{HalfBoards, HalfBoardsBuilder};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Maximum number of bitmap words of tables that are built at once, in some hundredths of a second.
const WORDS_AT_ONCE: u64 = 1 << 20;
/// Number of table words whose building takes as long as expanding one configuration on the board.
const WORDS_OF_ONE: u64 = 80;

/// Tables of half boards that are built when they save more time than building them takes.
#[derive(Debug)]
pub(super) struct LazyHalfBoards {
    /// Upper limit for `allowed`, in bytes.
    most: u64,
    /// Maximum bytes that the tables may take.
    allowed: u64,
    /// Number of configurations that were expanded without the tables.
    expanded: AtomicU64,
    builder: OnceLock<Option<HalfBoardsBuilder>>,
    tables: OnceLock<Option<HalfBoards>>,
    /// Lock that is held while the tables are built, so that only one thread builds them.
    making: Mutex<()>,
}

impl LazyHalfBoards {
    /// Creates tables that are not built yet and may take at most `most` bytes.
    pub(super) fn new(most: u64) -> LazyHalfBoards {
        LazyHalfBoards {
            most,
            allowed: most,
            expanded: AtomicU64::new(0),
            builder: OnceLock::new(),
            tables: OnceLock::new(),
            making: Mutex::new(()),
        }
    }

    /// Sets the maximum bytes that the tables may take, but at most the limit given at creation.
    pub(super) fn allow(&mut self, bytes: u64) {
        self.allowed = bytes.min(self.most);
    }

    /// Maximum bytes that the tables may take.
    pub(super) fn allowed(&self) -> u64 {
        self.allowed
    }

    /// The tables, if they are built.
    pub(super) fn get(&self) -> Option<&HalfBoards> {
        self.tables.get()?.as_ref()
    }

    /// Builds the tables if they pay after `expanded` more configurations were expanded without
    /// them.
    ///
    /// The first call prepares the building with `builder`; `make` builds the tables. The result,
    /// tables or `None` from `make`, is final, unless `stop` interrupted the building.
    pub(super) fn build(
        &self,
        expanded: u64,
        stop: &AtomicBool,
        builder: impl FnOnce() -> Option<HalfBoardsBuilder>,
        make: impl FnOnce(&HalfBoardsBuilder, u64) -> Option<HalfBoards>,
    ) -> Option<&HalfBoards> {
        if let Some(tables) = self.tables.get() {
            return tables.as_ref();
        }
        let before = self.expanded.fetch_add(expanded, Ordering::Relaxed);
        let builder = self.builder.get_or_init(builder).as_ref()?;
        let words = builder.words();
        let pays_after = words / WORDS_OF_ONE;
        if words > WORDS_AT_ONCE && before.saturating_add(expanded) < pays_after {
            return None;
        }
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = self.tables.get() {
            return tables.as_ref();
        }
        // If the thread that held the lock was stopped, a thread that waited for the lock must not
        // build the tables either.
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let made = make(builder, self.allowed);
        if made.is_none() && stop.load(Ordering::Relaxed) {
            return None;
        }
        self.tables.get_or_init(|| made).as_ref()
    }

    /// Size of the tables in bytes; their maximum size if they are not built yet.
    pub(super) fn measure(&self, builder: impl FnOnce() -> Option<HalfBoardsBuilder>) -> u64 {
        let planned = || {
            let builder = self.builder.get_or_init(builder).as_ref();
            builder.map_or(0, |builder| builder.bytes_within(self.allowed))
        };
        match self.tables.get() {
            Some(tables) => tables.as_ref().map_or(0, |tables| tables.bytes() as u64),
            None => planned(),
        }
    }
}
