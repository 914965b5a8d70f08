//! Options of `graph` and the formats for which they mean something.

use crate::arguments::{GraphArgs, GraphTable, NetworkFormat};
use slidewise_app::Problem;

/// Refuses an option that means nothing for the format.
///
/// # Errors
/// For the first such option.
pub(crate) fn check(args: &GraphArgs, format: NetworkFormat) -> Result<(), Problem> {
    use NetworkFormat::{Csv, Dot, Gexf, Gif, Graphml, Html, Parquet, Pdf, Png, Svg};
    let is_drawn = format.is_picture();
    let takes_places = matches!(format, Csv | Parquet | Graphml | Dot | Gexf);
    let has_nodes = args.table != Some(GraphTable::Edges);
    let has_places = has_places(args, format);
    let is_laid_out = is_drawn || has_places || format == Html;
    let with_places = "add --coordinates, which writes the places of a layout";
    let rules = [
        (
            "--colour",
            args.colour.is_some(),
            is_drawn,
            "choose a picture: svg, png, pdf or gif",
        ),
        (
            "--table",
            args.table.is_some(),
            format.is_tables(),
            "choose csv or parquet, which have tables of nodes and edges",
        ),
        (
            "--coordinates",
            args.coordinates,
            takes_places && has_nodes,
            "write the nodes as csv, parquet, graphml, dot or gexf",
        ),
        ("--layout", args.layout.is_some(), is_laid_out, with_places),
        ("--seed", args.seed.is_some(), is_laid_out, with_places),
        (
            "--dimensions",
            args.dimensions.is_some(),
            has_places,
            "write places as gexf, or with --coordinates as csv, parquet, graphml or dot",
        ),
        (
            "--size",
            args.size.is_some(),
            matches!(format, Pdf | Svg | Png) && args.turn.is_none(),
            "draw a poster as pdf, svg or png",
        ),
        (
            "--orientation",
            args.orientation.is_some(),
            format == Pdf || args.size.is_some(),
            "draw a poster as pdf, or with --size as svg or png",
        ),
        (
            "--frames",
            args.frames.is_some(),
            format == Gif,
            "choose gif, which shows one turn of the graph",
        ),
        (
            "--turn",
            args.turn.is_some(),
            format == Png,
            "choose png, which shows one view of the graph in space",
        ),
    ];
    match rules
        .into_iter()
        .find(|&(_, given, fits, _)| given && !fits)
    {
        None => Ok(()),
        Some((option, .., remedy)) => Err(Problem::of_input(
            format!("{option} means nothing for {}", output(args, format)),
            format!("leave out {option}, or {remedy}"),
        )),
    }
}

/// Whether a file has a place for each node.
pub(crate) fn has_places(args: &GraphArgs, format: NetworkFormat) -> bool {
    args.coordinates || format == NetworkFormat::Gexf
}

/// What is written, in words.
fn output(args: &GraphArgs, format: NetworkFormat) -> String {
    match args.table {
        Some(table) if format.is_tables() => {
            format!("the table of {} as {}", table.name(), format.name())
        }
        _ if args.turn.is_some() && format == NetworkFormat::Png => {
            "a view of the graph in space".to_owned()
        }
        _ if args.coordinates => format!("the format {}", format.name()),
        _ if format.is_picture() || format == NetworkFormat::Html => {
            format!("the format {}", format.name())
        }
        _ => format!("the format {} without coordinates", format.name()),
    }
}
