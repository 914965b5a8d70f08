//! Pieces on the board during a game; each keeps its token, even if it is interchangeable with
//! others.
//!
//! A step always leads to a legal position. Earlier positions are not kept.

use slidewise_analysis::{Move, Obstacle, PieceMoves};
use slidewise_board::{Cell, CellSet, Direction};
use slidewise_puzzle::{Configuration, Puzzle};

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePiece {
    /// Class of the piece, as an index of the puzzle's classes.
    pub class: usize,
    /// Token of the piece in canonical text at the beginning of the game.
    pub token: String,
    /// First cell of the piece.
    pub first: Cell,
    /// All cells of the piece.
    pub cells: CellSet,
}

/// All pieces, each with the cells that it covers.
///
/// Pieces are numbered by class, and within a class in reading order at the beginning of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePieces {
    list: Vec<GamePiece>,
}

impl GamePieces {
    /// The pieces of a configuration.
    ///
    /// # Panics
    /// If the configuration belongs to another puzzle.
    pub fn of(puzzle: &Puzzle, configuration: &Configuration) -> GamePieces {
        let classes = 0..puzzle.classes.len();
        let list = classes.flat_map(|class| {
            let firsts = puzzle.firsts_of(configuration, class).iter();
            let cells = puzzle.pieces_of(configuration, class);
            firsts.zip(cells).map(move |(&first, cells)| GamePiece {
                class,
                token: puzzle.label_of(configuration, class, first).to_owned(),
                first,
                cells,
            })
        });
        GamePieces {
            list: list.collect(),
        }
    }

    /// All pieces, indexed by number.
    pub fn list(&self) -> &[GamePiece] {
        &self.list
    }

    /// The configuration, which does not distinguish the pieces of a class.
    pub fn configuration(&self, puzzle: &Puzzle) -> Configuration {
        let mut classes = vec![Vec::new(); puzzle.classes.len()];
        for piece in &self.list {
            classes[piece.class].push(piece.first);
        }
        Configuration::new(classes)
    }

    /// Number of the piece that covers a cell.
    pub fn at(&self, cell: Cell) -> Option<usize> {
        self.list
            .iter()
            .position(|piece| piece.cells.contains(cell))
    }

    /// The pieces after a step of one piece.
    ///
    /// # Errors
    /// The obstacle that prevents the step.
    pub fn step(
        &self,
        puzzle: &Puzzle,
        piece: usize,
        direction: Direction,
    ) -> Result<GamePieces, Obstacle> {
        let GamePiece { class, first, .. } = self.list[piece];
        let before = self.configuration(puzzle);
        let first = PieceMoves::new(puzzle, &before, class, first).step(first, direction)?;
        let mut after = self.clone();
        after.list[piece].first = first;
        after.list[piece].cells = puzzle.classes[class]
            .place(&puzzle.board, first)
            .expect("a step ends where the piece fits the board");
        Ok(after)
    }

    /// The pieces after a push of one piece, with all pieces from there to the next empty cell in a
    /// direction.
    ///
    /// # Errors
    /// The obstacle that prevents the push.
    pub fn push(
        &self,
        puzzle: &Puzzle,
        piece: usize,
        direction: Direction,
    ) -> Result<GamePieces, Obstacle> {
        let GamePiece { class, first, .. } = self.list[piece];
        let before = self.configuration(puzzle);
        let push = Move::push(puzzle, &before, class, first, direction)?;
        let mut after = self.clone();
        let pushed = push.pushed.iter().map(|own| (own.from, own.to));
        for (from, to) in pushed.chain([(push.from, push.to)]) {
            let moved = after.list.iter_mut().find(|piece| piece.first == from);
            let moved = moved.expect("a push moves pieces of the board");
            moved.first = to;
            moved.cells = to.into();
        }
        Ok(after)
    }

    /// Whether a piece can make any step.
    pub fn can_move(&self, puzzle: &Puzzle, piece: usize) -> bool {
        let mut ways = puzzle.board.directions().iter();
        ways.any(|&direction| self.step(puzzle, piece, direction).is_ok())
    }

    /// Shortest sequence of steps after which a piece covers a cell, while all other pieces stand
    /// still.
    ///
    /// `None` if there is no such sequence.
    pub fn way_onto(&self, puzzle: &Puzzle, piece: usize, cell: Cell) -> Option<Vec<Direction>> {
        let GamePiece { class, first, .. } = self.list[piece];
        let before = self.configuration(puzzle);
        let walk = PieceMoves::new(puzzle, &before, class, first);
        let places = puzzle.board.cells().iter().filter(|&to| {
            let cells = puzzle.classes[class].place(&puzzle.board, to);
            cells.is_some_and(|cells| cells.contains(cell))
        });
        let ways = places.filter_map(|to| walk.shortest(to));
        ways.min_by_key(Vec::len)
    }
}
