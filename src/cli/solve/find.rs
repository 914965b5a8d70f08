//! `slidewise find PUZZLE POSITION`: the distance of a position, and the shortest paths to it.

use super::solution::side_by_side;
use super::stopped::stopped_output;
use crate::arguments::{CommonArgs, FindArgs};
use crate::io::output::{CommandResult, Output, TextLine, board_style, line_width};
use crate::io::setup::{explorer_for, kept_line, open_searched};
use crate::replay;
use num_bigint::BigUint;
use slidewise_analysis::Path;
use slidewise_app::{Answer, Question, Target};
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::json::UnansweredRecord;
use slidewise_render::{counted, draw_board, json, move_lines};

/// Finds the position in the generations of the puzzle.
pub(crate) fn run(common: &CommonArgs, args: &FindArgs) -> CommandResult {
    let destination = replay::destination(&args.certified, &args.searched.puzzle)?;
    let searched = &args.searched;
    let puzzle = open_searched(common, searched)?;
    let position = puzzle.read_finish(args.wanted())?;
    let explorer = explorer_for(common, searched, &puzzle)?.disk(args.disk.disk);
    let answer = explorer.solve(&Question::of(Target::Position(position.clone())))?;
    let kept = kept_line(&searched.keeping, answer.kept.clone());
    if answer.problem.is_none()
        && let (Some(way), Some(routes)) = (&answer.way, &answer.routes)
    {
        if let Some(destination) = destination {
            replay::write(common, destination, &puzzle, way, false)?;
        }
        let output = report(common, &puzzle, &position, (way, routes), &answer);
        return Ok(output.with_line(kept));
    }
    let written = puzzle.write_position(&position);
    let unanswered = UnansweredRecord::Find {
        position: written.clone(),
        generation: None,
    };
    Ok(stopped_output(
        common, &puzzle, &answer, &written, unanswered, kept,
    ))
}

/// The output for a position with a shortest way to it, and the number of all such ways.
fn report(
    common: &CommonArgs,
    puzzle: &Puzzle,
    position: &Configuration,
    (path, routes): (&Path, &BigUint),
    answer: &Answer,
) -> Output {
    let generation = answer.at_least;
    let record = json::FindRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        position: puzzle.write_position(position),
        generation,
        routes: json::digits(routes),
        path: json::steps(puzzle, common.metric, &path.moves),
        positions: json::positions(puzzle, path),
        proved: true,
        method: answer.method.name(),
        nodes: answer.nodes.map(json::digits),
    };
    let title = format!(
        "{}: generation {generation}, in {}s, reached in {}",
        puzzle.title,
        common.metric.name(),
        counted(json::digits(routes), "shortest way")
    );
    let mut lines: Vec<TextLine> = vec![title.into(), String::new().into()];
    lines.extend(side_by_side(
        draw_board(puzzle, &puzzle.start, board_style()),
        draw_board(puzzle, position, board_style()),
    ));
    lines.push(String::new().into());
    let way = move_lines(&puzzle.board, common.metric, &path.moves, line_width());
    lines.extend(way.into_iter().map(TextLine::from));
    Output::new(lines, &record)
}
