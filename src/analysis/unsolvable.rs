//! Why there is no solution, or no way to a position: the one place that decides.
//!
//! The reasons are looked for from the plainest to the least plain: nothing can move; no goal can ever be met, by its
//! pieces, walls, gates, rows and columns, or room; parity; another component. All but the last are known without a
//! search. Commands, pages and the game in the terminal ask here, and word what they are told in one way.

use super::feasible::Alone;
use super::{Goals, Move};
use slidewise_board::{Cell, CellSet};
use slidewise_engine::graph::Graph;
use slidewise_puzzle::{Axis, Class, Configuration, Goal, Puzzle};

/// Why a goal or a position cannot be reached from Start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsolvable {
    /// Pieces cover all cells of the board.
    NoEmptyCell {
        /// A token that was probably meant as an empty cell.
        token: Option<String>,
    },
    /// Cells are empty, and no piece can move at Start.
    NothingMoves,
    /// No goal can be met by any arrangement of the pieces that moves could bring about.
    Goal {
        /// The first goal, from 1; always 1 for a position.
        number: usize,
        /// How many goals there are.
        of: usize,
        /// What is wrong with it.
        why: ImpossibleGoal,
    },
    /// The tiles would have to be an odd permutation of those that can be reached.
    Parity,
    /// No goal lies in the component of Start.
    Component {
        /// How many configurations can be reached, where a search has counted them.
        reached: Option<u64>,
    },
}

/// What is wrong with a goal that can never be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ImpossibleGoal {
    /// It wants a piece on a gate that is closed to it.
    Gate {
        /// The piece's token.
        piece: String,
        /// The gate's cell.
        cell: String,
    },
    /// It wants a piece that moves along one line in a row or column in which no such piece is.
    Line {
        /// The piece's token.
        piece: String,
        /// The line along which it moves.
        axis: Axis,
        /// The first cell that it is to cover.
        cell: String,
    },
    /// Walls and gates keep a piece from where it is to be, even with all other pieces taken away.
    Walls {
        /// The piece's token.
        piece: String,
        /// The first cell that it is to cover.
        cell: String,
    },
    /// It wants more pieces of one kind in a place than can get there.
    Count {
        /// The token of one of them.
        piece: String,
    },
    /// Pieces that move along one line would have to change their order.
    Order {
        /// The line along which they move.
        axis: Axis,
        /// A cell of that line.
        cell: String,
    },
    /// It wants more empty cells than there are.
    Empty {
        /// How many it wants.
        wanted: usize,
        /// How many there are.
        there: usize,
    },
    /// No legal arrangement of the other pieces is left.
    Room,
}

/// Tokens by which other programs and people write an empty cell.
const LIKE_EMPTY: [&str; 7] = ["0", "@", "-", "*", "~", "·", ","];

impl Unsolvable {
    /// What the puzzle alone tells: that nothing can move, that no goal can be met, or the parity of tiles around one
    /// empty cell. `None` where Start is a goal, where there is no goal, and where more must be looked at.
    ///
    /// Time: some microseconds a goal, up to the first that can be met.
    pub fn of_puzzle(puzzle: &Puzzle) -> Option<Unsolvable> {
        match puzzle.goals.is_empty() || puzzle.is_solved(&puzzle.start) {
            true => None,
            false => by_puzzle(puzzle, &puzzle.start, &puzzle.goals),
        }
    }

    /// The same of a position in place of the goals.
    pub fn of_position(puzzle: &Puzzle, position: &Configuration) -> Option<Unsolvable> {
        between(puzzle, &puzzle.start, position)
    }

    /// What can be told without a search of the goals of a graph's puzzle, where nothing else is asked of them.
    ///
    /// Time: that of listing the goals, at most [`Goals::MOST_LISTED`].
    pub fn of_graph(graph: &Graph) -> Option<Unsolvable> {
        before_search(graph, || by_signs(graph, &Goals::without_table(graph)))
    }

    /// What can be told without a search, of the goals of a graph's puzzle. `None` where there is a solution, or only a
    /// search tells that there is none.
    ///
    /// Time: that of [`Unsolvable::of_puzzle`], and what [`Goals`] says of its questions.
    pub fn of_goals(graph: &Graph, goals: &Goals<'_>) -> Option<Unsolvable> {
        before_search(graph, || by_signs(graph, goals))
    }

    /// What can be told without a search of a position; `None` where there is a way, or only a search tells that there
    /// is none.
    pub fn of_index(graph: &Graph, position: &Configuration) -> Option<Unsolvable> {
        let known = between(graph.puzzle(), graph.start(), position);
        known.or_else(|| match graph.index_of(position) {
            _ if graph.has_other_parity(position) => Some(Unsolvable::Parity),
            Some(index) if !graph.orders().is_out_of_reach(index) => None,
            _ => Some(Unsolvable::Component { reached: None }),
        })
    }

    /// The reason after a finished search that found this many configurations, and no goal among them.
    pub fn after_search(graph: &Graph, goals: &Goals<'_>, reached: u64) -> Unsolvable {
        let known = Unsolvable::of_goals(graph, goals);
        known.unwrap_or(Unsolvable::Component {
            reached: Some(reached),
        })
    }

    /// The reason why no goal is legal in a graph of all configurations; `None` where one is.
    pub fn of_all(graph: &Graph, goals: &Goals<'_>) -> Option<Unsolvable> {
        goals.is_empty().then(|| no_pattern(graph))
    }

    /// The name of the reason, for scripts.
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

/// The reason where no legal configuration meets any goal: what is wrong with the first one.
fn no_pattern(graph: &Graph) -> Unsolvable {
    let puzzle = graph.puzzle();
    let why = puzzle.goals.first();
    let why = why.and_then(|goal| Alone::of(puzzle, graph.start()).fault(goal));
    Unsolvable::Goal {
        number: 1,
        of: puzzle.goals.len(),
        why: why.unwrap_or(ImpossibleGoal::Room),
    }
}

/// What can be told without a search: by the puzzle alone, else by its numbers.
fn before_search(
    graph: &Graph,
    by_numbers: impl FnOnce() -> Option<Unsolvable>,
) -> Option<Unsolvable> {
    let (puzzle, start) = (graph.puzzle(), graph.start());
    match puzzle.goals.is_empty() || puzzle.is_solved(start) {
        true => None,
        false => by_puzzle(puzzle, start, &puzzle.goals).or_else(by_numbers),
    }
}

/// What patterns and the signs of their orders tell.
fn by_signs(graph: &Graph, goals: &Goals<'_>) -> Option<Unsolvable> {
    if !goals.have_patterns() {
        return Some(no_pattern(graph));
    }
    match goals.are_out_of_reach() {
        true if goals.have_other_parity() => Some(Unsolvable::Parity),
        true => Some(Unsolvable::Component { reached: None }),
        false => None,
    }
}

/// The first reason that the puzzle alone gives for a position to be out of reach from another one.
fn between(puzzle: &Puzzle, start: &Configuration, position: &Configuration) -> Option<Unsolvable> {
    match position == start {
        true => None,
        false => by_puzzle(puzzle, start, &[puzzle.goal_of(position)]),
    }
}

/// The first reason that the puzzle alone gives for any of these goals to be out of reach.
fn by_puzzle(puzzle: &Puzzle, start: &Configuration, goals: &[Goal]) -> Option<Unsolvable> {
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
    if Move::all(puzzle, start).is_empty() {
        return Some(Unsolvable::NothingMoves);
    }
    let alone = Alone::of(puzzle, start);
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
    match are_odd {
        true => Some(Unsolvable::Parity),
        false => first.map(|why| Unsolvable::Goal {
            number: 1,
            of: goals.len(),
            why,
        }),
    }
}

/// Whether parity alone tells that a goal cannot be reached, where all pieces are unit pieces that are told apart, one
/// cell is empty, and the goal says where each piece is.
///
/// A step exchanges a piece with the empty cell, which goes to a square of the other colour: so what has happened to
/// pieces and empty cell together is an odd permutation exactly where the empty cell has changed its colour (Johnson and
/// Story 1879).
fn is_odd(puzzle: &Puzzle, start: &Configuration, goal: &Goal) -> bool {
    let cells = puzzle.board.cell_count();
    let is_tile = |class: &Class| class.size() == 1 && class.shape.size() == 1;
    if !puzzle.classes.iter().all(is_tile)
        || puzzle.classes.len() + 1 != cells
        || goal.demands.len() != puzzle.classes.len()
    {
        return false;
    }
    // By cell: what is on it, the empty cell last.
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
        let square = puzzle.board.square_of(Cell(cell.unwrap_or(0) as u16));
        (square.row + square.column) % 2
    };
    is_odd != (colour(&before) != colour(&after))
}
