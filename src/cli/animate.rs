//! `slidewise animate PUZZLE`: a way in motion, as a film or as a page to play it.

use super::CommandResult;
use super::arguments::{Animate, Common};
use super::draft::Destination;
use super::draw::scene;
use super::failure::raster_problem;
use super::picture::{Format, save, tell_lacking};
use super::session::{explorer, open_puzzle};
use super::wish::stop_flag;
use slidewise_analysis::{Beginning, Distances, Goals, Path};
use slidewise_app::{Explorer, Problem, Target};
use slidewise_render::picture::{Film, gif, player_page};
use std::sync::atomic::Ordering;

/// Makes a film.
pub fn run(common: &Common, words: &Animate) -> CommandResult {
    let look = &words.look;
    let format = Format::of(&look.out, &[Format::Svg, Format::Gif, Format::Html])?;
    let destination = Destination::new(&look.out, &[&words.puzzle], look.replace.force)?;
    let puzzle = open_puzzle(common, &words.puzzle, words.start.as_deref())?;
    let explorer = explorer(common, &puzzle)?;
    let position = match &words.to {
        None => None,
        Some(text) => Some(puzzle.read_position(text)?),
    };
    let target = match &position {
        None => Target::Finish,
        Some(position) => Target::Position(position),
    };
    let sought = explorer.shortest(target, |routes| Ok(routes.least()))?;
    let way = sought.into_found()?;
    let scene = scene(look, &puzzle);
    let bytes = match format {
        Format::Html => {
            let distances = distances(explorer, &way, target)?;
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
                return Err(Problem::of_run(
                    "interrupted: no file is written",
                    "the search is kept, the film is made again",
                ));
            }
            made.map_err(raster_problem)?;
            bytes
        }
        _ => Film::new(&scene, &way).svg(look.cell).into_bytes(),
    };
    let metrics = &[common.metric];
    save(common, &words.puzzle, metrics, destination, &bytes)
}

/// How far each position of a way is from Finish, where that is known.
fn distances(
    explorer: Explorer<'_>,
    way: &Path,
    target: Target<'_>,
) -> Result<Vec<Option<u64>>, Problem> {
    if let Target::Finish = target {
        // It is a shortest one, so each move of it counts.
        return Ok((0..way.positions.len() as u64).rev().map(Some).collect());
    }
    let numbered = explorer.number()?;
    let Ok(marked) = numbered.search_from_goals()? else {
        // No goal, or none that can be reached: then there is no distance.
        return Ok(vec![None; way.positions.len()]);
    };
    let goals = Goals::of(&numbered.graph);
    let mut distances = Distances::new(marked.explored(&numbered.graph, Beginning::Goals(&goals)));
    way.positions
        .iter()
        .map(|position| match numbered.graph.index_of(position) {
            Some(index) => Ok(distances.of(index)?),
            None => Ok(None),
        })
        .collect()
}
