//! `Guard`: no mark of a damaged block is ever read as if it were right.
//!
//! A finished store's marks may take many gigabytes, and an answer asks for few of them: each block is
//! summed up when it is first asked for, and never again. A block that does not match has no marks any more
//! (all of them read as unseen), and raises the alarm. Promises that a reader without an alarm at the end has
//! read nothing but what the run left. Does not see what happens to a block after it was looked at.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use crate::store::disk::mapped_words::Words;
use crate::store::error::StoreError;
use crate::store::marks::checksums::{BLOCK_BYTES, BLOCK_WORDS, Sums, sum_of_block};

/// Not looked at yet.
const UNKNOWN: u8 = 0;
/// As it was left.
const WHOLE: u8 = 1;
/// Not as it was left.
const DAMAGED: u8 = 2;

/// Tells whether damage has been met in the marks of a store, also after the store was closed.
#[derive(Debug)]
pub struct Alarm {
    path: PathBuf,
    /// The block that was met first, its checksum by its bytes and by its record.
    raised: OnceLock<(usize, u32, u32)>,
}

impl Alarm {
    /// What is damaged, if anything is of all that was read so far: [`StoreError::Checksum`] for the file
    /// of the marks. Then no answer that was found from them means anything.
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

/// The checksums of a store's marks, and which blocks have been held against them.
#[derive(Debug)]
pub(crate) struct Guard {
    sums: Sums,
    states: Vec<AtomicU8>,
    alarm: Arc<Alarm>,
}

impl Guard {
    /// For the marks in the file at `path`, whose checksums these are.
    pub fn new(sums: Sums, path: &Path) -> Guard {
        Guard {
            states: sums.blocks.iter().map(|_| AtomicU8::new(UNKNOWN)).collect(),
            sums,
            alarm: Arc::new(Alarm {
                path: path.to_path_buf(),
                raised: OnceLock::new(),
            }),
        }
    }

    /// The alarm.
    pub fn alarm(&self) -> &Arc<Alarm> {
        &self.alarm
    }

    /// Whether word `index` lies in a block that is whole. Costs a read of the block the first time.
    #[inline]
    pub fn is_whole(&self, words: &Words, index: usize) -> bool {
        let block = index / BLOCK_WORDS;
        match self.states[block].load(Ordering::Acquire) {
            WHOLE => true,
            state => self.look(words, block, state),
        }
    }

    /// Looks at a block that is not known to be whole.
    #[cold]
    fn look(&self, words: &Words, block: usize, state: u8) -> bool {
        if state == DAMAGED {
            return false;
        }
        let (expected, found) = (sum_of_block(words, block), self.sums.blocks[block]);
        let is_whole = expected == found;
        if !is_whole {
            // Only the first is told; that another thread was faster is no loss.
            let _ = self.alarm.raised.set((block, expected, found));
        }
        let state = if is_whole { WHOLE } else { DAMAGED };
        // Who sees that a block is damaged sees also what was raised.
        self.states[block].store(state, Ordering::Release);
        is_whole
    }
}
