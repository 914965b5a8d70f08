//! Reasons why a puzzle has no solution, or why a position cannot be reached.
//!
//! Reasons are tried in this order, the plainest first:
//!
//! 1. No piece can move.
//! 2. No goal can ever be met, because of its pieces, because of walls, gates, rows or columns, or
//!    because there is no room for the other pieces.
//! 3. Parity excludes all goals.
//! 4. All goals are in other components than Start.
//!
//! Only the last reason may need a search. The commands, the web pages and the game in the terminal
//! use this module, so that all of them give the same reason.

use super::feasibility::{GoalFeasibility, ImpossibleGoal};
use super::goal_set::Goals;
use super::piece_reach::PieceReach;
use crate::distances::Move;
use slidewise_board::{Cell, CellSet};
use slidewise_engine::graph::Graph;
use slidewise_puzzle::{Class, Configuration, Goal, Puzzle};

/// Reason why a goal or a position cannot be reached from Start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsolvable {
    /// Pieces cover all cells of the board.
    NoEmptyCell {
        /// Token of a unit piece that was probably meant as an empty cell, if there is one.
        token: Option<String>,
    },
    /// The board has empty cells, but no piece can move at Start.
    NothingMoves,
    /// No goal can ever be met, because each goal is impossible by itself.
    Goal {
        /// Number of the goal for which `why` is the reason, counted from 1; this is always the
        /// first goal.
        number: usize,
        /// Number of goals that the puzzle has.
        of: usize,
        /// Reason why the first goal can never be met.
        why: ImpossibleGoal,
    },
    /// All goals that pass the other tests need an odd permutation of the tiles, which moves cannot
    /// make.
    Parity,
    /// No goal is in the component of Start.
    Component {
        /// Number of reachable configurations, if a search has counted them.
        reached: Option<u64>,
        /// Where pieces of the goals come; empty if that takes long to find out.
        pieces: Vec<PieceReach>,
    },
}

/// Tokens that people and other programs use for an empty cell.
const LIKE_EMPTY: [&str; 7] = ["0", "@", "-", "*", "~", "·", ","];

impl Unsolvable {
    /// Finds a reason in the puzzle alone, without a graph.
    ///
    /// Possible reasons: no piece can move, no goal can ever be met, or parity excludes the goals.
    /// Parity is tested only if all pieces are distinct unit pieces and one cell is empty. Returns
    /// `None` if Start is a goal, if the puzzle has no goal, or if the puzzle alone does not
    /// decide.
    ///
    /// Time: some microseconds for each goal, up to the first that can be met.
    pub fn of_puzzle(puzzle: &Puzzle) -> Option<Unsolvable> {
        if puzzle.goals.is_empty() || puzzle.is_solved(&puzzle.start) {
            return None;
        }
        by_puzzle(puzzle, &puzzle.start, &puzzle.goals)
    }

    /// Finds a reason in the puzzle alone why a position cannot be reached; `None` if the puzzle
    /// alone gives no reason.
    pub fn of_position(puzzle: &Puzzle, position: &Configuration) -> Option<Unsolvable> {
        between(puzzle, &puzzle.start, position)
    }

    /// Finds a reason without a search, like [`Unsolvable::of_goals`], but computes the goals
    /// itself.
    ///
    /// Time: that of listing the goals, at most [`Goals::MAX_LISTED`] of them.
    pub fn of_graph(graph: &Graph) -> Option<Unsolvable> {
        before_search(graph, || by_signs(graph, &Goals::without_table(graph)))
    }

    /// Finds a reason without a search; `None` if there is a solution, or if only a search can
    /// decide.
    ///
    /// Time: that of [`Unsolvable::of_puzzle`], and a walk through the goals or their patterns.
    pub fn of_goals(graph: &Graph, goals: &Goals<'_>) -> Option<Unsolvable> {
        before_search(graph, || by_signs(graph, goals))
    }

    /// Finds, without a search, a reason why a position cannot be reached; `None` if it can be
    /// reached, or if only a search can decide.
    pub fn of_index(graph: &Graph, position: &Configuration) -> Option<Unsolvable> {
        let known = between(graph.puzzle(), graph.start(), position);
        known.or_else(|| match graph.index_of(position) {
            _ if graph.has_other_parity(position) => Some(Unsolvable::Parity),
            Some(index) if !graph.orders().is_out_of_reach(index) => None,
            _ => Some(Unsolvable::of_component()),
        })
    }

    /// The reason that a position is in another component than Start.
    pub fn of_component() -> Unsolvable {
        Unsolvable::Component {
            reached: None,
            pieces: Vec::new(),
        }
    }

    /// The reason that no goal is in the component of Start, with what comes near to one; `reached`
    /// is the number of reachable configurations, if it is known.
    ///
    /// Time: up to 20,000 configurations are searched.
    pub fn without_goal(
        puzzle: &Puzzle,
        start: &Configuration,
        reached: Option<u64>,
    ) -> Unsolvable {
        Unsolvable::Component {
            reached,
            pieces: PieceReach::all(puzzle, start),
        }
    }

    /// Finds the reason why no piece can move at Start; `None` if one can.
    pub fn of_start(puzzle: &Puzzle) -> Option<Unsolvable> {
        standstill(puzzle, &puzzle.start)
    }

    /// Finds the reason after a complete search that found `reached` configurations and no goal.
    pub fn after_search(graph: &Graph, goals: &Goals<'_>, reached: u64) -> Unsolvable {
        let known = Unsolvable::of_goals(graph, goals);
        known.unwrap_or_else(|| {
            Unsolvable::without_goal(graph.puzzle(), graph.start(), Some(reached))
        })
    }

    /// Finds the reason why no legal configuration is a goal, in a graph of all configurations;
    /// `None` if a legal configuration is a goal.
    pub fn of_all(graph: &Graph, goals: &Goals<'_>) -> Option<Unsolvable> {
        goals.is_empty().then(|| no_pattern(graph))
    }

    /// Short name of the reason, which scripts can compare.
    pub fn name(&self) -> &'static str {
        match self {
            Unsolvable::NoEmptyCell { .. } => "no-empty-cell",
            Unsolvable::NothingMoves => "nothing-moves",
            Unsolvable::Goal { .. } => "impossible-goal",
            Unsolvable::Parity => "parity",
            Unsolvable::Component { .. } => "component",
        }
    }
}

/// Reason why no legal configuration meets any goal: the reason for the first goal.
fn no_pattern(graph: &Graph) -> Unsolvable {
    let puzzle = graph.puzzle();
    let why = puzzle.goals.first();
    let why = why.and_then(|goal| GoalFeasibility::of(puzzle, graph.start()).fault(goal));
    Unsolvable::Goal {
        number: 1,
        of: puzzle.goals.len(),
        why: why.unwrap_or(ImpossibleGoal::Room),
    }
}

/// Finds a reason without a search: in the puzzle alone, or else by calling `by_numbers`.
fn before_search(
    graph: &Graph,
    by_numbers: impl FnOnce() -> Option<Unsolvable>,
) -> Option<Unsolvable> {
    let (puzzle, start) = (graph.puzzle(), graph.start());
    if puzzle.goals.is_empty() || puzzle.is_solved(start) {
        return None;
    }
    by_puzzle(puzzle, start, &puzzle.goals).or_else(by_numbers)
}

/// Finds a reason in the patterns that meet goals, and in the parities of their arrangements.
fn by_signs(graph: &Graph, goals: &Goals<'_>) -> Option<Unsolvable> {
    if !goals.have_patterns() {
        return Some(no_pattern(graph));
    }
    if !goals.are_out_of_reach() {
        None
    } else if goals.have_other_parity() {
        Some(Unsolvable::Parity)
    } else {
        Some(Unsolvable::without_goal(
            graph.puzzle(),
            graph.start(),
            None,
        ))
    }
}

/// Finds the first reason in the puzzle alone why `position` cannot be reached from `start`.
fn between(puzzle: &Puzzle, start: &Configuration, position: &Configuration) -> Option<Unsolvable> {
    if position == start {
        return None;
    }
    by_puzzle(puzzle, start, &[puzzle.goal_of(position)])
}

/// Finds the reason why no piece can move.
fn standstill(puzzle: &Puzzle, start: &Configuration) -> Option<Unsolvable> {
    let covered = puzzle.covered(start);
    if puzzle.board.cells().without(covered) == CellSet::EMPTY {
        let units = puzzle
            .classes
            .iter()
            .filter(|class| class.shape.size() == 1);
        let mut tokens = units.flat_map(|class| &class.labels);
        let token = tokens.find(|token| LIKE_EMPTY.contains(&token.as_str()));
        return Some(Unsolvable::NoEmptyCell {
            token: token.cloned(),
        });
    }
    // Where a rule forbids each step, a push of several pieces may still be legal.
    if Move::all(puzzle, start).is_empty() && Move::pushes(puzzle, start).is_empty() {
        return Some(Unsolvable::NothingMoves);
    }
    None
}

/// Finds the first reason in the puzzle alone why none of `goals` can be reached from `start`.
fn by_puzzle(puzzle: &Puzzle, start: &Configuration, goals: &[Goal]) -> Option<Unsolvable> {
    if let Some(why) = standstill(puzzle, start) {
        return Some(why);
    }
    let alone = GoalFeasibility::of(puzzle, start);
    let mut first = None;
    let mut are_odd = false;
    for goal in goals {
        match alone.fault(goal) {
            Some(why) => {
                first.get_or_insert(why);
            }
            None if is_odd(puzzle, start, goal) => are_odd = true,
            None => return None,
        }
    }
    if are_odd {
        return Some(Unsolvable::Parity);
    }
    first.map(|why| Unsolvable::Goal {
        number: 1,
        of: goals.len(),
        why,
    })
}

/// Whether parity alone rules out a goal.
///
/// This applies if all pieces are unit pieces that differ, one cell is empty, and the goal places
/// every piece. Let the cells be coloured like a chess board, so that neighbours differ. A step
/// exchanges a piece with the empty cell, so the empty cell moves to a cell of the other colour.
/// All steps together permute the pieces and the empty cell. This permutation is therefore odd
/// exactly if the empty cell ends on a colour other than at Start (Johnson and Story 1879). On a
/// board with a ring of an odd number of cells there is no such colouring, and parity rules out
/// nothing.
fn is_odd(puzzle: &Puzzle, start: &Configuration, goal: &Goal) -> bool {
    let cells = puzzle.board.cell_count();
    let is_tile = |class: &Class| class.size() == 1 && class.shape.size() == 1;
    if !puzzle.classes.iter().all(is_tile)
        || puzzle.classes.len() + 1 != cells
        || goal.demands.len() != puzzle.classes.len()
    {
        return false;
    }
    let Some(odd_cells) = puzzle.board.odd_cells() else {
        return false;
    };
    // Contents of each cell at Start and at the goal, indexed by cell: the class of its piece, or
    // `empty`.
    let empty = puzzle.classes.len();
    let mut before = vec![empty; cells];
    let mut after = vec![empty; cells];
    for class in 0..puzzle.classes.len() {
        before[puzzle.firsts_of(start, class)[0].index()] = class;
    }
    for demand in &goal.demands {
        if let Some(cell) = demand.cells.first() {
            after[cell.index()] = demand.class;
        }
    }
    let mut goes_to = vec![0; cells];
    for (cell, &what) in after.iter().enumerate() {
        goes_to[what] = cell;
    }
    let mut is_met = vec![false; cells];
    let mut is_odd = false;
    for first in 0..cells {
        let mut cell = first;
        let mut length = 0;
        while !std::mem::replace(&mut is_met[cell], true) {
            cell = goes_to[before[cell]];
            length += 1;
        }
        is_odd ^= length > 0 && length % 2 == 0;
    }
    let colour = |cells: &[usize]| {
        let cell = cells.iter().position(|&what| what == empty);
        odd_cells.contains(Cell(cell.unwrap_or(0) as u16))
    };
    is_odd != (colour(&before) != colour(&after))
}
