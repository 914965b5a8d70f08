//! Stand-in for the commands that write pictures, in builds without the feature `pictures`.

use crate::arguments::CommonArgs;
use crate::io::output::CommandResult;
use slidewise_app::NamedLevel;

/// No command, because this build writes no pictures.
pub(crate) use std::convert::Infallible as PictureCommand;

/// Runs no command, because the type `PictureCommand` has no values.
pub(crate) fn run(_common: &CommonArgs, command: &PictureCommand) -> CommandResult {
    match *command {}
}

/// Names no puzzle, because the type `PictureCommand` has no values.
pub(crate) fn puzzle_of(command: &PictureCommand) -> Option<(&str, Option<&str>)> {
    match *command {}
}

/// Draws no level, because the type `PictureCommand` has no values.
pub(crate) fn draw_level(
    _common: &CommonArgs,
    command: &PictureCommand,
    _named: &NamedLevel,
) -> CommandResult {
    match *command {}
}
