//! `LiveBlocks`: which blocks of the words on the disk may hold a configuration.

use super::sheets::BLOCK;
use slidewise_store::BitLayout;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which blocks of words may hold a configuration.
pub(super) struct LiveBlocks {
    layout: BitLayout,
    /// A flag for each block of each chunk, indexed by side, and then by chunk and block.
    flags: [Vec<AtomicBool>; 2],
}

impl LiveBlocks {
    pub(super) fn new(layout: BitLayout) -> LiveBlocks {
        let flags = [0, 1].map(|side| {
            let blocks = layout.chunks(side) * layout.chunk.div_ceil(BLOCK as u64);
            (0..blocks).map(|_| AtomicBool::new(false)).collect()
        });
        LiveBlocks { layout, flags }
    }

    /// Number of blocks of a chunk.
    fn blocks(&self) -> u64 {
        self.layout.chunk.div_ceil(BLOCK as u64)
    }

    /// Bytes of the flags for a layout.
    pub(super) fn bytes_for(layout: &BitLayout) -> u64 {
        let chunks = layout.chunks(0) + layout.chunks(1);
        chunks * layout.chunk.div_ceil(BLOCK as u64)
    }

    /// The flags of a chunk that begins at a word of a side.
    pub(super) fn chunk(&self, side: usize, first: u64) -> &[AtomicBool] {
        let at = first / self.layout.chunk * self.blocks();
        &self.flags[side][at as usize..(at + self.blocks()) as usize]
    }

    /// Sets the flags of a chunk that begins at a word of a side, and has these words.
    pub(super) fn set(&self, side: usize, first: u64, words: &[u64]) {
        for (flag, words) in self.chunk(side, first).iter().zip(words.chunks(BLOCK)) {
            flag.store(words.iter().any(|word| *word != 0), Ordering::Relaxed);
        }
    }

    /// Whether a range of a side's words may hold a configuration.
    pub(super) fn holds(&self, side: usize, mut words: Range<u64>) -> bool {
        let length = self.layout.chunk;
        while words.start < words.end {
            let chunk = words.start / length * length;
            let end = words.end.min(chunk + length);
            let from = (words.start - chunk) as usize / BLOCK;
            let to = (end - 1 - chunk) as usize / BLOCK;
            let flags = &self.chunk(side, chunk)[from..=to];
            if flags.iter().any(|flag| flag.load(Ordering::Relaxed)) {
                return true;
            }
            words.start = end;
        }
        false
    }
}
