//! `slidewise draw PUZZLE [POSITION]`: a board, a goal or a whole solution as a picture.

use super::arguments::{Common, Draw, Look};
use super::draft::Destination;
use super::picture::{Format, in_pixels, save};
use super::session::{Session, open_puzzle};
use super::{CommandResult, Failure};
use slidewise_engine::graph::Metric;
use slidewise_puzzle::Puzzle;
use slidewise_render::picture::{Scene, strip};

/// Draws a picture.
pub fn run(common: &Common, words: &Draw) -> CommandResult {
    let format = Format::of(&words.look.out, &[Format::Svg, Format::Png])?;
    let look = &words.look;
    let destination = Destination::new(&look.out, &[&words.puzzle], look.replace.force)?;
    let start = words.position.as_deref();
    let svg = if words.solution {
        let mut session = Session::open(common, &words.puzzle, start)?;
        let way = session.way_to_finish()?;
        let every = words.every.map_or(1, |every| every.get());
        let columns = words.columns.get();
        strip(
            &scene(look, &session.puzzle),
            &way,
            columns,
            every,
            look.cell,
        )
    } else {
        let puzzle = open_puzzle(common, &words.puzzle, start)?;
        let scene = scene(look, &puzzle);
        if words.goal {
            let goal = puzzle.goals.first().ok_or_else(|| {
                Failure::of_no_goal(&puzzle, "leave --goal out to draw a position")
            })?;
            scene.goal_svg(goal, look.cell)
        } else {
            scene.svg(&puzzle.start, look.cell)
        }
    };
    // A position is the same in every metric, a way is not.
    let metrics: &[Metric] = if words.solution {
        &[common.metric]
    } else {
        &[]
    };
    let bytes = match format {
        Format::Png => in_pixels(common, &svg)?,
        _ => svg.into_bytes(),
    };
    save(common, &words.puzzle, metrics, destination, &bytes)
}

/// The scene of a puzzle as the words want it to look.
pub fn scene<'p>(look: &Look, puzzle: &'p Puzzle) -> Scene<'p> {
    let mut scene = Scene::new(puzzle, look.theme);
    if look.no_letters {
        scene = scene.without_letters();
    }
    if look.squares {
        scene = scene.with_squares();
    }
    scene
}
