//! Kept searches: a run that was cut off goes on to the same bytes, and damage is found.

use slidewise_sokoban::{
    BoxSpace, Level, LevelGraph, LevelLimits, LevelMetric, LevelSearch, LevelSearchError,
};
use slidewise_store::{Access, RunStore};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

const LEVEL: &str = "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######";

fn limits(stop: &AtomicBool, max_generation: u64) -> LevelLimits<'_> {
    LevelLimits {
        memory: 1 << 30,
        threads: 2,
        until_solved: false,
        max_generation,
        stop,
    }
}

fn open(root: &Path, graph: &LevelGraph<'_>) -> RunStore {
    let access = Access::Write { fresh: false };
    RunStore::open(root, &graph.header("level"), access).unwrap()
}

/// The bytes of all files of a store but its lock.
fn bytes_of(root: &Path, graph: &LevelGraph<'_>) -> BTreeMap<String, Vec<u8>> {
    let folder = root.join(RunStore::folder_name(&graph.header("level")));
    let files = std::fs::read_dir(folder).unwrap().map(|entry| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        (name, std::fs::read(entry.path()).unwrap())
    });
    files.filter(|own| own.0 != "lock").collect()
}

#[test]
fn a_run_that_was_cut_off_goes_on_to_the_same_bytes() {
    let level = Level::read(LEVEL).unwrap();
    let never = AtomicBool::new(false);
    for metric in [LevelMetric::Push, LevelMetric::Step] {
        let graph = LevelGraph::new(&level, metric, BoxSpace::All).unwrap();
        let whole = tempfile::tempdir().unwrap();
        let store = open(whole.path(), &graph);
        let all = LevelSearch::from_start(
            &graph,
            Some(store),
            limits(&never, u64::MAX),
            &mut |_, _| {},
        );
        let counts = all.unwrap().counts().to_vec();
        let parts = tempfile::tempdir().unwrap();
        for cut in [0, 1, 4, 5] {
            let store = open(parts.path(), &graph);
            let part =
                LevelSearch::from_start(&graph, Some(store), limits(&never, cut), &mut |_, _| {});
            assert!(!part.unwrap().is_complete());
        }
        // A signal in a generation leaves the generations before it.
        let stop = AtomicBool::new(false);
        let store = open(parts.path(), &graph);
        let mut signal = |generation, _| stop.store(generation == 7, Ordering::Relaxed);
        let cut =
            LevelSearch::from_start(&graph, Some(store), limits(&stop, u64::MAX), &mut signal);
        let is_stopped = matches!(cut, Err(LevelSearchError::Stopped { generation: 8 }));
        assert!(is_stopped);
        let store = open(parts.path(), &graph);
        assert_eq!(store.generations(), &counts[..8]);
        let rest = LevelSearch::from_start(
            &graph,
            Some(store),
            limits(&never, u64::MAX),
            &mut |_, _| {},
        );
        assert_eq!(rest.unwrap().counts(), counts);
        // Log and run files carry a seed that is made from the header alone.
        assert_eq!(
            bytes_of(whole.path(), &graph),
            bytes_of(parts.path(), &graph)
        );
    }
}

#[test]
fn damage_is_found() {
    let level = Level::read(LEVEL).unwrap();
    let never = AtomicBool::new(false);
    let graph = LevelGraph::new(&level, LevelMetric::Push, BoxSpace::All).unwrap();
    let root = tempfile::tempdir().unwrap();
    let store = open(root.path(), &graph);
    let all = LevelSearch::from_start(
        &graph,
        Some(store),
        limits(&never, u64::MAX),
        &mut |_, _| {},
    );
    drop(all.unwrap());
    let folder = root
        .path()
        .join(RunStore::folder_name(&graph.header("level")));
    let file = folder.join("generation-000006");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&file, bytes).unwrap();
    let store = RunStore::open(root.path(), &graph.header("level"), Access::Read).unwrap();
    assert_eq!(store.verify().len(), 1);
    let read = LevelSearch::from_start(
        &graph,
        Some(store),
        limits(&never, u64::MAX),
        &mut |_, _| {},
    );
    assert!(matches!(read, Err(LevelSearchError::Store(_))));
}
