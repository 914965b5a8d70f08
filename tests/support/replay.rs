//! Checks paths with a mover that shares no code with the library.

use slidewise::unstable::analysis::Path;
use slidewise::unstable::puzzle::Puzzle;
use std::collections::HashMap;

/// Replays a path from Start with `walk`, which takes (cell, letters) pairs, and compares every
/// position; each piece must keep its letter.
pub(crate) fn replay(
    puzzle: &Puzzle,
    path: &Path,
    walk: impl FnOnce(&str, &[(&str, &str)]) -> Vec<String>,
) {
    let name = |cell| puzzle.board.name_of(puzzle.board.square_of(cell));
    let moves = path.moves.iter();
    let words: Vec<(String, String)> = moves
        .map(|one| (name(one.from), one.letters(&puzzle.board)))
        .collect();
    let words: Vec<(&str, &str)> = words
        .iter()
        .map(|(from, by)| (from.as_str(), by.as_str()))
        .collect();
    let positions = path.positions.iter();
    let texts: Vec<String> = positions.map(|p| puzzle.write_position(p)).collect();
    assert_eq!(texts[0], puzzle.write_position(&puzzle.start));
    assert_eq!(walk(&texts[0], &words), texts[1..]);
    assert_one_letter_a_piece(puzzle, path);
}

/// Follows the pieces by their first cells and checks that each keeps the letter it has in the
/// first position.
pub(crate) fn assert_one_letter_a_piece(puzzle: &Puzzle, path: &Path) {
    let rows = puzzle.rows_of(&path.positions[0]);
    let mut letters = HashMap::new();
    for class in 0..puzzle.classes.len() {
        for &first in puzzle.firsts_of(&path.positions[0], class) {
            let at = puzzle.board.square_of(first);
            let letter = rows[at.row as usize][at.column as usize].clone();
            letters.insert((class, first), letter);
        }
    }
    for step in &path.moves {
        let pushed = step.pushed.iter();
        let pushed = pushed.map(|own| (own.class, own.from, own.to, &own.piece));
        for (class, from, to, piece) in
            pushed.chain([(step.class, step.from, step.to, &step.piece)])
        {
            let letter = letters.remove(&(class, from)).unwrap();
            assert_eq!(*piece, letter, "{}", puzzle.name);
            letters.insert((class, to), letter);
        }
    }
}
