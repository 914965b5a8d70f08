//! What keeps the marks and counts of a run: a store, or memory alone.

use super::{Engine, Question};
use slidewise_puzzle::Sources;
use slidewise_store::{Marks, OwnWords, Store, StoreError};
use std::path::PathBuf;
use std::time::Duration;

/// How long finished generations may wait to be kept. Each keeping waits for the disk, and small puzzles have hundreds
/// of generations a second.
pub(super) const KEEP_EVERY: Duration = Duration::from_millis(500);

/// Keeps a run.
///
/// Promises that what [`Keeper::keep`] was given is there for the next run, with all marks set before.
pub trait Keeper {
    /// Hears which search is to be kept, before anything else, and refuses another one than that which it keeps.
    ///
    /// # Errors
    /// If it keeps another one.
    fn admit(&mut self, question: &Question<'_>) -> Result<(), StoreError>;

    /// The marks; `None` where only counts are kept.
    fn marks(&self) -> Option<&Marks>;

    /// The sizes of the finished generations.
    fn counts(&self) -> &[u64];

    /// Whether nothing was ever explored into it: then no configuration has a mark.
    fn is_blank(&self) -> bool;

    /// Whether the last of them is the last there is.
    fn is_complete(&self) -> bool;

    /// The file of the marks, where nothing vouches for them: they are from a run that did not live to its end. `None`
    /// where they were held against their checksums, or are in memory.
    fn doubtful(&self) -> Option<PathBuf> {
        None
    }

    /// Says that marks are about to be set.
    ///
    /// # Errors
    /// If that cannot be kept, and if there are fewer marks than there must be.
    fn begin(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Says that no more marks will be set for now, though the run is not complete.
    ///
    /// # Errors
    /// If that cannot be kept.
    fn rest(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// A finished generation from which to go on, by number and count: the last one, or an earlier one where the
    /// run was killed; `None` where one must begin at the sources. `put` is given its members, as bits of a word
    /// and that word's index.
    fn resume(&self, put: &mut dyn FnMut(usize, u64)) -> Result<Option<(u64, u64)>, StoreError>;

    /// Words for an engine, all zero, where what is kept is kept.
    fn scratch(&self, len: u64) -> Result<OwnWords, StoreError> {
        OwnWords::zeroed(len).map_err(|source| StoreError::Memory {
            bytes: len.saturating_mul(8),
            source,
        })
    }

    /// Notes that a generation is finished: the next one, or again one that is known, whose count must agree.
    fn note(&mut self, generation: u64, count: u64) -> Result<(), StoreError>;

    /// Makes what was noted last; `last` holds the last finished generation.
    fn keep(&mut self, last: &dyn Engine) -> Result<(), StoreError>;

    /// Notes that no generation follows, and makes it last.
    fn complete(&mut self, last: &dyn Engine) -> Result<(), StoreError>;
}

/// Keeps a run in memory, for as long as the value lives.
///
/// It keeps no generation but the last of all: a run that goes on with it begins at the sources again, over marks that
/// are right.
#[derive(Debug)]
pub struct Memory {
    marks: Marks,
    sizes: Counts,
    last: Vec<u64>,
}

impl Memory {
    /// Memory for `len` configurations: two bits each.
    ///
    /// # Errors
    /// If the system has no room for them.
    pub fn new(len: u64) -> Result<Memory, StoreError> {
        Ok(Memory {
            marks: Marks::in_memory(len)?,
            sizes: Counts::default(),
            last: Vec::new(),
        })
    }

    /// The marks.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The configurations of the last generation, ascending; none before all is found.
    pub fn last(&self) -> &[u64] {
        &self.last
    }
}

/// Keeps nothing but the sizes of the generations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    counts: Vec<u64>,
    is_complete: bool,
    /// The search that was admitted first, in words.
    question: Option<String>,
}

impl Keeper for Counts {
    fn admit(&mut self, question: &Question<'_>) -> Result<(), StoreError> {
        let expected = question.in_words();
        match &self.question {
            Some(found) if *found != expected => Err(StoreError::OtherSearch {
                expected,
                found: found.clone(),
            }),
            _ => {
                self.question = Some(expected);
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
        // A run that goes on begins at the sources again, and notes what is known once more.
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

impl Keeper for Memory {
    fn admit(&mut self, question: &Question<'_>) -> Result<(), StoreError> {
        let (expected, len) = (question.in_words(), self.marks.len());
        if len != question.graph().len() {
            return Err(StoreError::OtherSearch {
                expected,
                found: format!("memory for {len} numbers"),
            });
        }
        self.sizes.admit(question)
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

impl Keeper for Store {
    fn admit(&mut self, question: &Question<'_>) -> Result<(), StoreError> {
        let header = question.header(&self.header().direction)?;
        self.answers(&header)?;
        if header.direction == Sources::Start.name() {
            return Ok(());
        }
        let marks = Store::marks(self);
        // Damaged marks raise the alarm.
        question.begins(self.generations(), |source| {
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

    fn scratch(&self, len: u64) -> Result<OwnWords, StoreError> {
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
        let mut counts = Counts::default();
        for (generation, count) in [(0, 1), (1, 4), (0, 1), (1, 4), (2, 9)] {
            counts.note(generation, count).unwrap();
        }
        assert_eq!(counts.counts(), [1, 4, 9]);
    }
}
