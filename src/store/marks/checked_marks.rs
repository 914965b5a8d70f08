//! `CheckedBlocks`: compares blocks of marks with their checksums when they are first read.
//!
//! The marks of a finished store may take many gigabytes, but an answer needs few of them, so a
//! block is checked only when it is first read. A block that does not match reads as unmarked and
//! raises the corruption flag. If the flag is not raised when an answer is complete, all marks that
//! were read were undamaged. A block that changes after its check is not noticed.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use crate::disk::mapped_words::MappedWords;
use crate::error::StoreError;
use crate::marks::checksums::{BLOCK_BYTES, BLOCK_WORDS, BlockChecksums, checksum_block};

/// State of a block that was not checked yet.
const UNKNOWN: u8 = 0;
/// State of a block that matches its checksum.
const WHOLE: u8 = 1;
/// State of a block that does not match its checksum.
const DAMAGED: u8 = 2;

/// A flag that is raised when a damaged block of a store's marks is read. The flag can be read even
/// after the store is closed.
#[derive(Debug)]
pub struct CorruptionFlag {
    path: PathBuf,
    /// The number of the first damaged block that was read, the checksum of its bytes, and its
    /// recorded checksum; empty while no damage was found.
    raised: OnceLock<(usize, u32, u32)>,
}

impl CorruptionFlag {
    /// The first damaged block found so far, as a [`StoreError::Checksum`] for the file of the
    /// marks; `None` if no damage was found. If there is damage, no answer from these marks can be
    /// trusted.
    pub fn raised(&self) -> Option<StoreError> {
        let &(block, expected, found) = self.raised.get()?;
        Some(StoreError::Checksum {
            path: self.path.clone(),
            offset: block as u64 * BLOCK_BYTES,
            expected,
            found,
        })
    }
}

/// The checksums of a store's marks, and the state of each block.
#[derive(Debug)]
pub(crate) struct CheckedBlocks {
    sums: BlockChecksums,
    states: Vec<AtomicU8>,
    alarm: Arc<CorruptionFlag>,
}

impl CheckedBlocks {
    /// Creates the checks of all blocks; no block is checked yet. `sums` are the checksums of the
    /// marks, and `path` is the file of the marks.
    pub(crate) fn new(sums: BlockChecksums, path: &Path) -> CheckedBlocks {
        CheckedBlocks {
            states: sums.blocks.iter().map(|_| AtomicU8::new(UNKNOWN)).collect(),
            sums,
            alarm: Arc::new(CorruptionFlag {
                path: path.to_path_buf(),
                raised: OnceLock::new(),
            }),
        }
    }

    /// The flag that is raised when a damaged block is read.
    pub(crate) fn alarm(&self) -> &Arc<CorruptionFlag> {
        &self.alarm
    }

    /// Whether the block that contains word `index` matches its checksum. Only the first call for a
    /// block reads the whole block.
    #[inline]
    pub(crate) fn is_whole(&self, words: &MappedWords, index: usize) -> bool {
        let block = index / BLOCK_WORDS;
        match self.states[block].load(Ordering::Acquire) {
            WHOLE => true,
            state => self.check(words, block, state),
        }
    }

    /// Checks a block that is not known to be whole, and records and returns the result.
    #[cold]
    fn check(&self, words: &MappedWords, block: usize, state: u8) -> bool {
        if state == DAMAGED {
            return false;
        }
        let (expected, found) = (checksum_block(words, block), self.sums.blocks[block]);
        let is_whole = expected == found;
        if !is_whole {
            // Only the first damaged block is reported; another thread may have been faster.
            let _ = self.alarm.raised.set((block, expected, found));
        }
        let state = if is_whole { WHOLE } else { DAMAGED };
        // The flag is raised before the state is stored, so a thread that reads DAMAGED sees the
        // raised flag too.
        self.states[block].store(state, Ordering::Release);
        is_whole
    }
}
