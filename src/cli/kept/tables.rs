//! `slidewise tables PUZZLE`: pattern databases, built and kept.

use crate::arguments::{CommonArgs, TablesArgs};
use crate::io::output::{CommandResult, Output};
use crate::io::setup::{explorer_for, open_puzzle_to};
use slidewise_app::TileTable;
use slidewise_puzzle::Puzzle;
use slidewise_render::{counted, human_bytes, json};

/// Builds the tables, or lists those that are kept.
pub(crate) fn run(common: &CommonArgs, args: &TablesArgs) -> CommandResult {
    let searched = &args.searched;
    let (start, to) = (searched.start.as_deref(), args.to.as_deref());
    let puzzle = open_puzzle_to(common, &searched.puzzle, start, to)?;
    let explorer = explorer_for(common, searched, &puzzle)?;
    let groups = groups(&args.keep);
    let tables = if args.list {
        explorer.kept_tables_of_puzzle()?
    } else {
        explorer.build_tables(&groups)?
    };
    let to = goal_text(&puzzle);
    let goal = match &to {
        Some(to) => format!("the goal {to}"),
        None => counted(puzzle.goals.len() as u64, "goal"),
    };
    let mut lines = vec![format!("{}: tables for {goal}", puzzle.title)];
    lines.extend(tables.iter().map(|table| line(common, table)));
    if tables.is_empty() {
        lines.push("None is kept; without --list they are built".to_owned());
    }
    Ok(Output::new(lines, &record(common, &puzzle, to, &tables)))
}

/// The goal as a board; `None` if there are several.
fn goal_text(puzzle: &Puzzle) -> Option<String> {
    let [goal] = &puzzle.goals[..] else {
        return None;
    };
    Some(match puzzle.goal_tile_numbers() {
        Some(tiles) if puzzle.tiles_obstacle().is_none() => {
            puzzle.write_position(&puzzle.of_tile_numbers(&tiles))
        }
        _ => puzzle.write_goal(goal),
    })
}

/// The groups of tokens that `--keep` names.
pub(crate) fn groups(keep: &[String]) -> Vec<Vec<String>> {
    let split = |tokens: &String| tokens.split_whitespace().map(str::to_owned).collect();
    keep.iter().map(split).collect()
}

/// A table in one line.
fn line(common: &CommonArgs, table: &TileTable) -> String {
    let done = if table.is_new { "built" } else { "opened" };
    let depth = (table.by_distance.len() as u64).saturating_sub(1);
    format!(
        "{}: {}, at most {}; {}, {done} in {:.1} s",
        table.keep.join(" "),
        counted(table.entries(), "position"),
        counted(depth, common.metric.name()),
        human_bytes(table.bytes),
        table.seconds,
    )
}

fn record(
    common: &CommonArgs,
    puzzle: &Puzzle,
    to: Option<String>,
    tables: &[TileTable],
) -> json::TablesRecord {
    let tables = tables.iter().map(|table| json::TableRecord {
        keep: table.keep.clone(),
        entries: json::digits(table.entries()),
        by_distance: table.by_distance.iter().map(json::digits).collect(),
        bytes: table.bytes,
        seconds: table.seconds,
    });
    json::TablesRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        to,
        tables: tables.collect(),
    }
}
