//! The metrics: which change of a configuration counts as one edge of the state graph.
//!
//! If a piece can go from one configuration to another on several paths, only one edge joins the
//! two. In the metrics of one piece all configurations along the piece's path must be legal: a
//! piece cannot pass through a position that a rule forbids. A slide or a move is therefore a
//! sequence of steps of one piece, and these three metrics reach the same configurations, at
//! different distances.
//!
//! A push of the metric `line` moves a row of adjacent unit pieces by one cell each, towards an
//! empty cell in their row or column. Each of them must be allowed to make its step, and the
//! configuration after the push must be legal. All pieces move at once, so there is no
//! configuration on the way that a rule could forbid. Where rules forbid what lies between, pushes
//! may therefore reach configurations that steps do not.

use crate::index::{Layout, SpaceError, large_mover};
use slidewise_puzzle::Puzzle;
use std::str::FromStr;

/// Metric of the state graph, which defines its edges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// One piece moves one cell.
    Step,
    /// One piece moves any distance in a straight line.
    Slide,
    /// One piece moves along any path through free cells (the way M. Gardner counted).
    Move,
    /// A row of adjacent unit pieces moves one cell, towards an empty cell in its row or column.
    Line,
}

/// A word that names no metric.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected step, slide, move or line, found {found:?}")]
pub struct MetricError {
    /// The word.
    pub found: String,
}

impl FromStr for Metric {
    type Err = MetricError;

    /// The metric of a [name](Metric::name).
    ///
    /// ```
    /// use slidewise_engine::graph::Metric;
    ///
    /// assert_eq!("slide".parse(), Ok(Metric::Slide));
    /// assert!("hop".parse::<Metric>().is_err());
    /// ```
    fn from_str(word: &str) -> Result<Metric, MetricError> {
        let named = Metric::ALL.into_iter().find(|metric| metric.name() == word);
        named.ok_or_else(|| MetricError {
            found: word.to_owned(),
        })
    }
}

impl Metric {
    /// All metrics: those of one piece, from the shortest edges to the longest, then lines.
    pub const ALL: [Metric; 4] = [Metric::Step, Metric::Slide, Metric::Move, Metric::Line];

    /// The metrics whose edges move one piece, from the shortest edges to the longest.
    ///
    /// They suit every puzzle, and reach the same configurations.
    pub const OF_ONE_PIECE: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Move];

    /// Name of the metric in outputs and stores, which is also the word for one edge: `step`,
    /// `slide`, `move` or `line`.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Step => "step",
            Metric::Slide => "slide",
            Metric::Move => "move",
            Metric::Line => "line",
        }
    }

    /// Checks that a puzzle has distances in this metric: lines need unit pieces, in rows and
    /// columns that end.
    ///
    /// # Errors
    /// If the metric is `line`: [`SpaceError::LargePiece`] if a piece of several cells can move,
    /// and [`SpaceError::NoRows`] if the board runs round or is made of lines.
    pub fn check(self, puzzle: &Puzzle) -> Result<(), SpaceError> {
        self.check_board(puzzle)?;
        match large_mover(puzzle).filter(|_| self == Metric::Line) {
            None => Ok(()),
            Some(piece) => Err(SpaceError::LargePiece { piece }),
        }
    }

    /// Checks the board: where lines close or cross again, two pushes could lead to one position.
    fn check_board(self, puzzle: &Puzzle) -> Result<(), SpaceError> {
        if self == Metric::Line && !puzzle.board.is_plain() {
            return Err(SpaceError::NoRows);
        }
        Ok(())
    }

    /// Checks the pieces of an index, some of which move only where Start does not lead, as
    /// [`Metric::check`] does.
    pub(super) fn check_kinds(self, puzzle: &Puzzle, layout: &Layout) -> Result<(), SpaceError> {
        self.check_board(puzzle)?;
        let classes = 0..puzzle.classes.len();
        let mut moving = classes.filter(|&class| layout.kinds_of(class).next().is_some());
        let is_large = |class: &usize| puzzle.classes[*class].shape.size() > 1;
        match moving.find(is_large).filter(|_| self == Metric::Line) {
            None => Ok(()),
            Some(class) => Err(SpaceError::LargePiece {
                piece: puzzle.classes[class].labels[0].clone(),
            }),
        }
    }
}
