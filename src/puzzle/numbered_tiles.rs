//! Boards of distinct tiles as lists of numbers: the form in which tables of tiles are made.
//!
//! The list has the number of the tile on each cell, and 0 for the empty cell. The number of a tile
//! is that of its class, counted from 1; in `tiles:RxC` it is the tile's own.

use super::{Axis, Configuration, Puzzle};
use sha2::{Digest, Sha256};
use slidewise_board::{Cell, Shape};
use std::fmt::Write;

/// Most cells of a board whose tiles are numbered in this form.
const MAX_CELLS: usize = 256;

impl Puzzle {
    /// What keeps the puzzle from being a board of distinct tiles with one empty cell; `None` if it
    /// is one.
    ///
    /// ```
    /// use slidewise_puzzle::Puzzle;
    ///
    /// let tiles = Puzzle::open("tiles:3x4")?;
    /// assert_eq!(tiles.tiles_obstacle(), None);
    /// assert!(Puzzle::open("lane-rouge")?.tiles_obstacle().is_some());
    /// # Ok::<(), slidewise_puzzle::PuzzleError>(())
    /// ```
    pub fn tiles_obstacle(&self) -> Option<&'static str> {
        let cells = self.board.cell_count();
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let is_tile = |number: usize| {
            let class = &self.classes[number];
            class.shape == Shape::unit()
                && class.axis == Axis::Free
                && class.allowed == self.board.cells()
                && self.firsts_of(&self.start, number).len() == 1
        };
        if !(0..self.classes.len()).all(is_tile) {
            return Some("its pieces are not distinct tiles of one cell");
        }
        if !self.board.is_plain() {
            return Some("its board runs round or is made of lines");
        }
        if self.classes.len() + 1 != cells {
            return Some("it has not exactly one empty cell");
        }
        if cells != rows * columns || !self.gates.is_empty() || !self.rules.is_empty() {
            return Some("it has walls, gates or rules");
        }
        if rows < 2 || columns < 2 || cells > MAX_CELLS {
            return Some("its board has one row or column, or more than 256 cells");
        }
        None
    }

    /// The numbers of a configuration; the puzzle must have no [`Puzzle::tiles_obstacle`].
    pub fn tile_numbers(&self, configuration: &Configuration) -> Vec<u8> {
        let mut numbers = vec![0; self.board.cell_count()];
        for class in 0..self.classes.len() {
            for cell in self.firsts_of(configuration, class) {
                numbers[cell.index()] = class as u8 + 1;
            }
        }
        numbers
    }

    /// The configuration with these numbers, which [`Puzzle::tile_numbers`] returns for it.
    pub fn of_tile_numbers(&self, numbers: &[u8]) -> Configuration {
        let mut classes = vec![Vec::new(); self.classes.len()];
        for (cell, &number) in numbers.iter().enumerate() {
            if number != 0 {
                classes[usize::from(number) - 1].push(Cell(cell as u16));
            }
        }
        Configuration::new(classes)
    }

    /// The numbers of the only goal; `None` if there are several, or it leaves a tile's place open.
    pub fn goal_tile_numbers(&self) -> Option<Vec<u8>> {
        let [goal] = &self.goals[..] else {
            return None;
        };
        let mut numbers = vec![0; self.board.cell_count()];
        for demand in &goal.demands {
            numbers[demand.cells.first()?.index()] = demand.class as u8 + 1;
        }
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        sorted
            .iter()
            .enumerate()
            .all(|(at, &own)| at == usize::from(own))
            .then_some(numbers)
    }

    /// Fingerprint of a table of tiles, which stand on `cells` in the goal, beside the empty cell.
    pub fn table_fingerprint(&self, cells: &[u8], empty: u8) -> [u8; 32] {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let mut text = format!("slidewise table 1\nboard {rows} {columns}\nempty {empty}\nkept");
        for cell in cells {
            write!(text, " {cell}").expect("a string takes any text");
        }
        text.push('\n');
        Sha256::digest(text).into()
    }
}
