//! `Ring`: the slots of one side, in which each generation of the side replaces the one before it.
//!
//! There is a slot for each chunk, and there are some spare slots. A generation is written from its
//! first chunk to its last, a number of slots behind the chunks that it replaces (see
//! [`BitLayout::place`]). So the old words of a chunk stay until its new words are on the disk, and
//! no byte is written twice.

use std::fs::File;
use std::path::PathBuf;

use super::bit_layout::BitLayout;
use super::chunk_head::{ChunkHead, HEAD_BYTES};
use super::slot_buffer::{PAGE, SlotBuffer};
use crate::disk::mapped_words::bytes_of;
use crate::disk::system::{read_at, write_at};
use crate::error::{StoreError, check_checksum, damaged, io_error};

/// A file of slots.
#[derive(Debug)]
pub(super) struct SlotFile {
    pub file: File,
    pub path: PathBuf,
}

/// The slots of one side.
#[derive(Debug)]
pub(super) struct Ring {
    pub on_disk: SlotFile,
    /// The slots in memory, if there are any.
    pub in_memory: Option<SlotFile>,
    pub side: usize,
    pub layout: BitLayout,
    /// The checksum to which the heads of this side are chained.
    pub seed: u32,
}

impl Ring {
    /// The file with the slot of a chunk of a generation, and the offset of the slot in it.
    fn slot(&self, chunk: u64, generation: u64) -> (&SlotFile, u64) {
        let place = self.layout.place(self.side, chunk, generation);
        let file = match &self.in_memory {
            Some(file) if place.is_in_memory => file,
            _ => &self.on_disk,
        };
        (file, place.offset)
    }

    /// Reads the head in the slot of a chunk of a generation; `None` if the slot holds another
    /// chunk.
    pub(super) fn head(
        &self,
        chunk: u64,
        generation: u64,
        buffer: &mut SlotBuffer,
    ) -> Result<Option<ChunkHead>, StoreError> {
        let (file, offset) = self.slot(chunk, generation);
        let (at, page) = buffer.pages_to_read(offset, HEAD_BYTES / size_of::<u64>())?;
        read_at(&file.file, page, at).map_err(io_error("reading", &file.path))?;
        let head = page.first_chunk().expect("a page is longer than a head");
        let head = ChunkHead::decode(head, self.seed);
        Ok(head.filter(|head| (head.chunk, head.generation) == (chunk, generation)))
    }

    /// Reads all words of a chunk and compares them with its checksum. Errors: [`StoreError::Io`],
    /// [`StoreError::Checksum`].
    pub(super) fn read_whole(
        &self,
        head: &ChunkHead,
        buffer: &mut SlotBuffer,
    ) -> Result<(), StoreError> {
        let range = self.layout.range(self.side, head.chunk);
        self.read_part(head, 0, (range.end - range.start) as usize, buffer)?;
        if head.count == 0 {
            return Ok(());
        }
        let (file, offset) = self.slot(head.chunk, head.generation);
        let checksum = crc32fast::hash(bytes_of(buffer.words()));
        check_checksum(
            &file.path,
            offset + HEAD_BYTES as u64,
            checksum,
            head.checksum,
        )
    }

    /// Reads `count` words of a chunk from word `first` on, without a check.
    pub(super) fn read_part(
        &self,
        head: &ChunkHead,
        first: u64,
        count: usize,
        buffer: &mut SlotBuffer,
    ) -> Result<(), StoreError> {
        if head.count == 0 {
            return buffer.clear(count).map(drop);
        }
        let (file, offset) = self.slot(head.chunk, head.generation);
        let (at, pages) = buffer.pages_to_read(offset + HEAD_BYTES as u64 + first * 8, count)?;
        read_at(&file.file, pages, at).map_err(io_error("reading", &file.path))
    }

    /// Writes the words in `buffer` as a chunk, with its head; returns the head. Words without a
    /// member are not written.
    pub(super) fn write(
        &self,
        chunk: u64,
        generation: u64,
        buffer: &mut SlotBuffer,
        count: u64,
    ) -> Result<ChunkHead, StoreError> {
        let words = if count > 0 { buffer.words().len() } else { 0 };
        let mut head = ChunkHead {
            generation,
            chunk,
            count,
            checksum: 0,
        };
        if count > 0 {
            head.checksum = crc32fast::hash(bytes_of(buffer.words()));
        } else {
            buffer.clear(0)?;
        }
        let (file, offset) = self.slot(chunk, generation);
        let bytes = buffer.slot_to_write(head.encode(self.seed), words);
        write_at(&file.file, bytes, offset).map_err(io_error("writing", &file.path))?;
        Ok(head)
    }

    /// Brings all chunks that were written to the disk.
    pub(super) fn sync(&self) -> Result<(), StoreError> {
        let synced = self.on_disk.file.sync_data();
        synced.map_err(io_error("syncing", &self.on_disk.path))
    }

    /// The error for a chunk of a generation that the slot of that chunk does not hold.
    pub(super) fn lost(&self, chunk: u64, generation: u64) -> StoreError {
        let (file, offset) = self.slot(chunk, generation);
        damaged(
            &file.path,
            offset,
            format!("chunk {chunk} of generation {generation}"),
            "other bytes",
        )
    }
}

/// Fails if slots do not begin at pages, as direct transfers need.
const _: () = assert!(BitLayout::SLOT_UNIT.is_multiple_of(PAGE));
