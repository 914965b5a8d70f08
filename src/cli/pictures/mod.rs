//! Commands that write pictures: `draw`, `animate`, `plot`, `sheet`, and the pictures of `graph`.
//!
//! Builds without the feature `pictures` have `without/pictures.rs` in place of this module.

mod animate;
mod arguments;
mod draw;
mod files;
mod graph_picture;
mod level_pictures;
mod plot;
mod sheet;

use crate::output::CommandResult;
pub(crate) use arguments::PictureCommand;
pub(crate) use graph_picture::draw_graph;

use crate::arguments::CommonArgs;
use crate::sokoban::level_word::unknown_to_levels;
use slidewise_app::{NamedLevel, Problem};

/// Runs a command that writes pictures.
pub(crate) fn run(common: &CommonArgs, command: &PictureCommand) -> CommandResult {
    match command {
        PictureCommand::Draw(args) => draw::run(common, args),
        PictureCommand::Animate(args) => animate::run(common, args),
        PictureCommand::Plot(args) => plot::run(common, args),
        PictureCommand::Sheet(args) => sheet::run(common, args),
    }
}

/// Accepts every picture, because this build has the feature `pictures`.
pub(crate) fn check_is_built() -> Result<(), Problem> {
    Ok(())
}

/// The puzzle that a command names, with its `--start` or position; none where it names several.
pub(crate) fn puzzle_of(command: &PictureCommand) -> Option<(&str, Option<&str>)> {
    match command {
        PictureCommand::Draw(args) => Some((&args.puzzle, args.position.as_deref())),
        PictureCommand::Animate(args) => Some((&args.puzzle, args.start.as_deref())),
        PictureCommand::Sheet(args) => Some((&args.searched.puzzle, None)),
        PictureCommand::Plot(args) => Some((args.puzzles.first()?, None)),
    }
}

/// Draws or animates a Sokoban level.
pub(crate) fn draw_level(
    common: &CommonArgs,
    command: &PictureCommand,
    named: &NamedLevel,
) -> CommandResult {
    match command {
        PictureCommand::Draw(args) => level_pictures::draw(common, args, named),
        PictureCommand::Animate(args) => level_pictures::animate(common, args, named),
        PictureCommand::Plot(_) | PictureCommand::Sheet(_) => Err(unknown_to_levels(&named.name)),
    }
}
