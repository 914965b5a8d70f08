//! Arguments of the commands that write pictures.

use crate::arguments::values::metric;
use crate::arguments::{ReplaceArgs, SearchArgs, ThemeArg, parse_int, position};
use clap::{Args, Subcommand};
use slidewise_engine::graph::Metric;
use slidewise_render::picture::Theme;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// A command that writes pictures.
#[derive(Debug, Subcommand)]
pub(crate) enum PictureCommand {
    /// Draw a position, a goal or a whole solution as a picture
    #[command(after_help = "Examples:\n\
        \x20 slidewise draw checkmate --out checkmate.svg\n\
        \x20     Start as a picture\n\
        \x20 slidewise draw lane-rouge --solution --every 9 --out solution.png\n\
        \x20     the solution, board by board")]
    Draw(DrawArgs),
    /// Animate the solution: a film, or a page with a player
    #[command(after_help = "Example:\n\
        \x20 slidewise animate lane-rouge --out lane-rouge.html\n\
        \x20     the solution as a page that plays it")]
    Animate(AnimateArgs),
    /// Plot the generations of one or several searches as a picture
    #[command(after_help = "Example:\n\
        \x20 slidewise plot lane-rouge --metrics step,slide,move --out plot.svg\n\
        \x20     the generations in three metrics")]
    Plot(PlotArgs),
    /// Make a sheet to print: starts of a wished difficulty, and their solutions
    #[command(after_help = "Example:\n\
        \x20 slidewise sheet lane-rouge --distance 20 --count 6 --seed 1 --out sheet.pdf\n\
        \x20     six starts 20 moves from Finish, and a page with their solutions")]
    Sheet(SheetArgs),
}

impl From<ThemeArg> for Theme {
    fn from(theme: ThemeArg) -> Theme {
        match theme {
            ThemeArg::Auto => Theme::Auto,
            ThemeArg::Light => Theme::Light,
            ThemeArg::Dark => Theme::Dark,
        }
    }
}

/// Look of a picture of boards, and its file.
#[derive(Debug, Args)]
pub(crate) struct LookArgs {
    /// The file; its extension says the format
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub replace: ReplaceArgs,
    /// Width of a cell in pixels
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 64,
        value_parser = parse_int::<u32>(4..=512)
    )]
    pub cell: u32,
    /// Dark on light, light on dark, or as the viewer's system has it
    #[arg(long, value_enum, default_value = "auto")]
    pub theme: ThemeArg,
    /// Draw no letters on the pieces
    #[arg(long)]
    pub no_letters: bool,
    /// Draw the names of columns and rows in the frame, as written moves use them
    #[arg(long)]
    pub squares: bool,
}

/// Arguments of `draw`.
#[derive(Debug, Args)]
pub(crate) struct DrawArgs {
    /// The puzzle
    pub puzzle: String,
    /// A position [default: Start]
    #[arg(allow_hyphen_values = true, value_parser = position)]
    pub position: Option<String>,
    #[command(flatten)]
    pub look: LookArgs,
    /// Draw the goal instead of a position
    #[arg(long, conflicts_with_all = ["position", "solution"])]
    pub goal: bool,
    /// Draw a shortest solution from the position, board after board
    #[arg(long)]
    pub solution: bool,
    /// With --solution: number of boards in a row
    #[arg(
        long,
        value_name = "N",
        requires = "solution",
        default_value = "8",
        value_parser = parse_int(NonZeroUsize::MIN..)
    )]
    pub columns: NonZeroUsize,
    /// With --solution: only every Nth board
    #[arg(
        long,
        value_name = "N",
        requires = "solution",
        value_parser = parse_int(NonZeroUsize::MIN..)
    )]
    pub every: Option<NonZeroUsize>,
}

/// Arguments of `animate`.
#[derive(Debug, Args)]
pub(crate) struct AnimateArgs {
    /// The puzzle
    pub puzzle: String,
    /// The last position of the path [default: Finish]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub to: Option<String>,
    /// Start position to use instead of the puzzle's own
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, value_parser = position)]
    pub start: Option<String>,
    #[command(flatten)]
    pub look: LookArgs,
}

/// Arguments of `plot`.
#[derive(Debug, Args)]
pub(crate) struct PlotArgs {
    /// The puzzles
    #[arg(required = true, value_name = "PUZZLE")]
    pub puzzles: Vec<String>,
    /// The file; its extension says the format
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub replace: ReplaceArgs,
    /// Metrics to plot for each puzzle, such as step,slide,move [default: --metric]
    #[arg(long, value_parser = metric(), value_delimiter = ',', value_name = "METRICS")]
    pub metrics: Vec<Metric>,
    /// Logarithmic axis for the sizes of the generations
    #[arg(long)]
    pub logarithmic: bool,
    /// Dark on light, light on dark, or as the viewer's system has it
    #[arg(long, value_enum, default_value = "auto")]
    pub theme: ThemeArg,
}

/// Arguments of `sheet`.
#[derive(Debug, Args)]
pub(crate) struct SheetArgs {
    #[command(flatten)]
    pub searched: SearchArgs,
    /// Distance of the starts from the nearest goal
    #[arg(long, value_name = "N", value_parser = parse_int::<u64>(0..))]
    pub distance: u64,
    /// Number of different starts; all if there are fewer
    #[arg(long, value_name = "K", default_value_t = 6, value_parser = parse_int::<u64>(1..=100))]
    pub count: u64,
    /// Seed of the draw: the same seed gives the same starts [default: a random one]
    #[arg(long, value_name = "S", value_parser = parse_int::<u64>(0..))]
    pub seed: Option<u64>,
    /// The file; its extension, pdf or svg, says the format
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub replace: ReplaceArgs,
}
