//! Explorations kept in stores, and the bytes that they leave.

use super::exploration::start_of;
use slidewise::unstable::engine::graph::Graph;
use slidewise::unstable::engine::search::{EngineChoice, Run, Sink, header_of};
use slidewise::unstable::puzzle::SearchOrigin;
use slidewise::unstable::store::{Access, Store};
use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

/// The store of a graph's search from Start, in a folder.
pub(crate) fn open(graph: &Graph, root: &Path) -> Store {
    let header = header_of(graph, SearchOrigin::Start);
    Store::open(root, &header, Access::Write { fresh: false }).unwrap()
}

/// Explores, or goes on, up to a generation; returns the sizes of the generations.
pub(crate) fn explore(
    graph: &Graph,
    root: &Path,
    engine: &EngineChoice,
    threads: usize,
    last: Option<u64>,
) -> Vec<u64> {
    let mut store = open(graph, root);
    let sources = [start_of(graph)];
    let run = Run {
        engine: engine.clone(),
        threads,
        max_generation: last,
        ..Run::new(graph, &sources)
    };
    run.explore(&mut store, &mut |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!(store.verify(), []);
    store.counts().to_vec()
}

/// All files below a folder but the lock, by name.
pub(crate) fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let folders = fs::read_dir(root).unwrap();
    folders
        .flat_map(|folder| fs::read_dir(folder.unwrap().path()).unwrap())
        .map(|file| {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap())
        })
        .filter(|(name, _)| name != "lock")
        .collect()
}
