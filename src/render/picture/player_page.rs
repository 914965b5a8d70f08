//! HTML pages that play a path, each a single file that needs no network.
//!
//! A page has buttons, a slider, keyboard and swipe control, and shows the distance to Finish
//! beside the board. Without scripts it shows the first position and the moves as text.

use super::animation::{Animation, TrackShift};
use super::scene::BoardScene;
use crate::xml_escape::escaped;
use serde::Serialize;
use slidewise_analysis::Path;

const PAGE: &str = include_str!("player.html");

/// Data for the script of the page.
#[derive(Serialize)]
struct PlayerData {
    moves: Vec<PlayerMove>,
    /// Distance to Finish of each position; null if unknown.
    distances: Vec<Option<u64>>,
}

#[derive(Serialize)]
struct PlayerMove {
    /// Pieces that move at once.
    pieces: Vec<usize>,
    /// Distance of each step to the right and down, in drawing units.
    steps: Vec<TrackShift>,
    words: String,
}

/// Makes the HTML page that plays a path.
///
/// `distances` has the distance to Finish of each position, if known. `metric` is the name of the
/// moves in the plural, such as `steps`.
pub fn player_page(
    scene: &BoardScene<'_>,
    path: &Path,
    distances: &[Option<u64>],
    metric: &str,
) -> String {
    let puzzle = scene.puzzle();
    // The frame shows the names of columns and rows, because the list of moves uses them.
    let scene = &scene.clone().with_squares();
    let film = Animation::new(scene, path);
    let moves: Vec<PlayerMove> = film
        .drawn_moves()
        .into_iter()
        .zip(&path.moves)
        .map(|(drawn, step)| {
            let from = puzzle.board.name_of(puzzle.board.square_of(step.from));
            // The page shows a piece with one letter throughout; in canonical text, its letter can
            // change when it moves.
            let tokens: Vec<&str> = drawn
                .pieces
                .iter()
                .map(|&piece| film.label(piece))
                .collect();
            PlayerMove {
                words: format!("{} {from} {}", tokens.join(" "), drawn.letters),
                pieces: drawn.pieces,
                steps: drawn.steps,
            }
        })
        .collect();
    let list: String = moves
        .iter()
        .map(|shown| format!("<li>{}</li>", escaped(&shown.words)))
        .collect();
    let told = PlayerData {
        moves,
        distances: distances.to_vec(),
    };
    let (width, height) = scene.size();
    let drawing = format!("{}{}", scene.ground(), film.pieces());
    let board = scene.document(width, height, 64, &puzzle.title, &drawing);
    // The data stand inside a script element, which only a `<` could end too early.
    let told = serde_json::to_string(&told)
        .unwrap_or_default()
        .replace('<', "\\u003c");
    // The data are inserted last, so that nothing in them is taken for a placeholder.
    PAGE.replace("{{metric}}", &escaped(metric))
        .replace("{{count}}", &film.move_count().to_string())
        .replace("{{title}}", &escaped(&puzzle.title))
        .replace("{{list}}", &list)
        .replace("{{board}}", &board)
        .replace("{{told}}", &told)
}
