//! `slidewise graph PUZZLE --out FILE.svg`: the state graph as a picture.

use super::picture_output::PictureOutput;
use super::report::{WrittenGraph, report, written};
use super::walk::{GraphWalk, WalkError, WalkSize, interrupted};
use crate::arguments::graph::ColourScale;
use crate::io::output::{CommandResult, Output};
use crate::io::progress::Spinner;
use crate::io::signals::stop_flag;
use crate::pictures::files::in_pixels;
use slidewise_analysis::{Component, ComponentList, ComponentVertex, NeighborhoodItem};
use slidewise_app::{NamedLevel, Problem};
use slidewise_layout::{GraphLayout, LayoutGraph, LayoutKind, LayoutRequest};
use slidewise_render::picture::{GraphDot, GraphPicture};
use slidewise_render::{counted, with_commas};
use slidewise_sokoban::{LevelComponent, LevelGraph, LevelLimits};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// Largest number of configurations in a picture.
const MOST: u64 = 1_000_000;
/// Number of configurations up to which a graph that is too large is counted for the message.
const MAX_COUNTED: u64 = 10 * MOST;

/// A graph with all that its picture shows.
struct LaidOutGraph<'a> {
    /// Name, title and figures.
    written: WrittenGraph<'a>,
    dots: Vec<GraphDot>,
    edges: Vec<(u32, u32)>,
    /// The dot from which the tree grows.
    root: u32,
    layout: GraphLayout,
}

impl PictureOutput<'_> {
    fn scale(&self) -> ColourScale {
        self.args.colour.unwrap_or(ColourScale::Generation)
    }

    /// The layout that the arguments ask for, with this root.
    fn request(&self, root: u32) -> LayoutRequest {
        LayoutRequest {
            seed: self.args.seed,
            ..LayoutRequest::new(self.args.layout.into(), root)
        }
    }

    /// Calls `lay_out` with an observer that shows the progress and ends with the signal to stop.
    fn watched<T>(
        &self,
        count: u64,
        lay_out: impl FnOnce(&mut dyn FnMut(usize, usize) -> ControlFlow<()>) -> T,
    ) -> T {
        let spinner = Spinner::new(self.common.quiet);
        let made = lay_out(&mut |done, all| {
            spinner.show(format!(
                "laying out {}, {} %",
                counted(count, "configuration"),
                done * 100 / all
            ));
            if stop_flag().load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        spinner.end();
        made
    }

    /// Draws a graph and writes the picture.
    fn write(self, mut drawn: LaidOutGraph<'_>) -> CommandResult {
        let order = drawn.dots.len();
        let tree_edges = GraphLayout::tree_edges_first(order, drawn.root, &mut drawn.edges);
        let graph = &drawn.written;
        let svg = GraphPicture {
            title: graph.title,
            subtitle: &format!(
                "{} and {}; each edge is one {}",
                counted(graph.nodes, "position"),
                counted(graph.edges, "edge"),
                graph.metric
            ),
            scale: match self.scale() {
                ColourScale::Generation => "distance from Start",
                ColourScale::Finish => "distance to Finish",
            },
            dots: &drawn.dots,
            strong: match drawn.layout.kind {
                LayoutKind::Distances => drawn.edges.len(),
                LayoutKind::Tree => tree_edges,
            },
            edges: &drawn.edges,
            places: &drawn.layout.places,
        }
        .svg(self.args.theme.into());
        let Some(file) = self.file else {
            return Ok(Output::of_text(svg));
        };
        let (bytes, format) = if self.is_png {
            (in_pixels(self.common, &svg)?, "png")
        } else {
            (svg.into_bytes(), "svg")
        };
        if let Some(damage) = self.common.corruption.raised() {
            return Err(damage.into());
        }
        let name = file.name().to_owned();
        let bytes = file.fill(&bytes)?;
        report(graph, format, vec![written(&name, None, bytes)])
    }
}

/// Draws the configurations and edges of a walk, into a file or onto stdout.
pub(crate) fn draw_graph(walk: &GraphWalk<'_>, output: PictureOutput<'_>) -> CommandResult {
    let drawn = DrawnGraph::of(walk)?;
    let mut vertices = drawn.component.vertices.iter();
    if output.scale() == ColourScale::Finish && vertices.all(|own| own.to_finish.is_none()) {
        return Err(Problem::of_input(
            format!("no distance to Finish is known in {}", walk.puzzle().name),
            "--colour generation shows the distance from Start",
        ));
    }
    let root = drawn.component.place_of(drawn.centre);
    let request = output.request(root);
    let layout = output.watched(drawn.size.nodes, |tell| {
        if walk.is_whole() {
            return walk.numbered.layout(&drawn.component, request, tell);
        }
        let order = drawn.component.vertices.len();
        let part = (order, &drawn.component.edges[..]);
        walk.numbered.layout_of_part(part, request, tell)
    });
    let layout = layout?.ok_or_else(interrupted)?;
    let dots = drawn.dots(walk, output.scale());
    output.write(LaidOutGraph {
        written: WrittenGraph::of(walk, drawn.size),
        dots,
        edges: drawn.component.edges,
        root,
        layout,
    })
}

/// Draws all positions of a Sokoban level and the pushes or steps between them.
///
/// # Errors
/// If the level has more positions than a picture shows, or its search fails.
pub(crate) fn draw_level(
    named: &NamedLevel,
    graph: &LevelGraph<'_>,
    limits: LevelLimits<'_>,
    output: PictureOutput<'_>,
) -> CommandResult {
    if output.scale() == ColourScale::Finish && limits.max_generation != u64::MAX {
        return Err(Problem::of_input(
            "the distances to a solution need the whole graph, not a part of it",
            "leave out --max-generation, or --colour finish",
        ));
    }
    let component = LevelComponent::of(graph, limits, MOST as u32)?;
    let component =
        component.ok_or_else(|| too_many(&format!("more than {}", with_commas(MOST))))?;
    let start = component
        .vertices
        .iter()
        .position(|own| own.from_start == 0);
    let root = start.unwrap_or(0) as u32;
    let vertices = component.vertices.iter();
    let dots: Vec<GraphDot> = vertices
        .map(|own| GraphDot {
            distance: match output.scale() {
                ColourScale::Generation => Some(own.from_start),
                ColourScale::Finish => own.to_solution,
            },
            is_start: own.from_start == 0,
            is_goal: graph.is_solved(own.number),
        })
        .collect();
    let request = LayoutRequest {
        threads: limits.threads,
        ..output.request(root)
    };
    let layout = output.watched(dots.len() as u64, |tell| {
        let laid = LayoutGraph::new(dots.len(), &component.edges);
        GraphLayout::of(&laid, &request, tell)
    });
    let layout = layout.ok_or_else(interrupted)?;
    output.write(LaidOutGraph {
        written: WrittenGraph {
            name: &named.name,
            title: named.title(),
            metric: graph.metric().name(),
            nodes: dots.len() as u64,
            edges: component.edges.len() as u64,
            radius: component.depth(),
        },
        dots,
        edges: component.edges,
        root,
        layout,
    })
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
