//! The files of the pages, inside the program: markup, a style sheet, scripts.
//!
//! They are looked up by name in a table; no request reaches a disk.

use super::asked::Named;
use super::refusal::Refusal;
use super::router::bytes;
use axum::response::Response;
use slidewise_render::picture::{Theme, style_sheet};

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// A file: its name, its type, its text.
macro_rules! files {
    ($($name:literal $kind:ident),* $(,)?) => {
        [$(($name, $kind, include_str!(concat!("pages/", $name)))),*]
    };
}

const FILES: [(&str, &str, &str); 14] = files! {
    "catalogue.html" HTML,
    "puzzle.html" HTML,
    "editor.html" HTML,
    "style.css" CSS,
    "icon.svg" SVG,
    "ask.js" SCRIPT,
    "board.js" SCRIPT,
    "catalogue.js" SCRIPT,
    "editor.js" SCRIPT,
    "exploration.js" SCRIPT,
    "export.js" SCRIPT,
    "play.js" SCRIPT,
    "player.js" SCRIPT,
    "puzzlefile.js" SCRIPT,
};

/// The file of this name; the style sheet of boards is that of all pictures.
pub async fn asset(Named(name): Named) -> Result<Response, Refusal> {
    if name == "board.css" {
        return Ok(bytes(CSS, style_sheet(Theme::Auto)));
    }
    file(&name)
}

/// The page of this name.
pub async fn page(name: &'static str) -> Result<Response, Refusal> {
    file(name)
}

fn file(name: &str) -> Result<Response, Refusal> {
    let found = FILES.iter().find(|(own, _, _)| *own == name);
    let (_, kind, text) = found
        .ok_or_else(|| Refusal::not_found("there is no such file", "the catalogue is at /"))?;
    Ok(bytes(kind, *text))
}
