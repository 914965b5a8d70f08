//! `Sink`: receives the marks and counts of a search, in a store or in memory alone.

use super::{Engine, SearchError, SearchId};
use slidewise_puzzle::SearchOrigin;
use slidewise_store::{Marks, OwnedWords, Store, StoreError};
use std::path::PathBuf;

/// Receives the marks and counts of a search, and keeps them.
///
/// After [`Sink::keep`] a later search can resume from the generation that was passed to that call,
/// with all marks set before.
pub trait Sink {
    /// Checks that a search may be kept here; called before anything else.
    ///
    /// # Errors
    /// [`SearchError::OtherSearch`], or an error of the store, if the sink holds another search.
    fn admit(&mut self, id: &SearchId<'_>) -> Result<(), SearchError>;

    /// The marks; `None` if only the sizes of generations are kept.
    fn marks(&self) -> Option<&Marks>;

    /// The sizes of the finished generations.
    fn counts(&self) -> &[u64];

    /// Whether no search has found anything yet, so that no configuration has a mark.
    fn is_blank(&self) -> bool;

    /// Whether the last finished generation is the last of all.
    fn is_complete(&self) -> bool;

    /// The file of the marks, if a killed search left them and each must be checked.
    ///
    /// `None` if the marks agree with their checksums, or are in memory.
    fn doubtful(&self) -> Option<PathBuf> {
        None
    }

    /// Announces that marks are about to be set.
    ///
    /// # Errors
    /// If the announcement cannot be recorded, or fewer configurations are marked than the known
    /// generations contain.
    fn begin(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Announces that no marks will be set until the search is resumed.
    ///
    /// # Errors
    /// If the announcement cannot be recorded.
    fn rest(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Number and size of the generation to resume from; `None` to begin at the sources.
    ///
    /// That generation is the last finished one, or an earlier one after a kill. `put` receives its
    /// members as words of 64 bits, each with its index.
    fn resume(&self, put: &mut dyn FnMut(usize, u64)) -> Result<Option<(u64, u64)>, StoreError>;

    /// Makes `len` zeroed words for an engine: on the disk if the sink is on the disk, else in
    /// memory.
    fn scratch(&self, len: u64) -> Result<OwnedWords, StoreError> {
        OwnedWords::zeroed(len).map_err(|source| StoreError::Memory {
            bytes: len.saturating_mul(8),
            source,
        })
    }

    /// Records the size of a finished generation: of the next one, or of a known one, which must
    /// have this size.
    fn note(&mut self, generation: u64, count: u64) -> Result<(), StoreError>;

    /// Makes the recorded sizes durable; `last` holds the last finished generation.
    fn keep(&mut self, last: &dyn Engine) -> Result<(), StoreError>;

    /// Makes it durable that no generation follows the one in `last`.
    fn complete(&mut self, last: &dyn Engine) -> Result<(), StoreError>;
}

/// Keeps marks and counts in memory, until it is dropped.
///
/// It keeps the members of the final generation only. So a search that resumes begins at the
/// sources again; the marks set before are right.
#[derive(Debug)]
pub struct MemorySink {
    marks: Marks,
    sizes: CountSink,
    last: Vec<u64>,
}

impl MemorySink {
    /// A sink for `len` indices, with two bits for each.
    ///
    /// # Errors
    /// If the system refuses the memory.
    pub fn new(len: u64) -> Result<MemorySink, StoreError> {
        Ok(MemorySink {
            marks: Marks::in_memory(len)?,
            sizes: CountSink::default(),
            last: Vec::new(),
        })
    }

    /// The marks.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The members of the last generation, ascending; empty before the search is complete.
    pub fn last(&self) -> &[u64] {
        &self.last
    }
}

/// Keeps only the sizes of the generations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CountSink {
    counts: Vec<u64>,
    is_complete: bool,
    /// The search that was admitted first, as text.
    id: Option<String>,
}

impl Sink for CountSink {
    fn admit(&mut self, id: &SearchId<'_>) -> Result<(), SearchError> {
        let expected = id.in_words();
        match &self.id {
            Some(found) if *found != expected => Err(SearchError::OtherSearch {
                expected,
                found: found.clone(),
            }),
            _ => {
                self.id = Some(expected);
                Ok(())
            }
        }
    }

    fn marks(&self) -> Option<&Marks> {
        None
    }

    fn counts(&self) -> &[u64] {
        &self.counts
    }

    fn is_blank(&self) -> bool {
        self.counts.is_empty()
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn resume(&self, _put: &mut dyn FnMut(usize, u64)) -> Result<Option<(u64, u64)>, StoreError> {
        Ok(None)
    }

    fn note(&mut self, generation: u64, count: u64) -> Result<(), StoreError> {
        // A search that resumes begins at the sources again, so the sizes of known generations are
        // reported again.
        if generation == self.counts.len() as u64 {
            self.counts.push(count);
        }
        Ok(())
    }

    fn keep(&mut self, _last: &dyn Engine) -> Result<(), StoreError> {
        Ok(())
    }

    fn complete(&mut self, _last: &dyn Engine) -> Result<(), StoreError> {
        self.is_complete = true;
        Ok(())
    }
}

impl Sink for MemorySink {
    fn admit(&mut self, id: &SearchId<'_>) -> Result<(), SearchError> {
        let (expected, len) = (id.in_words(), self.marks.len());
        if len != id.graph().len() {
            return Err(SearchError::OtherSearch {
                expected,
                found: format!("a search of {len} numbers in memory"),
            });
        }
        self.sizes.admit(id)
    }

    fn marks(&self) -> Option<&Marks> {
        Some(&self.marks)
    }

    fn counts(&self) -> &[u64] {
        self.sizes.counts()
    }

    fn is_blank(&self) -> bool {
        self.sizes.is_blank()
    }

    fn is_complete(&self) -> bool {
        self.sizes.is_complete()
    }

    fn resume(&self, put: &mut dyn FnMut(usize, u64)) -> Result<Option<(u64, u64)>, StoreError> {
        self.sizes.resume(put)
    }

    fn note(&mut self, generation: u64, count: u64) -> Result<(), StoreError> {
        self.sizes.note(generation, count)
    }

    fn keep(&mut self, last: &dyn Engine) -> Result<(), StoreError> {
        self.sizes.keep(last)
    }

    fn complete(&mut self, last: &dyn Engine) -> Result<(), StoreError> {
        let found = &mut self.last;
        last.members().for_each(&mut |index| found.push(index));
        self.sizes.complete(last)
    }
}

impl Sink for Store {
    fn admit(&mut self, id: &SearchId<'_>) -> Result<(), SearchError> {
        let header = id.header(&self.header().direction)?;
        self.answers(&header)?;
        if header.direction == SearchOrigin::Start.name() {
            return Ok(());
        }
        let marks = Store::marks(self);
        // Damaged marks do not make it another search: the store reports the damage itself.
        id.begins(self.generations(), |source| {
            Ok(marks.get(source) == Marks::mark_of(0) || marks.are_damaged())
        })
    }

    fn marks(&self) -> Option<&Marks> {
        Some(Store::marks(self))
    }

    fn counts(&self) -> &[u64] {
        self.generations()
    }

    fn is_blank(&self) -> bool {
        Store::is_blank(self)
    }

    fn is_complete(&self) -> bool {
        Store::is_complete(self)
    }

    fn doubtful(&self) -> Option<PathBuf> {
        self.is_doubtful().then(|| self.marks_path())
    }

    fn begin(&mut self) -> Result<(), StoreError> {
        Store::begin(self)
    }

    fn rest(&mut self) -> Result<(), StoreError> {
        Store::rest(self)
    }

    fn resume(&self, put: &mut dyn FnMut(usize, u64)) -> Result<Option<(u64, u64)>, StoreError> {
        self.read_last(put)
    }

    fn scratch(&self, len: u64) -> Result<OwnedWords, StoreError> {
        Store::scratch(self, len)
    }

    fn note(&mut self, generation: u64, count: u64) -> Result<(), StoreError> {
        self.append(generation, count)
    }

    fn keep(&mut self, last: &dyn Engine) -> Result<(), StoreError> {
        self.sync(self.generations().len() as u64 - 1, last.generation())
    }

    fn complete(&mut self, last: &dyn Engine) -> Result<(), StoreError> {
        self.finish(self.generations().len() as u64 - 1, last.generation())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_noted_twice_is_counted_once() {
        let mut counts = CountSink::default();
        for (generation, count) in [(0, 1), (1, 4), (0, 1), (1, 4), (2, 9)] {
            counts.note(generation, count).unwrap();
        }
        assert_eq!(counts.counts(), [1, 4, 9]);
    }
}
