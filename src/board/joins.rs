//! Which cells are neighbours: squares with a common side, on boards that may run round, or the
//! cells of lines.
//!
//! Every direction takes a cell to at most one cell, and its opposite leads back. A straight line
//! is what one direction runs through.

use super::{Cell, CellSet, Direction};
use thiserror::Error;

/// How the cells of a board are joined.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Joins {
    /// Squares with a common side.
    Sides,
    /// Squares with a common side, where opposite edges of the board touch too.
    Wrap(Wrap),
    /// The cells that follow each other in a line.
    Lines(LineMap),
}

/// Which opposite edges of a board touch: one pair makes a cylinder, both make a torus.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wrap {
    /// The left edge and the right edge.
    LeftRight,
    /// The top edge and the bottom edge.
    TopBottom,
    /// Both pairs of edges.
    Both,
}

/// The lines of a board of lines, with the neighbours that they make.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LineMap {
    lines: Vec<Vec<Cell>>,
    /// Directions of the board: two for each family of lines.
    directions: Vec<Direction>,
    /// Neighbour of a cell, indexed by cell, then direction.
    neighbours: Vec<Option<Cell>>,
}

/// The reason why a board cannot be joined in the given way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum JoinError {
    /// Edges that touch would make two squares neighbours twice, or a square its own neighbour.
    #[error("a board that runs round has at least 3 {across}, but this board has {found}")]
    TooNarrow {
        /// What there are too few of: rows or columns.
        across: &'static str,
        /// Number of them.
        found: usize,
    },
    /// A line has fewer than two cells.
    #[error("a line has at least 2 cells, but line {line} has {found}")]
    TooShort {
        /// Number of the line, from 0.
        line: usize,
        /// Number of its cells.
        found: usize,
    },
    /// A line passes one cell twice, other than by ending where it begins after three cells.
    #[error("a line passes each cell once, but line {line} comes back to its cell {cell}")]
    Returns {
        /// Number of the line, from 0.
        line: usize,
        /// Number of the cell in the line at which it comes back, from 0.
        cell: usize,
    },
    /// Two cells follow each other in two lines.
    #[error("two cells follow each other in one line, but line {line} repeats those at {cell}")]
    Repeats {
        /// Number of the second line, from 0.
        line: usize,
        /// Number of the second of the two cells in this line, from 0.
        cell: usize,
    },
    /// Too many lines cross.
    #[error(
        "crossing lines differ in direction, but line {line} finds all {max} directions taken",
        max = Direction::MAX_ALONG
    )]
    TooManyCrossings {
        /// Number of the line, from 0.
        line: usize,
    },
}

impl Wrap {
    /// All ways to run round.
    pub const ALL: [Wrap; 3] = [Wrap::LeftRight, Wrap::TopBottom, Wrap::Both];

    /// The name in puzzle files and outputs: `left-right`, `top-bottom` or `both`.
    pub fn name(self) -> &'static str {
        match self {
            Wrap::LeftRight => "left-right",
            Wrap::TopBottom => "top-bottom",
            Wrap::Both => "both",
        }
    }

    /// Whether the edges touch that a step in a direction crosses.
    #[inline]
    pub fn is_across(self, direction: Direction) -> bool {
        match self {
            Wrap::LeftRight => direction.is_horizontal(),
            Wrap::TopBottom => !direction.is_horizontal(),
            Wrap::Both => true,
        }
    }
}

impl LineMap {
    /// Joins the cells that follow each other in `lines`, on a board of `cells` cells.
    ///
    /// A line that ends where it begins is closed. Lines with a common cell differ in direction.
    ///
    /// # Errors
    /// If a line is too short or passes a cell twice, if two cells follow each other twice, or if
    /// the lines need more than [`Direction::MAX_ALONG`] directions.
    ///
    /// # Panics
    /// If a cell of a line is not below `cells`.
    pub fn new(cells: usize, lines: Vec<Vec<Cell>>) -> Result<LineMap, JoinError> {
        let mut beside = vec![CellSet::EMPTY; cells];
        let mut families: Vec<CellSet> = Vec::new();
        let mut family_of = Vec::with_capacity(lines.len());
        for (number, line) in lines.iter().enumerate() {
            if line.len() < 2 {
                let found = line.len();
                return Err(JoinError::TooShort {
                    line: number,
                    found,
                });
            }
            let mut own = CellSet::EMPTY;
            for (at, &cell) in line.iter().enumerate() {
                let closes = at + 1 == line.len() && at > 2 && cell == line[0];
                if own.contains(cell) && !closes {
                    return Err(JoinError::Returns {
                        line: number,
                        cell: at,
                    });
                }
                own.insert(cell);
                let Some(before) = at.checked_sub(1).map(|before| line[before]) else {
                    continue;
                };
                if beside[before.index()].contains(cell) {
                    return Err(JoinError::Repeats {
                        line: number,
                        cell: at,
                    });
                }
                beside[before.index()].insert(cell);
                beside[cell.index()].insert(before);
            }
            let family = families.iter().position(|family| !family.meets(own));
            let family = family.unwrap_or(families.len());
            if 2 * family >= Direction::MAX_ALONG {
                return Err(JoinError::TooManyCrossings { line: number });
            }
            if family == families.len() {
                families.push(CellSet::EMPTY);
            }
            families[family] |= own;
            family_of.push(family);
        }
        let ways = 2 * families.len();
        let mut neighbours = vec![None; cells * ways];
        for (line, family) in lines.iter().zip(family_of) {
            for pair in line.windows(2) {
                neighbours[pair[0].index() * ways + 2 * family] = Some(pair[1]);
                neighbours[pair[1].index() * ways + 2 * family + 1] = Some(pair[0]);
            }
        }
        Ok(LineMap {
            lines,
            directions: (0..ways as u8).map(Direction::Along).collect(),
            neighbours,
        })
    }

    /// The lines, each as the cells that follow each other.
    pub fn lines(&self) -> &[Vec<Cell>] {
        &self.lines
    }

    /// The directions: two for each family of lines.
    #[inline]
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    /// The cell after `cell` in a direction; `None` at the end of a line, and for a direction on
    /// squares.
    #[inline]
    pub fn neighbour(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        match direction {
            Direction::Along(number) => {
                let ways = self.directions.len();
                self.neighbours[cell.index() * ways + usize::from(number)]
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(cells: usize, lines: &[&[u16]]) -> Result<LineMap, JoinError> {
        let lines = lines
            .iter()
            .map(|line| line.iter().map(|&c| Cell(c)).collect());
        LineMap::new(cells, lines.collect())
    }

    #[test]
    fn wrong_lines_are_refused() {
        assert_eq!(
            lines(3, &[&[0]]),
            Err(JoinError::TooShort { line: 0, found: 1 })
        );
        assert_eq!(
            lines(3, &[&[0, 1, 0]]),
            Err(JoinError::Returns { line: 0, cell: 2 })
        );
        assert_eq!(
            lines(4, &[&[0, 1, 2, 0, 3]]),
            Err(JoinError::Returns { line: 0, cell: 3 })
        );
        assert_eq!(
            lines(3, &[&[0, 1], &[2, 1, 0]]),
            Err(JoinError::Repeats { line: 1, cell: 2 })
        );
        let star: Vec<[u16; 2]> = (1..20).map(|cell| [0, cell]).collect();
        let star: Vec<&[u16]> = star.iter().map(|line| &line[..]).collect();
        assert_eq!(
            lines(20, &star),
            Err(JoinError::TooManyCrossings { line: 16 })
        );
    }
}
