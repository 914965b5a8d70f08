//! A component of a state graph as a list: all vertices with their distances, and the edges.

use super::distance_tracker::DistanceTracker;
use super::marked_search::MarkedSearch;
use super::neighborhood::{Neighborhood, NeighborhoodError, NeighborhoodItem};
use slidewise_engine::graph::Graph;

/// A vertex of a component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ComponentVertex {
    /// Index of the vertex in the graph.
    pub index: u64,
    /// Distance from Start.
    pub from_start: u64,
    /// Distance to the nearest goal; `None` if no goal can be reached.
    pub to_finish: Option<u64>,
}

/// All vertices that can be reached from one vertex, and the edges between them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Component {
    /// The vertices, by ascending index.
    pub vertices: Vec<ComponentVertex>,
    /// The edges, as places in the list of vertices; each edge once.
    pub edges: Vec<(u32, u32)>,
}

/// Vertices and edges in the order of a walk, before they are a [`Component`].
#[derive(Clone, Debug, Default)]
pub struct ComponentList {
    /// The vertices, each once.
    pub vertices: Vec<ComponentVertex>,
    /// The edges, as indices of vertices in the graph; each edge once.
    pub edges: Vec<(u64, u64)>,
}

impl ComponentList {
    /// The vertices by ascending index, and the edges as places in their list.
    pub fn sorted(mut self) -> Component {
        self.vertices.sort_unstable();
        let mut component = Component {
            vertices: self.vertices,
            edges: Vec::with_capacity(self.edges.len()),
        };
        for (from, to) in self.edges {
            let ends = (component.place_of(from), component.place_of(to));
            component.edges.push(ends);
        }
        component
    }
}

/// Reasons why a walk through a component ends early.
enum ListingEnd {
    Failed(NeighborhoodError),
    TooLarge,
}

impl From<NeighborhoodError> for ListingEnd {
    fn from(error: NeighborhoodError) -> ListingEnd {
        ListingEnd::Failed(error)
    }
}

impl Component {
    /// Lists the component of `start`; `None` if it has more than `most` vertices.
    ///
    /// `from_goals` is the finished search from the goals, if there is one. Without `has_edges` the
    /// list of edges stays empty.
    ///
    /// # Errors
    /// If the marks are damaged, or there is too little memory.
    ///
    /// # Panics
    /// If `start` is not a vertex of the graph.
    pub fn of(
        graph: &Graph,
        start: u64,
        from_goals: Option<MarkedSearch<'_>>,
        (most, has_edges): (u32, bool),
    ) -> Result<Option<Component>, NeighborhoodError> {
        let tracker = match from_goals {
            Some(explored) => DistanceTracker::new(explored, start)?,
            None => None,
        };
        let walk = Neighborhood::new(graph, start).gauged([None, tracker]);
        let ComponentList {
            mut vertices,
            mut edges,
        } = ComponentList::default();
        let walked = walk.walk(|item| {
            match item {
                NeighborhoodItem::Vertex(_) if vertices.len() as u64 == u64::from(most) => {
                    return Err(ListingEnd::TooLarge);
                }
                NeighborhoodItem::Vertex(vertex) => vertices.push(ComponentVertex {
                    index: vertex.index,
                    from_start: vertex.radius,
                    to_finish: vertex.distances[1],
                }),
                NeighborhoodItem::Edge { from, to } if has_edges => edges.push((from, to)),
                NeighborhoodItem::Edge { .. } => {}
            }
            Ok(())
        });
        match walked {
            Ok(()) => {}
            Err(ListingEnd::TooLarge) => return Ok(None),
            Err(ListingEnd::Failed(error)) => return Err(error),
        }
        Ok(Some(ComponentList { vertices, edges }.sorted()))
    }

    /// The place of a vertex in the list, by its index in the graph.
    pub fn place_of(&self, index: u64) -> u32 {
        self.vertices.partition_point(|own| own.index < index) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use slidewise_engine::graph::Metric;
    use slidewise_puzzle::Puzzle;

    #[test]
    fn a_component_is_listed_whole_or_not_at_all() {
        let puzzle = Puzzle::open("tiles:2x2").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let start = graph.index_of(&puzzle.start).unwrap();
        let listed = |most, has_edges| Component::of(&graph, start, None, (most, has_edges));
        let ring = listed(12, true).unwrap().unwrap();
        assert_eq!((ring.vertices.len(), ring.edges.len()), (12, 12));
        let mut degrees = [0; 12];
        for &(from, to) in &ring.edges {
            degrees[from as usize] += 1;
            degrees[to as usize] += 1;
        }
        assert_eq!(degrees, [2; 12], "every position has two neighbours");
        let farthest = ring.vertices.iter().map(|own| own.from_start).max();
        assert_eq!(farthest, Some(6));
        assert!(listed(12, false).unwrap().unwrap().edges.is_empty());
        assert_eq!(listed(11, true).unwrap(), None);
    }
}
