//! The finished tables of half boards: packed ranks, and the rotation that an edge makes.

use super::half_tiles::HalfTiles;
use super::head_index::HeadIndex;
use super::paired_halves::TargetRange;
use crate::index::Rotation;

/// Tables of half boards: the displacements of heads and tails.
#[derive(Clone, Debug)]
pub struct HalfBoards {
    pub(super) index: HeadIndex,
    pub(super) heads: Vec<HeadEntry>,
    /// Heads to which the displacements of heads lead, head by head; each target is given as its
    /// [`HeadEntry::first`].
    pub(super) head_slides: Vec<u64>,
    /// Range in `tail_slides` of the displacements within a tail, indexed by tail.
    pub(super) tails: Vec<TargetRange>,
    /// Tails to which the displacements of tails lead, tail by tail.
    pub(super) tail_slides: Vec<u32>,
    /// Number of bitmap words for the crossing displacements of a half board.
    pub(super) words: usize,
    /// Bitmap of the crossing displacements that a half board allows, in `words` words, indexed by
    /// half board; one list for heads and one for tails.
    pub(super) across: [Vec<u64>; 2],
    pub(super) tiles: HalfTiles,
    /// Upper limit of the buffer entries that the neighbours of one pattern take while they are
    /// found.
    pub(super) room: usize,
}

/// One head (the placement of the pieces before the split), with the data that all patterns with
/// this head share.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct HeadEntry {
    /// Packed rank of the pattern with this head and tail 0; a tail's number is added to it.
    pub first: u64,
    /// Range in `head_slides` of the displacements within the head.
    pub slides: TargetRange,
}

impl HalfBoards {
    /// Number of low bits of a packed rank that hold the pattern rank; the number of the head is
    /// above them.
    pub const RANK_BITS: u32 = 38;

    /// Packs a pattern rank with the number of its head, for a
    /// [`HalfBoardExpander`](super::HalfBoardExpander).
    ///
    /// `rank` must be the rank of a pattern.
    #[inline]
    pub fn packed_rank(&self, rank: u64) -> u64 {
        self.index.head_of(rank) << HalfBoards::RANK_BITS | rank
    }

    /// Pattern rank in a packed rank.
    #[inline]
    pub const fn rank(packed_rank: u64) -> u64 {
        packed_rank & ((1 << HalfBoards::RANK_BITS) - 1)
    }

    /// Rotation of an arrangement by the edge between two patterns, with its tile group; `None` if
    /// no arrangement changes. Both patterns are packed ranks.
    ///
    /// # Panics
    /// May panic if `from` or `to` is not the packed rank of a pattern.
    #[inline]
    pub fn turn(&self, from: u64, to: u64) -> Option<(usize, Rotation)> {
        let [from, to] = [from, to].map(|packed_rank| {
            let head = (packed_rank >> HalfBoards::RANK_BITS) as usize;
            [
                head,
                packed_rank.wrapping_sub(self.heads[head].first) as usize,
            ]
        });
        self.tiles.turn(from, to)
    }

    /// Size of the tables in bytes.
    pub fn bytes(&self) -> usize {
        let across = self.across.iter().map(|across| size_of_val(&across[..]));
        self.index.bytes()
            + size_of_val(&self.heads[..])
            + size_of_val(&self.head_slides[..])
            + size_of_val(&self.tails[..])
            + size_of_val(&self.tail_slides[..])
            + across.sum::<usize>()
            + self.tiles.bytes()
    }
}
