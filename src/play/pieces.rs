//! The pieces on a board while a game goes on: each keeps its letter, also among those that look alike.
//!
//! It promises that every position it makes is legal. It does not remember how the pieces got there.

use slidewise_analysis::{Obstacle, Walk};
use slidewise_board::{Cell, CellSet, Direction};
use slidewise_puzzle::{Configuration, Puzzle};

/// A piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its class.
    pub class: usize,
    /// Its token: the one that canonical text had for it when the game began.
    pub token: String,
    /// Its first cell.
    pub first: Cell,
    /// All its cells.
    pub cells: CellSet,
}

/// Where every piece is, known by its number: class by class, as the game began in reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pieces {
    list: Vec<Piece>,
}

impl Pieces {
    /// The pieces as a configuration has them.
    ///
    /// # Panics
    /// If the configuration is another puzzle's.
    pub fn of(puzzle: &Puzzle, configuration: &Configuration) -> Pieces {
        let classes = 0..puzzle.classes.len();
        let list = classes.flat_map(|class| {
            let firsts = puzzle.firsts_of(configuration, class).iter();
            let cells = puzzle.pieces_of(configuration, class);
            firsts.zip(cells).map(move |(&first, cells)| Piece {
                class,
                token: puzzle.label_of(configuration, class, first).to_owned(),
                first,
                cells,
            })
        });
        Pieces {
            list: list.collect(),
        }
    }

    /// The pieces by their numbers.
    pub fn list(&self) -> &[Piece] {
        &self.list
    }

    /// The configuration, in which pieces of one class are not told apart.
    pub fn configuration(&self, puzzle: &Puzzle) -> Configuration {
        let mut classes = vec![Vec::new(); puzzle.classes.len()];
        for piece in &self.list {
            classes[piece.class].push(piece.first);
        }
        Configuration::new(classes)
    }

    /// The number of the piece on a cell.
    pub fn at(&self, cell: Cell) -> Option<usize> {
        self.list
            .iter()
            .position(|piece| piece.cells.contains(cell))
    }

    /// The position after a piece's step.
    ///
    /// # Errors
    /// What is in its way.
    pub fn step(
        &self,
        puzzle: &Puzzle,
        piece: usize,
        direction: Direction,
    ) -> Result<Pieces, Obstacle> {
        let Piece { class, first, .. } = self.list[piece];
        let before = self.configuration(puzzle);
        let first = Walk::new(puzzle, &before, class, first).step(first, direction)?;
        let mut after = self.clone();
        after.list[piece].first = first;
        after.list[piece].cells = puzzle.classes[class]
            .place(&puzzle.board, first)
            .expect("a step leads to where the piece can stand");
        Ok(after)
    }

    /// Whether a piece can take any step.
    pub fn can_move(&self, puzzle: &Puzzle, piece: usize) -> bool {
        let mut ways = Direction::ALL.into_iter();
        ways.any(|direction| self.step(puzzle, piece, direction).is_ok())
    }

    /// The fewest steps by which a piece comes to cover a cell, all others standing still; `None` if it cannot.
    pub fn way_onto(&self, puzzle: &Puzzle, piece: usize, cell: Cell) -> Option<Vec<Direction>> {
        let Piece { class, first, .. } = self.list[piece];
        let before = self.configuration(puzzle);
        let walk = Walk::new(puzzle, &before, class, first);
        let places = puzzle.board.cells().iter().filter(|&to| {
            let cells = puzzle.classes[class].place(&puzzle.board, to);
            cells.is_some_and(|cells| cells.contains(cell))
        });
        let ways = places.filter_map(|to| walk.shortest(to));
        ways.min_by_key(Vec::len)
    }
}
