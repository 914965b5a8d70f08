//! All shortest ways from the beginning to some configurations: how many there are, the least, each of them.
//!
//! The ways form a graph in layers, one a generation, which is gathered from the end back by the marks and
//! then counted from the beginning on. Memory: some 60 bytes for each configuration on a shortest way.

use super::vertices::{Adjacent, Vertices};
use super::{Explored, Move, Path, QueryError, Successor};
use ahash::AHashMap;
use num_bigint::BigUint;
use slidewise_engine::graph::Graph;
use slidewise_engine::search::HashSearch;
use slidewise_puzzle::Configuration;

/// The shortest ways to some configurations of one generation.
#[derive(Debug)]
pub struct Routes<'a> {
    vertices: Vertices<'a>,
    /// By generation: each configuration on a way, with the number of ways that lead to it.
    layers: Vec<AHashMap<u64, BigUint>>,
}

impl<'a> Routes<'a> {
    /// The ways to a configuration; `None` if it is in no finished generation.
    ///
    /// # Errors
    /// If the marks are damaged.
    pub fn shortest(explored: Explored<'a>, index: u64) -> Result<Option<Routes<'a>>, QueryError> {
        let distance = explored.generation_of(index)?;
        let routes = distance.map(|distance| Routes::to(explored, &[index], distance));
        routes.transpose()
    }

    /// The ways to `targets`, all of which lie in generation `distance`.
    ///
    /// # Errors
    /// If one of them does not, or the marks are damaged.
    pub fn to(
        explored: Explored<'a>,
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
        // The first target that is in another generation.
        let elsewhere = || {
            for &index in targets {
                if explored.generation_of(index)? != Some(distance) {
                    return Ok(index);
                }
            }
            Ok(targets[0])
        };
        let mut neighbours = explored.graph().neighbours();
        let routes = Routes::through(explored.graph(), targets, distance, |layer, _| {
            let mut nearer = Vec::new();
            for &index in layer {
                let before = explored.predecessors(&mut neighbours, index);
                if before.is_empty() {
                    explored.if_sound(())?;
                    return Err(match explored.begins_at(index) {
                        true => not_there(elsewhere()?),
                        false => QueryError::Damaged { index },
                    });
                }
                nearer.extend(before);
            }
            Ok(nearer)
        })?;
        match routes.layers[0]
            .keys()
            .all(|&index| explored.begins_at(index))
        {
            true => explored.if_sound(routes),
            false => Err(not_there(elsewhere()?)),
        }
    }

    /// The ways to `targets` in generation `distance`, where `nearer` finds those neighbours of a layer of the
    /// given generation that are in the generation before; each of the layer has one.
    pub(super) fn through<E>(
        graph: &'a Graph,
        targets: &[u64],
        distance: u64,
        nearer: impl FnMut(&[u64], u64) -> Result<Vec<u64>, E>,
    ) -> Result<Routes<'a>, E> {
        Routes::among(Vertices::Graph(graph), targets, distance, nearer)
    }

    /// The ways to `targets`, positions that a hash search has met in its last finished generation.
    ///
    /// # Panics
    /// If one of them is in no finished generation.
    pub fn in_hash_search(search: &'a HashSearch<'a>, targets: &[u64]) -> Routes<'a> {
        let distance = targets.iter().map(|&target| search.generation_of(target));
        let distance = distance.max().flatten();
        let distance = distance.expect("targets are in finished generations");
        let found = Routes::among(
            Vertices::Hash(search),
            targets,
            distance,
            |layer, generation| {
                let mut nearer = Vec::new();
                for &number in layer {
                    search.for_each_neighbour(number, |neighbour| {
                        if search.generation_of(neighbour) == Some(generation - 1) {
                            nearer.push(neighbour);
                        }
                    });
                }
                Ok::<_, std::convert::Infallible>(nearer)
            },
        );
        match found {
            Ok(routes) => routes,
        }
    }

    fn among<E>(
        vertices: Vertices<'a>,
        targets: &[u64],
        distance: u64,
        mut nearer: impl FnMut(&[u64], u64) -> Result<Vec<u64>, E>,
    ) -> Result<Routes<'a>, E> {
        let mut layers = vec![sorted(targets.to_vec())];
        for generation in (1..=distance).rev() {
            let before = nearer(&layers[layers.len() - 1], generation)?;
            layers.push(sorted(before));
        }
        let mut neighbours = vertices.adjacent();
        let mut counted: Vec<AHashMap<u64, BigUint>> = Vec::with_capacity(layers.len());
        for layer in layers.into_iter().rev() {
            let ways = match counted.last() {
                None => layer.iter().map(|&index| (index, 1u32.into())).collect(),
                Some(nearer) => layer
                    .iter()
                    .map(|&index| {
                        let mut ways = BigUint::ZERO;
                        neighbours.for_each(index, |neighbour| {
                            if let Some(more) = nearer.get(&neighbour) {
                                ways += more;
                            }
                        });
                        (index, ways)
                    })
                    .collect(),
            };
            counted.push(ways);
        }
        Ok(Routes {
            vertices,
            layers: counted,
        })
    }

    /// How many generations the ways lead through beyond the first.
    pub fn distance(&self) -> u64 {
        self.layers.len() as u64 - 1
    }

    /// How many shortest ways there are, as sequences of configurations.
    pub fn count(&self) -> BigUint {
        self.layers[self.layers.len() - 1].values().sum()
    }

    /// The least way: by the cell that the piece leaves, then by the letters of its move, move by move.
    ///
    /// # Panics
    /// If there is none, since they were to lead nowhere.
    pub fn least(&self) -> Path {
        self.paths()
            .next()
            .expect("a seen configuration has a way to it")
    }

    /// Every way, least first.
    pub fn paths(&self) -> Paths<'_> {
        let mut beginnings: Vec<u64> = self.layers[0].keys().copied().collect();
        beginnings.sort_unstable_by(|a, b| b.cmp(a));
        Paths {
            routes: self,
            neighbours: self.vertices.adjacent(),
            done: Vec::new(),
            waiting: vec![
                beginnings
                    .into_iter()
                    .map(|index| Stage::first(self, index))
                    .collect(),
            ],
        }
    }
}

fn sorted(mut indices: Vec<u64>) -> Vec<u64> {
    indices.sort_unstable();
    indices.dedup();
    indices
}

/// The shortest ways one after the other.
#[derive(Debug)]
pub struct Paths<'r> {
    routes: &'r Routes<'r>,
    neighbours: Adjacent<'r>,
    /// The way to where the enumeration is.
    done: Vec<Stage>,
    /// By layer: what is still to be tried there, least last.
    waiting: Vec<Vec<Stage>>,
}

#[derive(Clone, Debug)]
struct Stage {
    index: u64,
    configuration: Configuration,
    by: Option<Move>,
}

impl Stage {
    /// The beginning of a way.
    fn first(routes: &Routes<'_>, index: u64) -> Stage {
        Stage {
            index,
            configuration: routes.vertices.configuration(index),
            by: None,
        }
    }

    /// What follows by a move.
    fn after(successor: Successor) -> Stage {
        Stage {
            index: successor.index,
            configuration: successor.configuration,
            by: Some(successor.by),
        }
    }
}

impl Paths<'_> {
    /// The configurations one layer on that lie on a way, least move last.
    fn onward(&mut self, from: &Stage) -> Vec<Stage> {
        let further = &self.routes.layers[self.done.len()];
        let onward = self
            .neighbours
            .successors(from.index, |to| further.contains_key(&to));
        onward.into_iter().rev().map(Stage::after).collect()
    }
}

impl Iterator for Paths<'_> {
    type Item = Path;

    fn next(&mut self) -> Option<Path> {
        loop {
            match self.waiting.last_mut()?.pop() {
                None => {
                    self.waiting.pop();
                    self.done.pop();
                }
                Some(stage) => {
                    self.done.push(stage.clone());
                    if self.done.len() == self.routes.layers.len() {
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
    use crate::Beginning;
    use slidewise_engine::graph::Metric;
    use slidewise_engine::search::{Event, MemorySink, Run};
    use slidewise_puzzle::Puzzle;
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
        let explored = Explored::in_memory(&graph, &memory, Beginning::At(start));
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
        for metric in Metric::ALL {
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
            let explored = Explored::in_memory(&graph, &memory, Beginning::AtEach(&ascending));
            for (index, &distance) in (0..).zip(&distances) {
                assert_eq!(explored.generation_of(index), Ok(distance), "{metric:?}");
            }
            let descending = [ascending[1], ascending[0]];
            let asked = || Explored::in_memory(&graph, &memory, Beginning::AtEach(&descending));
            let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(asked));
            assert!(refused.is_err(), "they do not ascend");
        }
    }
}
