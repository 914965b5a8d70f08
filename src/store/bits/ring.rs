//! `Ring`: the file of one side, in which each generation of the side replaces the one before it.
//!
//! The file has a slot for each chunk and some spare slots. A generation is written from its first
//! chunk to its last, a number of slots behind the chunks that it replaces (see
//! [`BitLayout::slot_offset`]). So the old words of a chunk stay until its new words are on the
//! disk, and no byte is written twice.

use std::fs::File;
use std::path::PathBuf;

use super::bit_layout::BitLayout;
use super::chunk_head::{ChunkHead, HEAD_BYTES};
use crate::disk::mapped_words::{bytes_of, bytes_of_mut};
use crate::disk::system::{read_at, write_at};
use crate::error::{StoreError, check_checksum, damaged, io_error};

/// The file of one side.
#[derive(Debug)]
pub(super) struct Ring {
    pub file: File,
    pub path: PathBuf,
    pub side: usize,
    pub layout: BitLayout,
    /// The checksum to which the heads of this file are chained.
    pub seed: u32,
}

impl Ring {
    fn offset(&self, chunk: u64, generation: u64) -> u64 {
        self.layout.slot_offset(self.side, chunk, generation)
    }

    /// Reads the head in the slot of a chunk of a generation; `None` if the slot holds another
    /// chunk.
    pub(super) fn head(
        &self,
        chunk: u64,
        generation: u64,
    ) -> Result<Option<ChunkHead>, StoreError> {
        let mut bytes = [0; HEAD_BYTES];
        read_at(&self.file, &mut bytes, self.offset(chunk, generation))
            .map_err(io_error("reading", &self.path))?;
        let head = ChunkHead::decode(&bytes, self.seed);
        Ok(head.filter(|head| (head.chunk, head.generation) == (chunk, generation)))
    }

    /// Reads all words of a chunk and compares them with its checksum. Errors: [`StoreError::Io`],
    /// [`StoreError::Checksum`].
    pub(super) fn read_whole(&self, head: &ChunkHead, words: &mut [u64]) -> Result<(), StoreError> {
        self.read_part(head, 0, words)?;
        if head.count == 0 {
            return Ok(());
        }
        let offset = self.offset(head.chunk, head.generation) + HEAD_BYTES as u64;
        let checksum = crc32fast::hash(bytes_of(words));
        check_checksum(&self.path, offset, checksum, head.checksum)
    }

    /// Reads the words of a chunk from word `first` on, without a check.
    pub(super) fn read_part(
        &self,
        head: &ChunkHead,
        first: u64,
        words: &mut [u64],
    ) -> Result<(), StoreError> {
        if head.count == 0 {
            words.fill(0);
            return Ok(());
        }
        let offset = self.offset(head.chunk, head.generation) + HEAD_BYTES as u64 + first * 8;
        read_at(&self.file, bytes_of_mut(words), offset).map_err(io_error("reading", &self.path))
    }

    /// Writes a chunk with its head; returns the head.
    pub(super) fn write(
        &self,
        chunk: u64,
        generation: u64,
        words: &[u64],
        count: u64,
    ) -> Result<ChunkHead, StoreError> {
        let offset = self.offset(chunk, generation);
        let mut head = ChunkHead {
            generation,
            chunk,
            count,
            checksum: 0,
        };
        let failed = || io_error("writing", &self.path);
        if count > 0 {
            let bytes = bytes_of(words);
            head.checksum = crc32fast::hash(bytes);
            write_at(&self.file, bytes, offset + HEAD_BYTES as u64).map_err(failed())?;
        }
        write_at(&self.file, &head.encode(self.seed), offset).map_err(failed())?;
        Ok(head)
    }

    /// Brings all chunks that were written to the disk.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        let synced = self.file.sync_data();
        synced.map_err(io_error("syncing", &self.path))
    }

    /// The error for a chunk of a generation that the slot of that chunk does not hold.
    pub(super) fn lost(&self, chunk: u64, generation: u64) -> StoreError {
        damaged(
            &self.path,
            self.offset(chunk, generation),
            format!("chunk {chunk} of generation {generation}"),
            "other bytes",
        )
    }
}
