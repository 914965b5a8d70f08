//! Strips of small boards that show a path, each board below its number and the move to it.

use super::scene::BoardScene;
use crate::move_list::move_words;
use crate::xml_escape::escaped;
use slidewise_analysis::{Path, PieceTracks};
use std::fmt::Write;

/// Space between boards in drawing units.
const GAP: i64 = 40;
/// Height of the text above each board in drawing units.
const WORDS: i64 = 56;

/// Draws every `every`-th position of a path, and the last position, as an SVG file.
///
/// A row of the picture has `columns` boards.
///
/// # Panics
/// If `columns` or `every` is 0, or the path has no position.
pub fn strip(
    scene: &BoardScene<'_>,
    path: &Path,
    columns: usize,
    every: usize,
    cell: u32,
) -> String {
    assert!(columns > 0 && every > 0, "`columns` or `every` is 0");
    let puzzle = scene.puzzle();
    let (width, height) = scene.size();
    assert!(!path.positions.is_empty(), "the path has no position");
    let last = path.positions.len() - 1;
    let shown: Vec<usize> = (0..=last)
        .filter(|&number| number % every == 0 || number == last)
        .collect();
    let columns = columns.min(shown.len());
    let lines = shown.len().div_ceil(columns);
    let mut drawing = String::new();
    let mut tracks = PieceTracks::from(puzzle, &path.positions[0]);
    let mut done = 0;
    for (place, &number) in shown.iter().enumerate() {
        let mut gone = None;
        for step in &path.moves[done..number] {
            gone = tracks.follow(step).map(|_| step);
        }
        done = number;
        let x = GAP + (place % columns) as i64 * (width + GAP);
        let y = GAP / 2 + (place / columns) as i64 * (height + WORDS + GAP);
        let words = match gone {
            None => "Start".to_owned(),
            Some(step) => {
                format!("{number}. {}", move_words(&puzzle.board, step))
            }
        };
        let size = (width * 2 / words.chars().count().max(1) as i64).clamp(8, 34);
        let _ = write!(
            drawing,
            "<g transform=\"translate({x} {y})\">\
             <text class=\"word\" x=\"{}\" y=\"{}\" font-size=\"{size}\">{}</text>\
             <g transform=\"translate(0 {WORDS})\">\n{}{}</g></g>\n",
            width / 2,
            WORDS - 16,
            escaped(&words),
            scene.ground(),
            tracks
                .0
                .iter()
                .map(|piece| scene.piece(piece.class, piece.number, piece.first, "", ""))
                .collect::<String>()
        );
    }
    let title = format!("{}: {} moves", puzzle.title, path.moves.len());
    scene.document(
        GAP + columns as i64 * (width + GAP),
        GAP / 2 + lines as i64 * (height + WORDS + GAP),
        cell,
        &title,
        &drawing,
    )
}
