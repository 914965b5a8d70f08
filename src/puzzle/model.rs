//! The model: a puzzle with its board, pieces, rules, goals and Start.

use super::class::Class;
use super::configuration::Configuration;
use super::goal::{Demand, Goal};
use super::presentation::Presentation;
use super::remark_kind::PuzzleRemark;
use super::rule::Rule;
use slidewise_board::{Board, Cell, CellSet};

/// A sliding-block puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The short name: the stem of its file, the built-in name, or a text such as `tiles:3x4`.
    pub name: String,
    /// The title that people see.
    pub title: String,
    /// The family to which the puzzle belongs.
    pub family: Option<String>,
    /// The origin of the puzzle, such as a book or a web page.
    pub source: Option<String>,
    /// The board; the cells of fixed pieces are walls.
    pub board: Board,
    /// The classes, in the order in which their first tokens appear in Start.
    pub classes: Vec<Class>,
    /// The gates, each with its token and its cells.
    pub gates: Vec<Gate>,
    /// The rules; Start obeys every rule.
    pub rules: Vec<Rule>,
    /// The goals; empty if the puzzle is only for exploration.
    pub goals: Vec<Goal>,
    /// The position in which the puzzle starts.
    pub start: Configuration,
    /// How positions are written as text.
    pub notation: Notation,
    /// How people count and draw the puzzle; nothing in it changes the state graph.
    pub presentation: Presentation,
    /// Remarks on parts of the puzzle file that are valid but probably not intended, in file order.
    ///
    /// The list is empty if the puzzle does not come from a file.
    pub remarks: Vec<PuzzleRemark>,
}

/// A gate: cells on which only some classes may stand (see [`Class::allowed`]).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Gate {
    /// The token for a cell of the gate that no piece covers, in the puzzle file and in positions.
    pub token: String,
    /// The cells of the gate.
    pub cells: CellSet,
}

/// How positions of a puzzle are written as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notation {
    /// Whether blanks separate the tokens of a row; needed if a token has several characters.
    pub blanks: bool,
    /// The tokens of fixed pieces; in a position they stand for walls.
    pub fixed: Vec<String>,
    /// Spellings accepted in positions: pairs of a letter and the token that it stands for.
    pub spelling: Vec<(String, String)>,
}

impl Puzzle {
    /// Whether a configuration has this puzzle's number of pieces, all of them on its board.
    ///
    /// A configuration of another puzzle may pass this check, because a configuration does not
    /// record its puzzle.
    pub fn fits(&self, configuration: &Configuration) -> bool {
        let firsts = configuration.firsts();
        let cells = self.board.cell_count();
        firsts.len() == self.piece_count() && firsts.iter().all(|first| first.index() < cells)
    }

    /// The first cells of the pieces of one class in a configuration, ascending.
    ///
    /// # Panics
    /// If the puzzle has no such class, or the configuration has too few pieces.
    pub fn firsts_of<'a>(&self, configuration: &'a Configuration, class: usize) -> &'a [Cell] {
        let begin: usize = self.classes[..class].iter().map(Class::size).sum();
        &configuration.firsts()[begin..begin + self.classes[class].size()]
    }

    /// The cells of each piece of one class in a configuration, in the order of the pieces' first
    /// cells.
    ///
    /// # Panics
    /// If the puzzle has no such class, or a piece may not stand where the configuration puts it.
    pub fn pieces_of(&self, configuration: &Configuration, class: usize) -> Vec<CellSet> {
        self.firsts_of(configuration, class)
            .iter()
            .map(|&first| {
                self.classes[class]
                    .place(&self.board, first)
                    .expect("the pieces of a configuration stand on allowed cells")
            })
            .collect()
    }

    /// The set of cells that pieces cover in a configuration.
    ///
    /// # Panics
    /// If a piece may not stand where the configuration puts it.
    pub fn covered(&self, configuration: &Configuration) -> CellSet {
        let pieces = (0..self.classes.len()).flat_map(|class| self.pieces_of(configuration, class));
        pieces.fold(CellSet::EMPTY, |covered, piece| covered | piece)
    }

    /// Number of pieces.
    pub fn piece_count(&self) -> usize {
        self.classes.iter().map(Class::size).sum()
    }

    /// Whether a configuration obeys every rule.
    pub fn obeys_rules(&self, configuration: &Configuration) -> bool {
        self.rules
            .iter()
            .all(|rule| rule.holds(&self.board, &|class| self.pieces_of(configuration, class)))
    }

    /// Whether a configuration meets at least one goal.
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

    /// The goal that only this configuration meets.
    ///
    /// # Panics
    /// If a piece may not stand where the configuration puts it.
    pub fn goal_of(&self, configuration: &Configuration) -> Goal {
        let demands = (0..self.classes.len()).flat_map(|class| {
            let pieces = self.pieces_of(configuration, class).into_iter();
            pieces.map(move |cells| Demand { class, cells })
        });
        let demands: Vec<Demand> = demands.collect();
        let covered = demands
            .iter()
            .fold(CellSet::EMPTY, |all, demand| all | demand.cells);
        Goal {
            empty: self.board.cells().without(covered),
            demands,
        }
    }
}
