//! `BitStore`: a store that counts generations, with one bit for each configuration in files.
//!
//! It is for graphs with two sides whose edges all lead from one side to the other: the generations
//! with even numbers lie in side 0, the others in side 1. One side holds the current generation,
//! the other the generation before it, which the next generation replaces. The store knows neither
//! the puzzle nor the method of the search.
//!
//! A part of the slots may lie in memory: in files of a file system there, so that they outlive the
//! process. After a restart of the machine they are gone, and with them the search; the sizes of
//! its generations are in the log, but no pass can go on ([`StoreError::MemoryLost`]).
//!
//! # Order of writing
//!
//! The words of a side are divided into chunks, each with a head that gives its generation, number,
//! count and checksum. A pass writes the chunks of the next generation in order, into slots whose
//! old content is no longer needed ([`BitLayout`], `bit_pass`). When all of them are on the disk,
//! the generation's record is appended to the log and brought to the disk. Only then does the next
//! pass begin. Therefore, whenever the process or the machine stops:
//!
//! - The side of the last generation in the log holds all its chunks.
//! - Of the other side, each chunk holds the generation before, or the next generation whole, with
//!   the count of its members. A pass that was cut off goes on with the chunks that it lacks, so a
//!   chunk is neither lost nor counted twice.
//!
//! All words are compared with their checksums when a search resumes, and again when the next
//! generation replaces them. The words that the last pass has read are compared at the end of the
//! search. So no search ends with counts that a damaged word could have changed.
//!
//! A finished search needs no words: their files are removed when the end is in the log.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bit_layout::BitLayout;
use super::chunk_head::ChunkHead;
use super::goal_tally::GoalTally;
use super::ring::{Ring, SlotFile};
use super::slot_buffer::SlotBuffer;
use crate::disk::disk_space::{fill_holes, free_space, reserve};
use crate::disk::folder::StoreFolder;
use crate::disk::system::pass_cache_by;
use crate::error::{StoreError, check_length, io_error, read_size};
use crate::journal::checksum::chained;
use crate::journal::files::{
    BITS, RING, create_bits_in_memory, open_bits_in_memory, remove_bits_in_memory,
};
use crate::journal::folder_name::folder_name;
use crate::journal::handle::{Access, Journal, Opening};
use crate::journal::record::{Header, StoreKind};

/// An open store of bits.
///
/// Dropping it releases the lock and writes nothing.
#[derive(Debug)]
pub struct BitStore {
    layout: BitLayout,
    /// The files of both sides; none if the search is complete or the store is open for reading.
    rings: Option<[Ring; 2]>,
    /// The heads of all chunks of both sides, without those of a pass that is not at its end.
    pub(super) heads: [Vec<ChunkHead>; 2],
    /// The chunks of the next generation that a pass has made already.
    pub(super) made: Vec<Option<ChunkHead>>,
    /// Number of bytes of words that passes have read and written.
    pub(super) traffic: [AtomicU64; 2],
    pub(super) journal: Journal,
}

impl BitStore {
    /// Opens the store of the search in `header`, below `root`. For writing, a missing store is
    /// created, divided as `layout` says, with disk space for all words; an existing store keeps
    /// its own division.
    ///
    /// # Errors
    ///
    /// As [`Store::open`](crate::Store::open).
    pub fn open(
        root: &Path,
        header: &Header,
        layout: &BitLayout,
        access: Access,
    ) -> Result<BitStore, StoreError> {
        let opening = Opening::begin(
            root,
            header,
            StoreKind::Counts,
            access,
            |folder, _, seed| create_own_files(folder, layout, seed),
        )?;
        let (folder, seed) = (&opening.folder, opening.header_file.seed);
        let log = opening.header_file.read_log(folder, 0);
        let own = folder
            .read(RING)
            .and_then(|file| BitLayout::read(file, &folder.path_of(RING), seed));
        opening.header_file.check_in_place(folder)?;
        let (log, own) = (log?, own?);
        if own.words != layout.words {
            let words = |layout: &BitLayout| {
                let [even, odd] = layout.words;
                format!("{even} and {odd} words")
            };
            return Err(StoreError::Numbering {
                folder: folder.path().to_path_buf(),
                expected: words(layout),
                found: words(&own),
            });
        }
        let is_writing = opening.is_writing();
        let rings = if is_writing && !log.complete {
            let in_memory = match own.memory_bytes() {
                0 => None,
                _ => Some(open_bits_in_memory(folder)?.folder),
            };
            let ring = |side| open_ring(folder, in_memory.as_ref(), own, side, seed);
            Some([ring(0)?, ring(1)?])
        } else {
            None
        };
        let journal = opening.into_journal(log)?;
        let mut store = BitStore {
            layout: own,
            rings,
            heads: [Vec::new(), Vec::new()],
            made: Vec::new(),
            traffic: Default::default(),
            journal,
        };
        if is_writing && store.is_complete() {
            store.remove_words()?;
        }
        Ok(store)
    }

    /// Opens a store for reading if its search is complete; `None` if it is not, or is missing.
    ///
    /// # Errors
    ///
    /// As [`BitStore::open`].
    pub fn finished(root: &Path, header: &Header) -> Result<Option<BitStore>, StoreError> {
        let access = Access::Read;
        let opened = Opening::begin(root, header, StoreKind::Counts, access, |_, _, _| Ok(()));
        let opening = match opened {
            Err(StoreError::Missing { .. }) => return Ok(None),
            opened => opened?,
        };
        let log = opening.header_file.read_log(&opening.folder, 0);
        opening.header_file.check_in_place(&opening.folder)?;
        let journal = opening.into_journal(log?)?;
        Ok(journal.is_complete.then(|| BitStore {
            layout: BitLayout::new([0, 0], 1, 1),
            rings: None,
            heads: [Vec::new(), Vec::new()],
            made: Vec::new(),
            traffic: Default::default(),
            journal,
        }))
    }

    /// Reads the number of free bytes on the disk that would hold a new store; `None` if the store
    /// exists already, or the number is unknown.
    pub fn free_for(root: &Path, header: &Header) -> Option<u64> {
        let is_there = root.join(BitStore::folder_name(header)).is_dir();
        (!is_there).then(|| free_space(root).ok()).flatten()
    }

    /// Forms the name of the folder of a store of bits with this header, below the root.
    pub fn folder_name(header: &Header) -> String {
        folder_name(header, StoreKind::Counts)
    }

    /// The store's folder.
    pub fn folder(&self) -> &Path {
        self.journal.folder.path()
    }

    /// The header as it is on the disk.
    pub fn header(&self) -> &Header {
        self.journal.header()
    }

    /// Fails if the store belongs to another search than `wanted`. Puzzle names are not compared.
    ///
    /// # Errors
    ///
    /// [`StoreError::Foreign`], [`StoreError::Numbering`].
    pub fn answers(&self, wanted: &Header) -> Result<(), StoreError> {
        self.journal.answers(wanted)
    }

    /// How the words of this store are divided.
    pub fn layout(&self) -> &BitLayout {
        &self.layout
    }

    /// Number of configurations of each finished generation, indexed by generation.
    pub fn generations(&self) -> &[u64] {
        &self.journal.counts
    }

    /// Whether the search is complete: every reachable configuration is in a generation.
    pub fn is_complete(&self) -> bool {
        self.journal.is_complete
    }

    /// Adds up the current sizes of the store's files, in bytes.
    pub fn bytes(&self) -> u64 {
        self.journal.measure()
    }

    /// The folder in memory that holds a part of the words; `None` if all are on the disk.
    pub fn memory_folder(&self) -> Option<&Path> {
        let file = self.rings.as_ref()?[0].in_memory.as_ref()?;
        file.path.parent()
    }

    /// Number of bytes of words that passes have read and written since the store was opened.
    pub fn traffic(&self) -> [u64; 2] {
        self.traffic
            .each_ref()
            .map(|bytes| bytes.load(Ordering::Relaxed))
    }

    /// Finds out where the search stands, and compares all words with their checksums.
    ///
    /// `visit` receives each chunk that holds members of the last generation, or of a part of the
    /// next one: its side, the index of its first word in that side, and its words.
    ///
    /// # Errors
    ///
    /// [`StoreError::ReadOnly`], [`StoreError::Failed`], [`StoreError::Finished`];
    /// [`StoreError::Io`]; [`StoreError::Checksum`] and [`StoreError::Damaged`] for damaged words.
    pub fn load(&mut self, visit: &mut dyn FnMut(usize, u64, &[u64])) -> Result<(), StoreError> {
        self.journal.check_unfinished()?;
        let next = self.journal.next();
        let other = (next % 2) as usize;
        // What a killed run has left in the system's memory is brought to the disk, since the pass
        // relies on it.
        self.ring(0).sync()?;
        self.ring(1).sync()?;
        let mut buffer = SlotBuffer::default();
        let (mut made, mut old) = (Vec::new(), Vec::new());
        for chunk in 0..self.layout.chunks(other) {
            let range = self.layout.range(other, chunk);
            let new = self.read_chunk(other, chunk, next, &mut buffer);
            let is_made = match new {
                Ok(new) => new,
                // A power loss can leave a chunk whose head is on the disk and whose words are not.
                // Then the chunk is made again from its old words, which are still there.
                Err(StoreError::Checksum { .. }) => None,
                Err(error) => return Err(error),
            };
            made.push(is_made);
            if is_made.is_some() {
                visit(other, range.start, buffer.words());
                old.push(ChunkHead::default());
                continue;
            }
            old.push(match next.checked_sub(2) {
                None => ChunkHead::default(),
                Some(before) => self
                    .read_chunk(other, chunk, before, &mut buffer)?
                    .ok_or_else(|| self.ring(other).lost(chunk, before))?,
            });
        }
        let mut current = Vec::new();
        for chunk in 0..self.layout.chunks(1 - other) {
            let range = self.layout.range(1 - other, chunk);
            let Some(last) = next.checked_sub(1) else {
                current.push(ChunkHead::default());
                continue;
            };
            let head = self.read_chunk(1 - other, chunk, last, &mut buffer)?;
            current.push(head.ok_or_else(|| self.ring(1 - other).lost(chunk, last))?);
            visit(1 - other, range.start, buffer.words());
        }
        self.heads[other] = old;
        self.heads[1 - other] = current;
        self.made = made;
        Ok(())
    }

    /// Reads and checks a chunk of a generation; `None` if its slot holds another chunk.
    fn read_chunk(
        &self,
        side: usize,
        chunk: u64,
        generation: u64,
        buffer: &mut SlotBuffer,
    ) -> Result<Option<ChunkHead>, StoreError> {
        let ring = self.ring(side);
        let head = ring.head(chunk, generation, buffer)?;
        if let Some(head) = &head {
            ring.read_whole(head, buffer)?;
        }
        Ok(head)
    }

    /// Ends a pass: appends the generation to the log if all its chunks are made.
    pub(super) fn end_pass(
        &mut self,
        side: usize,
        new: Vec<Option<ChunkHead>>,
    ) -> Result<Option<u64>, StoreError> {
        let Some(heads) = new.iter().copied().collect::<Option<Vec<_>>>() else {
            self.made = new;
            return Ok(None);
        };
        let found = heads
            .iter()
            .map(|head| head.count)
            .fold(0, u64::saturating_add);
        if found > self.journal.left() {
            return Err(self.journal.impossible_count(found));
        }
        self.heads[side] = heads;
        if found > 0 {
            self.journal.counts.push(found);
        }
        Ok(Some(found))
    }

    /// Brings the records of all finished generations to the disk.
    ///
    /// # Errors
    ///
    /// [`StoreError::ReadOnly`], [`StoreError::Failed`], [`StoreError::Moved`], [`StoreError::Io`].
    pub fn sync(&mut self) -> Result<(), StoreError> {
        if self.journal.logged()? < self.journal.next() {
            let synced = self.journal.sync_log();
            self.journal.conclude(synced)?;
        }
        Ok(())
    }

    /// The number of goals in each generation, as far as the caller has counted the goals with this
    /// fingerprint.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], [`StoreError::Checksum`], [`StoreError::Damaged`].
    pub fn tally(&self, asked: [u8; 32]) -> Result<GoalTally, StoreError> {
        let journal = &self.journal;
        let seed = journal.header_file.seed;
        GoalTally::read(&journal.folder, seed, journal.next(), asked)
    }

    /// Records that the search is complete, after a check of the words that the last pass has read,
    /// and removes the words.
    ///
    /// # Errors
    ///
    /// [`StoreError::Checksum`] if the disk has changed a word; [`StoreError::ReadOnly`],
    /// [`StoreError::Failed`], [`StoreError::Io`].
    pub fn finish(&mut self) -> Result<(), StoreError> {
        let last = ((self.journal.next() + 1) % 2) as usize;
        let mut buffer = SlotBuffer::default();
        for head in &self.heads[last] {
            self.ring(last).read_whole(head, &mut buffer)?;
        }
        self.sync()?;
        let synced = self.journal.sync_end();
        self.journal.conclude(synced)?;
        self.remove_words()
    }

    fn remove_words(&mut self) -> Result<(), StoreError> {
        self.rings = None;
        let folder = &self.journal.folder;
        remove_bits_in_memory(folder)?;
        BITS.iter().try_for_each(|name| folder.remove(name))?;
        folder.sync()
    }

    /// Reads `words`, all of one chunk, of the last generation of a side or the one before it.
    /// Returns the number of words that were read, which is 0 if their chunk has no member.
    ///
    /// # Errors
    ///
    /// [`StoreError::Io`], [`StoreError::Memory`].
    pub fn read(
        &self,
        side: usize,
        words: Range<u64>,
        buffer: &mut SlotBuffer,
    ) -> Result<u64, StoreError> {
        let chunk = self.layout.chunk;
        let head = &self.heads[side][(words.start / chunk) as usize];
        let count = words.end - words.start;
        let first = words.start % chunk;
        self.ring(side)
            .read_part(head, first, count as usize, buffer)?;
        Ok(if head.count > 0 { count } else { 0 })
    }

    /// The file of a side. The store must be open for writing, and its search unfinished.
    pub(super) fn ring(&self, side: usize) -> &Ring {
        let rings = self.rings.as_ref();
        &rings.expect("an unfinished search that is open for writing has its words")[side]
    }
}

/// Creates the files that only a store of bits has, with room on the disk and in memory for all
/// words.
fn create_own_files(folder: &StoreFolder, layout: &BitLayout, seed: u32) -> Result<(), StoreError> {
    create_slots(folder, layout, false)?;
    if layout.memory_bytes() > 0 {
        create_slots(&create_bits_in_memory(folder)?.folder, layout, true)?;
    }
    folder.replace(RING, |file| layout.write(file, seed))
}

/// Creates the files of slots of both sides on the disk or in memory.
fn create_slots(
    folder: &StoreFolder,
    layout: &BitLayout,
    is_in_memory: bool,
) -> Result<(), StoreError> {
    for (side, name) in BITS.into_iter().enumerate() {
        let path = folder.path_of(name);
        let file = folder.create(name)?;
        reserve(&file, &path, layout.file_bytes(side, is_in_memory))?;
        file.sync_all().map_err(io_error("syncing", &path))?;
    }
    Ok(())
}

/// Opens the slots of a side, and reserves the disk space that they lack.
fn open_ring(
    folder: &StoreFolder,
    in_memory: Option<&StoreFolder>,
    layout: BitLayout,
    side: usize,
    seed: u32,
) -> Result<Ring, StoreError> {
    let open = |folder: &StoreFolder, is_in_memory| {
        let (file, path) = (folder.write(BITS[side])?, folder.path_of(BITS[side]));
        let bytes = layout.file_bytes(side, is_in_memory);
        check_length(&path, bytes, read_size(&file, &path)?)?;
        fill_holes(&file, &path, bytes)?;
        pass_cache_by(&file);
        Ok::<_, StoreError>(SlotFile { file, path })
    };
    Ok(Ring {
        on_disk: open(folder, false)?,
        in_memory: in_memory.map(|folder| open(folder, true)).transpose()?,
        side,
        layout,
        seed: chained(seed, &[side as u8]),
    })
}
