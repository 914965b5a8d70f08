//! The eight ways to lay a square on itself: reflections and rotations of a board.
//!
//! A turn speaks of the smallest rectangle that holds all cells of a board, or those that are asked for, so that what
//! is around them is not in its way. It knows squares and shapes, and not what stands on them.

use super::{Bits, Board, Cell, CellSet, Direction, Set, Shape, Square};

/// A reflection or rotation: rows and columns are exchanged or not, then rows and columns run backwards or not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn {
    /// Whether rows become columns.
    pub transposes: bool,
    /// Whether the rows that result are taken from the bottom.
    pub flips_rows: bool,
    /// Whether the columns that result are taken from the right.
    pub flips_columns: bool,
}

impl Turn {
    /// All eight; the first leaves everything where it is.
    pub const ALL: [Turn; 8] = {
        let mut all = [Turn {
            transposes: false,
            flips_rows: false,
            flips_columns: false,
        }; 8];
        let mut number = 0;
        while number < 8 {
            all[number] = Turn {
                transposes: number & 4 != 0,
                flips_rows: number & 2 != 0,
                flips_columns: number & 1 != 0,
            };
            number += 1;
        }
        all
    };

    /// Whether everything stays where it is.
    pub fn is_identity(self) -> bool {
        self == Turn::ALL[0]
    }

    /// A short name without blanks.
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

    /// What it does, in words.
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

    /// Where each cell of a board comes to lie; `None` if the cells are not laid on themselves.
    pub fn cells(self, board: &Board) -> Option<Vec<Cell>> {
        self.cells_of(board, board.cells())
    }

    /// Where each of some cells of a board comes to lie, least first; `None` if they are not laid on themselves.
    pub fn cells_of(self, board: &Board, cells: CellSet) -> Option<Vec<Cell>> {
        let squares: Vec<Square> = cells.iter().map(|c| board.square_of(c)).collect();
        let least = |side: fn(&Square) -> u16| squares.iter().map(side).min();
        let most = |side: fn(&Square) -> u16| squares.iter().map(side).max();
        let (top, left) = (least(|s| s.row)?, least(|s| s.column)?);
        let (bottom, right) = (most(|s| s.row)?, most(|s| s.column)?);
        if self.transposes && bottom - top != right - left {
            return None;
        }
        squares
            .iter()
            .map(|square| {
                let (mut row, mut column) = (square.row - top, square.column - left);
                if self.transposes {
                    (row, column) = (column, row);
                }
                if self.flips_rows {
                    row = bottom - top - row;
                }
                if self.flips_columns {
                    column = right - left - column;
                }
                let image = board.cell_at(Square {
                    row: top + row,
                    column: left + column,
                });
                image.filter(|&image| cells.contains(image))
            })
            .collect()
    }

    /// The direction that becomes of one.
    pub fn direction(self, direction: Direction) -> Direction {
        let offset = self.offset(direction.offset());
        let found = Direction::ALL.into_iter().find(|d| d.offset() == offset);
        found.expect("a turn takes directions to directions")
    }

    /// The shape that becomes of one.
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

/// The cells that become of a set, by where each cell comes to lie.
pub fn turned<B: Bits>(set: Set<B>, cells: &[Cell]) -> Set<B> {
    set.iter().map(|cell| cells[cell.index()]).collect()
}

#[cfg(test)]
mod tests {
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
        let turns = Turn::ALL.into_iter();
        let kept = turns.filter(|turn| turn.cells(&board).is_some());
        kept.map(Turn::name).collect()
    }

    #[test]
    fn boards_have_the_turns_of_their_cells() {
        assert_eq!(names("...:...:...").len(), 8);
        let upright = ["identity", "left-right", "top-bottom", "turn-180"];
        assert_eq!(names("..:..:.."), upright);
        assert_eq!(
            names("..#:..#:..#:###"),
            upright,
            "walls around are no matter"
        );
        assert_eq!(names("..#:...:..."), ["identity", "rising-diagonal"]);
        assert_eq!(names("#..:..."), ["identity"]);
        assert_eq!(names("#..:..#"), ["identity", "turn-180"]);
    }

    #[test]
    fn a_clockwise_turn_takes_up_to_the_right() {
        let turn = |name| {
            Turn::ALL
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
