//! `slidewise draw LEVEL` and `slidewise animate LEVEL`: a Sokoban level as a picture.

use super::arguments::{AnimateArgs, DrawArgs, LookArgs};
use super::files::{PictureFormat, in_pixels, raster_problem, save_as, warn_of_missing_letters};
use crate::arguments::CommonArgs;
use crate::io::atomic_file::Destination;
use crate::io::level_word::metric_of;
use crate::io::output::CommandResult;
use crate::io::signals::stop_flag;
use crate::sokoban::drawn_way::shortest_way;
use slidewise_app::{NamedLevel, Problem};
use slidewise_render::picture::{LevelScene, gif};
use slidewise_sokoban::positions_along;
use std::sync::atomic::Ordering;

/// Refuses the first option that levels do not have.
fn refuse(options: &[(bool, &str, &str)]) -> Result<(), Problem> {
    match options.iter().find(|own| own.0) {
        Some((_, option, why)) => Err(Problem::of_input(
            format!("{option} does not exist for Sokoban levels: {why}"),
            format!("leave out {option}"),
        )),
        None => Ok(()),
    }
}

fn scene<'l>(named: &'l NamedLevel, look: &LookArgs) -> Result<LevelScene<'l>, Problem> {
    refuse(&[
        (look.no_letters, "--no-letters", "boxes have no letters"),
        (
            look.squares,
            "--squares",
            "moves are letters without squares",
        ),
    ])?;
    Ok(LevelScene::new(
        &named.level,
        named.title(),
        look.theme.into(),
    ))
}

/// Draws a position or a solution.
pub(crate) fn draw(common: &CommonArgs, args: &DrawArgs, named: &NamedLevel) -> CommandResult {
    let look = &args.look;
    let format = PictureFormat::of(&look.out, &[PictureFormat::Svg, PictureFormat::Png])?;
    refuse(&[(args.goal, "--goal", "every position shows the goals")])?;
    let scene = scene(named, look)?;
    let destination = Destination::new(&look.out, &[&args.puzzle], look.replace.force)?;
    let (svg, metrics) = if args.solution {
        let metric = metric_of(common)?;
        let way = shortest_way(common, named, metric)?;
        let every = args.every.map_or(1, |every| every.get());
        let columns = args.columns.get();
        let positions = positions_along(&named.level, metric, &way);
        let svg = scene.strip(&positions, columns, every, look.cell);
        (svg, vec![metric.name()])
    } else {
        (scene.svg(named.level.start(), look.cell), Vec::new())
    };
    let bytes = match format {
        PictureFormat::Png => in_pixels(common, &svg, 1.0)?,
        _ => svg.into_bytes(),
    };
    save_as(common, &args.puzzle, &metrics, destination, &bytes)
}

/// Animates a solution.
pub(crate) fn animate(
    common: &CommonArgs,
    args: &AnimateArgs,
    named: &NamedLevel,
) -> CommandResult {
    let look = &args.look;
    let format = PictureFormat::of(&look.out, &[PictureFormat::Svg, PictureFormat::Gif])?;
    refuse(&[(args.to.is_some(), "--to", "its goals are in the file")])?;
    let scene = scene(named, look)?;
    let destination = Destination::new(&look.out, &[&args.puzzle], look.replace.force)?;
    let metric = metric_of(common)?;
    let lurd = shortest_way(common, named, metric)?;
    let bytes = if format == PictureFormat::Gif {
        // Drawing all frames takes seconds, so the stop flag is polled.
        let is_stopped = || stop_flag().load(Ordering::Relaxed);
        warn_of_missing_letters(common, &scene.svg(named.level.start(), look.cell))?;
        let frames = scene.frames(&lurd, look.cell);
        let mut bytes = Vec::new();
        let made = gif(frames.take_while(|_| !is_stopped()), &mut bytes);
        if is_stopped() {
            return Err(Problem::of_stop(
                "interrupted: no file was written",
                "run the command again",
            ));
        }
        made.map_err(raster_problem)?;
        bytes
    } else {
        scene.film(&lurd, look.cell).into_bytes()
    };
    save_as(common, &args.puzzle, &[metric.name()], destination, &bytes)
}
