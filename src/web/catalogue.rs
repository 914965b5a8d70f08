//! The catalogue: the built-in puzzles by family, and a thumbnail of each.

use super::asked::Named;
use super::refusal::Refusal;
use super::router::{beside, json, svg};
use super::searches::Searches;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use slidewise_puzzle::builtin;
use slidewise_render::json::Listed;
use slidewise_render::picture::{Scene, Theme};
use std::sync::Arc;

/// How many pixels a cell of a thumbnail is wide.
const THUMBNAIL_CELL: u32 = 24;

#[derive(Serialize)]
struct Catalogue {
    puzzles: Vec<Listed>,
    limits: Limits,
}

/// What explorations may take, as answers have it.
#[derive(Serialize)]
pub struct Limits {
    memory_bytes: u64,
    seconds: u64,
    jobs: usize,
}

impl Limits {
    /// Those of this server.
    pub fn of(searches: &Searches) -> Limits {
        let settings = searches.settings();
        Limits {
            memory_bytes: settings.memory,
            seconds: settings.time.as_secs(),
            jobs: settings.jobs,
        }
    }
}

/// All built-in puzzles, by family and name.
pub async fn catalogue(State(searches): State<Arc<Searches>>) -> Result<Response, Refusal> {
    let puzzles = beside(|| {
        let all = builtin::read_all()?;
        Ok(all.into_iter().map(Listed::from).collect())
    });
    Ok(json(&Catalogue {
        puzzles: puzzles.await?,
        limits: Limits::of(&searches),
    }))
}

/// The picture `NAME.svg` of a built-in puzzle's Start.
pub async fn thumbnail(Named(name): Named) -> Result<Response, Refusal> {
    let found = name.strip_suffix(".svg").and_then(builtin::find);
    let found = found.ok_or_else(|| {
        Refusal::not_found(
            "there is no such picture",
            "the catalogue has all there are",
        )
    })?;
    let picture = beside(move || {
        let puzzle = found.read()?;
        let scene = Scene::new(&puzzle, Theme::Auto);
        Ok(scene.svg(&puzzle.start, THUMBNAIL_CELL))
    });
    Ok(svg(picture.await?))
}
