//! Boards of numbered tiles in other formats, and the goals that their sources leave unsaid.
//!
//! A source that states no goal means one of three: row order with the empty cell last, row order
//! with the empty cell first, or snail order. Parity decides which of them Start can reach.

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

    /// The first of the usual orders that can be reached, with whether any can be reached.
    fn usual_order(&self) -> (TileOrder, bool) {
        let reached = TileOrder::ALL
            .into_iter()
            .find(|order| self.reaches(&order.board(self.rows, self.columns)));
        (reached.unwrap_or(TileOrder::EmptyLast), reached.is_some())
    }

    /// Whether the tiles can be brought to another board of the same size, by parity.
    ///
    /// In a single row or column the order of the tiles never changes.
    fn reaches(&self, goal: &[usize]) -> bool {
        let values: Vec<usize> = self.tiles.iter().map(|tile| tile.value).collect();
        if self.rows == 1 || self.columns == 1 {
            let order = |board: &[usize]| -> Vec<usize> {
                board.iter().copied().filter(|&tile| tile != 0).collect()
            };
            return order(&values) == order(goal);
        }
        let mut place_in_goal = vec![0; goal.len()];
        for (place, &tile) in goal.iter().enumerate() {
            place_in_goal[tile] = place;
        }
        // The permutation of all cells, the empty one included: each step changes its parity and
        // the colour of the empty cell on a chessboard.
        let mut is_seen = vec![false; goal.len()];
        let mut is_odd = false;
        for begin in 0..goal.len() {
            let mut place = begin;
            let mut length = 0;
            while !is_seen[place] {
                is_seen[place] = true;
                place = place_in_goal[values[place]];
                length += 1;
            }
            is_odd ^= length > 0 && length % 2 == 0;
        }
        let empty_at = |board: &[usize]| board.iter().position(|&tile| tile == 0);
        let colour = |place: Option<usize>| {
            place.map_or(0, |place| place / self.columns + place % self.columns) % 2
        };
        is_odd == (colour(empty_at(&values)) != colour(empty_at(goal)))
    }

    /// The draft of the board with a goal in one of the usual orders, and a remark that names it.
    pub(super) fn draft_without_goal(&self) -> PuzzleDraft {
        let (order, can_reach) = self.usual_order();
        self.draft_in_order(order, !can_reach)
    }

    /// The draft of the board with its goal in the given order, and a remark that names the order.
    ///
    /// `is_last_resort` says that Start reaches none of the usual orders.
    pub(super) fn draft_in_order(&self, order: TileOrder, is_last_resort: bool) -> PuzzleDraft {
        let begin = self.tiles[0].at;
        let goal: Vec<PlacedNumber> = order
            .board(self.rows, self.columns)
            .into_iter()
            .map(|value| PlacedNumber { value, at: begin })
            .collect();
        let kind = ImportRemark::TileGoal {
            order,
            is_last_resort,
        };
        PuzzleDraft {
            doubts: vec![(begin, kind.into())],
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn board(rows: usize, columns: usize, tiles: &[usize]) -> TileBoard {
        let tiles = tiles.iter().map(|&value| PlacedNumber { value, at: 0 });
        match TileBoard::new(rows, columns, tiles.collect()) {
            Ok(board) => board,
            Err(faults) => panic!("{faults:?}"),
        }
    }

    /// Parity agrees with a search by brute force from every board of 2 x 3, 1 x 4 and 4 x 1.
    #[test]
    fn the_reachable_orders_are_those_that_a_search_reaches() {
        for (rows, columns) in [(2, 3), (3, 2), (1, 4), (4, 1)] {
            let cells = rows * columns;
            let mut tiles: Vec<usize> = (0..cells).collect();
            loop {
                let mut seen = HashSet::from([tiles.clone()]);
                let mut open = vec![tiles.clone()];
                while let Some(own) = open.pop() {
                    let empty = own.iter().position(|&tile| tile == 0).unwrap();
                    for other in 0..cells {
                        let rows_apart = (empty / columns).abs_diff(other / columns);
                        let columns_apart = (empty % columns).abs_diff(other % columns);
                        if rows_apart + columns_apart == 1 {
                            let mut next = own.clone();
                            next.swap(empty, other);
                            if seen.insert(next.clone()) {
                                open.push(next);
                            }
                        }
                    }
                }
                for order in TileOrder::ALL {
                    let goal = order.board(rows, columns);
                    let reaches = board(rows, columns, &tiles).reaches(&goal);
                    assert_eq!(reaches, seen.contains(&goal), "{tiles:?} {goal:?}");
                }
                if !crate::next_permutation(&mut tiles) {
                    break;
                }
            }
        }
    }
}
