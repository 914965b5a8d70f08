//! `GridBound`: a lower bound without tables, from the distances of the tiles on the grid.
//!
//! Each tile takes at least as many steps as its cell and its place in the goal are rows and
//! columns apart. Tiles that are in their row of the goal, but not in their order there, hinder
//! each other: all but the longest ascending choice of them must leave the row and come back (the
//! linear conflicts of Hansson, Mayer and Yung 1992). The same holds for columns, and the steps of
//! both add up.

use slidewise_board::{Board, Cell};

/// Row and column of a cell.
type BoundSquare = (u8, u8);

/// The places of tiles in a goal, by which positions are bounded.
#[derive(Debug)]
pub(super) struct GridBound {
    rows: usize,
    columns: usize,
    squares: Vec<BoundSquare>,
    /// The place of each tile in the goal, indexed by its number.
    places: Vec<BoundSquare>,
}

/// The parts of the bound of one position.
#[derive(Clone, Debug)]
pub(super) struct GridSums {
    /// Rows and columns between all tiles and their places.
    apart: u32,
    /// Number of tiles that must leave each row, then each column.
    leaving: Vec<u8>,
}

/// What a step changes in the parts of a bound.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct GridChange {
    /// Rows and columns between all tiles and their places; of the position before, once the step
    /// is taken.
    apart: u32,
    /// Up to two rows or columns, each with its number of tiles that must leave it.
    lines: [Option<(u8, u8)>; 2],
}

impl GridBound {
    /// The bound for a goal, which has the tile on each cell of a board without walls.
    pub(super) fn new(board: &Board, goal: &[u8]) -> GridBound {
        let squares = (0..goal.len()).map(|cell| {
            let square = board.square_of(Cell(cell as u16));
            (square.row as u8, square.column as u8)
        });
        let squares: Vec<BoundSquare> = squares.collect();
        let mut places = vec![(0, 0); goal.len()];
        for (&square, &tile) in squares.iter().zip(goal) {
            places[usize::from(tile)] = square;
        }
        GridBound {
            rows: board.rows(),
            columns: board.columns(),
            squares,
            places,
        }
    }

    /// The parts of the bound of a position.
    pub(super) fn sums(&self, tiles: &[u8]) -> GridSums {
        let placed = tiles.iter().zip(&self.squares);
        let apart = placed.map(|(&tile, &square)| match tile {
            0 => 0,
            _ => steps_apart(square, self.places[usize::from(tile)]),
        });
        let tile_on = |cell: usize| tiles[cell];
        let rows = (0..self.rows).map(|row| self.leaving_row(row, tile_on));
        let columns = (0..self.columns).map(|column| self.leaving_column(column, tile_on));
        GridSums {
            apart: apart.sum(),
            leaving: rows.chain(columns).collect(),
        }
    }

    /// What changes if the tile on a cell goes to the empty cell, and the bound afterwards.
    #[inline]
    pub(super) fn after(
        &self,
        tiles: &[u8],
        (sums, bound): (&GridSums, u32),
        (from, to): (u8, u8),
    ) -> (GridChange, u32) {
        let tile = tiles[usize::from(from)];
        let place = self.places[usize::from(tile)];
        let (old, new) = (
            self.squares[usize::from(from)],
            self.squares[usize::from(to)],
        );
        let apart = sums.apart + steps_apart(new, place) - steps_apart(old, place);
        let mut change = GridChange {
            apart,
            lines: [None; 2],
        };
        let tile_on = |cell: usize| match cell {
            _ if cell == usize::from(from) => 0,
            _ if cell == usize::from(to) => tile,
            _ => tiles[cell],
        };
        let (mut more, mut less) = (0, 0);
        // Along a line the tiles keep their order, so only lines across the step change.
        let is_across_rows = old.1 == new.1;
        let (lines, own) = if is_across_rows {
            ([old.0, new.0], place.0)
        } else {
            ([old.1, new.1], place.1)
        };
        for (line, changed) in lines.into_iter().zip(&mut change.lines) {
            if line != own {
                continue;
            }
            let (at, leaving) = if is_across_rows {
                (line, self.leaving_row(usize::from(line), tile_on))
            } else {
                let at = line + self.rows as u8;
                (at, self.leaving_column(usize::from(line), tile_on))
            };
            *changed = Some((at, leaving));
            more += u32::from(leaving);
            less += u32::from(sums.leaving[usize::from(at)]);
        }
        (change, bound + apart + 2 * more - sums.apart - 2 * less)
    }

    /// Number of tiles that must leave a row in which they belong.
    #[inline]
    fn leaving_row(&self, row: usize, tile_on: impl Fn(usize) -> u8) -> u8 {
        let first = row * self.columns;
        let own = (first..first + self.columns).filter_map(|cell| {
            let tile = tile_on(cell);
            let place = self.places[usize::from(tile)];
            (tile != 0 && usize::from(place.0) == row).then_some(place.1)
        });
        leaving(own)
    }

    /// Number of tiles that must leave a column in which they belong.
    #[inline]
    fn leaving_column(&self, column: usize, tile_on: impl Fn(usize) -> u8) -> u8 {
        let cells = (0..self.rows).map(|row| row * self.columns + column);
        let own = cells.filter_map(|cell| {
            let tile = tile_on(cell);
            let place = self.places[usize::from(tile)];
            (tile != 0 && usize::from(place.1) == column).then_some(place.0)
        });
        leaving(own)
    }
}

impl GridSums {
    /// The bound.
    pub(super) fn bound(&self) -> u32 {
        let leaving = self.leaving.iter().map(|&own| u32::from(own));
        self.apart + 2 * leaving.sum::<u32>()
    }

    /// Exchanges the parts for those of a step, or those of a step taken for those before it.
    #[inline]
    pub(super) fn exchange(&mut self, change: &mut GridChange) {
        std::mem::swap(&mut self.apart, &mut change.apart);
        for (line, leaving) in change.lines.iter_mut().flatten() {
            std::mem::swap(&mut self.leaving[usize::from(*line)], leaving);
        }
    }
}

fn steps_apart(one: BoundSquare, other: BoundSquare) -> u32 {
    u32::from(one.0.abs_diff(other.0)) + u32::from(one.1.abs_diff(other.1))
}

/// Number of places that are not in the longest ascending choice of them.
#[inline]
fn leaving(places: impl Iterator<Item = u8>) -> u8 {
    // Least last place of an ascending choice of each length.
    let mut last = [0; Board::MAX_SIDE];
    let (mut longest, mut count) = (0, 0);
    for place in places {
        count += 1;
        let length = last[..longest].partition_point(|&own| own < place);
        last[length] = place;
        longest = longest.max(length + 1);
    }
    (count - longest) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_tiles_leave_a_line() {
        for (places, fewest) in [
            (&[][..], 0),
            (&[3], 0),
            (&[0, 1, 2], 0),
            (&[1, 0], 1),
            (&[2, 1, 0], 2),
            (&[2, 0, 1], 1),
            (&[3, 0, 4, 1, 2], 2),
        ] {
            assert_eq!(leaving(places.iter().copied()), fewest, "{places:?}");
        }
    }
}
