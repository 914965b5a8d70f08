//! The eight rotations and reflections of a square, applied to boards, shapes and directions.
//!
//! A turn acts on the smallest rectangle that holds the given cells, so walls outside this
//! rectangle do not matter. It maps squares and shapes, not pieces.

use super::{BitMask, Board, Cell, CellMask, CellSet, Direction, Joins, Shape, Square};

/// A rotation or reflection: an optional transposition, then an optional reversal of rows and of
/// columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Isometry {
    /// Whether rows and columns are exchanged.
    pub transposes: bool,
    /// Whether the order of rows is reversed, after any exchange of rows and columns.
    pub flips_rows: bool,
    /// Whether the order of columns is reversed, after any exchange of rows and columns.
    pub flips_columns: bool,
}

impl Isometry {
    /// All eight turns; the first is the identity.
    pub const ALL: [Isometry; 8] = {
        let mut all = [Isometry {
            transposes: false,
            flips_rows: false,
            flips_columns: false,
        }; 8];
        let mut number = 0;
        while number < 8 {
            all[number] = Isometry {
                transposes: number & 4 != 0,
                flips_rows: number & 2 != 0,
                flips_columns: number & 1 != 0,
            };
            number += 1;
        }
        all
    };

    /// Whether the turn is the identity.
    pub fn is_identity(self) -> bool {
        self == Isometry::ALL[0]
    }

    /// The short name of the turn in outputs; it has no spaces.
    pub fn name(self) -> &'static str {
        match (self.transposes, self.flips_rows, self.flips_columns) {
            (false, false, false) => "identity",
            (false, false, true) => "left-right",
            (false, true, false) => "top-bottom",
            (false, true, true) => "turn-180",
            (true, false, false) => "falling-diagonal",
            (true, false, true) => "turn-90",
            (true, true, false) => "turn-270",
            (true, true, true) => "rising-diagonal",
        }
    }

    /// The description for people, such as "mirrored left to right".
    pub fn in_words(self) -> &'static str {
        match (self.transposes, self.flips_rows, self.flips_columns) {
            (false, false, false) => "left as it is",
            (false, false, true) => "mirrored left to right",
            (false, true, false) => "mirrored top to bottom",
            (false, true, true) => "turned by 180 degrees",
            (true, false, false) => "mirrored at the falling diagonal",
            (true, false, true) => "turned clockwise",
            (true, true, false) => "turned anticlockwise",
            (true, true, true) => "mirrored at the rising diagonal",
        }
    }

    /// The image of each cell of a board, indexed by cell; `None` if the turn does not map the
    /// board to itself.
    pub fn cells(self, board: &Board) -> Option<Vec<Cell>> {
        self.cells_of(board, board.cells())
    }

    /// The image of each cell of the set `cells`, in ascending order of the original cells; `None`
    /// if the turn does not map the set to itself.
    pub fn cells_of(self, board: &Board, cells: CellSet) -> Option<Vec<Cell>> {
        let squares: Vec<Square> = cells.iter().map(|c| board.square_of(c)).collect();
        let least = |side: fn(&Square) -> u16| squares.iter().map(side).min();
        let most = |side: fn(&Square) -> u16| squares.iter().map(side).max();
        let (top, left) = (least(|s| s.row)?, least(|s| s.column)?);
        let (bottom, right) = (most(|s| s.row)?, most(|s| s.column)?);
        let corners = [(top, left), (bottom, right)].map(|(row, column)| Square { row, column });
        let images = squares
            .iter()
            .map(|&square| {
                let image = board.cell_at(self.square(square, corners)?);
                image.filter(|&image| cells.contains(image))
            })
            .collect::<Option<Vec<Cell>>>()?;
        (board.is_plain() || self.keeps_neighbours(board, cells, &images)).then_some(images)
    }

    /// The image of a square of a rectangle, given by its corners at the top left and at the bottom
    /// right; `None` if the turn does not map the rectangle to itself.
    pub fn square(self, square: Square, corners: [Square; 2]) -> Option<Square> {
        let [first, last] = corners;
        let (height, width) = (last.row - first.row, last.column - first.column);
        if self.transposes && height != width {
            return None;
        }
        let (mut row, mut column) = (square.row - first.row, square.column - first.column);
        if self.transposes {
            (row, column) = (column, row);
        }
        if self.flips_rows {
            row = height - row;
        }
        if self.flips_columns {
            column = width - column;
        }
        Some(Square {
            row: first.row + row,
            column: first.column + column,
        })
    }

    /// Whether neighbours in `cells` stay neighbours in the direction that the turn gives; `images`
    /// has the image of each cell, ascending. Along lines only the identity keeps directions.
    fn keeps_neighbours(self, board: &Board, cells: CellSet, images: &[Cell]) -> bool {
        let image_of: Vec<(Cell, Cell)> = cells.iter().zip(images.iter().copied()).collect();
        let image = |cell: Cell| {
            let at = image_of.binary_search_by_key(&cell, |pair| pair.0).ok()?;
            Some(image_of[at].1)
        };
        if let Joins::Lines(_) = board.joins() {
            return self.is_identity();
        }
        image_of.iter().all(|&(from, to)| {
            board.directions().iter().all(|&direction| {
                let before = board.neighbour(from, direction).and_then(image);
                before.is_none() || before == board.neighbour(to, self.direction(direction))
            })
        })
    }

    /// The image of a direction; a direction along lines, which only the identity keeps, is its
    /// own.
    pub fn direction(self, direction: Direction) -> Direction {
        if let Direction::Along(_) = direction {
            return direction;
        }
        let offset = self.offset(direction.offset());
        let found = Direction::ALL.into_iter().find(|d| d.offset() == offset);
        found.expect("a turn maps directions to directions")
    }

    /// The image of a shape.
    pub fn shape(self, shape: &Shape) -> Shape {
        let offsets: Vec<(i32, i32)> = shape.offsets().iter().map(|&o| self.offset(o)).collect();
        let top = offsets.iter().map(|o| o.0).min().unwrap_or(0);
        let left = offsets.iter().map(|o| o.1).min().unwrap_or(0);
        let squares: Vec<Square> = offsets
            .iter()
            .map(|&(row, column)| Square {
                row: (row - top) as u16,
                column: (column - left) as u16,
            })
            .collect();
        Shape::of(&squares).0
    }

    /// The image of an offset (rows, columns).
    fn offset(self, (rows, columns): (i32, i32)) -> (i32, i32) {
        let (rows, columns) = if self.transposes {
            (columns, rows)
        } else {
            (rows, columns)
        };
        (
            if self.flips_rows { -rows } else { rows },
            if self.flips_columns {
                -columns
            } else {
                columns
            },
        )
    }
}

/// The image of a set of cells; `cells` holds the image of each cell, indexed by cell.
pub fn turned<B: BitMask>(set: CellMask<B>, cells: &[Cell]) -> CellMask<B> {
    set.iter().map(|cell| cells[cell.index()]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Wrap;
    use super::*;

    fn board(text: &str) -> Board {
        let rows: Vec<&[u8]> = text.split(':').map(str::as_bytes).collect();
        Board::new(rows.len(), rows[0].len(), |square| {
            rows[square.row as usize][square.column as usize] == b'#'
        })
        .unwrap()
    }

    fn names(text: &str) -> Vec<&'static str> {
        let board = board(text);
        let turns = Isometry::ALL.into_iter();
        let kept = turns.filter(|turn| turn.cells(&board).is_some());
        kept.map(Isometry::name).collect()
    }

    #[test]
    fn boards_have_the_turns_of_their_cells() {
        assert_eq!(names("...:...:...").len(), 8);
        let upright = ["identity", "left-right", "top-bottom", "turn-180"];
        assert_eq!(names("..:..:.."), upright);
        assert_eq!(
            names("..#:..#:..#:###"),
            upright,
            "surrounding walls do not matter"
        );
        assert_eq!(names("..#:...:..."), ["identity", "rising-diagonal"]);
        assert_eq!(names("#..:..."), ["identity"]);
        assert_eq!(names("#..:..#"), ["identity", "turn-180"]);
    }

    #[test]
    fn boards_that_run_round_have_the_turns_that_keep_their_edges() {
        let count = |wrap| {
            let board = board("...:...:...").wrapped(wrap).unwrap();
            let turns = Isometry::ALL.into_iter();
            turns.filter(|turn| turn.cells(&board).is_some()).count()
        };
        assert_eq!([Wrap::LeftRight, Wrap::Both].map(count), [4, 8]);
        let lines = vec![vec![Cell(0), Cell(1)], vec![Cell(2), Cell(3)]];
        let lines = board("..:..").with_lines(lines).unwrap();
        let turns = Isometry::ALL.into_iter();
        assert_eq!(turns.filter(|turn| turn.cells(&lines).is_some()).count(), 1);
    }

    #[test]
    fn a_clockwise_turn_takes_up_to_the_right() {
        let turn = |name| {
            Isometry::ALL
                .into_iter()
                .find(|turn| turn.name() == name)
                .unwrap()
        };
        assert_eq!(turn("turn-90").direction(Direction::Up), Direction::Right);
        assert_eq!(turn("turn-270").direction(Direction::Up), Direction::Left);
        assert_eq!(turn("left-right").direction(Direction::Up), Direction::Up);
        let corner = board("..:..");
        assert_eq!(
            turn("turn-90").cells(&corner).unwrap(),
            [Cell(1), Cell(3), Cell(0), Cell(2)]
        );
        let ell = |squares: &[(u16, u16)]| {
            let squares = squares.iter().map(|&(row, column)| Square { row, column });
            Shape::of(&squares.collect::<Vec<_>>()).0
        };
        assert_eq!(
            turn("turn-90").shape(&ell(&[(0, 0), (1, 0), (1, 1)])),
            ell(&[(0, 0), (0, 1), (1, 0)])
        );
    }
}
