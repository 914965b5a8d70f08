//! Texts with faults, and texts that were read as another puzzle or not at all.

mod damage;
mod dots;
mod frames;
mod lists;
mod numbers;

use super::{GoalFile, ImportOptions, SourceFormat, convert, each};
use crate::{ConvertedPuzzle, ExitSide, Puzzle, PuzzleError};

/// The puzzles of a text in the format that is recognized.
fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let all = convert(text, "x.txt", SourceFormat::of(text))?;
    Ok(all.into_iter().map(|own| own.puzzle).collect())
}

/// The only puzzle of a text in the format that is recognized.
fn one(text: &str) -> Puzzle {
    Puzzle::from_text("x.txt", text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// The faults of a text in the format that is recognized, in words.
fn fault(text: &str) -> String {
    match read(text) {
        Ok(_) => panic!("no fault in {text:?}"),
        Err(error) => error.to_string(),
    }
}

/// The puzzle of a text with a goal from the file `goal.txt`.
fn with_goal(text: &str, goal: &str) -> Result<Puzzle, PuzzleError> {
    let options = ImportOptions {
        goal: Some(GoalFile {
            file: "goal.txt",
            text: goal,
        }),
        ..ImportOptions::default()
    };
    let mut all = Vec::new();
    let mut take = |own: ConvertedPuzzle| all.push(own.puzzle);
    each(text, "x.txt", SourceFormat::of(text), &options, &mut take)?;
    Ok(all.remove(0))
}

fn start(puzzle: &Puzzle) -> String {
    puzzle.write_position(&puzzle.start)
}

fn goal(puzzle: &Puzzle) -> String {
    let first = puzzle.goals.first();
    first.map_or("no goal".to_owned(), |goal| puzzle.write_goal(goal))
}

fn remarks(puzzle: &Puzzle) -> Vec<String> {
    puzzle.remarks.iter().map(ToString::to_string).collect()
}
