//! `slidewise list`: the built-in puzzles.

use super::CommandResult;
use super::output::Output;
use crate::present::json;
use crate::puzzle::{Puzzle, builtin};

/// Lists the built-in puzzles.
pub fn run() -> CommandResult {
    let puzzles: Result<Vec<Puzzle>, _> =
        builtin::list().iter().map(|puzzle| puzzle.read()).collect();
    let puzzles: Vec<json::Listed> = puzzles?
        .into_iter()
        .map(|puzzle| json::Listed {
            name: puzzle.name,
            title: puzzle.title,
            rows: puzzle.board.rows(),
            columns: puzzle.board.columns(),
        })
        .collect();
    let widest = puzzles
        .iter()
        .map(|p| p.name.chars().count())
        .max()
        .unwrap_or(0);
    let lines = puzzles
        .iter()
        .map(|p| {
            format!(
                "{:<widest$}  {:>2} x {:<2}  {}",
                p.name, p.rows, p.columns, p.title
            )
        })
        .collect();
    Ok(Output::new(lines, &json::List { puzzles }))
}
