//! `ChunkOrder`: in which chunk of a store the words of a sheet lie.
//!
//! A sheet that is longer than a chunk is divided, and the chunks with the same part of all sheets
//! follow one another. Most slides lead from a part of one sheet to the same part of another, so a
//! thread that makes these chunks together reads each of their sources once.

use slidewise_store::BitLayout;
use std::ops::Range;

/// The order of a graph's words in a store: of each colour, by sheet and place in the sheet.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChunkOrder {
    /// Number of words of a sheet.
    width: u64,
    /// Number of words of a chunk.
    chunk: u64,
    /// Number of sheets of each colour.
    rows: [u64; 2],
}

impl ChunkOrder {
    /// The order of the words in a store with this layout, for sheets of `width` words.
    pub(super) fn new(layout: &BitLayout, width: usize) -> ChunkOrder {
        let width = width as u64;
        ChunkOrder {
            width,
            chunk: layout.chunk,
            rows: layout.words.map(|words| words / width),
        }
    }

    /// Whether each chunk is a part of one sheet.
    pub(super) fn is_divided(&self) -> bool {
        self.chunk < self.width && self.width.is_multiple_of(self.chunk)
    }

    /// Number of chunks of a side that are made together.
    pub(super) fn together(&self, side: usize) -> u64 {
        if self.is_divided() {
            self.rows[side]
        } else {
            1
        }
    }

    /// The number, in its side, of a word of a sheet.
    pub(super) fn place(&self, side: usize, row: u64, within: u64) -> u64 {
        if !self.is_divided() {
            return row * self.width + within;
        }
        let chunk = within / self.chunk * self.rows[side] + row;
        chunk * self.chunk + within % self.chunk
    }

    /// Splits a range of a sheet's words where chunks end; each piece is given by the numbers of
    /// its words in their side.
    pub(super) fn pieces(
        &self,
        side: usize,
        row: u64,
        range: &Range<usize>,
    ) -> impl Iterator<Item = Range<u64>> + use<> {
        let (order, mut within, end) = (*self, range.start as u64, range.end as u64);
        std::iter::from_fn(move || {
            let first = order.place(side, row, within);
            let left = order.chunk - first % order.chunk;
            let length = left.min(end - within);
            within += length;
            (length > 0).then_some(first..first + length)
        })
    }

    /// The parts of sheets of which a chunk with these words consists: the row of each sheet, and
    /// its words.
    pub(super) fn parts(
        &self,
        side: usize,
        words: &Range<u64>,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + use<> {
        let (order, mut at, end) = (*self, words.start, words.end);
        std::iter::from_fn(move || {
            let (row, within) = if order.is_divided() {
                let chunk = at / order.chunk;
                let part = chunk / order.rows[side];
                (
                    chunk % order.rows[side],
                    part * order.chunk + at % order.chunk,
                )
            } else {
                (at / order.width, at % order.width)
            };
            let length = (order.width - within).min(end - at);
            at += length;
            let words = within as usize..(within + length) as usize;
            (length > 0).then_some((row as usize, words))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word has one place, which its chunk names again as a part of its sheet.
    #[test]
    fn places_and_parts_are_inverse() {
        for (words, width, chunk) in [
            ([60, 48], 12, 3),
            ([60, 48], 12, 12),
            ([60, 48], 12, 24),
            ([60, 48], 12, 5),
            ([7, 14], 7, 1),
        ] {
            let layout = BitLayout::new(words, chunk, 1);
            let order = ChunkOrder::new(&layout, width);
            for (side, words) in words.into_iter().enumerate() {
                let mut seen = vec![false; words as usize];
                for chunk in 0..layout.chunks(side) {
                    let range = layout.range(side, chunk);
                    let mut at = range.start;
                    for (row, block) in order.parts(side, &range) {
                        for within in block {
                            assert_eq!(order.place(side, row as u64, within as u64), at);
                            assert!(!std::mem::replace(&mut seen[at as usize], true));
                            at += 1;
                        }
                    }
                    assert_eq!(at, range.end);
                }
                assert!(seen.into_iter().all(|seen| seen));
                for row in 0..words / width as u64 {
                    let pieces = order.pieces(side, row, &(1..width - 1));
                    let places: Vec<u64> = pieces.flatten().collect();
                    let expected = (1..width as u64 - 1).map(|at| order.place(side, row, at));
                    assert!(places.into_iter().eq(expected));
                }
            }
        }
    }
}
