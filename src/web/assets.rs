//! The files of the pages, embedded in the program: HTML, a style sheet, scripts.
//!
//! The server looks the name of a file up in a table, so no request reads from the disk.

use super::path_name::PathName;
use super::response::respond;
use axum::response::Response;
use slidewise_answers::{AnswerError, Reply};
use slidewise_render::picture::{Theme, style_sheet};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// The module by which pages have their answers from the server.
const SERVER: &str = "server.js";
/// The module by which they have them from the engine in the browser.
pub(crate) const ENGINE: &str = "engine.js";

/// Makes an array of embedded files, each as (name, content type, text).
macro_rules! files {
    ($($name:literal $kind:ident),* $(,)?) => {
        [$(($name, $kind, include_str!(concat!("pages/", $name)))),*]
    };
}

const FILES: [(&str, &str, &str); 71] = files! {
    "catalogue.html" HTML,
    "puzzle.html" HTML,
    "editor.html" HTML,
    "level.html" HTML,
    "missing.html" HTML,
    "learn.html" HTML,
    "search.html" HTML,
    "parity.html" HTML,
    "style.css" CSS,
    "icon.svg" SVG,
    "aim.js" SCRIPT,
    "alone.js" SCRIPT,
    "ask.js" SCRIPT,
    "board.js" SCRIPT,
    "book.js" SCRIPT,
    "camera.js" SCRIPT,
    "catalogue.js" SCRIPT,
    "chart.js" SCRIPT,
    "colouring.js" SCRIPT,
    "drawing.js" SCRIPT,
    "editor.js" SCRIPT,
    "engine.js" SCRIPT,
    "engineworker.js" SCRIPT,
    "ending.js" SCRIPT,
    "exercises.js" SCRIPT,
    "exploration.js" SCRIPT,
    "export.js" SCRIPT,
    "generations.js" SCRIPT,
    "glide.js" SCRIPT,
    "graphhands.js" SCRIPT,
    "graphmarks.js" SCRIPT,
    "graphshaders.js" SCRIPT,
    "graphview.js" SCRIPT,
    "growinggraph.js" SCRIPT,
    "halves.js" SCRIPT,
    "hardest.js" SCRIPT,
    "hero.js" SCRIPT,
    "keeping.js" SCRIPT,
    "landscape.js" SCRIPT,
    "lesson.js" SCRIPT,
    "level.js" SCRIPT,
    "levelboard.js" SCRIPT,
    "leveldraw.js" SCRIPT,
    "levelfile.js" SCRIPT,
    "levelgraph.js" SCRIPT,
    "levelgrid.js" SCRIPT,
    "levelrecord.js" SCRIPT,
    "levelshapes.js" SCRIPT,
    "looks.js" SCRIPT,
    "missing.js" SCRIPT,
    "moves.js" SCRIPT,
    "network.js" SCRIPT,
    "ownposition.js" SCRIPT,
    "parity.js" SCRIPT,
    "permutation.js" SCRIPT,
    "pieceforms.js" SCRIPT,
    "play.js" SCRIPT,
    "player.js" SCRIPT,
    "pointgrid.js" SCRIPT,
    "positions.js" SCRIPT,
    "puzzlefile.js" SCRIPT,
    "search.js" SCRIPT,
    "server.js" SCRIPT,
    "serviceworker.js" SCRIPT,
    "shortestways.js" SCRIPT,
    "slices.js" SCRIPT,
    "stepper.js" SCRIPT,
    "table.js" SCRIPT,
    "tileboard.js" SCRIPT,
    "takeaway.html" HTML,
    "takeaway.js" SCRIPT,
};

/// Responds with an embedded file; `board.css` is the style sheet that all pictures share, and
/// `source.js` the module from which the pages have their answers.
pub(crate) async fn asset(PathName(name): PathName) -> Response {
    if name == "board.css" {
        return respond(Ok(Reply::of(CSS, style_sheet(Theme::Auto))));
    }
    respond(file(if name == "source.js" { SERVER } else { &name }))
}

/// Responds with an HTML page.
pub(crate) async fn page(name: &'static str) -> Response {
    respond(Ok(Reply::of(HTML, html(name))))
}

/// An HTML page, with the game of the page of a puzzle where it shows one.
///
/// # Panics
/// If there is no such page.
pub(crate) fn html(name: &str) -> String {
    text(name).replace("{{game}}", game())
}

/// The part of the page of a puzzle that is the game.
pub(crate) fn game() -> &'static str {
    let text = text("puzzle.html");
    let (_, rest) = text
        .split_once("<!-- game -->")
        .expect("the page has the mark");
    rest.split_once("<!-- /game -->")
        .expect("the page has the mark")
        .0
}

fn file(name: &str) -> Result<Reply, AnswerError> {
    let (kind, text) = find(name)
        .ok_or_else(|| AnswerError::not_found("file not found", "the catalogue is at /"))?;
    Ok(Reply::of(kind, text))
}

fn find(name: &str) -> Option<(&'static str, &'static str)> {
    let found = FILES.iter().find(|(own, _, _)| *own == name);
    found.map(|&(_, kind, text)| (kind, text))
}

/// The names and texts of all files for the folder `assets`.
pub(crate) fn files() -> impl Iterator<Item = (&'static str, String)> {
    let embedded = FILES.iter().map(|&(name, _, text)| (name, text.to_owned()));
    embedded.chain([("board.css", style_sheet(Theme::Auto))])
}

/// The text of an embedded file.
///
/// # Panics
/// If there is no such file.
pub(crate) fn text(name: &str) -> &'static str {
    find(name).expect("the file is embedded").1
}
