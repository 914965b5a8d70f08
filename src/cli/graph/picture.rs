//! `slidewise graph PUZZLE --out FILE.svg`: the state graph as a picture.

use super::report::{WrittenGraph, report, written};
use super::walk::{GraphWalk, WalkError, WalkSize, interrupted};
use crate::arguments::GraphArgs;
use crate::arguments::graph::ColourScale;
use crate::io::atomic_file::AtomicFile;
use crate::io::output::{CommandResult, Output};
use crate::io::progress::Spinner;
use crate::pictures::files::in_pixels;
use slidewise_analysis::{Component, ComponentList, ComponentVertex, NeighborhoodItem};
use slidewise_app::Problem;
use slidewise_layout::{GraphLayout, LayoutKind, LayoutRequest};
use slidewise_render::picture::{GraphDot, GraphPicture};
use slidewise_render::{counted, with_commas};
use std::ops::ControlFlow;

/// Largest number of configurations in a picture.
const MOST: u64 = 1_000_000;
/// Number of configurations up to which a graph that is too large is counted for the message.
const MAX_COUNTED: u64 = 10 * MOST;

/// Draws the configurations and edges of a walk, into a file or onto stdout.
pub(crate) fn draw_graph(
    walk: &GraphWalk<'_>,
    args: &GraphArgs,
    is_png: bool,
    file: Option<AtomicFile>,
) -> CommandResult {
    let puzzle = walk.puzzle();
    let scale = args.colour.unwrap_or(ColourScale::Generation);
    let drawn = DrawnGraph::of(walk)?;
    let mut vertices = drawn.component.vertices.iter();
    if scale == ColourScale::Finish && vertices.all(|own| own.to_finish.is_none()) {
        return Err(Problem::of_input(
            format!("no distance to Finish is known in {}", puzzle.name),
            "--colour generation shows the distance from Start",
        ));
    }
    let request = LayoutRequest {
        seed: args.seed,
        ..LayoutRequest::new(args.layout.into(), drawn.root())
    };
    let spinner = Spinner::new(walk.common.quiet);
    let tell = &mut |done: usize, all: usize| {
        spinner.show(format!(
            "laying out {}, {} %",
            counted(drawn.size.nodes, "configuration"),
            done * 100 / all
        ));
        if walk.is_stopped() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let layout = if walk.is_whole() {
        walk.numbered.layout(&drawn.component, request, tell)
    } else {
        let order = drawn.component.vertices.len();
        let part = (order, &drawn.component.edges[..]);
        walk.numbered.layout_of_part(part, request, tell)
    };
    spinner.end();
    let layout = layout?.ok_or_else(interrupted)?;
    let (dots, size) = (drawn.dots(walk, scale), drawn.size);
    let mut edges = drawn.component.edges;
    let tree_edges = GraphLayout::tree_edges_first(dots.len(), request.root, &mut edges);
    let strong = match layout.kind {
        LayoutKind::Distances => edges.len(),
        LayoutKind::Tree => tree_edges,
    };
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
        strong,
        places: &layout.places,
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

/// The configurations and edges that a walk visited.
struct DrawnGraph {
    size: WalkSize,
    component: Component,
    /// The number of the walk's centre in the graph.
    centre: u64,
    /// The numbers of the goals, ascending.
    goals: Vec<u64>,
}

impl DrawnGraph {
    /// Walks through the graph and collects its configurations and edges.
    ///
    /// # Errors
    /// If the walk fails, or meets more configurations than a picture shows.
    fn of(walk: &GraphWalk<'_>) -> Result<DrawnGraph, Problem> {
        let mut component = ComponentList::default();
        let (mut centre, mut goals) = (None, Vec::new());
        let walked = walk.walk(MAX_COUNTED, |found| {
            match found {
                NeighborhoodItem::Vertex(vertex) => {
                    centre.get_or_insert(vertex.index);
                    if component.vertices.len() as u64 <= MOST {
                        component.vertices.push(ComponentVertex {
                            index: vertex.index,
                            from_start: walk.generation_of(&vertex).unwrap_or(0),
                            to_finish: vertex.distances[1],
                        });
                        goals.extend(walk.is_goal(&vertex).then_some(vertex.index));
                    }
                }
                NeighborhoodItem::Edge { from, to } => {
                    if component.vertices.len() as u64 <= MOST {
                        component.edges.push((from, to));
                    }
                }
            }
            Ok(())
        });
        goals.sort_unstable();
        match walked {
            Ok(size) if size.nodes <= MOST => Ok(DrawnGraph {
                size,
                component: component.sorted(),
                centre: centre.unwrap_or(0),
                goals,
            }),
            Ok(size) => Err(too_many(&with_commas(size.nodes))),
            Err(WalkError::Limit) => {
                let most = with_commas(MAX_COUNTED);
                Err(too_many(&format!("more than {most}")))
            }
            Err(other) => Err(other.into()),
        }
    }

    /// The place of the walk's centre in the list of vertices.
    fn root(&self) -> u32 {
        self.component.place_of(self.centre)
    }

    /// The dots of the picture.
    fn dots(&self, walk: &GraphWalk<'_>, scale: ColourScale) -> Vec<GraphDot> {
        let start = walk.numbered.start();
        let vertices = self.component.vertices.iter();
        vertices
            .map(|own| GraphDot {
                distance: match scale {
                    ColourScale::Generation => Some(own.from_start),
                    ColourScale::Finish => own.to_finish,
                },
                is_start: own.index == start,
                is_goal: self.goals.binary_search(&own.index).is_ok(),
            })
            .collect()
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
