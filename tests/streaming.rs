//! Searches whose words lie on the disk leave what all others leave, to the byte.

use crate::oracle::random::PUZZLES;
use crate::support::exploration::start_of;
use crate::support::stores::{explore, files, open};
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{
    Dense, EngineChoice, EngineKind, Event, MemorySink, OutOfResources, Resources, Run, SearchEnd,
    SimdLevel, Sink,
};
use slidewise::unstable::puzzle::Puzzle;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// No more memory for words than there must be: each thread has one block at a time.
const NARROW: u64 = 0;
/// Several blocks at a time.
const WIDE: u64 = 4 << 20;

fn dense(graph: &Graph) -> EngineChoice {
    EngineChoice::dense(graph, SimdLevel::best()).unwrap()
}

fn streaming(graph: &Graph, window: u64) -> EngineChoice {
    EngineChoice::streaming(graph, SimdLevel::best(), window).unwrap()
}

/// What a search leaves, made by each engine at a stretch and by all in turns, the `first` of them
/// first.
fn assert_all_leave_the_same(puzzle: &Puzzle, first: usize) {
    let graph = Graph::new(puzzle, &puzzle.start, Metric::Step).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let root = |name: &str| folder.path().join(name);
    explore(&graph, &root("dense"), &dense(&graph), 1, None);
    let expected = files(&root("dense"));
    assert_eq!(expected.len(), 5, "{:?}", expected.keys());
    for (threads, window) in [(1, NARROW), (2, NARROW), (3, WIDE)] {
        let root = root(&format!("{threads} {window}"));
        explore(&graph, &root, &streaming(&graph, window), threads, None);
        assert!(
            files(&root) == expected,
            "{threads} threads, {window} bytes"
        );
    }
    let engines = [
        streaming(&graph, NARROW),
        dense(&graph),
        EngineChoice::sparse(),
    ];
    let root = root("turns");
    for (turn, last) in [Some(4), Some(9), Some(14), None].into_iter().enumerate() {
        explore(&graph, &root, &engines[(first + turn) % 3], 2, last);
    }
    assert!(files(&root) == expected, "in turns, from {first}");
}

#[test]
fn words_on_the_disk_leave_the_same_bytes() {
    let mut compared = 0;
    // Of three random puzzles one has distinct tiles.
    for (_, text) in PUZZLES[..90].iter().step_by(3) {
        let puzzle = Puzzle::from_toml("random", "random.toml", text).unwrap();
        let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
        if Dense::obstacle(&graph).is_none() && compared < 6 {
            assert_all_leave_the_same(&puzzle, compared);
            compared += 1;
        }
    }
    assert_eq!(compared, 6);
    // Patterns of several blocks, and many patterns.
    for (first, word) in ["tiles:2x5", "get-my-goat"].into_iter().enumerate() {
        assert_all_leave_the_same(&Puzzle::open(word).unwrap(), first);
    }
}

/// Patterns of many blocks, with windows that reach far.
#[test]
fn large_patterns_on_the_disk_have_the_same_marks() {
    let puzzle = Puzzle::open("tiles:3x4").unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    let sources = [start_of(&graph)];
    let last = Some(27);
    let mut memory = MemorySink::new(graph.len()).unwrap();
    let run = Run {
        max_generation: last,
        threads: 2,
        engine: dense(&graph),
        ..Run::new(&graph, &sources)
    };
    run.explore(&mut memory, &mut |_| ControlFlow::Continue(()))
        .unwrap();

    let folder = tempfile::tempdir().unwrap();
    // Halted in the middle of passes, wherever that is, until it is done.
    let (mut millis, mut halts) = (20, 0);
    loop {
        let mut store = open(&graph, folder.path());
        let stop = AtomicBool::new(false);
        let run = Run {
            engine: streaming(&graph, WIDE),
            stop: &stop,
            ..run.clone()
        };
        let ended = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(millis));
                stop.store(true, Ordering::Relaxed);
            });
            run.explore(&mut store, &mut |event| {
                if let Event::Begun { engine, .. } = event {
                    assert_eq!(engine, "dense");
                }
                ControlFlow::Continue(())
            })
            .unwrap()
            .ended
        });
        if ended == SearchEnd::Satisfied {
            assert_eq!(store.generations(), memory.counts());
            let words = |index| {
                (
                    store.marks().words().load(index),
                    memory.marks().words().load(index),
                )
            };
            assert!((0..store.marks().words().len()).all(|index| words(index).0 == words(index).1));
            let (_, kept) = store.last().unwrap().unwrap();
            assert_eq!(kept.count(), memory.counts()[27]);
            break;
        }
        (millis, halts) = (millis * 3 / 2, halts + 1);
    }
    assert!(halts > 0, "nothing was halted");
}

#[test]
fn words_go_to_the_disk_where_memory_is_short_and_only_there() {
    let puzzle = Puzzle::open("get-my-goat").unwrap();
    let graph = Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap();
    let best = EngineChoice::best(&graph);
    let needs = Resources::of(&graph, &best);
    assert!(needs.min_memory_bytes < needs.memory_bytes);
    assert_eq!(best.within(&graph, None), best);
    assert_eq!(best.within(&graph, Some(needs.memory_bytes)), best);
    for memory in [needs.min_memory_bytes, needs.memory_bytes - 1] {
        let choice = best.within(&graph, Some(memory));
        assert!(matches!(choice.kind, EngineKind::Streaming { .. }));
        assert_eq!(choice.name(), "dense");
        let streaming = Resources::of(&graph, &choice);
        assert_eq!(streaming.min_memory_bytes, needs.min_memory_bytes);
        assert_eq!(streaming.memory_bytes, memory);
        assert!(streaming.disk_bytes > needs.disk_bytes);
        assert_eq!(streaming.check(Some(memory), None), Ok(()));
    }
    let less = needs.min_memory_bytes - 1;
    assert_eq!(best.within(&graph, Some(less)), best);
    let shortage = OutOfResources::Memory {
        needed: needs.min_memory_bytes,
        allowed: less,
    };
    assert_eq!(needs.check(Some(less), None), Err(shortage));

    // The sparse engine has nowhere else to go.
    let sparse = Resources::of(&graph, &EngineChoice::sparse());
    assert_eq!(sparse.min_memory_bytes, sparse.memory_bytes);
    assert_eq!(
        EngineChoice::sparse().within(&graph, Some(0)),
        EngineChoice::sparse()
    );
}
