//! `slidewise animate PUZZLE`: a way in motion, as a film or as a page to play it.

use super::arguments::{Animate, Common};
use super::draft::Destination;
use super::draw::scene;
use super::picture::{Format, save, tell_lacking};
use super::session::Session;
use super::wish::stop_flag;
use super::{CommandResult, Failure};
use slidewise_analysis::{Distances, Goals, Path};
use slidewise_render::picture::{Film, gif, player_page};
use std::sync::atomic::Ordering;

/// Makes a film.
pub fn run(common: &Common, words: &Animate) -> CommandResult {
    let look = &words.look;
    let format = Format::of(&look.out, &[Format::Svg, Format::Gif, Format::Html])?;
    let destination = Destination::new(&look.out, &[&words.puzzle], look.replace.force)?;
    let mut session = Session::open(common, &words.puzzle, words.start.as_deref())?;
    let way = match &words.to {
        None => session.way_to_finish()?,
        Some(text) => {
            let position = session.puzzle.read_position(text)?;
            session.way_to(&position)?
        }
    };
    let scene = scene(look, &session.puzzle);
    let bytes = match format {
        Format::Html => {
            let distances = distances(&session, &way, words.to.is_none())?;
            player_page(
                &scene,
                &way,
                &distances,
                &format!("{}s", common.metric.name()),
            )
            .into_bytes()
        }
        Format::Gif => {
            // Frames take seconds together.
            let is_stopped = || stop_flag().load(Ordering::Relaxed);
            let film = Film::new(&scene, &way);
            if let Some((first, _)) = film.frames(look.cell).next() {
                tell_lacking(common, &first)?;
            }
            let frames = film.frames(look.cell).take_while(|_| !is_stopped());
            let mut bytes = Vec::new();
            let made = gif(frames, &mut bytes);
            if is_stopped() {
                return Err(Failure::of_run(
                    "interrupted: no file is written",
                    "the search is kept, the film is made again",
                ));
            }
            made?;
            bytes
        }
        _ => Film::new(&scene, &way).svg(look.cell).into_bytes(),
    };
    let metrics = &[common.metric];
    save(common, &words.puzzle, metrics, destination, &bytes)
}

/// How far each position of a way is from Finish, where that is known.
fn distances(
    session: &Session<'_>,
    way: &Path,
    leads_to_finish: bool,
) -> Result<Vec<Option<u64>>, Failure> {
    if leads_to_finish {
        // It is a shortest one, so each move of it counts.
        return Ok((0..way.positions.len() as u64).rev().map(Some).collect());
    }
    let Ok(store) = session.search_from_goal(false)? else {
        // No goal, or none that can be reached: then there is no distance.
        return Ok(vec![None; way.positions.len()]);
    };
    let goals = Goals::of(&session.graph);
    let mut distances = Distances::new(session.explored_from(&goals, &store));
    way.positions
        .iter()
        .map(|position| match session.graph.index_of(position) {
            Some(index) => Ok(distances.of(index)?),
            None => Ok(None),
        })
        .collect()
}
