//! A piece of a board that can perhaps move.

use super::board_clique::{BoardClique, placed};
use super::word::Word;

/// A piece of a board that has an empty cell beside it.
pub(super) struct MobilePiece<W> {
    /// Its cells.
    pub(super) piece: u64,
    /// The bits of the piece in all planes.
    pub(super) bits: W,
    /// The board without the piece, and without the place of the goal piece if it is that.
    pub(super) rest: W,
    /// Where the place of the goal piece is written, if it is that.
    pub(super) goal_shift: Option<u32>,
    /// The empty cells and those of the piece.
    pub(super) room: u64,
    /// Cells from which a piece cannot go on in each direction.
    pub(super) stuck: [u64; 4],
}

// The places of the directions in `stuck`.
pub(super) const UP: usize = 0;
pub(super) const DOWN: usize = 1;
pub(super) const LEFT: usize = 2;
pub(super) const RIGHT: usize = 3;

impl<W: Word> MobilePiece<W> {
    /// The boards with the piece at one of these places.
    #[inline(always)]
    pub(super) fn clique(&self, places: u64) -> BoardClique<W> {
        BoardClique {
            rest: self.rest,
            bits: self.bits,
            piece: self.piece,
            from: self.piece.trailing_zeros(),
            places,
            goal_shift: self.goal_shift,
        }
    }

    /// The first cells of the piece here and one step away in a direction, which changes the number
    /// of a cell by `distance`; only that here if it is stuck.
    #[inline(always)]
    pub(super) fn pair<const DIRECTION: usize>(&self, distance: i32) -> u64 {
        let here = self.piece & self.piece.wrapping_neg();
        if self.piece & self.stuck[DIRECTION] != 0 {
            return here;
        }
        here | 1 << here.trailing_zeros().wrapping_add_signed(distance)
    }

    /// The first cells of the piece here and any steps away in two opposite directions. The second
    /// of them leads to higher cells, by `distance`.
    #[inline(always)]
    pub(super) fn line<const BACK: usize, const DIRECTION: usize>(&self, distance: u32) -> u64 {
        let mut piece = self.piece;
        while piece & self.stuck[BACK] == 0 {
            piece >>= distance;
        }
        let mut places = piece & piece.wrapping_neg();
        while piece & self.stuck[DIRECTION] == 0 {
            piece <<= distance;
            places |= piece & piece.wrapping_neg();
        }
        places
    }

    /// Appends the boards that at most `most` cells in one direction lead to.
    #[inline(always)]
    pub(super) fn append_in<const DIRECTION: usize>(
        &self,
        columns: u32,
        most: u32,
        boards: &mut Vec<W>,
    ) {
        let from = self.piece.trailing_zeros();
        let mut piece = self.piece;
        for _ in 0..most {
            if piece & self.stuck[DIRECTION] != 0 {
                return;
            }
            piece = match DIRECTION {
                UP => piece >> columns,
                DOWN => piece << columns,
                LEFT => piece >> 1,
                _ => piece << 1,
            };
            let to = piece.trailing_zeros();
            boards.push(placed(self.rest, self.bits, from, to, self.goal_shift));
        }
    }
}
