//! The puzzle: board, pieces, classes, rules, goals; puzzle files and positions as text.
//!
//! A [`Puzzle`] is the checked meaning of a puzzle file: whatever reads one, the layers below rely on what
//! its fields promise. This layer knows nothing of indices, moves or searches.

pub mod builtin;
mod class;
mod classes;
mod configuration;
pub mod convert;
mod draft;
mod drawing;
mod fault;
mod file;
mod goal;
mod goals;
mod lineup;
mod meaning;
mod nearest;
mod position;
mod remark;
pub mod rule;
mod rules;
mod rush;
mod sheet;
mod source;
mod symmetry;
mod tiles;
mod token;
mod written;

pub use class::{Axis, Class};
pub use configuration::Configuration;
pub use draft::Converted;
pub use fault::{Fault, PositionError, PositionFault, PuzzleError};
pub use file::MAX_FILE_BYTES;
#[cfg(feature = "cli")]
pub(crate) use file::text_of;
pub use goal::{Demand, Goal};
pub use meaning::Sources;
pub use remark::{PuzzleRemark, RemarkKind};
pub use rule::{RaySource, Rule};
pub(crate) use symmetry::next_permutation;
pub use symmetry::{Symmetries, Symmetry};

use slidewise_board::{Board, Cell, CellSet};

/// A sliding-block puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The name by which it is called: the file's stem, the built-in name, or `tiles:3x4`.
    pub name: String,
    /// The title for people.
    pub title: String,
    /// The family of puzzles to which it belongs.
    pub family: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// The board; the cells of fixed pieces are walls.
    pub board: Board,
    /// The classes, in the order in which their first tokens appear in Start.
    pub classes: Vec<Class>,
    /// The gates: a token and the cells that bear it.
    pub gates: Vec<Gate>,
    /// The rules; Start obeys them.
    pub rules: Vec<Rule>,
    /// The goals; none for a puzzle that is only to be explored.
    pub goals: Vec<Goal>,
    /// Where every piece starts.
    pub start: Configuration,
    /// How positions are written.
    pub notation: Notation,
    /// What its file says, but hardly means, in the order of the places; empty for a puzzle without a file.
    pub remarks: Vec<PuzzleRemark>,
}

/// A gate: cells open to some classes only (see [`Class::allowed`]).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gate {
    /// The token that a free cell of the gate prints as.
    pub token: String,
    /// Its cells.
    pub cells: CellSet,
}

/// How positions of a puzzle are written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notation {
    /// Whether blanks stand between the tokens of a row.
    pub blanks: bool,
    /// The tokens of fixed pieces, which are read where walls are.
    pub fixed: Vec<String>,
    /// Other letters that positions may use: (written, meant).
    pub spelling: Vec<(String, String)>,
}

impl Puzzle {
    /// Whether a configuration has as many pieces as the puzzle, all of them on its board. That it is the puzzle's own
    /// cannot be told: it holds cells, and no puzzle.
    pub fn fits(&self, configuration: &Configuration) -> bool {
        let firsts = configuration.firsts();
        let cells = self.board.cell_count();
        firsts.len() == self.piece_count() && firsts.iter().all(|first| first.index() < cells)
    }

    /// The pieces of one class in a configuration: their first cells, ascending.
    ///
    /// # Panics
    /// If the puzzle has no such class, or the configuration is another puzzle's.
    pub fn firsts_of<'a>(&self, configuration: &'a Configuration, class: usize) -> &'a [Cell] {
        let begin: usize = self.classes[..class].iter().map(Class::size).sum();
        &configuration.firsts()[begin..begin + self.classes[class].size()]
    }

    /// The cells of each piece of one class in a configuration, in the order of their first cells.
    ///
    /// # Panics
    /// If a piece cannot stand where the configuration puts it.
    pub fn pieces_of(&self, configuration: &Configuration, class: usize) -> Vec<CellSet> {
        self.firsts_of(configuration, class)
            .iter()
            .map(|&first| {
                self.classes[class]
                    .place(&self.board, first)
                    .expect("a configuration's pieces stand on cells open to them")
            })
            .collect()
    }

    /// The cells that the pieces of a configuration cover.
    ///
    /// # Panics
    /// As [`Puzzle::pieces_of`].
    pub fn covered(&self, configuration: &Configuration) -> CellSet {
        let pieces = (0..self.classes.len()).flat_map(|class| self.pieces_of(configuration, class));
        pieces.fold(CellSet::EMPTY, |covered, piece| covered | piece)
    }

    /// How many pieces the puzzle has.
    pub fn piece_count(&self) -> usize {
        self.classes.iter().map(Class::size).sum()
    }

    /// Whether the configuration obeys every rule.
    pub fn obeys_rules(&self, configuration: &Configuration) -> bool {
        self.rules
            .iter()
            .all(|rule| rule.holds(&self.board, &|class| self.pieces_of(configuration, class)))
    }

    /// Whether the configuration meets a goal.
    pub fn is_solved(&self, configuration: &Configuration) -> bool {
        let pieces: Vec<Vec<CellSet>> = (0..self.classes.len())
            .map(|class| self.pieces_of(configuration, class))
            .collect();
        let covered = pieces
            .iter()
            .flatten()
            .fold(CellSet::EMPTY, |all, &cells| all | cells);
        self.goals.iter().any(|goal| {
            !goal.empty.meets(covered)
                && goal
                    .demands
                    .iter()
                    .all(|demand| pieces[demand.class].contains(&demand.cells))
        })
    }
}
