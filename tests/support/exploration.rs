//! Explorations in memory, through the library's public interface.

use slidewise::unstable::analysis::{Goals, MarkedSearch, SearchSources};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{MemorySink, Run, Sink};
use slidewise::unstable::puzzle::Puzzle;
use std::ops::ControlFlow;

/// The graph of a puzzle from its own Start, in steps.
pub(crate) fn graph_of(puzzle: &Puzzle) -> Graph {
    graph_in(Metric::Step, puzzle)
}

/// The graph of a puzzle from its own Start, in a metric.
pub(crate) fn graph_in(metric: Metric, puzzle: &Puzzle) -> Graph {
    Graph::new(puzzle, &puzzle.start, metric)
        .unwrap_or_else(|error| panic!("{}: {error}", puzzle.name))
}

pub(crate) fn start_of(graph: &Graph) -> u64 {
    let start = graph.index_of(&graph.puzzle().start);
    start.expect("Start is legal")
}

/// The result of a search in memory.
pub(crate) struct MemorySearch<'g> {
    graph: &'g Graph,
    memory: MemorySink,
}

impl<'g> MemorySearch<'g> {
    /// Searches from `sources` until no configuration is left.
    pub(crate) fn from(graph: &'g Graph, sources: &[u64], threads: usize) -> MemorySearch<'g> {
        let found = MemorySearch::search(graph, sources, None, threads);
        assert!(found.memory.is_complete());
        found
    }

    /// Searches from Start up to generation `last`.
    pub(crate) fn up_to_generation(
        graph: &'g Graph,
        last: u64,
        threads: usize,
    ) -> MemorySearch<'g> {
        let found = MemorySearch::search(graph, &[start_of(graph)], Some(last), threads);
        assert!(!found.memory.is_complete());
        found
    }

    fn search(
        graph: &'g Graph,
        sources: &[u64],
        max_generation: Option<u64>,
        threads: usize,
    ) -> MemorySearch<'g> {
        let mut memory = MemorySink::new(graph.len()).unwrap();
        let run = Run {
            max_generation,
            threads,
            ..Run::new(graph, sources)
        };
        run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))
            .unwrap();
        MemorySearch { graph, memory }
    }

    /// Searches from Start until no configuration is left.
    pub(crate) fn from_start(graph: &'g Graph, threads: usize) -> MemorySearch<'g> {
        MemorySearch::from(graph, &[start_of(graph)], threads)
    }

    /// Searches from all goals that this search has reached.
    pub(crate) fn back_from(&self, goals: &Goals<'_>, threads: usize) -> MemorySearch<'g> {
        let sources = goals.seen_by(self.explored()).unwrap();
        MemorySearch::from(self.graph, &sources, threads)
    }

    /// The view of the result that queries take.
    pub(crate) fn explored(&self) -> MarkedSearch<'_> {
        MarkedSearch::in_memory(
            self.graph,
            &self.memory,
            SearchSources::At(start_of(self.graph)),
        )
    }

    /// The sizes of the generations.
    pub(crate) fn counts(&self) -> &[u64] {
        self.memory.counts()
    }

    /// Number of configurations reached.
    pub(crate) fn states(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// Number of the last generation.
    pub(crate) fn depth(&self) -> u64 {
        self.counts().len() as u64 - 1
    }

    /// Size of the last generation.
    pub(crate) fn at_depth(&self) -> u64 {
        self.counts()[self.counts().len() - 1]
    }
}
