//! Why there is no solution, in words: the same in the command, on the pages and in the terminal.

use super::counted;
use serde::Serialize;
use slidewise_analysis::{ImpossibleGoal, Unsolvable};
use slidewise_puzzle::{Axis, Puzzle};

/// A reason for people and for scripts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reason {
    /// The name of the reason ([`Unsolvable::name`]).
    pub reason: &'static str,
    /// What cannot be, and why: one sentence without its full stop.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

/// Why a puzzle has no solution.
pub fn no_solution(puzzle: &Puzzle, why: &Unsolvable) -> Reason {
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
        Unsolvable::Component { reached: None } => {
            "no goal lies in the component of Start".to_owned()
        }
        Unsolvable::Component {
            reached: Some(reached),
        } => format!(
            "none of the {} that can be reached from Start is a goal",
            counted(reached, "configuration")
        ),
        Unsolvable::NoEmptyCell { .. } | Unsolvable::NothingMoves => still(why).to_owned(),
    };
    Reason {
        reason: why.name(),
        message: format!("{} has no solution: {clause}", puzzle.name),
        hint: match why {
            Unsolvable::Goal { .. } => "slidewise show PUZZLE prints the goals".to_owned(),
            Unsolvable::Component { .. } => {
                "slidewise show PUZZLE prints the goals, slidewise farthest PUZZLE how far one can go"
                    .to_owned()
            }
            _ => remedy(why),
        },
    }
}

/// Why no way leads from Start to a position, which is given as it is written.
pub fn no_way(position: &str, why: &Unsolvable) -> Reason {
    let clause = match why {
        Unsolvable::Goal { why, .. } => format!("it {}", impossible(why)),
        Unsolvable::Parity => {
            "it has the other parity (an odd permutation of the tiles)".to_owned()
        }
        Unsolvable::Component { .. } => "it lies in another component".to_owned(),
        Unsolvable::NoEmptyCell { .. } | Unsolvable::NothingMoves => still(why).to_owned(),
    };
    Reason {
        reason: why.name(),
        message: format!("{position} cannot be reached from Start: {clause}"),
        hint: match why {
            Unsolvable::Goal { .. } | Unsolvable::Component { .. } => {
                "slidewise farthest PUZZLE prints positions that can be reached".to_owned()
            }
            _ => remedy(why),
        },
    }
}

/// Why nothing moves.
fn still(why: &Unsolvable) -> &'static str {
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
            "exchange two of the tiles; where pieces may stand for each other, name them in the key `alike`"
                .to_owned()
        }
        _ => "slidewise show PUZZLE prints the board and the rules".to_owned(),
    }
}

/// What is wrong with a goal: the words behind its name.
fn impossible(why: &ImpossibleGoal) -> String {
    let line = |axis: &Axis| match axis {
        Axis::Vertical => ("up and down", "column"),
        _ => ("left and right", "row"),
    };
    match why {
        ImpossibleGoal::Gate { piece, cell } => {
            format!("wants `{piece}` on the gate {cell}, which is closed to it")
        }
        ImpossibleGoal::Line { piece, axis, cell } => {
            let (ways, line) = line(axis);
            format!(
                "wants `{piece}` on {cell}, and no piece like it is in that {line}: they move {ways} only"
            )
        }
        ImpossibleGoal::Walls { piece, cell } => format!(
            "wants `{piece}` on {cell}, where walls and gates do not let it get, even without the other pieces"
        ),
        ImpossibleGoal::Count { piece } => format!(
            "wants more pieces like `{piece}` in one place than walls, gates, rows and columns let get there"
        ),
        ImpossibleGoal::Order { axis, cell } => {
            let (ways, line) = line(axis);
            format!(
                "wants the pieces of the {line} of {cell} as they can never stand: those that move {ways} only keep their order"
            )
        }
        ImpossibleGoal::Empty { wanted, there } => {
            let are = if *there == 1 { "is" } else { "are" };
            format!(
                "wants {}, and {there} {are} empty at any time",
                counted(wanted, "empty cell")
            )
        }
        ImpossibleGoal::Room => {
            "leaves no room for the other pieces, or a rule forbids it".to_owned()
        }
    }
}
