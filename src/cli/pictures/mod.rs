//! Commands that write pictures: `draw`, `animate`, `plot`, `sheet`, and the pictures of `graph`.
//!
//! Builds without the feature `pictures` have `without/pictures.rs` in place of this module.

mod animate;
mod arguments;
mod draw;
mod files;
mod graph_picture;
mod plot;
mod sheet;

use crate::output::CommandResult;
pub(crate) use arguments::PictureCommand;
pub(crate) use graph_picture::draw_graph;

use crate::arguments::CommonArgs;
use slidewise_app::Problem;

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
