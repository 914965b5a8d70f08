//! Random walks from Start, which make starts of puzzles that are too large to explore.

use crate::puzzle_answers::{RowColumn, places};
use crate::request::PuzzleRequest;
use crate::{AnswerError, Desk, Reply};
use serde::Serialize;
use slidewise_analysis::PieceMoves;
use slidewise_board::Cell;
use slidewise_puzzle::{Configuration, Puzzle};
use slidewise_store::Stopwatch;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// Most steps of a walk.
const MAX_STEPS: u64 = 1_000;
/// Longest time of a walk, which a board of many pieces may exceed.
const TIME: Duration = Duration::from_secs(2);

/// The end of a random walk.
#[derive(Serialize)]
struct WalkResponse {
    position: String,
    places: Vec<Vec<RowColumn>>,
    /// Number of steps, which is less than requested if nothing can move or they take too long.
    steps: u64,
}

/// Answers with the position after random steps from Start.
pub(crate) fn walk(desk: &dyn Desk, body: &[u8]) -> Result<Reply, AnswerError> {
    let asked = PuzzleRequest::read(body)?;
    let puzzle = asked.puzzle()?;
    let steps = asked.steps.filter(|steps| (1..=MAX_STEPS).contains(steps));
    let steps = steps.ok_or_else(|| {
        AnswerError::wrong(
            "the request has no `steps` that a walk can take",
            format!("send a number of steps from 1 to {MAX_STEPS}"),
        )
    })?;
    let (position, steps) = walked(&puzzle, steps, desk.seed());
    Ok(Reply::json(&WalkResponse {
        position: puzzle.write_position(&position),
        places: places(&puzzle, &position),
        steps,
    }))
}

/// A step of one piece: its class, where its first cell was and is.
type DrawnStep = (usize, Cell, Cell);

/// Takes random steps from Start, none of which takes back the one before it if there is another;
/// returns the position and the number of steps.
fn walked(puzzle: &Puzzle, steps: u64, seed: u64) -> (Configuration, u64) {
    let draw = |number: u64| {
        let mut hasher = DefaultHasher::new();
        (seed, number).hash(&mut hasher);
        hasher.finish()
    };
    let begun = Stopwatch::start();
    let mut position = puzzle.start.clone();
    let mut last: Option<DrawnStep> = None;
    for number in 0..steps {
        let mut ways = ways(puzzle, &position);
        if ways.len() > 1 {
            let back = last.map(|(class, from, to)| (class, to, from));
            ways.retain(|&own| Some(own) != back);
        }
        if ways.is_empty() || begun.elapsed() > TIME {
            return (position, number);
        }
        let step = ways[(draw(number) % ways.len() as u64) as usize];
        position = after(puzzle, &position, step);
        last = Some(step);
    }
    (position, steps)
}

/// All steps from a position.
fn ways(puzzle: &Puzzle, position: &Configuration) -> Vec<DrawnStep> {
    let mut ways = Vec::new();
    for class in 0..puzzle.classes.len() {
        for &from in puzzle.firsts_of(position, class) {
            let moves = PieceMoves::new(puzzle, position, class, from);
            let directions = puzzle.board.directions().iter();
            let steps = directions.filter_map(|&direction| moves.step(from, direction).ok());
            ways.extend(steps.map(|to| (class, from, to)));
        }
    }
    ways
}

fn after(puzzle: &Puzzle, position: &Configuration, (class, from, to): DrawnStep) -> Configuration {
    let firsts = (0..puzzle.classes.len()).map(|own| {
        let mut firsts = puzzle.firsts_of(position, own).to_vec();
        if own == class {
            firsts.retain(|&first| first != from);
            firsts.push(to);
            firsts.sort_unstable();
        }
        firsts
    });
    Configuration::new(firsts.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_analysis::Move;
    use slidewise_engine::graph::Metric;

    #[test]
    fn each_step_of_a_walk_is_a_move_and_none_is_taken_back() {
        for name in ["tiles:4x4", "lane-rouge", "rush-card-01", "checkmate"] {
            let puzzle = Puzzle::named(name).unwrap();
            let mut position = puzzle.start.clone();
            for step in ways(&puzzle, &position) {
                let next = after(&puzzle, &position, step);
                let moves = Move::between(&puzzle, Metric::Step, &position, &next);
                assert!(moves.is_some(), "{name}");
                position.clone_from(&puzzle.start);
            }
            let (_, steps) = walked(&puzzle, 50, 1);
            assert_eq!(steps, 50);
            // Two steps never lead back, where more than one piece can move.
            assert!(
                (0..20).all(|seed| walked(&puzzle, 2, seed).0 != puzzle.start),
                "{name}"
            );
        }
        let stuck = Puzzle::from_toml("stuck", "stuck.toml", "start = 'AB'").unwrap();
        assert_eq!(walked(&stuck, 9, 1), (stuck.start.clone(), 0));
    }
}
