//! The reason why a puzzle has no solution, as pages show it.

use slidewise_analysis::Unsolvable;
use slidewise_puzzle::Puzzle;
use slidewise_render::{UnsolvableReason, no_solution};

/// The reason why a puzzle has no solution; other goals are words of the page's address.
pub fn reason_for_page(puzzle: &Puzzle, why: &Unsolvable) -> UnsolvableReason {
    no_solution(puzzle, why).with_goals(|name| format!("`&to={name}` behind the address"))
}
