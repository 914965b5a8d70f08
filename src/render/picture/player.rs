//! A way as a page to play it: one HTML file that needs no network.
//!
//! Play, pause, step, slider, keyboard and swipes; the distance to Finish beside the board. Without scripts it
//! shows the first position and the moves as text.

use super::film::Film;
use super::scene::Scene;
use crate::markup::escaped;
use serde::Serialize;
use slidewise_analysis::Path;

const PAGE: &str = include_str!("player.html");

/// What the page's script is told.
#[derive(Serialize)]
struct Told {
    cell: i64,
    moves: Vec<Shown>,
    /// By position, how far Finish is; null where that is not known.
    distances: Vec<Option<u64>>,
}

#[derive(Serialize)]
struct Shown {
    piece: usize,
    letters: String,
    words: String,
}

/// The page of a way; `distances` holds the distance to Finish of each position, where it is known, and
/// `metric` the name of what is counted.
pub fn player_page(
    scene: &Scene<'_>,
    path: &Path,
    distances: &[Option<u64>],
    metric: &str,
) -> String {
    let puzzle = scene.puzzle();
    // The moves stand beside the board.
    let scene = &scene.clone().with_squares();
    let film = Film::new(scene, path);
    let moves: Vec<Shown> = film
        .moves()
        .into_iter()
        .zip(&path.moves)
        .map(|((piece, letters), step)| {
            let from = puzzle.board.name_of(puzzle.board.square_of(step.from));
            Shown {
                piece,
                // The letter that the piece has on the board, where it keeps it.
                words: format!("{} {from} {letters}", film.label(piece)),
                letters,
            }
        })
        .collect();
    let list: String = moves
        .iter()
        .map(|shown| format!("<li>{}</li>", escaped(&shown.words)))
        .collect();
    let told = Told {
        cell: super::scene::CELL,
        moves,
        distances: distances.to_vec(),
    };
    let (width, height) = scene.size();
    let drawing = format!("{}{}", scene.ground(), film.pieces());
    let board = scene.document(width, height, 64, &puzzle.title, &drawing);
    // In a script element only this can end it too early.
    let told = serde_json::to_string(&told)
        .unwrap_or_default()
        .replace('<', "\\u003c");
    // The data go in last, so that no name in them is taken for a mark.
    PAGE.replace("{{metric}}", &escaped(metric))
        .replace("{{count}}", &film.move_count().to_string())
        .replace("{{title}}", &escaped(&puzzle.title))
        .replace("{{list}}", &list)
        .replace("{{board}}", &board)
        .replace("{{told}}", &told)
}
