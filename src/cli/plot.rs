//! `slidewise plot PUZZLE ...`: configurations by generation as a picture.

use super::CommandResult;
use super::arguments::{Common, Plot};
use super::draft::Destination;
use super::failure::plot_problem;
use super::picture::{Format, in_pixels, save};
use super::session::{explorer, open_puzzle};
use slidewise_render::picture::{PlotStyle, Series, plot};

/// Plots searches, which are explored where they are not kept.
pub fn run(common: &Common, words: &Plot) -> CommandResult {
    let format = Format::of(&words.out, &[Format::Svg, Format::Png])?;
    let destination = Destination::new(&words.out, &words.puzzles, words.replace.force)?;
    let metrics = match words.metrics.as_slice() {
        [] => &[common.metric],
        several => several,
    };
    let mut series = Vec::new();
    for word in &words.puzzles {
        for &metric in metrics {
            let puzzle = open_puzzle(common, word, None)?;
            let numbered = explorer(common, &puzzle)?.metric(metric).number()?;
            let marked = numbered.search_from_start()?;
            let reach = numbered.list_goals().reached(numbered.explored(&marked))?;
            series.push(Series {
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
        is_logarithmic: words.logarithmic,
        theme: words.theme,
    };
    let svg = plot(&title, &series, style).map_err(plot_problem)?;
    let bytes = match format {
        Format::Png => in_pixels(common, &svg)?,
        _ => svg.into_bytes(),
    };
    save(
        common,
        &words.puzzles.join(" "),
        metrics,
        destination,
        &bytes,
    )
}
