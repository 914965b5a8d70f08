//! Counts of generations whose words lie in files: equal to those in memory, whatever the memory,
//! the threads and the interruptions.

use crate::oracle::random::PUZZLES;
use crate::support::exploration::start_of;
use slidewise::unstable::engine::graph::{Graph, Metric};
use slidewise::unstable::engine::search::{
    CountSink, Dense, EngineChoice, EngineKind, Event, OutOfResources, Resources, Run, SearchEnd,
    SimdLevel, header_of,
};
use slidewise::unstable::puzzle::{Puzzle, SearchOrigin};
use slidewise::unstable::store::{Access, BitStore, Store};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn counting(graph: &Graph, level: SimdLevel, window: u64) -> EngineChoice {
    EngineChoice::counting(graph, level, window).unwrap()
}

/// The same with a share of the words in memory, where the system has files there.
fn holding(graph: &Graph, engine: EngineChoice, share: u64) -> EngineChoice {
    let all = engine.bit_layout(graph).unwrap().disk_bytes();
    match share {
        0 => engine,
        _ if !cfg!(target_os = "linux") => engine,
        _ => engine.holding(all / 4 * share),
    }
}

fn open(graph: &Graph, root: &Path, engine: &EngineChoice) -> BitStore {
    let header = header_of(graph, SearchOrigin::Start);
    let layout = engine.bit_layout(graph).unwrap();
    BitStore::open(root, &header, &layout, Access::Write { fresh: false }).unwrap()
}

/// A search from Start in memory or in files, and how it ended.
fn explore<'s>(
    graph: &Graph,
    engine: &EngineChoice,
    threads: usize,
    stop: &AtomicBool,
    output: impl Into<slidewise::unstable::engine::search::SearchOutput<'s>>,
) -> SearchEnd {
    let sources = [start_of(graph)];
    let run = Run {
        engine: engine.clone(),
        threads,
        stop,
        ..Run::new(graph, &sources)
    };
    let outcome = run.explore(output, &mut |_| ControlFlow::Continue(()));
    outcome.unwrap().ended
}

fn counts_in_memory(graph: &Graph) -> Vec<u64> {
    let mut counts = CountSink::default();
    let dense = EngineChoice::dense(graph, SimdLevel::best()).unwrap();
    explore(graph, &dense, 2, &AtomicBool::new(false), &mut counts);
    slidewise::unstable::engine::search::Sink::counts(&counts).to_vec()
}

fn graph_of(word: &str) -> Graph {
    let puzzle = Puzzle::open(word).unwrap();
    Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap()
}

#[test]
fn words_in_files_are_counted_as_in_memory() {
    let mut compared = 0;
    let random = PUZZLES[..300].iter().map(|(_, text)| {
        let puzzle = Puzzle::from_toml("random", "random.toml", text).unwrap();
        Graph::new(&puzzle, &puzzle.start, Metric::Step).unwrap()
    });
    let larger = ["tiles:2x5", "tiles:3x3", "get-my-goat"].map(graph_of);
    for graph in random.chain(larger) {
        if Dense::obstacle(&graph).is_some() {
            continue;
        }
        let expected = counts_in_memory(&graph);
        let is_large = graph.len() > 1 << 20;
        for (at, level) in SimdLevel::available().into_iter().enumerate() {
            // One word for each chunk of small puzzles, several chunks, and one chunk for each
            // side. Large ones have each level in one division.
            let ways = [(0, 1), (1 << 14, 3), (8 << 20, 2)];
            for (way, (window, threads)) in ways.into_iter().enumerate() {
                if is_large && (window == 0 || (at + way) % 2 == 0) {
                    continue;
                }
                let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir());
                let folder = folder.unwrap();
                let share = compared % 5;
                let engine = holding(&graph, counting(&graph, level, window), share);
                let mut store = open(&graph, folder.path(), &engine);
                let ended = explore(
                    &graph,
                    &engine,
                    threads,
                    &AtomicBool::new(false),
                    &mut store,
                );
                assert_eq!(ended, SearchEnd::Complete);
                assert_eq!(store.generations(), expected, "{engine:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

/// A search in files, stopped again and again in the middle of passes, in other amounts of memory.
#[test]
fn a_count_that_is_stopped_at_any_moment_goes_on() {
    for (word, share) in [("tiles:3x4", 0), ("tiles:2x6", 1)] {
        stop_and_go_on(word, share);
    }
}

fn stop_and_go_on(word: &str, share: u64) {
    let graph = graph_of(word);
    let expected = counts_in_memory(&graph);
    let folder = tempfile::tempdir().unwrap();
    let first = holding(&graph, counting(&graph, SimdLevel::best(), 8 << 20), share);
    let (mut millis, mut halts, mut seen) = (30, 0, 0);
    loop {
        let window = (8 << 20) >> (halts % 3);
        let engine = match halts {
            0 => first.clone(),
            // A store that is there keeps its own division.
            _ => counting(&graph, SimdLevel::best(), window),
        };
        let mut store = open(&graph, folder.path(), &engine);
        assert_eq!(*store.layout(), first.bit_layout(&graph).unwrap());
        assert_eq!(
            store.memory_folder().is_some(),
            first.bit_layout(&graph).unwrap().memory_bytes() > 0
        );
        assert!(store.generations().len() >= seen, "a generation was lost");
        assert_eq!(store.generations(), &expected[..store.generations().len()]);
        let stop = AtomicBool::new(false);
        let ended = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(millis));
                stop.store(true, Ordering::Relaxed);
            });
            explore(&graph, &engine, 1 + halts % 3, &stop, &mut store)
        });
        seen = store.generations().len();
        if ended == SearchEnd::Complete {
            assert_eq!(store.generations(), expected);
            break;
        }
        (millis, halts) = (millis * 5 / 4, halts + 1);
    }
    assert!(halts > 2, "{halts} halts");
}

#[test]
fn a_pass_reads_each_source_about_once() {
    // The least memory makes chunks so short that more windows reach beyond them.
    for (word, window, sides) in [
        ("tiles:3x4", 8 << 20, 3),
        ("tiles:2x6", 4 << 20, 3),
        ("tiles:3x4", 1 << 20, 4),
    ] {
        let graph = graph_of(word);
        let engine = counting(&graph, SimdLevel::best(), window);
        let folder = tempfile::tempdir().unwrap();
        let mut store = open(&graph, folder.path(), &engine);
        let (mut before, mut most) = ([0, 0], [0, 0]);
        let (mut passes, mut sum) = (0, 0);
        let sources = [start_of(&graph)];
        let words = store.layout().words;
        for last in 1.. {
            let run = Run {
                engine: engine.clone(),
                threads: 2,
                max_generation: Some(last),
                ..Run::new(&graph, &sources)
            };
            let outcome = run
                .explore(&mut store, &mut |_| ControlFlow::Continue(()))
                .unwrap();
            if outcome.ended == SearchEnd::Complete {
                break;
            }
            let now = store.traffic();
            let read = now[0] - before[0];
            most = [most[0].max(read), most[1].max(now[1] - before[1])];
            (passes, sum) = (passes + 1, sum + read);
            before = now;
        }
        let side = 4 * (words[0] + words[1]);
        assert!(
            sum <= passes * sides * side,
            "{word}: {sum} bytes in {passes} passes"
        );
        assert!(
            most[0] <= 2 * sides * side,
            "{word}: {most:?}, a side has {side}"
        );
        assert!(
            most[1] <= side + side / 4,
            "{word}: {most:?}, a side has {side}"
        );
    }
}

#[test]
fn words_go_to_files_where_memory_is_short_and_only_there() {
    let graph = graph_of("tiles:3x4");
    let best = EngineChoice::best(&graph);
    let needs = Resources::to_count(&graph, &best);
    assert_eq!(best.within_to_count(&graph, None, 0), best);
    assert_eq!(
        best.within_to_count(&graph, Some(needs.memory_bytes), 0),
        best
    );
    for memory in [8 << 20, needs.memory_bytes - 1] {
        let choice = best.within_to_count(&graph, Some(memory), 0);
        assert!(matches!(choice.kind, EngineKind::Counting { .. }));
        assert_eq!(choice.name(), "dense");
        let counting = Resources::to_count(&graph, &choice);
        assert!(counting.memory_bytes <= memory, "{counting:?}");
        assert_eq!(
            counting.disk_bytes,
            choice.bit_layout(&graph).unwrap().disk_bytes()
        );
        assert!(counting.disk_bytes > graph.len() / 8);
        assert!(counting.disk_bytes < graph.len() / 3);
        assert_eq!(counting.check(Some(memory), None), Ok(()));
    }
    let least = best.within_to_count(&graph, Some(8 << 20), 0);
    let least = Resources::to_count(&graph, &least).min_memory_bytes;
    assert!(least < 4 << 20, "{least}");
    let less = best.within_to_count(&graph, Some(least - (1 << 20)), 0);
    assert_eq!(less, best);
    let shortage = Resources::to_count(&graph, &less).check(Some(least), None);
    assert!(matches!(shortage, Err(OutOfResources::Memory { .. })));
    let sparse = EngineChoice::sparse();
    assert_eq!(sparse.within_to_count(&graph, Some(0), 0), sparse);
}

#[test]
fn members_are_read_from_the_disk_and_from_memory() {
    let graph = graph_of("tiles:2x5");
    let engine = holding(&graph, counting(&graph, SimdLevel::best(), 1 << 14), 2);
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(&graph, folder.path(), &engine);
    let sources = [start_of(&graph)];
    let run = Run {
        engine,
        max_generation: Some(24),
        ..Run::new(&graph, &sources)
    };
    let mut before: Vec<u64> = Vec::new();
    run.explore(&mut store, &mut |event| {
        if let Event::Found {
            count,
            configurations,
            ..
        } = event
        {
            let mut members = Vec::new();
            configurations.for_each(&mut |index| members.push(index));
            assert_eq!(members.len() as u64, count);
            assert!(members.is_sorted());
            assert!(members.iter().all(|&index| configurations.contains(index)));
            assert!(!before.iter().any(|&index| configurations.contains(index)));
            before = members;
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(store.generations().len(), 25);
    // What lies in memory would stay there.
    let name = store
        .folder()
        .file_name()
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned();
    drop(store);
    Store::remove(folder.path(), &name).unwrap();
}

#[test]
fn words_in_memory_count_as_memory_and_the_others_as_disk() {
    let graph = graph_of("tiles:3x4");
    let best = EngineChoice::best(&graph);
    let on_disk = best.within_to_count(&graph, Some(12 << 20), 0);
    let all = Resources::to_count(&graph, &on_disk).disk_bytes;
    for in_memory in [1 << 20, 8 << 20] {
        let choice = best.within_to_count(&graph, Some(12 << 20), in_memory);
        let needs = Resources::to_count(&graph, &choice);
        assert!(needs.memory_bytes <= 12 << 20, "{needs:?}");
        assert!(needs.min_memory_bytes > in_memory - (64 << 10), "{needs:?}");
        assert!(needs.disk_bytes < all, "{needs:?}");
        let layout = choice.bit_layout(&graph).unwrap();
        assert!(layout.memory_bytes() <= in_memory);
        assert!(layout.memory_bytes() > in_memory - (256 << 10));
    }
    // Memory that words take is not there for the work.
    let choice = best.within_to_count(&graph, Some(12 << 20), 12 << 20);
    assert_eq!(choice, best);
}
