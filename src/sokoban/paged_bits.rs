//! `PagedBits`: a bit for each number of a space, in pages that exist once a bit of them is set.

use ahash::AHashMap;

/// Bits of a page.
const PAGE_BITS: u64 = 4096;
/// Words of a page.
const PAGE_WORDS: usize = (PAGE_BITS / 64) as usize;
/// Pages of a chunk; chunks are never moved.
const CHUNK_PAGES: usize = 1024;
/// The most pages of a space whose directory is a list.
const LISTED_PAGES: u64 = 1 << 26;

/// Where the pages are; page numbers are counted from 1, 0 is no page.
#[derive(Debug)]
enum Directory {
    Listed(Vec<u32>),
    Hashed(AHashMap<u64, u32>),
}

/// A set of numbers below a bound. Takes memory for the pages of its members only: positions that
/// cannot be reached, or numbers that stand for no position, cost next to nothing.
#[derive(Debug)]
pub(crate) struct PagedBits {
    directory: Directory,
    chunks: Vec<Box<[u64]>>,
    pages: u32,
}

impl PagedBits {
    /// The empty set of numbers below `bound`.
    pub(crate) fn new(bound: u64) -> PagedBits {
        let pages = bound.div_ceil(PAGE_BITS);
        let directory = if pages <= LISTED_PAGES {
            Directory::Listed(vec![0; pages as usize])
        } else {
            Directory::Hashed(AHashMap::new())
        };
        PagedBits {
            directory,
            chunks: Vec::new(),
            pages: 0,
        }
    }

    #[inline]
    fn page(&self, number: u64) -> u32 {
        let at = number / PAGE_BITS;
        match &self.directory {
            Directory::Listed(list) => list[at as usize],
            Directory::Hashed(map) => map.get(&at).copied().unwrap_or(0),
        }
    }

    #[inline]
    fn word_of(page: u32, number: u64) -> (usize, usize) {
        let page = page as usize - 1;
        let word = (number % PAGE_BITS / 64) as usize;
        (page / CHUNK_PAGES, page % CHUNK_PAGES * PAGE_WORDS + word)
    }

    /// Whether a number is a member.
    #[inline]
    pub(crate) fn contains(&self, number: u64) -> bool {
        let page = self.page(number);
        if page == 0 {
            return false;
        }
        let (chunk, word) = PagedBits::word_of(page, number);
        self.chunks[chunk][word] >> (number % 64) & 1 == 1
    }

    /// Adds a number; returns whether it is new.
    #[inline]
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        let mut page = self.page(number);
        if page == 0 {
            page = self.add_page(number / PAGE_BITS);
        }
        let (chunk, word) = PagedBits::word_of(page, number);
        let word = &mut self.chunks[chunk][word];
        let bit = 1 << (number % 64);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn add_page(&mut self, at: u64) -> u32 {
        if (self.pages as usize).is_multiple_of(CHUNK_PAGES) {
            let words = vec![0; CHUNK_PAGES * PAGE_WORDS];
            self.chunks.push(words.into_boxed_slice());
        }
        self.pages += 1;
        match &mut self.directory {
            Directory::Listed(list) => list[at as usize] = self.pages,
            Directory::Hashed(map) => {
                map.insert(at, self.pages);
            }
        }
        self.pages
    }

    /// The bytes that the set takes.
    pub(crate) fn bytes(&self) -> u64 {
        let directory = match &self.directory {
            Directory::Listed(list) => 4 * list.len(),
            Directory::Hashed(map) => 24 * map.capacity(),
        };
        (directory + 8 * self.chunks.len() * CHUNK_PAGES * PAGE_WORDS) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_those_added() {
        for bound in [1 << 20, 1 << 50] {
            let mut set = PagedBits::new(bound);
            let numbers = [0, 1, 63, 64, 4095, 4096, 70_000, bound - 1];
            for number in numbers {
                assert!(!set.contains(number));
                assert!(set.insert(number) && !set.insert(number));
            }
            assert!(numbers.iter().all(|&number| set.contains(number)));
            assert!(!set.contains(2) && !set.contains(4097));
            assert!(set.bytes() > 500_000);
        }
    }
}
