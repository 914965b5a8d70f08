//! `slidewise find PUZZLE POSITION`: the distance of a position, and the shortest paths to it.

use super::arguments::{CommonArgs, FindArgs};
use super::atomic_file::Destination;
use super::output::{CommandResult, Output, TextLine, board_style, line_width};
use super::replay;
use super::setup::{explorer_for, kept_line, open_searched};
use super::solution::side_by_side;
use super::stopped::stopped_output;
use slidewise_app::{Sought, Target, Ways};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::json::UnansweredRecord;
use slidewise_render::{counted, draw_board, json, move_lines};

/// Finds the position in the generations of the puzzle.
pub(crate) fn run(common: &CommonArgs, args: &FindArgs) -> CommandResult {
    let destination = replay::destination(&args.certified, &args.searched.puzzle)?;
    let searched = &args.searched;
    let puzzle = open_searched(common, searched)?;
    let position = puzzle.read_position(&args.position)?;
    let explorer = explorer_for(common, searched, &puzzle)?.disk(args.disk.disk);
    let sought = explorer.shortest(Target::Position(&position), |ways| {
        report(common, &puzzle, destination, &position, ways)
    })?;
    match sought {
        Sought::Found(output, kept) => Ok(output.with_line(kept_line(&searched.keeping, kept))),
        Sought::Stopped(stopped) => {
            let written = puzzle.write_position(&position);
            let unanswered = UnansweredRecord::Find {
                position: written.clone(),
                generation: None,
            };
            let kept = kept_line(&searched.keeping, stopped.kept.clone());
            Ok(stopped_output(
                common, &puzzle, &stopped, &written, unanswered, kept,
            ))
        }
    }
}

/// Writes the certificate if there is a destination, and returns the output for the position.
fn report(
    common: &CommonArgs,
    puzzle: &Puzzle,
    destination: Option<Destination>,
    position: &Configuration,
    ways: &Ways<'_>,
) -> CommandResult {
    let routes = ways.routes;
    let generation = routes.distance();
    let path = routes.least();
    if let Some(destination) = destination {
        replay::write(common, destination, puzzle, &path, false)?;
    }
    let record = json::FindRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        position: puzzle.write_position(position),
        generation,
        routes: json::digits(routes.count()),
        path: json::steps(puzzle, common.metric, &path.moves),
        positions: json::positions(puzzle, &path),
        proved: true,
    };
    let title = format!(
        "{}: generation {generation}, in {}s, reached in {}",
        puzzle.title,
        common.metric.name(),
        counted(routes.count(), "shortest way")
    );
    let mut lines: Vec<TextLine> = vec![title.into(), String::new().into()];
    lines.extend(side_by_side(
        draw_board(puzzle, &puzzle.start, board_style()),
        draw_board(puzzle, position, board_style()),
    ));
    lines.push(String::new().into());
    let way = move_lines(&puzzle.board, common.metric, &path.moves, line_width());
    lines.extend(way.into_iter().map(TextLine::from));
    Ok(Output::new(lines, &record))
}
