//! `slidewise show PUZZLE`: what a puzzle is.

use super::CommandResult;
use super::arguments::Common;
use super::output::{Output, board_style};
use super::session::open_puzzle;
use crate::board::Turn;
use crate::moves::{Allowance, Graph};
use crate::present::{counted, draw_board, json, with_commas};
use crate::puzzle::{Axis, Class, Gate, Puzzle, Symmetries};
use crate::space::Space;

/// Shows a puzzle.
pub fn run(common: &Common, word: &str) -> CommandResult {
    let puzzle = open_puzzle(word, None)?;
    // As a search would scan it: the other way may take a far larger automaton.
    let allowance = common.memory.map(Allowance::of_memory).unwrap_or_default();
    let space = Space::within(&puzzle, Graph::orientation(&puzzle), allowance.nodes);
    let pieces: Vec<json::Pieces> = puzzle
        .classes
        .iter()
        .map(|class| json::Pieces {
            tokens: class.labels.clone(),
            cells: class.shape.size(),
            axis: axis_name(class.axis),
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
    let gates: Vec<json::Gate> = puzzle
        .gates
        .iter()
        .map(|gate| gate_record(&puzzle, gate))
        .collect();
    let symmetries = Symmetries::of(&puzzle);
    let turns: Vec<Turn> = symmetries.turns().collect();
    let exchanges: Vec<json::Exchange> = symmetries
        .exchanges()
        .iter()
        .map(|classes| exchange_record(&puzzle, classes))
        .collect();
    let symmetry = json::Symmetry {
        count: json::digits(symmetries.len()),
        turns: turns
            .iter()
            .map(|&turn| json::Turn {
                turn: turn.name(),
                goals: symmetries.keep_goals(&puzzle, turn),
            })
            .collect(),
        exchanges,
    };
    let mut lines = vec![puzzle.title.clone()];
    lines.extend(puzzle.source.clone());
    lines.push(String::new());
    lines.extend(draw_board(&puzzle, &puzzle.start, board_style()));
    lines.push(String::new());
    lines.push(format!("Start   {}", puzzle.write_position(&puzzle.start)));
    lines.extend(goals.iter().map(|goal| format!("Goal    {goal}")));
    lines.extend(piece_lines(&puzzle));
    lines.extend(gates.iter().map(|gate| {
        let open_to = if gate.pieces.is_empty() {
            "nobody".to_owned()
        } else {
            gate.pieces.join(" ")
        };
        format!("Gate    {}: open to {open_to}", gate.token)
    }));
    lines.extend(rules.iter().map(|rule| format!("Rule    {rule}")));
    let but_for_goals = |goals: bool| if goals { "" } else { ", but for the goals" };
    lines.extend(turns.iter().zip(&symmetry.turns).map(|(turn, record)| {
        let goals = but_for_goals(record.goals);
        format!("Turns   {}: the same puzzle{goals}", turn.in_words())
    }));
    lines.extend(symmetry.exchanges.iter().map(|exchange| {
        let pieces: Vec<String> = exchange
            .pieces
            .iter()
            .map(|tokens| tokens.join(" "))
            .collect();
        let goals = but_for_goals(exchange.goals);
        format!("Swaps   {}: the same puzzle{goals}", pieces.join(", "))
    }));
    lines.extend(match &space {
        Ok(space) => space_lines(space),
        Err(error) => vec![format!("Space   not known: {error}")],
    });
    let sizes = space.ok().map(|space| {
        let (patterns, orders) = (space.pattern_count(), space.order_count());
        [
            json::digits(space.len()),
            json::digits(patterns),
            json::digits(orders),
        ]
    });
    let [space, patterns, orders] = match sizes {
        Some(sizes) => sizes.map(Some),
        None => [None, None, None],
    };
    let record = json::Show {
        puzzle: puzzle.name.clone(),
        name: puzzle.name.clone(),
        title: puzzle.title.clone(),
        family: puzzle.family.clone(),
        source: puzzle.source.clone(),
        rows: puzzle.board.rows(),
        columns: puzzle.board.columns(),
        start: puzzle.write_position(&puzzle.start),
        goals,
        pieces,
        gates,
        rules,
        symmetry,
        space,
        patterns,
        orders,
    };
    Ok(Output::new(lines, &record))
}

/// How large a space is.
fn space_lines(space: &Space) -> Vec<String> {
    let mut lines = vec![format!(
        "Space   {} = {} x {}",
        counted(space.len(), "configuration"),
        counted(space.pattern_count(), "pattern"),
        counted(space.order_count(), "order")
    )];
    if space.numbered().is_err() {
        lines.push(format!(
            "        too many to be explored: {} is the most",
            with_commas(u64::MAX)
        ));
    }
    lines
}

fn axis_name(axis: Axis) -> &'static str {
    match axis {
        Axis::Free => "free",
        Axis::Horizontal => "horizontal",
        Axis::Vertical => "vertical",
    }
}

/// A line for the pieces of each shape and axis that look alike, and one for those that are all different.
fn piece_lines(puzzle: &Puzzle) -> Vec<String> {
    let mut lines = Vec::new();
    let mut told = vec![false; puzzle.classes.len()];
    for (number, class) in puzzle.classes.iter().enumerate() {
        if told[number] {
            continue;
        }
        let axis = match class.axis {
            Axis::Free => String::new(),
            axis => format!(", {}", axis_name(axis)),
        };
        let cells = counted(class.shape.size(), "cell");
        if class.size() > 1 {
            let mut tokens = class.labels.clone();
            tokens.dedup();
            let pieces = counted(class.size(), "piece");
            lines.push(format!(
                "Pieces  {}: {pieces} of {cells}{axis}, alike",
                tokens.join(" ")
            ));
            continue;
        }
        let is_like = |other: &Class| {
            other.size() == 1 && other.shape == class.shape && other.axis == class.axis
        };
        let mut tokens = Vec::new();
        for (other, told) in puzzle.classes.iter().zip(&mut told) {
            if is_like(other) {
                *told = true;
                tokens.push(other.labels[0].as_str());
            }
        }
        let different = if tokens.len() > 1 {
            " each, all different"
        } else {
            ""
        };
        lines.push(format!(
            "Pieces  {}: {cells}{axis}{different}",
            tokens.join(" ")
        ));
    }
    lines
}

/// A gate with the pieces that may stand on it.
fn gate_record(puzzle: &Puzzle, gate: &Gate) -> json::Gate {
    let may_enter = puzzle
        .classes
        .iter()
        .filter(|class| class.allowed.meets(gate.cells));
    let mut pieces: Vec<String> = may_enter.flat_map(|class| class.labels.clone()).collect();
    pieces.dedup();
    json::Gate {
        token: gate.token.clone(),
        pieces,
    }
}

/// Classes that can be exchanged, and whether the goals care.
fn exchange_record(puzzle: &Puzzle, classes: &[usize]) -> json::Exchange {
    let tokens = |&class: &usize| {
        let mut tokens = puzzle.classes[class].labels.clone();
        tokens.dedup();
        tokens
    };
    json::Exchange {
        pieces: classes.iter().map(tokens).collect(),
        goals: classes
            .windows(2)
            .all(|pair| Symmetries::exchange_keeps_goals(puzzle, pair[0], pair[1])),
    }
}
