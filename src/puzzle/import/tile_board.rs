//! Boards of numbered tiles in other formats, and the goals that their sources leave unsaid.
//!
//! A source that states no goal means row order with the empty cell last, unless its kind has
//! another goal. Parity decides nothing: it may show that there is no solution.

use super::source_text::PlacedNumber;
use crate::error::{counted, message};
use crate::import_remark::ImportRemark;
use crate::puzzle_draft::{PlacedRows, PuzzleDraft, SourceFault};
use crate::tile_order::TileOrder;
use crate::token;
use crate::word_grid::PlacedWord;
use slidewise_board::Board;

/// A board of distinct numbered tiles with one empty cell, which is the number 0.
pub(super) struct TileBoard {
    rows: usize,
    columns: usize,
    /// The numbers from 0 to the number of tiles, in reading order.
    tiles: Vec<PlacedNumber>,
}

impl TileBoard {
    /// Checks that the numbers are 0, 1, 2, ..., each once, on a board that is not too large.
    ///
    /// # Errors
    /// All numbers that are too large or stand twice.
    pub(super) fn new(
        rows: usize,
        columns: usize,
        tiles: Vec<PlacedNumber>,
    ) -> Result<TileBoard, Vec<SourceFault>> {
        let begin = tiles.first().map_or(0, |first| first.at);
        let cells = tiles.len();
        let most = Board::MAX_SIDE;
        if !(2..=Board::MAX_CELLS).contains(&cells) || rows > most || columns > most {
            let expected = format!("a board of 2 to {} cells", Board::MAX_CELLS);
            return Err(vec![(begin, message(&expected, &counted(cells, "cell")))]);
        }
        let mut has_number = vec![false; cells];
        let mut faults = Vec::new();
        for number in &tiles {
            match has_number.get_mut(number.value) {
                Some(found) if !*found => *found = true,
                found => {
                    let again = if found.is_some() { " again" } else { "" };
                    let expected = format!("each number from 0 to {} once", cells - 1);
                    let found = format!("{number}{again}");
                    faults.push((number.at, message(&expected, &found)));
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(TileBoard {
            rows,
            columns,
            tiles,
        })
    }

    /// The draft of the board with its goal in an order that its source leaves unsaid, and a remark
    /// that names the order.
    pub(super) fn draft_in_order(&self, order: TileOrder) -> PuzzleDraft {
        let begin = self.tiles[0].at;
        let goal: Vec<PlacedNumber> = order
            .board(self.rows, self.columns)
            .into_iter()
            .map(|value| PlacedNumber { value, at: begin })
            .collect();
        let values: Vec<usize> = self.tiles.iter().map(|tile| tile.value).collect();
        let mut others = TileOrder::all_in_reach(&values, self.columns);
        let is_reached = others.contains(&order);
        // If the order is out of reach, the answer names the others.
        others.retain(|other| is_reached && *other != order);
        PuzzleDraft {
            doubts: vec![(begin, ImportRemark::TileGoal { order, others }.into())],
            ..self.draft(&goal)
        }
    }

    /// The draft of the board with another board as its goal.
    pub(super) fn draft_to(&self, goal: &TileBoard) -> PuzzleDraft {
        self.draft(&goal.tiles)
    }

    fn draft(&self, goal: &[PlacedNumber]) -> PuzzleDraft {
        PuzzleDraft {
            start: self.rows_of(&self.tiles, token::EMPTY),
            goals: vec![self.rows_of(goal, token::MUST_BE_EMPTY)],
            ..PuzzleDraft::default()
        }
    }

    /// Writes numbers as rows of words; `empty` is written for 0.
    fn rows_of(&self, numbers: &[PlacedNumber], empty: &str) -> PlacedRows {
        let word = |number: &PlacedNumber| PlacedWord {
            text: match number.value {
                0 => empty.to_owned(),
                value => value.to_string(),
            },
            at: number.at,
        };
        let rows = numbers.chunks(self.columns);
        rows.map(|row| row.iter().map(word).collect()).collect()
    }
}
