//! `slidewise graph PUZZLE --out FILE.svg`: the state graph as a picture.

use super::report::{WrittenGraph, report, written};
use super::walk::{GraphWalk, WalkError, WalkSize, interrupted};
use crate::arguments::GraphArgs;
use crate::arguments::graph::ColourScale;
use crate::io::atomic_file::AtomicFile;
use crate::io::output::{CommandResult, Output};
use crate::io::progress::Spinner;
use crate::pictures::files::in_pixels;
use ahash::AHashMap;
use slidewise_analysis::NeighborhoodItem;
use slidewise_app::Problem;
use slidewise_render::picture::{GraphDot, GraphPicture, layout};
use slidewise_render::{counted, with_commas};
use std::ops::ControlFlow;

/// Largest number of configurations in a picture.
const MOST: u64 = 50_000;
/// Number of configurations up to which a graph that is too large is counted for the message.
const MAX_COUNTED: u64 = 100 * MOST;

/// Draws the configurations and edges of a walk, into a file or onto stdout.
pub(crate) fn draw_graph(
    walk: &GraphWalk<'_>,
    args: &GraphArgs,
    is_png: bool,
    file: Option<AtomicFile>,
) -> CommandResult {
    let puzzle = walk.puzzle();
    let scale = args.colour.unwrap_or(ColourScale::Generation);
    let DrawnGraph { size, dots, edges } = DrawnGraph::of(walk, scale)?;
    if scale == ColourScale::Finish && dots.iter().all(|dot| dot.distance.is_none()) {
        return Err(Problem::of_input(
            format!("no distance to Finish is known in {}", puzzle.name),
            "--colour generation shows the distance from Start",
        ));
    }
    let spinner = Spinner::new(walk.common.quiet);
    let places = layout(dots.len(), &edges, &mut |done, all| {
        spinner.show(format!(
            "laying out {}, {} %",
            counted(size.nodes, "configuration"),
            done * 100 / all
        ));
        if walk.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    spinner.end();
    let places = places.ok_or_else(interrupted)?;
    let metric = walk.common.metric.name();
    let svg = GraphPicture {
        title: &puzzle.title,
        subtitle: &format!(
            "{} and {}; each edge is one {metric}",
            counted(size.nodes, "position"),
            counted(size.edges, "edge")
        ),
        scale: match scale {
            ColourScale::Generation => "distance from Start",
            ColourScale::Finish => "distance to Finish",
        },
        dots: &dots,
        edges: &edges,
        places: &places,
    }
    .svg(args.theme.into());
    let Some(file) = file else {
        return Ok(Output::of_text(svg));
    };
    let bytes = if is_png {
        in_pixels(walk.common, &svg)?
    } else {
        svg.into_bytes()
    };
    if let Some(damage) = walk.common.corruption.raised() {
        return Err(damage.into());
    }
    let name = file.name().to_owned();
    let bytes = file.fill(&bytes)?;
    let format = if is_png { "png" } else { "svg" };
    let drawn = WrittenGraph::of(walk, size);
    report(&drawn, format, vec![written(&name, None, bytes)])
}

/// The configurations and edges that a walk visited, as dots and lines of a picture.
struct DrawnGraph {
    size: WalkSize,
    dots: Vec<GraphDot>,
    /// The two dots that each edge joins, as indices of `dots`.
    edges: Vec<(u32, u32)>,
}

impl DrawnGraph {
    /// Walks through the graph and collects its configurations and edges.
    ///
    /// # Errors
    /// If the walk fails, or meets more configurations than a picture shows.
    fn of(walk: &GraphWalk<'_>, scale: ColourScale) -> Result<DrawnGraph, Problem> {
        let start = walk.numbered.start();
        let mut numbers = AHashMap::new();
        let (mut dots, mut edges) = (Vec::new(), Vec::new());
        let mut met = 0;
        let walked = walk.walk(MAX_COUNTED, |found| {
            match found {
                NeighborhoodItem::Vertex(vertex) => {
                    met += 1;
                    if met <= MOST {
                        numbers.insert(vertex.index, dots.len() as u32);
                        dots.push(GraphDot {
                            distance: match scale {
                                ColourScale::Generation => walk.generation_of(&vertex),
                                ColourScale::Finish => vertex.distances[1],
                            },
                            is_start: vertex.index == start,
                            is_goal: walk.is_goal(&vertex),
                        });
                    }
                }
                NeighborhoodItem::Edge { from, to } if met <= MOST => {
                    edges.push((numbers[&from], numbers[&to]));
                }
                NeighborhoodItem::Edge { .. } => {}
            }
            Ok(())
        });
        match walked {
            Ok(size) if size.nodes <= MOST => Ok(DrawnGraph { size, dots, edges }),
            Ok(size) => Err(too_many(&with_commas(size.nodes))),
            Err(WalkError::Limit) => {
                let most = with_commas(MAX_COUNTED);
                Err(too_many(&format!("more than {most}")))
            }
            Err(other) => Err(other.into()),
        }
    }
}

fn too_many(how_many: &str) -> Problem {
    Problem::of_input(
        format!(
            "a picture shows at most {} configurations, but this graph has {how_many}",
            with_commas(MOST)
        ),
        "draw a part with --max-generation N, or with --around POSITION --radius N; \
         other formats, such as graphml, take the whole graph",
    )
}
