//! `slidewise solve PUZZLE`: a shortest solution, and how many there are.

use super::CommandResult;
use super::arguments::{Common, Solve};
use super::frontier;
use super::output::{Output, board_style, line_width};
use super::replay;
use super::session::Session;
use crate::present::{counted, draw_board, json, move_lines};
use crate::query::{Path, Routes};

/// Solves a puzzle.
pub fn run(common: &Common, words: &Solve) -> CommandResult {
    let session = Session::of(common, &words.searched)?;
    if let Some(files) = frontier::kept(&session, words.searched.fresh)?
        && let Some(routes) = frontier::routes_to_goal(&session, &files)?
    {
        return report(&session, words, &routes);
    }
    let (store, reach) = session.reach_goal(words.searched.fresh)?;
    let explored = session.explored(&store);
    let routes = Routes::to(explored, &reach.nearest, reach.generation)?;
    report(&session, words, &routes)
}

/// Tells the ways to the nearest goals.
fn report(session: &Session<'_>, words: &Solve, routes: &Routes<'_>) -> CommandResult {
    let Session { common, puzzle, .. } = session;
    let least = routes.least();
    let all: Option<Vec<Path>> = words.all.then(|| {
        routes
            .paths()
            .take(words.limit.unwrap_or(usize::MAX))
            .collect()
    });
    if let Some(file) = &words.certificate {
        replay::write(common, file, puzzle, &least, true)?;
    }
    let record = json::Solve {
        puzzle: puzzle.name.clone(),
        metric: common.metric.name().to_owned(),
        moves: routes.distance(),
        routes: json::digits(routes.count()),
        path: json::steps(puzzle, &least.moves),
        positions: json::positions(puzzle, &least),
        paths: all.as_ref().map(|all| {
            all.iter()
                .map(|path| json::steps(puzzle, &path.moves))
                .collect()
        }),
    };
    let width = line_width();
    let mut lines = vec![format!(
        "{}: solved in {}, in {}",
        puzzle.title,
        counted(routes.distance(), common.metric.name()),
        counted(routes.count(), "shortest way")
    )];
    lines.push(String::new());
    lines.extend(side_by_side(
        draw_board(puzzle, &puzzle.start, board_style()),
        draw_board(
            puzzle,
            &least.positions[least.positions.len() - 1],
            board_style(),
        ),
    ));
    for (number, path) in (1..).zip(all.as_deref().unwrap_or(std::slice::from_ref(&least))) {
        lines.push(String::new());
        if words.all {
            lines.push(format!("Way {number}"));
        }
        lines.extend(move_lines(&puzzle.board, common.metric, &path.moves, width));
    }
    Ok(Output::new(lines, &record))
}

/// Two drawings with an arrow between them.
pub fn side_by_side(left: Vec<String>, right: Vec<String>) -> Vec<String> {
    let middle = left.len() / 2;
    (0..)
        .zip(left.into_iter().zip(right))
        .map(|(row, (left, right))| {
            let arrow = if row == middle { "-->" } else { "   " };
            format!("  {left}  {arrow}  {right}")
        })
        .collect()
}
