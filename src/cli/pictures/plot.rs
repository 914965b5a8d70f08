//! `slidewise plot PUZZLE ...`: the sizes of the generations as a picture.

use super::arguments::PlotArgs;
use super::files::{PictureFormat, in_pixels, save};
use crate::arguments::CommonArgs;
use crate::io::atomic_file::Destination;
use crate::io::output::CommandResult;
use crate::io::setup::{explorer, open_puzzle};
use slidewise_app::Problem;
use slidewise_render::picture::{PlotError, PlotSeries, PlotStyle, plot};

/// Plots the puzzles in each metric, after making the searches that are not saved yet.
pub(crate) fn run(common: &CommonArgs, args: &PlotArgs) -> CommandResult {
    let format = PictureFormat::of(&args.out, &[PictureFormat::Svg, PictureFormat::Png])?;
    let destination = Destination::new(&args.out, &args.puzzles, args.replace.force)?;
    let metrics = match args.metrics.as_slice() {
        [] => &[common.metric],
        several => several,
    };
    let mut series = Vec::new();
    for name in &args.puzzles {
        for &metric in metrics {
            let puzzle = open_puzzle(common, name, None)?;
            let numbered = explorer(common, &puzzle)?.metric(metric).number()?;
            let marked = numbered.search_from_start()?;
            let reach = numbered.list_goals().reached(numbered.explored(&marked))?;
            series.push(PlotSeries {
                name: format!("{}, in {}s", puzzle.title, metric.name()),
                counts: marked.counts().to_vec(),
                goal: reach.map(|reach| reach.generation),
            });
        }
    }
    let title = match series.as_slice() {
        [only] => only.name.clone(),
        _ => "Configurations by generation".to_owned(),
    };
    let style = PlotStyle {
        is_logarithmic: args.logarithmic,
        theme: args.theme.into(),
    };
    let svg = plot(&title, &series, style).map_err(plot_problem)?;
    let bytes = match format {
        PictureFormat::Png => in_pixels(common, &svg, 1.0)?,
        _ => svg.into_bytes(),
    };
    save(
        common,
        &args.puzzles.join(" "),
        metrics,
        destination,
        &bytes,
    )
}

/// The problem of a plot that cannot be drawn.
fn plot_problem(error: PlotError) -> Problem {
    Problem::of_run(error, "`slidewise explore PUZZLE` prints the generations")
}
