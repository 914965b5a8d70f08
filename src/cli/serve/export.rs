//! `slidewise export PUZZLE --out FILE.html` and `slidewise graph PUZZLE --out FILE.html`: one page
//! that plays a puzzle, with all distances inside.

use crate::arguments::{CommonArgs, GraphArgs, ReplaceArgs, SearchArgs};
use crate::io::atomic_file::Destination;
use crate::io::output::{CommandResult, Output};
use crate::io::setup::{explorer_for, open_searched};
use crate::io::signals::stop_flag;
use clap::Args;
use slidewise_app::{Problem, metric_of};
use slidewise_engine::graph::Metric;
use slidewise_layout::LayoutRequest;
use slidewise_render::{human_bytes, json};
use slidewise_web::{take_away, take_away_graph};
use std::path::{Path, PathBuf};

/// Arguments of `export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub searched: SearchArgs,
    /// The page; its name ends in .html
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    pub replace: ReplaceArgs,
}

/// Writes the page.
pub(crate) fn run(common: &CommonArgs, args: &ExportArgs) -> CommandResult {
    let extension = args.out.extension().map(|own| own.to_ascii_lowercase());
    if extension.is_none_or(|own| own != "html" && own != "htm") {
        return Err(Problem::of_input(
            format!("{} is not the name of a page", args.out.display()),
            "name a file that ends in .html",
        ));
    }
    let inputs = [Path::new(&args.searched.puzzle)];
    let destination = Destination::new(&args.out, &inputs, args.replace.force)?;
    let puzzle = open_searched(common, &args.searched)?;
    // The signal handler removes unfinished files.
    stop_flag();
    let customary = puzzle.presentation.metric.map(metric_of);
    let metric = customary.filter(|_| !common.is_metric_given);
    let metric = metric.unwrap_or(common.metric);
    let explorer = explorer_for(common, &args.searched, &puzzle)?;
    let page = take_away(&explorer, metric)?;
    kept(common, (&args.searched.puzzle, metric), &page, destination)
}

/// Writes a page with the state graph of a puzzle, for `graph --out FILE.html`.
pub(crate) fn write_graph(
    common: &CommonArgs,
    args: &GraphArgs,
    destination: Option<Destination>,
) -> CommandResult {
    let parts = [
        (args.max_generation.is_some(), "--max-generation"),
        (args.around.is_some(), "--around"),
        (args.no_finish, "--no-finish"),
    ];
    if let Some((_, option)) = parts.into_iter().find(|&(is_given, _)| is_given) {
        return Err(Problem::of_input(
            format!("a page shows the whole graph, and {option} leaves a part of it out"),
            format!("leave out {option}, or draw a picture with --out FILE.svg"),
        ));
    }
    let puzzle = open_searched(common, &args.searched)?;
    stop_flag();
    let explorer = explorer_for(common, &args.searched, &puzzle)?;
    let request = LayoutRequest {
        seed: args.seed(),
        ..LayoutRequest::new(args.layout(), 0)
    };
    let page = take_away_graph(&explorer, common.metric, request)?;
    match destination {
        Some(destination) => {
            let subject = (&*args.searched.puzzle, common.metric);
            kept(common, subject, &page, destination)
        }
        None => Ok(Output::of_text(page)),
    }
}

/// Writes a page to its file.
fn kept(
    common: &CommonArgs,
    (puzzle, metric): (&str, Metric),
    page: &str,
    destination: Destination,
) -> CommandResult {
    if let Some(damage) = common.corruption.raised() {
        return Err(damage.into());
    }
    let file = destination.name().display().to_string();
    destination.write(page.as_bytes())?;
    let record = json::PictureRecord {
        puzzle: puzzle.to_owned(),
        metric: Some(metric.name().to_owned()),
        file: file.clone(),
        bytes: page.len() as u64,
    };
    let line = format!("{file}: {}", human_bytes(page.len() as u64));
    Ok(Output::new(vec![line], &record))
}
