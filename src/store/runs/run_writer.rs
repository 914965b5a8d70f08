//! `RunWriter`: writes a run file.
//!
//! The caller creates, names and syncs the file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::ascending::Ascending;
use super::run_format::{
    BLOCK, BLOCK_FRONT, END, FRONT, RunOwner, RunSize, SORTED_MAGIC, SUM, encode_gap,
};
use crate::disk::disk_budget::DiskBudget;
use crate::error::{StoreError, io_error};

/// Number of bytes that are passed to the operating system at a time.
const WRITE_BUFFER: usize = 4 * BLOCK;

/// Number of members that [`copy`] writes between two checks of the stop flag.
const STOP_CHECK: u64 = 1 << 16;

/// Writes a run file. Takes about 40 KB of memory.
#[derive(Debug)]
pub(super) struct RunWriter {
    output: BufWriter<File>,
    path: PathBuf,
    owner: RunOwner,
    /// The bytes of the block that is being filled; empty before its first member.
    block: Vec<u8>,
    /// Number of members of the current block.
    members: u32,
    /// The member that was written last.
    last: u64,
    /// Number of all members written so far.
    count: u64,
    /// Offset of the current block in the file.
    offset: u64,
    budget: Arc<DiskBudget>,
}

impl RunWriter {
    /// Starts to write the new file `file`, which was created at `path`. Its bytes are taken from
    /// `budget`; code that removes the file gives them back. Errors: [`StoreError::Io`],
    /// [`StoreError::Budget`].
    pub(super) fn new(
        file: File,
        path: PathBuf,
        owner: RunOwner,
        budget: Arc<DiskBudget>,
    ) -> Result<RunWriter, StoreError> {
        take_bytes(&budget, &path, FRONT + END)?;
        let mut output = BufWriter::with_capacity(WRITE_BUFFER, file);
        output
            .write_all(SORTED_MAGIC)
            .and_then(|()| output.write_all(&owner.number.to_le_bytes()))
            .map_err(io_error("writing", &path))?;
        Ok(RunWriter {
            output,
            path,
            owner,
            block: Vec::with_capacity(BLOCK),
            members: 0,
            last: 0,
            count: 0,
            offset: FRONT,
            budget,
        })
    }

    /// Writes the next member, which must be greater than the previous one. Errors:
    /// [`StoreError::Io`], [`StoreError::Budget`].
    #[inline]
    pub(super) fn push(&mut self, member: u64) -> Result<(), StoreError> {
        if self.members > 0 {
            debug_assert!(member > self.last, "members ascend");
            let (gap, length) = encode_gap(member.wrapping_sub(self.last).wrapping_sub(1));
            if self.block.len() + length + SUM <= BLOCK {
                self.block.extend_from_slice(&gap[..length]);
                self.members += 1;
                self.count += 1;
                self.last = member;
                return Ok(());
            }
            self.block.resize(BLOCK - SUM, 0);
            self.write_block()?;
        }
        self.block.extend_from_slice(&member.to_le_bytes());
        self.block.extend_from_slice(&[0; BLOCK_FRONT - 8]);
        self.members = 1;
        self.count += 1;
        self.last = member;
        Ok(())
    }

    /// Completes the current block and writes it to the file.
    fn write_block(&mut self) -> Result<(), StoreError> {
        self.block[8..BLOCK_FRONT].copy_from_slice(&self.members.to_le_bytes());
        let sum = self.owner.checksum(self.offset, &self.block);
        self.block.extend_from_slice(&sum.to_le_bytes());
        take_bytes(&self.budget, &self.path, self.block.len() as u64)?;
        self.output
            .write_all(&self.block)
            .map_err(io_error("writing", &self.path))?;
        self.offset += self.block.len() as u64;
        self.block.clear();
        self.members = 0;
        Ok(())
    }

    /// Writes the last block and the bytes behind it, and returns the size of the file. The caller
    /// syncs the file.
    pub(super) fn finish(mut self) -> Result<RunSize, StoreError> {
        if self.members > 0 {
            self.write_block()?;
        }
        let count = self.count.to_le_bytes();
        let sum = self.owner.checksum(self.offset, &count);
        self.output
            .write_all(&count)
            .and_then(|()| self.output.write_all(&sum.to_le_bytes()))
            .and_then(|()| self.output.flush())
            .map_err(io_error("writing", &self.path))?;
        Ok(RunSize {
            count: self.count,
            bytes: self.offset + END,
        })
    }
}

/// Takes `bytes` bytes for the file at `path` from `budget`.
fn take_bytes(budget: &DiskBudget, path: &Path, bytes: u64) -> Result<(), StoreError> {
    if budget.take(bytes) {
        return Ok(());
    }
    Err(StoreError::Budget {
        path: path.to_path_buf(),
        limit: budget.limit(),
    })
}

/// Writes all numbers of the source `numbers` to a run file. Returns `false` if `stop` was set
/// before the end.
pub(super) fn copy(
    numbers: &mut dyn Ascending,
    writer: &mut RunWriter,
    stop: &AtomicBool,
) -> Result<bool, StoreError> {
    let mut copied = 0u64;
    while let Some(number) = numbers.next_number()? {
        writer.push(number)?;
        copied += 1;
        if copied.is_multiple_of(STOP_CHECK) && stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
    }
    Ok(true)
}
