//! `slidewise show PUZZLE`: what a puzzle is.

use super::CommandResult;
use super::arguments::Common;
use super::output::{Line, Output, board_style};
use super::session::open_puzzle;
use super::wish::{NUMBERING, unheeding};
use slidewise_engine::graph::Allowance;
use slidewise_engine::index::Space;
use slidewise_puzzle::{Axis, Class, Gate, Puzzle, Symmetries};
use slidewise_render::{counted, draw_board, json, with_commas};

/// Shows a puzzle.
pub fn run(common: &Common, word: &str) -> CommandResult {
    let puzzle = open_puzzle(common, word, None)?;
    // As a search would scan it.
    let allowance = common.memory.map(Allowance::of_memory).unwrap_or_default();
    let (space, symmetries) = unheeding(common, NUMBERING, || {
        let space = Space::best(&puzzle, allowance.nodes);
        (space, Symmetries::of(&puzzle))
    });
    let record = record(&puzzle, &symmetries, space.as_ref().ok());
    let mut above = vec![puzzle.title.clone()];
    above.extend(puzzle.source.clone());
    above.push(String::new());
    let mut lines = vec![String::new(), format!("Start   {}", record.start)];
    lines.extend(record.goals.iter().map(|goal| format!("Goal    {goal}")));
    lines.extend(piece_lines(&puzzle));
    lines.extend(record.gates.iter().map(gate_line));
    lines.extend(record.rules.iter().map(|rule| format!("Rule    {rule}")));
    lines.extend(symmetry_lines(&symmetries, &record.symmetry));
    lines.extend(match &space {
        Ok(space) => space_lines(space),
        Err(error) => vec![format!("Space   not known: {error}")],
    });
    let board = draw_board(&puzzle, &puzzle.start, board_style());
    let above = above.into_iter().map(Line::from);
    let all = above.chain(board.into_iter().map(Line::own));
    let all = all.chain(lines.into_iter().map(Line::from));
    Ok(Output::new(all.collect(), &record))
}

/// What a puzzle is, for scripts; without numbers where the space is not known.
fn record(puzzle: &Puzzle, symmetries: &Symmetries, space: Option<&Space>) -> json::Show {
    let pieces = puzzle.classes.iter().map(|class| json::Pieces {
        tokens: class.labels.clone(),
        cells: class.shape.size(),
        axis: class.axis.name(),
    });
    let goals = puzzle.goals.iter().map(|goal| puzzle.write_goal(goal));
    let gates = puzzle.gates.iter().map(|gate| gate_record(puzzle, gate));
    let rules = puzzle.rules.iter().map(|rule| puzzle.rule_in_words(rule));
    json::Show {
        puzzle: puzzle.name.clone(),
        name: puzzle.name.clone(),
        title: puzzle.title.clone(),
        family: puzzle.family.clone(),
        source: puzzle.source.clone(),
        rows: puzzle.board.rows(),
        columns: puzzle.board.columns(),
        start: puzzle.write_position(&puzzle.start),
        goals: goals.collect(),
        pieces: pieces.collect(),
        gates: gates.collect(),
        rules: rules.collect(),
        symmetry: symmetry_record(puzzle, symmetries),
        space: space.map(|space| json::digits(space.len())),
        patterns: space.map(|space| json::digits(space.pattern_count())),
        orders: space.map(|space| json::digits(space.order_count())),
    }
}

fn symmetry_record(puzzle: &Puzzle, symmetries: &Symmetries) -> json::Symmetry {
    let turns = symmetries.turns().map(|turn| json::Turn {
        turn: turn.name(),
        goals: symmetries.keep_goals(puzzle, turn),
    });
    let exchanges = symmetries.exchanges();
    let exchanges = exchanges
        .iter()
        .map(|classes| exchange_record(puzzle, classes));
    json::Symmetry {
        count: json::digits(symmetries.len()),
        turns: turns.collect(),
        exchanges: exchanges.collect(),
    }
}

/// A line for each turn, and for each set of pieces that can be exchanged.
fn symmetry_lines(symmetries: &Symmetries, record: &json::Symmetry) -> Vec<String> {
    let same = |goals: bool| match goals {
        true => "the same puzzle",
        false => "the same puzzle, but for the goals",
    };
    let turns = symmetries.turns().zip(&record.turns);
    let turns =
        turns.map(|(turn, record)| format!("Turns   {}: {}", turn.in_words(), same(record.goals)));
    let exchanges = record.exchanges.iter().map(|exchange| {
        let tokens = exchange.pieces.iter().map(|tokens| tokens.join(" "));
        let pieces: Vec<String> = tokens.collect();
        format!("Swaps   {}: {}", pieces.join(", "), same(exchange.goals))
    });
    turns.chain(exchanges).collect()
}

fn gate_line(gate: &json::Gate) -> String {
    let open_to = match gate.pieces.is_empty() {
        true => "nobody".to_owned(),
        false => gate.pieces.join(" "),
    };
    format!("Gate    {}: open to {open_to}", gate.token)
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
            axis => format!(", {}", axis.name()),
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
