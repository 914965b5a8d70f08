//! `slidewise show PUZZLE`: board, pieces, goals, rules and symmetries of a puzzle.

use crate::arguments::CommonArgs;
use crate::io::output::{CommandResult, Output, TextLine, board_style};
use crate::io::setup::open_puzzle;
use crate::io::signals::{NUMBERING, uncancellable};
use slidewise_board::Joins;
use slidewise_engine::graph::GraphLimits;
use slidewise_engine::index::Space;
use slidewise_puzzle::{Axis, Class, Gate, Puzzle, SymmetryGroup};
use slidewise_render::{approximation, counted, draw_board, json, with_commas};

/// Shows the puzzle and the number of its configurations.
pub(crate) fn run(common: &CommonArgs, name: &str) -> CommandResult {
    let puzzle = open_puzzle(common, name, None)?;
    // The index is built with the node limit of a search, so the numbers are those of a search.
    let allowance = common
        .memory
        .map(GraphLimits::of_memory)
        .unwrap_or_default();
    let (space, symmetries) = uncancellable(common.quiet, NUMBERING, || {
        let space = Space::best(&puzzle, allowance.nodes);
        (space, SymmetryGroup::of(&puzzle))
    });
    let record = record(&puzzle, &symmetries, space.as_ref().ok());
    let mut above = vec![puzzle.title.clone()];
    above.extend(
        puzzle
            .presentation
            .author
            .as_ref()
            .map(|own| format!("by {own}")),
    );
    above.extend(puzzle.source.clone());
    above.push(String::new());
    let mut lines = vec![String::new(), format!("Start   {}", record.start)];
    lines.extend(record.goals.iter().map(|goal| format!("Goal    {goal}")));
    lines.extend(
        record
            .wrap
            .map(|wrap| format!("Wrap    {wrap}: these edges touch")),
    );
    lines.extend(record.lines.iter().map(|line| format!("Line    {line}")));
    lines.extend(piece_lines(&puzzle));
    lines.extend(record.gates.iter().map(gate_line));
    lines.extend(record.rules.iter().map(|rule| format!("Rule    {rule}")));
    lines.extend(symmetry_lines(&symmetries, &record.symmetry));
    lines.extend(match &space {
        Ok(space) => space_lines(space),
        Err(error) => vec![format!("Space   not known: {error}")],
    });
    let board = draw_board(&puzzle, &puzzle.start, board_style());
    let above = above.into_iter().map(TextLine::from);
    let all = above.chain(board.into_iter().map(TextLine::own));
    let all = all.chain(lines.into_iter().map(TextLine::from));
    Ok(Output::new(all.collect(), &record))
}

/// The JSON of a puzzle, without the number of configurations if the index cannot be built.
fn record(puzzle: &Puzzle, symmetries: &SymmetryGroup, space: Option<&Space>) -> json::ShowRecord {
    let pieces = puzzle.classes.iter().map(|class| json::PiecesRecord {
        tokens: class.labels.clone(),
        cells: class.shape.size(),
        axis: class.axis.name(),
    });
    let goals = puzzle.goals.iter().map(|goal| puzzle.write_goal(goal));
    let gates = puzzle.gates.iter().map(|gate| gate_record(puzzle, gate));
    let rules = puzzle.rules.iter().map(|rule| puzzle.rule_in_words(rule));
    json::ShowRecord {
        puzzle: puzzle.name.clone(),
        name: puzzle.name.clone(),
        title: puzzle.title.clone(),
        family: puzzle.family.clone(),
        author: puzzle.presentation.author.clone(),
        source: puzzle.source.clone(),
        rows: puzzle.board.rows(),
        columns: puzzle.board.columns(),
        wrap: match puzzle.board.joins() {
            Joins::Wrap(wrap) => Some(wrap.name()),
            _ => None,
        },
        lines: puzzle.board.line_texts(),
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

fn symmetry_record(puzzle: &Puzzle, symmetries: &SymmetryGroup) -> json::SymmetryRecord {
    let turns = symmetries.turns().map(|turn| json::TurnRecord {
        turn: turn.name(),
        goals: symmetries.keep_goals(puzzle, turn),
    });
    let exchanges = symmetries.exchanges();
    let exchanges = exchanges
        .iter()
        .map(|classes| exchange_record(puzzle, classes));
    json::SymmetryRecord {
        count: json::digits(symmetries.len()),
        turns: turns.collect(),
        exchanges: exchanges.collect(),
    }
}

/// A line for each turn of the board, and for each set of pieces that can be exchanged.
fn symmetry_lines(symmetries: &SymmetryGroup, record: &json::SymmetryRecord) -> Vec<String> {
    let same = |keeps_goals: bool| {
        if keeps_goals {
            "the same puzzle"
        } else {
            "the same puzzle, but for the goals"
        }
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

fn gate_line(gate: &json::GateRecord) -> String {
    let open_to = if gate.pieces.is_empty() {
        "nobody".to_owned()
    } else {
        gate.pieces.join(" ")
    };
    format!("Gate    {}: open to {open_to}", gate.token)
}

/// Lines on the number of configurations.
fn space_lines(space: &Space) -> Vec<String> {
    let all = space.len();
    let factors = format!(
        "{} x {}",
        counted(space.pattern_count(), "pattern"),
        counted(space.order_count(), "order")
    );
    let mut lines = match approximation(&all.to_string()) {
        Some(about) => vec![
            format!("Space   about {about} configurations"),
            format!("        {} = {factors}", with_commas(all)),
        ],
        None => vec![format!(
            "Space   {} = {factors}",
            counted(all, "configuration")
        )],
    };
    if space.numbered().is_err() {
        lines.push(format!(
            "        too many to explore: the limit is {}",
            with_commas(u64::MAX)
        ));
    }
    lines
}

/// Lines on the pieces: one for each class of several pieces, and one for all single pieces that
/// have the same shape and axis.
fn piece_lines(puzzle: &Puzzle) -> Vec<String> {
    let mut lines = Vec::new();
    let mut is_listed = vec![false; puzzle.classes.len()];
    for (number, class) in puzzle.classes.iter().enumerate() {
        if is_listed[number] {
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
        for (other, is_listed) in puzzle.classes.iter().zip(&mut is_listed) {
            if is_like(other) {
                *is_listed = true;
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
fn gate_record(puzzle: &Puzzle, gate: &Gate) -> json::GateRecord {
    let may_enter = puzzle
        .classes
        .iter()
        .filter(|class| class.allowed.meets(gate.cells));
    let mut pieces: Vec<String> = may_enter.flat_map(|class| class.labels.clone()).collect();
    pieces.dedup();
    json::GateRecord {
        token: gate.token.clone(),
        pieces,
    }
}

/// Classes that can be exchanged, and whether an exchange leaves the goals the same.
fn exchange_record(puzzle: &Puzzle, classes: &[usize]) -> json::ExchangeRecord {
    let tokens = |&class: &usize| {
        let mut tokens = puzzle.classes[class].labels.clone();
        tokens.dedup();
        tokens
    };
    json::ExchangeRecord {
        pieces: classes.iter().map(tokens).collect(),
        goals: classes
            .windows(2)
            .all(|pair| SymmetryGroup::exchange_keeps_goals(puzzle, pair[0], pair[1])),
    }
}
