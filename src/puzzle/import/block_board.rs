//! A board that is filled block by block, each block with its place in the source.

use crate::error::{counted, message};
use crate::puzzle_draft::{PlacedRows, SourceFault};
use crate::token;
use crate::word_grid::PlacedWord;
use slidewise_board::Board;

/// The least side that messages do not show.
const SHOWN: usize = 1 << 30;

/// A rectangle of blocks, or of other sets of squares.
pub(super) struct BlockBoard {
    /// Place that empty squares get: the beginning of the board in the source.
    pub at: usize,
    pub rows: Vec<Vec<Option<PlacedWord>>>,
}

impl BlockBoard {
    /// An empty board.
    ///
    /// # Errors
    /// If it has no squares, or too many.
    pub(super) fn new(rows: usize, columns: usize, at: usize) -> Result<BlockBoard, SourceFault> {
        let most = Board::MAX_SIDE;
        let is_possible = (1..=most).contains(&rows) && (1..=most).contains(&columns);
        if !is_possible || rows * columns > Board::MAX_CELLS {
            let expected = format!("a board of 1 to {} cells", Board::MAX_CELLS);
            let found = match rows.max(columns) {
                SHOWN.. => "a size out of range".to_owned(),
                _ => format!("{rows} x {columns}"),
            };
            return Err((at, message(&expected, &found)));
        }
        Ok(BlockBoard {
            at,
            rows: vec![vec![None; columns]; rows],
        })
    }

    pub(super) fn row_count(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn column_count(&self) -> usize {
        self.rows[0].len()
    }

    /// Puts the token `text` on squares, given as row and column; `at` is its place in the source.
    ///
    /// # Errors
    /// If a square is outside the board or covered.
    pub(super) fn put(
        &mut self,
        text: &str,
        at: usize,
        squares: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<(), SourceFault> {
        let (rows, columns) = (self.row_count(), self.column_count());
        for (row, column) in squares {
            let Some(square) = self.rows.get_mut(row).and_then(|own| own.get_mut(column)) else {
                let expected = format!(
                    "a place on the board of {} and {}",
                    counted(rows, "row"),
                    counted(columns, "column")
                );
                let found = format!("row {row}, column {column}, counted from 0");
                return Err((at, message(&expected, &found)));
            };
            if let Some(other) = square {
                let expected = format!("a free cell in row {row}, column {column}");
                let found = format!("a cell of {}, counted from 0", other.text);
                return Err((at, message(&expected, &found)));
            }
            *square = Some(PlacedWord {
                text: text.to_owned(),
                at,
            });
        }
        Ok(())
    }

    /// The rows of the board; free squares are empty cells.
    pub(super) fn into_rows(self) -> PlacedRows {
        let at = self.at;
        let empty = || PlacedWord {
            text: token::EMPTY.to_owned(),
            at,
        };
        let rows = self.rows.into_iter();
        rows.map(|row| {
            row.into_iter()
                .map(|word| word.unwrap_or_else(empty))
                .collect()
        })
        .collect()
    }
}

/// The squares of a rectangle, given by its upper left corner and its size.
pub(super) fn rectangle(
    (row, column): (usize, usize),
    (height, width): (usize, usize),
) -> impl Iterator<Item = (usize, usize)> {
    let columns = column..column.saturating_add(width);
    (row..row.saturating_add(height))
        .flat_map(move |row| columns.clone().map(move |column| (row, column)))
}
