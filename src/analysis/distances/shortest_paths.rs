//! Shortest paths from the sources to some configurations: their number, the least path, and all
//! paths in ascending order.
//!
//! The configurations on the paths form one layer for each generation. The layers are found one
//! after the other, from the targets back to the sources. The paths are then counted layer by
//! layer, from the sources to the targets.
//!
//! The least path is the first when paths are compared move by move ([`Move`]).
//!
//! Memory: some 60 bytes for each configuration on a shortest path.

use super::marked_search::{MarkedSearch, QueryError};
use super::next_position::NextPosition;
use super::path::Path;
use super::search_vertices::{SearchVertices, VertexNeighbours};
use super::single_move::Move;
use ahash::AHashMap;
use num_bigint::BigUint;
use slidewise_engine::graph::{Graph, Metric};
use slidewise_engine::search::{BestFirst, HashSearch, PositionTable};
use slidewise_puzzle::{Configuration, Puzzle};

/// Shortest paths from the sources to some configurations of one generation.
#[derive(Debug)]
pub struct Routes<'a> {
    pub(super) vertices: SearchVertices<'a>,
    /// Layers of the shortest paths.
    layers: PathLayers,
    /// Layers of the paths that are one edge longer, two edges longer, and so on.
    pub(super) longer: Vec<PathLayers>,
}

/// Configurations on paths of one length, indexed by the number of edges before them. Each has the
/// number of paths that lead to it.
pub(super) type PathLayers = Vec<AHashMap<u64, BigUint>>;

impl<'a> Routes<'a> {
    /// Finds the shortest paths to a configuration; `None` if it is in no finished generation.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn shortest(
        explored: MarkedSearch<'a>,
        index: u64,
    ) -> Result<Option<Routes<'a>>, QueryError> {
        let distance = explored.generation_of(index)?;
        let routes = distance.map(|distance| Routes::to(explored, &[index], distance));
        routes.transpose()
    }

    /// Finds the shortest paths to `targets`, all of which must be in generation `distance`.
    ///
    /// # Errors
    /// If a target is in another generation, the stop flag is raised, or the marks are damaged.
    pub fn to(
        explored: MarkedSearch<'a>,
        targets: &[u64],
        distance: u64,
    ) -> Result<Routes<'a>, QueryError> {
        let not_there = |index| QueryError::NotThere {
            index,
            generation: distance,
        };
        if let Some(&unseen) = targets.iter().find(|&&index| !explored.has_seen(index)) {
            return Err(explored.if_sound(not_there(unseen))?);
        }
        // Finds the first target that is not in generation `distance`.
        let elsewhere = || {
            for &index in targets {
                if explored.generation_of(index)? != Some(distance) {
                    return Ok(index);
                }
            }
            Ok(targets[0])
        };
        let mut neighbours = explored.graph().neighbours();
        let layers = layers_to(targets, distance, |layer, _| {
            let mut nearer = Vec::new();
            for &index in layer {
                if explored.is_stopped() {
                    return Err(QueryError::Stopped);
                }
                let before = explored.predecessors(&mut neighbours, index);
                if before.is_empty() {
                    explored.if_sound(())?;
                    return Err(if explored.begins_at(index) {
                        not_there(elsewhere()?)
                    } else {
                        QueryError::Damaged { index }
                    });
                }
                nearer.extend(before);
            }
            Ok(nearer)
        })?;
        let vertices = SearchVertices::Graph(explored.graph());
        let counted = Routes::unless(vertices, layers, || explored.is_stopped());
        let routes = counted.ok_or(QueryError::Stopped)?;
        let mut first = routes.layers[0].keys();
        if first.all(|&index| explored.begins_at(index)) {
            explored.if_sound(routes)
        } else {
            Err(not_there(elsewhere()?))
        }
    }

    /// Collects and counts the shortest paths to `targets`, which are in generation `distance`.
    ///
    /// `nearer` is called with the configurations of a layer and the number of their generation. It
    /// returns their neighbours in the generation before. Each configuration must have such a
    /// neighbour.
    pub(crate) fn through<E>(
        graph: &'a Graph,
        targets: &[u64],
        distance: u64,
        nearer: impl FnMut(&[u64], u64) -> Result<Vec<u64>, E>,
    ) -> Result<Routes<'a>, E> {
        Routes::among(SearchVertices::Graph(graph), targets, distance, nearer)
    }

    /// Finds the shortest paths to `targets`, which are positions in the last finished generation
    /// of a hash search.
    ///
    /// # Panics
    /// If a target is in no finished generation.
    pub fn in_hash_search(search: &'a HashSearch<'a>, targets: &[u64]) -> Routes<'a> {
        let distance = targets.iter().map(|&target| search.generation_of(target));
        let distance = distance.max().flatten();
        let distance = distance.expect("targets are in finished generations");
        Routes::in_table(search.positions(), targets, distance, |number| {
            search.generation_of(number)
        })
    }

    /// Finds the shortest paths to the goals that a best-first search has met.
    ///
    /// They are all shortest paths if the search was to count them.
    ///
    /// # Panics
    /// If the search has met no goal.
    pub fn in_best_first(search: &'a BestFirst<'a>) -> Routes<'a> {
        let distance = search.distance().expect("the search has met a goal");
        // A known way to a position on a shortest path is a shortest one. A position whose known
        // way could be shortened is no neighbour of one at the next distance, since that one would
        // be nearer then.
        Routes::in_table(search.positions(), &search.met(), distance, |number| {
            Some(search.length_of(number))
        })
    }

    /// Finds the shortest paths to `targets`, at distance `distance`, among the positions of a
    /// table.
    fn in_table(
        positions: &'a PositionTable<'a>,
        targets: &[u64],
        distance: u64,
        distance_of: impl Fn(u64) -> Option<u64>,
    ) -> Routes<'a> {
        let vertices = SearchVertices::Hash(positions);
        let found = Routes::among(vertices, targets, distance, |layer, generation| {
            let mut nearer = Vec::new();
            for &number in layer {
                positions.for_each_neighbour(number, |neighbour| {
                    if distance_of(neighbour) == Some(generation - 1) {
                        nearer.push(neighbour);
                    }
                });
            }
            Ok::<_, std::convert::Infallible>(nearer)
        });
        match found {
            Ok(routes) => routes,
        }
    }

    fn among<E>(
        vertices: SearchVertices<'a>,
        targets: &[u64],
        distance: u64,
        nearer: impl FnMut(&[u64], u64) -> Result<Vec<u64>, E>,
    ) -> Result<Routes<'a>, E> {
        let layers = layers_to(targets, distance, nearer)?;
        Ok(Routes::of_layers(vertices, layers))
    }

    /// Collects and counts the shortest paths over `middle`, which lead from the sources of one
    /// search to those of another.
    ///
    /// `middle` has all common members of generation `near` of the first search and generation
    /// `far` of the second, and no path is shorter than `near` + `far`. Each number comes with a
    /// function as that of [`Routes::through`].
    pub(crate) fn across<E>(
        graph: &'a Graph,
        middle: Vec<u64>,
        (near, mut nearer): (u64, impl FnMut(&[u64], u64) -> Result<Vec<u64>, E>),
        (far, mut farther): (u64, impl FnMut(&[u64], u64) -> Result<Vec<u64>, E>),
    ) -> Result<Routes<'a>, E> {
        let onward = back_from(middle.clone(), far, &mut farther)?;
        let mut layers = back_from(middle, near, &mut nearer)?;
        layers.reverse();
        layers.extend(onward.into_iter().skip(1));
        Ok(Routes::of_layers(SearchVertices::Graph(graph), layers))
    }

    /// Counts the paths through layers of configurations, from the first layer to the last.
    fn of_layers(vertices: SearchVertices<'a>, layers: Vec<Vec<u64>>) -> Routes<'a> {
        Routes::unless(vertices, layers, || false).expect("nothing stops the count")
    }

    /// Counts the paths through layers of configurations; `None` if `is_stopped` becomes true.
    fn unless(
        vertices: SearchVertices<'a>,
        layers: Vec<Vec<u64>>,
        is_stopped: impl Fn() -> bool,
    ) -> Option<Routes<'a>> {
        let layers = counted_layers(vertices, layers, is_stopped)?;
        Some(Routes {
            vertices,
            layers,
            longer: Vec::new(),
        })
    }

    /// Puzzle of the paths.
    pub(super) fn puzzle(&self) -> &'a Puzzle {
        self.vertices.puzzle()
    }

    /// Metric of the paths.
    pub fn metric(&self) -> Metric {
        self.vertices.metric()
    }

    /// Length of each path, in edges.
    pub fn distance(&self) -> u64 {
        self.layers.len() as u64 - 1
    }

    /// Number of shortest paths, counted as sequences of configurations.
    pub fn count(&self) -> BigUint {
        self.layers[self.layers.len() - 1].values().sum()
    }

    /// Numbers of the paths that are one edge longer than the shortest, two edges longer, and so
    /// on, as far as [`Routes::with_longer`] has found them.
    pub fn longer_counts(&self) -> Vec<BigUint> {
        let last = self.longer.iter().map(|layers| &layers[layers.len() - 1]);
        last.map(|layer| layer.values().sum()).collect()
    }

    /// Number of the paths of all lengths together.
    pub fn total(&self) -> BigUint {
        self.longer_counts()
            .into_iter()
            .fold(self.count(), |sum, more| sum + more)
    }

    /// Returns the least path.
    ///
    /// Paths are compared move by move, and moves by the cell that the piece leaves, then by the
    /// letters of the steps.
    ///
    /// # Panics
    /// If there are no targets, and therefore no paths.
    pub fn least(&self) -> Path {
        self.paths()
            .next()
            .expect("there is a target, and a path leads to it")
    }

    /// Enumerates all paths, the shortest first, and of those of one length the least first.
    pub fn paths(&self) -> PathIter<'_> {
        PathIter {
            routes: self,
            neighbours: self.vertices.adjacent(),
            layers: &self.layers,
            longer: self.longer.iter(),
            done: Vec::new(),
            waiting: vec![self.beginnings(&self.layers)],
        }
    }

    /// The first configurations of paths, in descending order.
    fn beginnings(&self, layers: &PathLayers) -> Vec<PathVertex> {
        let mut beginnings: Vec<u64> = layers[0].keys().copied().collect();
        beginnings.sort_unstable_by(|a, b| b.cmp(a));
        let vertices = beginnings.into_iter();
        vertices
            .map(|index| PathVertex::first(self, index))
            .collect()
    }
}

/// Counts the paths through layers of configurations, and drops those to which no path leads;
/// `None` if `is_stopped` becomes true.
pub(super) fn counted_layers(
    vertices: SearchVertices<'_>,
    layers: Vec<Vec<u64>>,
    is_stopped: impl Fn() -> bool,
) -> Option<PathLayers> {
    let mut neighbours = vertices.adjacent();
    let mut counted: PathLayers = Vec::with_capacity(layers.len());
    for layer in layers {
        let ways = match counted.last() {
            None => layer.iter().map(|&index| (index, 1u32.into())).collect(),
            Some(nearer) => layer
                .iter()
                .take_while(|_| !is_stopped())
                .map(|&index| {
                    let mut ways = BigUint::ZERO;
                    neighbours.for_each(index, |neighbour| {
                        if let Some(more) = nearer.get(&neighbour) {
                            ways += more;
                        }
                    });
                    (index, ways)
                })
                .filter(|(_, ways)| *ways != BigUint::ZERO)
                .collect(),
        };
        counted.push(ways);
    }
    (!is_stopped()).then_some(counted)
}

/// The layers of the shortest paths to `targets`, in generation `distance`, from generation 0 on.
fn layers_to<E>(
    targets: &[u64],
    distance: u64,
    mut nearer: impl FnMut(&[u64], u64) -> Result<Vec<u64>, E>,
) -> Result<Vec<Vec<u64>>, E> {
    let mut layers = back_from(targets.to_vec(), distance, &mut nearer)?;
    layers.reverse();
    Ok(layers)
}

/// The layers from `targets`, in generation `distance`, back to generation 0; each is ascending.
fn back_from<E>(
    targets: Vec<u64>,
    distance: u64,
    nearer: &mut impl FnMut(&[u64], u64) -> Result<Vec<u64>, E>,
) -> Result<Vec<Vec<u64>>, E> {
    let mut layers = vec![sorted(targets)];
    for generation in (1..=distance).rev() {
        let before = nearer(&layers[layers.len() - 1], generation)?;
        layers.push(sorted(before));
    }
    Ok(layers)
}

fn sorted(mut indices: Vec<u64>) -> Vec<u64> {
    indices.sort_unstable();
    indices.dedup();
    indices
}

/// Iterator over the paths, the shortest first, and of those of one length the least first.
#[derive(Debug)]
pub struct PathIter<'r> {
    routes: &'r Routes<'r>,
    neighbours: VertexNeighbours<'r>,
    /// Layers of the paths of the current length.
    layers: &'r PathLayers,
    /// Layers of the paths of greater lengths.
    longer: std::slice::Iter<'r, PathLayers>,
    /// Current path, beginning with its first configuration; it may not reach the target yet.
    done: Vec<PathVertex>,
    /// Configurations still to be tried, indexed by layer; the last configuration of a layer is
    /// tried first.
    waiting: Vec<Vec<PathVertex>>,
}

/// Configuration on a path, with the move that leads to it.
#[derive(Clone, Debug)]
struct PathVertex {
    index: u64,
    configuration: Configuration,
    by: Option<Move>,
}

impl PathVertex {
    /// Creates the first configuration of a path.
    fn first(routes: &Routes<'_>, index: u64) -> PathVertex {
        PathVertex {
            index,
            configuration: routes.vertices.configuration(index),
            by: None,
        }
    }

    /// Creates the configuration to which a move leads.
    fn after(successor: NextPosition) -> PathVertex {
        PathVertex {
            index: successor.index,
            configuration: successor.configuration,
            by: Some(successor.by),
        }
    }
}

impl PathIter<'_> {
    /// Neighbours of `from` in the next layer, in descending order of the moves that lead to them.
    fn onward(&mut self, from: &PathVertex) -> Vec<PathVertex> {
        let further = &self.layers[self.done.len()];
        let onward = self
            .neighbours
            .successors(from.index, |to| further.contains_key(&to));
        onward.into_iter().rev().map(PathVertex::after).collect()
    }
}

impl Iterator for PathIter<'_> {
    type Item = Path;

    fn next(&mut self) -> Option<Path> {
        loop {
            let Some(waiting) = self.waiting.last_mut() else {
                self.layers = self.longer.next()?;
                self.waiting.push(self.routes.beginnings(self.layers));
                continue;
            };
            match waiting.pop() {
                None => {
                    self.waiting.pop();
                    self.done.pop();
                }
                Some(stage) => {
                    self.done.push(stage.clone());
                    if self.done.len() == self.layers.len() {
                        let positions = self.done.iter().map(|s| s.configuration.clone());
                        let moves = self.done.iter().filter_map(|s| s.by.clone());
                        let puzzle = self.routes.vertices.puzzle();
                        let path = Path::new(puzzle, positions.collect(), moves.collect());
                        self.done.pop();
                        return Some(path);
                    }
                    let onward = self.onward(&stage);
                    self.waiting.push(onward);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchSources;
    use slidewise_engine::graph::Metric;
    use slidewise_engine::search::{Event, MemorySink, Run};
    use std::ops::ControlFlow;

    #[test]
    fn ways_to_where_a_configuration_is_not_are_none() {
        let puzzle = Puzzle::open("lane-rouge").unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        let start = graph.index_of(&puzzle.start).unwrap();
        let mut memory = MemorySink::new(graph.len()).unwrap();
        let sources = [start];
        let run = Run::new(&graph, &sources);
        run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        let explored = MarkedSearch::in_memory(&graph, &memory, SearchSources::At(start));
        let far = memory.last()[0];
        let told = Routes::shortest(explored, far).unwrap().unwrap();
        assert_eq!(told.distance(), 167);
        let to = |targets: &[u64], distance| Routes::to(explored, targets, distance).map(drop);
        assert_eq!(to(memory.last(), 167), Ok(()));
        let unseen = (0..).find(|&index| !explored.has_seen(index)).unwrap();
        assert!(Routes::shortest(explored, unseen).unwrap().is_none());
        for (index, generation) in [(far, 0), (far, 164), (far, 166), (far, 168), (far, 170)]
            .into_iter()
            .chain([(unseen, 0), (unseen, 5), (graph.len(), 1), (start, 3)])
        {
            let refused = Err(QueryError::NotThere { index, generation });
            assert_eq!(to(&[index], generation), refused);
        }
    }

    #[test]
    fn a_search_from_several_tells_the_distance_from_the_nearest() {
        let puzzle = Puzzle::open("tarohs-soap").unwrap();
        for metric in Metric::OF_ONE_PIECE {
            let graph = Graph::new(&puzzle, &puzzle.start, metric).unwrap();
            let start = graph.index_of(&puzzle.start).unwrap();
            let sources = [start, (start + graph.len() / 2) % graph.len()];
            let ascending = [sources[0].min(sources[1]), sources[0].max(sources[1])];
            let mut memory = MemorySink::new(graph.len()).unwrap();
            let mut distances = vec![None; graph.len() as usize];
            let run = Run::new(&graph, &sources);
            run.explore(&mut memory, &mut |event| {
                if let Event::Found {
                    generation,
                    configurations,
                    ..
                } = event
                {
                    configurations
                        .for_each(&mut |index| distances[index as usize] = Some(generation));
                }
                ControlFlow::Continue(())
            })
            .unwrap();
            let explored =
                MarkedSearch::in_memory(&graph, &memory, SearchSources::AtEach(&ascending));
            for (index, &distance) in (0..).zip(&distances) {
                assert_eq!(explored.generation_of(index), Ok(distance), "{metric:?}");
            }
            let descending = [ascending[1], ascending[0]];
            let asked =
                || MarkedSearch::in_memory(&graph, &memory, SearchSources::AtEach(&descending));
            let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(asked));
            assert!(refused.is_err(), "they do not ascend");
        }
    }
}
