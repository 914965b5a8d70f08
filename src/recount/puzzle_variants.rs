//! Puzzles that differ from a given puzzle in pieces, rules or classes.

use super::error::RecountError;
use slidewise_board::{Cell, Shape};
use slidewise_engine::index::Space;
use slidewise_puzzle::{Axis, Class, Configuration, Notation, Puzzle};

pub(super) fn missing(puzzle: &Puzzle, what: &str) -> RecountError {
    RecountError::Missing {
        puzzle: puzzle.name.clone(),
        what: what.to_owned(),
    }
}

/// Finds the index of the class of each of these tokens.
pub(super) fn classes_of(puzzle: &Puzzle, tokens: &[String]) -> Result<Vec<usize>, RecountError> {
    tokens
        .iter()
        .map(|token| {
            let own = puzzle
                .classes
                .iter()
                .position(|class| class.labels.contains(token));
            own.ok_or_else(|| missing(puzzle, &format!("piece {token}")))
        })
        .collect()
}

/// Reduces a puzzle to the classes with these tokens. If `ruled`, keeps the rules that name only
/// these classes; otherwise drops all rules.
pub(super) fn part_of(
    puzzle: &Puzzle,
    tokens: &[String],
    ruled: bool,
) -> Result<Puzzle, RecountError> {
    let kept = classes_of(puzzle, tokens)?;
    let has_all = |classes: Vec<usize>| classes.iter().all(|class| kept.contains(class));
    let rules = puzzle
        .rules
        .iter()
        .filter(|rule| ruled && has_all(rule.classes()));
    let number_of: Vec<usize> = (0..puzzle.classes.len())
        .map(|class| kept.iter().position(|&own| own == class).unwrap_or(0))
        .collect();
    let firsts_of = |&class: &usize| puzzle.firsts_of(&puzzle.start, class).to_vec();
    Ok(Puzzle {
        rules: rules.map(|rule| rule.renumbered(&number_of)).collect(),
        classes: kept
            .iter()
            .map(|&class| puzzle.classes[class].clone())
            .collect(),
        goals: Vec::new(),
        start: Configuration::new(kept.iter().map(firsts_of).collect()),
        ..puzzle.clone()
    })
}

/// Turns every piece into a class of its own, and drops rules and goals.
pub(super) fn all_distinct(puzzle: &Puzzle) -> Puzzle {
    let mut classes = Vec::new();
    let mut firsts = Vec::new();
    for (number, class) in puzzle.classes.iter().enumerate() {
        for (label, &first) in class
            .labels
            .iter()
            .zip(puzzle.firsts_of(&puzzle.start, number))
        {
            classes.push(Class {
                labels: vec![label.clone()],
                ..class.clone()
            });
            firsts.push(vec![first]);
        }
    }
    Puzzle {
        classes,
        rules: Vec::new(),
        goals: Vec::new(),
        start: Configuration::new(firsts),
        ..puzzle.clone()
    }
}

/// Creates a puzzle with the given number of pieces of each shape on a board; `None` if the pieces
/// do not fit.
pub(super) fn puzzle_of(
    on: &Puzzle,
    sets: &[(Shape, usize)],
) -> Result<Option<Puzzle>, RecountError> {
    let sets: Vec<&(Shape, usize)> = sets.iter().filter(|(_, count)| *count > 0).collect();
    let class = |&&(ref shape, count): &&(Shape, usize)| Class {
        labels: vec!["piece".to_owned(); count],
        shape: shape.clone(),
        axis: Axis::Free,
        allowed: on.board.cells(),
    };
    // The space depends on the number of pieces but not on their first cells, so any cells will do.
    let somewhere = |&&(_, count): &&(Shape, usize)| vec![Cell(0); count];
    let mut puzzle = Puzzle {
        classes: sets.iter().map(class).collect(),
        gates: Vec::new(),
        rules: Vec::new(),
        goals: Vec::new(),
        start: Configuration::new(sets.iter().map(somewhere).collect()),
        notation: Notation::default(),
        ..on.clone()
    };
    let space = Space::new(&puzzle)?;
    if space.is_empty() {
        return Ok(None);
    }
    puzzle.start = space.unrank(0);
    Ok(Some(puzzle))
}
