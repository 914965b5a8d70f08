//! `Words`: zero-initialised 64-bit words, in anonymous memory or mapped from a file; and `OwnWords`, the
//! same with one owner.
//!
//! Promises words that any number of threads may read and change at once, and that
//! reach the file (if there is one) at the latest with `flush`. A process that is killed loses no
//! word it stored into a mapped file: the kernel has them. [`Hints`] tell the system which words are
//! wanted next and which no longer; they change no word. Does not know what the words mean.
//!
//! This is the only file of the layer with `unsafe`.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(unix)]
use memmap2::{Advice, UncheckedAdvice};
use memmap2::{MmapOptions, MmapRaw};

#[cfg(target_endian = "big")]
compile_error!(
    "the store maps files of little-endian words as they are; a big-endian target would read them wrong"
);

#[cfg(not(target_pointer_width = "64"))]
compile_error!(
    "the store maps files of any size and loads 64-bit words from read-only pages; both need a 64-bit target"
);

/// Bytes in a word.
const WORD: u64 = size_of::<u64>() as u64;

/// Up to this many bytes anonymous words come from the allocator: to map them, and to meet each page for the first time,
/// takes a tenth of the time of a small search.
const FEW: usize = 1 << 16;

/// From how many bytes on anonymous memory asks for huge pages: the size of one.
#[cfg(target_os = "linux")]
const WORTH_HUGE_PAGES: usize = 2 << 20;

/// A fixed number of 64-bit words, shared by threads without locks.
///
/// Of more than some pages nothing is read or written at once: a page costs memory when it is first touched.
#[derive(Debug)]
pub struct Words {
    held: Held,
    len: usize,
}

/// Where words are.
#[derive(Debug)]
enum Held {
    /// From the allocator.
    Few(Box<[AtomicU64]>),
    /// In a mapping.
    Mapped {
        map: MmapRaw,
        /// Whether the words may be stored into.
        writable: bool,
        /// Whether they are those of a file.
        #[cfg_attr(not(unix), expect(dead_code, reason = "hints are for Unix"))]
        is_file: bool,
    },
}

impl Words {
    /// `len` words of anonymous memory, all zero.
    ///
    /// # Errors
    ///
    /// The size does not fit the address space, or the system has no such memory to give.
    pub fn zeroed(len: u64) -> io::Result<Words> {
        let (len, bytes) = sizes(len)?;
        if bytes <= FEW {
            let held = Held::Few((0..len).map(|_| AtomicU64::new(0)).collect());
            return Ok(Words { held, len });
        }
        let map: MmapRaw = MmapOptions::new().len(bytes).map_anon()?.into();
        // One fault for 2 MiB in place of 512, each of which would make all cores forget the page: only a hint,
        // and memory is the same, since a search comes to touch all of it.
        #[cfg(target_os = "linux")]
        if bytes >= WORTH_HUGE_PAGES {
            let _ = map.advise(Advice::HugePage);
        }
        Ok(Words::mapped(map, len, true, false))
    }

    /// The first `len` words of `file`, which must be open for reading and writing; stores go to
    /// the file.
    ///
    /// The file must not be made shorter while it is mapped, by anyone: the process would die with
    /// SIGBUS. The store sees to it with its lock, and by replacing files in place of cutting them.
    ///
    /// # Errors
    ///
    /// The file is shorter than `len` words, or cannot be mapped for writing.
    pub fn map(file: &File, len: u64) -> io::Result<Words> {
        let (len, bytes) = sizes(len)?;
        holds(file, bytes)?;
        let map = MmapOptions::new().len(bytes).map_raw(file)?;
        Ok(Words::mapped(map, len, true, true))
    }

    /// The first `len` words of `file`, which need only be open for reading. What another process
    /// stores into the file shows here.
    ///
    /// # Errors
    ///
    /// The file is shorter than `len` words, or cannot be mapped.
    pub fn map_read_only(file: &File, len: u64) -> io::Result<Words> {
        let (len, bytes) = sizes(len)?;
        holds(file, bytes)?;
        let map = MmapOptions::new().len(bytes).map_raw_read_only(file)?;
        Ok(Words::mapped(map, len, false, true))
    }

    fn mapped(map: MmapRaw, len: usize, writable: bool, is_file: bool) -> Words {
        let held = Held::Mapped {
            map,
            writable,
            is_file,
        };
        Words { held, len }
    }

    /// How many words there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no words.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Word `index`, by a relaxed load; of read-only words too.
    #[inline]
    pub fn load(&self, index: usize) -> u64 {
        self.all()[index].load(Ordering::Relaxed)
    }

    /// The words, to read and change.
    ///
    /// # Panics
    ///
    /// The words are read-only: a stray store is a panic of this program's making and never a
    /// fault of the processor. [`Words::load`] reads them.
    #[inline]
    pub fn as_slice(&self) -> &[AtomicU64] {
        let writable = match self.held {
            Held::Few(_) => true,
            Held::Mapped { writable, .. } => writable,
        };
        assert!(writable, "read-only words take no stores");
        self.all()
    }

    /// Brings every stored word to the disk; returns when the disk has them. For anonymous words
    /// there is nothing to do. Costs as much writing as pages have changed.
    ///
    /// # Errors
    ///
    /// The disk refused; which pages it has is then unknown.
    pub fn flush(&self) -> io::Result<()> {
        match &self.held {
            Held::Few(_) => Ok(()),
            Held::Mapped { map, .. } => map.flush(),
        }
    }

    /// For telling the system which words are wanted.
    pub fn hints(&self) -> Hints<'_> {
        Hints { words: self }
    }

    /// All words in pieces of `length`, in order, for reading each once: while one piece is used the next is
    /// read, and the one before may leave memory.
    pub fn pieces(&self, length: usize) -> impl Iterator<Item = Range<usize>> + '_ {
        let hints = self.hints();
        (0..self.len).step_by(length).map(move |start| {
            let end = self.len.min(start + length);
            hints.done_with(start.saturating_sub(length)..start);
            hints.will_need(if start == 0 { 0 } else { end }..end + length);
            start..end
        })
    }

    /// Where the words begin.
    #[inline]
    fn start(&self) -> *const AtomicU64 {
        match &self.held {
            Held::Few(words) => words.as_ptr(),
            Held::Mapped { map, .. } => map.as_ptr().cast(),
        }
    }

    /// The mapping, if it is one of a file.
    #[cfg(unix)]
    fn file_map(&self) -> Option<&MmapRaw> {
        match &self.held {
            Held::Mapped {
                map, is_file: true, ..
            } => Some(map),
            _ => None,
        }
    }

    /// All words, writable or not. Private: through read-only words only relaxed loads may go.
    #[inline]
    fn all(&self) -> &[AtomicU64] {
        // SAFETY: the box is `len` words long, and the mapping at least that (`sizes`, `holds`) and page
        // aligned. What `held` has lives as long as `self`, is not larger than isize::MAX, and every
        // bit pattern is a u64. AtomicU64 has the layout of u64, and all accesses of this process
        // to these bytes are atomic, through this mapping or another of the same file; another
        // process can change a shared mapping only as if by such accesses. Of read-only mappings no
        // slice leaves this file: `load` alone reads them, by a relaxed load of the width of a
        // word, which the documentation of std::sync::atomic allows on read-only memory for 64-bit
        // targets.
        unsafe { std::slice::from_raw_parts(self.start(), self.len) }
    }
}

/// Tells the system which words are wanted. For words in memory there is nothing to tell, and a system that
/// does not listen is no error.
#[derive(Clone, Copy, Debug)]
pub struct Hints<'a> {
    #[cfg_attr(not(unix), expect(dead_code, reason = "hints are for Unix"))]
    words: &'a Words,
}

/// Bytes asked for at once: Linux cuts longer wishes to what it reads ahead at most, which is no less.
#[cfg(unix)]
const WISH: usize = 1 << 17;

impl Hints<'_> {
    /// From now on nothing is to be read but what is asked for, by [`Hints::will_need`] or by use.
    pub fn expect_no_order(self) {
        #[cfg(unix)]
        if let Some(map) = self.words.file_map() {
            let _ = map.advise(Advice::Random);
        }
    }

    /// From now on neighbours may be read along, as they are at first.
    pub fn expect_order(self) {
        #[cfg(unix)]
        if let Some(map) = self.words.file_map() {
            let _ = map.advise(Advice::Normal);
        }
    }

    /// These words will be used soon: they are read while the caller goes on.
    pub fn will_need(self, range: Range<usize>) {
        #[cfg(unix)]
        if let Some(map) = self.words.file_map() {
            let (start, end) = self.bytes(range);
            for at in (start..end).step_by(WISH) {
                let length = WISH.min(end - at);
                let _ = map.advise_range(Advice::WillNeed, at, length);
            }
        }
        #[cfg(not(unix))]
        let _ = range;
    }

    /// These words will not be used soon: they may leave memory, for the file.
    pub fn done_with(self, range: Range<usize>) {
        #[cfg(unix)]
        if let Some(map) = self.words.file_map() {
            let (start, end) = self.bytes(range);
            // SAFETY: the mapping is a shared one of a file. Its pages leave this process's tables and no
            // store is lost: the kernel keeps it for the file, and the next use finds it there.
            let _ = unsafe {
                let advice = UncheckedAdvice::DontNeed;
                map.unchecked_advise_range(advice, start, end - start)
            };
        }
        #[cfg(not(unix))]
        let _ = range;
    }

    #[cfg(unix)]
    fn bytes(self, range: Range<usize>) -> (usize, usize) {
        let end = range.end.min(self.words.len);
        let word = WORD as usize;
        (range.start.min(end) * word, end * word)
    }
}

/// Words with one owner, in memory or in a file without a name: to be read and changed as any slice.
#[derive(Debug, Default)]
pub struct OwnWords(Option<Words>);

impl OwnWords {
    /// `len` words of anonymous memory, all zero.
    ///
    /// # Errors
    ///
    /// As [`Words::zeroed`].
    pub fn zeroed(len: u64) -> io::Result<OwnWords> {
        Words::zeroed(len).map(Some).map(OwnWords)
    }

    /// The first `len` words of a file that nobody else has or can come to have: one without a name.
    ///
    /// # Errors
    ///
    /// As [`Words::map`].
    pub(crate) fn of_unnamed(file: &File, len: u64) -> io::Result<OwnWords> {
        Words::map(file, len).map(Some).map(OwnWords)
    }

    /// The words.
    #[inline]
    pub fn as_slice(&self) -> &[u64] {
        match &self.0 {
            None => &[],
            // SAFETY: length, alignment and values as in `Words::all`. Nobody else has the mapping or can
            // map the file, and as long as `self` is borrowed nothing here stores.
            Some(words) => unsafe {
                std::slice::from_raw_parts(words.start().cast::<u64>(), words.len)
            },
        }
    }

    /// The words, to be changed, and beside them the hints.
    #[inline]
    pub fn as_mut_slice(&mut self) -> (&mut [u64], Option<Hints<'_>>) {
        match &self.0 {
            None => (&mut [], None),
            // SAFETY: as above; `self` is borrowed alone, and hints neither read nor store.
            Some(words) => unsafe {
                let slice = std::slice::from_raw_parts_mut(
                    words.start().cast_mut().cast::<u64>(),
                    words.len,
                );
                (slice, Some(words.hints()))
            },
        }
    }

    /// For telling the system which words are wanted.
    pub fn hints(&self) -> Option<Hints<'_>> {
        self.0.as_ref().map(Words::hints)
    }
}

/// The number of words and of bytes, if the address space can hold them.
fn sizes(len: u64) -> io::Result<(usize, usize)> {
    let bytes = len
        .checked_mul(WORD)
        .and_then(|bytes| isize::try_from(bytes).ok())
        .map(isize::unsigned_abs)
        .ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::OutOfMemory,
                format!("{len} words do not fit the address space"),
            )
        })?;
    Ok((bytes / size_of::<u64>(), bytes))
}

/// Refuses a file that is too short to be mapped for `bytes` bytes.
fn holds(file: &File, bytes: usize) -> io::Result<()> {
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
            let words = Words::zeroed(len as u64).unwrap();
            assert_eq!(matches!(words.held, Held::Few(_)), len <= few);
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
    fn no_words_at_all_are_words_too() {
        let words = Words::zeroed(0).unwrap();
        assert!(words.is_empty());
        assert!(words.as_slice().is_empty());
        let file = tempfile::tempfile().unwrap();
        assert!(Words::map(&file, 0).unwrap().as_slice().is_empty());
    }

    #[test]
    fn a_size_beyond_the_address_space_is_refused() {
        for len in [u64::MAX, u64::MAX / 8, 1 << 60] {
            assert!(Words::zeroed(len).is_err(), "{len}");
        }
    }

    #[test]
    fn mapped_words_are_the_file_in_little_endian() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[1, 2, 0, 0, 0, 0, 0, 0]).unwrap();
        file.write_all(&[0; 8]).unwrap();
        let words = Words::map(&file, 2).unwrap();
        assert_eq!(words.load(0), 0x201);
        words.as_slice()[1].store(0xff, Ordering::Relaxed);
        words.flush().unwrap();

        let read = Words::map_read_only(&file, 2).unwrap();
        assert_eq!((read.load(0), read.load(1)), (0x201, 0xff));
    }

    #[test]
    #[should_panic = "read-only words take no stores"]
    fn read_only_words_offer_no_stores() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(8).unwrap();
        let words = Words::map_read_only(&file, 1).unwrap();
        assert_eq!(words.load(0), 0);
        words.as_slice();
    }

    #[test]
    fn pieces_are_all_words_in_order() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(8 * 1000).unwrap();
        for words in [
            Words::map(&file, 1000).unwrap(),
            Words::zeroed(1000).unwrap(),
        ] {
            for length in [1, 7, 500, 999, 1000, 4000] {
                let all: Vec<usize> = words.pieces(length).flatten().collect();
                assert!(all.into_iter().eq(0..1000), "{length}");
            }
        }
        assert_eq!(Words::zeroed(0).unwrap().pieces(5).count(), 0);
    }

    #[test]
    fn hints_change_no_word() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(8 << 16).unwrap();
        let mut words = OwnWords::of_unnamed(&file, 1 << 16).unwrap();
        for (at, word) in words.as_mut_slice().0.iter_mut().enumerate() {
            *word = at as u64;
        }
        let is_as_stored =
            |words: &OwnWords| (0..).zip(words.as_slice()).all(|(at, &word)| at == word);
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
        let mut words = OwnWords::zeroed(100).unwrap();
        words.as_mut_slice().0[7] = 1;
        words.hints().unwrap().done_with(0..100);
        assert_eq!(words.as_slice()[7], 1, "memory has no file to go to");
        assert!(OwnWords::default().as_slice().is_empty());
    }

    #[test]
    fn a_short_file_is_refused_rather_than_mapped() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(15).unwrap();
        assert!(Words::map(&file, 2).is_err());
        assert!(Words::map_read_only(&file, 2).is_err());
        assert!(Words::map(&file, 1).is_ok());
    }
}
