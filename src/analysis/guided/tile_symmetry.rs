//! Symmetries of a board of tiles that leave the goal as it is, up to the numbers of the tiles.

use slidewise_board::Board;

/// Images of the cells under each symmetry of a rectangle without walls, the identity first.
///
/// An image is indexed by cell. A board that is no square has four symmetries, a square has eight.
///
/// ```
/// use slidewise_analysis::cell_images;
/// use slidewise_board::Board;
///
/// let images = cell_images(&Board::new(2, 3, |_| false)?);
/// assert_eq!(images.len(), 4);
/// assert_eq!(images[1], [3, 4, 5, 0, 1, 2]);
/// # Ok::<(), slidewise_board::BoardError>(())
/// ```
pub fn cell_images(board: &Board) -> Vec<Vec<u8>> {
    let (rows, columns) = (board.rows(), board.columns());
    let turns: &[bool] = if rows == columns {
        &[false, true]
    } else {
        &[false]
    };
    let mut images = Vec::new();
    for &is_turned in turns {
        for is_reversed in [false, true] {
            for is_upside_down in [false, true] {
                let image = (0..board.cell_count()).map(|cell| {
                    let (mut row, mut column) = (cell / columns, cell % columns);
                    if is_turned {
                        (row, column) = (column, row);
                    }
                    if is_upside_down {
                        row = rows - 1 - row;
                    }
                    if is_reversed {
                        column = columns - 1 - column;
                    }
                    (row * columns + column) as u8
                });
                images.push(image.collect());
            }
        }
    }
    images
}

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
    /// The symmetry that moves nothing, on a board of this many cells.
    pub(super) fn identity(cells: usize) -> TileSymmetry {
        let all: Vec<u8> = (0..cells).map(|cell| cell as u8).collect();
        TileSymmetry {
            cells: all.clone(),
            tiles: all,
        }
    }

    /// All such symmetries of a goal, which has the tile of each cell and 0 for the empty cell. The
    /// identity comes first. The board has no walls.
    pub(super) fn all(board: &Board, goal: &[u8]) -> Vec<TileSymmetry> {
        let of_image = |cells: Vec<u8>| {
            let mut tiles = vec![0; goal.len()];
            for (&tile, &image) in goal.iter().zip(&cells) {
                tiles[usize::from(tile)] = goal[usize::from(image)];
            }
            (tiles[0] == 0).then_some(TileSymmetry { cells, tiles })
        };
        cell_images(board)
            .into_iter()
            .filter_map(of_image)
            .collect()
    }
}
