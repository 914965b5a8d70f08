//! Boards that the moves of one piece join.

use super::field::cells_of;
use super::word::Word;

/// Boards that differ from one another by the place of one piece: each is one edge from each other.
///
/// In moves they are all boards that the paths of the piece join.
#[derive(Clone, Copy)]
pub(crate) struct BoardClique<W> {
    /// Its bits without the piece, and without the place of the goal piece if it is that.
    pub(super) rest: W,
    /// The bits of the piece in all planes.
    pub(super) bits: W,
    /// The cells of the piece on the board.
    pub(super) piece: u64,
    /// The first one of them.
    pub(super) from: u32,
    /// Its possible first cells, that one among them.
    pub(super) places: u64,
    /// Where the place of the goal piece is written, if it is that.
    pub(super) goal_shift: Option<u32>,
}

impl<W: Word> BoardClique<W> {
    /// The board of the clique with the piece at its first place, and that place: they name the
    /// clique.
    #[inline]
    pub(crate) fn name(&self) -> (W, u32) {
        let place = self.first_place();
        (self.board_at(place), place)
    }

    /// Whether the piece is at the first one of its places.
    #[inline(always)]
    pub(crate) fn is_at_first_place(&self) -> bool {
        self.from == self.first_place()
    }

    /// The possible first cells of the piece.
    #[inline(always)]
    pub(crate) fn places(&self) -> u64 {
        self.places
    }

    /// The first one of them.
    #[inline(always)]
    pub(crate) fn first_place(&self) -> u32 {
        self.places.trailing_zeros()
    }

    /// The cells of the piece when it begins at one of its places.
    #[inline(always)]
    pub(crate) fn piece_at(&self, place: u32) -> u64 {
        self.piece >> self.from << place
    }

    /// The board with the piece at one of its places.
    #[inline(always)]
    pub(crate) fn board_at(&self, to: u32) -> W {
        placed(self.rest, self.bits, self.from, to, self.goal_shift)
    }

    /// The boards of the clique, but for the one that was asked about.
    #[inline]
    pub(crate) fn others(&self) -> impl Iterator<Item = W> {
        let others = self.places & !(1 << self.from);
        cells_of(others).map(|place| self.board_at(place))
    }
}

/// The board with a piece whose first cell was `from` and is now `to`.
#[inline(always)]
pub(super) fn placed<W: Word>(rest: W, bits: W, from: u32, to: u32, goal_shift: Option<u32>) -> W {
    let shifted = if to > from {
        bits.up(to - from)
    } else {
        bits.down(from - to)
    };
    let board = rest.with(shifted);
    match goal_shift {
        Some(shift) => board.with(W::from_low(u64::from(to)).up(shift)),
        None => board,
    }
}
