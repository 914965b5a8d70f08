//! The catalogue: the built-in puzzles by family, with a thumbnail of each.

use super::blocking::run_blocking;
use super::error::WebError;
use super::registry::Explorations;
use super::request::PathName;
use super::response::{json, svg};
use super::settings::ServerSettings;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use slidewise_puzzle::builtin;
use slidewise_render::json::BuiltinRecord;
use slidewise_render::picture::{BoardScene, Theme};
use std::sync::Arc;

/// Width of a cell of a thumbnail in pixels.
const THUMBNAIL_CELL: u32 = 24;

#[derive(Serialize)]
struct CatalogueResponse {
    puzzles: Vec<BuiltinRecord>,
    limits: Limits,
}

/// The limits of explorations, as the pages receive them in JSON.
#[derive(Serialize)]
pub(crate) struct Limits {
    memory_bytes: u64,
    seconds: u64,
    jobs: usize,
    /// Greatest number of positions of a state graph that pages draw.
    drawn: u32,
}

impl Limits {
    /// Returns the limits that the settings of this server define.
    pub(crate) fn of(searches: &Explorations) -> Limits {
        let settings = searches.settings();
        Limits {
            memory_bytes: settings.memory,
            seconds: settings.time.as_secs(),
            jobs: settings.jobs,
            drawn: ServerSettings::MAX_DRAWN,
        }
    }
}

/// Responds with all built-in puzzles, sorted by family and name.
pub(crate) async fn catalogue(
    State(searches): State<Arc<Explorations>>,
) -> Result<Response, WebError> {
    let puzzles = run_blocking(|| {
        let all = builtin::read_all()?;
        Ok(all.into_iter().map(BuiltinRecord::from).collect())
    });
    Ok(json(&CatalogueResponse {
        puzzles: puzzles.await?,
        limits: Limits::of(&searches),
    }))
}

/// Responds to `NAME.svg` with a picture of Start of the built-in puzzle `NAME`.
pub(crate) async fn thumbnail(PathName(name): PathName) -> Result<Response, WebError> {
    let found = name.strip_suffix(".svg").and_then(builtin::find);
    let found = found.ok_or_else(|| {
        WebError::not_found("picture not found", "the catalogue at / shows all pictures")
    })?;
    let picture = run_blocking(move || {
        let puzzle = found.read()?;
        let scene = BoardScene::new(&puzzle, Theme::Auto);
        Ok(scene.svg(&puzzle.start, THUMBNAIL_CELL))
    });
    Ok(svg(picture.await?))
}
