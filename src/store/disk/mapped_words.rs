//! `MappedWords`: zero-initialised 64-bit words in anonymous memory or in a mapped file, shared by
//! threads; and `OwnedWords`, which have one owner and are plain slices.
//!
//! Any number of threads may read and change the words at once. Changes of words in a mapped file
//! reach the disk at [`MappedWords::flush`] at the latest. If the process is killed, no change is
//! lost, because the kernel still writes it to the file. [`PageHints`] say which words are needed
//! next; they change no word.
//!
//! This is the only file of the crate with `unsafe`.
#![expect(unsafe_code, reason = "memory is mapped here")]

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(unix)]
use memmap2::{Advice, UncheckedAdvice};
use memmap2::{MmapOptions, MmapRaw};

#[cfg(target_endian = "big")]
compile_error!(
    "the store maps little-endian files as they are, which a big-endian target would read wrong"
);

#[cfg(not(any(target_pointer_width = "64", target_family = "wasm")))]
compile_error!(
    "mapping files of any size and loading 64-bit words from read-only pages need a 64-bit target, \
     or one that maps nothing"
);

/// Size of a word in bytes.
const WORD: u64 = size_of::<u64>() as u64;

/// Largest size in bytes at which anonymous words are allocated on the heap. Mapping so little
/// memory instead would cost a tenth of the time of a small search, page faults included. A browser
/// maps nothing, so there all words are on the heap.
const FEW: usize = if cfg!(target_family = "wasm") {
    usize::MAX
} else {
    1 << 16
};

/// Smallest size in bytes of anonymous memory for which huge pages are requested: the size of a
/// huge page.
#[cfg(target_os = "linux")]
const WORTH_HUGE_PAGES: usize = 2 << 20;

/// A fixed number of 64-bit words, shared by threads without locks.
///
/// An array of more than 64 KiB takes memory page by page, when a page is first touched.
#[derive(Debug)]
pub struct MappedWords {
    storage: Storage,
    len: usize,
}

/// The memory that holds the words: heap or mapping.
#[derive(Debug)]
enum Storage {
    /// At most 64 KiB of words, on the heap.
    Few(Box<[AtomicU64]>),
    /// More than 64 KiB of words, or the words of a file, in a mapping.
    Mapped(MmapRaw, Backing),
}

/// The origin of the bytes of a mapping: anonymous memory or a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Backing {
    /// Anonymous memory.
    Memory,
    /// A file that is mapped for reading and writing.
    File,
    /// A file that is mapped for reading only.
    ReadOnlyFile,
}

impl MappedWords {
    /// Allocates `len` words of anonymous memory, all zero.
    ///
    /// # Errors
    ///
    /// The size exceeds the address space, or the system refuses the memory.
    pub fn zeroed(len: u64) -> io::Result<MappedWords> {
        let (len, bytes) = sizes(len)?;
        if bytes <= FEW {
            let mut words = Vec::new();
            words
                .try_reserve_exact(len)
                .map_err(|_| io::ErrorKind::OutOfMemory)?;
            words.resize_with(len, AtomicU64::default);
            let storage = Storage::Few(words.into());
            return Ok(MappedWords { storage, len });
        }
        MappedWords::map_anonymous(len, bytes)
    }

    /// Maps anonymous memory, which begins at a page of the system.
    fn map_anonymous(len: usize, bytes: usize) -> io::Result<MappedWords> {
        let map: MmapRaw = MmapOptions::new().len(bytes).map_anon()?.into();
        // With huge pages, 2 MiB cost one page fault instead of 512 page faults, each of which
        // flushes a page entry of all cores. This is only a hint. It takes no more memory, because
        // a search touches all words.
        #[cfg(target_os = "linux")]
        if bytes >= WORTH_HUGE_PAGES {
            let _ = map.advise(Advice::HugePage);
        }
        Ok(MappedWords::of_mapping(map, len, Backing::Memory))
    }

    /// Maps the first `len` words of `file`, which must be open for reading and writing.
    ///
    /// If any process shortened the file while it is mapped, this process would die with SIGBUS.
    /// The store prevents that by its lock, and by replacing files instead of truncating them.
    ///
    /// # Errors
    ///
    /// The file is shorter than `len` words, or cannot be mapped for writing.
    pub fn map(file: &File, len: u64) -> io::Result<MappedWords> {
        let (len, bytes) = sizes(len)?;
        check_size(file, bytes)?;
        let map = MmapOptions::new().len(bytes).map_raw(file)?;
        Ok(MappedWords::of_mapping(map, len, Backing::File))
    }

    /// Maps the first `len` words of `file`, which need only be open for reading. Changes of the
    /// file by other processes show in the words.
    ///
    /// # Errors
    ///
    /// The file is shorter than `len` words, or cannot be mapped.
    pub fn map_read_only(file: &File, len: u64) -> io::Result<MappedWords> {
        let (len, bytes) = sizes(len)?;
        check_size(file, bytes)?;
        let map = MmapOptions::new().len(bytes).map_raw_read_only(file)?;
        Ok(MappedWords::of_mapping(map, len, Backing::ReadOnlyFile))
    }

    /// Creates words that lie in a mapping.
    fn of_mapping(map: MmapRaw, len: usize, backing: Backing) -> MappedWords {
        let storage = Storage::Mapped(map, backing);
        MappedWords { storage, len }
    }

    /// Number of words.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no words.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Loads word `index` with relaxed ordering. Read-only words can be loaded too.
    #[inline]
    pub fn load(&self, index: usize) -> u64 {
        self.all()[index].load(Ordering::Relaxed)
    }

    /// Begins to load word `index` into the caches, without waiting for it. This is only a hint,
    /// and does nothing on processors other than x86-64 or for a word that does not exist.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(word) = self.all().get(index) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let address: *const AtomicU64 = word;
            // SAFETY: a prefetch reads nothing that the program sees, and never faults.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }

    /// All words as a slice of atomics, to be read and changed.
    ///
    /// # Panics
    ///
    /// If the words are read-only: a panic is better than the memory fault that writing to them
    /// would cause. [`MappedWords::load`] reads such words.
    #[inline]
    pub fn as_slice(&self) -> &[AtomicU64] {
        let is_read_only = matches!(self.storage, Storage::Mapped(_, Backing::ReadOnlyFile));
        assert!(!is_read_only, "read-only words cannot be changed");
        self.all()
    }

    /// Brings every changed word to the disk, and returns when the disk has them. Only pages that
    /// changed are written. Does nothing for words in anonymous memory.
    ///
    /// # Errors
    ///
    /// The disk refused a page. It is then unknown which of the changed pages are on the disk.
    pub fn flush(&self) -> io::Result<()> {
        match &self.storage {
            Storage::Few(_) => Ok(()),
            Storage::Mapped(map, _) => map.flush(),
        }
    }

    /// Access to paging hints for these words.
    pub fn hints(&self) -> PageHints<'_> {
        PageHints { words: self }
    }

    /// Splits all words into ranges of `length` words, in order, for a caller that reads each word
    /// once. While the caller uses a range, the next range is read ahead, and the previous one may
    /// leave memory.
    pub fn pieces(&self, length: usize) -> impl Iterator<Item = Range<usize>> + '_ {
        let hints = self.hints();
        (0..self.len).step_by(length).map(move |start| {
            let end = self.len.min(start + length);
            hints.done_with(start.saturating_sub(length)..start);
            hints.will_need(if start == 0 { 0 } else { end }..end + length);
            start..end
        })
    }

    /// Address of the first word.
    #[inline]
    fn start(&self) -> *const AtomicU64 {
        match &self.storage {
            Storage::Few(words) => words.as_ptr(),
            Storage::Mapped(map, _) => map.as_ptr().cast(),
        }
    }

    /// The mapping of a file; `None` for words in memory.
    #[cfg(unix)]
    fn file_map(&self) -> Option<&MmapRaw> {
        match &self.storage {
            Storage::Mapped(map, Backing::File | Backing::ReadOnlyFile) => Some(map),
            _ => None,
        }
    }

    /// All words, writable or read-only. This method is private, because callers could write to
    /// read-only words.
    #[inline]
    fn all(&self) -> &[AtomicU64] {
        // SAFETY: the box has `len` words. The mapping has at least `len` words (see `sizes` and
        // `check_size`) and is page aligned. `storage` lives as long as `self` and is not larger
        // than isize::MAX. Every bit pattern is a u64, and AtomicU64 has the layout of u64. All
        // accesses of this process to these bytes are atomic, through this mapping or another
        // mapping of the same file. Another process can change a shared mapping only as if by
        // atomic accesses. No slice of a read-only mapping leaves this file: only `load` reads it,
        // by a relaxed load of the width of a word, which the documentation of std::sync::atomic
        // allows on read-only memory for 64-bit targets.
        unsafe { std::slice::from_raw_parts(self.start(), self.len) }
    }
}

/// Paging hints: which words of a mapped file the system should read ahead or drop.
///
/// Hints do nothing for words in memory. If the system refuses a hint, that is not an error.
#[derive(Clone, Copy, Debug)]
pub struct PageHints<'a> {
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix has paging hints"))]
    words: &'a MappedWords,
}

/// Size in bytes of one read-ahead request. Linux shortens longer requests to its limit.
#[cfg(unix)]
const READ_AHEAD: usize = 1 << 17;

impl PageHints<'_> {
    /// Turns off automatic read-ahead: pages are read when used or on [`PageHints::will_need`].
    pub fn expect_no_order(self) {
        #[cfg(unix)]
        if let Some(map) = self.words.file_map() {
            let _ = map.advise(Advice::Random);
        }
    }

    /// Turns on automatic read-ahead, which is the initial state.
    pub fn expect_order(self) {
        #[cfg(unix)]
        if let Some(map) = self.words.file_map() {
            let _ = map.advise(Advice::Normal);
        }
    }

    /// Starts reading the words of `range` in the background, because they will be used soon.
    pub fn will_need(self, range: Range<usize>) {
        #[cfg(unix)]
        if let Some(map) = self.words.file_map() {
            let (start, end) = self.bytes(range);
            for at in (start..end).step_by(READ_AHEAD) {
                let length = READ_AHEAD.min(end - at);
                let _ = map.advise_range(Advice::WillNeed, at, length);
            }
        }
        #[cfg(not(unix))]
        let _ = range;
    }

    /// Lets the words of `range` leave memory, because they will not be used soon. The file keeps
    /// them.
    pub fn done_with(self, range: Range<usize>) {
        #[cfg(unix)]
        if let Some(map) = self.words.file_map() {
            let (start, end) = self.bytes(range);
            // SAFETY: the mapping is a shared mapping of a file. Its pages leave the page tables of
            // this process, but no change is lost, because the kernel keeps all changes for the
            // file.
            let _ = unsafe {
                let advice = UncheckedAdvice::DontNeed;
                map.unchecked_advise_range(advice, start, end - start)
            };
        }
        #[cfg(not(unix))]
        let _ = range;
    }

    /// The byte range of a range of words, limited to the words that exist.
    #[cfg(unix)]
    fn bytes(self, range: Range<usize>) -> (usize, usize) {
        let end = range.end.min(self.words.len);
        let word = WORD as usize;
        (range.start.min(end) * word, end * word)
    }
}

/// Words with one owner, read and changed as a plain slice. They are in memory or in a file without
/// a name.
#[derive(Debug, Default)]
pub struct OwnedWords(Option<MappedWords>);

impl OwnedWords {
    /// Allocates `len` words of anonymous memory, all zero.
    ///
    /// # Errors
    ///
    /// As [`MappedWords::zeroed`].
    pub fn zeroed(len: u64) -> io::Result<OwnedWords> {
        MappedWords::zeroed(len).map(Some).map(OwnedWords)
    }

    /// Allocates `len` words of anonymous memory, all zero, which begin at a page of the system.
    ///
    /// # Errors
    ///
    /// As [`MappedWords::zeroed`].
    pub(crate) fn mapped(len: u64) -> io::Result<OwnedWords> {
        let (len, bytes) = sizes(len)?;
        MappedWords::map_anonymous(len, bytes)
            .map(Some)
            .map(OwnedWords)
    }

    /// Maps the first `len` words of a file without a name, which no other process can open.
    ///
    /// # Errors
    ///
    /// As [`MappedWords::map`].
    pub(crate) fn of_unnamed(file: &File, len: u64) -> io::Result<OwnedWords> {
        MappedWords::map(file, len).map(Some).map(OwnedWords)
    }

    /// The words.
    #[inline]
    pub fn as_slice(&self) -> &[u64] {
        match &self.0 {
            None => &[],
            // SAFETY: length, alignment and values as in `MappedWords::all`. No other code has the
            // mapping or can map the file, and this type writes no word while `self` is borrowed.
            Some(words) => unsafe {
                std::slice::from_raw_parts(words.start().cast::<u64>(), words.len)
            },
        }
    }

    /// The words as a mutable slice, and hints for them.
    #[inline]
    pub fn as_mut_slice(&mut self) -> (&mut [u64], Option<PageHints<'_>>) {
        match &self.0 {
            None => (&mut [], None),
            // SAFETY: length, alignment and values as in `MappedWords::all`. `self` is borrowed
            // exclusively, and hints neither read nor write words.
            Some(words) => unsafe {
                let slice = std::slice::from_raw_parts_mut(
                    words.start().cast_mut().cast::<u64>(),
                    words.len,
                );
                (slice, Some(words.hints()))
            },
        }
    }

    /// Access to paging hints for these words; `None` if the number of words is 0.
    pub fn hints(&self) -> Option<PageHints<'_>> {
        self.0.as_ref().map(MappedWords::hints)
    }
}

/// The bytes of words, as a file of words has them.
#[inline]
pub(crate) fn bytes_of(words: &[u64]) -> &[u8] {
    // SAFETY: the bytes are those of the slice, are all initialized, and need no alignment.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) }
}

/// The bytes of words, to be read from a file of words.
#[inline]
pub(crate) fn bytes_of_mut(words: &mut [u64]) -> &mut [u8] {
    // SAFETY: as in `bytes_of`; the slice is borrowed exclusively, and any bytes are words.
    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), size_of_val(words)) }
}

/// Converts `len` words to a number of words and a number of bytes that fit in `usize`. Fails if
/// the address space cannot hold them.
fn sizes(len: u64) -> io::Result<(usize, usize)> {
    let bytes = len
        .checked_mul(WORD)
        .and_then(|bytes| isize::try_from(bytes).ok())
        .map(isize::unsigned_abs)
        .ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::OutOfMemory,
                format!("{len} words do not fit in the address space"),
            )
        })?;
    Ok((bytes / size_of::<u64>(), bytes))
}

/// Fails if a file has fewer than `bytes` bytes.
fn check_size(file: &File, bytes: usize) -> io::Result<()> {
    let found = file.metadata()?.len();
    if found < bytes as u64 {
        return Err(io::Error::new(
            io::ErrorKind::UnexpectedEof,
            format!("the file has {found} bytes, too few to map {bytes}"),
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn anonymous_words_are_zero_and_keep_what_is_stored() {
        let few = FEW / WORD as usize;
        for len in [1, 1000, few, few + 1, 10 * few] {
            let words = MappedWords::zeroed(len as u64).unwrap();
            assert_eq!(matches!(words.storage, Storage::Few(_)), len <= few);
            assert_eq!(words.len(), len);
            assert!((0..len).all(|i| words.load(i) == 0));
            words.as_slice()[len - 1].store(7, Ordering::Relaxed);
            words.flush().unwrap();
            words.hints().done_with(0..len);
            assert_eq!(words.load(len - 1), 7);
            assert!(
                words
                    .as_slice()
                    .iter()
                    .rev()
                    .skip(1)
                    .all(|word| word.load(Ordering::Relaxed) == 0)
            );
        }
    }

    #[test]
    fn zero_words_are_allowed() {
        let words = MappedWords::zeroed(0).unwrap();
        assert!(words.is_empty());
        assert!(words.as_slice().is_empty());
        let file = tempfile::tempfile().unwrap();
        assert!(MappedWords::map(&file, 0).unwrap().as_slice().is_empty());
    }

    #[test]
    fn a_size_beyond_the_address_space_is_refused() {
        for len in [u64::MAX, u64::MAX / 8, 1 << 60] {
            assert!(MappedWords::zeroed(len).is_err(), "{len}");
        }
    }

    #[test]
    fn mapped_words_are_the_file_in_little_endian() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[1, 2, 0, 0, 0, 0, 0, 0]).unwrap();
        file.write_all(&[0; 8]).unwrap();
        let words = MappedWords::map(&file, 2).unwrap();
        assert_eq!(words.load(0), 0x201);
        words.as_slice()[1].store(0xff, Ordering::Relaxed);
        words.flush().unwrap();

        let read = MappedWords::map_read_only(&file, 2).unwrap();
        assert_eq!((read.load(0), read.load(1)), (0x201, 0xff));
    }

    #[test]
    #[should_panic = "read-only words cannot be changed"]
    fn read_only_words_offer_no_stores() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(8).unwrap();
        let words = MappedWords::map_read_only(&file, 1).unwrap();
        assert_eq!(words.load(0), 0);
        words.as_slice();
    }

    #[test]
    fn pieces_are_all_words_in_order() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(8 * 1000).unwrap();
        for words in [
            MappedWords::map(&file, 1000).unwrap(),
            MappedWords::zeroed(1000).unwrap(),
        ] {
            for length in [1, 7, 500, 999, 1000, 4000] {
                let all: Vec<usize> = words.pieces(length).flatten().collect();
                assert!(all.into_iter().eq(0..1000), "{length}");
            }
        }
        assert_eq!(MappedWords::zeroed(0).unwrap().pieces(5).count(), 0);
    }

    #[test]
    fn hints_change_no_word() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(8 << 16).unwrap();
        let mut words = OwnedWords::of_unnamed(&file, 1 << 16).unwrap();
        for (at, word) in words.as_mut_slice().0.iter_mut().enumerate() {
            *word = at as u64;
        }
        let is_as_stored =
            |words: &OwnedWords| (0..).zip(words.as_slice()).all(|(at, &word)| at == word);
        for range in [
            0..1,
            0..1 << 16,
            511..513,
            700..70_000,
            1 << 20..2 << 20,
            5..5,
        ] {
            let hints = words.hints().unwrap();
            hints.expect_no_order();
            hints.done_with(range.clone());
            assert!(is_as_stored(&words), "{range:?}");
            let (slice, hints) = words.as_mut_slice();
            hints.unwrap().will_need(range.clone());
            slice[600] += 1;
            hints.unwrap().done_with(range.clone());
            slice[600] -= 1;
            hints.unwrap().expect_order();
            assert!(is_as_stored(&words), "{range:?}");
        }
        let mut words = OwnedWords::zeroed(100).unwrap();
        words.as_mut_slice().0[7] = 1;
        words.hints().unwrap().done_with(0..100);
        assert_eq!(words.as_slice()[7], 1, "words in memory stay there");
        assert!(OwnedWords::default().as_slice().is_empty());
    }

    #[test]
    fn a_short_file_is_refused_rather_than_mapped() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(15).unwrap();
        assert!(MappedWords::map(&file, 2).is_err());
        assert!(MappedWords::map_read_only(&file, 2).is_err());
        assert!(MappedWords::map(&file, 1).is_ok());
    }
}
