//! A way in words, walked by a mover that shares no code with the library.

use slidewise::puzzle::Puzzle;
use slidewise::query::Path;

/// Lets `walk` go a path from Start on, by (cell, letters), and compares every position on the way.
pub fn replay(
    puzzle: &Puzzle,
    path: &Path,
    walk: impl FnOnce(&str, &[(&str, &str)]) -> Vec<String>,
) {
    let name = |cell| puzzle.board.name_of(puzzle.board.square_of(cell));
    let moves = path.moves.iter();
    let words: Vec<(String, String)> = moves.map(|one| (name(one.from), one.letters())).collect();
    let words: Vec<(&str, &str)> = words
        .iter()
        .map(|(from, by)| (from.as_str(), by.as_str()))
        .collect();
    let positions = path.positions.iter();
    let texts: Vec<String> = positions.map(|p| puzzle.write_position(p)).collect();
    assert_eq!(texts[0], puzzle.write_position(&puzzle.start));
    assert_eq!(walk(&texts[0], &words), texts[1..]);
}
