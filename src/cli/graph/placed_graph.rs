//! `PlacedGraph`: all configurations of a graph with their places, for pictures and coordinates.

use super::format_options;
use super::walk::{GraphWalk, WalkError, interrupted};
use crate::arguments::{CommonArgs, GraphArgs, NetworkFormat};
use crate::io::progress::Spinner;
use crate::io::signals::stop_flag;
use slidewise_analysis::{Component, ComponentList, ComponentVertex, NeighborhoodItem};
use slidewise_app::{Problem, check_layout_fits};
use slidewise_layout::{GraphLayout, LayoutGraph, LayoutRequest, VertexPlace};
use slidewise_render::{counted, with_commas};
use slidewise_sokoban::{LevelComponent, LevelGraph, LevelLimits};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// Largest number of configurations that are laid out.
const MOST: u64 = 1_000_000;
/// Number of configurations up to which a graph that is too large is counted for the message.
const MAX_COUNTED: u64 = 10 * MOST;

/// The layout that arguments ask for, and where its progress is shown.
#[derive(Clone, Copy)]
pub(crate) struct PlacesWanted<'a> {
    pub common: &'a CommonArgs,
    pub args: &'a GraphArgs,
    /// Number of dimensions.
    pub dimensions: usize,
}

/// Configurations and edges with the places of a layout.
#[cfg_attr(
    not(feature = "pictures"),
    expect(dead_code, reason = "only pictures need it")
)]
pub(crate) struct PlacedGraph {
    pub component: Component,
    /// Number of Start, which need not be in the component.
    pub start: u64,
    /// The numbers of the goals, ascending.
    pub goals: Vec<u64>,
    /// Place in the component of the configuration from which the tree grows.
    pub root: u32,
    /// Greatest distance from there.
    radius: u64,
    pub layout: GraphLayout,
}

impl<'a> PlacesWanted<'a> {
    /// The layout whose places a file has; `None` if it has none.
    pub(crate) fn of(
        common: &'a CommonArgs,
        args: &'a GraphArgs,
        format: NetworkFormat,
    ) -> Option<PlacesWanted<'a>> {
        format_options::has_places(args, format).then_some(PlacesWanted {
            common,
            args,
            dimensions: args.dimensions.unwrap_or(2),
        })
    }

    fn request(self, root: u32) -> LayoutRequest {
        LayoutRequest {
            dimensions: self.dimensions,
            seed: self.args.seed(),
            ..LayoutRequest::new(self.args.layout(), root)
        }
    }

    /// Calls `lay_out` with an observer that shows the progress and ends with the signal to stop.
    fn watched<T>(
        self,
        count: usize,
        lay_out: impl FnOnce(&mut dyn FnMut(usize, usize) -> ControlFlow<()>) -> T,
    ) -> T {
        let spinner = Spinner::new(self.common.quiet);
        let made = lay_out(&mut |done, all| {
            spinner.show(format!(
                "laying out {}, {} %",
                counted(count as u64, "configuration"),
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
}

impl PlacedGraph {
    /// The configurations and edges that a walk visits; the layout of a whole graph is kept.
    ///
    /// # Errors
    /// If the walk fails or is interrupted, or meets more configurations than are laid out.
    pub(crate) fn of_walk(
        walk: &GraphWalk<'_>,
        wanted: PlacesWanted<'_>,
    ) -> Result<PlacedGraph, Problem> {
        let mut list = ComponentList::default();
        let (mut centre, mut goals) = (None, Vec::new());
        let walked = walk.walk(MAX_COUNTED, |found| {
            if list.vertices.len() as u64 > MOST {
                return Ok(());
            }
            match found {
                NeighborhoodItem::Vertex(vertex) => {
                    centre.get_or_insert(vertex.index);
                    list.vertices.push(ComponentVertex {
                        index: vertex.index,
                        from_start: walk.generation_of(&vertex).unwrap_or(0),
                        to_finish: vertex.distances[1],
                    });
                    goals.extend(walk.is_goal(&vertex).then_some(vertex.index));
                }
                NeighborhoodItem::Edge { from, to } => list.edges.push((from, to)),
            }
            Ok(())
        });
        let size = match walked {
            Ok(size) if size.nodes <= MOST => size,
            Ok(size) => return Err(too_many(&with_commas(size.nodes))),
            Err(WalkError::Limit) => {
                let most = with_commas(MAX_COUNTED);
                return Err(too_many(&format!("more than {most}")));
            }
            Err(other) => return Err(other.into()),
        };
        let component = list.sorted();
        let root = component.place_of(centre.unwrap_or(0));
        let (order, request) = (component.vertices.len(), wanted.request(root));
        let layout = wanted.watched(order, |tell| {
            if walk.is_whole() {
                return walk.numbered.layout(&component, request, tell);
            }
            let part = (order, &component.edges[..]);
            walk.numbered.layout_of_part(part, request, tell)
        });
        goals.sort_unstable();
        Ok(PlacedGraph {
            layout: layout?.ok_or_else(interrupted)?,
            component,
            start: walk.numbered.start(),
            goals,
            root,
            radius: size.radius,
        })
    }

    /// All positions of a Sokoban level and the pushes or steps between them, whose directions
    /// the layout ignores.
    ///
    /// # Errors
    /// If the search fails or is interrupted, or finds more positions than are laid out.
    pub(crate) fn of_level(
        graph: &LevelGraph<'_>,
        limits: LevelLimits<'_>,
        wanted: PlacesWanted<'_>,
    ) -> Result<PlacedGraph, Problem> {
        let found = LevelComponent::of(graph, limits, MOST as u32)?;
        let found = found.ok_or_else(|| too_many(&format!("more than {}", with_commas(MOST))))?;
        let radius = found.depth();
        let solved = found.vertices.iter().map(|own| own.number);
        let goals = solved.filter(|&number| graph.is_solved(number)).collect();
        let vertices = found.vertices.iter().map(|own| ComponentVertex {
            index: own.number,
            from_start: own.from_start,
            to_finish: own.to_solution,
        });
        let component = Component {
            vertices: vertices.collect(),
            edges: found.edges,
        };
        let start = component
            .vertices
            .iter()
            .position(|own| own.from_start == 0);
        let root = start.unwrap_or(0) as u32;
        let order = component.vertices.len();
        let request = LayoutRequest {
            threads: limits.threads,
            ..wanted.request(root)
        };
        check_layout_fits(&request, (order, component.edges.len()), limits.memory)?;
        let layout = wanted.watched(order, |tell| {
            GraphLayout::of(&LayoutGraph::new(order, &component.edges), &request, tell)
        });
        Ok(PlacedGraph {
            layout: layout.ok_or_else(interrupted)?,
            start: component.vertices[root as usize].index,
            component,
            goals,
            root,
            radius,
        })
    }

    /// Its size.
    #[cfg(feature = "pictures")]
    pub(crate) fn size(&self) -> super::walk::WalkSize {
        super::walk::WalkSize {
            nodes: self.component.vertices.len() as u64,
            edges: self.component.edges.len() as u64,
            radius: self.radius,
        }
    }

    /// Whether the configuration of a number meets a goal.
    #[cfg(feature = "pictures")]
    pub(crate) fn is_goal(&self, index: u64) -> bool {
        self.goals.binary_search(&index).is_ok()
    }

    /// The place of a configuration in it, by its number.
    pub(crate) fn place(&self, index: u64) -> VertexPlace {
        self.layout.places[self.component.place_of(index) as usize]
    }
}

fn too_many(how_many: &str) -> Problem {
    Problem::of_input(
        format!(
            "at most {} configurations are laid out, all of them in memory, but this graph has \
             {how_many}",
            with_commas(MOST)
        ),
        "take a part with --max-generation N, or with --around POSITION --radius N; \
         without --coordinates, graphml, dot, csv and parquet take the whole graph",
    )
}
