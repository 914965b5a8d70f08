//! `slidewise find PUZZLE POSITION`: Walker's find.

use super::CommandResult;
use super::arguments::{Common, Find};
use super::draft::Destination;
use super::output::{Line, Output, board_style, line_width};
use super::replay;
use super::session::open_to_position;
use super::shortest::{self, Sought, Target};
use super::solve::side_by_side;
use slidewise_analysis::Routes;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_render::json::Unanswered;
use slidewise_render::{counted, draw_board, json, move_lines};

/// Finds a position.
pub fn run(common: &Common, words: &Find) -> CommandResult {
    let destination = replay::destination(&words.certified, &words.searched.puzzle)?;
    let (puzzle, position) = open_to_position(common, &words.searched, &words.position)?;
    let budget = shortest::budget(common, words.disk.disk);
    let target = Target::Position(&position);
    let sought = shortest::seek(common, &words.searched, &puzzle, target, budget, |routes| {
        report(common, &puzzle, destination, &position, routes)
    })?;
    match sought {
        Sought::Found(output, kept) => Ok(output.with_line(kept)),
        Sought::Stopped(stopped) => {
            let written = puzzle.write_position(&position);
            let unanswered = Unanswered::Find {
                position: written.clone(),
                generation: None,
            };
            Ok(stopped.output(common, &puzzle, &written, unanswered))
        }
    }
}

/// Tells where a position was found, and the ways to it.
fn report(
    common: &Common,
    puzzle: &Puzzle,
    destination: Option<Destination>,
    position: &Configuration,
    routes: &Routes<'_>,
) -> CommandResult {
    let generation = routes.distance();
    let path = routes.least();
    if let Some(destination) = destination {
        replay::write(common, destination, puzzle, &path, false)?;
    }
    let record = json::Find {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        position: puzzle.write_position(position),
        generation,
        routes: json::digits(routes.count()),
        path: json::steps(puzzle, &path.moves),
        positions: json::positions(puzzle, &path),
        proved: true,
    };
    let title = format!(
        "{}: generation {generation}, in {}s, reached in {}",
        puzzle.title,
        common.metric.name(),
        counted(routes.count(), "shortest way")
    );
    let mut lines: Vec<Line> = vec![title.into(), String::new().into()];
    lines.extend(side_by_side(
        draw_board(puzzle, &puzzle.start, board_style()),
        draw_board(puzzle, position, board_style()),
    ));
    lines.push(String::new().into());
    let way = move_lines(&puzzle.board, common.metric, &path.moves, line_width());
    lines.extend(way.into_iter().map(Line::from));
    Ok(Output::new(lines, &record))
}
