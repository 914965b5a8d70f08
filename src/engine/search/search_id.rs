//! `SearchId`: the graph and the sources of a search, to be compared with the search that a sink
//! holds.
//!
//! Numbers mean nothing without the graph that gave them, so a search may resume only a search of
//! the same graph and sources. Only headers distinguish two graphs of the same metric and size.

use super::SearchError;
use super::header::header_in_direction;
use crate::graph::Graph;
use ahash::RandomState;
use slidewise_puzzle::SearchOrigin;
use slidewise_store::Header;

/// A graph with the sources from which it is searched.
#[derive(Debug)]
pub struct SearchId<'a> {
    graph: &'a Graph,
    sources: Vec<u64>,
}

impl<'a> SearchId<'a> {
    /// Identifies a search from `sources`, in any order.
    ///
    /// # Errors
    /// [`SearchError::NoSource`] if there is no source, [`SearchError::Source`] if a source is no
    /// vertex of the graph.
    pub fn new(graph: &'a Graph, sources: &[u64]) -> Result<SearchId<'a>, SearchError> {
        let mut sources = sources.to_vec();
        sources.sort_unstable();
        sources.dedup();
        if sources.is_empty() {
            return Err(SearchError::NoSource);
        }
        if let Some(&found) = sources.iter().find(|&&source| !graph.is_vertex(source)) {
            let configurations = graph.vertex_count();
            return Err(SearchError::Source {
                found,
                configurations,
            });
        }
        Ok(SearchId { graph, sources })
    }

    /// The graph.
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The sources, ascending, each once.
    pub fn sources(&self) -> &[u64] {
        &self.sources
    }

    /// The sources, ascending, each once, without the graph.
    pub(super) fn into_sources(self) -> Vec<u64> {
        self.sources
    }

    /// A description of the search, which a sink without a header compares; equal searches have
    /// equal descriptions.
    pub fn in_words(&self) -> String {
        let metric = self.graph.metric().name();
        let from = match self.sources[..] {
            [source] => source.to_string(),
            [first, ..] => {
                let digest = RandomState::with_seeds(0, 0, 0, 0).hash_one(&self.sources);
                let count = self.sources.len();
                format!("{first} and {} more ({digest:016x})", count - 1)
            }
            [] => unreachable!("a search has a source"),
        };
        format!(
            "a search of {} numbers in {metric}s from number {from}",
            self.graph.len()
        )
    }

    /// Fails if a saved search has another generation 0 than this search.
    ///
    /// A header is not enough to decide this: it says that a search began at goals, but not at
    /// which goals.
    ///
    /// `counts` are the saved sizes; `holds` reports whether the saved generation 0 has a
    /// configuration.
    ///
    /// # Errors
    /// [`SearchError::OtherSearch`] if generation 0 differs.
    pub(super) fn begins(
        &self,
        counts: &[u64],
        mut holds: impl FnMut(u64) -> Result<bool, SearchError>,
    ) -> Result<(), SearchError> {
        let Some(&first) = counts.first() else {
            return Ok(());
        };
        let mut is_own = first == self.sources.len() as u64;
        for &source in &self.sources {
            is_own = is_own && holds(source)?;
        }
        if is_own {
            return Ok(());
        }
        Err(SearchError::OtherSearch {
            expected: self.in_words(),
            found: format!("a search from other sources ({first} configurations)"),
        })
    }

    /// The header of a store of this search; `direction` is the text by which the header names the
    /// sources, such as "start".
    ///
    /// # Errors
    /// [`SearchError::OtherSearch`] if the direction is from Start and the sources are not the
    /// graph's own Start.
    pub fn header(&self, direction: &str) -> Result<Header, SearchError> {
        let header = header_in_direction(self.graph, direction);
        let start = self.graph.index_of(self.graph.start());
        if header.direction == SearchOrigin::Start.name() && start.as_slice() != self.sources {
            return Err(SearchError::OtherSearch {
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
    use crate::search::{
        CountSink, EngineChoice, MemorySink, Run, SearchEnd, SimdLevel, Sink, header_of,
    };
    use slidewise_puzzle::Puzzle;
    use slidewise_store::{Access, RunStore, Store, StoreError};
    use std::ops::ControlFlow;

    fn graph(word: &str, metric: Metric) -> Graph {
        let puzzle = Puzzle::open(word).unwrap();
        Graph::new(&puzzle, &puzzle.start, metric).unwrap()
    }

    fn start(graph: &Graph) -> u64 {
        graph.index_of(graph.start()).unwrap()
    }

    fn explored(run: &Run<'_>, sink: &mut dyn Sink) -> Result<SearchEnd, SearchError> {
        let outcome = run.explore(sink, &mut |_| ControlFlow::Continue(()));
        outcome.map(|outcome| outcome.ended)
    }

    fn in_files<'a>(graph: &'a Graph, sources: &'a [u64]) -> Run<'a> {
        Run {
            engine: EngineChoice::external(1 << 20),
            threads: 0,
            ..Run::new(graph, sources)
        }
    }

    #[test]
    fn a_search_begins_at_vertices_or_not_at_all() {
        // Of the 64 indices of a pattern, 60 belong to an arrangement.
        let graph = graph("tiles:3x3", Metric::Step);
        let folder = tempfile::tempdir().unwrap();
        let header = header_of(&graph, SearchOrigin::Start);
        let access = Access::Write { fresh: true };
        let mut files = RunStore::open(folder.path(), &header, access).unwrap();
        for sources in [&[][..], &[60], &[start(&graph), graph.len()]] {
            let mut memory = MemorySink::new(graph.len()).unwrap();
            let refused = [
                explored(&Run::new(&graph, sources), &mut memory).map(|_| ()),
                in_files(&graph, sources)
                    .explore(&mut files, &mut |_| ControlFlow::Continue(()))
                    .map(|_| ()),
            ];
            for refused in refused {
                match (sources, refused) {
                    ([], Err(SearchError::NoSource)) => {}
                    ([.., last], Err(SearchError::Source { found, .. })) => {
                        assert_eq!(found, *last)
                    }
                    (_, other) => panic!("{sources:?}: {other:?}"),
                }
            }
            assert_eq!(memory.marks().count()[1..], [0; 3]);
        }
    }

    #[test]
    fn of_several_sources_each_counts_and_their_order_does_not() {
        let graph = graph("lane-rouge", Metric::Step);
        let mut counts = CountSink::default();
        let mut begin = |sources: &[u64]| {
            let run = Run {
                max_generation: Some(3),
                ..Run::new(&graph, sources)
            };
            explored(&run, &mut counts)
        };
        assert_eq!(begin(&[1, 5, 7]).unwrap(), SearchEnd::Satisfied);
        let refused = begin(&[1, 6, 7]);
        assert!(
            matches!(refused, Err(SearchError::OtherSearch { .. })),
            "{refused:?}"
        );
        assert_eq!(begin(&[7, 5, 1]).unwrap(), SearchEnd::Satisfied);
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
        let mut counts = CountSink::default();
        let mut memory = MemorySink::new(steps.len()).unwrap();
        for sink in [&mut counts as &mut dyn Sink, &mut memory] {
            assert_eq!(explored(&early, sink).unwrap(), SearchEnd::Satisfied);
            for other in [Run::new(&steps, &there), Run::new(&moves, &here)] {
                let refused = explored(&other, sink);
                assert!(
                    matches!(refused, Err(SearchError::OtherSearch { .. })),
                    "{refused:?}"
                );
            }
            let twice = [here[0], here[0]];
            assert_eq!(
                explored(&Run::new(&steps, &twice), sink).unwrap(),
                SearchEnd::Complete
            );
            assert_eq!(sink.counts().iter().sum::<u64>(), 25_955);
        }
        for len in [steps.len() - 65, steps.len() + 1] {
            let refused = explored(&Run::new(&steps, &here), &mut MemorySink::new(len).unwrap());
            assert!(
                matches!(refused, Err(SearchError::OtherSearch { .. })),
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
        let header = header_of(&steps, SearchOrigin::Start);
        assert_ne!(header, header_of(&elsewhere, SearchOrigin::Start));
        let folder = tempfile::tempdir().unwrap();
        let access = Access::Write { fresh: true };
        let mut store = Store::open(folder.path(), &header, access).unwrap();
        let mut files = RunStore::open(folder.path(), &header, access).unwrap();
        let here = [start(&steps)];
        for (graph, sources) in [(&moves, here), (&elsewhere, [79]), (&steps, [79])] {
            let refused = [
                explored(&Run::new(graph, &sources), &mut store).map(|_| ()),
                in_files(graph, &sources)
                    .explore(&mut files, &mut |_| ControlFlow::Continue(()))
                    .map(|_| ()),
            ];
            for refused in refused {
                assert!(
                    matches!(
                        refused,
                        Err(SearchError::Store(StoreError::Foreign { .. })
                            | SearchError::OtherSearch { .. })
                    ),
                    "{refused:?}"
                );
            }
            assert!(store.is_blank());
        }
        assert_eq!(
            explored(&Run::new(&steps, &here), &mut store).unwrap(),
            SearchEnd::Complete
        );
    }

    #[test]
    fn a_store_from_goals_takes_no_other_sources() {
        let graph = graph("lane-rouge", Metric::Step);
        let folder = tempfile::tempdir().unwrap();
        let header = header_of(&graph, SearchOrigin::Goals);
        let access = Access::Write { fresh: true };
        let mut store = Store::open(folder.path(), &header, access).unwrap();
        let mut files = RunStore::open(folder.path(), &header, access).unwrap();
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
            let gone = explored(&run, &mut store).map(|_| ());
            let run = Run {
                max_generation: last,
                ..in_files(&graph, &sources)
            };
            let filed = run.explore(&mut files, &mut |_| ControlFlow::Continue(()));
            for result in [gone, filed.map(|_| ())] {
                match result {
                    Ok(()) => assert!(is_own, "{sources:?}"),
                    Err(SearchError::OtherSearch { .. }) => assert!(!is_own, "{sources:?}"),
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
        let level = SimdLevel::best();
        for engine in [
            EngineChoice::sparse(),
            EngineChoice::dense(&graph, level).unwrap(),
            EngineChoice::streaming(&graph, level, 1 << 20).unwrap(),
        ] {
            let mut memory = MemorySink::new(graph.len()).unwrap();
            let run = Run {
                engine,
                threads: 0,
                ..Run::new(&graph, &sources)
            };
            assert_eq!(explored(&run, &mut memory).unwrap(), SearchEnd::Complete);
            assert_eq!(memory.counts().iter().sum::<u64>(), 181_440);
        }
        let folder = tempfile::tempdir().unwrap();
        let header = header_of(&graph, SearchOrigin::Start);
        let access = Access::Write { fresh: true };
        let mut files = RunStore::open(folder.path(), &header, access).unwrap();
        let outcome =
            in_files(&graph, &sources).explore(&mut files, &mut |_| ControlFlow::Continue(()));
        assert_eq!(outcome.unwrap().ended, SearchEnd::Complete);
        assert_eq!(files.generations().iter().sum::<u64>(), 181_440);
    }
}
