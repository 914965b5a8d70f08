//! A kind of pieces that a family may use, with the places that it may have.

use super::field::Field;
use std::ops::RangeInclusive;

/// A kind of pieces that a family may use.
#[derive(Clone, Debug)]
pub(crate) struct ListedPiece {
    /// The shape, as far up and left as it can be.
    pub shape: u64,
    /// Where such a piece may lie, in the order of the first cells. No other kind of the same
    /// shape may lie there.
    pub placements: Vec<u64>,
    /// It never leaves its row.
    pub keeps_row: bool,
    /// It never leaves its column.
    pub keeps_column: bool,
    /// How many of them a board may have.
    pub count: RangeInclusive<u32>,
}

impl ListedPiece {
    /// This number of pieces of a shape, anywhere on the board.
    pub(crate) fn anywhere(field: &Field, shape: u64, count: RangeInclusive<u32>) -> ListedPiece {
        ListedPiece {
            shape,
            placements: field.placements(shape),
            keeps_row: false,
            keeps_column: false,
            count,
        }
    }
}
