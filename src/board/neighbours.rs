//! The neighbours of cells: how a board's cells are joined, and in which directions.

use super::{Board, Cell, CellSet, Direction, JoinError, Joins, LineMap, Square, Wrap};

impl Board {
    /// Lets opposite edges of the board touch.
    ///
    /// # Errors
    /// If the board has fewer than three rows or columns across edges that touch.
    pub fn wrapped(self, wrap: Wrap) -> Result<Board, JoinError> {
        let sides = [
            (Direction::Right, "columns", self.columns()),
            (Direction::Down, "rows", self.rows()),
        ];
        for (direction, across, found) in sides {
            if wrap.is_across(direction) && found < 3 {
                return Err(JoinError::TooNarrow { across, found });
            }
        }
        Ok(self.joined(Joins::Wrap(wrap)))
    }

    /// Joins the cells along lines instead of those with a common side.
    ///
    /// # Errors
    /// As [`LineMap::new`].
    ///
    /// # Panics
    /// If the board lacks a cell of a line.
    pub fn with_lines(self, lines: Vec<Vec<Cell>>) -> Result<Board, JoinError> {
        let lines = LineMap::new(self.cell_count(), lines)?;
        Ok(self.joined(Joins::Lines(lines)))
    }

    /// Whether exactly the cells with a common side are neighbours.
    #[inline]
    pub fn is_plain(&self) -> bool {
        *self.joins() == Joins::Sides
    }

    /// The directions of the board: up, down, left and right, or those along its lines.
    #[inline]
    pub fn directions(&self) -> &[Direction] {
        match self.joins() {
            Joins::Sides | Joins::Wrap(_) => &Direction::ALL,
            Joins::Lines(map) => map.directions(),
        }
    }

    /// The cell next to `cell` in a direction; `None` if a wall, the edge of the board or the end
    /// of a line is there.
    #[inline]
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        match self.joins() {
            Joins::Lines(map) => map.neighbour(cell, direction),
            _ => self.cell_at(self.square_beside(self.square_of(cell), direction)?),
        }
    }

    /// The square next to `square` in one of the four directions; `None` beyond an edge that
    /// touches no other edge.
    #[inline]
    pub fn square_beside(&self, square: Square, direction: Direction) -> Option<Square> {
        let (rows, columns) = direction.offset();
        let Joins::Wrap(wrap) = *self.joins() else {
            return self.offset(square, (rows, columns));
        };
        if !wrap.is_across(direction) {
            return self.offset(square, (rows, columns));
        }
        let round =
            |at: u16, by: i32, most: usize| (i32::from(at) + by).rem_euclid(most as i32) as u16;
        Some(Square {
            row: round(square.row, rows, self.rows()),
            column: round(square.column, columns, self.columns()),
        })
    }

    /// The cells of one of two colours such that neighbours always differ in colour; `None` if the
    /// board has a ring of an odd number of cells.
    pub fn odd_cells(&self) -> Option<CellSet> {
        if self.is_plain() {
            let is_odd = |&cell: &Cell| {
                let square = self.square_of(cell);
                (square.row + square.column) % 2 == 1
            };
            return Some(self.cells().iter().filter(is_odd).collect());
        }
        let mut odd = CellSet::EMPTY;
        let mut met = CellSet::EMPTY;
        for first in self.cells().iter() {
            let mut waiting = vec![first];
            if met.contains(first) {
                continue;
            }
            met.insert(first);
            while let Some(cell) = waiting.pop() {
                for &direction in self.directions() {
                    let Some(next) = self.neighbour(cell, direction) else {
                        continue;
                    };
                    if !met.contains(next) {
                        met.insert(next);
                        waiting.push(next);
                        if !odd.contains(cell) {
                            odd.insert(next);
                        }
                    } else if odd.contains(next) == odd.contains(cell) {
                        return None;
                    }
                }
            }
        }
        Some(odd)
    }

    /// The lines of a board of lines, each as the names of its cells; empty for other boards.
    pub fn line_texts(&self) -> Vec<String> {
        let Joins::Lines(map) = self.joins() else {
            return Vec::new();
        };
        let name = |&cell: &Cell| self.name_of(self.square_of(cell));
        let texts = map.lines().iter().map(|line| {
            let names: Vec<String> = line.iter().map(name).collect();
            names.join(" ")
        });
        texts.collect()
    }

    /// The text of one step from `cell`: the letter of its direction, or `>` and the name of the
    /// next cell along a line.
    pub fn step_text(&self, cell: Cell, direction: Direction) -> String {
        let mut text = direction.letter().to_string();
        if let Direction::Along(_) = direction
            && let Some(next) = self.neighbour(cell, direction)
        {
            text += &self.name_of(self.square_of(next));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_that_touch_are_neighbours() {
        let board = Board::new(3, 4, |_| false).unwrap();
        let step = |board: &Board, cell, direction| board.neighbour(Cell(cell), direction);
        let cylinder = board.clone().wrapped(Wrap::LeftRight).unwrap();
        assert_eq!(step(&cylinder, 3, Direction::Right), Some(Cell(0)));
        assert_eq!(step(&cylinder, 4, Direction::Left), Some(Cell(7)));
        assert_eq!(step(&cylinder, 1, Direction::Up), None);
        let upright = board.clone().wrapped(Wrap::TopBottom).unwrap();
        assert_eq!(step(&upright, 1, Direction::Up), Some(Cell(9)));
        assert_eq!(step(&upright, 3, Direction::Right), None);
        let torus = board.clone().wrapped(Wrap::Both).unwrap();
        assert_eq!(step(&torus, 11, Direction::Down), Some(Cell(3)));
        assert_eq!(board.odd_cells().map(|odd| odd.len()), Some(6));
        assert!(cylinder.odd_cells().is_some(), "rows of four");
        assert!(torus.odd_cells().is_none(), "columns of three");
        let narrow = Board::new(2, 4, |_| false).unwrap().wrapped(Wrap::Both);
        let error = JoinError::TooNarrow {
            across: "rows",
            found: 2,
        };
        assert_eq!(narrow, Err(error));
    }

    #[test]
    fn lines_through_one_cell_differ_in_direction_and_opposites_lead_back() {
        let board = Board::new(1, 7, |_| false).unwrap();
        let theta = [vec![0u16, 1, 2, 3, 4, 5, 0], vec![0, 6, 3]];
        let theta = theta.map(|line| line.into_iter().map(Cell).collect());
        let board = board.with_lines(theta.to_vec()).unwrap();
        assert_eq!(board.directions().len(), 4);
        let mut edges = 0;
        for cell in board.cells().iter() {
            for &direction in board.directions() {
                if let Some(next) = board.neighbour(cell, direction) {
                    assert_eq!(board.neighbour(next, direction.opposite()), Some(cell));
                    edges += 1;
                }
            }
        }
        assert_eq!(edges, 16);
        assert_eq!(board.step_text(Cell(0), Direction::Along(2)), ">g1");
        assert!(board.odd_cells().is_none(), "rings of five");
    }
}
