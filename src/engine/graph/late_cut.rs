//! The late cut: the tables of half boards, made once a search has gone on for as long as making them takes.
//!
//! Most searches of large spaces are worth tables that take a second and hundreds of megabytes; a question about one
//! configuration is not, and neither is a search that meets few configurations. Nobody knows beforehand which it is,
//! so slides are found on the board until as much time has gone into that as tables would take: then at most twice
//! the time is spent that the better way would have taken. Tables that are made in no time are made at once.

use super::cut::{Cut, Sketch};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Tables of no more words are made at once: in some hundredths of a second.
const WORDS_AT_ONCE: u64 = 1 << 20;
/// A configuration that is expanded on the board takes as long as this many words of the tables.
const WORDS_OF_ONE: u64 = 80;

/// Tables that are made when they pay.
#[derive(Debug)]
pub(super) struct LateCut {
    /// The bytes that they may take while they are made, whatever is allowed.
    most: u64,
    /// The bytes that they may take.
    allowed: u64,
    /// How many configurations have been expanded without them.
    expanded: AtomicU64,
    sketch: OnceLock<Option<Sketch>>,
    cut: OnceLock<Option<Cut>>,
    /// Held while they are made.
    making: Mutex<()>,
}

impl LateCut {
    /// Tables that may take this many bytes; they are not there yet.
    pub fn new(most: u64) -> LateCut {
        LateCut {
            most,
            allowed: most,
            expanded: AtomicU64::new(0),
            sketch: OnceLock::new(),
            cut: OnceLock::new(),
            making: Mutex::new(()),
        }
    }

    /// Allows another number of bytes, up to those of the beginning.
    pub fn allow(&mut self, bytes: u64) {
        self.allowed = bytes.min(self.most);
    }

    /// The bytes that they may take.
    pub fn allowed(&self) -> u64 {
        self.allowed
    }

    /// The tables, if they are there.
    pub fn get(&self) -> Option<&Cut> {
        self.cut.get()?.as_ref()
    }

    /// The tables, made now by `make` within the bytes allowed if `expanded` more configurations have been expanded
    /// and they pay; once made or refused, this is for good, but for a refusal because of `stop`.
    pub fn after(
        &self,
        expanded: u64,
        stop: &AtomicBool,
        sketch: impl FnOnce() -> Option<Sketch>,
        make: impl FnOnce(&Sketch, u64) -> Option<Cut>,
    ) -> Option<&Cut> {
        if let Some(cut) = self.cut.get() {
            return cut.as_ref();
        }
        let before = self.expanded.fetch_add(expanded, Ordering::Relaxed);
        let sketch = self.sketch.get_or_init(sketch).as_ref()?;
        let words = sketch.words();
        let pays_after = words / WORDS_OF_ONE;
        if words > WORDS_AT_ONCE && before.saturating_add(expanded) < pays_after {
            return None;
        }
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cut) = self.cut.get() {
            return cut.as_ref();
        }
        // A thread that waited for one that was stopped does not begin again.
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let made = make(sketch, self.allowed);
        if made.is_none() && stop.load(Ordering::Relaxed) {
            return None;
        }
        self.cut.get_or_init(|| made).as_ref()
    }

    /// The bytes that the tables take, or at most may take once they are made.
    pub fn bytes(&self, sketch: impl FnOnce() -> Option<Sketch>) -> u64 {
        let planned = || {
            let sketch = self.sketch.get_or_init(sketch).as_ref();
            sketch.map_or(0, |sketch| sketch.bytes_within(self.allowed))
        };
        match self.cut.get() {
            Some(cut) => cut.as_ref().map_or(0, |cut| cut.bytes() as u64),
            None => planned(),
        }
    }
}
