//! `SlotBuffer`: words on their way between a slot and the engine, in memory that the disk can
//! read and write directly.

use super::chunk_head::HEAD_BYTES;
use crate::disk::mapped_words::{OwnedWords, bytes_of, bytes_of_mut};
use crate::error::StoreError;
use std::ops::Range;

/// Bytes of a page: slots, memory and direct transfers begin and end at multiples of it.
pub(super) const PAGE: u64 = 4096;

/// Words of a page.
const PAGE_WORDS: usize = PAGE as usize / size_of::<u64>();

/// Words of the head of a chunk.
const HEAD_WORDS: usize = HEAD_BYTES / size_of::<u64>();

/// Words of a chunk, or some of them.
///
/// The memory begins at a page and has room for the rest of the pages that the words share with
/// others. So a transfer needs no copy, although the words of a slot stand behind a head. It
/// grows when needed, and is never given back before the buffer is dropped.
#[derive(Debug, Default)]
pub struct SlotBuffer {
    memory: OwnedWords,
    /// The words in use.
    held: Range<usize>,
}

impl SlotBuffer {
    /// The words that were read or set last.
    pub fn words(&self) -> &[u64] {
        &self.memory.as_slice()[self.held.clone()]
    }

    /// The words that were read or set last, to be changed.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.memory.as_mut_slice().0[self.held.clone()]
    }

    /// Holds `count` zero words, which stand where the words of a chunk begin.
    ///
    /// # Errors
    ///
    /// [`StoreError::Memory`].
    pub fn clear(&mut self, count: usize) -> Result<&mut [u64], StoreError> {
        self.hold(HEAD_WORDS, count)?;
        let words = self.words_mut();
        words.fill(0);
        Ok(words)
    }

    /// Holds `count` words behind `before` others; their values are not defined.
    fn hold(&mut self, before: usize, count: usize) -> Result<(), StoreError> {
        let needed = (before + count).next_multiple_of(PAGE_WORDS);
        if self.memory.as_slice().len() < needed {
            self.memory = OwnedWords::mapped(needed as u64).map_err(|source| {
                let bytes = (needed * size_of::<u64>()) as u64;
                StoreError::Memory { bytes, source }
            })?;
        }
        self.held = before..before + count;
        Ok(())
    }

    /// Holds `count` words that begin at byte `at` of a file, which is a multiple of 8. Returns
    /// the bytes of the pages that have them, and the offset in the file of the first page.
    pub(super) fn pages_to_read(
        &mut self,
        at: u64,
        count: usize,
    ) -> Result<(u64, &mut [u8]), StoreError> {
        self.hold((at % PAGE) as usize / size_of::<u64>(), count)?;
        let pages = 0..self.held.end.next_multiple_of(PAGE_WORDS);
        let bytes = bytes_of_mut(&mut self.memory.as_mut_slice().0[pages]);
        Ok((at / PAGE * PAGE, bytes))
    }

    /// The bytes of the first `count` words of a chunk behind its head, in whole pages; the words
    /// must stand where a chunk begins, as [`SlotBuffer::clear`] and the reading of a whole chunk
    /// leave them.
    pub(super) fn slot_to_write(&mut self, head: [u8; HEAD_BYTES], count: usize) -> &[u8] {
        assert_eq!(self.held.start, HEAD_WORDS, "the words begin behind a head");
        let pages = 0..(HEAD_WORDS + count).next_multiple_of(PAGE_WORDS);
        let slot = &mut self.memory.as_mut_slice().0[pages];
        bytes_of_mut(&mut slot[..HEAD_WORDS]).copy_from_slice(&head);
        slot[HEAD_WORDS + count..].fill(0);
        bytes_of(slot)
    }
}
