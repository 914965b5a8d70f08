//! `slidewise animate PUZZLE`: a path in motion, as a film or as a page with a player.

use super::arguments::AnimateArgs;
use super::draw::scene;
use super::files::{PictureFormat, raster_problem, save, warn_of_missing_letters};
use crate::arguments::CommonArgs;
use crate::io::atomic_file::Destination;
use crate::io::output::CommandResult;
use crate::io::setup::{explorer, open_puzzle};
use crate::io::signals::stop_flag;
use slidewise_analysis::{DistanceCache, Goals, Path, SearchSources};
use slidewise_app::{Explorer, Problem, Question, Target, WantedWays};
use slidewise_render::picture::{Animation, gif, player_page};
use std::sync::atomic::Ordering;

/// Writes the animation.
pub(crate) fn run(common: &CommonArgs, args: &AnimateArgs) -> CommandResult {
    let look = &args.look;
    let format = PictureFormat::of(
        &look.out,
        &[PictureFormat::Svg, PictureFormat::Gif, PictureFormat::Html],
    )?;
    let destination = Destination::new(&look.out, &[&args.puzzle], look.replace.force)?;
    let puzzle = open_puzzle(common, &args.puzzle, args.start.as_deref())?;
    let explorer = explorer(common, &puzzle)?;
    let question = Question {
        target: match &args.to {
            None => Target::Finish,
            Some(text) => Target::Position(puzzle.read_position(text)?),
        },
        wanted: WantedWays::One,
        ..Question::default()
    };
    let way = explorer.solve(&question)?.into_way()?;
    let scene = scene(look, &puzzle);
    let bytes = match format {
        PictureFormat::Html => {
            let distances = distances(explorer, &way, &question.target)?;
            player_page(
                &scene,
                &way,
                &distances,
                &format!("{}s", common.metric.name()),
            )
            .into_bytes()
        }
        PictureFormat::Gif => {
            // Drawing all frames takes seconds, so the stop flag is polled.
            let is_stopped = || stop_flag().load(Ordering::Relaxed);
            let film = Animation::new(&scene, &way);
            if let Some((first, _)) = film.frames(look.cell).next() {
                warn_of_missing_letters(common, &first)?;
            }
            let frames = film.frames(look.cell).take_while(|_| !is_stopped());
            let mut bytes = Vec::new();
            let made = gif(frames, &mut bytes);
            if is_stopped() {
                return Err(Problem::of_stop(
                    "interrupted: no file was written",
                    "run the command again; the search is saved and is not repeated",
                ));
            }
            made.map_err(raster_problem)?;
            bytes
        }
        _ => Animation::new(&scene, &way).svg(look.cell).into_bytes(),
    };
    let metrics = &[common.metric];
    save(common, &args.puzzle, metrics, destination, &bytes)
}

/// The distance from each position of a path to Finish; `None` where it is not known.
fn distances(explorer: Explorer, way: &Path, target: &Target) -> Result<Vec<Option<u64>>, Problem> {
    if let Target::Finish = target {
        // On a shortest path to Finish the distance falls by one with each move.
        return Ok((0..way.positions.len() as u64).rev().map(Some).collect());
    }
    let numbered = explorer.number()?;
    let Ok(marked) = numbered.search_from_goals()? else {
        // Without a reachable goal there are no distances to Finish.
        return Ok(vec![None; way.positions.len()]);
    };
    let goals = Goals::of(&numbered.graph);
    let mut distances =
        DistanceCache::new(marked.explored(&numbered.graph, SearchSources::Goals(&goals)));
    way.positions
        .iter()
        .map(|position| match numbered.graph.index_of(position) {
            Some(index) => Ok(distances.of(index)?),
            None => Ok(None),
        })
        .collect()
}
