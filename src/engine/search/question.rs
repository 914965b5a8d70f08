//! The question: which graph is searched from where, held against what a keeper keeps.
//!
//! Numbers mean nothing without the graph that gave them, so a search may go on only with what a search of the same
//! question left. It promises that sources are numbers of the graph. It cannot tell two graphs of one metric and one
//! size apart, unless what is kept has a header.

use super::header::header_in_direction;
use crate::graph::Graph;
use ahash::RandomState;
use slidewise_puzzle::Sources;
use slidewise_store::{Header, StoreError};

/// A graph with the configurations from which it is searched.
#[derive(Debug)]
pub struct Question<'a> {
    graph: &'a Graph,
    sources: Vec<u64>,
}

impl<'a> Question<'a> {
    /// The question of a search from `sources`, in whichever order.
    ///
    /// # Errors
    /// [`StoreError::NoSource`] if there is none, [`StoreError::Source`] if one is no vertex of the graph.
    pub fn new(graph: &'a Graph, sources: &[u64]) -> Result<Question<'a>, StoreError> {
        let mut sources = sources.to_vec();
        sources.sort_unstable();
        sources.dedup();
        if sources.is_empty() {
            return Err(StoreError::NoSource);
        }
        if let Some(&found) = sources.iter().find(|&&source| !graph.is_vertex(source)) {
            let configurations = graph.vertex_count();
            return Err(StoreError::Source {
                found,
                configurations,
            });
        }
        Ok(Question { graph, sources })
    }

    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The sources, ascending, each once.
    pub fn sources(&self) -> &[u64] {
        &self.sources
    }

    /// The question in words, for keepers without a header: equal ones have equal words.
    pub fn in_words(&self) -> String {
        let metric = self.graph.metric().name();
        let from = match self.sources[..] {
            [source] => source.to_string(),
            [first, ..] => {
                let digest = RandomState::with_seeds(0, 0, 0, 0).hash_one(&self.sources);
                let count = self.sources.len();
                format!("{first} and {} more ({digest:016x})", count - 1)
            }
            [] => unreachable!("a question has a source"),
        };
        format!("{} numbers in {metric}s from {from}", self.graph.len())
    }

    /// Refuses a search whose first generation was another one: a header says that it began at goals, and not which.
    ///
    /// # Errors
    /// [`StoreError::OtherSearch`].
    pub(super) fn begins(
        &self,
        counts: &[u64],
        mut holds: impl FnMut(u64) -> Result<bool, StoreError>,
    ) -> Result<(), StoreError> {
        let Some(&first) = counts.first() else {
            return Ok(());
        };
        let mut is_own = first == self.sources.len() as u64;
        for &source in &self.sources {
            is_own = is_own && holds(source)?;
        }
        match is_own {
            true => Ok(()),
            false => Err(StoreError::OtherSearch {
                expected: self.in_words(),
                found: format!("a search from {first} numbers, not all of them these"),
            }),
        }
    }

    /// The header of a store of the question that has this direction; and that a search from Start begins at the
    /// graph's own.
    ///
    /// # Errors
    /// [`StoreError::OtherSearch`] if it begins elsewhere.
    pub fn header(&self, direction: &str) -> Result<Header, StoreError> {
        let header = header_in_direction(self.graph, direction);
        let start = self.graph.index_of(self.graph.start());
        if header.direction == Sources::Start.name() && start.as_slice() != self.sources {
            return Err(StoreError::OtherSearch {
                expected: self.in_words(),
                found: "a search from Start".to_owned(),
            });
        }
        Ok(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Metric;
    use crate::search::{Choice, Counts, Ended, Frontier, Keeper, Lanes, Memory, Run, header_of};
    use slidewise_puzzle::Puzzle;
    use slidewise_store::{Access, Frontiers, Store};
    use std::ops::ControlFlow;

    fn graph(word: &str, metric: Metric) -> Graph {
        let puzzle = Puzzle::open(word).unwrap();
        Graph::new(&puzzle, &puzzle.start, metric).unwrap()
    }

    fn start(graph: &Graph) -> u64 {
        graph.index_of(graph.start()).unwrap()
    }

    fn go(run: &Run<'_>, keeper: &mut dyn Keeper) -> Result<Ended, StoreError> {
        let outcome = run.go(keeper, &mut |_| ControlFlow::Continue(()));
        outcome.map(|outcome| outcome.ended)
    }

    fn in_files<'a>(graph: &'a Graph, sources: &'a [u64]) -> Frontier<'a> {
        Frontier {
            memory: 1 << 20,
            threads: 0,
            ..Frontier::new(graph, sources)
        }
    }

    #[test]
    fn a_search_begins_at_vertices_or_not_at_all() {
        // 60 of 64 numbers of a pattern stand for an order.
        let graph = graph("tiles:3x3", Metric::Step);
        let folder = tempfile::tempdir().unwrap();
        let header = header_of(&graph, Sources::Start);
        let access = Access::Write { fresh: true };
        let mut files = Frontiers::open(folder.path(), &header, access).unwrap();
        for sources in [&[][..], &[60], &[start(&graph), graph.len()]] {
            let mut memory = Memory::new(graph.len()).unwrap();
            let refused = [
                go(&Run::new(&graph, sources), &mut memory).map(|_| ()),
                in_files(&graph, sources)
                    .go(&mut files, &mut |_| ControlFlow::Continue(()))
                    .map(|_| ()),
            ];
            for refused in refused {
                match (sources, refused) {
                    ([], Err(StoreError::NoSource)) => {}
                    ([.., last], Err(StoreError::Source { found, .. })) => assert_eq!(found, *last),
                    (_, other) => panic!("{sources:?}: {other:?}"),
                }
            }
            assert_eq!(memory.marks().count()[1..], [0; 3]);
        }
    }

    #[test]
    fn of_several_sources_each_counts_and_their_order_does_not() {
        let graph = graph("lane-rouge", Metric::Step);
        let mut counts = Counts::default();
        let mut begin = |sources: &[u64]| {
            let run = Run {
                max_generation: Some(3),
                ..Run::new(&graph, sources)
            };
            go(&run, &mut counts)
        };
        assert_eq!(begin(&[1, 5, 7]).unwrap(), Ended::Satisfied);
        let refused = begin(&[1, 6, 7]);
        assert!(
            matches!(refused, Err(StoreError::OtherSearch { .. })),
            "{refused:?}"
        );
        assert_eq!(begin(&[7, 5, 1]).unwrap(), Ended::Satisfied);
    }

    #[test]
    fn memory_goes_on_with_no_search_but_its_own() {
        let steps = graph("lane-rouge", Metric::Step);
        let moves = graph("lane-rouge", Metric::Move);
        let (here, there) = ([start(&steps)], [79]);
        let early = Run {
            max_generation: Some(40),
            ..Run::new(&steps, &here)
        };
        let mut counts = Counts::default();
        let mut memory = Memory::new(steps.len()).unwrap();
        for keeper in [&mut counts as &mut dyn Keeper, &mut memory] {
            assert_eq!(go(&early, keeper).unwrap(), Ended::Satisfied);
            for other in [Run::new(&steps, &there), Run::new(&moves, &here)] {
                let refused = go(&other, keeper);
                assert!(
                    matches!(refused, Err(StoreError::OtherSearch { .. })),
                    "{refused:?}"
                );
            }
            let twice = [here[0], here[0]];
            assert_eq!(
                go(&Run::new(&steps, &twice), keeper).unwrap(),
                Ended::Complete
            );
            assert_eq!(keeper.counts().iter().sum::<u64>(), 25_955);
        }
        for len in [steps.len() - 65, steps.len() + 1] {
            let refused = go(&Run::new(&steps, &here), &mut Memory::new(len).unwrap());
            assert!(
                matches!(refused, Err(StoreError::OtherSearch { .. })),
                "{refused:?}"
            );
        }
    }

    #[test]
    fn a_store_takes_no_search_but_its_own() {
        let steps = graph("lane-rouge", Metric::Step);
        let moves = graph("lane-rouge", Metric::Move);
        let far = steps.configuration(79);
        let elsewhere = Graph::new(steps.puzzle(), &far, Metric::Step).unwrap();
        let header = header_of(&steps, Sources::Start);
        assert_ne!(header, header_of(&elsewhere, Sources::Start));
        let folder = tempfile::tempdir().unwrap();
        let access = Access::Write { fresh: true };
        let mut store = Store::open(folder.path(), &header, access).unwrap();
        let mut files = Frontiers::open(folder.path(), &header, access).unwrap();
        let here = [start(&steps)];
        for (graph, sources) in [(&moves, here), (&elsewhere, [79]), (&steps, [79])] {
            let refused = [
                go(&Run::new(graph, &sources), &mut store).map(|_| ()),
                in_files(graph, &sources)
                    .go(&mut files, &mut |_| ControlFlow::Continue(()))
                    .map(|_| ()),
            ];
            for refused in refused {
                assert!(
                    matches!(
                        refused,
                        Err(StoreError::Foreign { .. } | StoreError::OtherSearch { .. })
                    ),
                    "{refused:?}"
                );
            }
            assert!(store.is_blank());
        }
        assert_eq!(
            go(&Run::new(&steps, &here), &mut store).unwrap(),
            Ended::Complete
        );
    }

    #[test]
    fn a_store_from_goals_takes_no_other_sources() {
        let graph = graph("lane-rouge", Metric::Step);
        let folder = tempfile::tempdir().unwrap();
        let header = header_of(&graph, Sources::Goals);
        let access = Access::Write { fresh: true };
        let mut store = Store::open(folder.path(), &header, access).unwrap();
        let mut files = Frontiers::open(folder.path(), &header, access).unwrap();
        for (last, sources, is_own) in [
            (Some(9), [5, 7], true),
            (None, [5, 8], false),
            (None, [5, 5], false),
            (None, [7, 5], true),
            (None, [8, 7], false),
        ] {
            let run = Run {
                max_generation: last,
                ..Run::new(&graph, &sources)
            };
            let gone = go(&run, &mut store).map(|_| ());
            let run = Frontier {
                max_generation: last,
                ..in_files(&graph, &sources)
            };
            let filed = run.go(&mut files, &mut |_| ControlFlow::Continue(()));
            for result in [gone, filed.map(|_| ())] {
                match result {
                    Ok(()) => assert!(is_own, "{sources:?}"),
                    Err(StoreError::OtherSearch { .. }) => assert!(!is_own, "{sources:?}"),
                    Err(other) => panic!("{other}"),
                }
            }
        }
        assert!(store.is_complete() && files.is_complete());
    }

    #[test]
    fn no_threads_are_one() {
        let graph = graph("tiles:3x3", Metric::Step);
        let sources = [start(&graph)];
        let lanes = Lanes::best();
        for engine in [
            Choice::sparse(),
            Choice::dense(&graph, lanes).unwrap(),
            Choice::streaming(&graph, lanes, 1 << 20).unwrap(),
        ] {
            let mut memory = Memory::new(graph.len()).unwrap();
            let run = Run {
                engine,
                threads: 0,
                ..Run::new(&graph, &sources)
            };
            assert_eq!(go(&run, &mut memory).unwrap(), Ended::Complete);
            assert_eq!(memory.counts().iter().sum::<u64>(), 181_440);
        }
        let folder = tempfile::tempdir().unwrap();
        let header = header_of(&graph, Sources::Start);
        let access = Access::Write { fresh: true };
        let mut files = Frontiers::open(folder.path(), &header, access).unwrap();
        let outcome = in_files(&graph, &sources).go(&mut files, &mut |_| ControlFlow::Continue(()));
        assert_eq!(outcome.unwrap().ended, Ended::Complete);
        assert_eq!(files.generations().iter().sum::<u64>(), 181_440);
    }
}
