//! `slidewise find PUZZLE POSITION`: the distance of a position, and the shortest paths to it.

use super::guided;
use super::solution::side_by_side;
use super::stopped::stopped_output;
use crate::arguments::{CommonArgs, FindArgs, SolveMethod};
use crate::io::atomic_file::Destination;
use crate::io::output::{CommandResult, Output, TextLine, board_style, line_width};
use crate::io::setup::{explorer_for, kept_line, open_searched};
use crate::replay;
use slidewise_analysis::{GuidedResult, Path, Unsolvable};
use slidewise_app::{Explorer, Problem, SolutionMethod, Sought, Target};
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
    let aimed = explorer.aimed_at(Target::Position(&position));
    if aimed.prefers_bounds()? {
        return find_by_bounds(common, &aimed, destination, &position);
    }
    let sought = explorer.shortest(Target::Position(&position), |ways| {
        let routes = ways.routes;
        let found = FoundWays {
            path: &routes.least(),
            ways: json::digits(routes.count()),
            searched: ways.met_after.map(|nodes| (SolveMethod::Meet, nodes)),
        };
        report(common, &puzzle, destination, &position, &found)
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

/// Finds the position, the only goal of the explorer's puzzle, by bounds of tiles.
fn find_by_bounds(
    common: &CommonArgs,
    aimed: &Explorer<'_>,
    destination: Option<Destination>,
    position: &Configuration,
) -> CommandResult {
    let puzzle = aimed.puzzle();
    let search = aimed.tile_search(SolutionMethod::Auto, &[])?;
    let answer = guided::solve(common, &search, &puzzle.start, true)?;
    let at_least = match (&answer.guided.result, &answer.path) {
        (
            GuidedResult::Solved {
                ways: Some(ways), ..
            },
            Some(path),
        ) => {
            let found = FoundWays {
                path,
                ways: json::digits(ways),
                searched: Some((guided::method_of(&answer), answer.guided.nodes)),
            };
            return report(common, puzzle, destination, position, &found);
        }
        (GuidedResult::Stopped { at_least }, _) => *at_least,
        (_, Some(path)) => path.moves.len() as u32,
        _ => return Err(Problem::of_no_way(puzzle, position, &Unsolvable::Parity)),
    };
    let stopped = guided::interrupted(at_least, answer.guided.nodes);
    let written = puzzle.write_position(position);
    let unanswered = UnansweredRecord::Find {
        position: written.clone(),
        generation: None,
    };
    Ok(stopped_output(
        common, puzzle, &stopped, &written, unanswered, None,
    ))
}

/// The shortest ways to a position.
struct FoundWays<'p> {
    path: &'p Path,
    /// Number of all shortest ways.
    ways: String,
    /// The method, and the number of positions that it went through, if it was no exploration.
    searched: Option<(SolveMethod, u64)>,
}

/// Writes the certificate if there is a destination, and returns the output for the position.
fn report(
    common: &CommonArgs,
    puzzle: &Puzzle,
    destination: Option<Destination>,
    position: &Configuration,
    found: &FoundWays<'_>,
) -> CommandResult {
    let path = found.path;
    let generation = path.moves.len() as u64;
    if let Some(destination) = destination {
        replay::write(common, destination, puzzle, path, false)?;
    }
    let record = json::FindRecord {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        position: puzzle.write_position(position),
        generation,
        routes: found.ways.clone(),
        path: json::steps(puzzle, common.metric, &path.moves),
        positions: json::positions(puzzle, path),
        proved: true,
        method: found
            .searched
            .map_or(SolveMethod::Explore, |(method, _)| method)
            .name(),
        nodes: found.searched.map(|(_, nodes)| json::digits(nodes)),
    };
    let title = format!(
        "{}: generation {generation}, in {}s, reached in {}",
        puzzle.title,
        common.metric.name(),
        counted(&found.ways, "shortest way")
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
