//! `slidewise graph PUZZLE --out FILE.svg`: the state graph as a picture.

use super::picture_output::PictureOutput;
use super::placed_graph::{PlacedGraph, PlacesWanted};
use super::report::{WrittenGraph, report, written};
use super::walk::GraphWalk;
use crate::arguments::graph::ColourScale;
use crate::io::output::{CommandResult, Output};
use crate::pictures::files::in_pixels;
use slidewise_app::{NamedLevel, Problem};
use slidewise_layout::{GraphLayout, LayoutKind};
use slidewise_render::counted;
use slidewise_render::picture::{GraphDot, GraphPicture};
use slidewise_sokoban::{LevelGraph, LevelLimits};

impl PictureOutput<'_> {
    fn scale(&self) -> ColourScale {
        self.args.colour.unwrap_or(ColourScale::Generation)
    }

    /// The layout that the arguments ask for.
    fn wanted(&self) -> PlacesWanted<'_> {
        PlacesWanted {
            common: self.common,
            args: self.args,
            dimensions: 2,
        }
    }

    /// Draws a graph and writes the picture.
    fn write(self, graph: &WrittenGraph<'_>, placed: PlacedGraph) -> CommandResult {
        let dots = placed.dots(self.scale());
        let mut edges = placed.component.edges;
        let tree_edges = GraphLayout::tree_edges_first(dots.len(), placed.root, &mut edges);
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
            dots: &dots,
            strong: match placed.layout.kind {
                LayoutKind::Distances => edges.len(),
                LayoutKind::Tree => tree_edges,
            },
            edges: &edges,
            places: &placed.layout.places,
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

impl PlacedGraph {
    /// The dots of the picture.
    fn dots(&self, scale: ColourScale) -> Vec<GraphDot> {
        let vertices = self.component.vertices.iter();
        vertices
            .map(|own| GraphDot {
                distance: match scale {
                    ColourScale::Generation => Some(own.from_start),
                    ColourScale::Finish => own.to_finish,
                },
                is_start: own.index == self.start,
                is_goal: self.goals.binary_search(&own.index).is_ok(),
            })
            .collect()
    }
}

/// Draws the configurations and edges of a walk, into a file or onto stdout.
pub(crate) fn draw_graph(walk: &GraphWalk<'_>, output: PictureOutput<'_>) -> CommandResult {
    if output.scale() == ColourScale::Finish && !walk.knows_finish() {
        return Err(Problem::of_input(
            format!("no distance to Finish is known in {}", walk.puzzle().name),
            "--colour generation shows the distance from Start",
        ));
    }
    let placed = PlacedGraph::of_walk(walk, output.wanted())?;
    let written = WrittenGraph::of(walk, placed.size());
    output.write(&written, placed)
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
    let placed = PlacedGraph::of_level(graph, limits, output.wanted())?;
    let size = placed.size();
    let written = WrittenGraph {
        name: &named.name,
        title: named.title(),
        metric: graph.metric().name(),
        nodes: size.nodes,
        edges: size.edges,
        radius: size.radius,
    };
    output.write(&written, placed)
}
