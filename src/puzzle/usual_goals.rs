//! The usual goals of boards of numbered tiles: which one a puzzle has, and which ones Start
//! reaches.

use super::error::PositionError;
use super::tile_order::TileOrder;
use super::{Axis, Configuration, Demand, Puzzle};
use slidewise_board::{Cell, Shape};
use std::collections::BTreeSet;

impl Puzzle {
    /// The usual order that is the puzzle's only goal; `None` if it is another goal, or if the
    /// puzzle is no board of the tiles 1, 2, 3, ... with one empty cell.
    ///
    /// ```
    /// use slidewise_puzzle::{Puzzle, TileOrder};
    ///
    /// let tiles = Puzzle::open("tiles:3x4")?;
    /// assert_eq!(tiles.goal_order(), Some(TileOrder::EmptyLast));
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn goal_order(&self) -> Option<TileOrder> {
        let [goal] = &self.goals[..] else {
            return None;
        };
        let mut orders = TileOrder::ALL.into_iter();
        orders.find(|&order| {
            let board = self.in_order(order);
            board.is_some_and(|board| {
                let is_met = |demand: &Demand| {
                    let first = self.firsts_of(&board, demand.class)[0];
                    demand.cells.len() == 1 && demand.cells.first() == Some(first)
                };
                goal.demands.len() == self.classes.len() && goal.demands.iter().all(is_met)
            })
        })
    }

    /// The usual orders that Start reaches; empty if the puzzle is no board of the tiles 1, 2, 3,
    /// ... with one empty cell, or if its board runs round or is made of lines.
    pub fn orders_in_reach(&self) -> Vec<TileOrder> {
        let numbers = self.class_numbers().filter(|_| self.board.is_plain());
        let tiles = numbers.map(|numbers| {
            let mut tiles = vec![0; self.board.cell_count()];
            for (class, &number) in numbers.iter().enumerate() {
                tiles[self.firsts_of(&self.start, class)[0].index()] = number;
            }
            tiles
        });
        tiles.map_or_else(Vec::new, |tiles| {
            TileOrder::all_in_reach(&tiles, self.board.columns())
        })
    }

    /// The board on which the tiles are in a usual order; `None` if the puzzle is no board of the
    /// tiles 1, 2, 3, ... with one empty cell.
    pub fn in_order(&self, order: TileOrder) -> Option<Configuration> {
        self.of_numbers(&order.board(self.board.rows(), self.board.columns()))
    }

    /// The board with these numbers in reading order, 0 for the empty cell; a number that is
    /// missing is on the first cell. `None` if the puzzle is no board of the tiles 1, 2, 3, ...
    /// with one empty cell.
    pub(crate) fn of_numbers(&self, board: &[usize]) -> Option<Configuration> {
        let numbers = self.class_numbers()?;
        let mut cell_of = vec![Cell(0); numbers.len() + 1];
        for (cell, &number) in board.iter().enumerate() {
            if let Some(own) = cell_of.get_mut(number) {
                *own = Cell(cell as u16);
            }
        }
        let cells = numbers.iter().map(|&number| vec![cell_of[number]]);
        Some(Configuration::new(cells.collect()))
    }

    /// Reads a position, or the name of a usual order of numbered tiles: `last`, `first`, `snail`.
    ///
    /// # Errors
    /// Those of [`Puzzle::read_position`].
    pub fn read_finish(&self, text: &str) -> Result<Configuration, PositionError> {
        let order = TileOrder::of_name(text);
        match order.and_then(|order| self.in_order(order)) {
            Some(board) => Ok(board),
            None => self.read_position(text),
        }
    }

    /// Makes a position that a text gives as [`Puzzle::read_finish`] reads it the only goal.
    ///
    /// # Errors
    /// Those of [`Puzzle::read_finish`].
    pub fn aim_at(&mut self, text: &str) -> Result<(), PositionError> {
        let finish = self.read_finish(text)?;
        self.aim_at_each(&[finish]);
        Ok(())
    }

    /// Makes positions the goals, each of them once: distances are then those to the nearest.
    ///
    /// Moves lead back, so these are the distances from the nearest of them, too.
    ///
    /// # Panics
    /// If a piece may not stand where a position puts it.
    ///
    /// ```
    /// use slidewise_puzzle::Puzzle;
    ///
    /// let mut puzzle = Puzzle::tiles(2, 2)?;
    /// let wanted = ["12:.3", "1.:32"].map(|text| puzzle.read_position(text));
    /// puzzle.aim_at_each(&wanted.into_iter().collect::<Result<Vec<_>, _>>()?);
    /// assert_eq!(puzzle.goals.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn aim_at_each(&mut self, positions: &[Configuration]) {
        let each: BTreeSet<&Configuration> = positions.iter().collect();
        self.goals = each.into_iter().map(|own| self.goal_of(own)).collect();
        // No goal is assumed any more.
        self.remarks.retain(|own| !own.kind.is_of_goal());
    }

    /// The number of the tile of each class; `None` if the puzzle is no board of the tiles 1, 2, 3,
    /// ... with one empty cell.
    fn class_numbers(&self) -> Option<Vec<usize>> {
        let cells = self.board.cell_count();
        let is_full = cells == self.board.rows() * self.board.columns();
        let is_plain = is_full && self.gates.is_empty() && self.rules.is_empty();
        if !is_plain || self.classes.len() + 1 != cells {
            return None;
        }
        let mut is_seen = vec![false; cells];
        is_seen[0] = true;
        let mut numbers = Vec::with_capacity(self.classes.len());
        for class in &self.classes {
            let [label] = &class.labels[..] else {
                return None;
            };
            let is_unit = class.shape == Shape::unit() && class.axis == Axis::Free;
            let number: usize = label.parse().ok().filter(|_| is_unit)?;
            let seen = is_seen.get_mut(number).filter(|seen| !**seen)?;
            *seen = true;
            numbers.push(number);
        }
        Some(numbers)
    }
}
