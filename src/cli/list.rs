//! `slidewise list`: the built-in puzzles.

use super::output::{CommandResult, Output};
use slidewise_app::Problem;
use slidewise_puzzle::{Puzzle, builtin};
use slidewise_render::json;

/// Lists the built-in puzzles by family; `wanted` selects families by a part of their name.
pub(crate) fn run(wanted: Option<&str>) -> CommandResult {
    let mut all = builtin::read_all()?;
    let family_of = |puzzle: &Puzzle| puzzle.family.clone().unwrap_or_default();
    let mut families: Vec<String> = all.iter().map(family_of).collect();
    families.dedup();
    if let Some(wanted) = wanted {
        let has = |family: &str| family.to_lowercase().contains(&wanted.to_lowercase());
        all.retain(|puzzle| has(&family_of(puzzle)));
        if all.is_empty() {
            return Err(Problem::no_such_thing(
                format!("no family of built-in puzzles has {wanted:?} in its name"),
                format!("the families are: {}", families.join("; ")),
            ));
        }
    }
    let widest = all.iter().map(|p| p.name.chars().count()).max();
    let widest = widest.unwrap_or(0);
    let mut lines: Vec<String> = Vec::new();
    for own in all.chunk_by(|a, b| a.family == b.family) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(family_of(&own[0]));
        lines.extend(own.iter().map(|puzzle| {
            let (rows, columns) = (puzzle.board.rows(), puzzle.board.columns());
            let name = &puzzle.name;
            format!(
                "  {name:<widest$}  {rows:>2} x {columns:<2}  {}",
                puzzle.title
            )
        }));
    }
    let puzzles = all.into_iter().map(json::BuiltinRecord::from).collect();
    Ok(Output::new(lines, &json::ListRecord { puzzles }))
}
