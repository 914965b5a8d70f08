//! Commands that write pictures: `draw`, `animate`, `plot`, `sheet`.
//!
//! Builds without the feature `pictures` have `without/pictures.rs` in place of this module.

mod animate;
mod arguments;
mod draw;
pub(crate) mod files;
mod level_pictures;
mod plot;
mod sheet;

use crate::io::output::CommandResult;
pub(crate) use arguments::PictureCommand;

use crate::arguments::CommonArgs;
use crate::io::level_word::unknown_to_levels;
use slidewise_app::NamedLevel;

/// Runs a command that writes pictures.
pub(crate) fn run(common: &CommonArgs, command: &PictureCommand) -> CommandResult {
    match command {
        PictureCommand::Draw(args) => draw::run(common, args),
        PictureCommand::Animate(args) => animate::run(common, args),
        PictureCommand::Plot(args) => plot::run(common, args),
        PictureCommand::Sheet(args) => sheet::run(common, args),
    }
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
