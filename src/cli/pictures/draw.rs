//! `slidewise draw PUZZLE [POSITION]`: a board, a goal or a whole solution as a picture.

use super::arguments::{DrawArgs, LookArgs};
use super::files::{PictureFormat, in_pixels, save};
use crate::arguments::CommonArgs;
use crate::io::atomic_file::Destination;
use crate::io::output::CommandResult;
use crate::io::setup::{explorer, open_puzzle};
use slidewise_app::{Problem, Question, WantedWays};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::Puzzle;
use slidewise_render::picture::{BoardScene, strip};

/// Writes the picture.
pub(crate) fn run(common: &CommonArgs, args: &DrawArgs) -> CommandResult {
    let format = PictureFormat::of(&args.look.out, &[PictureFormat::Svg, PictureFormat::Png])?;
    let look = &args.look;
    let destination = Destination::new(&look.out, &[&args.puzzle], look.replace.force)?;
    let start = args.position.as_deref();
    let svg = if args.solution {
        let puzzle = open_puzzle(common, &args.puzzle, start)?;
        let explorer = explorer(common, &puzzle)?;
        let question = Question {
            wanted: WantedWays::One,
            ..Question::default()
        };
        let way = explorer.solve(&question)?.into_way()?;
        let every = args.every.map_or(1, |every| every.get());
        let columns = args.columns.get();
        strip(&scene(look, &puzzle), &way, columns, every, look.cell)
    } else {
        let puzzle = open_puzzle(common, &args.puzzle, start)?;
        let scene = scene(look, &puzzle);
        if args.goal {
            let goal = puzzle.goals.first().ok_or_else(|| {
                Problem::of_no_goal(&puzzle, "leave out --goal to draw a position")
            })?;
            scene.goal_svg(goal, look.cell)
        } else {
            scene.svg(&puzzle.start, look.cell)
        }
    };
    // A path depends on the metric; a single position does not.
    let metrics: &[Metric] = if args.solution { &[common.metric] } else { &[] };
    let bytes = match format {
        PictureFormat::Png => in_pixels(common, &svg, 1.0)?,
        _ => svg.into_bytes(),
    };
    save(common, &args.puzzle, metrics, destination, &bytes)
}

/// The scene of a puzzle with the look that the arguments ask for.
pub(crate) fn scene<'p>(look: &LookArgs, puzzle: &'p Puzzle) -> BoardScene<'p> {
    let mut scene = BoardScene::new(puzzle, look.theme.into());
    if look.no_letters {
        scene = scene.without_letters();
    }
    if look.squares {
        scene = scene.with_squares();
    }
    scene
}
