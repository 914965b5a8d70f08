//! Sides of cells at the edge of a board, such as `below a1`.

use super::error::quoted;
use super::faults::FaultCollector;
use slidewise_board::{Board, Direction, Square};

/// The name of each edge of the board in puzzle files, with the direction that enters the board
/// there.
pub(super) const SIDES: [(&str, Direction); 4] = [
    ("below", Direction::Up),
    ("above", Direction::Down),
    ("left of", Direction::Right),
    ("right of", Direction::Left),
];

/// A side of a cell as text: the name of the side, the direction inward, and the name of the cell.
pub(super) struct SideText<'t> {
    side: &'static str,
    /// The direction that enters the board at this side.
    pub inward: Direction,
    cell: &'t str,
}

impl SideText<'_> {
    /// Splits a text such as `below a1`; `None` if it does not begin with the name of a side.
    pub(crate) fn split(text: &str) -> Option<SideText<'_>> {
        SIDES.iter().find_map(|&(side, inward)| {
            let cell = text.strip_prefix(side)?.strip_prefix(' ')?.trim();
            Some(SideText { side, inward, cell })
        })
    }

    /// The square of the cell; adds a fault at `at` if no cell on that edge has the name.
    pub(crate) fn square(
        &self,
        at: usize,
        board: &Board,
        faults: &mut FaultCollector<'_>,
    ) -> Option<Square> {
        let Some(square) = board.square_named(self.cell) else {
            faults.add(at, "a cell of the board such as `a1`", &quoted(self.cell));
            return None;
        };
        // The square is on the edge that the side names exactly if one step outward leaves the
        // board.
        let outward = self.inward.opposite();
        if board.offset(square, outward.offset()).is_some() {
            let expected = format!("a cell on the edge of the board that `{}` names", self.side);
            faults.add(at, &expected, &quoted(self.cell));
            return None;
        }
        Some(square)
    }
}
