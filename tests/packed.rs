//! The packed engine leaves what the others leave, to the byte, on built-in puzzles of its size.

use crate::support::cores::for_each;
use crate::support::exploration::start_of;
use crate::support::stores::{explore, files};
use slidewise::unstable::engine::graph::{Graph, GraphLimits, Metric};
use slidewise::unstable::engine::search::{EngineChoice, EngineKind, MemorySink};
use slidewise::unstable::puzzle::Puzzle;
use slidewise::unstable::puzzle::builtin;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Most patterns of a puzzle that is explored: twice as many as those for which the engine is
/// chosen without being asked for.
const MOST: u64 = 560_000;

/// The graphs of the built-in puzzles that the packed engine can explore, in a metric.
fn packable(metric: Metric) -> Vec<Graph> {
    let puzzles = builtin::list().into_iter().map(|own| own.read().unwrap());
    let graph = |puzzle: Puzzle| {
        let limits = GraphLimits {
            nodes: 1 << 17,
            ..GraphLimits::default()
        };
        let graph = Graph::within(&puzzle, &puzzle.start, metric, limits).ok()?;
        let is_small = graph.patterns() <= MOST && EngineChoice::packed(&graph).is_ok();
        is_small.then_some(graph)
    };
    puzzles.filter_map(graph).collect()
}

#[test]
fn packed_boards_leave_the_bytes_of_the_other_engines_in_all_metrics() {
    for metric in Metric::OF_ONE_PIECE {
        let graphs = packable(metric);
        let chosen = AtomicUsize::new(0);
        for_each(
            &graphs,
            |graph| format!("{} in {}s", graph.puzzle().name, metric.name()),
            |graph| {
                let folder = tempfile::tempdir().unwrap();
                let leave = |engine: &EngineChoice| {
                    let root = folder.path().join(engine.name());
                    let counts = explore(graph, &root, engine, 1, None);
                    (counts, files(&root))
                };
                let packed = EngineChoice::packed(graph).unwrap();
                let memory = MemorySink::new(graph.len()).unwrap();
                let used = packed.for_search(graph, &[start_of(graph)], &memory);
                assert_eq!(used.kind, EngineKind::Packed);
                let expected = leave(&EngineChoice::sparse());
                assert!(leave(&packed) == expected, "packed");
                let best = EngineChoice::best(graph);
                if best.kind == EngineKind::Packed {
                    chosen.fetch_add(1, Ordering::Relaxed);
                }
                let by_words = matches!(best.kind, EngineKind::Dense(_));
                assert!(!by_words, "packed boards have no distinct tiles");
            },
        );
        let (all, chosen) = (graphs.len(), chosen.into_inner());
        assert!(all >= 40, "{all} puzzles in {}s", metric.name());
        assert!(chosen >= 10, "{chosen} puzzles in {}s", metric.name());
    }
}
