//! `slidewise show PUZZLE`: what a puzzle is.

use super::CommandResult;
use super::output::{Output, board_style};
use super::session::open_puzzle;
use crate::present::{counted, draw_board, json, with_commas};
use crate::puzzle::Axis;
use crate::space::Space;

/// Shows a puzzle.
pub fn run(word: &str) -> CommandResult {
    let puzzle = open_puzzle(word, None)?;
    let space = Space::new(&puzzle)?;
    let pieces: Vec<json::Pieces> = puzzle
        .classes
        .iter()
        .map(|class| json::Pieces {
            tokens: class.labels.clone(),
            cells: class.shape.size(),
            axis: match class.axis {
                Axis::Free => "free",
                Axis::Horizontal => "horizontal",
                Axis::Vertical => "vertical",
            },
        })
        .collect();
    let goals: Vec<String> = puzzle
        .goals
        .iter()
        .map(|goal| puzzle.write_goal(goal))
        .collect();
    let rules: Vec<String> = puzzle
        .rules
        .iter()
        .map(|rule| puzzle.rule_in_words(rule))
        .collect();
    let mut lines = vec![puzzle.title.clone()];
    lines.extend(puzzle.source.clone());
    lines.push(String::new());
    lines.extend(draw_board(&puzzle, &puzzle.start, board_style()));
    lines.push(String::new());
    lines.push(format!("Start   {}", puzzle.write_position(&puzzle.start)));
    lines.extend(goals.iter().map(|goal| format!("Goal    {goal}")));
    for class in &pieces {
        let cells = counted(class.cells, "cell");
        let axis = if class.axis == "free" {
            String::new()
        } else {
            format!(", {}", class.axis)
        };
        let alike = if class.tokens.len() > 1 {
            ", all alike"
        } else {
            ""
        };
        lines.push(format!(
            "Pieces  {}: {cells}{axis}{alike}",
            class.tokens.join(" ")
        ));
    }
    lines.extend(rules.iter().map(|rule| format!("Rule    {rule}")));
    lines.push(format!(
        "Space   {} = {} x {}",
        counted(space.len(), "configuration"),
        counted(space.pattern_count(), "pattern"),
        counted(space.order_count(), "order")
    ));
    if space.numbered().is_err() {
        lines.push(format!(
            "        too many to be explored: {} is the most",
            with_commas(u64::MAX)
        ));
    }
    let record = json::Show {
        puzzle: puzzle.name.clone(),
        name: puzzle.name.clone(),
        title: puzzle.title.clone(),
        source: puzzle.source.clone(),
        rows: puzzle.board.rows(),
        columns: puzzle.board.columns(),
        start: puzzle.write_position(&puzzle.start),
        goals,
        pieces,
        rules,
        space: json::digits(space.len()),
        patterns: json::digits(space.pattern_count()),
        orders: json::digits(space.order_count()),
    };
    Ok(Output::new(lines, &record))
}
