//! `slidewise plot PUZZLE ...`: configurations by generation as a picture.

use super::CommandResult;
use super::arguments::{Common, Plot};
use super::draft::Destination;
use super::picture::{Format, in_pixels, save};
use super::session::Session;
use super::wish::{LISTING_GOALS, unheeding};
use slidewise_analysis::Goals;
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
            let session = Session::open_in(common, word, None, metric)?;
            let store = session.search_from_start(false)?;
            let goals = unheeding(common, LISTING_GOALS, || Goals::of(&session.graph));
            let reach = goals.reached(session.explored(&store))?;
            series.push(Series {
                name: format!("{}, in {}s", session.puzzle.title, metric.name()),
                counts: store.generations().to_vec(),
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
    let svg = plot(&title, &series, style)?;
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
