//! `slidewise solve PUZZLE`: a shortest solution, and how many there are.

use super::arguments::{Common, Solve};
use super::draft::Destination;
use super::output::{Line, Output, board_style, line_width, print, stream, text_of};
use super::replay;
use super::session::open_to_goal;
use super::shortest::{self, Sought, Target};
use super::wish::stop_flag;
use super::{CommandResult, Failure};
use slidewise_analysis::{Path, Routes};
use slidewise_puzzle::Puzzle;
use slidewise_render::json::Unanswered;
use slidewise_render::{counted, draw_board, json, move_lines};
use std::cell::Cell;

/// Solves a puzzle.
pub fn run(common: &Common, words: &Solve) -> CommandResult {
    let destination = replay::destination(&words.certified, &words.searched.puzzle)?;
    let puzzle = open_to_goal(common, &words.searched, words.to.as_deref())?;
    let budget = shortest::budget(common, words.disk.disk);
    let target = Target::Finish;
    let sought = shortest::seek(common, &words.searched, &puzzle, target, budget, |routes| {
        report(common, &puzzle, words, routes, destination)
    })?;
    match sought {
        Sought::Found(output, kept) => Ok(output.with_line(kept)),
        Sought::Stopped(stopped) => {
            let unanswered = Unanswered::Solve { moves: None };
            Ok(stopped.output(common, &puzzle, "Finish", unanswered))
        }
    }
}

/// Tells the ways to the nearest goals.
fn report(
    common: &Common,
    puzzle: &Puzzle,
    words: &Solve,
    routes: &Routes<'_>,
    destination: Option<Destination>,
) -> CommandResult {
    let least = routes.least();
    let all = words.all.then(|| json::Ways {
        puzzle,
        routes,
        limit: words.limit.unwrap_or(usize::MAX),
        stop: stop_flag(),
        stopped: interrupted().record().error,
        is_stopped: Cell::new(false),
    });
    if let Some(destination) = destination {
        replay::write(common, destination, puzzle, &least, true)?;
    }
    let record = json::Solve {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        moves: routes.distance(),
        routes: json::digits(routes.count()),
        path: json::steps(puzzle, &least.moves),
        positions: json::positions(puzzle, &least),
        proved: true,
        all,
    };
    let width = line_width();
    let title = format!(
        "{}: solved in {}, in {}",
        puzzle.title,
        counted(routes.distance(), common.metric.name()),
        counted(routes.count(), "shortest way")
    );
    let mut lines: Vec<Line> = vec![title.into(), String::new().into()];
    lines.extend(side_by_side(
        draw_board(puzzle, &puzzle.start, board_style()),
        draw_board(
            puzzle,
            &least.positions[least.positions.len() - 1],
            board_style(),
        ),
    ));
    lines.push(String::new().into());
    let way = |path: &Path| move_lines(&puzzle.board, common.metric, &path.moves, width);
    let Some(all) = &record.all else {
        lines.extend(way(&least).into_iter().map(Line::from));
        return Ok(Output::new(lines, &record));
    };
    // There may be more ways than memory holds.
    let listed = stream(|out| {
        if common.json {
            serde_json::to_writer(&mut *out, &record)?;
            return writeln!(out);
        }
        write!(out, "{}", text_of(lines))?;
        for (number, path) in (1u64..).zip(all.paths()) {
            let first = if number == 1 { "" } else { "\n" };
            write!(out, "{first}Way {number}\n{}", text_of(way(&path)))?;
        }
        Ok(())
    });
    if !all.is_stopped.get() {
        return listed;
    }
    if !common.json {
        print(Err(interrupted()), false);
    }
    listed.map(|output| output.with_code(1))
}

fn interrupted() -> Failure {
    Failure::of_run(
        "interrupted: not all ways have been listed",
        "--limit N stops by itself; the search is kept",
    )
}

/// Two drawings with an arrow between them.
pub fn side_by_side(left: Vec<String>, right: Vec<String>) -> Vec<Line> {
    let middle = left.len() / 2;
    (0..)
        .zip(left.into_iter().zip(right))
        .map(|(row, (left, right))| {
            let arrow = if row == middle { "-->" } else { "   " };
            Line::own(format!("  {left}  {arrow}  {right}"))
        })
        .collect()
}
