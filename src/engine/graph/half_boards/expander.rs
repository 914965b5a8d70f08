//! The expander of half boards: finds the neighbours of patterns from the displacements of their
//! halves.

use super::paired_halves::{TOGETHER, TargetRange};
use super::tables::HalfBoards;

/// Finder of neighbours in the tables of half boards. Create one in each thread.
#[derive(Clone, Debug)]
pub struct HalfBoardExpander<'c> {
    tables: &'c HalfBoards,
    found: Vec<u64>,
    crossings: Vec<CrossingWord>,
    parts: Vec<PatternHalves>,
}

/// Head and tail of a pattern.
#[derive(Clone, Copy, Default, Debug)]
struct PatternHalves {
    /// Packed rank of the pattern that the head makes with tail 0: see
    /// [`super::tables::HeadEntry::first`].
    first: u64,
    /// Number of the head and number of the tail.
    numbers: [u32; 2],
    /// Ranges of the targets of the displacements within the head and within the tail.
    slides: [TargetRange; 2],
}

impl PatternHalves {
    #[inline(always)]
    fn of(tables: &HalfBoards, packed_rank: u64) -> PatternHalves {
        let head_at = packed_rank >> HalfBoards::RANK_BITS;
        let head = tables.heads[head_at as usize];
        let tail_at = packed_rank.wrapping_sub(head.first);
        PatternHalves {
            first: head.first,
            numbers: [head_at as u32, tail_at as u32],
            slides: [head.slides, tables.tails[tail_at as usize]],
        }
    }
}

/// One bitmap word of the crossing displacements of a pattern.
#[derive(Clone, Copy, Default, Debug)]
struct CrossingWord {
    /// Bits of the displacements that the pattern allows and that are not followed yet.
    left: u64,
    /// Bits of the displacements that the head allows, and of those that the tail allows.
    slides: [u64; 2],
    /// Index of this word's first target in the target list of heads, and in that of tails.
    first: [u32; 2],
}

impl<'c> HalfBoardExpander<'c> {
    /// Maximum number of patterns that can be expanded together.
    pub const TOGETHER: usize = 256;

    /// Creates an expander for tables of half boards.
    pub fn new(tables: &'c HalfBoards) -> HalfBoardExpander<'c> {
        HalfBoardExpander {
            tables,
            found: Vec::new(),
            crossings: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// The tables of half boards.
    pub fn half_boards(&self) -> &'c HalfBoards {
        self.tables
    }

    /// Finds the neighbours of several patterns, in unspecified order, as [packed
    /// ranks](HalfBoards::packed_rank).
    ///
    /// # Panics
    /// If there are more patterns than [`HalfBoardExpander::TOGETHER`], or a packed rank is not one
    /// of a pattern.
    #[inline(always)]
    pub fn expand(&mut self, packed_ranks: &[u64]) -> &[u64] {
        assert!(
            packed_ranks.len() <= HalfBoardExpander::TOGETHER,
            "too many patterns to expand together: see `HalfBoardExpander::TOGETHER`"
        );
        let tables = self.tables;
        let room = packed_ranks.len() * tables.room + TOGETHER;
        if self.found.len() < room {
            self.found.resize(room, 0);
            let crossings = packed_ranks.len() * tables.words + 1;
            self.crossings.resize(crossings, CrossingWord::default());
            self.parts
                .resize(packed_ranks.len(), PatternHalves::default());
        }
        // One table is read for all patterns before the next table, so that the processor waits for
        // many memory loads at once.
        let patterns = &mut self.parts[..packed_ranks.len()];
        for (parts, &packed_rank) in patterns.iter_mut().zip(packed_ranks) {
            *parts = PatternHalves::of(tables, packed_rank);
        }
        let (found, crossings) = (&mut self.found[..], &mut self.crossings[..]);
        let mut count = 0;
        for parts in &*patterns {
            let tail = u64::from(parts.numbers[1]);
            count += put(
                &mut found[count..],
                &tables.head_slides,
                parts.slides[0],
                |to| to.wrapping_add(tail),
            );
            count += put(
                &mut found[count..],
                &tables.tail_slides,
                parts.slides[1],
                |to| parts.first.wrapping_add(u64::from(to)),
            );
        }
        let mut left = 0;
        for parts in &*patterns {
            let rows = parts.numbers.map(|number| number as usize * tables.words);
            let mut first = parts.slides.map(|slides| slides.end);
            for word in 0..tables.words {
                let slides = [0, 1].map(|side| tables.across[side][rows[side] + word]);
                crossings[left] = CrossingWord {
                    left: slides[0] & slides[1],
                    slides,
                    first,
                };
                left += usize::from(crossings[left].left != 0);
                for (first, slides) in first.iter_mut().zip(slides) {
                    *first += slides.count_ones();
                }
            }
        }
        // Each round follows one displacement of every word. A loop over all displacements of one
        // word would have an end that is often mispredicted.
        while left > 0 {
            let mut kept = 0;
            for at in 0..left {
                let mut crossing = crossings[at];
                let below = (crossing.left & crossing.left.wrapping_neg()) - 1;
                let [head, tail] = [0, 1].map(|side| {
                    crossing.first[side] + (crossing.slides[side] & below).count_ones()
                });
                let tail = u64::from(tables.tail_slides[tail as usize]);
                found[count] = tables.head_slides[head as usize].wrapping_add(tail);
                count += 1;
                crossing.left &= crossing.left - 1;
                crossings[kept] = crossing;
                kept += usize::from(crossing.left != 0);
            }
            left = kept;
        }
        &self.found[..count]
    }
}

/// Writes the targets of a half board's displacements to `found`, and returns the number of
/// targets.
#[inline(always)]
fn put<T: Copy>(
    found: &mut [u64],
    targets: &[T],
    slides: TargetRange,
    packed_rank: impl Fn(T) -> u64,
) -> usize {
    let targets = &targets[slides.first as usize..];
    let count = (slides.end - slides.first) as usize;
    // Most half boards have at most four targets. Four entries are always written at once;
    // superfluous entries are overwritten later.
    let together: &[T; TOGETHER] = targets.first_chunk().expect("spare targets follow");
    let room: &mut [u64; TOGETHER] = found.first_chunk_mut().expect("`found` has room");
    *room = together.map(&packed_rank);
    for at in TOGETHER..count {
        found[at] = packed_rank(targets[at]);
    }
    count
}
