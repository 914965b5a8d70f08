//! The files of the pages, embedded in the program: HTML, a style sheet, scripts.
//!
//! The server looks the name of a file up in a table, so no request reads from the disk.

use super::error::WebError;
use super::request::PathName;
use super::response::bytes;
use axum::response::Response;
use slidewise_render::picture::{Theme, style_sheet};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// Makes an array of embedded files, each as (name, content type, text).
macro_rules! files {
    ($($name:literal $kind:ident),* $(,)?) => {
        [$(($name, $kind, include_str!(concat!("pages/", $name)))),*]
    };
}

const FILES: [(&str, &str, &str); 32] = files! {
    "catalogue.html" HTML,
    "puzzle.html" HTML,
    "editor.html" HTML,
    "level.html" HTML,
    "missing.html" HTML,
    "style.css" CSS,
    "icon.svg" SVG,
    "ask.js" SCRIPT,
    "board.js" SCRIPT,
    "book.js" SCRIPT,
    "catalogue.js" SCRIPT,
    "chart.js" SCRIPT,
    "editor.js" SCRIPT,
    "ending.js" SCRIPT,
    "exploration.js" SCRIPT,
    "export.js" SCRIPT,
    "glide.js" SCRIPT,
    "hardest.js" SCRIPT,
    "keeping.js" SCRIPT,
    "level.js" SCRIPT,
    "levelboard.js" SCRIPT,
    "leveldraw.js" SCRIPT,
    "looks.js" SCRIPT,
    "moves.js" SCRIPT,
    "network.js" SCRIPT,
    "play.js" SCRIPT,
    "player.js" SCRIPT,
    "positions.js" SCRIPT,
    "puzzlefile.js" SCRIPT,
    "table.js" SCRIPT,
    "takeaway.html" HTML,
    "takeaway.js" SCRIPT,
};

/// Responds with an embedded file; `board.css` is the style sheet that all pictures share.
pub(crate) async fn asset(PathName(name): PathName) -> Result<Response, WebError> {
    if name == "board.css" {
        return Ok(bytes(CSS, style_sheet(Theme::Auto)));
    }
    file(&name)
}

/// Responds with an HTML page.
pub(crate) async fn page(name: &'static str) -> Result<Response, WebError> {
    file(name)
}

fn file(name: &str) -> Result<Response, WebError> {
    let (kind, text) =
        find(name).ok_or_else(|| WebError::not_found("file not found", "the catalogue is at /"))?;
    Ok(bytes(kind, text))
}

fn find(name: &str) -> Option<(&'static str, &'static str)> {
    let found = FILES.iter().find(|(own, _, _)| *own == name);
    found.map(|&(_, kind, text)| (kind, text))
}

/// The text of an embedded file.
///
/// # Panics
/// If there is no such file.
pub(crate) fn text(name: &str) -> &'static str {
    find(name).expect("the file is embedded").1
}
