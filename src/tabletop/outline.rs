//! The outline of a board that stones fill: a rectangle with holes.

use super::file_error::{TabletopError, quoted};
use super::stone_shapes::{LARGEST, MOST};
use super::text_file::{FileLine, lines_of, text_of};
use slidewise_board::{Board, Square};

/// A board of any outline, read from a file: the rectangle around its cells, and the holes in it.
#[derive(Clone, Debug)]
pub struct BoardOutline {
    pub(super) board: Board,
}

impl BoardOutline {
    /// Parses rows of `.` (a cell) and `#` (a hole), with or without blanks, commas or semicolons
    /// between them.
    ///
    /// Rows and columns at the edges that have only holes are left out, so that the symmetries of
    /// the outline are those of its rectangle.
    ///
    /// # Errors
    /// If a row is shorter or longer than the first, a character is unknown, there is no cell, or
    /// there are more than 128 cells or 256 rows or columns.
    pub fn read(bytes: &[u8]) -> Result<BoardOutline, TabletopError> {
        let lines = lines_of(text_of(bytes)?)?;
        let rows: Result<Vec<Vec<bool>>, TabletopError> =
            lines.iter().map(|&line| cells_of(line)).collect();
        let rows = rows?;
        let columns = rows[0].len();
        for (line, row) in lines.iter().zip(&rows) {
            if row.len() != columns {
                let expected = format!("a row of {columns} squares, as in the first row");
                let found = format!("a row of {}", row.len());
                return Err(TabletopError::at((line.number, 1), expected, found));
            }
        }
        let place = (lines[0].number, 1);
        let is_cell = |row: usize, column: usize| rows[row][column];
        let down = span(rows.len(), |row| rows[row].contains(&true));
        let aside = span(columns, |column| {
            (0..rows.len()).any(|row| is_cell(row, column))
        });
        let (Some((top, height)), Some((left, width))) = (down, aside) else {
            return Err(TabletopError::at(
                place,
                "a board with a cell",
                "only holes",
            ));
        };
        let is_hole = |square: Square| {
            let (row, column) = (usize::from(square.row), usize::from(square.column));
            !is_cell(top + row, left + column)
        };
        let board = Board::new(height, width, is_hole).ok();
        let board = board.filter(|board| board.cell_count() <= MOST);
        let board = board.ok_or_else(|| {
            let count = rows.iter().flatten().filter(|&&is_cell| is_cell).count();
            let found = format!("{count} squares in {height} rows and {width} columns");
            TabletopError::at(place, LARGEST, found)
        })?;
        Ok(BoardOutline { board })
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.board.cell_count()
    }
}

/// The squares of a row: whether each is a cell.
fn cells_of(line: FileLine<'_>) -> Result<Vec<bool>, TabletopError> {
    if line.text.trim().is_empty() {
        let place = (line.number, 1);
        return Err(TabletopError::at(
            place,
            "a row of the board",
            "an empty line",
        ));
    }
    let mut cells = Vec::new();
    for (column, c) in (1..).zip(line.text.chars()) {
        match c {
            '.' | '_' => cells.push(true),
            '#' => cells.push(false),
            ',' | ';' => {}
            c if c.is_whitespace() => {}
            c => {
                return Err(TabletopError::at(
                    (line.number, column),
                    "`.` for a cell or `#` for a hole",
                    quoted(c.encode_utf8(&mut [0; 4])),
                ));
            }
        }
    }
    Ok(cells)
}

/// The first place below `count` that `is_used`, and how many there are up to the last one.
fn span(count: usize, is_used: impl Fn(usize) -> bool) -> Option<(usize, usize)> {
    let first = (0..count).find(|&at| is_used(at))?;
    let last = (0..count).rfind(|&at| is_used(at))?;
    Some((first, last + 1 - first))
}
