//! Symmetries of a board of tiles that leave the goal as it is, up to the numbers of the tiles.

use slidewise_board::{Board, Cell, Square};

/// Symmetry of a rectangle that keeps the empty cell of the goal in its place.
///
/// It maps a position to one that is equally far from the goal: tiles move to the images of their
/// cells, and are renumbered so that the goal stays the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TileSymmetry {
    /// Image of each cell.
    pub cells: Vec<u8>,
    /// New number of each tile.
    pub tiles: Vec<u8>,
}

impl TileSymmetry {
    /// All such symmetries of a goal, which has the tile of each cell and 0 for the empty cell. The
    /// identity comes first.
    pub(super) fn all(board: &Board, goal: &[u8]) -> Vec<TileSymmetry> {
        let (rows, columns) = (board.rows() as u16, board.columns() as u16);
        let is_full = board.cell_count() == board.rows() * board.columns();
        let mut found: Vec<TileSymmetry> = Vec::new();
        for number in 0..8 {
            let (is_turned, is_upside_down, is_reversed) =
                (number & 1 != 0, number & 2 != 0, number & 4 != 0);
            if number != 0 && !is_full || is_turned && rows != columns {
                continue;
            }
            let image = |cell: usize| {
                let Square {
                    mut row,
                    mut column,
                } = board.square_of(Cell(cell as u16));
                if is_turned {
                    (row, column) = (column, row);
                }
                if is_upside_down {
                    row = rows - 1 - row;
                }
                if is_reversed {
                    column = columns - 1 - column;
                }
                board
                    .cell_at(Square { row, column })
                    .map(|cell| cell.0 as u8)
            };
            let Some(cells) = (0..goal.len()).map(image).collect::<Option<Vec<u8>>>() else {
                continue;
            };
            let mut tiles = vec![0; goal.len()];
            for (cell, &tile) in goal.iter().enumerate() {
                tiles[usize::from(tile)] = goal[usize::from(cells[cell])];
            }
            let symmetry = TileSymmetry { cells, tiles };
            if symmetry.tiles[0] == 0 && !found.contains(&symmetry) {
                found.push(symmetry);
            }
        }
        found
    }
}
