//! The board: which squares of a rectangle are cells, which cells are neighbours, and the names of
//! squares.
//!
//! Cell numbers follow the reading order of the squares. A board holds no pieces.

use super::{Cell, CellSet, Direction, Joins};
use thiserror::Error;

/// A square by row (0 is the top row) and column (0 is the leftmost).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// Row, counted from 0 at the top.
    pub row: u16,
    /// Column, counted from 0 at the left.
    pub column: u16,
}

/// A rectangle of squares, each a cell or a wall.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    rows: u16,
    columns: u16,
    cell_of_square: Vec<Option<Cell>>,
    square_of_cell: Vec<Square>,
    joins: Joins,
}

/// The reason why a rectangle cannot be a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// More rows or columns than [`Board::MAX_SIDE`].
    #[error(
        "a board has at most {max} rows and {max} columns, but this board has {rows} rows and \
         {columns} columns",
        max = Board::MAX_SIDE
    )]
    TooLong {
        /// Number of rows requested.
        rows: usize,
        /// Number of columns requested.
        columns: usize,
    },
    /// More cells than [`Board::MAX_CELLS`].
    #[error(
        "a board has at most {max} cells that are not walls, but this board has {found}",
        max = Board::MAX_CELLS
    )]
    TooManyCells {
        /// Number of cells requested.
        found: usize,
    },
    /// The rectangle has no cell.
    #[error("a board has at least one cell that is not a wall")]
    NoCells,
}

impl Board {
    /// Maximum number of cells of a board.
    pub const MAX_CELLS: usize = 1024;
    /// Maximum number of rows, and of columns, of a board.
    pub const MAX_SIDE: usize = 256;

    /// Creates a board of `rows` by `columns` squares; `is_wall` selects the walls.
    ///
    /// # Errors
    /// If the board has more than [`Board::MAX_SIDE`] rows or columns, no cell, or more than
    /// [`Board::MAX_CELLS`] cells.
    pub fn new(
        rows: usize,
        columns: usize,
        mut is_wall: impl FnMut(Square) -> bool,
    ) -> Result<Board, BoardError> {
        if rows > Board::MAX_SIDE || columns > Board::MAX_SIDE {
            return Err(BoardError::TooLong { rows, columns });
        }
        let squares: Vec<Square> = (0..rows as u16)
            .flat_map(|row| (0..columns as u16).map(move |column| Square { row, column }))
            .collect();
        let walls: Vec<bool> = squares.iter().map(|&square| is_wall(square)).collect();
        let found = walls.iter().filter(|&&wall| !wall).count();
        match found {
            0 => return Err(BoardError::NoCells),
            1..=Board::MAX_CELLS => {}
            _ => return Err(BoardError::TooManyCells { found }),
        }
        let mut square_of_cell = Vec::with_capacity(found);
        let cell_of_square = squares
            .iter()
            .zip(walls)
            .map(|(&square, wall)| {
                (!wall).then(|| {
                    square_of_cell.push(square);
                    Cell((square_of_cell.len() - 1) as u16)
                })
            })
            .collect();
        Ok(Board {
            rows: rows as u16,
            columns: columns as u16,
            cell_of_square,
            square_of_cell,
            joins: Joins::Sides,
        })
    }

    /// The same squares and cells, joined in another way.
    pub(super) fn joined(self, joins: Joins) -> Board {
        Board { joins, ..self }
    }

    /// How the cells are joined.
    pub fn joins(&self) -> &Joins {
        &self.joins
    }

    /// Number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// Number of cells.
    #[inline]
    pub fn cell_count(&self) -> usize {
        self.square_of_cell.len()
    }

    /// The set of all cells.
    pub fn cells(&self) -> CellSet {
        CellSet::first_cells(self.cell_count())
    }

    /// The cell at a square; `None` for a wall and for a square outside the board.
    #[inline]
    pub fn cell_at(&self, square: Square) -> Option<Cell> {
        if square.row >= self.rows || square.column >= self.columns {
            return None;
        }
        self.cell_of_square[square.row as usize * self.columns() + square.column as usize]
    }

    /// The square of a cell of this board.
    ///
    /// # Panics
    /// If the board has no such cell.
    #[inline]
    pub fn square_of(&self, cell: Cell) -> Square {
        self.square_of_cell[cell.index()]
    }

    /// The square at an offset (rows, columns) from `square`; `None` outside the board.
    #[inline]
    pub fn offset(&self, square: Square, (rows, columns): (i32, i32)) -> Option<Square> {
        let row = u16::try_from(i32::from(square.row) + rows).ok()?;
        let column = u16::try_from(i32::from(square.column) + columns).ok()?;
        (row < self.rows && column < self.columns).then_some(Square { row, column })
    }

    /// All cells outside `set` that share a side or a corner with a cell of the set.
    pub fn surroundings(&self, set: CellSet) -> CellSet {
        let around: CellSet = set
            .iter()
            .flat_map(|cell| {
                let square = self.square_of(cell);
                (-1..=1)
                    .flat_map(|rows| (-1..=1).map(move |columns| (rows, columns)))
                    .filter_map(move |offset| self.cell_at(self.offset(square, offset)?))
            })
            .collect();
        around.without(set)
    }

    /// Lists the cells on the straight line from `square` (included) to the edge of the board.
    /// Walls on the line are skipped.
    pub fn ray(&self, square: Square, toward: Direction) -> Vec<Cell> {
        std::iter::successors(Some(square), |&at| self.offset(at, toward.offset()))
            .filter_map(|at| self.cell_at(at))
            .collect()
    }

    /// The name of a square as in chess, where `a1` is the bottom left square.
    ///
    /// The columns are a to z, then aa, ab and so on.
    pub fn name_of(&self, square: Square) -> String {
        let (column, row) = (self.column_name(square), self.row_name(square));
        format!("{column}{row}")
    }

    /// The letters of a square's name, which stand for its column.
    pub fn column_name(&self, square: Square) -> String {
        let mut letters = Vec::new();
        let mut rest = square.column as usize + 1;
        while rest > 0 {
            letters.push(b'a' + ((rest - 1) % 26) as u8);
            rest = (rest - 1) / 26;
        }
        letters.iter().rev().map(|&letter| letter as char).collect()
    }

    /// The digits of a square's name, which stand for its row.
    pub fn row_name(&self, square: Square) -> String {
        (self.rows - square.row).to_string()
    }

    /// The square with this name, as written by [`Board::name_of`]; `None` if the board has no such
    /// square.
    pub fn square_named(&self, name: &str) -> Option<Square> {
        let digits = name.find(|c: char| !c.is_ascii_lowercase())?;
        let (letters, number) = name.split_at(digits);
        if letters.is_empty() || letters.len() > 3 || number.starts_with('0') {
            return None;
        }
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let column = letters.bytes().fold(0usize, |sum, letter| {
            sum * 26 + (letter - b'a') as usize + 1
        }) - 1;
        let from_bottom: usize = number.parse().ok()?;
        if column >= self.columns() || from_bottom > self.rows() {
            return None;
        }
        Some(Square {
            row: (self.rows() - from_bottom) as u16,
            column: column as u16,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_chess_and_read_back() {
        let board = Board::new(4, 30, |square| square.column >= 32 || square.row > 3).unwrap();
        let corner = Square { row: 3, column: 0 };
        assert_eq!(board.name_of(corner), "a1");
        assert_eq!(board.name_of(Square { row: 0, column: 27 }), "ab4");
        for row in 0..4 {
            for column in 0..30 {
                let square = Square { row, column };
                assert_eq!(board.square_named(&board.name_of(square)), Some(square));
            }
        }
        for wrong in [
            "",
            "a",
            "1",
            "a0",
            "a5",
            "ae1",
            "a01",
            "A1",
            "a1x",
            "aaaaaaaa1",
            "a99999999999999999999",
        ] {
            assert_eq!(board.square_named(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn walls_have_no_number_and_rays_pass_them() {
        let board = Board::new(3, 3, |square| square == Square { row: 1, column: 1 }).unwrap();
        assert_eq!(board.cell_count(), 8);
        assert_eq!(board.cell_at(Square { row: 1, column: 1 }), None);
        assert_eq!(board.cell_at(Square { row: 1, column: 2 }), Some(Cell(4)));
        let up_the_middle = board.ray(Square { row: 2, column: 1 }, Direction::Up);
        assert_eq!(up_the_middle, [Cell(6), Cell(1)]);
        assert_eq!(
            board.surroundings(Cell(0).into()),
            [Cell(1), Cell(3)].into_iter().collect()
        );
    }

    #[test]
    fn boards_out_of_bounds_are_refused() {
        assert_eq!(Board::new(0, 5, |_| false), Err(BoardError::NoCells));
        assert_eq!(
            Board::new(25, 41, |_| false),
            Err(BoardError::TooManyCells { found: 1025 })
        );
        assert!(matches!(
            Board::new(1, 257, |_| true),
            Err(BoardError::TooLong { .. })
        ));
    }
}
