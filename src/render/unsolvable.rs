//! Explanations why a puzzle has no solution, shared by the command, the web pages and the game.

use super::counted;
use serde::Serialize;
use slidewise_analysis::{ImpossibleGoal, PieceReach, Unsolvable};
use slidewise_board::CellSet;
use slidewise_puzzle::{Axis, NamedGoal, Puzzle, TileOrder};

/// Most cells that an explanation names.
const MAX_NAMED: usize = 16;

/// Explanation why a puzzle has no solution or why a position cannot be reached.
///
/// It has a name for scripts and sentences for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnsolvableReason {
    /// Identifier of the reason ([`Unsolvable::name`]).
    pub reason: &'static str,
    /// The fact and its cause: one sentence without a full stop.
    pub message: String,
    /// The remedy, or the command that shows more.
    pub hint: String,
    /// The goal of a board of tiles: the name of a usual order, or the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
}

/// Explains why a puzzle has no solution.
pub fn no_solution(puzzle: &Puzzle, why: &Unsolvable) -> UnsolvableReason {
    let clause = match why {
        Unsolvable::Goal { number, of, why } => {
            let goal = match of {
                1 => "the goal".to_owned(),
                _ => format!("none of the {of} goals can be met; goal {number}"),
            };
            format!("{goal} {}", impossible(why))
        }
        Unsolvable::Parity => {
            "each goal has the other parity (an odd permutation of the tiles)".to_owned()
        }
        Unsolvable::Component { reached, pieces } => {
            let fact = match reached {
                None => "no goal lies in the component of Start in the state graph".to_owned(),
                Some(1) => "Start is the only configuration, and it is no goal".to_owned(),
                Some(reached) => format!(
                    "none of the {} that can be reached from Start is a goal",
                    counted(reached, "configuration")
                ),
            };
            let near = pieces.iter().map(|own| format!("; {}", reach(puzzle, own)));
            fact + &near.collect::<String>()
        }
        Unsolvable::NoEmptyCell { .. } | Unsolvable::NothingMoves => still(why).to_owned(),
    };
    let named = NamedGoal::of(puzzle);
    let goal = named
        .as_ref()
        .map_or(String::new(), |goal| format!("; the goal is {goal}"));
    UnsolvableReason {
        reason: why.name(),
        message: format!("{} has no solution: {clause}{goal}", puzzle.name),
        goal: named.map(|goal| goal.name().to_owned()),
        hint: match why {
            Unsolvable::Parity | Unsolvable::Component { .. }
                if !puzzle.orders_in_reach().is_empty() =>
            {
                other_goals(puzzle, why)
            }
            Unsolvable::Goal { .. } => "`slidewise show PUZZLE` prints the goals".to_owned(),
            Unsolvable::Component { .. } => {
                "`slidewise show PUZZLE` prints the goals; `slidewise farthest PUZZLE --from goal \
                 --everywhere` finds starts from which one can be reached"
                    .to_owned()
            }
            _ => remedy(why),
        },
    }
}

impl UnsolvableReason {
    /// The reason with `written` in the place of each command that takes another goal of tiles;
    /// `written` gets the name of the goal.
    pub fn with_goals(mut self, written: impl Fn(&str) -> String) -> UnsolvableReason {
        self.hint = with_goals(&self.hint, written);
        self
    }
}

/// A hint with `written` in the place of each command that takes another goal of tiles; `written`
/// gets the name of the goal.
pub fn with_goals(hint: &str, written: impl Fn(&str) -> String) -> String {
    TileOrder::ALL.iter().fold(hint.to_owned(), |hint, order| {
        let name = order.name();
        hint.replace(&goal_command(name), &written(name))
    })
}

/// The command that takes a usual goal of numbered tiles.
fn goal_command(name: &str) -> String {
    format!("`slidewise solve PUZZLE --to {name}`")
}

/// Explains why a position, given as text, cannot be reached from Start.
pub fn no_way(position: &str, why: &Unsolvable) -> UnsolvableReason {
    let clause = match why {
        Unsolvable::Goal { why, .. } => format!("it {}", impossible(why)),
        Unsolvable::Parity => {
            "it has the other parity (an odd permutation of the tiles)".to_owned()
        }
        Unsolvable::Component { .. } => {
            "it lies in another component of the state graph".to_owned()
        }
        Unsolvable::NoEmptyCell { .. } | Unsolvable::NothingMoves => still(why).to_owned(),
    };
    UnsolvableReason {
        reason: why.name(),
        goal: None,
        message: format!("{position} cannot be reached from Start: {clause}"),
        hint: match why {
            Unsolvable::Goal { .. } | Unsolvable::Component { .. } => {
                "`slidewise farthest PUZZLE` prints positions that can be reached".to_owned()
            }
            _ => remedy(why),
        },
    }
}

/// The commands that take the usual goals of numbered tiles that Start reaches.
fn other_goals(puzzle: &Puzzle, why: &Unsolvable) -> String {
    let orders = puzzle.orders_in_reach().into_iter();
    let commands = orders.map(|order| {
        let (name, words) = (order.name(), order.in_words());
        format!("{} takes {words}, which can be reached", goal_command(name))
    });
    let commands: Vec<String> = commands.collect();
    format!("{}; or {}", commands.join("; "), remedy(why))
}

/// Clause that states where a piece comes, and which cells of its goal it never covers.
fn reach(puzzle: &Puzzle, own: &PieceReach) -> String {
    let board = &puzzle.board;
    let named = |cells: CellSet| {
        let names = cells
            .into_iter()
            .map(|cell| board.name_of(board.square_of(cell)));
        names.collect::<Vec<_>>().join(" ")
    };
    let comes_to = match own.covered.len() {
        0..=MAX_NAMED => format!("comes to {}", named(own.covered)),
        count => format!("comes to {count} of the {} cells", board.cell_count()),
    };
    let missed = named(own.missed);
    let but = match (own.is_placed, own.missed.len()) {
        (true, _) => {
            "also into its place in a goal, but never in all that the goal asks".to_owned()
        }
        (false, 0) => "to each cell of its goal, but never to all at once".to_owned(),
        (false, 1..=MAX_NAMED) => format!("of its goal never to {missed}"),
        (false, count) => format!("never to {count} cells of its goals"),
    };
    format!("`{}` {comes_to}, {but}", own.piece)
}

/// Clause that states why no piece can move.
pub fn still(why: &Unsolvable) -> &'static str {
    match why {
        Unsolvable::NoEmptyCell { .. } => "no cell is empty, so nothing can move",
        _ => "no piece can move at Start",
    }
}

fn remedy(why: &Unsolvable) -> String {
    match why {
        Unsolvable::NoEmptyCell { token: Some(token) } => {
            format!("if `{token}` is the empty cell, write `.`")
        }
        Unsolvable::NoEmptyCell { token: None } => "an empty cell is written `.`".to_owned(),
        Unsolvable::Parity => {
            "exchange two of the tiles; if some pieces are interchangeable, list them under the \
             key `alike`"
                .to_owned()
        }
        _ => "`slidewise show PUZZLE` prints the board and the rules".to_owned(),
    }
}

/// Predicate of a sentence about a goal: states why the goal cannot be met.
fn impossible(why: &ImpossibleGoal) -> String {
    let line = |axis: &Axis| match axis {
        Axis::Vertical => ("up and down", "column"),
        _ => ("left and right", "row"),
    };
    match why {
        ImpossibleGoal::Gate { piece, cell } => {
            format!("requires `{piece}` on the gate {cell}, which is closed to it")
        }
        ImpossibleGoal::Line { piece, axis, cell } => {
            let (ways, line) = line(axis);
            format!(
                "requires `{piece}` on {cell}, but no piece like it is in that {line}, and such \
                 pieces move only {ways}"
            )
        }
        ImpossibleGoal::Walls { piece, cell } => format!(
            "requires `{piece}` on {cell}, which it cannot reach because of walls and gates, \
             even without the other pieces"
        ),
        ImpossibleGoal::Count { piece } => format!(
            "requires more pieces like `{piece}` in one place than walls, gates, rows \
             and columns allow"
        ),
        ImpossibleGoal::Order { axis, cell } => {
            let (ways, line) = line(axis);
            format!(
                "requires an impossible arrangement in the {line} of {cell}: pieces that move \
                 only {ways} keep their order"
            )
        }
        ImpossibleGoal::Empty { wanted, there } => {
            let are = if *there == 1 { "is" } else { "are" };
            format!(
                "requires {}, but only {there} {are} empty at any time",
                counted(wanted, "empty cell")
            )
        }
        ImpossibleGoal::Room => {
            "leaves no room for the other pieces, or a rule forbids it".to_owned()
        }
    }
}
