//! The catalogue: the built-in puzzles by family, with a thumbnail of each.

use crate::{AnswerError, Limits, Reply};
use serde::Serialize;
use slidewise_puzzle::builtin;
use slidewise_render::json::BuiltinRecord;
use slidewise_render::picture::{BoardScene, Theme};

/// Width of a cell of a thumbnail in pixels.
const THUMBNAIL_CELL: u32 = 24;

#[derive(Serialize)]
struct CatalogueResponse {
    puzzles: Vec<BuiltinRecord>,
    limits: Limits,
}

/// Answers with all built-in puzzles, sorted by family and name.
///
/// # Errors
/// If one of them cannot be read.
pub fn catalogue(limits: Limits) -> Result<Reply, AnswerError> {
    let all = builtin::read_all()?;
    Ok(Reply::json(&CatalogueResponse {
        puzzles: all.into_iter().map(BuiltinRecord::from).collect(),
        limits,
    }))
}

/// Answers to `NAME.svg` with a picture of Start of the built-in puzzle `NAME`.
///
/// # Errors
/// If there is no such puzzle.
pub fn thumbnail(name: &str) -> Result<Reply, AnswerError> {
    let found = name.strip_suffix(".svg").and_then(builtin::find);
    let found = found.ok_or_else(|| {
        AnswerError::not_found("picture not found", "the catalogue at / shows all pictures")
    })?;
    let puzzle = found.read()?;
    let scene = BoardScene::new(&puzzle, Theme::Auto);
    Ok(Reply::svg(scene.svg(&puzzle.start, THUMBNAIL_CELL)))
}
